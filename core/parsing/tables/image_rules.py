"""Rules of a page that is only an image: long thin strokes, found by morphology."""

from typing import TYPE_CHECKING

import cv2
import numpy as np

from core.parsing.tables.rules import Rule, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LONGEST_STROKE = 18.0  # points; strokes of characters are shorter
_SHORTEST_RULE = 24.0
_THICKEST = 4.5


def rules_in_image(image: "NDArray[np.uint8]", points_per_pixel: float) -> Rules:
    """Horizontal and vertical rules of a page image, in points.

    A page scanned a degree askew still gives its rules: they are gathered from pieces, and each
    lies where its middle does.
    """
    ink = _ink(image)
    return Rules(
        horizontal=_rules(ink, points_per_pixel),
        vertical=_rules(np.ascontiguousarray(ink.T), points_per_pixel),
    )


def _ink(image: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
    """White where the page is dark, whatever the paper's shade."""
    gray = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY) if image.ndim == 3 else image
    inked = cv2.adaptiveThreshold(
        gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, blockSize=41, C=12
    )
    return np.asarray(inked, dtype=np.uint8)


def _rules(ink: "NDArray[np.uint8]", points_per_pixel: float) -> list[Rule]:
    """Runs of ink along the rows of ``ink`` that are longer than any stroke of a character."""
    stroke = max(8, round(_LONGEST_STROKE / points_per_pixel))
    # Askew, a rule climbs from one pixel row to the next: thickened, its steps stay together.
    thick = cv2.dilate(ink, np.ones((3, 1), np.uint8))
    runs = cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, stroke), np.uint8))
    bridged = cv2.dilate(runs, np.ones((1, 5), np.uint8))
    count, _, stats, centres = cv2.connectedComponentsWithStats(bridged, connectivity=8)
    rules = []
    for index in range(1, count):
        left, _, width, _, area = (int(value) for value in stats[index])
        thickness = area / max(width, 1) * points_per_pixel
        if width * points_per_pixel >= _SHORTEST_RULE and thickness <= _THICKEST:
            position = (float(centres[index][1]) + 0.5) * points_per_pixel
            start, end = left * points_per_pixel, (left + width) * points_per_pixel
            rules.append(Rule(position, start, end))
    return sorted(rules)
