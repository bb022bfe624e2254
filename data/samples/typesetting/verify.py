"""Checks a truth file against the PDF's own text, read by a program that knows no Typst."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pypdfium2

if TYPE_CHECKING:
    from pathlib import Path

# Reference-like phrases that must not stand in the text without being in "references".
REFERENCE_LIKE = re.compile(
    r"第[一二三四五六七八九十\d.、]+[章节条]|附?表[A-Z\d]+[-.]\d+|附表\d+|图\d+-\d+|附录[A-Z]|附件\d+"
    r"|(?:见|参见|详见|按照?|应符合)(?:注[\d①-⑩一二三]?|方案[A-Z]|\d+(?:\.\d+)+)"
    r"|(?:GB/T|GB|DL/T|NB/T|Q/LJD|NERC|NIR|IEEE)[- ]?(?:[A-Z]+-)?\d[\d.]*"
    r"|(?:Table|Figure|Attachment|Article|Section|Requirement|Part|Note|Measure) "
    r"(?:[A-Z]+-?\d+|\d+(?:\.\d+)*)"
)


def squeeze(text: str) -> str:
    """Text without white space; pdfium marks a hyphen at a line end with control characters."""
    text = text.replace("\ufffe", "-").replace("\x02", "-")
    return re.sub(r"[\s\u3000]+", "", text)


class PageTexts:
    """Squeezed text of every page, and the question whether a text stands on given pages."""

    def __init__(self, pdf: Path) -> None:
        with pypdfium2.PdfDocument(pdf) as document:
            self.texts = [squeeze(page.get_textpage().get_text_bounded()) for page in document]
            self.sizes = [page.get_size() for page in document]

    def holds(self, text: str, first: int, last: int) -> bool:
        """The text is on the page, or its pieces are on the consecutive pages, in order."""
        rest = squeeze(text)
        for page in range(first, last):
            rest = rest[self.longest_prefix(rest, self.texts[page - 1]) :]
        return rest in self.texts[last - 1]

    @staticmethod
    def longest_prefix(text: str, page_text: str) -> int:
        length = len(text)
        while length and text[:length] not in page_text:
            length -= 1
        return length


def wanted_texts(truth: dict[str, Any]) -> dict[str, list[tuple[str, int, int]]]:
    """Everything that must be found: kind → (text, first page, last page)."""
    cells = [
        (cell["content"], cell["page_num"], cell["page_end"])
        for table in truth["tables"]
        for cell in table["cells"]
    ]
    captions = [(t["caption"], t["caption_page"], t["caption_page"])
                for t in truth["tables"] if t["caption"]]  # fmt: skip
    captions += [(s["continued_caption"], s["page_num"], s["page_num"])
                 for t in truth["tables"] for s in t["segments"]
                 if s["continued_caption"]]  # fmt: skip
    return {
        "headings": [(c["label"] + c["title"], c["page_start"], c["page_start"])
                     for c in truth["chapters"]],
        "paragraphs": [(p["text"], p["page_start"], p["page_end"]) for p in truth["paragraphs"]],
        "cells": cells,
        "whole rows": row_texts(truth),
        "table captions": captions,
        "notes": [(a["content"], a["page_num"], a["page_num"]) for a in truth["annotations"]],
        "references": [(r["text"], r["page_num"], r["page_end"]) for r in truth["references"]],
        "figure captions": [(f["caption"], f["page_num"], f["page_num"])
                            for f in truth["figures"]],
        "headers and footers": [(text, p["page_num"], p["page_num"]) for p in truth["pages"]
                                for text in (p["header"], p["footer"]) if text],
    }  # fmt: skip


def unlisted_references(truth: dict[str, Any]) -> list[str]:
    """Reference-like phrases of the text that no entry of "references" explains."""
    listed: dict[str, list[str]] = {}
    for entry in truth["references"]:
        listed.setdefault(entry["section_number"], []).append(entry["text"])
    found = []
    texts = [(p["text"], p["section_number"]) for p in truth["paragraphs"]]
    texts += [(c["content"], t["section_number"]) for t in truth["tables"] for c in t["cells"]]
    labels = {c["section_number"]: c["label"] for c in truth["chapters"]}
    note_labels = {a["annotation_id"] for a in truth["annotations"]}
    for text, section in texts:
        body = text.removeprefix(labels.get(section, ""))
        for listed_text in sorted(listed.get(section, []), key=len, reverse=True):
            body = body.replace(listed_text, "\n")
        for match in REFERENCE_LIKE.finditer(body):
            if match.start() == 0 and match.group(0) in note_labels:
                continue
            found.append(f"{section}: {match.group(0)} in {text[:40]}")
    return found


def furniture_problems(texts: PageTexts, truth: dict[str, Any]) -> list[str]:
    found = []
    for page in truth["pages"]:
        text = texts.texts[page["page_num"] - 1]
        width, height = texts.sizes[page["page_num"] - 1]
        if page["kind"] == "blank" and text:
            found.append(f"page {page['page_num']} should be blank but holds {text[:30]!r}")
        if page["kind"] == "landscape" and width <= height:
            found.append(f"page {page['page_num']} is not wide")
        if page["kind"] in {"body", "two_column", "landscape"} and not page["header"]:
            found.append(f"page {page['page_num']} has no running header")
    return found


def row_texts(truth: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Whole rows as one text: right words in a wrong row or on a wrong page are found so.

    Only rows that stand on one page and take part in no row span, because only of these the
    PDF prints the cells one behind the other; a repeated header must be printed again.
    """
    found = []
    for table in truth["tables"]:
        rows: dict[int, list[dict[str, Any]]] = {}
        spanned = {row for cell in table["cells"] if cell["row_span"] > 1
                   for row in range(cell["row"], cell["row"] + cell["row_span"])}  # fmt: skip
        for cell in table["cells"]:
            rows.setdefault(cell["row"], []).append(cell)
        for row, cells in rows.items():
            if row in spanned or row in table["cut_rows"]:
                continue
            text = "".join(cell["content"] for cell in cells)
            pages = [cells[0]["page_num"]]
            pages += [s["page_num"] for s in table["segments"] if s["header_rows_repeated"] > row]
            found += [(text, page, page) for page in pages]
    return found


def structure_problems(truth: dict[str, Any]) -> list[str]:
    found = []
    numbers = [c["section_number"] for c in truth["chapters"]]
    found += [f"section number {n} is not unique" for n in set(numbers) if numbers.count(n) > 1]
    for table in truth["tables"]:
        grid: set[tuple[int, int]] = set()
        for cell in table["cells"]:
            for r in range(cell["row"], cell["row"] + cell["row_span"]):
                for c in range(cell["col"], cell["col"] + cell["col_span"]):
                    if (r, c) in grid:
                        found.append(f"{table['caption']}: cell {r},{c} covered twice")
                    grid.add((r, c))
        if len(grid) != table["row_count"] * table["col_count"]:
            found.append(f"{table['caption']}: the cells do not cover the grid")
    return found


def verify_document(pdf: Path, truth: dict[str, Any]) -> tuple[dict[str, int], list[str]]:
    texts = PageTexts(pdf)
    counts: dict[str, int] = {}
    problems: list[str] = []
    for kind, entries in wanted_texts(truth).items():
        counts[kind] = len(entries)
        for text, first, last in entries:
            if not texts.holds(text, first, last):
                problems.append(f"{kind}: {text[:60]!r} not on page {first}-{last}")
    problems += furniture_problems(texts, truth)
    problems += structure_problems(truth)
    problems += [f"unlisted reference {text}" for text in unlisted_references(truth)]
    return counts, problems
