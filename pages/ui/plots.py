"""Plots whose points and bars lead to what they count.

Text of documents goes through :func:`label`: Plotly reads some tags in its texts.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from pages.ui import links
from pages.ui.links import Place

# Readable on paper and on a dark page.
BLUE, AMBER, RED, GREEN, GREY = "#4b8fb8", "#c9953a", "#c4614f", "#5c9a76", "#8c969b"
_CLICKED = "clicked_place"
_LONG = 26  # characters of a name beside an axis
_CONFIG = {"displayModeBar": False, "scrollZoom": False}


def label(words: str, longest: int = _LONG) -> str:
    flat = " ".join(words.split())
    return escape(flat if len(flat) <= longest else f"{flat[: longest - 1]}…")


def _ink() -> str:
    """Of names beside an axis: Streamlit's own grey is too faint to read."""
    return "#a9b2b6" if st.context.theme.type == "dark" else "#566067"


@dataclass(frozen=True)
class Drawing:
    """Traces and layout as Plotly's own dictionaries: its classes take ten times as long to fill.

    ``customdata`` of a point is the number of the place that it leads to.
    """

    traces: list[dict[str, Any]]
    height: int
    xaxis: dict[str, Any]
    yaxis: dict[str, Any]
    layout: dict[str, Any] = field(default_factory=dict)

    @property
    def figure(self) -> "SentFigure":
        axis = {"fixedrange": True, "automargin": True, "tickfont": {"color": _ink()}}
        has_legend = any(trace.get("showlegend") for trace in self.traces)
        layout = {
            "height": self.height,
            "margin": {"l": 8, "r": 16, "t": 34 if has_legend else 8, "b": 8},
            "legend": {"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0}
            | {"traceorder": "normal"},
            "dragmode": False,
            "hoverlabel": {"align": "left"},
            "xaxis": axis | self.xaxis,
            "yaxis": axis | self.yaxis,
        }
        return _figure(json.dumps({"data": self.traces, "layout": layout | self.layout}))


class SentFigure(go.Figure):  # type: ignore[misc]
    """A figure that nobody changes: what is sent to the browser is made of it once."""

    _sent: dict[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        if self._sent is None:
            self._sent = super().to_dict()
        return self._sent


@lru_cache(maxsize=128)
def _figure(drawn: str) -> SentFigure:
    """Plotly checks every value of a figure, which takes milliseconds; a rerun draws it again."""
    return SentFigure(**json.loads(drawn))


def leading_chart(drawing: Drawing, places: Sequence[Place], *, key: str, alt: str) -> None:
    def clicked() -> None:
        points = st.session_state[key].selection.points
        data = points[0].get("customdata") if points else None
        number = data[0] if isinstance(data, list | tuple) else data
        if isinstance(number, int | float) and 0 <= number < len(places):
            st.session_state[_CLICKED] = places[int(number)]

    st.plotly_chart(
        drawing.figure, key=key, on_select=clicked, selection_mode="points", config=_CONFIG, alt=alt
    )


def follow_click() -> None:
    """Open what was clicked in a plot; the page that calls this first ends here if there is any."""
    place = st.session_state.pop(_CLICKED, None)
    if isinstance(place, Place):
        links.go(place)
