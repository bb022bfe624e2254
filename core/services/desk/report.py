"""A desk as something to read and send on: Markdown and DOCX, with numbered citations.

Everything that is not in the cold archive is in it, whatever is folded on the screen.
"""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import docx
from docx.oxml.ns import qn
from docx.shared import Pt

from core.context.tree import ContextTree, is_root, root_index
from core.model import CheckedEvidence, ContextPage, Desk, DetailPage, Evidence, Segment

Language = Literal["zh", "en"]
Check = Callable[[Evidence], CheckedEvidence]

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_RULE = re.compile(r"\|(\s*:?-+:?\s*\|)+\s*")
_MARKUP = re.compile(r"[\\`*{}\[\]<>#|~$]|(?<!\w)_|_(?!\w)")
# A list counts for itself: what was 1., 3. would become 1., 2.; a line of dashes makes a heading.
_LIST_OR_RULE = re.compile(r"^(\s*)(?:([-+=])|(\d{1,9})([.)])(?=\s|$))", re.MULTILINE)
_TAG = re.compile(r"<(?!br ?/?>)")
_CELL_END = re.compile(r"(?<!\\)\|")
_SHORT_QUOTE = 120
_DEEPEST = 6
_WORDS: dict[str, tuple[str, str]] = {
    "question": ("问题", "Question"),
    "sources": ("出处", "Sources"),
    "archived": ("已归档", "archived"),
    "sys": ("任务说明", "Task"),
    "usr": ("阅读", "Reading"),
    "tool": ("工具结果", "Tool results"),
    "same": ("与原文一致", "as cited"),
    "moved": ("原文现在位于 {where}", "the words now stand at {where}"),
    "changed": ("原文已改动", "the text has changed"),
    "changed_since": ("原文已改动，旧文见 {where}", "the text has changed; it stands in {where}"),
    "gone": ("文库中已没有这份规程", "the regulation is no longer in the library"),
}


@dataclass(frozen=True)
class Entry:
    """A page of the report. ``citations`` are numbers of its list of sources."""

    page: ContextPage
    depth: int
    citations: tuple[int, ...]


@dataclass(frozen=True)
class Report:
    desk: Desk
    entries: tuple[Entry, ...]
    sources: tuple[CheckedEvidence, ...]


def make_report(desk: Desk, tree: ContextTree, check: Check) -> Report:
    sources: dict[Evidence, int] = {}
    entries = []
    for page, depth in _walk(tree):
        evidence = page.evidence if isinstance(page, DetailPage) else ()
        numbers = [sources.setdefault(proof, len(sources) + 1) for proof in evidence]
        entries.append(Entry(page, depth, tuple(numbers)))
    return Report(desk, tuple(entries), tuple(check(proof) for proof in sources))


def as_markdown(report: Report, language: Language) -> str:
    """Words of documents and people stay words: only tables keep their bars."""
    parts = [f"# {_escaped(report.desk.name)}"]
    if report.desk.question:
        parts.append(f"> {_word('question', language)}: {_escaped(report.desk.question)}")
    for entry in report.entries:
        page = entry.page
        marks = "".join(f"[^{number}]" for number in entry.citations)
        hashes = "#" * min(entry.depth + 2, _DEEPEST)
        parts.append(f"{hashes} {_escaped(_title(page, language))}{marks}")
        if page.description:
            parts.append(_escaped(page.description))
        if isinstance(page, DetailPage) and page.detail:
            parts.append("\n".join(map(_line, page.detail.strip("\n").split("\n"))))
    if report.sources:
        parts.append(f"## {_word('sources', language)}")
        parts += [
            f"[^{number}]: {_escaped(source_line(checked, language))}"
            for number, checked in enumerate(report.sources, 1)
        ]
    return "\n\n".join(parts) + "\n"


def as_docx(report: Report, language: Language) -> bytes:
    document = docx.Document()
    normal = document.styles["Normal"]
    normal.font.size = Pt(10.5)
    normal.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), "宋体")
    document.core_properties.title = _plain(report.desk.name)
    document.core_properties.author = ""
    document.add_heading(_plain(report.desk.name), level=0)
    if report.desk.question:
        document.add_paragraph(f"{_word('question', language)}: {_plain(report.desk.question)}")
    for entry in report.entries:
        marks = "".join(f" [{number}]" for number in entry.citations)
        title = f"{_plain(_title(entry.page, language))}{marks}"
        document.add_heading(title, level=min(entry.depth + 1, 9))
        if entry.page.description:
            document.add_paragraph(_plain(entry.page.description))
        if isinstance(entry.page, DetailPage):
            _add_text(document, entry.page.detail)
    if report.sources:
        document.add_heading(_word("sources", language), level=1)
        for number, checked in enumerate(report.sources, 1):
            document.add_paragraph(f"[{number}] {_plain(source_line(checked, language))}")
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def source_line(checked: CheckedEvidence, language: Language) -> str:
    """``angui_2024 P72 表6-2: “母线失压时……” (as cited)``"""
    quote = " ".join(checked.evidence.quote.split())
    short = quote if len(quote) <= _SHORT_QUOTE else f"{quote[: _SHORT_QUOTE - 1]}…"
    said = f": “{short}”" if short else ""
    return f"{checked.evidence.source}{said} ({state_words(checked, language)})"


def state_words(checked: CheckedEvidence, language: Language) -> str:
    if checked.state == "moved":
        return _word("moved", language).format(where=checked.place.source)
    if checked.state == "changed" and checked.older_edition:
        return _word("changed_since", language).format(where=checked.older_edition)
    return _word(checked.state, language)


def _walk(tree: ContextTree) -> Iterator[tuple[ContextPage, int]]:
    """Every page that is not cold, in order; segments that hold nothing are left out."""
    waiting = [(tree.get(root_index(segment)), 0) for segment in reversed(Segment)]
    waiting = [found for found in waiting if tree.children(found[0].index)]
    while waiting:
        page, depth = waiting.pop()
        yield page, depth
        below = tree.children(page.index)
        waiting.extend((child, depth + 1) for child in reversed(below))


def _title(page: ContextPage, language: Language) -> str:
    name = _word(page.segment, language) if is_root(page.index) else page.name
    return name if page.is_active else f"{name} ({_word('archived', language)})"


def _add_text(document: "docx.document.Document", text: str) -> None:
    """Paragraphs, and tables where the Markdown has them."""
    rows: list[list[str]] = []
    for line in [*_plain(text).split("\n"), ""]:
        if line.startswith("|"):
            if not _RULE.fullmatch(line):
                rows.append(_cells(line))
            continue
        if rows:
            _add_table(document, rows)
            rows = []
        if line.strip():
            document.add_paragraph(line)


def _add_table(document: "docx.document.Document", rows: list[list[str]]) -> None:
    columns = max(map(len, rows))
    table = document.add_table(rows=0, cols=columns, style="Table Grid")
    for row in rows:
        for cell, words in zip(table.add_row().cells, row, strict=False):
            cell.text = words


def _cells(line: str) -> list[str]:
    cells = _CELL_END.split(line.strip())[1:]
    if cells and not cells[-1].strip():
        cells.pop()
    return [
        cell.strip().replace("<br>", "\n").replace("\\|", "|").replace("\\\\", "\\")
        for cell in cells
    ] or [""]


def _line(line: str) -> str:
    return _TAG.sub(r"\<", line) if line.startswith("|") else _escaped(line)


def _escaped(text: str) -> str:
    marked = _MARKUP.sub(r"\\\g<0>", text)
    return _LIST_OR_RULE.sub(lambda at: f"{at[1]}{at[3] or ''}\\{at[2] or at[4]}", marked)


def _plain(text: str) -> str:
    return _NOT_IN_XML.sub("", text)


def _word(key: str, language: Language) -> str:
    return _WORDS[key][0 if language == "zh" else 1]
