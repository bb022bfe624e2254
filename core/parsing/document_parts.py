"""Putting the parts of a long document back together to one DoclingDocument."""

from docling_core.types.doc.base import Size
from docling_core.types.doc.common.reference import PageItem
from docling_core.types.doc.document import DoclingDocument

from core.parsing.messages import JoinTask


def join_parts(task: JoinTask) -> None:
    """Pages that no part holds (they could not be read) are in the document too, empty."""
    parts = [DoclingDocument.load_from_json(path) for path in task.parts]
    document = _joined(parts)
    document.name = task.name
    for page_no, (width, height) in enumerate(task.page_sizes, start=1):
        if page_no not in document.pages:
            document.pages[page_no] = PageItem(
                page_no=page_no, size=Size(width=width, height=height)
            )
    document.pages = dict(sorted(document.pages.items()))
    task.target.write_text(document.model_dump_json(by_alias=True, exclude_none=True), "utf-8")


def _joined(parts: list[DoclingDocument]) -> DoclingDocument:
    if len(parts) < 2:
        return parts[0] if parts else DoclingDocument(name="")
    # concatenate() numbers the pages anew, one after the other.
    page_numbers = [number for part in parts for number in sorted(part.pages)]
    document = DoclingDocument.concatenate(parts)
    renumbered = dict(zip(sorted(document.pages), page_numbers, strict=True))
    pages = {renumbered[number]: page for number, page in document.pages.items()}
    for number, page in pages.items():
        page.page_no = number
    document.pages = pages
    for items in (document.texts, document.tables, document.pictures):
        for item in items:
            for provenance in item.prov:
                provenance.page_no = renumbered[provenance.page_no]
    return document
