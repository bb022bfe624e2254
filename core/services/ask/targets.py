"""What can be quoted of a place that is referred to: a section, a table, a figure, a note."""

from collections.abc import Iterator

from core.answering.passages import Passage
from core.model import ReferenceTarget
from core.services.ask.evidence import passages_of
from core.store import chapters, figures, tables
from core.store.database import Database


def passages_at(database: Database, target: ReferenceTarget, most_pages: int) -> list[Passage]:
    """In reading order; of a long chapter or table, what stands on its first pages."""
    reg_id, target_id = target.reg_id, target.target_id
    table = tables.find_head(database, reg_id, target_id)
    if table is not None:
        last = min(table.page_end, table.page_start + most_pages - 1)
        on_its_pages = passages_between(database, reg_id, table.page_start, last)
        return [passage for passage in on_its_pages if passage.table_id == target_id]
    node = chapters.find_chapter(database, reg_id, target_id)
    if node is not None:
        last = min(node.page_end, node.page_start + most_pages - 1)
        below = _ids_below(database, reg_id, target_id)
        on_its_pages = passages_between(database, reg_id, node.page_start, last)
        return [passage for passage in on_its_pages if passage.chapter_id in below]
    figure = figures.find_figure(database, reg_id, target_id)
    page_num = figure.page_num if figure is not None else target.page_num
    return [
        passage
        for passage in passages_between(database, reg_id, page_num, page_num)
        if (passage.figure == figure if figure is not None else passage.note_id == target_id)
    ]


def passages_between(database: Database, reg_id: str, first: int, last: int) -> Iterator[Passage]:
    yield from passages_of(database, [(reg_id, page_num) for page_num in range(first, last + 1)])


def _ids_below(database: Database, reg_id: str, node_id: str) -> set[str]:
    """The chapter and all chapters in it; parents come first."""
    below = {node_id}
    for node in chapters.chapters_of(database, reg_id):
        if node.parent_id in below:
            below.add(node.node_id)
    return below
