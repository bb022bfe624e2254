"""Is the row at the head of a page the rest of the row at the foot of the page before?

A row that was cut has its short cells whole on the first page: they stay empty on the second, and
only the cells that filled the piece to its foot go on. Two rows taken for one hide a row from the
reader, so a doubt leaves them two.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.parsing.line_joining import is_cjk

_ENDS = re.compile(r"[。！？!?；;.…][”’\"')）]*$")
_ENDS_OPEN = re.compile(
    r"(?:[，、,（(“‘《【:：/]|[^\W\d_]-|\b(?:and|or|of|the|to|a|an|in|for|by|with|from|that))$"
)
_GOES_ON = re.compile(r"[，。、；：！？）”’》】,.;:!?)%％℃]")
_WORD_GOES_ON = re.compile(r"[a-zß-öø-ÿ]+(?:[\s,.;:)'’]|$)")
_PROSE = re.compile(r"\w\s+\w+\s+\w")  # a cell of sentences, not of names and codes
_NEW_ITEM = re.compile(r"[•·●○■▪\-–—\uf000-\uf0ff]|[(（]?(?:[0-9]{1,2}|[a-z])[)）、.．]|注|[①-⑳]")
_COUNTED_ITEM = re.compile(
    r"(?:^|\n|(?<=[。；;.]))\s*[（(]?(?P<number>[0-9]{1,2})[)）、.．](?![0-9])"
)
_ID = re.compile(r"[A-Za-z]{0,4}[0-9][0-9A-Za-z.\-–~～+%‰/]*")
_BRACKETS = {"(": ")", "（": "）", "【": "】", "《": "》", "“": "”"}
_ENOUGH = 2.2
_FULL = 0.75
_POINTS_PER_CHARACTER = 10.0  # a usual size of print in tables


@dataclass(frozen=True)
class RowCell:
    """A cell where it meets the page break: its columns, and the width of these in points."""

    col: int
    end: int
    text: str
    row_span: int = 1
    width: float = 0.0
    empty_share: float = 0.0  # of the other cells in its columns
    has_item_rows: bool = False  # other rows of its columns begin with 2), 3): an item is a row

    @property
    def lines(self) -> float:
        """About how many lines the text fills; below 1 for a part of a line."""
        width = sum(1.0 if is_cjk(char) else 0.5 for char in self.text) * _POINTS_PER_CHARACTER
        return width / max(self.width, _POINTS_PER_CHARACTER)


@dataclass(frozen=True)
class BreakView:
    """What else is seen at the break: no outer rule, a row of several lines, the page's foot."""

    is_open: bool = False
    is_tall: bool = False
    is_at_foot: bool = True


def is_row_cut(upper: Sequence[RowCell], lower: Sequence[RowCell], view: BreakView) -> bool:
    pairs = pair_cells(upper, lower)
    if pairs is None or not any(below.text for _, below in pairs):
        return False
    if not any(above.text for above, _ in pairs):
        return False
    return cut_score(pairs, view) >= _ENOUGH


def pair_cells(
    upper: Sequence[RowCell], lower: Sequence[RowCell]
) -> list[tuple[RowCell, RowCell]] | None:
    """Each lower cell with the one it would go on in; None where the grids do not allow it."""
    pairs = []
    for below in lower:
        above = next((c for c in upper if c.col <= below.col and below.end <= c.end), None)
        if above is None:
            return None
        is_whole = (above.col, above.end) == (below.col, below.end)
        if not is_whole and (below.row_span > 1 or above.row_span > 1):
            return None
        pairs.append((above, below))
    return pairs


def cut_score(pairs: Sequence[tuple[RowCell, RowCell]], view: BreakView) -> float:
    tallest = max(above.lines for above, _ in pairs)
    score = (1.0 if view.is_open else 0.0) - (0.0 if view.is_at_foot else 1.5)
    emptied = [above for above, below in pairs if above.text and not below.text]
    going_on = [(above, below) for above, below in pairs if below.text]
    for above in emptied:
        if above.row_span == 1 or view.is_open:
            score += 1.5 if above.col == 0 else 1.3 - 2 * min(above.empty_share, 0.5)
    if len(going_on) == 1 and len(emptied) >= 2 and emptied[0].col == 0:
        score += 1.0
    for above, below in going_on:
        if not above.text:
            score -= 0.5
        else:
            fill = above.lines / max(tallest, 1.0) if view.is_tall else above.lines % 1
            score += _pair_score(above, below, fill)
    return score


def _pair_score(above: RowCell, below: RowCell, fill: float) -> float:
    """``fill``: how much of the room that the row had on the first page the upper text took."""
    score = flow(above.text, below.text)
    if counts_on(above.text, below.text) and not (above.has_item_rows or below.has_item_rows):
        score = 2.0
    if _ID.fullmatch(above.text) and _ID.fullmatch(below.text):
        score -= 3.0
    if fill < _FULL and score < 2.0:
        score -= 0.5 + 2 * (1 - fill)  # it had room and stopped: what follows is another text
    if above.col == 0 and score < 2.0:
        score -= 1.0
    return score


def flow(above: str, below: str) -> float:
    """How much the second text reads as the rest of the first; negative when it begins anew."""
    above, below = above.rstrip(), below.lstrip()
    if not above or not below:
        return 0.0
    score = 0.0
    if _ENDS_OPEN.search(above) or _has_open_bracket(above):
        score += 2.0
    is_word_going_on = _WORD_GOES_ON.match(below) and _PROSE.search(above)
    if (_GOES_ON.match(below) or is_word_going_on) and not _ENDS.search(above):
        score += 2.0
    if score == 0.0:
        score = -1.0 if _ENDS.search(above) or _NEW_ITEM.match(below) else 0.5
    return score


def counts_on(above: str, below: str) -> bool:
    """1) … 2) … and 3) … overleaf: the items of one cell."""
    following = _COUNTED_ITEM.match(below)
    items = [int(found["number"]) for found in _COUNTED_ITEM.finditer(above)]
    return following is not None and bool(items) and int(following["number"]) == items[-1] + 1


def is_later_item(text: str) -> bool:
    """Does a cell begin with the second item of a list, or a later one?"""
    first = _COUNTED_ITEM.match(text)
    return first is not None and int(first["number"]) > 1


def _has_open_bracket(text: str) -> bool:
    return any(text.count(opening) > text.count(closing) for opening, closing in _BRACKETS.items())
