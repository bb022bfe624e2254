"""A table's numbers as a chart: the columns chosen, the units read off the table."""

import plotly.graph_objects as go
import streamlit as st

from core.model.tables import NumericColumn
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.plots import AMBER, BLUE, GREEN, GREY, RED, label
from pages.ui.tables.shown import ShownTable

_MOST_AT_FIRST = 3
_MOST_UNITS = 2  # one axis on each side
_KINDS = ("bar", "line")
_COLORS = (BLUE, AMBER, GREEN, RED, GREY)
_CONFIG = {"displayModeBar": False}


def chart(shown: ShownTable) -> None:
    columns, labels = shown.numbers
    if not columns:
        st.caption(text("tables.no_numbers"))
        return
    if not st.toggle(text("tables.draw"), key=f"draw_{shown.table.table_id}"):
        st.caption(text("tables.draw_lead", count=len(columns)))
        return
    names = {column.col: _name(column) for column in columns}
    drawn_first = next((column for column in columns if not column.is_count), columns[0])
    first = [
        column.col for column in columns if column.unit == drawn_first.unit and not column.is_count
    ]
    chosen_columns, how = st.columns([3, 1])
    wanted = chosen_columns.multiselect(
        text("tables.columns"),
        list(names),
        default=first[:_MOST_AT_FIRST],
        format_func=names.__getitem__,
        key=f"chart_columns_{shown.table.table_id}",
    )
    kinds = {kind: text(f"tables.chart_{kind}") for kind in _KINDS}
    kind = how.segmented_control(
        text("tables.chart_kind"),
        list(kinds),
        default="bar",
        format_func=kinds.__getitem__,
        required=True,
        key="chart_kind",
    )
    asked = [column for column in columns if column.col in wanted]
    units = list(dict.fromkeys(column.unit for column in asked))[:_MOST_UNITS]
    drawn = [column for column in asked if column.unit in units]
    if drawn:
        st.plotly_chart(_figure(drawn, labels, kind), key="table_chart", config=_CONFIG)
        gaps = sum(value is None for column in drawn for _, value in column.values)
        if gaps:
            st.caption(text("tables.gaps", count=gaps))
    if len(drawn) < len(asked):
        left = ", ".join(_name(column) for column in asked if column not in drawn)
        st.caption(text("tables.too_many_units", columns=escaped(left)))


def _figure(columns: list[NumericColumn], labels: dict[int, str], kind: str) -> go.Figure:
    """One axis for each unit; labels that come twice are told apart by their row."""
    units = list(dict.fromkeys(column.unit for column in columns))
    figure = go.Figure()
    for column in columns:
        rows = [row for row, _ in column.values]
        shared = {
            "name": label(_name(column)),
            "x": [label(f"{row + 1} {labels.get(row, '')}") for row in rows],
            "y": [value for _, value in column.values],
            "yaxis": "y2" if units.index(column.unit) else "y",
        }
        color = _COLORS[len(figure.data) % len(_COLORS)]
        figure.add_trace(
            go.Scatter(mode="lines+markers", marker_color=color, **shared)
            if kind == "line"
            # Without a group of their own, bars of the second axis would stand before the first's.
            else go.Bar(marker_color=color, offsetgroup=str(column.col), **shared)
        )
    titles = [label(unit) for unit in units]
    figure.update_layout(
        xaxis_type="category",  # "2 5" is row 2, named 5, and not 25
        yaxis_title=titles[0],
        yaxis2={"title": titles[1], "overlaying": "y", "side": "right"} if titles[1:] else None,
        margin={"l": 40, "r": 20, "t": 20, "b": 40},
        legend={"orientation": "h", "y": 1.08},
        barmode="group",
    )
    return figure


def _name(column: NumericColumn) -> str:
    name = " ".join(column.name.split())
    is_said = not column.unit or column.unit in name
    return name if is_said else f"{name} ({column.unit})"
