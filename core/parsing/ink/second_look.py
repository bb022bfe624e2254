"""Words that PDFium sees on a page and docling-parse left out.

It happens: a page's content may come in several streams, and a word whose painting is cut by the
end of one is lost. Nobody would ever miss it, so every page is looked at twice. PDFium's text is
quick to count; places are asked for only where the count differs.
"""

import ctypes
import math
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2
from pypdfium2 import raw as pdfium

from core.parsing.ink.frame import Frame
from core.parsing.ink.glyphs import words_of
from core.parsing.ink.page_ink import PageInk, Word

_NEAR = 1.5  # points: how far PDFium's place of a character may lie outside the word it is part of


@dataclass(frozen=True, slots=True)
class SecondLook:
    """The ink with what was missing in it, except ``missed``, for which there is no sure place."""

    ink: PageInk
    added: str = ""
    missed: str = ""


def look_again(ink: PageInk, page: pypdfium2.PdfPage) -> SecondLook:
    text_page = page.get_textpage()
    try:
        seen, read = _letters(text_page.get_text_range()), _letters(_text_of(ink))
        missing = seen - read
        # Where the two read other characters, a font lies; the text's quality is judged elsewhere.
        if not missing or (read - seen).total() > missing.total():
            return SecondLook(ink)
        frame = _frame(page, ink.turn)
        words = _words_outside(ink.words, text_page, frame)
    finally:
        text_page.close()
    added = "".join(word.text for word in words)
    found = _letters(added)
    if not found:
        return SecondLook(ink)  # printed twice on one spot, hidden, or off the page
    if found - missing:
        return SecondLook(ink, missed="".join((missing & found).elements()))
    return SecondLook(replace(ink, words=(*ink.words, *words)), added=added)


def _text_of(ink: PageInk) -> str:
    return "".join(word.text for word in ink.words)


def _letters(text: str) -> Counter[str]:
    """Letters and digits only: of blanks, dashes and quotes each reader has its own idea."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return Counter(character for character in folded if character.isalnum())


def _frame(page: pypdfium2.PdfPage, turn: int) -> Frame:
    size = {
        "media_bbox": page.get_mediabox(),
        "crop_bbox": page.get_cropbox(),
        "angle": page.get_rotation(),
    }
    return Frame.as_shown(size).turned(turn)


def _words_outside(
    words: tuple[Word, ...], text_page: pypdfium2.PdfTextPage, frame: Frame
) -> list[Word]:
    painted = [
        instruction
        for instruction in _visible_characters(text_page)
        if not _is_covered(words, *_middle(instruction, frame))
    ]
    texts = [instruction["text"] for instruction in painted]
    return list(words_of(painted, texts, frame))


def _visible_characters(text_page: pypdfium2.PdfTextPage) -> Iterator[dict[str, Any]]:
    """PDFium's characters in the form of docling-parse's painting instructions."""
    for index in range(text_page.count_chars()):
        code = pdfium.FPDFText_GetUnicode(text_page, index)
        if code <= 0x20 or code in (0xA0, 0xFFFE) or not _is_visible(text_page, index):
            continue
        left, bottom, right, top = text_page.get_charbox(index, loose=True)
        if right <= left or top <= bottom:
            continue
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(text_page, index, x, y)
        quarter = round(pdfium.FPDFText_GetCharAngle(text_page, index) / (math.pi / 2)) % 4
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        corners = corners[quarter:] + corners[:quarter]
        quad = {f"r_x{number}": corner[0] for number, corner in enumerate(corners)}
        quad |= {f"r_y{number}": corner[1] for number, corner in enumerate(corners)}
        yield {
            "text": chr(code),
            "quad": quad,
            "base_x0": x.value,
            "base_y0": y.value,
            "font_name": _font_name(text_page, index),
            # In thousandths of the font's size: how high the box is that the size is told from.
            "font_ascent_norm": 1000 * (top - bottom) / _font_size(text_page, index),
            "font_descent_norm": 0.0,
        }


def _is_visible(text_page: pypdfium2.PdfTextPage, index: int) -> bool:
    if pdfium.FPDFText_IsGenerated(text_page, index) == 1:
        return False  # a blank or hyphen of PDFium's own
    text_object = pdfium.FPDFText_GetTextObject(text_page, index)
    mode = pdfium.FPDFTextObj_GetTextRenderMode(text_object)
    return mode not in (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)


def _font_size(text_page: pypdfium2.PdfTextPage, index: int) -> float:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text_page, index, matrix)
    size: float = pdfium.FPDFText_GetFontSize(text_page, index) * math.hypot(matrix.c, matrix.d)
    return size or 1.0


def _font_name(text_page: pypdfium2.PdfTextPage, index: int) -> str:
    name, flags = ctypes.create_string_buffer(256), ctypes.c_int()
    length = pdfium.FPDFText_GetFontInfo(text_page, index, name, len(name), flags)
    return name.raw[: max(0, length - 1)].decode("utf-8", "replace") if length <= len(name) else ""


def _middle(instruction: dict[str, Any], frame: Frame) -> tuple[float, float]:
    quad = instruction["quad"]
    return frame.place((quad["r_x0"] + quad["r_x2"]) / 2, (quad["r_y0"] + quad["r_y2"]) / 2)


def _is_covered(words: tuple[Word, ...], x: float, y: float) -> bool:
    return any(
        word.left - _NEAR <= x <= word.right + _NEAR
        and word.top - _NEAR <= y <= word.bottom + _NEAR
        for word in words
    )
