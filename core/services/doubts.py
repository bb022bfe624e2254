"""The places of a regulation that an analyst should look at, with the page they are on."""

import re
from collections.abc import Iterable

from core.model import Doubt, Figure, Regulation
from core.structure.figures import UNREAD

_UNSURE_TABLE = 0.75  # confidence: shaded or unruled tables, never drawn ones
_UNSURE_OCR = 0.85

# How the structure layer writes its doubts down.
_CAPTION = re.compile(r"P(?P<page>\d+): (?P<what>.+) names nothing\.")
_NOTE = re.compile(
    r"(?P<block>[^\s:]+/p(?P<page>\d{4,})/b\d+): (?P<what>.+)"
    r" (?P<how>may mean several notes|cites a note that is not there)"
)
_CHAPTER = re.compile(r"(?P<label>.+) \(page (?P<page>\d+)\): .+")
_CONTENTS = re.compile(r"The contents list (?P<what>.+), which was not found\.")


def doubts_of(regulation: Regulation) -> tuple[Doubt, ...]:
    """In page order; those without a page come last."""
    found = [*_of_pages(regulation), *_of_tables(regulation), *_of_figures(regulation)]
    found += [_read(sentence) for sentence in regulation.info.doubts]
    return tuple(sorted(found, key=lambda doubt: (doubt.page_num is None, doubt.page_num or 0)))


def _of_pages(regulation: Regulation) -> Iterable[Doubt]:
    for page in regulation.pages:
        for warning in page.warnings:
            yield Doubt(kind="page", detail=warning, page_num=page.page_num)
        confidence = page.ocr_confidence
        if confidence is not None and confidence < _UNSURE_OCR:
            yield Doubt(kind="ocr", detail=f"{confidence:.0%}", page_num=page.page_num)


def _of_tables(regulation: Regulation) -> Iterable[Doubt]:
    for table in regulation.tables:
        if table.confidence < _UNSURE_TABLE:
            name = table.caption or table.table_id.partition("/")[2]
            yield Doubt(kind="table", detail=name, page_num=table.page_start)


def unread_figures(regulation: Regulation) -> tuple[Figure, ...]:
    """Whose words only their picture shows, and nobody has looked at it."""
    return tuple(it for it in regulation.figures if it.described_by == UNREAD)


def _of_figures(regulation: Regulation) -> Iterable[Doubt]:
    for figure in unread_figures(regulation):
        name = figure.caption or figure.image_name
        yield Doubt(kind="figure", detail=name, page_num=figure.page_num, block_id=figure.block_id)


def _read(sentence: str) -> Doubt:
    if found := _CAPTION.fullmatch(sentence):
        return Doubt(kind="caption", detail=found["what"], page_num=int(found["page"]))
    if found := _NOTE.fullmatch(sentence):
        return Doubt(
            kind="note_ambiguous" if "several" in found["how"] else "note_missing",
            detail=found["what"],
            page_num=int(found["page"]),
            block_id=found["block"],
        )
    if found := _CHAPTER.fullmatch(sentence):
        return Doubt(kind="chapter", detail=found["label"], page_num=int(found["page"]))
    found = _CONTENTS.fullmatch(sentence)
    return Doubt(kind="contents", detail=found["what"] if found else sentence)
