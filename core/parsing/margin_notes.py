"""Notes in the margin: small print beside the text, set apart from the lines it stands beside."""

from collections.abc import Sequence
from statistics import median

from core.parsing.ink import Word

_SMALLER = 0.9  # than the page's body text
_BODY = 0.93
_APART = 0.5  # in ems of the body text: a raised mark at the end of a line is nearer
_NARROW = 0.25  # of the text's width
_HEAD_AND_FOOT = 0.09  # of the page's height: running headers may be wider than the text
_LEADING = 1.7  # in ems from line to line; a wider space ends the note
_FEWEST_LETTERS = 2  # labels of footnotes and numbers of lines are no notes
_FEWEST_WORDS = 30  # of body text, or nobody knows where its edges are


def margin_notes(words: Sequence[Word], page_height: float) -> list[list[Word]]:
    """The words of each note, from top to bottom, first those on the left."""
    upright = [word for word in words if word.direction == 0 and word.text.strip()]
    sizes = [word.size for word in upright for _ in word.text]
    if not sizes:
        return []
    em = median(sizes)
    head, foot = _HEAD_AND_FOOT * page_height, (1 - _HEAD_AND_FOOT) * page_height
    body = [w for w in upright if w.size >= _BODY * em and w.top > head and w.bottom < foot]
    if len(body) < _FEWEST_WORDS:
        return []
    left, right = min(word.left for word in body), max(word.right for word in body)
    small = [word for word in upright if word.size <= _SMALLER * em and head < word.top < foot]
    sides = (
        [word for word in small if word.right < left - _APART * em],
        [word for word in small if word.left > right + _APART * em],
    )
    return [
        note
        for side in sides
        if side and _width(side) <= _NARROW * (right - left)
        for note in _notes(side)
        if sum(character.isalpha() for word in note for character in word.text) >= _FEWEST_LETTERS
    ]


def _width(words: Sequence[Word]) -> float:
    return max(word.right for word in words) - min(word.left for word in words)


def _notes(words: Sequence[Word]) -> list[list[Word]]:
    notes: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.baseline, word.left)):
        if notes and word.baseline - notes[-1][-1].baseline <= _LEADING * word.size:
            notes[-1].append(word)
        else:
            notes.append([word])
    return notes
