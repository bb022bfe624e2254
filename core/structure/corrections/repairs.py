"""Corrections as repairs of one body: which blocks and cells they mean, and what became of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.model import CorrectedPlace, Correction
from core.model.corrections import CorrectionKind
from core.parsing.elements import ParsedCell
from core.structure.body import Body, BodyBlock
from core.structure.corrections.anchors import (
    Anchors,
    BlockAnchor,
    CellAnchor,
    ReferenceAnchor,
    find_cell,
)


@dataclass(frozen=True)
class CellRepair:
    correction_id: str
    block_id: str
    cell: ParsedCell
    text: str


@dataclass(frozen=True)
class ReferenceRepair:
    """``target`` as it was chosen, with its id, label and page; None: it leads nowhere."""

    correction_id: str
    block_id: str
    anchor: ReferenceAnchor
    target: Mapping[str, object] | None


@dataclass
class Repairs:
    """By block id; a later correction of the same thing takes the place of an earlier one.

    ``apart``: begins a table of its own. ``together``: goes on from the table that ends in the
    other block. ``lost`` and ``places`` tell by correction what became of it.
    """

    apart: set[str] = field(default_factory=set)
    together: dict[str, str] = field(default_factory=dict)
    header_rows: dict[str, int] = field(default_factory=dict)
    captions: dict[str, str] = field(default_factory=dict)
    heading_levels: dict[str, int] = field(default_factory=dict)
    cells: list[CellRepair] = field(default_factory=list)
    references: list[ReferenceRepair] = field(default_factory=list)
    places: dict[str, CorrectedPlace] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)

    by_correction: dict[str, tuple[str, str]] = field(default_factory=dict)  # its kind and block

    def lose(self, correction_id: str, why: str) -> None:
        self.places.pop(correction_id, None)
        self.lost[correction_id] = why

    def lose_block(self, block_id: str, kind: CorrectionKind, why: str) -> None:
        """What was to be done at a block turned out to be impossible."""
        for correction_id, at in self.by_correction.items():
            if at == (kind, block_id):
                self.lose(correction_id, why)

    def outcome(self, correction: Correction) -> Correction:
        """The correction with what became of it; an undone one has no place."""
        return correction.model_copy(
            update={
                "place": self.places.get(correction.correction_id),
                "lost": self.lost.get(correction.correction_id, ""),
            }
        )


def find_repairs(body: Body, corrections: Sequence[Correction]) -> Repairs:
    """``corrections`` in the order in which they were made; undone ones are left out."""
    repairs = Repairs()
    in_force = [each for each in corrections if each.is_in_force]
    if not in_force:
        return repairs
    anchors = Anchors(body)
    for correction in in_force:
        try:
            block = anchors.find(BlockAnchor.model_validate(correction.anchor["block"]))
            if block is None:
                repairs.lose(correction.correction_id, "its place is no longer there")
                continue
            _place(repairs, correction, block)
            _add(repairs, anchors, correction, block)
        except (KeyError, TypeError, ValueError):
            repairs.lose(correction.correction_id, "it cannot be read")
    return repairs


def _place(repairs: Repairs, correction: Correction, block: BodyBlock) -> None:
    repairs.places[correction.correction_id] = CorrectedPlace(
        page_num=block.page_num, block_id=block.block_id
    )
    repairs.by_correction[correction.correction_id] = (correction.kind, block.block_id)


def _add(repairs: Repairs, anchors: Anchors, correction: Correction, block: BodyBlock) -> None:
    block_id, change = block.block_id, correction.change
    match correction.kind:
        case "split_table":
            repairs.apart.add(block_id)
            repairs.together.pop(block_id, None)
        case "join_tables":
            upper = anchors.find(BlockAnchor.model_validate(correction.anchor["upper"]))
            if upper is None:
                repairs.lose(correction.correction_id, "the table above is no longer there")
                return
            repairs.together[block_id] = upper.block_id
            repairs.apart.discard(block_id)
        case "set_header_rows":
            repairs.header_rows[block_id] = int(change["count"])
        case "fix_caption":
            repairs.captions[block_id] = str(change["caption"])
        case "fix_heading":
            repairs.heading_levels[block_id] = int(change["level"])
        case "fix_cell":
            _add_cell(repairs, correction, block)
        case "fix_reference":
            anchor = ReferenceAnchor.model_validate(correction.anchor["reference"])
            repairs.references.append(
                ReferenceRepair(correction.correction_id, block_id, anchor, change["target"])
            )


def _add_cell(repairs: Repairs, correction: Correction, block: BodyBlock) -> None:
    text = str(correction.change["content"])
    cell = find_cell(block, CellAnchor.model_validate(correction.anchor["cell"]), text)
    if cell is None:
        repairs.lose(correction.correction_id, "the cell no longer prints what was corrected")
        return
    repairs.cells.append(CellRepair(correction.correction_id, block.block_id, cell, text))
