"""The content of a document in reading order, running headers and footers taken out.

What every later step works on: a block is a parsed element that has its id and its place.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.model import ids
from core.parsing.elements import ElementPlace, ParsedElement, ParsedPage


@dataclass(frozen=True)
class BodyBlock:
    """``order`` counts from 0 within the page, furniture left out."""

    block_id: str
    page_num: int
    order: int
    element: ParsedElement

    @property
    def text(self) -> str:
        return self.element.text


@dataclass(frozen=True)
class Body:
    reg_id: str
    pages: tuple[ParsedPage, ...]
    blocks: tuple[BodyBlock, ...]
    furniture: dict[int, tuple[str, ...]]

    @cached_property
    def by_page(self) -> dict[int, tuple[BodyBlock, ...]]:
        """Every page has an entry, a blank one an empty one."""
        found: dict[int, list[BodyBlock]] = {page.page_num: [] for page in self.pages}
        for block in self.blocks:
            found[block.page_num].append(block)
        return {page_num: tuple(blocks) for page_num, blocks in found.items()}

    @cached_property
    def position(self) -> dict[str, int]:
        """Block id to its place in reading order."""
        return {block.block_id: place for place, block in enumerate(self.blocks)}


def make_body(
    reg_id: str, pages: Sequence[ParsedPage], furniture: Collection[ElementPlace]
) -> Body:
    left_out = frozenset(furniture)
    blocks: list[BodyBlock] = []
    running: dict[int, tuple[str, ...]] = {}
    for page in pages:
        kept = [
            element
            for index, element in enumerate(page.elements)
            if (page.page_num, index) not in left_out
        ]
        running[page.page_num] = tuple(
            element.text
            for index, element in enumerate(page.elements)
            if (page.page_num, index) in left_out and element.text
        )
        blocks += [
            BodyBlock(ids.block_id(reg_id, page.page_num, order), page.page_num, order, element)
            for order, element in enumerate(kept)
        ]
    return Body(reg_id, tuple(pages), tuple(blocks), running)
