"""The words inside a figure, and what its description says it is by."""

import pytest

from core.model import Box
from core.parsing.elements import ParsedElement, ParsedFigure, ParsedPage
from core.structure.figures import DESCRIBED_BY, DESCRIBED_BY_OCR, UNREAD, words_inside


def inside(text, seen, *, is_raster=True, ocr_confidence=None):
    figure = ParsedFigure(image_name="p1.png", is_raster=is_raster, words_by_ocr=seen)
    box = Box(left=0.1, top=0.1, right=0.9, bottom=0.5)
    element = ParsedElement(kind="figure", text=text, box=box, figure=figure)
    page = ParsedPage(
        page_num=1, width=595, height=842, elements=(element,), ocr_confidence=ocr_confidence
    )
    return words_inside(page, element)


@pytest.mark.parametrize(
    ("text", "seen", "words", "by"),
    [
        ("", "母线\n2QF", "母线 2QF", DESCRIBED_BY_OCR),
        ("2QF", "母线\n2 QF", "2QF 母线", DESCRIBED_BY_OCR),
        ("2QF", "2QF", "2QF", DESCRIBED_BY),
        ("", "", "", DESCRIBED_BY),
        ("", None, "", UNREAD),
        ("2QF", None, "2QF", UNREAD),
        ("断路器2QF在合闸位置上", None, "断路器2QF在合闸位置上", DESCRIBED_BY),
    ],
)
def test_ocr_adds_what_the_text_layer_lacks_and_is_named_where_it_did(text, seen, words, by):
    assert inside(text, seen) == (words, by)


def test_the_labels_of_a_drawing_are_all_its_words():
    assert inside("2QF", None, is_raster=False) == ("2QF", DESCRIBED_BY)


def test_on_a_page_read_by_ocr_the_words_are_known_and_said_to_be_from_ocr():
    assert inside("母线 2QF", None, ocr_confidence=0.9) == ("母线 2QF", DESCRIBED_BY_OCR)
    assert inside("", None, ocr_confidence=0.9) == ("", DESCRIBED_BY)
