"""Printed characters gathered to words."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Any

from core.parsing.ink.frame import Frame
from core.parsing.ink.page_ink import BLANK_GAP, Area, Glyph, Word

_LEAST_HEIGHT = 0.01  # in ems
_ASCENT, _DESCENT = 0.8, 0.2  # fonts' own figures for these are often wrong or zero


def words_of(instructions: list[dict[str, Any]], texts: list[str], page: Frame) -> Iterator[Word]:
    """The words that text instructions paint, each character once."""
    return _words(_glyphs(instructions, texts, page), page)


def direction_of_most_text(instructions: list[dict[str, Any]], frame: Frame) -> int:
    counts = Counter(
        frame.direction_of(instruction["quad"])
        for instruction in instructions
        if not instruction["text"].isspace()
    )
    if not counts:
        return 0
    direction, count = counts.most_common(1)[0]
    return direction if count > 0.6 * counts.total() else 0


@dataclass(slots=True)
class _PlacedGlyph:
    """A character in the frame where its own line is upright."""

    text: str
    left: float
    right: float
    baseline: float
    size: float
    direction: int
    font_name: str
    is_bold: bool


def _glyphs(instructions: list[dict[str, Any]], texts: list[str], page: Frame) -> list[Any]:
    """The page's characters in the order of painting; None where a blank was printed."""
    frames = {direction: page.turned(direction) for direction in (0, 90, 180, 270)}
    bold_fonts: dict[str, bool] = {}
    seen: dict[tuple[str, int, int], list[_PlacedGlyph]] = defaultdict(list)
    glyphs: list[_PlacedGlyph | None] = []
    for instruction, text in zip(instructions, texts, strict=True):
        if not text or text.isspace() or text == "\x00":
            glyphs.append(None)
            continue
        quad, font_name = instruction["quad"], instruction["font_name"]
        direction = page.direction_of(quad)
        frame = frames[direction]
        left, _ = frame.place(quad["r_x0"], quad["r_y0"])
        right, top = frame.place(quad["r_x2"], quad["r_y2"])
        _, baseline = frame.place(instruction["base_x0"], instruction["base_y0"])
        if not (-1 <= (left + right) / 2 <= frame.width + 1 and -1 <= baseline <= frame.height + 9):
            continue
        _, bottom = frame.place(quad["r_x0"], quad["r_y0"])
        size = _font_size(instruction, abs(bottom - top))
        if font_name not in bold_fonts:
            bold_fonts[font_name] = is_bold_font(font_name)
        left, right = min(left, right), max(left, right)
        glyph = _PlacedGlyph(
            text, left, right, baseline, size, direction, font_name, bold_fonts[font_name]
        )
        twin = _printed_before(glyph, seen)
        if twin is not None:
            twin.is_bold = True  # printing twice, a hair apart, is a poor man's bold
            continue
        glyphs.append(glyph)
    return glyphs


# 黑体 is what Chinese print sets apart with: 方正黑体 is FZHT, and E-HZ the Latin beside it.
_BOLD = (
    *("bold", "heavy", "black", "-bd", "demi"),
    *("simhei", "heiti", "fzht", "e-hz", "黑体"),
)


def is_bold_font(font_name: str) -> bool:
    name = font_name.lower()
    return any(mark in name for mark in _BOLD)


def _font_size(instruction: dict[str, Any], box_height: float) -> float:
    descent: float = instruction["font_descent_norm"] / 1000
    ems: float = instruction["font_ascent_norm"] / 1000 - descent
    if 0.3 < ems < 2.5:
        return box_height / ems
    # Some fonts have other figures for every glyph, down to a tenth of an em for its whole height.
    # They are good all the same where the box was made of them: it begins at their descent.
    if ems > _LEAST_HEIGHT:
        size, quad = box_height / ems, instruction["quad"]
        below = hypot(quad["r_x0"] - instruction["base_x0"], quad["r_y0"] - instruction["base_y0"])
        if abs(below - abs(descent) * size) < 0.05 * size:
            return size
    return box_height


def _printed_before(
    glyph: _PlacedGlyph, seen: dict[tuple[str, int, int], list[_PlacedGlyph]]
) -> _PlacedGlyph | None:
    """The same character already printed on this spot; else the glyph is remembered."""
    near = max(0.8, 0.12 * glyph.size)
    text, x, y = glyph.text, glyph.left, glyph.baseline
    cell_size = 4.0
    columns = {int((x - near) // cell_size), int((x + near) // cell_size)}
    rows = {int((y - near) // cell_size), int((y + near) // cell_size)}
    for column in columns:
        for row in rows:
            for other in seen.get((text, column, row), ()):
                if abs(other.left - x) < near and abs(other.baseline - y) < near:
                    return other
    seen[text, int(x // cell_size), int(y // cell_size)].append(glyph)
    return None


def _words(glyphs: list[_PlacedGlyph | None], page: Frame) -> Iterator[Word]:
    run: list[_PlacedGlyph] = []
    blank_before = False
    for glyph in glyphs:
        if glyph is None or (run and not _belongs_to_word(run[-1], glyph)):
            if run:
                yield _word(run, blank_before, page)
            run, blank_before = [], glyph is None
        if glyph is not None:
            run.append(glyph)
    if run:
        yield _word(run, blank_before, page)


def _belongs_to_word(last: _PlacedGlyph, glyph: _PlacedGlyph) -> bool:
    gap = (glyph.left - last.right) / max(last.size, 1.0)
    return (
        -0.5 < gap < BLANK_GAP
        and glyph.direction == last.direction
        and abs(glyph.baseline - last.baseline) < 0.12 * last.size
        and 0.8 < glyph.size / max(last.size, 0.1) < 1.25
    )


def _word(run: list[_PlacedGlyph], follows_blank: bool, page: Frame) -> Word:
    first = run[0]
    size = max(glyph.size for glyph in run)
    area = Area(
        left=min(glyph.left for glyph in run),
        top=first.baseline - _ASCENT * size,
        right=max(glyph.right for glyph in run),
        bottom=first.baseline + _DESCENT * size,
    )
    if first.direction:
        area = _turned_back(area, page, first.direction)
    upright = first.direction == 0
    return Word(
        left=area.left,
        top=area.top,
        right=area.right,
        bottom=area.bottom,
        text="".join(glyph.text for glyph in run),
        font_name=first.font_name.lstrip("/"),
        size=size,
        baseline=first.baseline if upright else area.bottom,
        is_bold=2 * sum(glyph.is_bold for glyph in run) > len(run),
        direction=first.direction,
        follows_blank=follows_blank,
        glyphs=tuple(Glyph(glyph.text, glyph.left, glyph.right) for glyph in run)
        if upright
        else (),
    )


def _turned_back(area: Area, page: Frame, direction: int) -> Area:
    """From the frame of sideways text to the page's own."""
    if direction == 90:
        return Area(page.width - area.bottom, area.left, page.width - area.top, area.right)
    if direction == 270:
        return Area(area.top, page.height - area.right, area.bottom, page.height - area.left)
    return Area(
        page.width - area.right,
        page.height - area.bottom,
        page.width - area.left,
        page.height - area.top,
    )
