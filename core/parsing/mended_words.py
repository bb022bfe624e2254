"""Words as they are printed, where the text layer or the font's figures say otherwise.

Typesetting systems for Chinese put narrow letters and digits into fonts whose every character
claims a full square. The squares of neighbours overlap, blanks vanish between them, and clause
numbers fall apart (``6.`` ``2.`` ``1``). Here such characters get the width of a letter again,
around the middle of their square, and words are cut where the print shows a gap.

Other fonts measure a full stop or a hyphen by its own height, and words fall apart around them:
such signs take the size of their neighbour and go back to it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import median

from core.parsing.glyph_folding import folding_for
from core.parsing.ink import BLANK_GAP, Glyph, Word
from core.parsing.line_joining import is_ideograph

_SQUARE = 0.85  # of the em: wider than any narrow letter
_SIZE_ERROR = 1.25
_TINY = 0.6  # of the neighbour's size
# Widths in ems, good for the usual text faces; enough to tell a blank from none.
_NARROW, _LETTER, _CAPITAL, _BROAD = 0.3, 0.52, 0.68, 0.85
_WIDTHS = (
    dict.fromkeys("iljtfrI.,;:'|!()[]-`/\\", _NARROW)
    | dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ&", _CAPITAL)
    | dict.fromkeys("MWmw@%", _BROAD)
)
_AT_THE_LEFT = frozenset(".,;:!?)]}")  # of their square, as Chinese sets its punctuation


def mend_words(words: Iterable[Word]) -> list[Word]:
    """Folded, sized and cut anew; words that need none of it come back as they are."""
    words = list(words)
    folding = folding_for("".join(word.text for word in words))
    mended: list[Word] = []
    for word in _with_signs_back(list(map(_with_true_size, words))):
        if not word.glyphs:
            mended.append(replace(word, text=word.text.translate(folding)) if folding else word)
            continue
        glyphs = tuple(_printed(glyph, word.size, folding) for glyph in word.glyphs)
        mended.extend([word] if glyphs == word.glyphs else _cut_at_gaps(word, glyphs))
    return mended


def _with_true_size(word: Word) -> Word:
    """An ideograph fills its square, so its width is the font size whatever the font claims."""
    squares = [g.right - g.left for g in word.glyphs if is_ideograph(g.text) or _claims_a_square(g)]
    if not squares:
        return word
    size = median(squares)
    if size <= 0 or 1 / _SIZE_ERROR < word.size / size < _SIZE_ERROR:
        return word
    return replace(
        word,
        size=size,
        top=max(word.top, word.baseline - 0.88 * size),
        bottom=min(word.bottom, word.baseline + 0.2 * size),
    )


def _with_signs_back(words: list[Word]) -> list[Word]:
    """Signs that claim to be tiny get the size of the word beside them, and join it."""
    joined: list[Word] = []
    for index, word in enumerate(words):
        neighbours = joined[-1:] + words[index + 1 : index + 2]
        host = next((other for other in neighbours if _is_sign_of(word, other)), None)
        if host is not None:
            word = replace(word, size=host.size, top=host.top, bottom=host.bottom)
        if joined and _was_torn_apart(words[index - 1], joined[-1], word, host):
            joined[-1] = _joined(joined[-1], word)
        else:
            joined.append(word)
    return joined


def _is_sign_of(word: Word, other: Word) -> bool:
    return (
        word.direction == other.direction == 0
        and word.size < _TINY * other.size
        and abs(word.baseline - other.baseline) < 0.05 * other.size
        and word.font_name == other.font_name
        and not any(character.isalnum() for character in word.text)
    )


def _was_torn_apart(before: Word, last: Word, word: Word, host: Word | None) -> bool:
    """Two words without a gap, one of which is, or was a moment ago, a tiny sign."""
    was_sign = host is not None or (before.size < _TINY * last.size)
    return (
        was_sign
        and not word.follows_blank
        and bool(last.glyphs)
        and bool(word.glyphs)
        and abs(word.baseline - last.baseline) < 0.05 * last.size
        and 1 / _SIZE_ERROR < word.size / max(last.size, 0.1) < _SIZE_ERROR
        and -0.3 < (word.left - last.right) / max(last.size, 0.1) < BLANK_GAP
    )


def _joined(last: Word, word: Word) -> Word:
    return replace(
        last,
        right=max(last.right, word.right),
        text=last.text + word.text,
        glyphs=last.glyphs + word.glyphs,
    )


def _claims_a_square(glyph: Glyph) -> bool:
    return "\uff01" <= glyph.text <= "\uff5e"


def _printed(glyph: Glyph, size: float, folding: dict[int, int]) -> Glyph:
    text = glyph.text.translate(folding)
    if not text.isascii() or len(text) != 1 or glyph.right - glyph.left < _SQUARE * size:
        return glyph if text == glyph.text else Glyph(text, glyph.left, glyph.right)
    width = _WIDTHS.get(text, _LETTER) * size
    if width >= _SQUARE * size:
        return Glyph(text, glyph.left, glyph.right)
    if text in _AT_THE_LEFT:
        return Glyph(text, glyph.left, glyph.left + width)
    middle = (glyph.left + glyph.right) / 2
    return Glyph(text, middle - width / 2, middle + width / 2)


def _cut_at_gaps(word: Word, glyphs: tuple[Glyph, ...]) -> Iterator[Word]:
    whole = replace(word, glyphs=glyphs)
    start = 0
    for index in range(1, len(glyphs)):
        gap = glyphs[index].left - glyphs[index - 1].right
        pair = glyphs[index - 1].text + glyphs[index].text
        if pair.isalnum() and gap > 1.2 * BLANK_GAP * word.size:
            yield whole.part(start, index)
            start = index
    yield whole.part(start, len(glyphs))
