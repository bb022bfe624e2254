"""Words inside a picture, read by OCR in a process of its own: its memory goes with it."""

import subprocess
import sys
from pathlib import Path

_SECONDS = 120
_MOST_WORDS = 400  # characters


def words_in(image: Path) -> str:
    """Empty where there are none, or where they cannot be read."""
    try:
        read = subprocess.run(
            [sys.executable, "-m", "core.answering.figure_words", str(image)],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return " ".join(read.stdout.split())[:_MOST_WORDS] if read.returncode == 0 else ""


def main(path: str) -> None:
    import numpy
    from PIL import Image

    from core.parsing.ocr import read_picture

    with Image.open(path) as image:
        pixels = numpy.asarray(image.convert("RGB"))
    height, width = pixels.shape[:2]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(read_picture(pixels, float(width), float(height)).text)


if __name__ == "__main__":
    main(sys.argv[1])
