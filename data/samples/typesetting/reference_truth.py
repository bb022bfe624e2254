"""Every reference of a document with its place, target and whether the target exists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typesetting.inline import Span
from typesetting.markup import Block
from typesetting.numbering import normal_note
from typesetting.references import targets_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typesetting.places import Places

Keyed = list[tuple[str, Block]]
Found = tuple[str, Span, Block, dict[str, Any] | None]

# Titles by which one sample names another; a store that holds both can resolve them.
OTHER_SAMPLES = {"临江电网调度控制管理规程（2023年版）": "linjiang_dispatch_2023"}

REASONS = {
    "standard": "another document that is not among the samples",
    "missing": "no such target in this document",
    "several": "more than one annotation of that name, none in this place",
}


def spans_with_keys(spans: list[Span], key: str) -> Iterator[tuple[str, Span]]:
    for index, span in enumerate(spans):
        name = f"{key}.i{index}"
        if span.kind == "ref":
            yield name, span
        elif span.kind == "foot":
            yield from spans_with_keys(span.inner or [], name)


def all_references(keyed: Keyed) -> Iterator[Found]:
    for key, block in keyed:
        for name, span in spans_with_keys(block.spans, key):
            yield name, span, block, None
        if not block.table:
            continue
        for cell in block.table.cells:
            for name, span in spans_with_keys(cell.spans, f"{key}.r{cell.row}c{cell.col}"):
                place = {"table_number": block.table.number, "row": cell.row, "col": cell.col}
                yield name, span, block, place
        for index, note in enumerate(block.table.notes):
            for name, span in spans_with_keys(note.spans, f"{key}.n{index}"):
                yield name, span, block, None


def find_annotation(target: str, truth: dict[str, Any],
                    table_number: str | None) -> list[dict[str, Any]]:  # fmt: skip
    home, _, name = target.rpartition("/")
    wanted = home or table_number
    return [a for a in truth["annotations"] if normal_note(a["annotation_id"]) == name
            and (wanted is None or a["table_number"] == wanted)]  # fmt: skip


def find_target(kind: str, target: str, truth: dict[str, Any],
                table_number: str | None) -> list[int]:  # fmt: skip
    """Pages of everything in this document that bears the target's name."""
    if kind in {"annotation", "plan"}:
        return [a["page_num"] for a in find_annotation(target, truth, table_number)]
    if kind == "table":
        return [t["caption_page"] for t in truth["tables"] if t["table_number"] == target]
    if kind == "figure":
        return [f["page_num"] for f in truth["figures"] if f["figure_number"] == target]
    return [c["page_start"] for c in truth["chapters"] if c["section_number"] == target]


def state_of(kind: str, pages: list[int]) -> tuple[str, str | None]:
    if kind == "standard":
        return "unresolved", REASONS["standard"]
    if not pages:
        return "unresolved", REASONS["missing"]
    if len(pages) > 1:
        return "ambiguous", REASONS["several"]
    return "resolved", None


def check_flag(span: Span, kind: str, state: str) -> None:
    """The author says which references dangle; anything else that dangles is a mistake."""
    expected = {"!": "unresolved", "?": "ambiguous", "": "resolved"}[span.flag]
    if kind != "standard" and state != expected:
        raise ValueError(f"reference {span.text!r} is {state}, the source says {expected}")


def reference_entry(found: Found, kind: str, target: str, places: Places,
                    truth: dict[str, Any]) -> dict[str, Any]:  # fmt: skip
    name, span, block, place = found
    # A note under a table may itself speak of a sibling note of that table.
    inside = block.table.number if block.table else None
    pages = [] if kind == "standard" else find_target(kind, target, truth, inside)
    state, reason = state_of(kind, pages)
    check_flag(span, kind, state)
    home, _, bare = target.rpartition("/") if kind in {"annotation", "plan"} else ("", "", target)
    entry: dict[str, Any] = {
        "text": span.text,
        "reference_type": kind,
        "target": bare,
        "state": state,
        "reason": reason,
        "page_num": places.first(f"{name}:s"),
        "page_end": places.last(f"{name}:e"),
        "section_number": block.section,
        "in_table": place,
        "target_page": pages[0] if state == "resolved" else None,
    }
    if kind in {"annotation", "plan"}:
        entry["target_table"] = (home or inside) if state == "resolved" else None
    if target in OTHER_SAMPLES:
        entry["target_reg_id"] = OTHER_SAMPLES[target]
        entry["reason"] = "another document; resolved once that sample is in the store"
    return entry


def references_truth(keyed: Keyed, places: Places,
                     truth: dict[str, Any]) -> list[dict[str, Any]]:  # fmt: skip
    entries = []
    for found in all_references(keyed):
        for kind, target in targets_of(found[1], found[2].section):
            entries.append(reference_entry(found, kind, target, places, truth))
    return entries
