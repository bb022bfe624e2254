"""Finding tables: by number, caption, cells or meaning. A table over pages is one hit."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from core.model import Table, TableMatch, ids
from core.model.retrieval import TableMatchType, TableSearchMode
from core.retrieval.folding import fold, fold_characters
from core.retrieval.highlights import contains_phrase, highlights
from core.retrieval.query import Query
from core.services.search.page_by_page import tables_of
from core.services.search.ranking import RankedChunk, rank_chunks
from core.services.search.scope import Scope, SearchFilters, resolve_scope, without_names
from core.services.search.searcher import Searcher
from core.store import search_sets, tables
from core.store.database import Database
from core.structure.tables.caption_text import read_caption

_MERE_NUMBER = re.compile(r"[0-9][0-9.-]*")
_CHUNKS_READ = 1000
_MARKED_ROWS = 5
_FEWEST_READ = 20  # tables; each is looked through row by row
_MOST_READ = 300
_FIRST: tuple[TableMatchType, ...] = ("number", "caption", "cells", "semantic")


@dataclass
class _Found:
    table: Table
    score: float
    is_near: bool
    match_types: set[TableMatchType] = field(default_factory=set)
    rows: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    share: float = 0.0  # of the query's characters that stand in caption or cells


def search_tables(
    searcher: Searcher,
    text: str,
    filters: SearchFilters,
    limit: int,
    mode: TableSearchMode = "hybrid",
) -> list[tuple[Table, TableMatch]]:
    """Best first, each with what matched. ``mode`` keeps those only that matched that way."""
    query = searcher.query(text)
    scope = resolve_scope(searcher.database, filters, query)
    query = searcher.query(without_names(text, scope))
    unindexed = search_sets.unindexed(searcher.database, scope.reg_ids)
    ranking = rank_chunks(searcher, query, scope.without(unindexed))
    best = _best_by_table(islice(ranking.hits, _CHUNKS_READ))
    is_narrowed = bool(filters.chapter_scope or filters.section_number)
    called = [] if is_narrowed else _called(searcher, query, scope)
    unranked = tables_of(searcher.database, scope.only_of(unindexed)) if unindexed else []
    kept: list[_Found] = []
    for table_ids in _batches(list(dict.fromkeys([*called, *best, *unranked])), len(called)):
        read = tables.get_tables(searcher.database, table_ids)
        found = [_looked_at(query, table, best.get(table_id)) for table_id, table in read.items()]
        kept += sorted((each for each in found if _passes(each, mode)), key=_order)
        if len(kept) >= limit:
            break
    return [(each.table, _match(each)) for each in kept[:limit]]


def _batches(table_ids: Sequence[str], called: int) -> Iterator[Sequence[str]]:
    """Tables to look through one after the other, each time twice as many.

    Every search cuts them at the same places, so that what a longer one finds begins with what a
    shorter one found.
    """
    start, size = 0, called + _FEWEST_READ
    while start < min(len(table_ids), called + _MOST_READ):
        yield table_ids[start : start + size]
        start, size = start + size, 2 * size


def look_at_tables(
    searcher: Searcher, text: str, table_ids: Iterable[str]
) -> dict[str, tuple[Table, TableMatch]]:
    """What of the query stands in these tables, by id; those that are gone are left out."""
    query = searcher.query(text)
    read = tables.get_tables(searcher.database, list(dict.fromkeys(table_ids)))
    return {
        table_id: (table, _match(_looked_at(query, table, None)))
        for table_id, table in read.items()
    }


def _best_by_table(hits: Iterable[RankedChunk]) -> dict[str, RankedChunk]:
    best: dict[str, RankedChunk] = {}
    for hit in hits:
        if hit.chunk.table_id is not None:
            best.setdefault(hit.chunk.table_id, hit)
    return best


def _called(searcher: Searcher, query: Query, scope: Scope) -> list[str]:
    """Tables whose number the query asks for, or whose caption holds all of it."""
    number = _number_asked(query)
    phrases = {fold(query.text).text, fold_characters(query.text).text} - {""}
    return [
        caption.table_id
        for reg_id in scope.reg_ids
        for caption in _captions(searcher.database, reg_id)
        if (number is not None and caption.number == number)
        or (
            any(phrase in folded for phrase in phrases for folded in caption.folded)
            and contains_phrase(caption.printed, query.text)
        )
    ]


class _Caption(NamedTuple):
    table_id: str
    number: str | None
    printed: str
    folded: tuple[str, str]


def _captions(database: Database, reg_id: str) -> list[_Caption]:
    """Folding thousands of captions takes longer than the search itself: once, not each time."""

    def read() -> list[_Caption]:
        return [
            _Caption(
                head.table_id,
                ids.slug_of_number(head.number) if head.number is not None else None,
                head.caption or "",
                (fold(head.caption or "").text, fold_characters(head.caption or "").text),
            )
            for head in tables.heads_between(database, reg_id, 0, None)[0]
        ]

    return database.remembered(f"captions of {reg_id}", read)


def _number_asked(query: Query) -> str | None:
    """表6-2, Table R1 or 附表1 stand in the query."""
    asked = read_caption(query.text)
    if asked is None or asked.number is None:
        return None
    return ids.slug_of_number(asked.number)


def _has_number(table: Table, query: Query) -> bool:
    asked = _number_asked(query)
    return (
        asked is not None
        and table.number is not None
        and (asked == ids.slug_of_number(table.number))
    )


def _looked_at(query: Query, table: Table, hit: RankedChunk | None) -> _Found:
    found = _Found(table, hit.score if hit else 0.0, bool(hit and hit.is_near))
    in_caption = _share(query, table.caption or "")
    by_row: dict[int, list[str]] = {}
    for cell in table.cells:
        for row in range(cell.row, cell.row + cell.row_span):
            by_row.setdefault(row, []).append(cell.content)
    # Bars between the cells, as in a chunk: no phrase runs from one into the next.
    lines = {row: " | ".join(contents) for row, contents in by_row.items()}
    shares = {row: _share(query, line) for row, line in lines.items()}
    most = max(shares.values(), default=0.0)
    found.share = max(in_caption, most)
    if _has_number(table, query):
        found.match_types.add("number")
    if in_caption:
        found.match_types.add("caption")
    if most:
        found.match_types.add("cells")
        found.rows = tuple(row for row, share in sorted(shares.items()) if share == most)
    if found.is_near:
        found.match_types.add("semantic")
    found.words = _marked_words(
        query, [table.caption or "", *(lines[row] for row in found.rows[:_MARKED_ROWS])]
    )
    return found


def _share(query: Query, text: str) -> float:
    """How much of the query stands in the text, from 0 to 1."""
    if any(contains_phrase(text, phrase) for phrase in query.must_stand):
        return 1.0
    if query.phrases:
        return 0.0
    places = highlights(text, query.text, query.dictionary)
    marked = {fold(text[start:end]).text for start, end in places}
    if all(_MERE_NUMBER.fullmatch(word) for word in marked) and any(map(str.isalpha, query.folded)):
        return 0.0  # the 6 of 表6-2 stands in many rows and says nothing
    # Words that stand in another marked one would count twice.
    longest = [word for word in marked if not any(word != o and word in o for o in marked)]
    return min(1.0, sum(map(len, longest)) / len(query.folded))


def _marked_words(query: Query, texts: Iterable[str]) -> tuple[str, ...]:
    marked = (
        text[start:end]
        for text in texts
        for start, end in highlights(text, query.text, query.dictionary)
    )
    return tuple(dict.fromkeys(marked))


def _passes(found: _Found, mode: TableSearchMode) -> bool:
    if mode == "caption":
        return bool(found.match_types & {"caption", "number"})
    return bool(found.match_types) if mode == "hybrid" else mode in found.match_types


def _order(found: _Found) -> tuple[object, ...]:
    return (
        "number" not in found.match_types,
        found.share < 1.0,
        -found.score,
        found.table.table_id,
    )


def _match(found: _Found) -> TableMatch:
    return TableMatch(
        table_id=found.table.table_id,
        score=round(found.score, 4),
        match_types=tuple(kind for kind in _FIRST if kind in found.match_types),
        rows=found.rows,
        words=found.words,
    )
