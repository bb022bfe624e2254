"""Where the compiled document put every marker, as Typst itself reports it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typst

if TYPE_CHECKING:
    from pathlib import Path

    from typesetting.markup import Block


@dataclass
class Places:
    """All marker hits by id (repeated headers hit more than once) and the page furniture."""

    hits: dict[str, list[dict[str, float]]]
    furniture: dict[int, dict[str, str]]
    source_page_size: tuple[float, float] = (595.28, 841.89)

    def pages(self, marker: str) -> list[int]:
        return [int(hit["p"]) for hit in self.hits.get(marker, [])]

    def first(self, marker: str) -> int:
        return self.pages(marker)[0]

    def last(self, marker: str) -> int:
        return self.pages(marker)[-1]


def read_places(main: Path, fonts: list[str]) -> Places:
    """Ask the compiled document for its markers; no page number is ever written by hand."""
    hits: dict[str, list[dict[str, float]]] = {}
    for value in json.loads(typst.query(str(main), "<mk>", field="value", font_paths=fonts)):
        hits.setdefault(value["id"], []).append(value)
    furniture: dict[int, dict[str, str]] = {}
    found = json.loads(typst.query(str(main), "<furniture>", field="value", font_paths=fonts))
    for value in found:
        furniture.setdefault(int(value["p"]), {})[value["place"]] = value["text"]
    return Places(hits, furniture)


def block_pages(block: Block, key: str, places: Places) -> tuple[int, int] | None:
    """First and last page of a block; the contents repeat a heading, so its last hit counts."""
    if block.kind == "heading":
        return places.last(f"{key}:s"), places.last(f"{key}:e")
    if block.kind in {"clause", "text", "list", "not_heading"}:
        return places.first(f"{key}:s"), places.last(f"{key}:e")
    if block.kind == "fig":
        return places.first(f"{key}:box"), places.last(f"{key}:e")
    if block.kind == "table" and block.table:
        hits = [p for name, found in places.hits.items() if name.startswith(f"{key}.")
                for p in (int(hit["p"]) for hit in found)]  # fmt: skip
        return min(hits), max(hits)
    return None
