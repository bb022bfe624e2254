"""Notes and the places that cite them."""

from collections import defaultdict
from collections.abc import Sequence

from core.model import Annotation, AnnotationLink
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows
from core.structure.text_folding import fold_widths

_NOTE = NounRows("annotations", Annotation, elsewhere=["links"])
_LINK = NounRows("annotation_links", AnnotationLink)

_FITTING = """
    WHERE reg_id = $reg_id
        AND coalesce(annotation_type = $annotation_type, true)
        AND (
            $words = ''
            OR variant_key = $variant_key
            OR contains(lower(annotation_id || ' ' || content), lower($words))
            OR contains(lower(annotation_id || ' ' || content), lower($narrow))
        )
"""
# A reference that an analyst has put right leads to its note without a link, and so does one in
# another regulation.
_CITED = """
    AND (
        $cited IS NULL
        OR $cited = (
            note_id IN (SELECT note_id FROM annotation_links WHERE reg_id = $reg_id)
            OR note_id IN (
                SELECT target_id FROM cross_references WHERE target_id IS NOT NULL
            )
        )
    )
"""


def insert(cursor: Cursor, annotations: Sequence[Annotation]) -> None:
    insert_rows(cursor, "annotations", [_NOTE.row(note) for note in annotations])
    insert_rows(
        cursor,
        "annotation_links",
        [_LINK.row(link, reg_id=note.reg_id) for note in annotations for link in note.links],
    )


def annotations_of(database: Database, reg_id: str) -> list[Annotation]:
    """Every note of a regulation in the order of the document, with its links."""
    values = {"reg_id": reg_id}
    with database.reading() as cursor:
        rows = _NOTE.select_rows(cursor, "WHERE reg_id = $reg_id ORDER BY rowid", values)
        links = defaultdict(list)
        for link in _LINK.select(cursor, "WHERE reg_id = $reg_id ORDER BY rowid", values):
            links[link.note_id].append(link)
    where = _NOTE.fields.index("note_id")
    return [_NOTE.noun(row, links=links[row[where]]) for row in rows]


def find(
    database: Database,
    reg_id: str,
    *,
    words: str,
    variant_key: str,
    annotation_type: str | None,
    cited: bool | None,
    offset: int,
    limit: int | None,
) -> tuple[list[Annotation], int]:
    """Like :func:`search`, with the links of each note. ``cited``: whether anything cites it."""
    values = _values(reg_id, words, variant_key, annotation_type) | {"cited": cited}
    with database.reading() as cursor:
        rows, total = _NOTE.select_between(
            cursor, f"{_FITTING} {_CITED}", values, offset, limit, looks_elsewhere=True
        )
        at = _NOTE.fields.index("note_id")
        links = defaultdict(list)
        for link in _LINK.select(
            cursor,
            "WHERE note_id IN (SELECT unnest($note_ids::VARCHAR[])) ORDER BY rowid",
            {"note_ids": [row[at] for row in rows]},
        ):
            links[link.note_id].append(link)
    return [_NOTE.noun(row, links=links[row[at]]) for row in rows], total


def search(
    database: Database,
    reg_id: str,
    words: str,
    variant_key: str,
    annotation_type: str | None,
    offset: int,
    limit: int | None,
) -> tuple[list[Annotation], int]:
    """Notes with ``words`` in label or text, in whatever width, or with the label ``variant_key``.

    In the order of the document, without their links; -> also how many in all. Empty words let
    everything through.
    """
    with database.reading() as cursor:
        rows, total = _NOTE.select_between(
            cursor,
            _FITTING,
            _values(reg_id, words, variant_key, annotation_type),
            offset,
            limit,
        )
    return [_NOTE.noun(row) for row in rows], total


def _values(
    reg_id: str, words: str, variant_key: str, annotation_type: str | None
) -> dict[str, object]:
    return {
        "reg_id": reg_id,
        "annotation_type": annotation_type,
        "words": words,
        "narrow": fold_widths(words),
        "variant_key": variant_key,
    }
