"""Pages made for the table tests: plain geometry, or a small real PDF."""

import itertools
from collections.abc import Sequence

from core.parsing.ink import Area, Glyph, PageInk, Shape, Word

LETTER = 0.5  # width of a Latin letter in ems; ideographs are 1


def words_at(left: float, baseline: float, text: str, size: float = 10, **more) -> list[Word]:
    """The words of one printed line, as wide as their letters."""
    words, x = [], left
    for at, piece in enumerate(text.split(" ")):
        glyphs = []
        for character in piece:
            width = size * (LETTER if character.isascii() else 1)
            glyphs.append(Glyph(character, x, x + width))
            x += width
        if glyphs:
            words.append(
                Word(
                    left=glyphs[0].left,
                    top=baseline - 0.8 * size,
                    right=x,
                    bottom=baseline + 0.2 * size,
                    text=piece,
                    size=size,
                    baseline=baseline,
                    follows_blank=at > 0,
                    glyphs=tuple(glyphs),
                    **more,
                )
            )
        x += 0.25 * size
    return words


def stroke(x0: float, y0: float, x1: float, y1: float) -> Shape:
    area = Area(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    return Shape(area, ((x0, y0, x1, y1),), is_stroked=True, is_filled=False)


def filled_box(
    left: float, top: float, right: float, bottom: float, color=(200, 200, 255)
) -> Shape:
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    lines = tuple((*a, *b) for a, b in itertools.pairwise(corners))
    area = Area(left, top, right, bottom)
    return Shape(area, lines, is_stroked=False, is_filled=True, fill_color=color)


def grid_strokes(xs: Sequence[float], ys: Sequence[float]) -> list[Shape]:
    """A full grid."""
    rows = [stroke(xs[0], y, xs[-1], y) for y in ys]
    return rows + [stroke(x, ys[0], x, ys[-1]) for x in xs]


def cell_words(xs: Sequence[float], ys: Sequence[float], texts: Sequence[Sequence[str]], **more):
    """One line of text in each slot of a grid."""
    return [
        word
        for row, line in enumerate(texts)
        for col, text in enumerate(line)
        for word in words_at(xs[col] + 4, ys[row] + 14, text, **more)
    ]


def page(words: Sequence[Word], shapes: Sequence[Shape] = (), **more) -> PageInk:
    return PageInk(width=595, height=842, words=tuple(words), shapes=tuple(shapes), **more)


def rows_of(table) -> list[list[str]]:
    """The table's texts row by row; a spanning cell stands where it begins."""
    rows = [[] for _ in range(table.row_count)]
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.col)):
        rows[cell.row].append(cell.text)
    return rows


def is_tiled(table) -> bool:
    slots = [
        (row, col)
        for cell in table.cells
        for row in range(cell.row, cell.row + cell.row_span)
        for col in range(cell.col, cell.col + cell.col_span)
    ]
    return sorted(slots) == [(r, c) for r in range(table.row_count) for c in range(table.col_count)]


def pdf_of(
    content: str, rotate: int = 0, crop: str = "0 0 600 800", font: str = "Helvetica"
) -> bytes:
    """A PDF of one page of 600 by 800 points that paints ``content``."""
    stream = content.encode("cp1252")
    resources = "/Resources<</Font<</F1 5 0 R>>>>"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/CropBox[{crop}]/Rotate {rotate}"
        f"/Contents 4 0 R{resources}>>".encode(),
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        f"<</Type/Font/Subtype/Type1/BaseFont/{font}/Encoding/WinAnsiEncoding>>".encode(),
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj %s endobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n"
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start
