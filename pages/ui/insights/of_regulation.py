"""One regulation in figures."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from core.model.insights import ChapterSize, RegulationInsights
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.following.names import NOTE_TYPES, note_types, reference_types, states
from pages.ui.i18n import text
from pages.ui.insights.bars import Bar, bar_chart
from pages.ui.insights.counted import (
    FRONT,
    ROWS,
    in_chapter,
    over_pages,
    page_list,
    rows_key,
    shown,
    table_list,
    with_rows,
)
from pages.ui.insights.names import QUALITY_COLOURS, chapter_name, qualities, state_colours
from pages.ui.insights.terms import term_chart
from pages.ui.plots import BLUE, GREY
from pages.ui.resources import remembered, workbench


def regulation_view(reg_id: str) -> None:
    with friendly_errors():
        counts = _counts(reg_id)
    _headline(counts)
    left, right = st.columns(2, gap="large")
    with left:
        _pages(counts)
        _chapters(counts)
        _notes(counts)
        _ingests(counts)
    with right:
        _tables_by_chapter(counts)
        _tables_by_rows(counts)
        _joined(counts)
        _references(counts)
    term_chart(reg_id, counts.chapters)


@remembered(entries=8)
def _counts(reg_id: str) -> RegulationInsights:
    return workbench().insights(reg_id)


def _headline(counts: RegulationInsights) -> None:
    joined = sum(table.page_count > 1 for table in counts.tables)
    open_references = sum(it.count for it in counts.references if it.state != "resolved")
    figures = {
        text("insights.pages"): counts.info.total_pages,
        text("insights.tables"): len(counts.tables),
        text("insights.joined"): joined,
        text("insights.notes"): sum(it.count for it in counts.notes),
        text("insights.references"): sum(it.count for it in counts.references),
        text("insights.open"): open_references,
    }
    for column, (name, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.metric(name, value)


def _pages(counts: RegulationInsights) -> None:
    reg_id, names = counts.info.reg_id, qualities()
    found = {it.quality: it.count for it in counts.pages}
    bars = [
        Bar(names[quality], found[quality], links.insights(reg_id, show=f"pages:{quality}"))
        for quality in QUALITY_COLOURS
        if quality in found
    ]
    bar_chart(text("insights.pages_by_quality"), bars, key="pages")
    quality = shown("pages")
    if quality in found:
        page_list(reg_id, quality)


def _chapters(counts: RegulationInsights) -> None:
    reg_id = counts.info.reg_id
    bars = [
        Bar(chapter_name(it), it.characters, links.reader(reg_id, it.page_start, it.chapter_id))
        for it in counts.chapters
    ]
    bar_chart(text("insights.chapter_sizes"), bars, key="chapters", lead=text("insights.in_signs"))


def _tables_by_chapter(counts: RegulationInsights) -> None:
    reg_id = counts.info.reg_id
    found = Counter(table.chapter_id for table in counts.tables)
    bars = [
        Bar(
            chapter_name(it),
            found[it.chapter_id],
            links.insights(reg_id, show=f"chapter:{it.chapter_id or FRONT}"),
        )
        for it in _with_front(counts)
        if found[it.chapter_id]
    ]
    bar_chart(text("insights.tables_by_chapter"), bars, key="tables")
    chapter = shown("chapter")
    if chapter is not None:
        table_list(in_chapter(counts.tables, chapter))


def _with_front(counts: RegulationInsights) -> Sequence[ChapterSize]:
    """Tables may stand before the first chapter where no text does."""
    if any(it.chapter_id is None for it in counts.chapters):
        return counts.chapters
    return (ChapterSize(chapter_id=None, page_start=1, page_end=1, characters=0), *counts.chapters)


def _tables_by_rows(counts: RegulationInsights) -> None:
    reg_id = counts.info.reg_id
    found = Counter(rows_key(table.row_count) for table in counts.tables)
    bars = []
    for first, last in ROWS:
        key = rows_key(first)
        name = (
            text("insights.rows_from_to", first=first, last=last)
            if last
            else text("insights.rows_from", first=first)
        )
        if found[key]:
            bars.append(Bar(name, found[key], links.insights(reg_id, show=f"rows:{key}")))
    bar_chart(text("insights.tables_by_rows"), bars, key="rows")
    key = shown("rows") or ""
    if key:
        table_list(with_rows(counts.tables, key))


def _joined(counts: RegulationInsights) -> None:
    found = Counter(it.page_count for it in counts.tables if it.page_count > 1)
    bars = [
        Bar(
            text("insights.over_pages", count=count),
            found[count],
            links.insights(counts.info.reg_id, show=f"over:{count}"),
        )
        for count in sorted(found)
    ]
    bar_chart(text("insights.joined_by_length"), bars, key="joined")
    count = shown("over")
    if count is not None:
        table_list(over_pages(counts.tables, count))


def _notes(counts: RegulationInsights) -> None:
    reg_id, names = counts.info.reg_id, note_types()
    series = {True: text("insights.cited"), False: text("insights.uncited")}
    bars = [
        Bar(
            names[it.annotation_type],
            it.count,
            links.notes(
                reg_id, type=it.annotation_type, cited="cited" if it.is_cited else "uncited"
            ),
            series[it.is_cited],
        )
        for kind in NOTE_TYPES
        for it in counts.notes
        if it.annotation_type == kind
    ]
    colours = {series[True]: BLUE, series[False]: GREY}
    bar_chart(text("insights.notes_by_type"), bars, key="notes", colours=colours)


def _references(counts: RegulationInsights) -> None:
    reg_id, kinds, conditions = counts.info.reg_id, reference_types(), states()
    bars = [
        Bar(
            kinds[it.reference_type],
            it.count,
            links.notes(reg_id, view="references", state=it.state, kind=it.reference_type),
            conditions[it.state],
        )
        for kind in kinds
        for it in counts.references
        if it.reference_type == kind
    ]
    bar_chart(text("insights.references_by_state"), bars, key="references", colours=state_colours())


def _ingests(counts: RegulationInsights) -> None:
    bars = [
        Bar(
            f"{it.read_at:%Y-%m-%d %H:%M}",
            it.seconds,
            links.library(it.reg_id),
            said=text("insights.seconds", count=it.seconds),
        )
        for it in counts.ingests
    ]
    bar_chart(text("insights.ingest_times"), bars, key="ingests")
