"""The contents of a regulation: its chapters, as deep as asked."""

import json
from collections.abc import Sequence

from core.model import ChapterNode, PageDocument, RegulationInfo, ids
from core.model.chapters import OutlineRow
from core.services.named_things import get_chapter
from core.services.outline import ShownChapters, outline
from core.store import chapters, pages, regulations
from core.store.database import Database


def contents(database: Database, reg_id: str) -> tuple[RegulationInfo, list[ChapterNode]]:
    """Every chapter with what is in it, in the order of the document."""
    return regulations.get_info(database, reg_id), chapters.chapters_of(database, reg_id)


def contents_to_depth(
    database: Database, reg_id: str, depth: int | None = None, expand: str | None = None
) -> tuple[RegulationInfo, ShownChapters]:
    """Chapters in the order of the document, the uppermost ``depth`` levels of the tree.

    ``expand`` names a chapter that is shown with all below it, and the way to it; alone it leaves
    the rest at one level.
    """
    info = regulations.get_info(database, reg_id)
    tree = outline(database, reg_id)
    if expand is not None:
        opened = get_chapter(database, reg_id, expand)
        return info, tree.opened_at(opened.node_id, depth or 1)
    return info, tree.down_to(depth or len(tree.rows))


def contents_list(database: Database, reg_id: str) -> bytes:
    """Every chapter for the browser, as JSON: id, parent, label, title, first page, last page,
    heading. Ids stand without the regulation, which the browser knows.
    """
    _, shown = contents_to_depth(database, reg_id)
    rows = [
        [
            ids.own_name(row.node_id),
            ids.own_name(row.parent_id or ""),
            row.label or ("" if row.title else row.section_number),
            row.title,
            row.page_start,
            row.page_end,
            ids.own_name(row.heading_block_id or ""),
        ]
        for row in shown.rows
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()


def chapter_structure(
    database: Database, reg_id: str, section: str | None
) -> tuple[RegulationInfo, Sequence[OutlineRow]]:
    """Every chapter, or one with all below it, in the order of the document."""
    if section is None:
        info, everything = contents_to_depth(database, reg_id)
        return info, everything.rows
    top = get_chapter(database, reg_id, section)
    return regulations.get_info(database, reg_id), outline(database, reg_id).whole(top.node_id)


def page_chapters(
    database: Database, reg_id: str, page_num: int
) -> tuple[PageDocument, dict[str, ChapterNode]]:
    """A page and the chapters that it belongs to, by node id."""
    page = pages.load_page(database, reg_id, page_num)
    found = [
        chapters.find_chapter(database, reg_id, active.node_id) for active in page.active_chapters
    ]
    return page, {node.node_id: node for node in found if node is not None}
