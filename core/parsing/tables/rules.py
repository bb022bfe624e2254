"""Straight rules on a page, found among everything that is drawn there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest

from core.parsing.ink import Area, Line, PageInk, Shape

_THICKEST = 3.0  # points; what is thicker is a box, not a rule
_SHORTEST = 6.0
_SNAP = 2.5  # rules this near to each other are one (double rules, both edges of a stroke)
_BRIDGE = 3.0  # gaps in a rule: dashes, corners drawn apart
_SLANT = 0.75
_MOST = 1500  # a page with more is a map or a drawing; its longest rules will do


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """A horizontal rule at y = ``position`` from x = ``start`` to ``end``, or a vertical one."""

    position: float
    start: float
    end: float

    @property
    def length(self) -> float:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Rules:
    horizontal: list[Rule] = field(default_factory=list)
    vertical: list[Rule] = field(default_factory=list)

    def __add__(self, other: "Rules") -> "Rules":
        return Rules(self.horizontal + other.horizontal, self.vertical + other.vertical)


def drawn_rules(ink: PageInk) -> Rules:
    """Stroked lines and boxes too thin to be anything but rules, pieces of one rule joined."""
    pieces = Rules()
    for shape in ink.shapes:
        if min(shape.area.width, shape.area.height) <= _THICKEST:
            _add_thin_box(shape.area, pieces)
        elif shape.is_stroked:
            _add_lines(shape.lines, pieces)
    for bitmap in ink.bitmaps:  # some producers draw rules as pictures one pixel high
        if min(bitmap.width, bitmap.height) <= _THICKEST:
            _add_thin_box(bitmap, pieces)
    return joined_rules(pieces)


def shading_edges(shapes: Iterable[Shape]) -> Rules:
    """The outlines of filled boxes, as rules."""
    pieces = Rules()
    for shape in shapes:
        _add_lines(shape.lines, pieces)
    return joined_rules(pieces)


def shaded_boxes(ink: PageInk) -> list[Shape]:
    """Boxes filled with a colour that can be seen on white paper."""
    return [
        shape
        for shape in ink.shapes
        if shape.is_filled
        and not shape.has_curves
        and min(shape.area.width, shape.area.height) > _THICKEST
        and len(shape.lines) <= 6
        and min(shape.fill_color) < 250
    ]


def unframed(rules: Rules) -> list[Rule]:
    """Horizontal rules that are not the upper or lower side of a drawn frame."""

    def meets_vertical(x: float, y: float) -> bool:
        return any(
            abs(rule.position - x) <= _BRIDGE and rule.start - _BRIDGE <= y <= rule.end + _BRIDGE
            for rule in rules.vertical
        )

    return [
        rule
        for rule in rules.horizontal
        if not (
            meets_vertical(rule.start, rule.position) and meets_vertical(rule.end, rule.position)
        )
    ]


def joined_rules(pieces: Rules) -> Rules:
    return Rules(
        *(
            nlargest(_MOST, _joined(rules), key=lambda rule: rule.length)
            for rules in (pieces.horizontal, pieces.vertical)
        )
    )


def _add_thin_box(area: Area, rules: Rules) -> None:
    # A dot is kept as both: it may be the corner that joins two pieces, or one dash of many.
    if area.width >= min(area.height, _THICKEST):
        middle = (area.top + area.bottom) / 2
        rules.horizontal.append(Rule(middle, area.left, area.right))
    if area.height >= min(area.width, _THICKEST):
        middle = (area.left + area.right) / 2
        rules.vertical.append(Rule(middle, area.top, area.bottom))


def _add_lines(lines: Iterable[Line], rules: Rules) -> None:
    for x0, y0, x1, y1 in lines:
        if abs(y1 - y0) <= _SLANT < abs(x1 - x0):
            rules.horizontal.append(Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
        elif abs(x1 - x0) <= _SLANT < abs(y1 - y0):
            rules.vertical.append(Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))


def _joined(pieces: Sequence[Rule]) -> list[Rule]:
    """Pieces on nearly one line, end to end or overlapping, become one rule."""
    rules: list[Rule] = []
    for group in _on_one_line(sorted(pieces)):
        total = sum(piece.length for piece in group)
        if total <= 0:
            continue
        position = sum(piece.position * piece.length for piece in group) / total
        start = end = None
        for piece in sorted(group, key=lambda piece: piece.start):
            if start is None or end is None:
                start, end = piece.start, piece.end
            elif piece.start <= end + _BRIDGE:
                end = max(end, piece.end)
            else:
                rules.append(Rule(position, start, end))
                start, end = piece.start, piece.end
        if start is not None and end is not None:
            rules.append(Rule(position, start, end))
    return [rule for rule in rules if rule.length >= _SHORTEST]


def _on_one_line(pieces: Sequence[Rule]) -> Iterable[list[Rule]]:
    group: list[Rule] = []
    for piece in pieces:
        near_last = not group or piece.position - group[-1].position <= _SNAP
        if near_last and (not group or piece.position - group[0].position <= 2 * _SNAP):
            group.append(piece)
        else:
            yield group
            group = [piece]
    if group:
        yield group
