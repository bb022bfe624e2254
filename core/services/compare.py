"""Comparing sections, regulations and editions that are in the store."""

from core.comparison.comparing import Chosen, compare
from core.comparison.passages import Reading
from core.comparison.table_view import TableView, view_table
from core.model import ChapterNode, RegulationInfo
from core.model.comparison import Comparison, ComparisonRequest
from core.services.named_things import get_chapter
from core.store import chapters, pages, records, regulations, tables
from core.store.database import Database


def run_comparison(database: Database, asked: ComparisonRequest) -> Comparison:
    return compare(
        _chosen(database, asked.reg_a, asked.section_a),
        _chosen(database, asked.reg_b, asked.section_b),
        include_tables=asked.include_tables,
    )


def state_of(database: Database, reg_id: str) -> tuple[object, ...]:
    """The same as long as a regulation reads the same: its bytes and what people corrected."""
    info = regulations.get_info(database, reg_id)
    corrected = records.corrections_of(database, reg_id)
    return (
        info.sha256,
        info.edition,
        info.indexed_at,
        info.title,
        tuple((one.correction_id, one.made_at, one.undone_at) for one in corrected),
    )


def compared_table(database: Database, comparison: Comparison, nth_table: int) -> TableView:
    """A table of both sides, cell by cell; ``nth_table`` counts ``comparison.tables`` from 0."""
    pair = comparison.tables[nth_table]
    old, new = (
        tables.get_table(database, side.place.reg_id, side.table_id) if side is not None else None
        for side in (pair.old, pair.new)
    )
    return view_table(pair, old, new)


def list_editions(database: Database) -> list[RegulationInfo]:
    return regulations.list_infos(database)


def titled_sections(database: Database, reg_id: str) -> list[ChapterNode]:
    return [node for node in chapters.chapters_of(database, reg_id) if node.title]


def _chosen(database: Database, reg_id: str, section: str | None) -> Chosen:
    return _section(database, reg_id, section) if section else _whole(database, reg_id)


def _whole(database: Database, reg_id: str) -> Chosen:
    info = regulations.get_info(database, reg_id)
    reading = Reading(
        reg_id,
        pages.load_pages(database, info, 1, info.total_pages),
        tables.tables_of(database, reg_id),
        chapters.chapters_of(database, reg_id),
    )
    return Chosen(info, reading)


def _section(database: Database, reg_id: str, name: str) -> Chosen:
    info = regulations.get_info(database, reg_id)
    section = get_chapter(database, reg_id, name)
    found = pages.load_pages(database, info, section.page_start, section.page_end)
    table_ids = {
        block.table_meta.table_id: None
        for page in found
        for block in page.content_blocks
        if block.table_meta is not None
    }
    reading = Reading(
        reg_id,
        found,
        [tables.get_table(database, reg_id, table_id) for table_id in table_ids],
        # What is below the section begins on its pages: a long regulation has thousands more.
        chapters.chapters_beginning_on(database, reg_id, section.page_start, section.page_end),
    )
    return Chosen(info, reading, section)
