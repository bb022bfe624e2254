"""The whole library in figures; a bar of a regulation leads into that regulation."""

from collections import Counter

import streamlit as st

from core.model.insights import LibraryInsights
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.following.names import states
from pages.ui.i18n import text
from pages.ui.insights.bars import Bar, bar_chart
from pages.ui.insights.counted import ONE_PAGE, SEVERAL_PAGES
from pages.ui.insights.names import QUALITY_COLOURS, qualities, state_colours
from pages.ui.plots import AMBER, BLUE, GREY
from pages.ui.resources import remembered, workbench


def library_view() -> None:
    with friendly_errors():
        counts = _counts()
    _headline(counts)
    left, right = st.columns(2, gap="large")
    with left:
        _pages(counts)
        _tables(counts)
        _notes(counts)
        _ingests(counts)
    with right:
        _sizes(counts)
        _joined(counts)
        _references(counts)


@remembered(entries=1)
def _counts() -> LibraryInsights:
    return workbench().library_insights()


def _headline(counts: LibraryInsights) -> None:
    figures = {
        text("insights.regulations"): len(counts.infos),
        text("insights.pages"): sum(it.count for it in counts.pages),
        text("insights.tables"): sum(it.count for it in counts.tables),
        text("insights.joined"): sum(it.count for it in counts.tables if it.page_count > 1),
        text("insights.notes"): sum(it.count for it in counts.notes),
        text("insights.references"): sum(it.count for it in counts.references),
    }
    for column, (name, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.metric(name, value)


def _titles(counts: LibraryInsights) -> dict[str, str]:
    """By reg_id; the id itself where two bear the same title."""
    often = Counter(info.title for info in counts.infos)
    return {i.reg_id: i.title if often[i.title] == 1 else i.reg_id for i in counts.infos}


def _pages(counts: LibraryInsights) -> None:
    titles, names = _titles(counts), qualities()
    bars = [
        Bar(
            titles[it.reg_id],
            it.count,
            links.insights(it.reg_id, show=f"pages:{it.quality}"),
            names[it.quality],
        )
        for reg_id in titles
        for it in counts.pages
        if it.reg_id == reg_id
    ]
    colours = {names[quality]: colour for quality, colour in QUALITY_COLOURS.items()}
    bar_chart(text("insights.pages_by_quality"), bars, key="pages", colours=colours)


def _sizes(counts: LibraryInsights) -> None:
    bars = [
        Bar(title, counts.characters.get(reg_id, 0), links.insights(reg_id))
        for reg_id, title in _titles(counts).items()
    ]
    lead = text("insights.in_signs")
    bar_chart(text("insights.regulation_sizes"), bars, key="sizes", lead=lead)


def _tables(counts: LibraryInsights) -> None:
    one, several = text("insights.on_one_page"), text("insights.joined")
    shown = {one: ONE_PAGE, several: SEVERAL_PAGES}
    alone: Counter[str] = Counter()
    joined: Counter[str] = Counter()
    for it in counts.tables:
        (joined if it.page_count > 1 else alone)[it.reg_id] += it.count
    bars = [
        Bar(title, count[reg_id], links.insights(reg_id, show=f"over:{shown[series]}"), series)
        for reg_id, title in _titles(counts).items()
        for series, count in ((one, alone), (several, joined))
        if count[reg_id]
    ]
    colours = {one: BLUE, several: AMBER}
    bar_chart(text("insights.tables_by_regulation"), bars, key="tables", colours=colours)


def _joined(counts: LibraryInsights) -> None:
    """A row for each length and regulation: each bar leads to tables of one regulation."""
    titles = _titles(counts)
    bars = [
        Bar(
            f"{text('insights.over_pages', count=it.page_count)} · {titles[it.reg_id]}",
            it.count,
            links.insights(it.reg_id, show=f"over:{it.page_count}"),
        )
        for it in sorted(counts.tables, key=lambda it: it.page_count)
        if it.page_count > 1
    ]
    bar_chart(text("insights.joined_by_length"), bars, key="joined")


def _notes(counts: LibraryInsights) -> None:
    series = {True: text("insights.cited"), False: text("insights.uncited")}
    found: Counter[tuple[str, bool]] = Counter()
    for it in counts.notes:
        found[it.reg_id, it.is_cited] += it.count
    bars = [
        Bar(
            title,
            found[reg_id, is_cited],
            links.notes(reg_id, view="notes", cited="cited" if is_cited else "uncited"),
            name,
        )
        for reg_id, title in _titles(counts).items()
        for is_cited, name in series.items()
        if found[reg_id, is_cited]
    ]
    colours = {series[True]: BLUE, series[False]: GREY}
    bar_chart(text("insights.notes_by_regulation"), bars, key="notes", colours=colours)


def _references(counts: LibraryInsights) -> None:
    conditions = states()
    found: Counter[tuple[str, str]] = Counter()
    for it in counts.references:
        found[it.reg_id, it.state] += it.count
    bars = [
        Bar(
            title,
            found[reg_id, state],
            links.notes(reg_id, view="references", state=state),
            name,
        )
        for reg_id, title in _titles(counts).items()
        for state, name in conditions.items()
        if found[reg_id, state]
    ]
    bar_chart(text("insights.references_by_state"), bars, key="references", colours=state_colours())


def _ingests(counts: LibraryInsights) -> None:
    """The last reading of each regulation that is still there."""
    a_page = {it.reg_id: it.seconds / max(1, it.pages) for it in counts.ingests}
    bars = [
        Bar(
            title,
            a_page[reg_id],
            links.library(reg_id),
            said=text("insights.seconds_a_page", count=a_page[reg_id]),
        )
        for reg_id, title in _titles(counts).items()
        if reg_id in a_page
    ]
    bar_chart(text("insights.ingest_times"), bars, key="ingests")
