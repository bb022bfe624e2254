"""Hits to take along: a table for a spreadsheet, or Markdown with a citation for each."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

import streamlit as st

from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import workbench
from pages.ui.search.asked import Asked
from pages.ui.search.reasons import Reasons
from pages.ui.search.runs import plain

MOST_EXPORTED = 500
# A spreadsheet takes a cell that begins so for a formula and runs it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


@dataclass(frozen=True)
class Exported:
    """One line of an export."""

    reg_id: str
    page_num: int
    path: str
    words: str
    why: str
    source: str


def export_button(now: Asked) -> None:
    """Nothing is written before somebody asks for it."""
    lines = _lines_of(now)
    columns = [
        text("search.column_number"),
        text("search.column_regulation"),
        text("search.column_page"),
        text("search.column_path"),
        text("search.column_words"),
        text("search.column_why"),
        text("search.column_source"),
    ]
    title = text("search.export_title", query=escaped(now.query))
    name = f"search-{date.today():%Y%m%d}"
    menu = st.popover(text("search.export"), icon=":material/download:", type="tertiary")
    menu.download_button(
        text("search.export_csv"),
        lambda: hits_csv(lines(), columns),
        f"{name}.csv",
        "text/csv",
        key="search_csv",
        icon=":material/table_view:",
        on_click="ignore",
        width="stretch",
    )
    menu.download_button(
        text("search.export_markdown"),
        lambda: hits_markdown(lines(), title),
        f"{name}.md",
        "text/markdown",
        key="search_markdown",
        icon=":material/article:",
        on_click="ignore",
        width="stretch",
    )


def hits_csv(lines: Iterable[Exported], columns: Sequence[str]) -> bytes:
    """With the mark at its beginning by which spreadsheets know UTF-8."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(columns)
    for number, line in enumerate(lines, start=1):
        cells = (line.path, line.words, line.why, line.source)
        table.writerow([number, _cell(line.reg_id), line.page_num, *map(_cell, cells)])
    return written.getvalue().encode("utf-8-sig")


def hits_markdown(lines: Iterable[Exported], title: str) -> str:
    parts = [f"# {title}"]
    for number, line in enumerate(lines, start=1):
        path = f"\n   {escaped(line.path)}" if line.path else ""
        parts.append(
            f"{number}. **{escaped(line.source)}**{path}\n\n"
            f"   > {escaped(line.words)}\n\n"
            f"   {escaped(line.why)}"
        )
    return "\n\n".join(parts) + "\n"


def _lines_of(now: Asked) -> Callable[[], list[Exported]]:
    """All hits, not only those shown; read when the download is asked for."""
    reasons, bench, filters = Reasons(), workbench(), now.filters

    def tables() -> list[Exported]:
        found = bench.search_tables(now.query, filters, MOST_EXPORTED)
        return [
            Exported(
                reg_id=table.reg_id,
                page_num=table.page_start,
                path=table.section_number or "",
                words=table.caption or "",
                why="; ".join(reasons.of_table(match)),
                source=table.source,
            )
            for table, match in found
        ]

    def results() -> list[Exported]:
        group_by = "page" if now.view == "tables" else now.view
        found = bench.search(now.query, filters, MOST_EXPORTED, group_by)
        return [
            Exported(
                reg_id=result.reg_id,
                page_num=result.page_num,
                path=" › ".join(result.chapter_path),
                words=plain(result.snippet),
                why="; ".join(reasons.of(result)),
                source=result.source,
            )
            for result in found.results
        ]

    return tables if now.view == "tables" else results


def _cell(words: str) -> str:
    return f"'{words}" if words.lstrip().startswith(_FORMULA) or words[:1] in _FORMULA else words
