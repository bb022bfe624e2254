"""Places that cite a note: 见注1 in a sentence, 注① in a cell, a raised 1) anywhere."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.structure.body import BodyBlock
from core.structure.notes.choice import CitingPlace
from core.structure.notes.labels import label_stretches, variant_key
from core.structure.references.finding import find_in_text
from core.structure.tables.cell_places import CellPlaces

_MAY_CITE = re.compile("注|方案|Note|Plan|NOTE")
# A mark at the end of a cell or of a word, where the text layer does not tell what is raised.
_TRAILING_MARK = re.compile(r"(?<=\S)(\*{1,4}|[†‡①-⑳]|(?<=[\u4e00-\u9fff])\d{1,2}[)）])$")
# In the first column it counts the rows.
_MARK_ALONE = re.compile(r"\s*([*†‡①-⑳]+)\s*$")
_UNIT_BEFORE = re.compile(r"(?:^|[^A-Za-z])(?:[kcdmμ]?m|s|h|N|W|V|A|Hz|kg|g|10)$")


@dataclass(frozen=True)
class Citation:
    """``keys`` are the labels that it may mean, the likeliest first. ``is_raised``: a superscript,
    which looks for its note in the table or at the foot of the page only."""

    place: CitingPlace
    text: str
    keys: tuple[str, ...]
    row: int | None = None
    col: int | None = None
    of_table: str = ""
    is_raised: bool = False
    is_announced: bool = False


def citations_in_block(block: BodyBlock) -> Iterator[Citation]:
    place = CitingPlace(block.page_num, block.block_id)
    text = block.text
    yield from _named(text, place)
    for start, end in _merged(block.element.superscripts):
        if not text[:start].strip("([（ "):  # the footnote's own label
            continue
        yield from _raised(text, start, end, place)


def citations_in_cells(block: BodyBlock, cells: CellPlaces) -> Iterator[Citation]:
    for cell, table_id in cells.beginning_in(block):
        text = cell.content
        place = CitingPlace(cell.page_num, block.block_id, table_id)
        yield from _named(text, place, cell.row, cell.col)
        raised = _merged(cells.superscripts(table_id, cell))
        for start, end in raised:
            yield from _raised(text, start, end, place, cell.row, cell.col)
        mark = _TRAILING_MARK.search(text) or (_MARK_ALONE.match(text) if cell.col else None)
        if mark is not None and not raised:
            yield from _raised(text, mark.start(1), mark.end(1), place, cell.row, cell.col)


def plain_citation(block: BodyBlock, label: str) -> str:
    """The place where a block prints a footnote's label in plain type: 录音制度1)。

    For text layers that do not tell raised marks. Empty if it does not stand there for certain.
    """
    digits = label.strip("()（）[]")
    if not digits.isdigit():
        return ""
    mark = re.escape(label) if label != digits else digits
    word = r"(?:(?<=[a-z\u4e00-\u9fff”》])|(?<=[A-Z]-\d\d\d))"
    found = re.search(rf"{word}{mark}(?=[。,，;；:、.]|\s|$)", block.text)
    if found is None or found.start() == 0 or _UNIT_BEFORE.search(block.text[: found.start()]):
        return ""
    return found.group()


def _named(
    text: str, place: CitingPlace, row: int | None = None, col: int | None = None
) -> Iterator[Citation]:
    if not _MAY_CITE.search(text):
        return
    labels = label_stretches(text)
    for mention in find_in_text(text):
        if mention.reference_type not in ("annotation", "plan") or mention.document:
            continue
        if any(start <= mention.start < end for start, end in labels):
            continue
        of_table = mention.within.number if mention.within is not None else ""
        key = variant_key(mention.parsed_target)
        yield Citation(
            place, mention.text, (key,), row, col, of_table, is_announced=not mention.is_bare
        )


def _raised(
    text: str,
    start: int,
    end: int,
    place: CitingPlace,
    row: int | None = None,
    col: int | None = None,
) -> Iterator[Citation]:
    mark = text[start:end].strip()
    is_exponent = mark.strip("-").isdigit() and (
        _UNIT_BEFORE.search(text[:start]) or re.match(r"[A-Za-z0-9]", text[end:])
    )
    if not mark or is_exponent:
        return
    for label in re.split(r"[,，、\s]+", mark):
        if label:
            yield Citation(place, label, (variant_key(label),), row, col, is_raised=True)


def _merged(stretches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbouring raised characters are one mark."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if merged and merged[-1][1] == start:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged
