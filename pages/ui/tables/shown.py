"""What the Tables page shows, as the address names it: ``?reg=…&table=…&row=…&col=…``."""

from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from core.model import Annotation, Correction, Reference, Table, TableCell
from core.model.tables import NumericColumn
from pages.ui.resources import set_aside, workbench

_LARGE = 5_000  # cells

REG, TABLE, ROW, COL = "reg", "table", "row", "col"
# What another regulation makes meaningless in the link.
PASSING = (TABLE, ROW, COL, "q", "chapter", "on")


@dataclass(frozen=True)
class ShownTable:
    """A table with all that is shown beside it, made once for as long as nothing changes."""

    table: Table
    notes: list[Annotation]
    references: list[Reference]
    corrections: list[Correction]
    stamp: str

    @cached_property
    def numbers(self) -> tuple[list[NumericColumn], dict[int, str]]:
        """What can be drawn, and what the rows are called."""
        return workbench().numeric_columns(self.table)

    @cached_property
    def places(self) -> dict[tuple[int, int], TableCell]:
        """Every place of the grid and the cell that covers it."""
        return {
            (row, col): cell
            for cell in self.table.cells
            for row in range(cell.row, cell.row + cell.row_span)
            for col in range(cell.col, cell.col + cell.col_span)
        }


@st.cache_resource(max_entries=24, show_spinner=False)
def _shown(reg_id: str, table_id: str, stamp: str) -> ShownTable:
    bench = workbench()
    table = bench.get_table(reg_id, table_id)
    made = [each for each in bench.corrections(reg_id) if _concerns(each, table)]
    shown = ShownTable(
        table, bench.notes_of_table(table), bench.references_in_table(table), made, stamp
    )
    _ = shown.places, shown.numbers  # now, not when somebody clicks
    if len(table.cells) >= _LARGE:
        set_aside()
    return shown


def _concerns(correction: Correction, table: Table) -> bool:
    """A split is told of both tables that came of it."""
    place = correction.place
    if place is None:
        return False
    is_split_below = correction.kind == "split_table" and place.page_num in (
        table.page_end,
        table.page_end + 1,
    )
    return place.table_id == table.table_id or is_split_below


def shown_table(reg_id: str, table_id: str) -> ShownTable:
    return _shown(reg_id, table_id, workbench().stamp(reg_id))


def asked_table() -> str | None:
    return st.query_params.get(TABLE)


def asked_place() -> tuple[int, int | None] | None:
    """The row of the address, with its column where it names one."""
    row, col = st.query_params.get(ROW, ""), st.query_params.get(COL, "")
    if not row.isdecimal():
        return None
    return int(row), int(col) if col.isdecimal() else None


def open_table(reg_id: str, table_id: str, row: int | None = None) -> None:
    leave_table()
    st.query_params[REG], st.query_params[TABLE] = reg_id, table_id
    if row is not None:
        st.query_params[ROW] = str(row)


def choose(row: int, col: int | None) -> None:
    st.query_params[ROW] = str(row)
    if col is None:
        st.query_params.pop(COL, None)
    else:
        st.query_params[COL] = str(col)


def leave_table() -> None:
    for name in (TABLE, ROW, COL):
        st.query_params.pop(name, None)
