"""Pictures of pages, made by PDFium. Runs in a worker only."""

from pathlib import Path

import numpy
import pypdfium2
from numpy.typing import NDArray

from core.model.geometry import Box

_FIGURE_DPI = 150
_MOST_FIGURE_PIXELS = 4000  # a side: a figure on a poster is scaled down
_READING_SIDE = 1684  # pixels: A4 at 144 dpi, enough for OCR, and no more than that costs
_MARGIN = 2.0  # points around a figure, for strokes that reach over their path

Picture = NDArray[numpy.uint8]


def picture_for_reading(page: pypdfium2.PdfPage) -> Picture:
    """The page as shown, in colour, of the size that OCR reads best."""
    if min(page.get_size()) <= 0:
        raise ValueError("a page without area shows nothing")
    scale = _READING_SIDE / max(page.get_size())
    image = page.render(scale=scale, may_draw_forms=False).to_pil().convert("RGB")
    return numpy.asarray(image, dtype=numpy.uint8)


def save_figure(page: pypdfium2.PdfPage, box: Box, target: Path) -> None:
    """The part of the page inside ``box``, as PNG."""
    width, height = page.get_size()
    left = max(0.0, box.left * width - _MARGIN)
    right = min(width, box.right * width + _MARGIN)
    top = max(0.0, box.top * height - _MARGIN)
    bottom = min(height, box.bottom * height + _MARGIN)
    scale = min(_FIGURE_DPI / 72, _MOST_FIGURE_PIXELS / max(right - left, bottom - top, 1.0))
    page.render(
        scale=scale,
        crop=(left, height - bottom, width - right, top),
        may_draw_forms=False,
    ).to_pil().convert("RGB").save(target, format="PNG")
