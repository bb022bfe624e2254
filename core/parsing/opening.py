"""Opening a PDF: what it holds, or why it cannot be read. Runs in a worker only."""

from contextlib import suppress
from itertools import islice

import pypdfium2
import pypdfium2.raw as pdfium

from core.errors import EmptyFile, EncryptedPdf, NotAPdf, TooLarge
from core.parsing.elements import Bookmark
from core.parsing.messages import Opened, OpenTask, PdfSource

_MOST_BOOKMARKS = 10_000  # an outline that loops, or a bomb
_HEADER_WITHIN = 1024  # readers look for %PDF- in the first kilobyte
_TRAILER_WITHIN = 2048
_PLAIN_PAGE = (595.0, 842.0)  # stands in for a page whose size cannot be read


def open_pdf(source: PdfSource) -> pypdfium2.PdfDocument:
    """PDFium's document; NotAPdf, EmptyFile or EncryptedPdf where there is none."""
    try:
        return pypdfium2.PdfDocument(source.path, password=source.password)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise _locked(source) from error
        if error.err_code == pdfium.FPDF_ERR_SECURITY:
            raise EncryptedPdf(
                "The PDF is encrypted in a way that cannot be read.",
                hint="Save it without protection and try again.",
            ) from error
        raise _unreadable(source) from error


def describe_pdf(task: OpenTask) -> Opened:
    """Sizes of all pages, bookmarks and title, without reading any page's content."""
    pdf = open_pdf(task.source)
    try:
        page_count = len(pdf)
        reject_too_many_pages(page_count, task.max_pages)
        return Opened(
            page_sizes=tuple(page_size(pdf, index) for index in range(page_count)),
            bookmarks=_bookmarks(pdf),
            title=file_title(pdf),
        )
    finally:
        pdf.close()


def reject_too_many_pages(page_count: int, most: int) -> None:
    if page_count > most:
        raise TooLarge(
            f"The PDF has {page_count} pages; the limit is {most}.",
            hint="Split the file, or raise GRIDCODE_MAX_PAGES.",
        )


def page_size(pdf: pypdfium2.PdfDocument, index: int) -> tuple[float, float]:
    """In points, upright; that of plain paper where the file has no usable one."""
    try:
        width, height = pdf.get_page_size(index)
    except pypdfium2.PdfiumError:
        return _PLAIN_PAGE
    return (width, height) if width > 0 and height > 0 else _PLAIN_PAGE


def _bookmarks(pdf: pypdfium2.PdfDocument) -> tuple[Bookmark, ...]:
    bookmarks: list[Bookmark] = []
    with suppress(pypdfium2.PdfiumError, UnicodeError, RecursionError):
        for item in islice(pdf.get_toc(), _MOST_BOOKMARKS):
            target = item.get_dest()
            page_index = target.get_index() if target else None
            title = " ".join(item.get_title().split())
            if title:
                bookmarks.append(
                    Bookmark(
                        title=title,
                        level=item.level + 1,
                        page_num=None if page_index is None else page_index + 1,
                    )
                )
    return tuple(bookmarks)


def file_title(pdf: pypdfium2.PdfDocument) -> str | None:
    with suppress(pypdfium2.PdfiumError, UnicodeError):
        return " ".join(pdf.get_metadata_value("Title").split()) or None
    return None


def _locked(source: PdfSource) -> EncryptedPdf:
    if source.password is None:
        return EncryptedPdf("The PDF needs a password.", hint="Give its password.")
    return EncryptedPdf(
        "The password does not open the PDF.", hint="Check the password and try again."
    )


def _unreadable(source: PdfSource) -> NotAPdf | EmptyFile:
    with source.path.open("rb") as file:
        head = file.read(_HEADER_WITHIN)
        file.seek(0, 2)
        file.seek(max(0, file.tell() - _TRAILER_WITHIN))
        tail = file.read()
    if b"%PDF-" not in head:
        return NotAPdf("The file is not a PDF.", hint="Only PDF files can be added.")
    if b"%%EOF" not in tail:
        return NotAPdf(
            "The PDF is cut off: its end is missing.", hint="Download or export it again."
        )
    return NotAPdf(
        "The PDF is damaged and cannot be opened.",
        hint="Open and save it with a PDF program, then try again.",
    )
