"""Ink read from a page that docling-parse decoded."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docling_parse.pdf_parser import (
    ContentConfig,
    ContentLevel,
    DecodeConfig,
    DoclingThreadedPdfParser,
    ThreadedPdfParserConfig,
)

from core.parsing.ink.frame import Frame
from core.parsing.ink.glyphs import direction_of_most_text, words_of
from core.parsing.ink.page_ink import Area, Line, PageInk, Shape

# What ink is made of; docling-parse's own words and lines are not asked for.
INK_CONTENT = ContentConfig(
    char_cells_content_level=ContentLevel.COMPUTE,
    word_cells_content_level=ContentLevel.SKIP,
    line_cells_content_level=ContentLevel.SKIP,
    shapes_content_level=ContentLevel.COMPUTE,
    bitmaps_content_level=ContentLevel.COMPUTE,
    include_bitmap_bytes=False,
)


def read_ink(page_decoder: Any) -> PageInk:  # noqa: ANN401 - docling-parse's decoder is untyped
    """The ink of a page that docling-parse decoded, with or without rendering it.

    The batch must have kept characters, shapes and bitmaps (``ContentLevel.COMPUTE``).
    """
    painted = page_decoder.export_render_instructions_json()
    by_type: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for instruction in painted["instructions"]:
        by_type[instruction["type"]].append(instruction)
    texts = [instruction["text"] for instruction in by_type["text"]]
    texts = _with_seen_case(texts, [cell.text for cell in page_decoder.get_char_cells()])
    frame = Frame.as_shown(painted["size_instruction"])
    frame = frame.turned(direction_of_most_text(by_type["text"], frame))
    return PageInk(
        width=frame.width,
        height=frame.height,
        words=tuple(words_of(by_type["text"], texts, frame)),
        shapes=tuple(_shapes(by_type["shape"], frame)),
        bitmaps=tuple(_quad_area(instruction["quad"], frame) for instruction in by_type["bitmap"]),
        turn=frame.turn,
    )


def read_pdf_ink(pdf_path: Path, page_numbers: list[int] | None = None) -> Iterator[PageInk]:
    """Page after page of a PDF, from page 1 or only those asked for; unreadable pages are empty."""
    parser = DoclingThreadedPdfParser(
        ThreadedPdfParserConfig(loglevel="fatal", threads=1, page_content_config=INK_CONTENT),
        DecodeConfig(),
    )
    document = parser.load(pdf_path, page_numbers=page_numbers)
    results = {result.page_number: result for result in parser.iterate_results()}
    for page_number in sorted(results):
        result = results.pop(page_number)
        yield read_ink(result._require_page_decoder()) if result.success else PageInk(0, 0)
    parser.unload(document)


def _with_seen_case(texts: list[str], cell_texts: list[str]) -> list[str]:
    """Small capitals: the cells have the capital that is seen, the instructions a small letter.

    Both come in the order of painting; cells off the page are left out.
    """
    seen, at = list(texts), 0
    if abs(len(texts) - len(cell_texts)) > 0.02 * len(texts):
        return seen  # too much is off the page to keep in step
    for index, text in enumerate(texts):
        if at == len(cell_texts):
            break
        cell = cell_texts[at]
        if cell == text or not (cell.isalnum() or text.isalnum()):
            at += 1
        elif cell == text.upper():
            seen[index] = cell
            at += 1
    return seen


def _shapes(instructions: list[dict[str, Any]], frame: Frame) -> Iterator[Shape]:
    for instruction in instructions:
        mode = instruction["paint_mode"]  # 0 stroke, 1 fill, 2 both
        is_stroked = mode in (0, 2) and instruction["stroke_alpha"] > 0
        is_filled = mode in (1, 2) and instruction["fill_alpha"] > 0
        for path in instruction["subpaths"]:
            points, lines, has_curves = _path(path, frame)
            xs, ys = [x for x, _ in points], [y for _, y in points]
            yield Shape(
                area=Area(min(xs), min(ys), max(xs), max(ys)),
                lines=tuple(lines),
                is_stroked=is_stroked,
                is_filled=is_filled,
                has_curves=has_curves,
                fill_color=tuple(instruction["rgb_filling"]),
                line_width=instruction["line_width"],
            )


def _path(path: dict[str, Any], frame: Frame) -> tuple[list[tuple[float, float]], list[Line], bool]:
    """A path's points, its straight lines, and whether it has others."""
    points = [frame.place(path["x0"], path["y0"])]
    points += [frame.place(x, y) for x, y in zip(path["px"], path["py"], strict=True)]
    lines: list[Line] = []
    at, has_curves = 0, False
    for operation in path["ops"]:
        step = 1 if operation == 0 else 3  # a curve has two control points and an end
        if step == 1 and at + 1 < len(points):
            lines.append((*points[at], *points[at + 1]))
        has_curves = has_curves or step > 1
        at += step
    if path["closing_type"] == 2 and len(points) > 2:
        lines.append((*points[-1], *points[0]))
    return points, lines, has_curves


def _quad_area(quad: dict[str, float], frame: Frame) -> Area:
    corners = [frame.place(quad[f"r_x{corner}"], quad[f"r_y{corner}"]) for corner in range(4)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Area(min(xs), min(ys), max(xs), max(ys))
