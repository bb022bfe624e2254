"""Which blocks and table rows are notes, and which table each belongs to."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from core.model import ids
from core.model.annotations import Annotation
from core.model.geometry import Box
from core.parsing.marks import starts_block
from core.structure.body import Body, BodyBlock
from core.structure.notes.citations import Citation
from core.structure.notes.labels import (
    LabelledNote,
    counts_on,
    further_items,
    labelled_notes,
    marked_note,
)
from core.structure.tables.cell_places import CellPlaces

_ENDED = re.compile(r"[。.!?！？；;]\s*[”\"’)）]?\s*$")
_PLAIN_MARK = re.compile(r"[a-z0-9]{1,2}")  # 2 or a without a bracket: a word may begin so
_NEAR = 0.04  # of the page's height
_FOOT = 0.7  # footnotes stand in the lower part of the page


@dataclass
class FoundNote:
    """``whole_blocks`` are the blocks that hold this note and nothing but notes."""

    annotation: Annotation
    whole_blocks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _CitedMarks:
    """Raised marks by the table, and by the page, that prints them."""

    in_tables: Mapping[str, set[str]]
    on_pages: Mapping[int, set[str]]


def find_notes(
    body: Body,
    cells: CellPlaces,
    table_of_block: Mapping[str, str],
    citations: Sequence[Citation],
) -> list[FoundNote]:
    """In document order, without links."""
    return _NoteReader(body, cells, table_of_block, _cited_marks(citations)).read()


class _NoteReader:
    """Goes through the blocks in order and remembers which table and which note were last."""

    def __init__(
        self,
        body: Body,
        cells: CellPlaces,
        table_of_block: Mapping[str, str],
        cited: _CitedMarks,
    ) -> None:
        self._body = body
        self._cells = cells
        self._table_of_block = table_of_block
        self._cited = cited
        heights = [block.element.font_height for block in body.blocks if block.element.font_height]
        self._body_height = median(heights) if heights else 0.0
        self._notes: list[FoundNote] = []
        self._on_page: dict[int, int] = defaultdict(int)
        self._table_id: str | None = None
        self._open: FoundNote | None = None
        self._item: tuple[str, int] | None = None

    def read(self) -> list[FoundNote]:
        for block in self._body.blocks:
            if block.block_id in self._table_of_block:
                self._read_table(block)
            else:
                self._read_block(block)
        return self._notes

    def _read_table(self, block: BodyBlock) -> None:
        self._table_id = self._table_of_block[block.block_id]
        self._open = None
        parsed = block.element.table
        columns = parsed.col_count if parsed is not None else 0
        for cell, table_id in self._cells.beginning_in(block):
            # A row that runs through all columns and begins with 注 is no data.
            if cell.col == 0 and columns > 1 and cell.col_span >= columns:
                for labelled in labelled_notes(cell.content, _line_starts(cell.content)):
                    self._add(block, labelled, cell.content, cell.box, table_id)

    def _read_block(self, block: BodyBlock) -> None:
        text = block.text
        starts = tuple(line.start for line in block.element.lines)
        is_below = self._table_id is not None
        labelled = labelled_notes(text, starts, is_below_table=is_below)
        labelled = labelled or self._further_items(block)
        if labelled and block.element.kind != "heading":
            for note in labelled:
                box = _box_of(block, note.start, note.end)
                self._open = self._add(block, note, text, box, self._table_id, is_whole=True)
            self._item = labelled[-1].item
            return
        marked = marked_note(text)
        if marked is not None and self._counts_on(marked, block):
            assert self._open is not None
            table_id = self._open.annotation.table_id
            self._open = self._add(block, marked, text, block.element.box, table_id, is_whole=True)
            return
        is_below = is_below and marked is not None and self._is_small_below(marked, block)
        if marked is not None and (is_below or self._is_cited(marked, block)):
            is_of_table = is_below or self._is_of_table(marked)
            table_id = self._table_id if is_of_table else None
            box = block.element.box
            self._open = self._add(block, marked, text, box, table_id, is_whole=True)
            return
        if self._open is not None and self._continues(self._open.annotation, block):
            self._append(self._open, block)
            return
        self._open = None
        self._table_id = None

    def _further_items(self, block: BodyBlock) -> list[LabelledNote]:
        if self._open is None or self._item is None:
            return []
        is_next = self._is_set_like(self._open.annotation, block)
        return further_items(block.text, self._item) if is_next else []

    def _counts_on(self, note: LabelledNote, block: BodyBlock) -> bool:
        """② right below ①: a note too, though nothing cites it."""
        if self._open is None or not counts_on(note.label, self._open.annotation.annotation_id):
            return False
        return self._is_set_like(self._open.annotation, block)

    def _is_small_below(self, note: LabelledNote, block: BodyBlock) -> bool:
        """* and ① right below a table, in smaller print than the text: its notes, if uncited.

        One that the page's text cites is the page's footnote.
        """
        height = block.element.font_height or self._body_height
        above = self._body.blocks[self._body.position[block.block_id] - 1]
        is_near = (
            above.page_num == block.page_num
            and block.element.box.top - above.element.box.bottom < _NEAR
        )
        is_cited = note.variant_key in self._cited.on_pages.get(block.page_num, set())
        is_small = height < 0.95 * self._body_height
        return is_small and is_near and not is_cited and _PLAIN_MARK.fullmatch(note.label) is None

    def _is_of_table(self, note: LabelledNote) -> bool:
        return note.variant_key in self._cited.in_tables.get(self._table_id or "", set())

    def _is_cited(self, note: LabelledNote, block: BodyBlock) -> bool:
        """A mark alone is a list item as well; it opens a note where something cites it, or
        where parsing saw a footnote."""
        if self._is_of_table(note):
            return True
        if block.element.box.top < _FOOT:
            return False
        is_small = (block.element.font_height or 0) < 0.95 * self._body_height
        on_page = note.variant_key in self._cited.on_pages.get(block.page_num, set())
        return block.element.kind == "footnote" or (is_small and on_page)

    def _continues(self, note: Annotation, block: BodyBlock) -> bool:
        """Is this block the rest of a note that the line or the page cut?"""
        element = block.element
        if not self._is_set_like(note, block):
            return False
        is_smaller = (element.font_height or 0) < 0.95 * self._body_height
        if is_smaller and note.content.rstrip().endswith(("：", ":")):
            return True
        return _ENDED.search(note.content) is None and not starts_block(element.text)

    def _is_set_like(self, note: Annotation, block: BodyBlock) -> bool:
        """On the same page or the next, in the same print."""
        element = block.element
        if element.kind not in ("text", "list", "footnote") or not element.text.strip():
            return False
        last = self._body.blocks[self._body.position[note.block_id or ""]].element
        same_print = abs((element.font_height or 0) - (last.font_height or 0)) < 0.3
        return same_print and block.page_num - note.page_num <= 1

    def _add(
        self,
        block: BodyBlock,
        labelled: LabelledNote,
        text: str,
        box: Box | None,
        table_id: str | None,
        *,
        is_whole: bool = False,
    ) -> FoundNote:
        self._on_page[block.page_num] += 1
        annotation = Annotation(
            note_id=ids.note_id(self._body.reg_id, block.page_num, self._on_page[block.page_num]),
            reg_id=self._body.reg_id,
            annotation_id=labelled.label,
            annotation_type=labelled.annotation_type,
            variant_key=labelled.variant_key,
            content=text[labelled.content_start : labelled.end].strip(),
            page_num=block.page_num,
            box=box,
            block_id=block.block_id,
            table_id=table_id,
        )
        note = FoundNote(annotation, [block.block_id] if is_whole else [])
        self._notes.append(note)
        return note

    def _append(self, note: FoundNote, block: BodyBlock) -> None:
        content = note.annotation.content
        blank = " " if content[-1:].isascii() and block.text[:1].isascii() and content else ""
        note.annotation = note.annotation.model_copy(
            update={"content": f"{content}{blank}{block.text.strip()}"}
        )
        note.whole_blocks.append(block.block_id)


def _cited_marks(citations: Sequence[Citation]) -> _CitedMarks:
    in_tables: dict[str, set[str]] = defaultdict(set)
    on_pages: dict[int, set[str]] = defaultdict(set)
    for citation in citations:
        if citation.is_raised:
            if citation.place.table_id is not None:
                in_tables[citation.place.table_id].update(citation.keys)
            on_pages[citation.place.page_num].update(citation.keys)
    return _CitedMarks(in_tables, on_pages)


def _line_starts(text: str) -> tuple[int, ...]:
    return tuple(_starts(text))


def _starts(text: str) -> Iterator[int]:
    yield 0
    for position, char in enumerate(text):
        if char == "\n":
            yield position + 1


def _box_of(block: BodyBlock, start: int, end: int) -> Box:
    """The lines that print a stretch of the block's text, as one box."""
    boxes = [line.box for line in block.element.lines if line.start < end and start < line.end]
    if not boxes:
        return block.element.box
    return Box(
        left=min(box.left for box in boxes),
        top=min(box.top for box in boxes),
        right=max(box.right for box in boxes),
        bottom=max(box.bottom for box in boxes),
    )
