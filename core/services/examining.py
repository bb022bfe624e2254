"""A PDF before it is added: what it is, what it may be called, and whether it is here already."""

import hashlib
from pathlib import Path

from core.errors import EncryptedPdf, InputRejected
from core.model import PdfPreview, RegulationInfo, ids
from core.parsing import glance_at_pdf
from core.settings import Settings
from core.store import regulations
from core.store.database import Database
from core.structure.titles import title_in_print


def examine_pdf(
    database: Database, settings: Settings, path: Path, password: str | None = None
) -> PdfPreview:
    """In seconds: only the first pages are looked at. Raises what an ingest would refuse.

    A wrong password raises EncryptedPdf; a missing one is told in the preview.
    """
    sha256 = file_hash(path)
    infos = regulations.list_infos(database)
    known_as = tuple(info.reg_id for info in infos if info.sha256 == sha256)
    reg_id = known_as[0] if known_as else ids.slug(path.name)
    title, page_count, needs_password = path.stem, None, False
    try:
        glance = glance_at_pdf(path, settings=settings, password=password)
    except EncryptedPdf:
        if password is not None:
            raise
        needs_password = True
    else:
        title = title_in_print(glance.pages, glance.title, path.name)
        page_count = glance.page_count
    return PdfPreview(
        file_name=path.name,
        reg_id=reg_id,
        title=title,
        size_bytes=path.stat().st_size,
        sha256=sha256,
        page_count=page_count,
        needs_password=needs_password,
        known_as=known_as,
        replaces=replaced_by(infos, reg_id, sha256),
    )


def replaced_by(infos: list[RegulationInfo], reg_id: str, sha256: str) -> RegulationInfo | None:
    """What an ingest under ``reg_id`` would turn into a past edition."""
    return next((info for info in infos if info.reg_id == reg_id and info.sha256 != sha256), None)


def file_hash(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputRejected(
            f"{path.name} cannot be read: {error.strerror}.", hint="Check the path."
        ) from error
