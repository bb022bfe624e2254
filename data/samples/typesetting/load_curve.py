"""Draws the raster figure (a daily load curve) so that the samples hold one real bitmap."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from pathlib import Path

SIZE = (1140, 600)
LEFT, TOP, RIGHT, BOTTOM = 110, 40, 1100, 520
LOW, HIGH = 3000, 9000


def load_at(hour: float) -> float:
    """MW at an hour of the day: a night valley, a late morning and an evening peak."""
    morning = 1900 * math.exp(-(((hour - 10.5) / 2.8) ** 2))
    evening = 2900 * math.exp(-(((hour - 19.0) / 2.3) ** 2))
    afternoon = 900 * math.exp(-(((hour - 15.0) / 2.6) ** 2))
    night = 350 * math.exp(-(((hour - 0.0) / 2.0) ** 2))
    return 5000 + morning + evening + afternoon + night


def place(hour: float, load: float) -> tuple[float, float]:
    x = LEFT + (RIGHT - LEFT) * hour / 24
    y = BOTTOM - (BOTTOM - TOP) * (load - LOW) / (HIGH - LOW)
    return x, y


def draw_load_curve(target: Path) -> None:
    image = Image.new("L", SIZE, 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=24)
    for load in range(LOW, HIGH + 1, 1000):
        _, y = place(0, load)
        draw.line([(LEFT, y), (RIGHT, y)], fill=205, width=2)
        draw.text((LEFT - 16, y), str(load), fill=0, font=font, anchor="rm")
    for hour in range(0, 25, 2):
        x, _ = place(hour, LOW)
        draw.line([(x, BOTTOM), (x, BOTTOM + 8)], fill=0, width=2)
        draw.text((x, BOTTOM + 14), str(hour), fill=0, font=font, anchor="mt")
    draw.rectangle([LEFT, TOP, RIGHT, BOTTOM], outline=0, width=3)
    points = [place(step / 8, load_at(step / 8)) for step in range(24 * 8 + 1)]
    draw.line(points, fill=20, width=6, joint="curve")
    draw.text(((LEFT + RIGHT) / 2, SIZE[1] - 8), "t / h", fill=0, font=font, anchor="mb")
    draw.text((LEFT, 6), "P / MW", fill=0, font=font, anchor="lt")
    image.save(target, optimize=True)
