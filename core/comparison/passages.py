"""A regulation, or a section of it, as the passages and tables that are compared.

Every block goes into exactly one passage or table. A paragraph that a page or column break cuts is
one passage; a caption belongs to its table.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from core.comparison.folding import key_of
from core.model import (
    Annotation,
    Box,
    ChapterNode,
    ContentBlock,
    PageDocument,
    PlacedBox,
    Table,
)
from core.model.comparison import Part, Passage, Place, Subject

_HASHES = re.compile(r"#{1,6} ")
_BULLET = re.compile(r"\s*(?:[•●○◦▪■□◆\uf0b7\uf0a7\uf0d8·]|[-—–]{1,2}(?=\s|[^\x00-\x7f]))\s*")
_NUMERAL = "[一二三四五六七八九十]{1,3}"
_LIST_MARK = re.compile(
    rf"\s*(?P<mark>[（(](?:[a-zA-Z]|[ivxIVX]{{1,5}}|\d{{1,2}}|{_NUMERAL})[)）]"
    rf"|(?:[a-zA-Z]|[ivxIVX]{{1,5}}|\d{{1,2}}|{_NUMERAL})[)）]|(?:\d{{1,2}}|{_NUMERAL})、(?![\d一二三四五六七八九十])"
    r"|(?:[a-z]|[ivx]{1,5}|\d{1,2})\.(?=\s*[^\s\d])|[①-⑳])\s*"
)
_FIGURE = re.compile(r"!\[(?P<caption>.*)\]\(.*\)", re.DOTALL)
_ENDS = re.compile(r"[.。；;：:!！?？…][\s\"”’'）)\]】]*\Z")
_LEADER = re.compile(r"(?:[.．·…]\s?){4,}\s*[\divxIVX]+\s*\Z")
_LONG = 60  # characters; a shorter line without a full stop may be a title or an entry
_RAGGED = 0.12  # of the page: a line this far from the right margin is still a full one


@dataclass(frozen=True)
class Half:
    """One side of a comparison, in reading order."""

    passages: tuple[Passage, ...]
    tables: tuple[tuple[Table, Place], ...]


@dataclass(frozen=True)
class _Placed:
    page_num: int
    block: ContentBlock


@dataclass(frozen=True)
class Reading:
    """The pages that are compared, with all chapters of the regulation and the tables on them."""

    reg_id: str
    pages: Sequence[PageDocument]
    tables: Sequence[Table]
    chapters: Sequence[ChapterNode]


def half_of(reading: Reading, chapter_ids: Collection[str] | None = None) -> Half:
    """All of it, or the blocks of the chapters named."""
    return _Reader(reading, chapter_ids).half()


class _Reader:
    def __init__(self, reading: Reading, chapter_ids: Collection[str] | None) -> None:
        self._reg_id = reading.reg_id
        self._blocks = [
            _Placed(page.page_num, block)
            for page in reading.pages
            for block in page.content_blocks
            if chapter_ids is None or block.chapter_id in chapter_ids
        ]
        self._heads: dict[str, ChapterNode] = {
            node.heading_block_id: node for node in reading.chapters if node.heading_block_id
        }
        self._numbers = {node.node_id: node.section_number for node in reading.chapters}
        self._notes: dict[str, Annotation] = {
            note.block_id: note
            for page in reading.pages
            for note in page.annotations
            if note.block_id
        }
        self._has_chapters = bool(reading.chapters)
        self._tables = {table.table_id: table for table in reading.tables}
        self._table_of = self._blocks_of_tables()

    def half(self) -> Half:
        passages: list[list[_Placed]] = []
        tables: dict[str, list[_Placed]] = {}
        last: list[_Placed] | None = None  # the paragraph that may go on
        rights = self._right_margins()
        for placed in self._blocks:
            table_id = self._table_of.get(placed.block.block_id)
            if table_id is not None:
                tables.setdefault(table_id, []).append(placed)
            elif last is not None and self._goes_on(last[-1], placed, rights):
                last.append(placed)
            else:
                passages.append([placed])
                if self._subject(placed.block) not in ("note", "figure"):
                    last = passages[-1]  # a footnote may stand between the two pieces
        return Half(
            tuple(self._passage(pieces) for pieces in passages),
            tuple((self._tables[name], self._place(blocks)) for name, blocks in tables.items()),
        )

    def _blocks_of_tables(self) -> dict[str, str]:
        """Block id to table id, for table blocks and for the captions right before them."""
        found: dict[str, str] = {}
        for index, placed in enumerate(self._blocks):
            meta = placed.block.table_meta
            if meta is None or meta.table_id not in self._tables:
                continue
            found[placed.block.block_id] = meta.table_id
            captions = set(_captions(self._tables[meta.table_id]))
            for before in reversed(self._blocks[max(index - 3, 0) : index]):
                if before.block.table_meta is not None:
                    break
                if key_of(_plain(before.block)) in captions and not self._is_head(before.block):
                    found.setdefault(before.block.block_id, meta.table_id)
                    break
        return found

    def _is_head(self, block: ContentBlock) -> bool:
        return block.block_id in self._heads

    def _right_margins(self) -> dict[int, float]:
        found: dict[int, float] = {}
        for placed in self._blocks:
            if placed.block.box is not None:
                edge = max(found.get(placed.page_num, 0.0), placed.block.box.right)
                found[placed.page_num] = edge
        return found

    def _goes_on(self, before: _Placed, after: _Placed, rights: dict[int, float]) -> bool:
        upper, lower = before.block, after.block
        if upper.chapter_id != lower.chapter_id or self._is_head(lower):
            return False
        if {upper.block_type, lower.block_type} & {"heading", "figure", "table"}:
            return False
        if self._subject(lower) != "paragraph" or self._part(upper) == "front":
            return False
        text, goes_on = _plain(upper), _plain(lower)
        if not text or not goes_on or _ENDS.search(text):
            return False
        if goes_on[0].islower():
            return True
        if upper.box is None or (len(text) < _LONG and not _is_after_a_break(before, after)):
            return False
        return upper.box.right >= rights[before.page_num] - _RAGGED

    def _passage(self, pieces: list[_Placed]) -> Passage:
        first = pieces[0].block
        subject = self._subject(first)
        text = _joined([_plain(piece.block) for piece in pieces])
        label, body = self._label_and_body(first, subject, text)
        return Passage(
            subject=subject,
            part=self._part(first),
            label=label,
            text=text,
            body=body,
            place=self._place(pieces, label),
        )

    def _subject(self, block: ContentBlock) -> Subject:
        head = self._heads.get(block.block_id)
        if block.block_type == "figure":
            return "figure"
        if block.block_id in self._notes:
            return "note"
        if block.block_type == "heading":
            return "heading"
        if head is not None:
            return "clause"
        return "list_item" if block.block_type == "list" else "paragraph"

    def _part(self, block: ContentBlock) -> Part:
        """What stands before the first chapter is cover and contents."""
        outside = self._has_chapters and block.chapter_id is None
        return "front" if outside or _LEADER.search(block.content_markdown) else "body"

    def _label_and_body(self, block: ContentBlock, subject: Subject, text: str) -> tuple[str, str]:
        head = self._heads.get(block.block_id)
        if head is not None and head.label:
            rest = text[len(head.label) :] if text.startswith(head.label) else text
            return head.label, rest.lstrip(" 　.．、:：–—-") or text
        if subject in ("list_item", "paragraph"):
            mark = _LIST_MARK.match(text)
            if mark is not None and mark.end() < len(text):
                return key_of(mark["mark"]), text[mark.end() :]
            bullet = _BULLET.match(text)
            if bullet is not None and bullet.end() < len(text):
                return "", text[bullet.end() :]
        return "", text

    def _place(self, pieces: Sequence[_Placed], label: str = "") -> Place:
        pages = [piece.page_num for piece in pieces]
        number = self._numbers.get(pieces[0].block.chapter_id or "")
        return Place(
            reg_id=self._reg_id,
            page_num=min(pages),
            page_end=max(pages),
            section_number=number,
            block_ids=tuple(piece.block.block_id for piece in pieces),
            boxes=tuple(_boxes(pieces)),
            detail=number or label,
        )


def _boxes(pieces: Sequence[_Placed]) -> Iterator[PlacedBox]:
    for piece in pieces:
        if piece.block.box is not None:
            yield PlacedBox(page_num=piece.page_num, box=piece.block.box)


def _plain(block: ContentBlock) -> str:
    text = block.content_markdown
    if block.block_type == "heading":
        return _HASHES.sub("", text, count=1)
    if block.block_type == "figure":
        figure = _FIGURE.fullmatch(text)
        return figure["caption"] if figure else text
    return text


def _captions(table: Table) -> Iterator[str]:
    if table.caption:
        yield key_of(table.caption)
    for segment in table.segments:
        if segment.continued_caption:
            yield key_of(segment.continued_caption)


def _is_after_a_break(before: _Placed, after: _Placed) -> bool:
    """On the next page, or higher up on the same one: the next column."""
    if after.page_num != before.page_num:
        return after.page_num > before.page_num
    upper, lower = before.block.box, after.block.box
    return upper is not None and lower is not None and _is_higher(lower, upper)


def _is_higher(box: Box, other: Box) -> bool:
    return box.bottom < other.top


def _joined(texts: Sequence[str]) -> str:
    """Latin words keep a blank between them; a word cut by a hyphen stays as it is printed."""
    whole = ""
    for text in texts:
        spaced = whole[-1:].isascii() and text[:1].isascii() and whole
        whole += f" {text}" if spaced else text
    return whole
