"""The passages among which an answer is looked for: those of the pages that a search finds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.answering.passages import Passage, passages_on
from core.model import Figure, PageDocument, Table, ids
from core.model.answers import Question
from core.services.search import Searcher, SearchFilters, search
from core.store import figures, pages, tables
from core.store.database import Database

_PAGES = 16
_TABLE_PAGES = 6

PageKey = tuple[str, int]


@dataclass(frozen=True)
class Evidence:
    """``page_scores`` are those of the search from 0 to 1. ``notes`` say what it did without."""

    passages: tuple[Passage, ...]
    page_scores: Mapping[PageKey, float]
    reg_ids: tuple[str, ...]
    notes: tuple[str, ...] = ()


def gather(searcher: Searcher, question: Question) -> Evidence:
    filters = SearchFilters(reg_ids=question.reg_ids, chapter_scope=question.chapter_scope)
    outcome = search(searcher, question.text, filters, _PAGES)
    places = [(result.reg_id, result.page_num) for result in outcome.results]
    scores = {place: 1 / (1 + nth / 4) for nth, place in reversed(list(enumerate(places)))}
    # A row has few words: pages with tables are looked for once more, among themselves.
    in_tables = search(
        searcher, question.text, replace(filters, block_types=("table",)), _TABLE_PAGES
    )
    for nth, result in enumerate(in_tables.results):
        scores.setdefault((result.reg_id, result.page_num), 1 / (2 + nth / 2))
    # Rows found together may stand on the page before or after as well.
    for nth, result in enumerate((*outcome.results[:_TABLE_PAGES], *in_tables.results)):
        for block_id in {it for chunk in result.matched_chunks for it in chunk.block_ids}:
            scores.setdefault((result.reg_id, ids.page_of(block_id)), 1 / (2 + nth / 2))
    passages = passages_of(searcher.database, scores)
    return Evidence(tuple(passages), scores, outcome.reg_ids, outcome.notes)


def passages_of(database: Database, places: Iterable[PageKey]) -> list[Passage]:
    """All that can be quoted from these pages."""
    read = [pages.load_page(database, reg_id, page_num) for reg_id, page_num in places]
    whole = tables_on(database, read)
    shown = figures_on(database, read)
    return [passage for page in read for passage in passages_on(page, whole, shown)]


def tables_on(database: Database, read: Iterable[PageDocument]) -> dict[str, Table]:
    wanted = {
        (page.reg_id, block.table_meta.table_id)
        for page in read
        for block in page.content_blocks
        if block.table_meta is not None
    }
    return {table_id: tables.get_table(database, reg_id, table_id) for reg_id, table_id in wanted}


def figures_on(database: Database, read: Iterable[PageDocument]) -> dict[str, Figure]:
    found: dict[str, Figure] = {}
    for page in read:
        for block in page.content_blocks:
            figure = figures.find_figure(database, page.reg_id, block.figure_id or "")
            if figure is not None:
                found[figure.figure_id] = figure
    return found
