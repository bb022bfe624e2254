"""What a regulation and the library hold, counted by the store and put under its chapters."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import TypeVar

from core.model.glossary import EVERYWHERE, TermPlace, TermUse, TermUses
from core.model.insights import (
    ChapterSize,
    IngestTime,
    LibraryInsights,
    NoteTally,
    PageTally,
    ReferenceTally,
    RegulationInsights,
    TableTally,
)
from core.services.glossary import glossary
from core.services.outline import Outline, outline
from core.store import regulations, statistics
from core.store.database import Database
from core.store.statistics import ChapterText, TermBlock

_Tally = TypeVar("_Tally", PageTally, TableTally, NoteTally, ReferenceTally, IngestTime)

_MOST_TERMS = 30  # rows of a plot that can still be read
_BEFORE, _AFTER = 16, 36  # characters around a term that tell what it is used for


def regulation_insights(database: Database, reg_id: str) -> RegulationInsights:
    info = regulations.get_info(database, reg_id)
    tree = outline(database, reg_id)
    tables = [
        table.model_copy(update={"chapter_id": tree.top_of(table.chapter_id)})
        for table in statistics.tables_counted(database, reg_id)
    ]
    return RegulationInsights(
        info=info,
        pages=tuple(statistics.pages_by_quality(database, reg_id)),
        tables=tuple(tables),
        notes=tuple(statistics.notes_by_type(database, reg_id)),
        references=tuple(statistics.references_by_state(database, reg_id)),
        chapters=tuple(_sizes(tree, statistics.text_by_chapter(database, reg_id))),
        ingests=tuple(statistics.ingest_times(database, reg_id)),
    )


def library_insights(database: Database) -> LibraryInsights:
    """Of what is in force: a past edition would count most of its regulation twice."""
    infos = [info for info in regulations.list_infos(database) if "@" not in info.reg_id]
    present = {info.reg_id for info in infos}
    characters = statistics.characters_by_regulation(database)
    chapters = statistics.top_chapters_by_regulation(database)
    return LibraryInsights(
        infos=tuple(infos),
        pages=_of(present, statistics.pages_by_quality(database, None)),
        tables=_of(present, statistics.tables_by_length(database)),
        notes=_of(present, statistics.notes_by_type(database, None)),
        references=_of(present, statistics.references_by_state(database, None)),
        characters={reg_id: n for reg_id, n in characters.items() if reg_id in present},
        chapters={reg_id: n for reg_id, n in chapters.items() if reg_id in present},
        ingests=_of(present, statistics.ingest_times(database, None)),
    )


def _of(reg_ids: Collection[str], tallies: Iterable[_Tally]) -> tuple[_Tally, ...]:
    return tuple(tally for tally in tallies if tally.reg_id in reg_ids)


def pages_of_quality(database: Database, reg_id: str, quality: str) -> list[int]:
    regulations.get_info(database, reg_id)
    return statistics.pages_of_quality(database, reg_id, quality)


def term_uses(database: Database, reg_id: str) -> TermUses:
    """The terms that are used most, by chapter of the top level."""
    regulations.get_info(database, reg_id)
    defined = list(dict.fromkeys(it.term for it in glossary(database, reg_id).definitions))
    terms = defined or statistics.frequent_terms(database, reg_id, _MOST_TERMS)
    tree = outline(database, reg_id)
    counts: Counter[tuple[str, str | None]] = Counter()
    for term, chapter_id, count in statistics.term_counts(database, reg_id, terms):
        counts[term, tree.top_of(chapter_id)] += count
    shown = _most_used(terms, counts)
    return TermUses(
        reg_id=reg_id,
        kind="defined" if defined else "frequent",
        terms=tuple(shown),
        uses=tuple(
            TermUse(term=term, chapter_id=chapter_id, count=count)
            for (term, chapter_id), count in counts.items()
            if term in shown
        ),
    )


def places_of_term(
    database: Database, reg_id: str, term: str, chapter_id: str | None = EVERYWHERE
) -> list[TermPlace]:
    """The passages that :func:`term_uses` counts, in one chapter of the top level or in all."""
    regulations.get_info(database, reg_id)
    tree = outline(database, reg_id)
    return [
        _place(reg_id, term, block)
        for block in statistics.blocks_with_term(database, reg_id, term)
        if term and chapter_id in (EVERYWHERE, tree.top_of(block.chapter_id))
    ]


def _place(reg_id: str, term: str, block: TermBlock) -> TermPlace:
    before, _, after = block.text.partition(term)
    return TermPlace(
        reg_id=reg_id,
        term=term,
        page_num=block.page_num,
        block_id=block.block_id,
        before=_flat(before)[-_BEFORE:],
        after=_flat(after)[:_AFTER],
    )


def _flat(text: str) -> str:
    """On one line, without what Markdown draws headings and tables with."""
    return " ".join(re.sub(r"^#+ |\|(?:\s*:?-{3,}:?\s*\|)+|\||<br>", " ", text).split())


def _most_used(terms: Iterable[str], counts: Counter[tuple[str, str | None]]) -> list[str]:
    totals: Counter[str] = Counter()
    for (term, _), count in counts.items():
        totals[term] += count
    return sorted(terms, key=lambda term: -totals[term])[:_MOST_TERMS]


def _sizes(tree: Outline, texts: Iterable[ChapterText]) -> list[ChapterSize]:
    """In the order of the document; what stands before the first chapter comes first, if it has
    any text.
    """
    characters: Counter[str | None] = Counter()
    front: list[ChapterText] = []
    for text in texts:
        top = tree.top_of(text.chapter_id)
        characters[top] += int(text.characters)
        if top is None:
            front.append(text)
    sizes = [
        ChapterSize(
            chapter_id=row.node_id,
            label=row.label,
            title=row.title,
            page_start=row.page_start,
            page_end=row.page_end,
            characters=characters[row.node_id],
        )
        for row in tree.top
    ]
    if front:
        before = ChapterSize(
            chapter_id=None,
            page_start=min(text.first_page for text in front),
            page_end=max(text.last_page for text in front),
            characters=characters[None],
        )
        sizes.insert(0, before)
    return sizes
