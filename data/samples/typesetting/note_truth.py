"""Notes under tables, footnotes and marks, each with the places that cite it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typesetting.inline import Span, plain_text
from typesetting.markup import Block, Note, Table
from typesetting.numbering import normal_note
from typesetting.references import targets_of

if TYPE_CHECKING:
    from typesetting.places import Places

Keyed = list[tuple[str, Block]]


def printed_id(label: str) -> str:
    """注1： is printed with its colon; the id is the label without it."""
    return label.rstrip("：: ")


def note_type(label: str) -> str:
    if label.startswith(("方案", "Plan")):
        return "plan"
    if label.startswith("*"):
        return "mark"
    return "note" if label.startswith(("注", "Note")) else "footnote"


def cites(span: Span, section: str, note: Note, number: str | None, inside: bool) -> bool:
    """Does this span cite the note of table `number`? Inside the table the id is enough."""
    wanted = normal_note(printed_id(note.label))
    if span.kind == "mark":
        return inside and span.text == wanted
    if span.kind != "ref" or span.flag:
        return False
    for kind, target in targets_of(span, section):
        if kind in {"annotation", "plan"}:
            home, _, name = target.rpartition("/")
            if name == wanted and (home == number if home else inside):
                return True
    return False


def cell_citations(key: str, table: Table, section: str, note: Note,
                   places: Places) -> list[dict[str, Any]]:  # fmt: skip
    found = []
    for cell in table.cells:
        for index, span in enumerate(cell.spans):
            if cites(span, section, note, table.number, inside=True):
                page = places.first(f"{key}.r{cell.row}c{cell.col}.i{index}:s")
                found.append({"table_number": table.number, "row": cell.row, "col": cell.col,
                              "page_num": page})  # fmt: skip
    return found


def text_citations(keyed: Keyed, note: Note, number: str | None,
                   places: Places) -> list[dict[str, Any]]:  # fmt: skip
    found = []
    for key, block in keyed:
        for index, span in enumerate(block.spans):
            if span.kind == "ref" and cites(span, block.section, note, number, inside=False):
                found.append({"section_number": block.section, "text": span.text,
                              "page_num": places.first(f"{key}.i{index}:s")})  # fmt: skip
    return found


def table_annotations(key: str, block: Block, keyed: Keyed,
                      places: Places) -> list[dict[str, Any]]:  # fmt: skip
    found = []
    table = block.table
    assert table is not None
    for index, note in enumerate(table.notes):
        cited = cell_citations(key, table, block.section, note, places)
        cited += text_citations(keyed, note, table.number, places)
        label = printed_id(note.label)
        found.append(
            {"annotation_id": label, "annotation_type": note_type(label),
             "content": plain_text(note.spans), "page_num": places.first(f"{key}.n{index}:s"),
             "table_number": table.number, "table_caption": table.caption, "cited_by": cited}
        )  # fmt: skip
    return found


def footnote_annotations(key: str, block: Block, places: Places) -> list[dict[str, Any]]:
    found = []
    for index, span in enumerate(block.spans):
        if span.kind != "foot":
            continue
        name = f"{key}.i{index}"
        before = plain_text(block.spans[:index])[-20:]
        citing = {"section_number": block.section, "text": before,
                  "page_num": places.first(f"{name}:m")}  # fmt: skip
        found.append(
            {"annotation_id": span.number, "annotation_type": "footnote",
             "content": plain_text(span.inner or []), "page_num": places.first(f"{name}:s"),
             "table_number": None, "table_caption": None, "cited_by": [citing]}
        )  # fmt: skip
    return found


def annotations_truth(keyed: Keyed, places: Places) -> list[dict[str, Any]]:
    found = []
    for key, block in keyed:
        if block.table:
            found += table_annotations(key, block, keyed, places)
        elif block.kind in {"text", "clause", "list", "not_heading"}:
            found += footnote_annotations(key, block, places)
    return found
