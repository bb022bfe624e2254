"""Which parts on single pages make one table, by the evidence or by an analyst's word."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from core.model import JoinSign
from core.structure.body import Body, BodyBlock
from core.structure.tables.captions import Caption, Captions
from core.structure.tables.join_signs import (
    ENOUGH,
    Break,
    TextArea,
    join_signs,
    strength,
    total,
)

_SAYS_BLANK = re.compile(
    r"\s*[（(]?\s*(?:[本此]页.{0,6}(?:空白|无正文|无内容|无文字)|this page.{0,20}left blank)"
    r"\s*[.。]?\s*[）)]?\s*",
    re.IGNORECASE,
)
BY_AN_ANALYST = "analyst"  # the sign of a correction


@dataclass(frozen=True)
class RejectedJoin:
    """Two tables at a page break, by their blocks, that were found to be two."""

    upper_block: str
    lower_block: str
    signs: tuple[JoinSign, ...]
    strength: float


@dataclass(frozen=True)
class Link:
    """A part and why it goes on from the one before it; the first part has no signs."""

    block: BodyBlock
    signs: tuple[JoinSign, ...] = ()


@dataclass(frozen=True)
class AnalystsWord:
    """What an analyst said of tables, by block; it stands above all signs.

    ``apart`` begins a table, ``together`` goes on from the block it leads to. ``header_rows`` and
    ``captions`` are those of the tables that begin in a block; a caption may be none.
    """

    apart: Collection[str] = ()
    together: Mapping[str, str] = field(default_factory=dict)
    header_rows: Mapping[str, int] = field(default_factory=dict)
    captions: Mapping[str, Caption | None] = field(default_factory=dict)


def find_chains(
    body: Body, captions: Captions, areas: Mapping[int, TextArea], apart: Collection[str]
) -> tuple[list[list[Link]], list[RejectedJoin]]:
    """The parts of each table, one after the other."""
    chains: list[list[Link]] = []
    rejected: list[RejectedJoin] = []
    at_foot: list[Link] | None = None
    for page in body.pages:
        if _is_blank(body.by_page[page.page_num]):
            continue  # the back of a leaf between two pages of a table
        blocks = [block for block in body.by_page[page.page_num] if block.element.table]
        outer = [block for block in blocks if not _is_inside_another(block, blocks)]
        previous, at_foot = at_foot, None
        for block in blocks:
            chain = [Link(block)]
            if previous is not None and block is outer[0]:
                signs = tuple(join_signs(_break(body, areas, previous, block), captions))
                if block.block_id in apart:
                    signs = (*signs, JoinSign(name=BY_AN_ANALYST, weight=-total(signs)))
                if total(signs) >= ENOUGH:
                    previous.append(Link(block, signs))
                    chain = previous
                else:
                    upper = previous[-1].block.block_id
                    rejected.append(RejectedJoin(upper, block.block_id, signs, strength(signs)))
            if chain is not previous:
                chains.append(chain)
            if block is outer[-1]:
                at_foot = chain
    return chains, rejected


def put_together(
    body: Body, chains: list[list[Link]], together: Mapping[str, str]
) -> frozenset[str]:
    """Joins chains where an analyst says so; -> the lower blocks for which that is impossible."""
    refused: set[str] = set()
    for lower in sorted(together, key=body.position.__getitem__):
        upper = next((c for c in chains if c[-1].block.block_id == together[lower]), None)
        rest = next((c for c in chains if c[0].block.block_id == lower), None)
        is_joined = any(
            (above.block.block_id, below.block.block_id) == (together[lower], lower)
            for chain in chains
            for above, below in pairwise(chain)
        )
        if is_joined:
            continue
        if upper is None or rest is None or upper is rest:
            refused.add(lower)
            continue
        sign = JoinSign(name=BY_AN_ANALYST, weight=2 * ENOUGH)
        upper += [Link(rest[0].block, (sign,)), *rest[1:]]
        chains.remove(rest)
    return frozenset(refused)


def _is_blank(blocks: Sequence[BodyBlock]) -> bool:
    return all(_SAYS_BLANK.fullmatch(block.text) for block in blocks)


def _is_inside_another(block: BodyBlock, blocks: Sequence[BodyBlock]) -> bool:
    """A small table drawn in a cell of a large one neither begins nor ends a page."""
    box = block.element.box
    return any(other.element.box != box and _holds(other, block) for other in blocks)


def _holds(outer: BodyBlock, inner: BodyBlock) -> bool:
    box, held = outer.element.box, inner.element.box
    return (
        box.left <= held.left
        and box.top <= held.top
        and held.right <= box.right
        and held.bottom <= box.bottom
    )


def _break(body: Body, areas: Mapping[int, TextArea], chain: list[Link], lower: BodyBlock) -> Break:
    upper = chain[-1].block
    first, end = body.position[upper.block_id] + 1, body.position[lower.block_id]
    between = [
        block
        for block in body.blocks[first:end]
        if not (_holds(upper, block) or _holds(lower, block) or _SAYS_BLANK.fullmatch(block.text))
    ]
    widths = {page.page_num: page.width for page in body.pages[upper.page_num - 1 : lower.page_num]}
    return Break(
        chain[0].block,
        upper,
        lower,
        tuple(between),
        areas[upper.page_num],
        areas[lower.page_num],
        widths[lower.page_num] / widths[upper.page_num],
    )
