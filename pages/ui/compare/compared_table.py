"""A table of both sides laid over each other: rows, columns and cells that changed are marked."""

from collections.abc import Iterator
from typing import Any

import streamlit as st

from core.comparison.table_view import TableView, ViewedCell, ViewedColumn, ViewedRow
from core.model.comparison import Change, Comparison
from pages.ui.compare import marked_text
from pages.ui.compare.link_state import param, put
from pages.ui.compare.marked_text import Piece, side_pieces
from pages.ui.compare.wording import kind_name
from pages.ui.i18n import text
from pages.ui.resources import workbench

_AROUND = 1  # unchanged rows that are shown beside a changed one
_MOST_ROWS = 200

_CSS = (
    """
.scroll { overflow-x: auto; max-height: 30rem; overflow-y: auto; }
table { border-collapse: collapse; font-size: 0.87rem; line-height: 1.5; width: 100%; }
th, td { border: 1px solid var(--st-border-color); padding: 0.3rem 0.5rem; text-align: left;
  vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; min-width: 3.2rem; }
th { position: sticky; top: 0; font-weight: 600; background: var(--st-secondary-background-color); }
tr.added td, th.added, td.added { background: color-mix(in srgb, #2e9b57 13%, transparent); }
tr.removed td, th.removed, td.removed { background: color-mix(in srgb, #d0453e 12%, transparent); }
th.added, th.removed { background-color: color-mix(in srgb, #2e9b57 18%,
  var(--st-secondary-background-color)); }
th.removed { background-color: color-mix(in srgb, #d0453e 18%,
  var(--st-secondary-background-color)); }
td.changed { background: color-mix(in srgb, #e0b020 14%, transparent); }
tr.chosen td:first-child { box-shadow: inset 4px 0 0 var(--st-primary-color); }
.above { opacity: 0.45; } .dim { font-size: 0.8rem; white-space: nowrap;
  color: color-mix(in srgb, var(--st-text-color) 62%, transparent); }
.gap td { text-align: center; padding: 0.1rem; }
"""
    + marked_text.CSS
)

_JS = (
    marked_text.JS
    + """
export default function({ data, parentElement }) {
  const head = made('tr', '', made('th', 'dim', data.corner), ...data.columns.map(
    ({ kind, words, title }) => {
      const cell = made('th', kind, ...pieces(words));
      cell.title = title;
      return cell;
    }));
  const row = ({ gap, about, kind, cells, chosen }) => {
    if (gap) {
      const cell = made('td', 'dim', gap);
      cell.colSpan = data.columns.length + 1;
      return made('tr', 'gap', cell);
    }
    return made('tr', `${kind}${chosen ? ' chosen' : ''}`, made('td', 'dim', about),
      ...cells.map(({ state, words }) => made('td', state, ...pieces(words))));
  };
  parentElement.querySelector('.scroll').replaceChildren(
    made('table', '', made('thead', '', head), made('tbody', '', ...data.rows.map(row))));
  const chosen = parentElement.querySelector('tr.chosen');
  const scroll = parentElement.querySelector('.scroll');
  if (chosen) scroll.scrollTop = Math.max(0, chosen.offsetTop - 120);
}
"""
)

_mount = st.components.v2.component(
    "compared_table", html='<div class="scroll"></div>', css=_CSS, js=_JS
)


def compared_table(comparison: Comparison, change: Change) -> None:
    """The table of a change; rows far from any change are folded away unless asked for."""
    if change.nth_table is None:
        return
    view = workbench().compared_table(comparison, change.nth_table)
    is_whole = param("rows") == "all"
    rows = list(_rows(view, change.nth_row, is_whole=is_whole))
    _mount(
        key="compare_table",
        height="content",
        data={
            "corner": text("compare.row_pages"),
            "columns": [_column(column) for column in view.columns],
            "rows": rows[:_MOST_ROWS],
        },
    )
    if len(rows) > _MOST_ROWS:
        st.caption(text("compare.rows_cut", shown=_MOST_ROWS, total=len(view.rows)))
    if is_whole or any("gap" in row for row in rows):
        st.session_state["compare_all_rows"] = is_whole
        st.toggle(
            text("compare.all_rows"),
            key="compare_all_rows",
            on_change=lambda: put(rows="all" if st.session_state["compare_all_rows"] else ""),
        )


def _rows(view: TableView, chosen: int | None, *, is_whole: bool) -> Iterator[dict[str, Any]]:
    near: set[int] = set()
    for index, row in enumerate(view.rows):
        if row.kinds or index == chosen:
            near |= set(range(index - _AROUND, index + _AROUND + 1))
    if not near:
        is_whole = True  # added or removed as a whole, or only its columns changed
    hidden = 0
    for index, row in enumerate(view.rows):
        if is_whole or index in near:
            if hidden:
                yield {"gap": text("compare.same_rows", count=hidden)}
            hidden = 0
            yield _row(row, is_chosen=index == chosen)
        else:
            hidden += 1
    if hidden:
        yield {"gap": text("compare.same_rows", count=hidden)}


def _row(row: ViewedRow, *, is_chosen: bool) -> dict[str, Any]:
    old, new = (f"P{page}" if page else "—" for page in (row.old_page, row.new_page))
    names = [kind_name(kind) for kind in row.kinds if kind != "changed"]
    kinds = [kind for kind in row.kinds if kind in ("added", "removed")]
    return {
        "about": "\n".join([f"{old} → {new}", *names]),
        "kind": kinds[0] if kinds else "",
        "chosen": is_chosen,
        "cells": [{"state": cell.state, "words": _words(cell)} for cell in row.cells],
    }


def _words(cell: ViewedCell) -> list[Piece]:
    """Old and new in one cell, what went before what came."""
    if not cell.spans:
        return [{"text": cell.new or cell.old}]
    found: list[Piece] = []
    for span in cell.spans:
        if span.kind == "equal":
            found.append({"text": span.new})
        else:
            gap: list[Piece] = [{"text": " "}] if span.old and span.new else []
            found += [*side_pieces([span], "", "old"), *gap, *side_pieces([span], "", "new")]
    return found


def _column(column: ViewedColumn) -> dict[str, Any]:
    kinds = [kind for kind in column.kinds if kind in ("added", "removed")]
    words: list[Piece] = [{"text": column.new_header or column.old_header}]
    if "renamed" in column.kinds:
        words = [
            {"text": column.old_header, "cls": "gone"},
            {"text": " "},
            {"text": column.new_header, "cls": "come"},
        ]
    return {
        "kind": kinds[0] if kinds else "",
        "words": words,
        "title": " · ".join(kind_name(kind) for kind in column.kinds),
    }
