"""Text made comparable for search; a question and a regulation go through the same code.

Width, case, script (traditional, simplified), dashes and blanks are setting. 第六章 is 第6章 and
220千伏 is 220kv. Every position of the folded text leads back to the original.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from core.retrieval.characters import SingleFolds, fold_character, simplified
from core.retrieval.numbers_and_units import numeral_edits, unit_edits
from core.retrieval.rewriting import Edit, Rewriting, pattern_edits, rewritten
from core.retrieval.scripts import CJK, CJK_PUNCTUATION

_Step = Callable[[str], Iterable[Edit]]
_SINGLE_FOLDS = SingleFolds()
_SETTLED: set[str] = set()  # characters met before that stay as they are; grows to some thousands
_LINE_BREAK = re.compile(r"<br ?/?>")  # inside a table cell
_DASHES = re.compile("--+")
_BLANKS = re.compile(r"\s+")
_UNSPACED = re.compile(f"[{CJK}{CJK_PUNCTUATION}]")
# Their folds are letters and digits, which would grow together with those beside them: 0.2① is
# 0.2 with a mark, 220kVⅠ段 the first section, ⒈220kV an item of a list.
_ENCLOSED = "\u2460-\u2473\u2776-\u2793\u3251-\u325f\u32b1-\u32bf"
_MARK = f"{_ENCLOSED}\u2160-\u2188\u2488-\u249b"
_MARK_OR_KV = re.compile(f"[{_MARK}]|[VＶ](?=[B-ZＢ-Ｚ])")
_ALNUM = "A-Za-z0-9Ａ-Ｚａ-ｚ０-９"
_JOINS_BEFORE = re.compile(f"[{_ALNUM}{_ENCLOSED}]")
_JOINS_BEHIND = re.compile(f"[{_ALNUM}]")
_OPEN_KV = re.compile("[0-9０-９] ?[kKｋＫ]\\Z")  # 220kVGIS, 220kVII段; 220kVA is another unit
_MOST_ROUNDS = 8  # two are usual: the second finds nothing to do


@dataclass(frozen=True)
class FoldedText:
    text: str
    rewritings: tuple[Rewriting, ...] = ()

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original that became ``text[start:end]``."""
        if start >= end:
            place = self._original_start(start)
            return place, place
        original_end = end
        for step in reversed(self.rewritings):
            original_end = step.old_end(original_end)
        return self._original_start(start), original_end

    def _original_start(self, position: int) -> int:
        for step in reversed(self.rewritings):
            position = step.old_start(position)
        return position


def fold(text: str) -> FoldedText:
    return _until_stable(text, (_spread, _breaks, _dashes, numeral_edits, unit_edits, _blanks))


def fold_characters(text: str) -> FoldedText:
    """Without numbers and units, which depend on what stands beside them."""
    return _until_stable(text, (_spread, _breaks, _dashes, _blanks))


def _until_stable(text: str, steps: tuple[_Step, ...]) -> FoldedText:
    """One step may make work for an earlier one: a dropped blank brings an accent to its letter."""
    rewritings: list[Rewriting] = []
    text, rewriting = rewritten(text, _apart(text))
    if rewriting is not None:
        rewritings.append(rewriting)
    for _ in range(_MOST_ROUNDS):
        before = text
        text = text.translate(_SINGLE_FOLDS)
        for step in steps:
            text, rewriting = rewritten(text, step(text))
            if rewriting is not None:
                rewritings.append(rewriting)
        if text == before:
            break
    return FoldedText(text, tuple(rewritings))


def _apart(text: str) -> Iterator[Edit]:
    """While it can still be told what is a mark, and what a capital letter."""
    for match in _MARK_OR_KV.finditer(text):
        start, end = match.span()
        if match[0] in "VＶ":
            before, behind = False, bool(_OPEN_KV.search(text[max(start - 3, 0) : start]))
        else:
            before = bool(_JOINS_BEFORE.match(text[max(start - 1, 0) : start]))
            behind = bool(_JOINS_BEHIND.match(text[end : end + 1]))
        if before or behind:
            yield start, end, f"{' ' * before}{match[0]}{' ' * behind}"


def _spread(text: str) -> Iterator[Edit]:
    """Characters that become several or none, and letters with their accents apart."""
    different = set(text) - _SETTLED
    if not different:
        return
    to_change = {char for char in different if fold_character(char) != char}
    accents = {char for char in different if unicodedata.combining(char)}
    _SETTLED.update(different - to_change - accents)
    if not to_change and not accents:
        return
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and text[end] in accents:
            end += 1
        if end > start + 1:
            composed = unicodedata.normalize("NFKC", text[start:end])
            instead = simplified(composed.lower())
        else:
            instead = fold_character(text[start]) if text[start] in to_change else text[start]
        if instead != text[start:end]:
            yield start, end, instead
        start = end


def _breaks(text: str) -> Iterable[Edit]:
    return pattern_edits(_LINE_BREAK, lambda _: " ", text)


def _dashes(text: str) -> Iterable[Edit]:
    return pattern_edits(_DASHES, lambda _: "-", text)


def _blanks(text: str) -> Iterator[Edit]:
    """Blanks beside Chinese are line breaks and kerning; between other words one is kept."""
    for match in _BLANKS.finditer(text):
        before, after = (
            text[max(match.start() - 1, 0) : match.start()],
            text[match.end() : match.end() + 1],
        )
        keep = before and after and not _UNSPACED.match(before) and not _UNSPACED.match(after)
        instead = " " if keep else ""
        if instead != match[0]:
            yield match.start(), match.end(), instead
