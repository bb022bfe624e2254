"""The difficulties the samples promise: found in the truth, so that none is lost by an edit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Truth = dict[str, Any]
Finder = Callable[[Truth], list[int]]


def page_kind(kind: str) -> Finder:
    return lambda truth: [p["page_num"] for p in truth["pages"] if p["kind"] == kind]


def tables_where(test: Callable[[Truth], bool]) -> Finder:
    def find(truth: Truth) -> list[int]:
        return [t["page_start"] for t in truth["tables"] if test(t)]

    return find


def numbering(kind: str) -> Finder:
    return lambda truth: sorted(
        {c["page_start"] for c in truth["chapters"] if c["numbering"] == kind}
    )


def annotated(test: Callable[[Truth], bool]) -> Finder:
    return lambda truth: [a["page_num"] for a in truth["annotations"] if test(a)]


def referred(test: Callable[[Truth], bool]) -> Finder:
    return lambda truth: sorted({r["page_num"] for r in truth["references"] if test(r)})


def several_tables(truth: Truth) -> list[int]:
    starts = [t["page_start"] for t in truth["tables"]]
    return sorted({page for page in starts if starts.count(page) > 1})


def not_joined(across_pages: bool) -> Finder:
    def find(truth: Truth) -> list[int]:
        tables = {t["table_number"]: t for t in truth["tables"]}
        pages = []
        for first, second in truth["not_joined"]:
            apart = tables[second]["page_start"] - tables[first]["page_end"]
            if apart == (1 if across_pages else 0):
                pages.append(tables[first]["page_end"])
        return pages

    return find


def span_pages(table: Truth) -> int:
    return int(table["page_end"]) - int(table["page_start"]) + 1


def body_spans(table: Truth) -> bool:
    cells = [c for c in table["cells"] if not c["is_header"]]
    return any(c["row_span"] > 1 for c in cells) and any(c["col_span"] > 1 for c in cells)


def not_heading_pages(truth: Truth) -> list[int]:
    return [p["page_start"] for p in truth["paragraphs"] if p["text"] in truth["not_headings"]]


def figures(raster: bool) -> Finder:
    return lambda truth: [f["page_num"] for f in truth["figures"] if f["raster"] == raster]


DIFFICULTIES: dict[str, Finder] = {
    "cover": page_kind("cover"),
    "contents with dot leaders": page_kind("contents"),
    "blank page": page_kind("blank"),
    "two-column page": page_kind("two_column"),
    "landscape page": page_kind("landscape"),
    "第X章 / Article": numbering("chapter"),
    "第X节": numbering("section"),
    "第X条": numbering("article"),
    "number followed by text": numbering("clause_text"),
    "appendix, attachment": numbering("appendix"),
    "requirement, part, measure": numbering("requirement"),
    "outline (a)(1)(A)": numbering("outline"),
    "looks like a heading, is not": not_heading_pages,
    "several tables on one page": several_tables,
    "two header rows repeated": tables_where(
        lambda t: t["continuation"] == "repeated-header" and t["header_rows"] == 2
    ),
    "three pages without header": tables_where(
        lambda t: t["continuation"] == "no-header" and span_pages(t) >= 3
    ),
    "continued caption": tables_where(lambda t: t["continuation"] == "continued-caption"),
    "row cut by the page break": tables_where(lambda t: bool(t["cut_rows"])),
    "row span cut by the page break": tables_where(lambda t: bool(t["cut_spans"])),
    "row and column spans in the body": tables_where(body_spans),
    "caption on the page before": tables_where(
        lambda t: t["caption_page"] is not None and t["caption_page"] < t["page_start"]
    ),
    "not joined, over a page break": not_joined(across_pages=True),
    "not joined, same page": not_joined(across_pages=False),
    "unruled table": tables_where(lambda t: not t["ruled"]),
    "note cited by a cell": annotated(
        lambda a: a["annotation_type"] == "note" and any("row" in c for c in a["cited_by"])
    ),
    "plan (方案)": annotated(lambda a: a["annotation_type"] == "plan"),
    "footnote in the text": annotated(
        lambda a: a["annotation_type"] == "footnote" and not a["table_number"]
    ),
    "superscript note of a table": annotated(
        lambda a: a["annotation_type"] == "footnote" and bool(a["table_number"])
    ),
    "* note": annotated(lambda a: a["annotation_type"] == "mark"),
    "dangling reference": referred(
        lambda r: r["state"] == "unresolved" and r["reference_type"] != "standard"
    ),
    "ambiguous reference": referred(lambda r: r["state"] == "ambiguous"),
    "other standard": referred(lambda r: r["reference_type"] == "standard"),
    "vector figure": figures(raster=False),
    "raster figure": figures(raster=True),
}

ONLY_ENGLISH = {"requirement, part, measure", "outline (a)(1)(A)"}
ALSO_ENGLISH = {
    "contents with dot leaders",
    "two-column page",
    "looks like a heading, is not",
    "two header rows repeated",
    "continued caption",
    "row cut by the page break",
    "footnote in the text",
    "dangling reference",
}


def check_difficulties(truths: list[tuple[str, Truth]]) -> list[str]:
    """Every Chinese edition holds every difficulty; the English sample holds its own two."""
    problems = []
    for reg_id, truth in truths:
        english = truth["language"] == "en"
        for name, find in DIFFICULTIES.items():
            wanted_in_english = name in ONLY_ENGLISH | ALSO_ENGLISH
            expected = wanted_in_english if english else name not in ONLY_ENGLISH
            if expected and not find(truth):
                problems.append(f"{reg_id} lost the difficulty: {name}")
    return problems


def short(pages: list[int]) -> str:
    unique = sorted(set(pages))
    text = ", ".join(str(page) for page in unique[:8])
    return (text + " …" if len(unique) > 8 else text) or "—"


def difficulty_table(truths: list[tuple[str, Truth]]) -> str:
    """Markdown: difficulty by document, with the pages where it begins."""
    lines = ["| difficulty | " + " | ".join(reg_id for reg_id, _ in truths) + " |"]
    lines.append("|---|" + "---|" * len(truths))
    for name, find in DIFFICULTIES.items():
        cells = " | ".join(short(find(truth)) for _, truth in truths)
        lines.append(f"| {name} | {cells} |")
    return "\n".join(lines) + "\n"
