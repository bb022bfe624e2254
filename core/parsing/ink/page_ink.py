"""The nouns of a page's ink, all in points from the top left corner of the upright page."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from core.model.geometry import Box

BLANK_GAP = 0.17  # in ems: a blank is about a quarter, letter spacing rarely more than a tenth


class Glyph(NamedTuple):
    """A printed character (or ligature) of an upright word, and how far it reaches."""

    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Word:
    """Characters printed side by side without a gap.

    ``direction`` is 0 for upright text, else the degrees it is turned clockwise; only upright
    words know their glyphs. ``follows_blank`` says that a blank was printed before the word.
    """

    left: float
    top: float
    right: float
    bottom: float
    text: str
    font_name: str = ""
    size: float = 0.0
    baseline: float = 0.0
    is_bold: bool = False
    direction: int = 0
    follows_blank: bool = False
    glyphs: tuple[Glyph, ...] = ()

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def part(self, start: int, end: int) -> "Word":
        """The word of some of its glyphs."""
        glyphs = self.glyphs[start:end]
        return replace(
            self,
            left=glyphs[0].left,
            right=glyphs[-1].right,
            text="".join(glyph.text for glyph in glyphs),
            follows_blank=self.follows_blank and start == 0,
            glyphs=glyphs,
        )


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle in points."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def overlaps(self, other: "Area", by: float = 0.0) -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > by
            and min(self.bottom, other.bottom) - max(self.top, other.top) > by
        )


Line = tuple[float, float, float, float]  # from x, y to x, y


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawn path: its straight lines, what it covers, and how it is painted."""

    area: Area
    lines: tuple[Line, ...]
    is_stroked: bool
    is_filled: bool
    has_curves: bool = False
    fill_color: tuple[int, int, int] = (0, 0, 0)
    line_width: float = 0.0


@dataclass(frozen=True, slots=True)
class PageInk:
    """The ink of an upright page; ``turn`` is how far clockwise its text stood before."""

    width: float
    height: float
    words: tuple[Word, ...] = ()
    shapes: tuple[Shape, ...] = ()
    bitmaps: tuple[Area, ...] = ()
    turn: int = 0

    def box_as_shown(self, area: Area) -> Box:
        """``area`` in fractions of the page as a reader shows it, cut at the page's edges."""
        left, right = (_fraction(x, self.width) for x in (area.left, area.right))
        top, bottom = (_fraction(y, self.height) for y in (area.top, area.bottom))
        if self.turn == 90:
            left, top, right, bottom = 1 - bottom, left, 1 - top, right
        elif self.turn == 180:
            left, top, right, bottom = 1 - right, 1 - bottom, 1 - left, 1 - top
        elif self.turn == 270:
            left, top, right, bottom = top, 1 - right, bottom, 1 - left
        return Box(left=left, top=top, right=right, bottom=bottom)


def _fraction(value: float, length: float) -> float:
    return min(max(value / length, 0.0), 1.0) if length else 0.0
