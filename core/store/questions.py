"""Questions that were asked, with what came of them."""

from core.model.answers import Reply
from core.store.database import Cursor, Database
from core.store.rows import insert_rows


def save(database: Database, reply: Reply) -> None:
    with database.writing() as cursor:
        _remove(cursor, reply.question_id)
        row = {
            "question_id": reply.question_id,
            "asked_at": reply.asked_at.isoformat(),
            "reply": reply.model_dump_json(round_trip=True),
        }
        insert_rows(cursor, "questions", [row])
        cited = sorted({citation.reg_id for citation in reply.citations})
        sources = [{"question_id": reply.question_id, "reg_id": reg_id} for reg_id in cited]
        insert_rows(cursor, "question_sources", sources)


def find(database: Database, question_id: str) -> Reply | None:
    with database.reading() as cursor:
        row = cursor.execute(
            """
            SELECT reply
            FROM questions
            WHERE question_id = $question_id
            """,
            {"question_id": question_id},
        ).fetchone()
    return Reply.model_validate_json(row[0]) if row is not None else None


def history(database: Database, limit: int) -> list[Reply]:
    """Newest first."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT reply
            FROM questions
            ORDER BY asked_at DESC, question_id
            LIMIT $limit
            """,
            {"limit": limit},
        ).fetchall()
    return [Reply.model_validate_json(reply) for (reply,) in rows]


def delete(database: Database, question_id: str) -> None:
    """Nothing happens where there is none of this id."""
    with database.writing() as cursor:
        _remove(cursor, question_id)


def delete_all(database: Database) -> None:
    with database.writing() as cursor:
        cursor.execute("DELETE FROM questions")
        cursor.execute("DELETE FROM question_sources")


def delete_quoting(cursor: Cursor, reg_id: str) -> None:
    """Answers that quote a regulation go with it, inside the caller's transaction."""
    found = cursor.execute(
        "SELECT question_id FROM question_sources WHERE reg_id = $reg_id", {"reg_id": reg_id}
    ).fetchall()
    for (question_id,) in found:
        _remove(cursor, question_id)


def _remove(cursor: Cursor, question_id: str) -> None:
    for table in ("questions", "question_sources"):
        cursor.execute(
            f"DELETE FROM {table} WHERE question_id = $question_id",  # noqa: S608 - our own names
            {"question_id": question_id},
        )
