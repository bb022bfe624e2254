"""Analyst questions with their answers; the place is looked up in the truth, not written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from typesetting.markup import SWITCH

if TYPE_CHECKING:
    from pathlib import Path


def settle(value: str | None, edition: int) -> str | None:
    return SWITCH.sub(lambda m: m.group(edition + 1), value) if value is not None else None


def table_pages(truth: dict[str, Any], number: str, evidence: str) -> list[int]:
    """Pages of the row (or the note) of the table that holds the evidence."""
    table = next(t for t in truth["tables"] if t["table_number"] == number)
    for cell in table["cells"]:
        if evidence in cell["content"]:
            return list(range(cell["page_num"], cell["page_end"] + 1))
    for note in truth["annotations"]:
        if note["table_number"] == number and evidence in note["content"]:
            return [note["page_num"]]
    raise ValueError(f"no cell of table {number} holds {evidence!r}")


def section_pages(truth: dict[str, Any], section: str, evidence: str) -> list[int]:
    for entry in truth["paragraphs"]:
        if entry["section_number"] == section and evidence in entry["text"]:
            return list(range(entry["page_start"], entry["page_end"] + 1))
    raise ValueError(f"no paragraph of {section} holds {evidence!r}")


def questions_truth(path: Path, settings: dict[str, Any],
                    truth: dict[str, Any]) -> list[dict[str, Any]]:  # fmt: skip
    edition = settings["edition_index"]
    found = []
    for entry in json.loads(path.read_text("utf-8")):
        values = {k: settle(v, edition) for k, v in entry.items()}
        section, table = values.get("section"), values.get("table")
        evidence = values["evidence"] or ""
        if table:
            pages = table_pages(truth, table, evidence)
        else:
            pages = section_pages(truth, section or "", evidence)
        found.append(
            {"question": values["question"], "answer": values["answer"], "page_nums": pages,
             "section_number": section, "table_number": table, "evidence": evidence}
        )  # fmt: skip
    return found
