"""Where a page shows pictures and drawings that are no tables, frames, rules or underlines."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy

from core.parsing.ink import Area, PageInk, Shape, Word
from core.parsing.paragraphs import around

_SMALLEST_PICTURE = 24.0  # points; smaller ones are signs in the text
_SMALLEST_DRAWING = 40.0
_WHOLE_PAGE = 0.8  # of the page's area: a scan, a background
_HAIRLINE = 3.0
_FEWEST_SHAPES = 4
_CELL = 4.0  # points; shapes in neighbouring cells belong together
_REACH = 2  # cells
_TEXT_SHARE = 0.45  # of the region's area: more is framed or shaded text
_MOST_SHAPES = 50_000
_RUNNING_TEXT = 8.0  # ems of a line outside a region: more than a label that sticks out of it
_WORD_GAP = 0.8  # ems
_FULL_LINE = 0.75  # of a region's width
_LONG_LINE = 25.0  # ems
_PARAGRAPHS = 8  # such lines: more than a legend


@dataclass(frozen=True, slots=True)
class FigureRegion:
    area: Area
    is_raster: bool


def figure_regions(ink: PageInk, tables: Sequence[Area]) -> list[FigureRegion]:
    """Regions from top to bottom, none inside a table or another region."""
    page_area = ink.width * ink.height
    pictures = [
        area
        for area in (_on_page(bitmap, ink) for bitmap in ink.bitmaps)
        if min(area.width, area.height) >= _HAIRLINE
        and area.width * area.height < _WHOLE_PAGE * page_area
        and not _inside_any(area, tables)
    ]
    shapes = [
        shape
        for shape in ink.shapes[:_MOST_SHAPES]
        if _may_be_drawing(shape, page_area) and not _inside_any(shape.area, tables)
    ]
    regions = [
        FigureRegion(area, is_raster=True)
        for area in _clusters(pictures, ink)
        if min(area.width, area.height) >= _SMALLEST_PICTURE
        and not any(_overlaps(area, _inner(table)) for table in tables)
    ]
    for area in _clusters([shape.area for shape in shapes], ink):
        inside = [shape for shape in shapes if _overlaps(shape.area, area)]
        if _is_drawing(area, inside, ink) and not any(_overlaps(area, table) for table in tables):
            regions.append(FigureRegion(area, is_raster=False))
    shown = [
        region
        for region in _merged(regions)
        if not _is_overprint(region.area, ink.words) and not _frames_text(region, ink.words)
    ]
    return sorted(shown, key=lambda region: (region.area.top, region.area.left))


def words_in(region: FigureRegion, words: Sequence[Word]) -> list[Word]:
    return [word for word in words if region.area.contains(*word.middle)]


def _frames_text(region: FigureRegion, words: Sequence[Word]) -> bool:
    """Paragraphs in boxes of their own, as in forms: their words are text and no labels."""
    lines: dict[int, list[Word]] = defaultdict(list)
    for word in words_in(region, words):
        lines[round(word.baseline / (0.3 * max(word.size, 1.0)))].append(word)
    full = [
        line
        for line in lines.values()
        if max(word.right for word in line) - min(word.left for word in line)
        >= max(_FULL_LINE * region.area.width, _LONG_LINE * line[0].size)
    ]
    return len(full) >= _PARAGRAPHS


def _is_overprint(area: Area, words: Sequence[Word]) -> bool:
    """A stamp or watermark: lines of running text pass through it and go on outside."""
    for word in words:
        if not area.contains(*word.middle):
            continue
        line = [other for other in words if abs(other.baseline - word.baseline) < 0.3 * word.size]
        outside = [other for other in line if not area.contains(*other.middle)]
        before = _run(word.left, [(other.right, other.left) for other in outside], word.size)
        after = _run(-word.right, [(-other.left, -other.right) for other in outside], word.size)
        if max(before, after) >= _RUNNING_TEXT * word.size:
            return True
    return False


def _run(edge: float, spans: Sequence[tuple[float, float]], size: float) -> float:
    """How far text reaches from ``edge`` to the left without a gap; spans are (right, left)."""
    reached = edge
    for right, left in sorted(spans, reverse=True):
        if right <= edge + size and reached - right <= _WORD_GAP * size:
            reached = min(reached, left)
    return edge - reached


def _on_page(area: Area, ink: PageInk) -> Area:
    return Area(
        max(0.0, area.left),
        max(0.0, area.top),
        max(0.0, min(ink.width, area.right)),
        max(0.0, min(ink.height, area.bottom)),
    )


def _may_be_drawing(shape: Shape, page_area: float) -> bool:
    if not (shape.is_stroked or shape.is_filled):
        return False
    if shape.area.width * shape.area.height > _WHOLE_PAGE * page_area:
        return False
    is_white = not shape.is_stroked and min(shape.fill_color) >= 250
    return not is_white


def _is_drawing(area: Area, shapes: list[Shape], ink: PageInk) -> bool:
    if min(area.width, area.height) < _SMALLEST_DRAWING:
        return False
    # One path may be a whole curve; without a slanted line it is rather a frame.
    slanted = [shape for shape in shapes if _has_slanted_line(shape)]
    if len(shapes) < _FEWEST_SHAPES and sum(len(shape.lines) for shape in slanted) < 3:
        return False
    if not any(map(_is_more_than_rules, shapes)) and sum(map(_is_box, shapes)) < 2:
        return False
    text = sum(
        (word.right - word.left) * (word.bottom - word.top)
        for word in ink.words
        if area.contains(*word.middle)
    )
    return text < _TEXT_SHARE * area.width * area.height


def _is_more_than_rules(shape: Shape) -> bool:
    return shape.has_curves or _has_slanted_line(shape)


def _has_slanted_line(shape: Shape) -> bool:
    return any(abs(x1 - x0) > 2 and abs(y1 - y0) > 2 for x0, y0, x1, y1 in shape.lines)


def _is_box(shape: Shape) -> bool:
    return min(shape.area.width, shape.area.height) > 2 * _HAIRLINE


def _clusters(areas: Sequence[Area], ink: PageInk) -> list[Area]:
    """Areas that touch or nearly touch, each cluster as the area around it.

    On a coarse raster, so that a map of fifty thousand strokes costs no more than a circle.
    """
    columns, rows = int(ink.width / _CELL) + 2, int(ink.height / _CELL) + 2
    if not areas or columns * rows > 4_000_000:
        return []
    raster = numpy.zeros((rows, columns), dtype=numpy.uint8)
    for area in areas:
        left, top = max(0, int(area.left / _CELL)), max(0, int(area.top / _CELL))
        raster[top : int(area.bottom / _CELL) + 1, left : int(area.right / _CELL) + 1] = 1
    kernel = numpy.ones((2 * _REACH - 1, 2 * _REACH - 1), dtype=numpy.uint8)
    _, labels = cv2.connectedComponents(cv2.dilate(raster, kernel))
    members: dict[int, list[Area]] = {}
    for area in areas:
        row = min(rows - 1, max(0, int(area.top / _CELL)))
        column = min(columns - 1, max(0, int(area.left / _CELL)))
        members.setdefault(int(labels[row, column]), []).append(area)
    return [_on_page(around(cluster), ink) for cluster in members.values()]


def _merged(regions: list[FigureRegion]) -> list[FigureRegion]:
    """A drawing over a picture, or labels beside it, are one figure."""
    merged: list[FigureRegion] = []
    for region in sorted(regions, key=lambda region: -region.area.width * region.area.height):
        for index, other in enumerate(merged):
            if _overlaps(region.area, other.area):
                merged[index] = FigureRegion(
                    around([region.area, other.area]), other.is_raster or region.is_raster
                )
                break
        else:
            merged.append(region)
    return merged


def _overlaps(one: Area, other: Area) -> bool:
    return (
        one.left <= other.right
        and other.left <= one.right
        and one.top <= other.bottom
        and other.top <= one.bottom
    )


def _inner(area: Area) -> Area:
    """Pictures may touch a table's frame; what lies over its cells is a stamp."""
    return Area(area.left + 4, area.top + 4, area.right - 4, area.bottom - 4)


def _inside_any(area: Area, others: Sequence[Area]) -> bool:
    x, y = (area.left + area.right) / 2, (area.top + area.bottom) / 2
    return any(
        Area(other.left - 2, other.top - 2, other.right + 2, other.bottom + 2).contains(x, y)
        for other in others
    )
