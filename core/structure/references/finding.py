"""References found: in a text, and everywhere in a document."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from core.model.geometry import Box
from core.model.tables import Table
from core.structure.body import Body, BodyBlock
from core.structure.notes.labels import label_stretches
from core.structure.references.atoms import Atom, find_atoms
from core.structure.references.english_atoms import find_english_atoms
from core.structure.references.mentions import (
    PlacedMention,
    ReferenceMention,
    fold,
    is_told_by_place,
)
from core.structure.references.phrase_making import make_phrases
from core.structure.references.phrases import mentions_of
from core.structure.references.picture_lookup import picture_key
from core.structure.references.standards import (
    StandardNumber,
    is_standard,
    read_standard,
    standards_in,
)
from core.structure.tables.caption_text import read_caption
from core.structure.tables.cell_places import CellPlaces

_CONTENTS_LINE = re.compile(
    r"(?:\.{4,}|…{2,}|(?:\. ){4,}|·{4,})\s*[-—(（]?\s*[\dIVXivx]+\s*[)）]?\s*$"
)
# A block that begins 表4中 or 第六条规定 is a sentence; 表4 字段对照表 is a caption.
_SENTENCE_GOES_ON = re.compile(r"(?:的|中|所|规定|给出|列|为|是|和|与|及|或|至|、|,|~|-表|。|;)")
_MOST_NUMBERS = 2  # GB/T 20234.1—2015 and IEC 62196-1:2014, which it adopts
_OWN_KINDS = frozenset(
    ("chapter", "section", "article", "appendix", "attachment", "requirement", "table", "figure")
)


def find_in_text(text: str) -> list[ReferenceMention]:
    """Every reference of a text in order; a list or range gives one per member, each with the
    same printed text and place."""
    folded = fold(text)
    atoms = _in_order([*find_atoms(folded), *find_english_atoms(folded)])
    phrases = make_phrases(text, folded, atoms)
    return [mention for phrase in phrases for mention in mentions_of(phrase, text)]


def find_references(
    body: Body,
    tables: Sequence[Table],
    table_of_block: Mapping[str, str],
    *,
    heading_blocks: Collection[str] = (),
    left_out: Collection[str] = (),
) -> tuple[PlacedMention, ...]:
    """References of all blocks and cells, in reading order.

    ``heading_blocks`` are blocks that begin with a number of their own; ``left_out`` are blocks
    that refer to nothing, as those of a contents page. Numbers that a caption, heading or note
    bears itself are no references, nor is the document's own number.
    """
    own = own_numbers(body)
    cells = CellPlaces(body, tables, table_of_block)
    found: list[PlacedMention] = []
    for block in body.blocks:
        if block.block_id in left_out or block.element.figure is not None:
            continue
        if block.element.table is not None and block.block_id in table_of_block:
            found += _in_cells(block, cells, own)
        else:
            found += _in_block(block, block.block_id in heading_blocks, own)
    return tuple(found)


def own_numbers(body: Body) -> frozenset[str]:
    """Standard numbers that the document itself bears: alone on the cover, or in running lines."""
    running = {text for texts in body.furniture.values() for text in texts}
    alone = {
        block.text.rpartition(":")[2]  # 2. Number: CIP-005-8
        for block in body.blocks
        if block.page_num <= 2 and len(block.text) < 40
    }
    named = running | {text for text in alone if is_standard(text)}
    return frozenset(_full(number) for text in named for number in standards_in(text))


def numbers_borne(body: Body) -> tuple[str, ...]:
    """As printed, the document's own: in its running lines, or alone on a line of its cover.

    A cover that names several may be a list of others, and says nothing.
    """
    running = [text for texts in body.furniture.values() for text in texts]
    cover = [
        block.text[line.start : line.end].rpartition(":")[2]  # 2. Number: CIP-005-8
        for block in body.blocks
        if block.page_num == 1
        for line in block.element.lines
    ]
    alone = [line for line in cover if is_standard(line)]
    for texts in (running, alone):
        borne = {_full(number): printed for text in texts for number, printed in _printed_in(text)}
        if 0 < len(borne) <= _MOST_NUMBERS:
            return tuple(borne.values())
    return ()


def _printed_in(text: str) -> Iterator[tuple[StandardNumber, str]]:
    for mention in find_in_text(text):
        number = read_standard(mention.document) if mention.document else None
        if number is not None:
            yield number, mention.document


def _in_order(atoms: list[Atom]) -> list[Atom]:
    """One atom per place; a standard's number wins over what looks like a part of it."""
    kept: list[Atom] = []
    for atom in sorted(atoms, key=lambda atom: (atom.start, -atom.end)):
        if not kept or atom.start >= kept[-1].end:
            kept.append(atom)
    return kept


def _in_block(block: BodyBlock, is_heading: bool, own: frozenset[str]) -> Iterator[PlacedMention]:
    text = _without_superscripts(block.text, block.element.superscripts)
    if _CONTENTS_LINE.search(text):
        return
    labels = label_stretches(text)
    for mention in _in_this_document(find_in_text(text), own):
        if any(start <= mention.start < end for start, end in labels):
            continue
        if _is_own_number(block, is_heading, mention, text):
            continue
        yield PlacedMention(
            mention, block.page_num, block.block_id, box=_line_box(block, mention.start)
        )


def _in_cells(block: BodyBlock, cells: CellPlaces, own: frozenset[str]) -> Iterator[PlacedMention]:
    for cell, table_id in cells.beginning_in(block):
        text = _without_superscripts(cell.content, cells.superscripts(table_id, cell))
        labels = label_stretches(text)
        for mention in _in_this_document(find_in_text(text), own):
            if any(start <= mention.start < end for start, end in labels):
                continue
            piece = cells.piece_at(table_id, cell, mention.start)
            yield PlacedMention(
                mention, piece.page_num, piece.block_id, table_id, cell.row, cell.col, piece.box
            )


def _in_this_document(
    mentions: Iterable[ReferenceMention], own: frozenset[str]
) -> Iterator[ReferenceMention]:
    """The document's own number is no reference; what it introduces is a part of this document."""
    for mention in mentions:
        number = read_standard(mention.document) if mention.document else None
        if number is not None and _full(number) in own:
            part = mention.as_part_of_this_document()
            if part is not None:
                yield part
        else:
            yield mention


def _full(number: StandardNumber) -> str:
    return f"{number.key}-{number.year}"


def _is_own_number(
    block: BodyBlock, is_heading: bool, mention: ReferenceMention, text: str
) -> bool:
    if not mention.is_bare or mention.is_own or is_told_by_place(mention):
        return False
    if block.element.kind == "caption" and _bears(text, mention):
        return True
    if text[: mention.start].strip():
        return False
    if text.strip() == mention.text and mention.reference_type != "standard":
        return True  # a label alone on its line
    if mention.steps and mention.steps[0].kind in ("decimal", "part"):
        return is_heading or mention.steps[0].kind == "part"
    if mention.reference_type not in _OWN_KINDS:
        return False
    if is_heading or block.element.kind == "caption":
        return True
    if _SENTENCE_GOES_ON.match(fold(text[mention.end :])):
        return False
    return block.element.kind == "heading" or not text.rstrip().endswith(".")


def _bears(caption: str, mention: ReferenceMention) -> bool:
    """Wherever it stands: 续表1, or 表6 with Table 6 on the line below."""
    printed = read_caption(caption)
    return (
        printed is not None
        and mention.reference_type == printed.kind
        and picture_key(mention.parsed_target) == picture_key(printed.number or "")
    )


def _without_superscripts(text: str, superscripts: Sequence[tuple[int, int]]) -> str:
    """CIP-008³ is CIP-008: a raised mark is blanked, and every place stays the same."""
    for start, end in superscripts:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _line_box(block: BodyBlock, start: int) -> Box:
    for line in block.element.lines:
        if line.start <= start < line.end:
            return line.box
    return block.element.box
