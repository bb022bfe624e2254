"""The chapter tree of a regulation."""

from collections.abc import Collection, Sequence

from core.errors import ChapterNotFoundError
from core.model import ChapterNode
from core.model.chapters import OutlineRow
from core.store.database import Cursor, Database
from core.store.keys import stable_key
from core.store.rows import NounRows, insert_rows

_CHAPTER = NounRows("chapters", ChapterNode)


def insert(cursor: Cursor, chapters: Sequence[ChapterNode]) -> None:
    rows = [_CHAPTER.row(node, chapter_key=stable_key(node.node_id)) for node in chapters]
    insert_rows(cursor, "chapters", rows)


def find_chapter(database: Database, reg_id: str, node_id: str) -> ChapterNode | None:
    known = database.chapter_cache.find((reg_id, node_id))
    if known is not None:
        return known
    generation = database.chapter_cache.generation
    with database.reading() as cursor:
        found = _CHAPTER.select(
            cursor, "WHERE chapter_key = $chapter_key", {"chapter_key": stable_key(node_id)}
        )
    node = next((it for it in found if (it.reg_id, it.node_id) == (reg_id, node_id)), None)
    if node is not None:
        database.chapter_cache.keep((reg_id, node_id), node, generation)
    return node


def get_chapter(database: Database, reg_id: str, node_id: str) -> ChapterNode:
    chapter = find_chapter(database, reg_id, node_id)
    if chapter is not None:
        return chapter
    raise ChapterNotFoundError(
        f"{reg_id} has no chapter {node_id}.", hint="get_toc shows what there is."
    )


def chapters_of(database: Database, reg_id: str) -> list[ChapterNode]:
    """Every chapter of a regulation, in the order of the document."""
    with database.reading() as cursor:
        return _CHAPTER.select(
            cursor, 'WHERE reg_id = $reg_id ORDER BY "order", rowid', {"reg_id": reg_id}
        )


def chapters_beginning_on(
    database: Database, reg_id: str, first_page: int, last_page: int
) -> list[ChapterNode]:
    """Those that begin on these pages, in the order of the document."""
    with database.reading() as cursor:
        return _CHAPTER.select(
            cursor,
            """
            WHERE reg_id = $reg_id
                AND page_start BETWEEN $first_page AND $last_page
            ORDER BY "order", rowid
            """,
            {"reg_id": reg_id, "first_page": first_page, "last_page": last_page},
        )


def direct_blocks(database: Database, reg_id: str, node_ids: Collection[str]) -> set[str]:
    """Ids of the blocks that stand in these chapters themselves, not in those below them."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT unnest(direct_block_ids)
            FROM chapters
            WHERE reg_id = $reg_id
                AND node_id IN (SELECT unnest($node_ids::VARCHAR[]))
            """,
            {"reg_id": reg_id, "node_ids": list(node_ids)},
        ).fetchall()
    return {block_id for (block_id,) in rows}


def outline(database: Database, reg_id: str) -> list[OutlineRow]:
    """Every chapter in the order of the document, without what is in it."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT
                node_id,
                reg_id,
                parent_id,
                section_number,
                label,
                title,
                level,
                numbering,
                page_start,
                page_end,
                len(children_ids),
                len(direct_block_ids),
                heading_block_id
            FROM chapters
            WHERE reg_id = $reg_id
            ORDER BY "order", rowid
            """,
            {"reg_id": reg_id},
        ).fetchall()
    return [OutlineRow(*row) for row in rows]
