"""Ink read from real PDFs, and tables found on it."""

from itertools import pairwise

import cv2
import numpy as np
import pypdfium2
import pytest

from core.parsing.ink import read_pdf_ink
from core.parsing.ink.frame import Frame
from core.parsing.ink.glyphs import is_bold_font, words_of
from core.parsing.tables import find_tables, find_tables_on_scan, parsed_table
from core.parsing.tables.image_rules import rules_in_image
from tests.unit.parsing.table_pages import page, pdf_of, rows_of

XS, YS = [100, 200, 320, 450], [700, 670, 640, 610]
TEXTS = [["Name", "Limit", "Unit"], ["Voltage", "220", "kV"], ["Current", "600", "A"]]


def painted(texts=TEXTS, twice=False):
    """A ruled table; its text printed twice for bold if so wished."""
    content = ["0.5 w"]
    content += [f"{XS[0]} {y} m {XS[-1]} {y} l S" for y in YS]
    content += [f"{x} {YS[0]} m {x} {YS[-1]} l S" for x in XS]
    for row, (top, _) in enumerate(pairwise(YS)):
        for col, text in enumerate(texts[row]):
            for shift in (0, 0.3) if twice else (0,):
                content.append(f"BT /F1 11 Tf {XS[col] + 8 + shift} {top - 19} Td ({text}) Tj ET")
    return "\n".join(content)


@pytest.fixture
def ink_of(tmp_path):
    def read(*pdf, **more):
        path = tmp_path / "page.pdf"
        path.write_bytes(pdf_of(*pdf, **more))
        return next(read_pdf_ink(path))

    return read


def test_dashes_and_quotes_are_kept_as_printed(ink_of):
    ink = ink_of("BT /F1 12 Tf 100 500 Td (a — b – “c”) Tj ET")
    assert [word.text for word in ink.words] == ["a", "—", "b", "–", "“c”"]
    assert ink.words[0].size == pytest.approx(12, abs=0.5)


def letter(text, left, top, bottom, box_bottom=None):
    """A letter of ten points as docling-parse tells it, its font's figures in thousandths."""
    lower = 600 + (bottom if box_bottom is None else box_bottom) / 100
    upper = lower + (top - bottom) / 100
    return {
        "text": text,
        "font_name": "/Odd",
        "font_ascent_norm": top,
        "font_descent_norm": bottom,
        "base_x0": left,
        "base_y0": 600,
        "quad": {
            **{"r_x0": left, "r_y0": lower, "r_x1": left + 6, "r_y1": lower},
            **{"r_x2": left + 6, "r_y2": upper, "r_x3": left, "r_y3": upper},
        },
    }


UPRIGHT = Frame(x_of=(1, 0, 0), y_of=(0, -1, 800), width=600, height=800)


def test_letters_have_one_size_though_the_font_measures_each_by_itself():
    letters = [letter("I", 100, 716, -22), letter("D", 106, 716, 462), letter("0", 112, 716, 616)]
    (word,) = words_of(letters, ["I", "D", "0"], UPRIGHT)
    assert (word.text, round(word.size, 6)) == ("ID0", 10)


def test_figures_that_the_box_was_not_made_of_say_nothing_about_the_size():
    (word,) = words_of([letter("D", 106, 716, 462, box_bottom=0)], ["D"], UPRIGHT)
    assert word.size == pytest.approx(2.54)


def test_text_printed_twice_is_read_once_and_is_bold(ink_of):
    ink = ink_of(painted(twice=True))
    (table,) = find_tables(ink)
    assert rows_of(table) == TEXTS
    assert all(word.is_bold for word in ink.words)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", ["0 0 600 800", "50 30 550 760"])
def test_boxes_agree_with_what_a_reader_shows(tmp_path, rotate, crop):
    path = tmp_path / "page.pdf"
    path.write_bytes(pdf_of(painted(), rotate=rotate, crop=crop))
    ink = next(read_pdf_ink(path))
    (table,) = find_tables(ink)
    assert rows_of(table) == TEXTS  # upright, however the page is turned
    box = ink.box_as_shown(table.area)
    image = pypdfium2.PdfDocument(path)[0].render(scale=1).to_numpy()
    rows, cols = np.nonzero(image.min(axis=2) < 200)
    height, width = image.shape[:2]
    assert box.left == pytest.approx(cols.min() / width, abs=0.005)
    assert box.right == pytest.approx(cols.max() / width, abs=0.005)
    assert box.top == pytest.approx(rows.min() / height, abs=0.005)
    assert box.bottom == pytest.approx(rows.max() / height, abs=0.005)


def test_a_table_set_sideways_is_turned_upright(tmp_path):
    path = tmp_path / "page.pdf"
    path.write_bytes(pdf_of(f"q 0 1 -1 0 700 0 cm {painted()} Q"))
    ink = next(read_pdf_ink(path))
    assert ink.turn == 270
    (table,) = find_tables(ink)
    parsed = parsed_table(table, ink)
    assert rows_of(table) == TEXTS
    first, last = parsed.cells[0].box, parsed.cells[-1].box
    assert first.left < last.left  # as shown, the rows go from left to right
    assert first.top > last.top


@pytest.mark.parametrize("degrees", [0, 0.6])
def test_rules_of_a_page_image_give_the_same_grid(tmp_path, degrees):
    path = tmp_path / "page.pdf"
    path.write_bytes(pdf_of(painted()))
    ink = next(read_pdf_ink(path))
    scale = 2.0
    image = pypdfium2.PdfDocument(path)[0].render(scale=scale).to_numpy()[:, :, :3].copy()
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((275 * scale, 145 * scale), degrees, 1)
    image = cv2.warpAffine(image, turn, (width, height), borderValue=(255, 255, 255))
    rules = rules_in_image(image, 1 / scale)
    assert len(rules.horizontal) == 4
    assert len(rules.vertical) == 4
    (table,) = find_tables_on_scan(rules, ink.words, ink.height)
    assert rows_of(table) == TEXTS
    assert table.kind == "scanned"


def test_an_empty_page_has_no_tables():
    assert find_tables(page([])) == []


@pytest.mark.parametrize(
    ("font", "is_bold"),
    [
        ("/ABCDEE+SimHei", True),
        ("/BBCDEE+FZHTK--GBK1-0", True),
        ("/STHeitiSC-Medium", True),
        ("/Times New Roman,Bold", True),
        ("/DBCDEE+FZSSK--GBK1-0", False),
        ("/ABCDEE+KaiTi_GB2312", False),
        ("/MicrosoftYaHei", False),
    ],
)
def test_the_fonts_that_set_headings_apart_are_bold(font, is_bold):
    assert is_bold_font(font) is is_bold
