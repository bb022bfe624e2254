"""What can be quoted from a page: clauses, rows of tables, notes, captions of figures.

A passage is taken from the blocks of one page, so that its words stand there as they are quoted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.model import Annotation, Box, ContentBlock, Figure, PageDocument, Table, TableCell
from core.model.answers import PassageKind

_QUOTED_BLOCKS = ("text", "list", "section_content")
_LEADS_ON = ("：", ":", "：—", "—")
# 第三节 母线失压 ........ 16: it says where something stands, and nothing of it.
_CONTENTS_LINE = re.compile(
    r"(?:[.．·…⋯]\s*){6,}[(（]?\s*[\dIVXivx]{1,5}\s*[)）]?\s*$", re.MULTILINE
)
_CONTINUED = re.compile(r"(?:续|continued)\s*[)）]?\s*$", re.IGNORECASE)
_LONGEST_CAPTION = 60
_MOST_ITEMS = 15
_LONGEST_LIST = 1000  # characters


@dataclass(frozen=True)
class Passage:
    """``text`` is what stands on the page; ``context`` says what it is about and stands elsewhere:
    the caption and header of a table, a cell that spans the row from above, what a figure shows.
    ``item_ids`` are the blocks behind the first one that belong to it.
    """

    kind: PassageKind
    reg_id: str
    page_num: int
    text: str
    box: Box | None
    block_id: str
    chapter_id: str | None = None
    chapter_path: tuple[str, ...] = ()
    table_id: str | None = None
    row: int | None = None
    note_id: str | None = None
    figure: Figure | None = None
    context: str = ""
    item_ids: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, int | None]:
        return self.block_id, self.row

    @property
    def section_number(self) -> str | None:
        return self.chapter_id.partition("/s")[2] or None if self.chapter_id else None


def passages_on(
    page: PageDocument, tables: Mapping[str, Table], figures: Mapping[str, Figure]
) -> list[Passage]:
    """In reading order. ``tables`` are whole ones by their id, ``figures`` go by theirs.

    Headings and captions answer nothing by themselves; they are context of others.
    """
    captions = {_caption(table) for table in tables.values()} - {""}
    captions |= {figure.caption for figure in figures.values() if figure.caption}
    found = [
        passage
        for block in page.content_blocks
        if block.content_markdown.strip() not in captions
        and not _says_nothing(block.content_markdown)
        for passage in _of_block(page, block, tables, figures)
    ]
    return [_with_items(passage, found[nth + 1 :]) for nth, passage in enumerate(found)]


def _says_nothing(text: str) -> bool:
    """A line of the contents, or the caption over the rest of a table: 表6-2（续）."""
    short = len(text) <= _LONGEST_CAPTION
    return bool(_CONTENTS_LINE.search(text) or (short and _CONTINUED.search(text)))


def _with_items(lead: Passage, following: Sequence[Passage]) -> Passage:
    """下列操作可不填写操作票： and the items it announces are one passage."""
    if lead.kind != "clause" or not lead.text.rstrip().endswith(_LEADS_ON):
        return lead
    items: list[Passage] = []
    for item in following[:_MOST_ITEMS]:
        length = sum(len(it.text) for it in (lead, *items, item))
        if item.kind != "clause" or length > _LONGEST_LIST or not _is_below(item, lead):
            break
        items.append(item)
    if not items:
        return lead
    boxes = [it.box for it in (lead, *items) if it.box is not None]
    return replace(
        lead,
        text="\n\n".join(it.text for it in (lead, *items)),
        box=Box.around(boxes) if boxes else None,
        item_ids=tuple(item.block_id for item in items),
    )


def _is_below(item: Passage, lead: Passage) -> bool:
    """In the same clause, or in one whose path goes through it."""
    if item.chapter_id == lead.chapter_id:
        return True
    depth = len(lead.chapter_path)
    return len(item.chapter_path) > depth > 0 and item.chapter_path[:depth] == lead.chapter_path


def _of_block(
    page: PageDocument,
    block: ContentBlock,
    tables: Mapping[str, Table],
    figures: Mapping[str, Figure],
) -> Iterator[Passage]:
    if block.table_meta is not None:
        yield from _rows(page, block, tables.get(block.table_meta.table_id))
    elif block.figure_id is not None and block.figure_id in figures:
        yield from _figure(page, block, figures[block.figure_id])
    elif block.block_type in _QUOTED_BLOCKS and block.content_markdown.strip():
        note = _note_in(page.annotations, block)
        yield Passage(
            kind="note" if note is not None else "clause",
            reg_id=page.reg_id,
            page_num=page.page_num,
            text=block.content_markdown,
            box=block.box,
            block_id=block.block_id,
            chapter_id=block.chapter_id,
            chapter_path=block.chapter_path,
            table_id=note.table_id if note else None,
            note_id=note.note_id if note else None,
            context=_caption(tables.get(note.table_id or "")) if note else "",
        )


def _rows(page: PageDocument, block: ContentBlock, whole: Table | None) -> Iterator[Passage]:
    """The lines of the table as the page's own Markdown has them."""
    meta = block.table_meta
    assert meta is not None
    lines = block.content_markdown.split("\n")
    body = [*lines[:1], *lines[2:]]  # the second line is Markdown's rule under the header
    if not meta.header_row_count:
        body = lines[2:]
    headers = whole.col_headers if whole is not None else meta.col_headers
    whole_rows = _WholeRows(whole)
    for row, line in enumerate(body):
        if row < meta.header_row_count:
            continue
        cells = [cell for cell in meta.cells if cell.row <= row < cell.row + cell.row_span]
        written = line.strip().removeprefix("|").removesuffix("|").strip()
        if not written.replace("|", "").strip():
            continue
        whole_row, above = whole_rows.find(page.page_num, cells, row)
        boxes = [cell.box for cell in cells if cell.box is not None and cell.row == row]
        yield Passage(
            kind="row",
            reg_id=page.reg_id,
            page_num=page.page_num,
            text=written,
            box=Box.around(boxes) if boxes else block.box,
            block_id=block.block_id,
            chapter_id=block.chapter_id,
            chapter_path=block.chapter_path,
            table_id=meta.table_id,
            row=whole_row,
            context="\n".join(
                part
                for part in (
                    (whole.caption if whole else meta.caption) or "",
                    " | ".join(headers),
                    " ".join(above),
                )
                if part
            ),
        )


class _WholeRows:
    """Rows of a page in the whole table. Cells are known again by their place on the page: rows of
    a page are counted differently."""

    def __init__(self, whole: Table | None) -> None:
        self._row_at: dict[tuple[int, float, float], int] = {}
        self._spanning: list[TableCell] = []
        for cell in whole.cells if whole is not None else ():
            pieces = [(cell.page_num, cell.box)] if cell.box is not None else []
            pieces += [(piece.page_num, piece.box) for piece in cell.continued]
            self._row_at |= {_place(page_num, box): cell.row for page_num, box in pieces}
            if cell.row_span > 1 and not cell.is_header:
                self._spanning.append(cell)

    def find(self, page_num: int, cells: Sequence[TableCell], row: int) -> tuple[int, list[str]]:
        """The row's number in the whole table, and the words of cells that reach it from above."""
        places = [_place(page_num, cell.box) for cell in cells if cell.row == row and cell.box]
        found = [self._row_at[place] for place in places if place in self._row_at]
        if not found:
            return row, [cell.content for cell in cells if cell.row < row]
        number = max(found)  # a cell that spans rows over the break begins earlier than the row
        above = [c for c in self._spanning if c.row < number < c.row + c.row_span]
        return number, [cell.content for cell in above]


def _place(page_num: int, box: Box) -> tuple[int, float, float]:
    return page_num, round(box.left, 3), round(box.top, 3)


def _figure(page: PageDocument, block: ContentBlock, figure: Figure) -> Iterator[Passage]:
    """Quoted by its caption, where that is printed on the same page."""
    caption = figure.caption or ""
    printed = [b for b in page.content_blocks if caption and caption in b.content_markdown]
    if not printed:
        return
    yield Passage(
        kind="figure",
        reg_id=page.reg_id,
        page_num=page.page_num,
        text=caption,
        box=block.box,
        block_id=block.block_id,
        chapter_id=block.chapter_id,
        chapter_path=block.chapter_path,
        figure=figure,
        context=figure.description,
    )


def _note_in(annotations: Sequence[Annotation], block: ContentBlock) -> Annotation | None:
    return next((note for note in annotations if note.block_id == block.block_id), None)


def _caption(table: Table | None) -> str:
    return (table.caption or "") if table is not None else ""
