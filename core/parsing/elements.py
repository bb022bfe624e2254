"""What parsing hands on: the pages of one PDF, element by element, before the document as a whole
is understood.

Text positions (``start``, ``end``) are indexes into the ``text`` they stand beside. All boxes are
fractions of the upright page. Nothing here knows chapters, notes or tables over pages.
"""

from typing import Literal

from core.model.geometry import Box
from core.model.noun import Noun
from core.model.pages import TextQuality
from core.model.tables import TableKind

ElementPlace = tuple[int, int]  # page number, index in that page's elements
ElementKind = Literal["text", "heading", "list", "caption", "footnote", "table", "figure"]


class TextLine(Noun):
    """A printed line of an element and the stretch of its text that it carries."""

    start: int
    end: int
    box: Box


class ParsedCell(Noun):
    row: int
    col: int
    row_span: int = 1
    col_span: int = 1
    text: str
    box: Box
    is_header: bool = False
    superscripts: tuple[tuple[int, int], ...] = ()


class ParsedTable(Noun):
    """A table on one page.

    ``column_edges`` are the x positions of the column borders, left to right, one more than there
    are columns: two tables are drawn on the same columns when these agree. ``is_open_below`` and
    ``is_open_above`` say that the outer rule is missing there, as at a page break.
    """

    row_count: int
    col_count: int
    cells: tuple[ParsedCell, ...]
    header_row_count: int = 0
    column_edges: tuple[float, ...] = ()
    is_open_above: bool = False
    is_open_below: bool = False
    kind: TableKind = "ruled"
    confidence: float = 1.0


class ParsedFigure(Noun):
    """A picture or drawing; ``image_name`` is the file in the folder that parsing wrote to.

    ``words_by_ocr`` are those that only its pixels show, line by line: empty where there are none,
    None where nobody looked, because there was no need or because it could not be done.
    """

    image_name: str
    is_raster: bool
    words_by_ocr: str | None = None


class ParsedElement(Noun):
    """A paragraph, heading candidate, list item, caption, footnote, table or figure.

    ``font_height`` is in points, as far as the file tells. ``superscripts`` are the stretches of
    the text that are set small and raised.
    """

    kind: ElementKind
    text: str
    box: Box
    lines: tuple[TextLine, ...] = ()
    font_height: float | None = None
    is_bold: bool | None = None
    superscripts: tuple[tuple[int, int], ...] = ()
    table: ParsedTable | None = None
    figure: ParsedFigure | None = None


class ParsedPage(Noun):
    """A page, upright, its elements in reading order; ``width`` and ``height`` in points.

    A page that could not be read has no elements and says so in ``warnings``.
    """

    page_num: int
    width: float
    height: float
    elements: tuple[ParsedElement, ...] = ()
    text_quality: TextQuality = "good"
    ocr_confidence: float | None = None
    warnings: tuple[str, ...] = ()


class PrintedLine(Noun):
    """A line as it is printed; ``font_height`` in points."""

    text: str
    font_height: float | None = None


class Bookmark(Noun):
    """An entry of the PDF's outline; ``level`` counts from 1."""

    title: str
    level: int
    page_num: int | None = None


class ParsedDocument(Noun):
    """All pages of a PDF, from 1, none missing."""

    pages: tuple[ParsedPage, ...]
    bookmarks: tuple[Bookmark, ...] = ()
    title: str | None = None
    engine: str
