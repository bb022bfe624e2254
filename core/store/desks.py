"""Desks: what they began with and what happened since."""

from collections.abc import Sequence

from core.model import ContextEvent, ContextPage, ContextStep, Desk
from core.model.reading_context import marshal, unmarshal
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows

_DESK = NounRows("desks", Desk)


def desks(database: Database) -> list[Desk]:
    """In the order in which they were made."""
    with database.reading() as cursor:
        return _DESK.select(cursor, "ORDER BY created_at, desk_id", {})


def find_desk(database: Database, desk_id: str) -> Desk | None:
    with database.reading() as cursor:
        found = _DESK.select(cursor, "WHERE desk_id = $desk_id", {"desk_id": desk_id})
    return found[0] if found else None


def save_desk(database: Database, desk: Desk) -> None:
    with database.writing() as cursor:
        _save_desk(cursor, desk)


def save_new_desk(
    database: Database,
    desk: Desk,
    began_with: Sequence[ContextPage],
    events: Sequence[ContextEvent] = (),
) -> None:
    with database.writing() as cursor:
        _delete(cursor, desk.desk_id)
        _save_desk(cursor, desk)
        rows = [
            {"desk_id": desk.desk_id, "index": page.index, "body": marshal(page).decode()}
            for page in began_with
        ]
        insert_rows(cursor, "context_pages", rows)
        for nth, event in enumerate(events, 1):
            _insert_event(cursor, desk.desk_id, nth, event)


def delete_desk(database: Database, desk_id: str) -> None:
    with database.writing() as cursor:
        _delete(cursor, desk_id)


def began_with(database: Database, desk_id: str) -> list[ContextPage]:
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT body
            FROM context_pages
            WHERE desk_id = $desk_id
            ORDER BY rowid
            """,
            {"desk_id": desk_id},
        ).fetchall()
    return [unmarshal(body) for (body,) in rows]


def events_of(database: Database, desk_id: str) -> list[ContextEvent]:
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT kind, number, step
            FROM context_events
            WHERE desk_id = $desk_id
            ORDER BY nth
            """,
            {"desk_id": desk_id},
        ).fetchall()
    return [
        ContextEvent(
            kind=kind,
            number=number,
            step=ContextStep.model_validate_json(step) if step is not None else None,
        )
        for kind, number, step in rows
    ]


def save_event(database: Database, desk_id: str, nth: int, event: ContextEvent) -> None:
    with database.writing() as cursor:
        _insert_event(cursor, desk_id, nth, event)


def _insert_event(cursor: Cursor, desk_id: str, nth: int, event: ContextEvent) -> None:
    step = event.step
    cursor.execute(
        """
        INSERT INTO context_events (desk_id, nth, kind, number, step)
        VALUES ($desk_id, $nth, $kind, $number, $step)
        """,
        {
            "desk_id": desk_id,
            "nth": nth,
            "kind": event.kind,
            "number": event.number,
            "step": step.model_dump_json(round_trip=True) if step is not None else None,
        },
    )


def _save_desk(cursor: Cursor, desk: Desk) -> None:
    cursor.execute("DELETE FROM desks WHERE desk_id = $desk_id", {"desk_id": desk.desk_id})
    insert_rows(cursor, "desks", [_DESK.row(desk)])


def _delete(cursor: Cursor, desk_id: str) -> None:
    for table in ("desks", "context_pages", "context_events"):
        cursor.execute(
            f"DELETE FROM {table} WHERE desk_id = $desk_id",  # noqa: S608 - names of our own
            {"desk_id": desk_id},
        )
