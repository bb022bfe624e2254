"""What differs between two regulations or two sections: the diff is data.

Every paragraph and every table row of both sides stands in a comparison exactly once, changed or
not. ``old`` and ``new`` name the sides also where neither is older.
"""

from collections.abc import Iterator
from typing import Literal

from pydantic import computed_field

from core.model import ids
from core.model.geometry import PlacedBox
from core.model.noun import Noun

Subject = Literal[
    "heading",
    "clause",
    "paragraph",
    "list_item",
    "note",
    "figure",
    "table",
    "table_column",
    "table_row",
    "table_cell",
]
Part = Literal["front", "body"]
ChangeKind = Literal[
    "added", "removed", "changed", "moved", "renumbered", "renamed", "split", "merged"
]
Direction = Literal["tightened", "loosened"]
SpanKind = Literal["equal", "replaced", "added", "removed"]
Mark = Literal["number", "unit", "modal"]


class ComparisonRequest(Noun):
    """What to compare: two regulations or editions (``reg_id@1``) as a whole, or a section of each.

    ``reg_a`` is taken as the old one. Sections in any spelling (6.3, 第六章, 附录A).
    """

    reg_a: str
    reg_b: str
    section_a: str | None = None
    section_b: str | None = None
    include_tables: bool = True


class Place(Noun):
    """Where something stands: pages, blocks and boxes, ready to be cited."""

    reg_id: str
    page_num: int
    page_end: int
    section_number: str | None = None
    block_ids: tuple[str, ...] = ()
    boxes: tuple[PlacedBox, ...] = ()
    detail: str = ""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, self.page_end, self.detail)


class DiffSpan(Noun):
    """A stretch of both texts. All ``old`` one after another are the old text, blanks and all.

    An equal span may be set differently on the two sides: blanks, width, quotes, dashes.
    """

    kind: SpanKind
    old: str = ""
    new: str = ""
    marks: tuple[Mark, ...] = ()


class Passage(Noun):
    """A paragraph, healed where a page break cuts it. ``text`` is as printed, ``body`` without
    the number or list mark in front, which is ``label``."""

    subject: Subject
    part: Part = "body"
    label: str = ""
    text: str
    body: str
    place: Place


class PassagePair(Noun):
    """Passages that are the same one on the two sides; no ``kinds`` means no change.

    ``confidence`` (0 to 1) is that of the pairing, or of there being no partner.
    """

    old: tuple[Passage, ...] = ()
    new: tuple[Passage, ...] = ()
    kinds: tuple[ChangeKind, ...] = ()
    spans: tuple[DiffSpan, ...] = ()
    direction: Direction | None = None
    confidence: float = 1.0


class TableSide(Noun):
    table_id: str
    number: str | None = None
    caption: str | None = None
    row_count: int
    col_count: int
    place: Place


class ColumnPair(Noun):
    """Columns count from 0; a renamed column keeps its data."""

    old_col: int | None = None
    new_col: int | None = None
    kinds: tuple[ChangeKind, ...] = ()
    old_header: str = ""
    new_header: str = ""
    old_place: Place | None = None
    new_place: Place | None = None


class CellPair(Noun):
    """A cell that changed."""

    row_label: str
    column: str
    old_text: str
    new_text: str
    old_place: Place
    new_place: Place
    spans: tuple[DiffSpan, ...] = ()
    direction: Direction | None = None


class RowPair(Noun):
    """A row of the one table and its partner in the other. ``cells`` holds what changed.

    ``old_parts`` and ``new_parts`` are further rows that go on with it, where a page break cut it.
    ``group`` is what reaches into a row that only one side has from above it, in merged cells.
    """

    old_row: int | None = None
    new_row: int | None = None
    old_parts: tuple[int, ...] = ()
    new_parts: tuple[int, ...] = ()
    kinds: tuple[ChangeKind, ...] = ()
    group: str = ""
    old_text: str = ""
    new_text: str = ""
    old_place: Place | None = None
    new_place: Place | None = None
    cells: tuple[CellPair, ...] = ()


class TablePair(Noun):
    """``kinds`` speaks of the table as a whole: added, removed, renumbered, renamed (caption)."""

    old: TableSide | None = None
    new: TableSide | None = None
    kinds: tuple[ChangeKind, ...] = ()
    spans: tuple[DiffSpan, ...] = ()
    columns: tuple[ColumnPair, ...] = ()
    rows: tuple[RowPair, ...] = ()
    confidence: float = 1.0


class Change(Noun):
    """One line of the list an analyst reads.

    ``nth_table`` and ``nth_row`` lead to the pair of tables and of rows it belongs to, from 0.
    """

    subject: Subject
    kinds: tuple[ChangeKind, ...]
    part: Part = "body"
    old_label: str = ""
    new_label: str = ""
    old_text: str = ""
    new_text: str = ""
    old_places: tuple[Place, ...] = ()
    new_places: tuple[Place, ...] = ()
    spans: tuple[DiffSpan, ...] = ()
    direction: Direction | None = None
    confidence: float = 1.0
    table: str = ""
    column: str = ""
    nth_table: int | None = None
    nth_row: int | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return " | ".join(place.source for place in (*self.old_places, *self.new_places))


class StructureCounts(Noun):
    pages: int = 0
    headings: int = 0
    clauses: int = 0
    paragraphs: int = 0
    list_items: int = 0
    notes: int = 0
    figures: int = 0
    tables: int = 0
    table_rows: int = 0
    characters: int = 0


class ComparedSide(Noun):
    """A regulation, or the section of one that was asked for."""

    reg_id: str
    title: str
    section_number: str | None = None
    section_title: str = ""
    page_num: int
    page_end: int
    counts: StructureCounts

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, self.page_end, self.section_number or "")


class TermUse(Noun):
    term: str
    old_count: int = 0
    new_count: int = 0


class Terms(Noun):
    """Words of the two sides, the most used first."""

    common: tuple[TermUse, ...] = ()
    only_old: tuple[TermUse, ...] = ()
    only_new: tuple[TermUse, ...] = ()


class ChangeCounts(Noun):
    """How often each kind occurs in the list of changes; the cover and contents are left out."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    moved: int = 0
    renumbered: int = 0
    renamed: int = 0
    split: int = 0
    merged: int = 0
    tightened: int = 0
    loosened: int = 0
    unchanged: int = 0


class Comparison(Noun):
    """``passages`` are in the order of the new side, what was removed at its old place.

    ``tables`` likewise. ``changes`` is what of both is worth reading.
    """

    old: ComparedSide
    new: ComparedSide
    passages: tuple[PassagePair, ...] = ()
    tables: tuple[TablePair, ...] = ()
    changes: tuple[Change, ...] = ()
    counts: ChangeCounts
    terms: Terms
    tables_compared: bool = True

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return f"{self.old.source} | {self.new.source}"

    def block_ids(self, side: Literal["old", "new"]) -> Iterator[str]:
        """Every block of a side, as often as it was compared: exactly once, if all is well."""
        for pair in self.passages:
            for passage in getattr(pair, side):
                yield from passage.place.block_ids
        for table in self.tables:
            half = getattr(table, side)
            if half is not None:
                yield from half.place.block_ids
