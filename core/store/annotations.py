"""Notes and the places that cite them."""

from collections import defaultdict
from collections.abc import Sequence

from core.model import Annotation, AnnotationLink
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows

_NOTE = NounRows("annotations", Annotation, elsewhere=["links"])
_LINK = NounRows("annotation_links", AnnotationLink)


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
