"""From what an analyst asks for, in ids as they stand, to an anchor and a change that last."""

from collections.abc import Sequence
from typing import Any

from core.errors import (
    BlockNotFoundError,
    Conflict,
    GridCodeError,
    NotFound,
    ReferenceResolutionError,
    TableNotFoundError,
)
from core.model import (
    Asked,
    FixCaption,
    FixCell,
    FixHeading,
    FixReference,
    JoinTables,
    Reference,
    ReferenceTarget,
    Regulation,
    RegulationInfo,
    SetHeaderRows,
    SplitTable,
    Table,
)
from core.structure.body import Body, BodyBlock
from core.structure.corrections.anchors import Anchors, anchor_cell
from core.structure.corrections.references import anchor_reference, possible_targets

Made = tuple[dict[str, Any], dict[str, Any]]  # anchor, change


def make_correction(
    body: Body, regulation: Regulation, library: Sequence[RegulationInfo], asked: Asked
) -> Made:
    """``body`` is of the extraction as it was read, ``regulation`` is what stands now."""
    maker = _Maker(body, regulation, library)
    match asked:
        case SplitTable():
            return maker.split(asked)
        case JoinTables():
            return maker.join(asked)
        case FixCell():
            return maker.cell(asked)
        case SetHeaderRows():
            table = maker.table(asked.table_id)
            if asked.count > table.row_count:
                raise Conflict(
                    f"The table has {table.row_count} rows, not {asked.count}.",
                    hint="Choose fewer header rows.",
                )
            return maker.at(maker.blocks_of(table)[0]), {"count": asked.count}
        case FixCaption():
            first = maker.blocks_of(maker.table(asked.table_id))[0]
            return maker.at(first), {"caption": " ".join(asked.caption.split())}
        case FixHeading():
            return maker.heading(asked)
        case FixReference():
            return maker.reference(asked)


class _Maker:
    def __init__(
        self, body: Body, regulation: Regulation, library: Sequence[RegulationInfo]
    ) -> None:
        self._body = body
        self._regulation = regulation
        self._library = library
        self._anchors = Anchors(body)

    def at(self, block: BodyBlock) -> dict[str, Any]:
        return {"block": self._anchors.of(block).model_dump(mode="json")}

    def table(self, table_id: str) -> Table:
        for table in self._regulation.tables:
            if table.table_id == table_id:
                return table
        raise TableNotFoundError(
            f"{self._regulation.info.reg_id} has no table {table_id}.",
            hint="list_tables shows what there is.",
        )

    def blocks_of(self, table: Table) -> list[BodyBlock]:
        """One for each segment, in order."""
        of_segment = {
            block.table_meta.segment_id: block.block_id
            for page in self._regulation.pages
            for block in page.content_blocks
            if block.table_meta is not None
        }
        return [self._block(of_segment[segment.segment_id]) for segment in table.segments]

    def split(self, asked: SplitTable) -> Made:
        table = self.table(asked.table_id)
        ids = [segment.segment_id for segment in table.segments]
        if asked.segment_id not in ids[1:]:
            raise Conflict(
                f"{asked.table_id} was not joined at {asked.segment_id}.",
                hint="A table can be split where one of its parts begins.",
            )
        lower = self.blocks_of(table)[ids.index(asked.segment_id)]
        return self.at(lower), {}

    def join(self, asked: JoinTables) -> Made:
        upper = self.blocks_of(self.table(asked.table_id))[-1]
        lower = self.blocks_of(self.table(asked.next_table_id))[0]
        place = self._body.position
        if place[upper.block_id] >= place[lower.block_id]:
            raise Conflict(
                f"{asked.next_table_id} does not come after {asked.table_id}.",
                hint="Name the table that begins first, then the one that goes on.",
            )
        anchor = self.at(lower) | {"upper": self._anchors.of(upper).model_dump(mode="json")}
        return anchor, {}

    def cell(self, asked: FixCell) -> Made:
        table = self.table(asked.table_id)
        whole = next((c for c in table.cells if (c.row, c.col) == (asked.row, asked.col)), None)
        for block in self.blocks_of(table) if whole is not None else ():
            parsed = block.element.table
            if whole is None or parsed is None or block.page_num != whole.page_num:
                continue
            for cell in parsed.cells:
                if cell.box == whole.box:
                    anchor = anchor_cell(block, cell).model_dump(mode="json")
                    change = {"content": asked.content, "before": whole.content}
                    return self.at(block) | {"cell": anchor}, change
        raise NotFound(
            f"{asked.table_id} has no cell that begins in row {asked.row}, column {asked.col}.",
            hint="Rows and columns count from 0.",
        )

    def heading(self, asked: FixHeading) -> Made:
        block = self._block(asked.block_id)
        if block.element.table is not None or block.element.figure is not None:
            raise Conflict(
                f"{asked.block_id} is a {block.element.kind} and cannot be a heading.",
                hint="Choose a block of text.",
            )
        return self.at(block), {"level": asked.level}

    def reference(self, asked: FixReference) -> Made:
        references = self._regulation.references
        found = next((r for r in references if r.reference_id == asked.reference_id), None)
        if found is None:
            raise ReferenceResolutionError(
                f"There is no reference {asked.reference_id}.",
                hint="list_references shows what there is.",
            )
        target = self._target(found, asked.target_id) if asked.target_id is not None else None
        tables = {table.table_id: table for table in self._regulation.tables}
        anchor = anchor_reference(self._body, tables, references, found)
        change = target.model_dump(mode="json", exclude={"source"}) if target is not None else None
        return (
            self.at(self._block(found.block_id)) | {"reference": anchor.model_dump(mode="json")},
            {"target": change, "text": found.text},
        )

    def _target(self, reference: Reference, target_id: str) -> ReferenceTarget:
        regulation = self._regulation
        known = possible_targets(
            regulation.chapters,
            regulation.tables,
            regulation.figures,
            [note for page in regulation.pages for note in page.annotations],
            self._library,
        )
        # A candidate of the reference first: it bears the label under which it was chosen.
        for target in (*reference.candidates, *known):
            if target.target_id == target_id:
                return target
        raise _nothing(target_id, regulation.info.reg_id)

    def _block(self, block_id: str) -> BodyBlock:
        at = self._body.position.get(block_id)
        if at is None:
            raise BlockNotFoundError(
                f"{self._regulation.info.reg_id} has no block {block_id}.",
                hint="Ids are in the blocks of a page.",
            )
        return self._body.blocks[at]


def _nothing(target_id: str, reg_id: str) -> GridCodeError:
    return NotFound(
        f"{reg_id} has no chapter, table, figure or note {target_id}.",
        hint="get_toc and list_tables show what there is.",
    )
