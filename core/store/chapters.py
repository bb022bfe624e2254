"""The chapter tree of a regulation."""

from collections.abc import Sequence

from core.errors import ChapterNotFoundError
from core.model import ChapterNode
from core.store.database import Cursor, Database
from core.store.keys import stable_key
from core.store.rows import NounRows, insert_rows

_CHAPTER = NounRows("chapters", ChapterNode)


def insert(cursor: Cursor, chapters: Sequence[ChapterNode]) -> None:
    rows = [_CHAPTER.row(node, chapter_key=stable_key(node.node_id)) for node in chapters]
    insert_rows(cursor, "chapters", rows)


def get_chapter(database: Database, reg_id: str, node_id: str) -> ChapterNode:
    with database.reading() as cursor:
        found = _CHAPTER.select(
            cursor, "WHERE chapter_key = $chapter_key", {"chapter_key": stable_key(node_id)}
        )
    for chapter in found:
        if (chapter.reg_id, chapter.node_id) == (reg_id, node_id):
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
