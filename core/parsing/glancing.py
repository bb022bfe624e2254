"""A first look at a PDF: how long it is and what is printed on its first pages. In a worker only.

By PDFium alone, which is there in a moment; nothing is understood.
"""

import ctypes
import re

import pypdfium2
import pypdfium2.raw as pdfium

from core.errors import EmptyFile
from core.parsing.elements import PrintedLine
from core.parsing.messages import Glanced, GlanceTask
from core.parsing.opening import file_title, open_pdf, reject_too_many_pages
from core.parsing.text_quality import judge_text

_PAGES = 3  # a cover may be a picture
_MOST_CHARACTERS = 3000  # of a page
_LINE_ENDS = "\r\n\0"
# PDFium takes the gap that is set between Chinese and figures for a blank.
_BESIDE_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff]) | (?=[\u4e00-\u9fff])")


def glance(task: GlanceTask) -> Glanced:
    pdf = open_pdf(task.source)
    try:
        page_count = len(pdf)
        reject_too_many_pages(page_count, task.max_pages)
        if page_count == 0:
            raise EmptyFile("The PDF has no page.", hint="Download or export it again.")
        return Glanced(
            page_count=page_count,
            pages=_first_with_text(pdf, min(page_count, _PAGES)),
            title=file_title(pdf),
        )
    finally:
        pdf.close()


def _first_with_text(pdf: pypdfium2.PdfDocument, count: int) -> tuple[tuple[PrintedLine, ...], ...]:
    """No page more than is needed: any of them may be made to take for ever."""
    for index in range(count):
        if lines := _lines(pdf, index):
            return (lines,)
    return ()


def _lines(pdf: pypdfium2.PdfDocument, index: int) -> tuple[PrintedLine, ...]:
    """Empty for a picture, and for a text layer that is junk."""
    try:
        text_page = pdf[index].get_textpage()
    except pypdfium2.PdfiumError:
        return ()
    lines: list[PrintedLine] = []
    characters: list[str] = []
    height = 0.0
    rectangle = pdfium.FS_RECTF()
    count = min(text_page.count_chars(), _MOST_CHARACTERS)
    for at in range(count + 1):
        code = pdfium.FPDFText_GetUnicode(text_page, at) if at < count else 0
        character = chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        if character in _LINE_ENDS:
            if text := _BESIDE_CHINESE.sub("", " ".join("".join(characters).split())):
                lines.append(PrintedLine(text=text, font_height=height or None))
            characters, height = [], 0.0
            continue
        characters.append(character)
        if not character.isspace() and pdfium.FPDFText_GetLooseCharBox(
            text_page, at, ctypes.byref(rectangle)
        ):
            height = max(height, abs(rectangle.top - rectangle.bottom))
    is_readable = judge_text(" ".join(line.text for line in lines)) in ("good", "folded")
    return tuple(lines) if is_readable else ()
