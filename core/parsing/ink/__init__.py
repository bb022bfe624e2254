"""What is printed on a page: words, drawn shapes and pictures, in points from the top left corner.

The page is upright: its crop box and rotation are applied, and a page whose text is itself set
sideways is turned until most of it reads from left to right. ``PageInk.turn`` remembers that turn,
and ``PageInk.box_as_shown`` leads back to the page as a PDF reader shows it.

Ink is read from docling-parse's painting instructions, not from its text cells: those lose the
difference between — and - or “ and ", and know neither the font size nor what is merely shaded.
"""

from core.parsing.ink.page_ink import BLANK_GAP, Area, Glyph, Line, PageInk, Shape, Word
from core.parsing.ink.reading import INK_CONTENT, read_ink, read_pdf_ink
from core.parsing.ink.second_look import SecondLook, look_again

__all__ = [
    "BLANK_GAP",
    "INK_CONTENT",
    "Area",
    "Glyph",
    "Line",
    "PageInk",
    "SecondLook",
    "Shape",
    "Word",
    "look_again",
    "read_ink",
    "read_pdf_ink",
]
