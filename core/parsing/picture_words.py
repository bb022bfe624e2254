"""Words in the picture of a figure, by OCR. Runs in a worker only."""

from pathlib import Path

import numpy
from PIL import Image

from core.parsing.ocr import read_picture
from core.parsing.page_images import Picture

# A page's text is kept down to 0.5, for somebody reads it beside its image. What is said of a
# figure is not: of 133 lines in the pictures of the corpus two are below 0.93 (0.61 and 0.75), and
# both are wrong.
_LEAST_CONFIDENCE = 0.8
# The model sees the shorter side at 736 pixels or more: a strip would be blown up without measure.
_FLATTEST = 3


def words_in_picture(path: Path) -> str:
    """Line by line; empty where there are none."""
    with Image.open(path) as image:
        picture = _padded(numpy.asarray(image.convert("RGB"), dtype=numpy.uint8))
    height, width = picture.shape[:2]
    reading = read_picture(picture, float(width), float(height))
    sure = (text for text, confidence in reading.lines if confidence >= _LEAST_CONFIDENCE)
    return "\n".join(" ".join(text.split()) for text in sure)


def _padded(picture: Picture) -> Picture:
    """On white, so that no side is longer than three times the other."""
    height, width = picture.shape[:2]
    rows, columns = max(height, -(-width // _FLATTEST)), max(width, -(-height // _FLATTEST))
    padded = numpy.full((rows, columns, 3), 255, dtype=numpy.uint8)
    padded[:height, :width] = picture
    return padded
