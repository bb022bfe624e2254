"""Bars that lead to what they count, and the same as links for the keyboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from pages.ui import links
from pages.ui.i18n import text
from pages.ui.linked import stay_link
from pages.ui.links import Place
from pages.ui.plain import escaped
from pages.ui.plots import BLUE, Drawing, label, leading_chart

_ROW = 27  # pixels
_MOST_ROWS = 40  # that are drawn; all are in the list


@dataclass(frozen=True)
class Bar:
    """``name`` may come out of a document. Bars of one name stand in one row, by ``series``."""

    name: str
    count: float
    place: Place
    series: str = ""
    said: str = ""  # the count in words, where it is no plain number

    @property
    def figure(self) -> str:
        return self.said or f"{self.count:,.0f}"


def bar_chart(
    title: str,
    bars: Sequence[Bar],
    *,
    key: str,
    colours: Mapping[str, str] | None = None,
    lead: str = "",
) -> None:
    """``colours`` by series, in the order in which they are stacked."""
    st.markdown(f"##### {title}")
    if lead:
        st.caption(lead)
    if not any(bar.count for bar in bars):
        st.caption(text("insights.nothing"))
        return
    leading_chart(
        _drawn(bars, colours or {"": BLUE}), [bar.place for bar in bars], key=key, alt=title
    )
    with st.expander(text("insights.as_list", count=len(bars))):
        _listed(bars, key)


def _drawn(bars: Sequence[Bar], colours: Mapping[str, str]) -> Drawing:
    rows = {name: nth for nth, name in enumerate(dict.fromkeys(bar.name for bar in bars))}
    shown = list(rows)[:_MOST_ROWS]
    traces = []
    for series, colour in colours.items():
        own = [
            (nth, bar)
            for nth, bar in enumerate(bars)
            if bar.series == series and rows[bar.name] < _MOST_ROWS
        ]
        if own:
            traces.append(_trace(series, colour, own, rows) | {"showlegend": len(colours) > 1})
    return Drawing(
        traces,
        height=_ROW * len(shown) + (66 if len(colours) > 1 else 40),
        xaxis={"showticklabels": False, "showgrid": False, "zeroline": False},
        yaxis={
            "tickmode": "array",
            "tickvals": list(range(len(shown))),
            "ticktext": [label(name) for name in shown],
            "range": [len(shown) - 0.5, -0.5],
            "showgrid": False,
        },
        layout={"barmode": "stack", "bargap": 0.28},
    )


def _trace(
    series: str, colour: str, own: Sequence[tuple[int, Bar]], rows: Mapping[str, int]
) -> dict[str, object]:
    return {
        "type": "bar",
        "orientation": "h",
        "name": series,
        "x": [bar.count for _, bar in own],
        "y": [rows[bar.name] for _, bar in own],
        "customdata": [[nth] for nth, _ in own],
        "text": [bar.figure for _, bar in own],
        "textposition": "auto",
        "textangle": 0,
        "insidetextanchor": "end",
        "marker": {"color": colour},
        "hovertext": [
            f"{label(bar.name, 80)}<br>{f'{series} {bar.figure}'.strip()}" for _, bar in own
        ],
        "hoverinfo": "text",
        "unselected": {"marker": {"opacity": 1}},
    }


def _listed(bars: Sequence[Bar], key: str) -> None:
    for nth, bar in enumerate(bars):
        if not bar.count:
            continue
        series = f" · {bar.series}" if bar.series else ""
        words = f"{escaped(bar.name)}{series} · {bar.figure}"
        if bar.place.page == "insights":
            stay_link(words, bar.place.params, key=f"{key}_{nth}")
        else:
            links.link(words, bar.place)
