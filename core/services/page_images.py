"""Pictures for the reader: pages as JPEG, figures as they were saved.

A page's picture changes only with the PDF, so that its tag is made of the PDF's hash, the page and
the resolution, and is known without drawing anything.
"""

import hashlib
import io
import re
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import pypdfium2

from core.errors import (
    EncryptedPdf,
    FigureNotFoundError,
    InputRejected,
    NotFound,
    PageNotFoundError,
    RegulationNotFoundError,
)
from core.model import ids
from core.parsing.messages import PdfSource
from core.parsing.opening import open_pdf
from core.services.document_files import DocumentFiles
from core.settings import Settings
from core.store import regulations
from core.store.database import Database

DPI_RANGE = (36, 300)

PDFIUM = Lock()  # PDFium is not thread-safe
_QUALITY = 85
_MOST_PIXELS = 6000  # a side: a poster is drawn smaller than asked
_IMAGE_NAME = re.compile(r"[\w.-]{1,200}\.(png|jpg|jpeg)", re.UNICODE | re.IGNORECASE)


@dataclass(frozen=True)
class Picture:
    """``tag`` is the same as long as the bytes are."""

    content: bytes
    media_type: str
    tag: str


class PageImages:
    """Draws pages and keeps the latest ones, up to ``cache_bytes``. Safe to share by threads."""

    def __init__(
        self, database: Database, settings: Settings, cache_bytes: int = 64 * 1024 * 1024
    ) -> None:
        self._database = database
        self._settings = settings
        self._files = DocumentFiles(settings.data_dir)
        self._cache_bytes = cache_bytes
        self._lock = Lock()
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._held = 0

    def tag(self, reg_id: str, page_num: int, dpi: int | None = None) -> str:
        """Refuses what :meth:`page` would refuse, short of opening the PDF."""
        info = regulations.get_info(self._database, reg_id)
        if not 1 <= page_num <= info.total_pages:
            raise PageNotFoundError(reg_id, page_num, info.total_pages)
        return f"{info.sha256[:32] or info.indexed_at.timestamp()}-{page_num}-{self._dpi(dpi)}"

    def page(self, reg_id: str, page_num: int, dpi: int | None = None) -> Picture:
        tag = self.tag(reg_id, page_num, dpi)
        content = self._cached(tag)
        if content is None:
            content = _draw(self._pdf(reg_id), reg_id, page_num, self._dpi(dpi))
            self._keep(tag, content)
        return Picture(content, "image/jpeg", tag)

    def figure(self, reg_id: str, image_name: str) -> Picture:
        """An image saved beside the regulation's Markdown; nothing else on this machine."""
        missing = FigureNotFoundError(
            f"There is no such figure in {reg_id}." if ids.is_reg_id(reg_id) else "No such figure.",
            hint="The name is a file name such as _page_3_Figure_1.png.",
        )
        if not ids.is_reg_id(reg_id) or not _IMAGE_NAME.fullmatch(image_name):
            raise missing
        folder = self._files.place("markdown", reg_id)
        path = folder / image_name
        within = self._settings.documents_dir.resolve() / "markdowns" / reg_id / image_name
        # A link, in the folder or to it, would lead out of the library.
        if path.resolve() != within or not path.is_file():
            raise missing
        content = path.read_bytes()
        kind = "image/png" if path.suffix.lower() == ".png" else "image/jpeg"
        return Picture(content, kind, hashlib.sha256(content).hexdigest()[:32])

    def _dpi(self, asked: int | None) -> int:
        dpi = self._settings.page_image_dpi if asked is None else asked
        low, high = DPI_RANGE
        if asked is not None and not low <= asked <= high:
            raise InputRejected(
                f"{asked} dpi cannot be drawn.", hint=f"Ask for {low} to {high} dpi."
            )
        return dpi

    def _pdf(self, reg_id: str) -> Path:
        if not ids.is_reg_id(reg_id):
            raise RegulationNotFoundError(reg_id)
        path = self._files.pdf(reg_id)
        if not path.is_file():
            raise NotFound(
                f"The PDF of {reg_id} is not in the library.",
                hint="Ingest its PDF again to see the pages.",
            )
        return path

    def _cached(self, tag: str) -> bytes | None:
        with self._lock:
            if tag in self._cache:
                self._cache.move_to_end(tag)
            return self._cache.get(tag)

    def _keep(self, tag: str, content: bytes) -> None:
        with self._lock:
            self._held += len(content) - len(self._cache.pop(tag, b""))
            self._cache[tag] = content
            while self._held > self._cache_bytes:
                self._held -= len(self._cache.popitem(last=False)[1])


def _draw(pdf_path: Path, reg_id: str, page_num: int, dpi: int) -> bytes:
    with PDFIUM:
        try:
            pdf = open_pdf(PdfSource(path=pdf_path))
        except EncryptedPdf as error:
            # Passwords are never kept, so that what is locked stays locked.
            raise EncryptedPdf(
                f"The PDF of {reg_id} is locked, and its password is not kept.",
                hint="Ingest a copy saved without a password to see its pages; the text is here.",
            ) from error
        try:
            page = pdf[page_num - 1]
            longest = max(*page.get_size(), 1.0)
            scale = min(dpi / 72, _MOST_PIXELS / longest)
            image = page.render(scale=scale).to_pil().convert("RGB")
        except pypdfium2.PdfiumError as error:
            raise NotFound(
                f"Page {page_num} of {reg_id} cannot be drawn.", hint="The PDF is damaged there."
            ) from error
        finally:
            pdf.close()
    made = io.BytesIO()
    image.save(made, format="JPEG", quality=_QUALITY)
    return made.getvalue()
