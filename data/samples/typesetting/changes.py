"""All differences between two editions of one source, found by source line, not by text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from typesetting.markup import Block, Table
from typesetting.places import Places, block_pages

NUMBER = re.compile(r"\d+(?:[.:]\d+)*")
MODAL = re.compile(r"必须|不应|不得|不宜|应|宜|可")
Edition = tuple[list[Block], Places]


@dataclass
class Item:
    """One comparable thing of an edition: a clause, a heading, a table, a row, a note."""

    line: int
    tag: str | None
    kind: str
    label: str
    text: str
    page: int
    section: str
    table: Table | None = None
    cells: list[str] | None = None
    is_header: bool = False

    def place(self, text: str | None = None) -> dict[str, Any]:
        entry: dict[str, Any] = {"section_number": self.section}
        if self.table:
            entry["table_number"] = self.table.number
        return entry | {"page_num": self.page, "text": self.text if text is None else text}


def row_items(key: str, block: Block, places: Places) -> list[Item]:
    table = block.table
    assert table is not None
    items = []
    for row, line in enumerate(table.row_lines):
        col = next(c.col for c in table.cells if c.row == row)
        page = places.first(f"{key}.r{row}c{col}:s")
        cells = table.row_texts[row]
        text = " | ".join("" if cell in {"<", "^"} else cell for cell in cells)
        header = row < table.header_rows
        items.append(Item(line, table.row_tags[row], "row", cells[0], text, page,
                          block.section, table, cells, header))  # fmt: skip
    for index, note in enumerate(table.notes):
        text = note.label + "".join(span.text for span in note.spans)
        page = places.first(f"{key}.n{index}:s")
        items.append(Item(note.line, None, "note", note.label, text, page, block.section, table))
    return items


def full_text(block: Block) -> str:
    """Own words plus footnote words, so that a changed footnote is a changed clause."""
    notes = ["".join(s.text for s in span.inner or [])
             for span in block.spans if span.kind == "foot"]  # fmt: skip
    return block.text + "".join(f"〖{note}〗" for note in notes)


def edition_items(edition: Edition) -> dict[int, list[Item]]:
    """Items by source line."""
    blocks, places = edition
    found: dict[int, list[Item]] = {}
    for index, block in enumerate(blocks):
        key = f"b{index}"
        span = block_pages(block, key, places)
        if span is None:
            continue
        if block.table:
            page = places.first(f"{key}.cap:s")
            items = [Item(block.line, block.tag, "table", "", block.table.caption, page,
                          block.section, block.table)]  # fmt: skip
            items += row_items(key, block, places)
        else:
            items = [Item(block.line, block.tag, block.kind, block.label, full_text(block),
                          span[0], block.section)]  # fmt: skip
        for item in items:
            found.setdefault(item.line, []).append(item)
    return found


def change(kind: str, old: list[Item], new: list[Item], texts: tuple[str, str] | None = None,
           note: str = "", extra: dict[str, Any] | None = None) -> dict[str, Any]:  # fmt: skip
    old_text, new_text = texts or ("".join(i.text for i in old), "".join(i.text for i in new))
    both = bool(old and new)
    entry: dict[str, Any] = {
        "kind": kind,
        "old": old[0].place(old_text) if old else None,
        "new": new[0].place(new_text) if new else None,
        "numbers_changed": both and NUMBER.findall(old_text) != NUMBER.findall(new_text),
        "modal_changed": both and MODAL.findall(old_text) != MODAL.findall(new_text),
        "note": note,
    }
    if len(old) > 1:
        entry["old_parts"] = [item.place() for item in old]
    if len(new) > 1:
        entry["new_parts"] = [item.place() for item in new]
    return entry | (extra or {})


def difference(old: str, new: str) -> str:
    """The differing pieces, widened to whole numbers: `0.2 → 0.15`."""
    pieces = []
    pattern = re.compile(r"\d+(?:[.:]\d+)*|[A-Za-z]+|.", re.DOTALL)
    left, right = pattern.findall(old), pattern.findall(new)
    for op, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if op != "equal":
            pieces.append(f"{''.join(left[a:b])} → {''.join(right[c:d])}")
    return "; ".join(pieces)


def row_changes(old: Item, new: Item) -> list[dict[str, Any]]:
    found = []
    for col, (before, after) in enumerate(zip(old.cells or [], new.cells or [], strict=True)):
        if before != after:
            kind = "table_column_renamed" if old.is_header else "table_cell_changed"
            extra = {"row_label": new.label, "col": col}
            found.append(change(kind, [old], [new], (before, after), difference(before, after),
                                extra))  # fmt: skip
    return found


def same_line_changes(old: Item, new: Item) -> list[dict[str, Any]]:
    if old.kind == "row":
        return row_changes(old, new)
    found = []
    if old.label != new.label and old.kind != "note":
        note = f"{old.label} → {new.label}"
        found.append(change("renumbered", [old], [new], note=note))
    if old.text != new.text:
        kind = "annotation_changed" if old.kind == "note" else "changed"
        found.append(change(kind, [old], [new], note=difference(old.text, new.text)))
    return found


def one_sided(item: Item, added: bool) -> dict[str, Any]:
    names = {"row": "table_row_", "table": "table_", "note": "annotation_"}
    kind = names.get(item.kind, "") + ("added" if added else "removed")
    return change(kind, [] if added else [item], [item] if added else [])


def tagged_changes(old: dict[int, list[Item]], new: dict[int, list[Item]]) -> list[dict[str, Any]]:
    """Moved, split and merged items share a tag in the source; they leave the tables here."""
    found = []
    tags = {i.tag for items in (*old.values(), *new.values()) for i in items if i.tag}
    for tag in sorted(tags):
        before = [i for items in old.values() for i in items if i.tag == tag]
        after = [i for items in new.values() for i in items if i.tag == tag]
        kind = "split" if len(after) > 1 else "merged" if len(before) > 1 else "moved"
        if kind == "moved" and before[0].kind == "row":
            kind = "table_row_moved"
        found.append(change(kind, before, after))
        for item in before:
            del old[item.line]
        for item in after:
            del new[item.line]
    return found


def edition_changes(old_edition: Edition, new_edition: Edition) -> list[dict[str, Any]]:
    old, new = edition_items(old_edition), edition_items(new_edition)
    found = tagged_changes(old, new)
    for line in sorted(old.keys() | new.keys()):
        before, after = old.get(line, []), new.get(line, [])
        if before and after:
            for left, right in zip(before, after, strict=True):
                found += same_line_changes(left, right)
        else:
            for item in before or after:
                # The rows of a table that is new as a whole are told by the table's own entry.
                whole = item.kind in {"row", "note"} and table_is_new(item, old, new)
                if not whole:
                    found.append(one_sided(item, added=bool(after)))
    return sorted(found, key=sort_key)


def table_is_new(item: Item, old: dict[int, list[Item]], new: dict[int, list[Item]]) -> bool:
    def numbers(items: dict[int, list[Item]]) -> set[str | None]:
        return {i.table.number for found in items.values() for i in found if i.table}

    number = item.table.number if item.table else None
    return number not in numbers(old) or number not in numbers(new)


def sort_key(entry: dict[str, Any]) -> tuple[int, str]:
    place = entry["new"] or entry["old"]
    return place["page_num"], entry["kind"]
