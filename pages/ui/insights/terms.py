"""Which terms a regulation uses in which chapter, and the passages that do."""

import math
from collections.abc import Sequence

import streamlit as st

from core.model.glossary import EVERYWHERE, TermUses
from core.model.insights import ChapterSize
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.insights.counted import FRONT, place_list, shown
from pages.ui.insights.names import chapter_name
from pages.ui.linked import stay_link
from pages.ui.links import Place
from pages.ui.plain import escaped
from pages.ui.plots import BLUE, Drawing, label, leading_chart
from pages.ui.resources import remembered, workbench

_ROW = 26  # pixels
_SHORT = 12  # characters of a chapter's name below the plot


def term_chart(reg_id: str, chapters: Sequence[ChapterSize]) -> None:
    """A dot for each term and chapter, larger for more; each leads to the passages it counts."""
    with friendly_errors():
        uses = _uses(reg_id)
    st.markdown(f"##### {text('insights.terms_by_chapter')}")
    if not uses.uses:
        st.caption(text("insights.nothing"))
        return
    kinds = {"defined": text("insights.defined"), "frequent": text("insights.frequent")}
    st.caption(kinds[uses.kind])
    places = [_leads(reg_id, it.term, it.chapter_id or FRONT) for it in uses.uses]
    leading_chart(
        _drawn(uses, chapters), places, key="terms", alt=text("insights.terms_by_chapter")
    )
    _passages(reg_id, chapters)
    totals = {term: sum(it.count for it in uses.uses if it.term == term) for term in uses.terms}
    with (
        st.expander(text("insights.as_list", count=len(totals))),
        st.container(horizontal=True, gap="small"),
    ):
        for nth, (term, count) in enumerate(totals.items()):
            place = _leads(reg_id, term, EVERYWHERE)
            stay_link(f"{escaped(term)} · {count}", place.params, key=f"term_{nth}")


def _leads(reg_id: str, term: str, chapter: str) -> Place:
    """The chapter comes first in the link: a term may hold a colon."""
    return links.insights(reg_id, show=f"term:{chapter}:{term}")


def _passages(reg_id: str, chapters: Sequence[ChapterSize]) -> None:
    """Those of the dot that the link asks for."""
    chapter, _, term = (shown("term") or "").partition(":")
    names = {it.chapter_id or FRONT: chapter_name(it) for it in chapters}
    names[EVERYWHERE] = text("insights.whole_regulation")
    if not term or chapter not in names:
        return
    with friendly_errors():
        found = workbench().places_of_term(reg_id, term, None if chapter == FRONT else chapter)
    where = escaped(names[chapter])
    title = text("insights.these_passages", term=escaped(term), where=where, count=len(found))
    place_list(title, found)


@remembered(entries=8)
def _uses(reg_id: str) -> TermUses:
    return workbench().term_uses(reg_id)


def _drawn(uses: TermUses, chapters: Sequence[ChapterSize]) -> Drawing:
    columns = {chapter.chapter_id: nth for nth, chapter in enumerate(chapters)}
    names = {chapter.chapter_id: chapter_name(chapter) for chapter in chapters}
    rows = {term: nth for nth, term in enumerate(uses.terms)}
    drawn = [(nth, it) for nth, it in enumerate(uses.uses) if it.chapter_id in columns]
    trace = {
        "type": "scatter",
        "mode": "markers",
        "x": [columns[it.chapter_id] for _, it in drawn],
        "y": [rows[it.term] for _, it in drawn],
        "marker": {
            "size": [min(7 + 3.2 * math.sqrt(it.count), _ROW) for _, it in drawn],
            "color": BLUE,
            "opacity": 0.75,
        },
        "customdata": [[nth] for nth, _ in drawn],
        "hovertext": [
            f"{label(it.term)} · {label(names[it.chapter_id], 60)}"
            f"<br>{text('insights.passages', count=it.count)}"
            for _, it in drawn
        ],
        "hoverinfo": "text",
        "unselected": {"marker": {"opacity": 0.75}},
    }
    return Drawing(
        [trace],
        height=_ROW * len(rows) + 130,
        xaxis={
            "tickmode": "array",
            "tickvals": list(columns.values()),
            "ticktext": [label(it.label or names[it.chapter_id], _SHORT) for it in chapters],
            "tickangle": -35,
            "range": [-0.6, len(columns) - 0.4],
            "zeroline": False,
        },
        yaxis={
            "tickmode": "array",
            "tickvals": list(rows.values()),
            "ticktext": [label(term) for term in rows],
            "range": [len(rows) - 0.4, -0.6],
            "zeroline": False,
        },
    )
