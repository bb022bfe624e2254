"""Where stretches of a page's own text stand on it, as PDFium reads the text."""

import ctypes
from collections.abc import Callable, Iterator, Sequence

import pypdfium2
import pypdfium2.raw as pdfium

from core.model.geometry import Box

Span = tuple[int, int]
Edges = tuple[float, float, float, float]

_DEVICE = 1_000_000  # PDFium places in whole pixels: on a page this large they are fine enough
_WIDEST_GAP = 2.0  # characters between two of one line: a blank, or loose setting


def word_places(page: pypdfium2.PdfPage, find: Callable[[str], Sequence[Span]]) -> tuple[Box, ...]:
    """The stretches of the page's text that ``find`` names: a box for each line they stand in."""
    text_page = page.get_textpage()
    try:
        count = text_page.count_chars()
        text = "".join(chr(pdfium.FPDFText_GetUnicode(text_page, nth)) for nth in range(count))
        return tuple(
            box
            for start, end in find(text)
            for box in _lines(_edges(page, text_page, nth) for nth in range(start, end))
        )
    finally:
        text_page.close()


def _edges(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, nth: int) -> Edges | None:
    """Of one character, upright as shown; None for a blank that only the text has."""
    rect = pdfium.FS_RECTF()
    if not pdfium.FPDFText_GetLooseCharBox(text_page, nth, rect):
        return None
    if rect.right <= rect.left or rect.top <= rect.bottom:
        return None
    corners = [_on_page(page, rect.left, rect.top), _on_page(page, rect.right, rect.bottom)]
    (x0, y0), (x1, y1) = corners
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _on_page(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    """Rotation and crop box are applied; what lies outside is brought to the edge."""
    across, down = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page, 0, 0, _DEVICE, _DEVICE, 0, x, y, across, down)
    return _clipped(across.value / _DEVICE), _clipped(down.value / _DEVICE)


def _clipped(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _lines(characters: Iterator[Edges | None]) -> Iterator[Box]:
    """One box for characters in a row, or below each other where the text runs that way."""
    line: list[Edges] = []
    for edges in characters:
        if edges is None:
            continue
        if line and not _goes_on(line[-1], edges):
            yield _around(line)
            line = []
        line.append(edges)
    if line:
        yield _around(line)


def _goes_on(last: Edges, edges: Edges) -> bool:
    return any(
        _overlap(last, edges, beside) > 0.5 and _gap(last, edges, along) < _WIDEST_GAP
        for along, beside in ((0, 1), (1, 0))
    )


def _overlap(last: Edges, edges: Edges, axis: int) -> float:
    """As a share of the smaller one."""
    shared = min(last[axis + 2], edges[axis + 2]) - max(last[axis], edges[axis])
    return shared / min(_extent(last, axis), _extent(edges, axis))


def _gap(last: Edges, edges: Edges, axis: int) -> float:
    """In sizes of the larger one."""
    between = max(last[axis], edges[axis]) - min(last[axis + 2], edges[axis + 2])
    return between / max(_extent(last, axis), _extent(edges, axis))


def _extent(edges: Edges, axis: int) -> float:
    return max(edges[axis + 2] - edges[axis], 1 / _DEVICE)


def _around(line: Sequence[Edges]) -> Box:
    return Box(
        left=min(edges[0] for edges in line),
        top=min(edges[1] for edges in line),
        right=max(edges[2] for edges in line),
        bottom=max(edges[3] for edges in line),
    )
