"""Lines put together to paragraphs.

A line goes on its paragraph unless something says otherwise: a mark at its beginning, an
indent, another type size or weight, a wide space above it, or a line before it that ended early
although the first word here would have fitted there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.parsing.ink import Area
from core.parsing.line_joining import is_ideograph
from core.parsing.lines import TextPiece
from core.parsing.marks import (
    SINGLE_NUMBER,
    ends_contents_entry,
    ends_sentence,
    goes_on_with_number,
    is_next_item,
    is_page_number,
    is_rule_of_signs,
    may_be_chapter,
    starts_block,
)

_SAME_SIZE = 1.12
_WIDE_LEADING = 1.45  # times the usual pitch of the column
_WIDER_LEADING = 1.12  # enough after the end of a sentence
_INDENT = 1.2  # in ems
_DEEPEST_INDENT = 5.0
_EARLY_END = 2.2  # in ems, on top of the word that would have fitted: Chinese moves punctuation
_EARLY_END_LATIN = 0.6
_HEADING_END = 4.0  # in ems: a heading ends well before the margin
_CENTRED = 1.5  # in ems: how far two centred lines may be off each other


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that are read on, and the column that they stand in."""

    lines: tuple[TextPiece, ...]
    column: Area

    @property
    def area(self) -> Area:
        return around([line.area for line in self.lines])

    @property
    def size(self) -> float:
        return median(line.size for line in self.lines)

    @property
    def is_bold(self) -> bool | None:
        known = [line.is_bold for line in self.lines if line.is_bold is not None]
        return all(known) if known else None


def around(areas: Sequence[Area]) -> Area:
    return Area(
        min(area.left for area in areas),
        min(area.top for area in areas),
        max(area.right for area in areas),
        max(area.bottom for area in areas),
    )


def paragraphs_of(lines: Sequence[TextPiece], obstacles: Sequence[Area] = ()) -> list[Paragraph]:
    """Paragraphs of a page; nothing is joined across an obstacle (a table or a figure)."""
    paragraphs: list[Paragraph] = []
    columns = _columns(lines, obstacles)
    for column in columns:
        frame = _frame(column, columns, obstacles)
        pitch = _usual_pitch(column)
        block: list[TextPiece] = []
        for line in column:
            if block and _starts_anew(block, line, frame, pitch):
                paragraphs.append(Paragraph(tuple(block), frame))
                block = []
            block.append(line)
        paragraphs.append(Paragraph(tuple(block), frame))
    return paragraphs


def _columns(lines: Sequence[TextPiece], obstacles: Sequence[Area]) -> list[list[TextPiece]]:
    """Stacks of lines one below the other, none beside another, no obstacle between."""
    columns: list[list[TextPiece]] = []
    extents: list[Area] = []
    for line in sorted(lines, key=lambda line: (line.area.top, line.area.left)):
        below = [
            index
            for index, column in enumerate(columns)
            if column[-1].column == line.column
            and _overlap(extents[index], line.area) > 0
            and _stands_below(column[-1], line, obstacles)
        ]
        # Rather below a line than below the column's empty part; then, below the nearest.
        best = max(
            below,
            key=lambda index: (
                _overlap(columns[index][-1].area, line.area) > 0,
                columns[index][-1].baseline,
            ),
            default=None,
        )
        if best is None:
            columns.append([line])
            extents.append(line.area)
        else:
            columns[best].append(line)
            extents[best] = around([extents[best], line.area])
    return columns


def _overlap(one: Area, other: Area) -> float:
    return min(one.right, other.right) - max(one.left, other.left)


def _stands_below(last: TextPiece, line: TextPiece, obstacles: Sequence[Area]) -> bool:
    if line.baseline - last.baseline < 0.5 * min(last.size, line.size):
        return False
    corridor = Area(
        min(last.area.left, line.area.left),
        last.baseline,
        max(last.area.right, line.area.right),
        max(line.baseline - line.size, last.baseline + 0.1),
    )
    return not any(obstacle.overlaps(corridor) for obstacle in obstacles)


def _frame(
    column: Sequence[TextPiece],
    columns: Sequence[Sequence[TextPiece]],
    obstacles: Sequence[Area],
) -> Area:
    """Where full lines begin and end; the page's other text and tables help a few short lines."""
    own = around([line.area for line in column])
    same = [
        around([line.area for line in other])
        for other in columns
        if other[0].column == column[0].column
    ]
    same = [area for area in same if _overlap(area, own) > 0]  # not the text beside a table
    if not column[0].column:
        same += [obstacle for obstacle in obstacles if _overlap(obstacle, own) > 0.5 * own.width]
    whole = around([own, *same])
    return Area(whole.left, own.top, whole.right, own.bottom)


def _usual_pitch(column: Sequence[TextPiece]) -> float:
    """From baseline to baseline, in ems; the tight ones, since gaps between paragraphs are wide."""
    pitches = sorted(
        (line.baseline - above.baseline) / max(line.size, 1.0)
        for above, line in pairwise(column)
        if line.size and 1 / _SAME_SIZE < above.size / line.size < _SAME_SIZE
    )
    pitches = [pitch for pitch in pitches if 0.8 < pitch < 2.6]
    return pitches[len(pitches) // 3] if pitches else 1.6


def _starts_anew(block: list[TextPiece], line: TextPiece, frame: Area, pitch: float) -> bool:
    last = block[-1]
    em = max(line.size, 1.0)
    if not 1 / _SAME_SIZE < last.size / em < _SAME_SIZE:
        return True
    leading = (line.baseline - last.baseline) / em
    if leading > max(_WIDE_LEADING * pitch, pitch + 0.35):
        return True
    if leading > max(_WIDER_LEADING * pitch, pitch + 0.18) and ends_sentence(last.text):
        return True
    if any(start == 0 for start, _ in line.superscripts):
        return True  # a mark raised at the beginning is a footnote's own
    if starts_block(line.text):
        return not (
            goes_on_with_number(last.text, line.text) and not _ends_early(last, line, frame)
        )
    if is_next_item(last.text, line.text):
        return True
    if may_be_chapter(last.text, line.text) and frame.right - line.area.right > _HEADING_END * em:
        return True
    if ends_contents_entry(last.text):
        return True
    if is_page_number(line.text) or is_page_number(last.text):
        return True
    if is_rule_of_signs(line.text) or is_rule_of_signs(last.text):
        return True
    if last.is_bold != line.is_bold and _ends_early(last, line, frame):
        return True
    if _are_centred(last, line, frame):
        return ends_sentence(last.text)
    if _is_first_line(block, line, frame):
        return True
    return _ends_early(last, line, frame)


def _are_centred(last: TextPiece, line: TextPiece, frame: Area) -> bool:
    """A title over several lines: both away from the margins, around one middle."""
    em = max(line.size, 1.0)
    middles = [(piece.area.left + piece.area.right) / 2 for piece in (last, line)]
    away = all(
        piece.area.left - frame.left > 2 * em and frame.right - piece.area.right > 2 * em
        for piece in (last, line)
    )
    return (
        away
        and abs(middles[0] - middles[1]) < _CENTRED * em
        and (abs(last.area.left - line.area.left) > 0.5 * em or last.area.width == line.area.width)
    )


def _is_first_line(block: list[TextPiece], line: TextPiece, frame: Area) -> bool:
    """Is the line indented where the lines before it were not?"""
    last = block[-1]
    em = max(line.size, 1.0)
    step = (line.area.left - last.area.left) / em
    if step > _INDENT:
        # The second line of an item may hang below its text.
        hangs = len(block) == 1 and _has_mark(last.text)
        return not hangs and step < _DEEPEST_INDENT
    if step < -_INDENT:
        # Back to the margin: right after a first line, or out of a hanging item.
        return len(block) > 1
    indent = (line.area.left - frame.left) / em
    if len(block) == 1 and indent > _INDENT and not _has_mark(last.text):
        # Two indented lines in a row: each is the first of its own, if indents mean anything here.
        return ends_sentence(last.text) and is_ideograph(last.text[-2:-1] or last.text)
    return False


def _has_mark(text: str) -> bool:
    return starts_block(text) or bool(SINGLE_NUMBER.match(text))


def _ends_early(last: TextPiece, line: TextPiece, frame: Area) -> bool:
    """Did the last line stop although the first word of this one would have fitted?"""
    room = frame.right - last.area.right
    chinese = is_ideograph(line.text) or is_ideograph(last.text[-1:])
    if not chinese and line.text[:1].islower():
        return False
    slack = (_EARLY_END if chinese else _EARLY_END_LATIN) * line.size
    return room > line.first_word_width + slack
