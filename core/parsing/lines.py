"""Words of a page put together to printed lines.

Upright words on one baseline are a row; a row is cut into lines where a gutter between columns
runs through it. Gaps after clause numbers and list marks are no gutters, nor are the wide blanks
of justified text: a gutter is crossed by no row from its top to its bottom.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.parsing.columns import Column, Gutter, column_of, find_gutters
from core.parsing.ink import Area, Word
from core.parsing.line_joining import is_cjk, is_ideograph, with_printed_hyphens

_SAME_BASELINE = 0.35  # in ems
_SMALL = 0.8  # of the row's size: an index or a footnote mark
_STEP = 6.0  # points
_BLANK = 0.14
_BLANK_IN_CJK = 0.45
_ALWAYS_APART = 8.0  # in ems: nobody reads on over such a gap
_SPACED_LETTERS = 5  # that many single letters in a row are one word, set wide
_CLINGS_TO_LEFT, _CLINGS_TO_RIGHT = frozenset(".,;:!?)]}%~/’”"), frozenset("([{~/‘“")


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A line of text with its place; ``superscripts`` are stretches of its text."""

    area: Area
    text: str
    size: float
    is_bold: bool | None
    baseline: float
    first_word_width: float
    superscripts: tuple[tuple[int, int], ...] = ()
    column: Column = ()


def lines_of(words: Iterable[Word]) -> tuple[list[TextPiece], list[Gutter]]:
    """All lines, and the gutters between their columns; sideways words are lines of their own."""
    words = [word for word in words if word.text.strip()]
    rows = _rows([word for word in words if word.direction == 0])
    gutters = find_gutters(rows)
    pieces = [_piece(part, gutters) for row in rows for part in _cut(row, gutters)]
    pieces += [_piece([word], []) for word in words if word.direction != 0]
    return pieces, gutters


def text_of_words(words: Sequence[Word]) -> str:
    """The text of words on one line, blanks where they are printed."""
    return _spelled(words)[0]


def _rows(words: list[Word]) -> list[list[Word]]:
    rows: dict[int, list[_Row]] = {}  # by the height of their baseline, in steps
    # Large words first: small ones (indexes, marks) then find the row that they belong to.
    for word in sorted(words, key=lambda word: (-round(word.size), word.baseline)):
        step = int(word.baseline // _STEP)
        reach = 1 + int(word.size // _STEP)
        near = (row for at in range(step - reach, step + reach + 1) for row in rows.get(at, ()))
        row = next((row for row in near if row.takes(word)), None)
        if row is None:
            rows.setdefault(step, []).append(_Row(word))
        else:
            row.words.append(word)
    found = sorted((row for group in rows.values() for row in group), key=lambda row: row.baseline)
    return [sorted(row.words, key=lambda word: word.left) for row in found]


class _Row:
    """Words on one baseline, growing."""

    def __init__(self, word: Word) -> None:
        self.words = [word]
        self.baseline = word.baseline
        self.size = word.size

    def takes(self, word: Word) -> bool:
        distance = abs(word.baseline - self.baseline)
        if distance <= _SAME_BASELINE * min(word.size, self.size):
            return True
        if word.size > _SMALL * self.size or distance > 0.6 * self.size:
            return False
        near = (2.0 if word.baseline < self.baseline else 0.6) * self.size
        return any(
            -near < word.left - other.right < near or -near < other.left - word.right < near
            for other in self.words
        )


def _cut(row: list[Word], gutters: list[Gutter]) -> list[list[Word]]:
    parts: list[list[Word]] = [[row[0]]]
    reach = row[0].right
    for before, word in pairwise(row):
        reach = max(reach, before.right)
        gap = word.left - reach
        size = min(before.size, word.size)
        middle = word.baseline
        in_gutter = gap > 0.5 * size and any(
            gutter.top <= middle <= gutter.bottom
            and reach <= gutter.right
            and word.left >= gutter.left
            for gutter in gutters
        )
        if in_gutter or gap > _ALWAYS_APART * size:
            parts.append([])
        parts[-1].append(word)
    return parts


def _piece(words: list[Word], gutters: list[Gutter]) -> TextPiece:
    text, superscripts = _spelled(words)
    length = sum(len(word.text) for word in words)
    bold = sum(len(word.text) for word in words if word.is_bold)
    area = Area(
        min(word.left for word in words),
        min(word.top for word in words),
        max(word.right for word in words),
        max(word.bottom for word in words),
    )
    return TextPiece(
        area=area,
        text=text,
        size=_size(words),
        is_bold=2 * bold > length,
        baseline=median(word.baseline for word in words),
        first_word_width=_first_word_width(words[0]),
        superscripts=superscripts,
        column=column_of(area, gutters),
    )


def _first_word_width(word: Word) -> float:
    """How much room the line's first unbreakable part takes."""
    if not word.glyphs:
        return word.right - word.left
    if is_ideograph(word.text):
        return word.glyphs[0].right - word.glyphs[0].left
    # 1．通信 and 110kV母线: the line may break before the first ideograph.
    rest = next((glyph for glyph in word.glyphs if is_ideograph(glyph.text)), None)
    return (word.right if rest is None else rest.left) - word.left


def _size(words: list[Word]) -> float:
    sizes = sorted((word.size, len(word.text)) for word in words)
    half, seen = sum(count for _, count in sizes) / 2, 0
    for size, count in sizes:
        seen += count
        if seen >= half:
            return size
    return sizes[-1][0]


def _spelled(words: Sequence[Word]) -> tuple[str, tuple[tuple[int, int], ...]]:
    size = _size(list(words))
    baseline = median(word.baseline for word in words if word.size > _SMALL * size)
    text = ""
    superscripts: list[tuple[int, int]] = []
    for index, word in enumerate(words):
        if index and _blank_before(words, index):
            text += " "
        start = len(text)
        text += word.text
        if word.size < _SMALL * size and word.baseline < baseline - 0.15 * size:
            superscripts.append((start, len(text)))
    return with_printed_hyphens(text), tuple(superscripts)


def _blank_before(words: Sequence[Word], index: int) -> bool:
    before, word = words[index - 1], words[index]
    spacing = _letter_spacing(words, index)
    if spacing is not None:
        return word.left - before.right > spacing + 0.15 * word.size
    return _blank_between(before, word)


def _letter_spacing(words: Sequence[Word], index: int) -> float | None:
    """The usual gap between letters around ``index``, where a word is set letter by letter."""
    start, end = index, index
    while start > 0 and _is_spaced_letter(words[start - 1]):
        start -= 1
    while end < len(words) and _is_spaced_letter(words[end]):
        end += 1
    if end - start < _SPACED_LETTERS:
        return None
    return median(
        after.left - before.right
        for before, after in zip(words[start : end - 1], words[start + 1 : end], strict=True)
    )


def _is_spaced_letter(word: Word) -> bool:
    return len(word.text) == 1 and not word.follows_blank and not is_cjk(word.text)


def _blank_between(before: Word, word: Word) -> bool:
    size = max(before.size, word.size)
    gap = (word.left - before.right) / size if size else 0.0
    if is_cjk(before.text[-1]) or is_cjk(word.text):
        return gap > (_BLANK if word.follows_blank else _BLANK_IN_CJK)
    # A clause number set in pieces: 6. 2. 1
    if not word.follows_blank and word.text[0].isdigit() and before.text[-2:-1].isdigit():
        return gap > (_BLANK_IN_CJK if before.text.endswith(".") else _BLANK)
    clings = before.text[-1] in _CLINGS_TO_RIGHT or word.text[0] in _CLINGS_TO_LEFT
    if clings and not word.follows_blank:
        return gap > _BLANK_IN_CJK
    return gap > _BLANK
