"""From a PDF's own coordinates to the upright page."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Frame:
    """The way from a PDF's own coordinates to an upright page from its top left corner."""

    x_of: tuple[float, float, float]  # x = x_of[0] * pdf_x + x_of[1] * pdf_y + x_of[2]
    y_of: tuple[float, float, float]
    width: float
    height: float
    turn: int = 0

    @classmethod
    def as_shown(cls, size: dict[str, Any]) -> "Frame":
        media, crop = size["media_bbox"], size["crop_bbox"]
        left, bottom = max(media[0], crop[0]), max(media[1], crop[1])
        right, top = min(media[2], crop[2]), min(media[3], crop[3])
        width, height = right - left, top - bottom
        match round(size["angle"] / 90) % 4:
            case 1:
                return cls((0, 1, -bottom), (1, 0, -left), height, width)
            case 2:
                return cls((-1, 0, right), (0, 1, -bottom), width, height)
            case 3:
                return cls((0, -1, top), (-1, 0, right), height, width)
        return cls((1, 0, -left), (0, -1, top), width, height)

    def turned(self, direction: int) -> "Frame":
        """The frame in which text that runs in ``direction`` is upright."""
        x, y = self.x_of, self.y_of
        if direction == 90:
            return Frame(y, _reflected(x, self.width), self.height, self.width, 90)
        if direction == 180:
            x, y = _reflected(x, self.width), _reflected(y, self.height)
            return Frame(x, y, self.width, self.height, 180)
        if direction == 270:
            return Frame(_reflected(y, self.height), x, self.height, self.width, 270)
        return self

    def place(self, x: float, y: float) -> tuple[float, float]:
        a, b, c = self.x_of
        d, e, f = self.y_of
        return a * x + b * y + c, d * x + e * y + f

    def direction_of(self, quad: dict[str, float]) -> int:
        """Which way a glyph's line of text runs here, to the nearest quarter turn."""
        along_x, along_y = quad["r_x1"] - quad["r_x0"], quad["r_y1"] - quad["r_y0"]
        x = self.x_of[0] * along_x + self.x_of[1] * along_y
        y = self.y_of[0] * along_x + self.y_of[1] * along_y
        if abs(x) >= abs(y):
            return 0 if x >= 0 else 180
        return 90 if y > 0 else 270


def _reflected(axis: tuple[float, float, float], length: float) -> tuple[float, float, float]:
    return -axis[0], -axis[1], length - axis[2]
