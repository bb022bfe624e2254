"""Corrections: what an analyst repairs in an extraction, and where it stands now."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from core.model.noun import Noun

LONGEST_CELL, LONGEST_CAPTION, LONGEST_REASON = 200_000, 2_000, 1_000  # characters

CorrectionKind = Literal[
    "split_table",
    "join_tables",
    "fix_cell",
    "set_header_rows",
    "fix_caption",
    "fix_heading",
    "fix_reference",
]


class SplitTable(Noun):
    """``segment_id`` and what follows it become a table of their own."""

    kind: Literal["split_table"] = "split_table"
    table_id: str
    segment_id: str


class JoinTables(Noun):
    """``next_table_id`` goes on where ``table_id`` ends."""

    kind: Literal["join_tables"] = "join_tables"
    table_id: str
    next_table_id: str


class FixCell(Noun):
    """``row`` and ``col`` are the cell's top left corner in the whole table."""

    kind: Literal["fix_cell"] = "fix_cell"
    table_id: str
    row: int
    col: int
    content: str = Field(max_length=LONGEST_CELL)


class SetHeaderRows(Noun):
    """The first ``count`` rows are the header; 0 where there is none."""

    kind: Literal["set_header_rows"] = "set_header_rows"
    table_id: str
    count: int = Field(ge=0)


class FixCaption(Noun):
    """An empty caption says that the table has none."""

    kind: Literal["fix_caption"] = "fix_caption"
    table_id: str
    caption: str = Field(max_length=LONGEST_CAPTION)


class FixHeading(Noun):
    """``level`` counts from 1; 0 says that the block is no heading."""

    kind: Literal["fix_heading"] = "fix_heading"
    block_id: str
    level: int = Field(ge=0, le=9)


class FixReference(Noun):
    """``target_id`` of a chapter, table, figure, note or regulation; None: it leads nowhere."""

    kind: Literal["fix_reference"] = "fix_reference"
    reference_id: str
    target_id: str | None


# What is asked for, in ids of the regulation as it stands.
Asked = Annotated[
    SplitTable | JoinTables | FixCell | SetHeaderRows | FixCaption | FixHeading | FixReference,
    Field(discriminator="kind"),
]


class CorrectedPlace(Noun):
    """Where a correction took hold; ``row`` and ``col`` are those of the whole table."""

    page_num: int
    block_id: str
    table_id: str | None = None
    row: int | None = None
    col: int | None = None


class Correction(Noun):
    """An analyst's repair, laid over the extraction and kept through a re-ingest.

    ``anchor`` finds the place again when pages shift a little; ``change`` says what to do there.
    ``place`` is where it took hold the last time, ``lost`` says why it did not.
    """

    correction_id: str
    reg_id: str
    kind: CorrectionKind
    anchor: dict[str, Any]
    change: dict[str, Any]
    made_by: str
    made_at: datetime
    reason: str = ""
    undone_at: datetime | None = None
    place: CorrectedPlace | None = None
    lost: str = ""

    @property
    def is_in_force(self) -> bool:
        return self.undone_at is None
