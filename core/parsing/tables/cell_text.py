"""Words of a cell or column put into reading order and joined to text."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from core.parsing.ink import BLANK_GAP, Word
from core.parsing.line_joining import is_cjk, is_ideograph, with_printed_hyphens

_SAME_LINE, _RAISED = 0.45, 0.6  # in ems: between baselines
_SMALL = 0.8  # of the row's size: an index or a footnote mark
_WIDE_GAP = 1.2  # in ems: what keeps two Chinese words apart
_ITEM = re.compile(
    r"[•·●○■◆▪◦➢✓\uf0b7\uf06c]|[-–—*]\s|[(（][一二三四五六七八九十\da-zA-Z]{1,3}[)）]"
    r"|[a-zA-Z\d]{1,2}[)）]|\d{1,2}[.、．](?!\d)|[①-⑳]|[一二三四五六七八九十]{1,3}、"
)
_SENTENCE_END = tuple("。；;：:.!?！？")


@dataclass(frozen=True, slots=True)
class CellText:
    """A text and the stretches of it that are set small and raised."""

    text: str = ""
    superscripts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TextRow:
    """Words on one baseline, from left to right."""

    words: tuple[Word, ...]
    baseline: float
    size: float

    @property
    def left(self) -> float:
        return self.words[0].left

    @property
    def right(self) -> float:
        return max(word.right for word in self.words)

    @property
    def top(self) -> float:
        return self.baseline - 0.8 * self.size

    @property
    def bottom(self) -> float:
        return self.baseline + 0.2 * self.size


def text_rows(words: Sequence[Word]) -> list[TextRow]:
    """Words gathered on baselines, from top to bottom; raised and lowered words stay in line."""
    gathered: list[list[Word]] = []
    anchors: list[Word] = []  # the largest word of each row says where its baseline is
    for word in sorted(words, key=lambda word: (word.baseline, word.left)):
        if anchors:
            anchor = anchors[-1]
            if word.baseline - anchor.baseline <= _one_line(anchor, word):
                gathered[-1].append(word)
                if word.size > 1.05 * anchor.size:
                    anchors[-1] = word
                continue
        gathered.append([word])
        anchors.append(word)
    return [
        TextRow(tuple(sorted(row, key=lambda word: word.left)), anchor.baseline, anchor.size)
        for row, anchor in zip(gathered, anchors, strict=True)
    ]


def _one_line(upper: Word, lower: Word) -> float:
    """How far apart the baselines of two words of one line may be.

    Small print far above a baseline is raised: a line of its own would overlap what is below it.
    """
    if upper.size < _SMALL * lower.size:
        return _RAISED * lower.size
    return _SAME_LINE * max(upper.size, lower.size, 2.0)


def text_of(words: Sequence[Word], left: float, right: float) -> CellText:
    """The text of words that stand between ``left`` and ``right``."""
    upright = [word for word in words if word.direction == 0]
    texts = [_joined_rows(text_rows(upright), left, right)] if upright else []
    for direction in (270, 90, 180):
        turned = [_turned_upright(word) for word in words if word.direction == direction]
        if turned:
            rows = text_rows(turned)
            texts.append(_joined_rows(rows, turned[0].left, max(row.right for row in rows)))
    if not texts:
        return CellText()
    if len(texts) == 1:
        return texts[0]
    return CellText("\n".join(text.text for text in texts), texts[0].superscripts)


def joined_row(row: TextRow) -> CellText:
    """The text of one row, with a blank where the print has one."""
    text, raised = "", []
    last: Word | None = None
    for word in row.words:
        if last is not None and _has_blank_between(last, word):
            text += " "
        if word.size < _SMALL * row.size and word.baseline < row.baseline - 0.15 * row.size:
            raised.append((len(text), len(text) + len(word.text)))
        text += word.text
        last = word
    return CellText(with_printed_hyphens(text), tuple(raised))


def joined_words(words: Sequence[Word]) -> str:
    """The text of words that stand in one row, from left to right."""
    text = words[0].text
    for last, word in itertools.pairwise(words):
        text += " " + word.text if _has_blank_between(last, word) else word.text
    return text


def is_forced_break(row: TextRow, following: TextRow, right: float) -> bool:
    """Whether the next row's first word would not have fitted into the room left on this one."""
    first = following.words[0]
    width = first.right - first.left
    if is_ideograph(first.text):
        width = first.size  # Chinese breaks anywhere
    return right - row.right < width + 0.3 * row.size


def _has_blank_between(last: Word, word: Word) -> bool:
    gap = (word.left - last.right) / max(min(last.size, word.size), 1.0)
    sides = _is_chinese(last.text[-1]), _is_chinese(word.text[0])
    if all(sides):
        return gap > _WIDE_GAP
    if any(sides):  # Chinese beside Latin is set with a little white that is no blank
        return gap > _WIDE_GAP / 2 or (word.follows_blank and gap > BLANK_GAP)
    return gap > BLANK_GAP or (word.follows_blank and gap > 0.05)


def _is_chinese(character: str) -> bool:
    # Quotes and dashes are of both worlds: what stands on their other side decides.
    return is_cjk(character) and character not in "—…“”‘’"


def _joined_rows(rows: Sequence[TextRow], left: float, right: float) -> CellText:
    text, raised = "", []
    pitches = [below.baseline - row.baseline for row, below in itertools.pairwise(rows)]
    usual_pitch = median(pitches) if pitches else 0.0
    above: TextRow | None = None
    for row in rows:
        line = joined_row(row)
        if above is not None and text:
            text = _continued(text, line.text, _starts_anew(above, row, usual_pitch, right))
        raised += [(start + len(text), end + len(text)) for start, end in line.superscripts]
        text += line.text
        above = row
    return CellText(text, tuple(raised))


def _continued(text: str, line: str, starts_anew: bool) -> str:
    """``text``, ready for the line that follows it."""
    if starts_anew or _ITEM.match(line):
        return text + "\n"
    if _is_chinese(text[-1]) or _is_chinese(line[0]):
        return text
    if text[-1] == "\u00ad":
        return text[:-1]
    # A narrow cell breaks where a hyphen stands already (sending-end): what is printed is kept.
    return (
        text if text[-1] in "-‐–/" and line[0].isalnum() and text[-2:-1].isalnum() else text + " "
    )


def _starts_anew(above: TextRow, row: TextRow, usual_pitch: float, right: float) -> bool:
    if is_forced_break(above, row, right):
        return False
    if row.baseline - above.baseline > 1.45 * usual_pitch:
        return True
    return above.words[-1].text.endswith(_SENTENCE_END) and row.left <= above.left + row.size * 3


def _turned_upright(word: Word) -> Word:
    """A sideways word in a frame where it reads from left to right."""
    if word.direction == 90:
        left, top, right, bottom = word.top, -word.right, word.bottom, -word.left
    elif word.direction == 270:
        left, top, right, bottom = -word.bottom, word.left, -word.top, word.right
    else:
        left, top, right, bottom = -word.right, -word.bottom, -word.left, -word.top
    baseline = bottom - 0.2 * word.size
    return replace(word, left=left, top=top, right=right, bottom=bottom, baseline=baseline)
