"""A PDF as docling's pipelines want it, with what is painted on its pages.

docling's own backend for docling-parse computes words and lines that we do not use, and has drawn
paths only where it also renders every page. This one asks for characters, paths and pictures.
PDFium stands by for pictures of pages, and for pages that docling-parse cannot decode.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pypdfium2
from docling.backend.pdf_backend import PdfDocumentBackend, PdfPageBackend
from docling.datamodel.backend_options import PdfBackendOptions
from docling.datamodel.document import InputDocument
from docling_core.types.doc.base import BoundingBox, Size
from docling_core.types.doc.page import SegmentedPdfPage, TextCell
from docling_parse.pdf_parser import (
    DecodeConfig,
    DoclingThreadedPdfParser,
    PageParseResult,
    ThreadedPdfParserConfig,
)
from PIL import Image

from core.parsing.ink import INK_CONTENT, SecondLook, look_again, read_ink
from core.parsing.opening import page_size
from core.parsing.page_images import Picture, picture_for_reading

_PAGES_AHEAD = 1  # so that a page which hangs is the next one, not one of many


class GridPageBackend(PdfPageBackend):
    """One page; ``read_ink`` gives None where docling-parse could not decode it."""

    def __init__(
        self, page_no: int, pdf: pypdfium2.PdfDocument, result: PageParseResult | None
    ) -> None:
        self._page_no = page_no
        self._pdf = pdf
        self._result = result

    @property
    def page_no(self) -> int:
        return self._page_no

    def read_ink(self) -> SecondLook | None:
        if self._result is None or not self._result.success:
            return None
        ink = read_ink(self._result._require_page_decoder())
        with self._page() as page:
            return look_again(ink, page)

    def picture(self) -> Picture:
        with self._page() as page:
            return picture_for_reading(page)

    def get_size(self) -> Size:
        width, height = page_size(self._pdf, self._page_no - 1)
        return Size(width=width, height=height)

    def get_page_image(self, scale: float = 1, cropbox: BoundingBox | None = None) -> Image.Image:
        with self._page() as page:
            image: Image.Image = page.render(scale=scale, may_draw_forms=False).to_pil()
        return image if cropbox is None else image.crop(cropbox.scaled(scale).as_tuple())

    def is_valid(self) -> bool:
        return True

    def unload(self) -> None:
        self._result = None

    @contextmanager
    def _page(self) -> Iterator[pypdfium2.PdfPage]:
        page = self._pdf[self._page_no - 1]
        try:
            yield page
        finally:
            page.close()

    # docling's own stages would ask for text cells; ours read the ink instead.
    def get_text_in_rect(self, bbox: BoundingBox) -> str:
        return ""

    def get_segmented_page(self) -> SegmentedPdfPage | None:
        return None

    def get_text_cells(self) -> Iterable[TextCell]:
        return []

    def get_bitmap_rects(self, scale: float = 1) -> Iterable[BoundingBox]:
        return []


class GridPdfBackend(PdfDocumentBackend):
    """Pages come one after the other, and only those that were asked for."""

    supports_random_page_access = False

    def __init__(
        self,
        in_doc: InputDocument,
        path_or_stream: BytesIO | Path,
        options: PdfBackendOptions | None = None,
    ) -> None:
        super().__init__(in_doc, path_or_stream, options)
        secret = self.options.password
        self._password = secret.get_secret_value() if secret else None
        self._pdf = pypdfium2.PdfDocument(path_or_stream, password=self._password)
        self._page_range = in_doc.limits.page_range

    def page_count(self) -> int:
        return len(self._pdf)

    def is_valid(self) -> bool:
        return self.page_count() > 0

    def load_page(self, page_no: int) -> PdfPageBackend:
        raise RuntimeError("Pages come one after the other, from iter_pages().")

    def iter_pages(self) -> Iterator[GridPageBackend]:
        first, last = self._page_range
        wanted = range(first, min(last, self.page_count()) + 1)
        results = self._decoded()
        result = next(results, None)
        for page_no in wanted:
            while result is not None and result.page_number < page_no:
                result = next(results, None)
            matches = result is not None and result.page_number == page_no
            yield GridPageBackend(page_no, self._pdf, result if matches else None)

    def unload(self) -> None:
        self._pdf.close()
        super().unload()  # type: ignore[no-untyped-call]

    def _decoded(self) -> Iterator[PageParseResult]:
        """What docling-parse makes of the pages; nothing where it cannot open the file."""
        parser = DoclingThreadedPdfParser(
            ThreadedPdfParserConfig(
                loglevel="fatal",
                threads=1,
                max_concurrent_results=_PAGES_AHEAD,
                page_content_config=INK_CONTENT,
            ),
            DecodeConfig(),
        )
        try:
            document = parser.load(
                self.path_or_stream, password=self._password, page_range=self._page_range
            )
        except (RuntimeError, ValueError):
            return
        try:
            yield from parser.iterate_results()
        finally:
            while parser.has_tasks():  # a parser with work under way cannot be unloaded
                parser.get_task()
            parser.unload(document)
