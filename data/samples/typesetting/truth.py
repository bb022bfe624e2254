"""Assembles the truth file of one document from its blocks and the compiled places."""

from __future__ import annotations

from typing import Any

from typesetting.markup import Block
from typesetting.note_truth import annotations_truth
from typesetting.numbering import numbering_kind
from typesetting.places import Places, block_pages
from typesetting.reference_truth import references_truth
from typesetting.table_truth import table_truth

Keyed = list[tuple[str, Block]]


def page_kinds(keyed: Keyed, places: Places, total: int) -> dict[int, str]:
    kinds = dict.fromkeys(range(1, total + 1), "body")
    kinds[places.first("cover")] = "cover"
    begin: dict[str, int] = {}
    for position, (key, block) in enumerate(keyed):
        if block.kind == "blank":
            kinds[places.first(f"{key}:blank")] = "blank"
        elif block.kind == "contents":
            first, last = places.first(f"{key}:contents"), places.last(f"{key}:endcontents")
            kinds.update(dict.fromkeys(range(first, last + 1), "contents"))
        elif block.kind in {"twocol", "landscape"}:
            after_key, after = keyed[position + 1]
            begin[block.kind] = (block_pages(after, after_key, places) or (0, 0))[0]
        elif block.kind in {"endtwocol", "endlandscape"}:
            name = block.kind[3:]
            last = places.last(f"{key}:{block.kind}")
            kind = "two_column" if name == "twocol" else name
            kinds.update(dict.fromkeys(range(begin[name], last + 1), kind))
    return kinds


def pages_truth(keyed: Keyed, places: Places, total: int) -> list[dict[str, Any]]:
    kinds = page_kinds(keyed, places, total)
    pages = []
    for page in range(1, total + 1):
        printed = places.furniture.get(page, {})
        pages.append(
            {"page_num": page, "kind": kinds[page], "header": printed.get("header"),
             "footer": printed.get("footer")}
        )  # fmt: skip
    return pages


def chapters_truth(keyed: Keyed, places: Places) -> list[dict[str, Any]]:
    chapters: list[dict[str, Any]] = []
    open_chapters: list[dict[str, Any]] = []
    for key, block in keyed:
        span = block_pages(block, key, places)
        if span is None:
            continue
        if block.kind in {"heading", "clause"}:
            while open_chapters and open_chapters[-1]["level"] >= block.level:
                open_chapters.pop()
            chapter = chapter_entry(block, span, open_chapters)
            chapters.append(chapter)
            open_chapters.append(chapter)
        for chapter in open_chapters:
            chapter["page_end"] = max(chapter["page_end"], span[1])
    return chapters


def chapter_entry(block: Block, span: tuple[int, int],
                  above: list[dict[str, Any]]) -> dict[str, Any]:  # fmt: skip
    has_title = block.kind == "heading" and bool(block.text)
    is_child = block.label.startswith("第") and above
    return {
        "section_number": block.number,
        "label": block.label,
        "path_label": (above[-1]["path_label"] if is_child else "") + block.label,
        "title": block.text if has_title else "",
        "level": block.level,
        "parent": above[-1]["section_number"] if above else None,
        "page_start": span[0],
        "page_end": span[1],
        "numbering": numbering_kind(block.label, block.kind == "clause"),
        "has_title": has_title,
    }


PARAGRAPH_KIND = {"text": "text", "not_heading": "text", "list": "list", "clause": "clause"}


def paragraph(text: str, first: int, last: int, section: str, kind: str) -> dict[str, Any]:
    return {"text": text, "page_start": first, "page_end": last, "section_number": section,
            "kind": kind}  # fmt: skip


def paragraphs_truth(keyed: Keyed, places: Places) -> list[dict[str, Any]]:
    found = []
    for key, block in keyed:
        if block.kind in PARAGRAPH_KIND:
            span = block_pages(block, key, places)
            assert span is not None
            found.append(paragraph(block.printed, *span, block.section, PARAGRAPH_KIND[block.kind]))
            found += footnote_paragraphs(key, block, places)
        elif block.table:
            for index, note in enumerate(block.table.notes):
                name = f"{key}.n{index}"
                text = note.label + "".join(s.text for s in note.spans)
                first, last = places.first(f"{name}:s"), places.last(f"{name}:e")
                found.append(paragraph(text, first, last, block.section, "note"))
    return found


def footnote_paragraphs(key: str, block: Block, places: Places) -> list[dict[str, Any]]:
    found = []
    for index, span in enumerate(block.spans):
        if span.kind == "foot":
            name = f"{key}.i{index}"
            text = "".join(s.text for s in span.inner or [])
            first, last = places.first(f"{name}:s"), places.last(f"{name}:e")
            entry = paragraph(f"{span.number} {text}", first, last, block.section, "footnote")
            found.append(entry)
    return found


def figures_truth(keyed: Keyed, places: Places, english: bool) -> list[dict[str, Any]]:
    figures = []
    for key, block in keyed:
        if block.kind != "fig":
            continue
        hit = places.hits[f"{key}:box"][0]
        page_width, page_height = places.source_page_size
        width, height = float(block.options["w"]), float(block.options["h"])
        box = [hit["x"] / page_width, hit["y"] / page_height,
               (hit["x"] + width) / page_width, (hit["y"] + height) / page_height]  # fmt: skip
        word = "Figure " if english else "图"
        figures.append(
            {"figure_number": block.argument, "caption": f"{word}{block.argument} {block.text}",
             "page_num": int(hit["p"]), "raster": "raster" in block.options,
             "box": [round(edge, 4) for edge in box]}
        )  # fmt: skip
    return figures


def tables_truth(keyed: Keyed, places: Places, english: bool,
                 kinds: dict[int, str]) -> list[dict[str, Any]]:  # fmt: skip
    tables = []
    for key, block in keyed:
        if block.table:
            entry = table_truth(block, key, places, english)
            entry["landscape"] = kinds[entry["page_start"]] == "landscape"
            tables.append(entry)
    return tables


def document_truth(blocks: list[Block], places: Places, total: int,
                   settings: dict[str, Any]) -> dict[str, Any]:  # fmt: skip
    keyed = [(f"b{index}", block) for index, block in enumerate(blocks)]
    english = settings["language"] == "en"
    truth: dict[str, Any] = {
        "reg_id": settings["reg_id"],
        "title": settings["title"],
        "language": settings["language"],
        "total_pages": total,
        "pages": pages_truth(keyed, places, total),
        "chapters": chapters_truth(keyed, places),
        "paragraphs": paragraphs_truth(keyed, places),
        "not_headings": [b.text for b in blocks if b.kind == "not_heading"],
        "tables": tables_truth(keyed, places, english, page_kinds(keyed, places, total)),
        "not_joined": not_joined(blocks),
        "annotations": annotations_truth(keyed, places),
        "figures": figures_truth(keyed, places, english),
    }
    truth["references"] = references_truth(keyed, places, truth)
    return truth


def not_joined(blocks: list[Block]) -> list[list[str]]:
    pairs = []
    for block in blocks:
        if block.table and "notjoin" in block.table.options:
            pairs.append([block.table.options["notjoin"], block.table.number or ""])
    return pairs
