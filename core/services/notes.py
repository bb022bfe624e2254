"""Notes as an analyst looks for them: the one that a cell sends to, and all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import AnnotationNotFoundError, InvalidArguments
from core.model import Annotation, AnnotationLink, Table
from core.services.named_things import id_of_table, nearest_notes, places_of_tables
from core.store import annotations, pages, references, regulations, tables
from core.store.database import Database
from core.store.tables import TableSpan
from core.structure.notes.labels import variant_key
from core.structure.references.finding import find_in_text

Rank = tuple[bool, bool, bool, int]

_MOST_WEIGHED = 24  # notes of one label, those nearest to the page that is asked about
_MOST_LISTED = 200  # where no page is asked about
_NOT_OF_TABLE = "no note with this label belongs to that table or is cited in it"


@dataclass(frozen=True)
class NoteFound:
    """``others`` bear the same label, likeliest first; ``reason`` is empty if ``note`` is sure.

    ``total`` counts all notes with the label, also those too far away to be weighed.
    """

    note: Annotation
    others: tuple[Annotation, ...]
    total: int
    reason: str = ""


def lookup_annotation(
    database: Database,
    reg_id: str,
    label: str,
    page_hint: int | None = None,
    table_id: str | None = None,
) -> NoteFound:
    """The note that ``label`` means for a reader of page ``page_hint`` or of a table.

    A note that is cited on the page comes first, then one whose table or whose own place is
    there, then the nearest.
    """
    regulations.get_info(database, reg_id)
    if not label.strip():
        raise InvalidArguments("No label is given.", hint="Such as 注1, 方案A or Note 1.")
    own = _note_with_id(database, reg_id, label.strip())
    if own is not None:
        return NoteFound(own, (), 1)
    if table_id is not None:
        table_id = id_of_table(database, reg_id, table_id)
    key, of_table = _read_label(label)
    if of_table:
        found = _notes_of_tables(database, reg_id, key, of_table, page_hint or 1)
        total = len(found)
    else:
        most = _MOST_LISTED if page_hint is None else _MOST_WEIGHED
        found, total = nearest_notes(database, reg_id, key, page_hint or 1, most)
    if not found:
        raise AnnotationNotFoundError(
            f"{reg_id} has no note {label.strip()[:80]}.",
            hint="search_annotations shows what there is.",
        )
    if len(found) == 1:
        return NoteFound(found[0], (), 1, _doubt_of_only(found[0], key, page_hint, table_id))
    around: Mapping[str, TableSpan] = {}
    if page_hint is not None:
        around = tables.spans(database, reg_id, (note.table_id for note in found if note.table_id))
    ranks = [(_rank(note, around, page_hint, table_id), nth) for nth, note in enumerate(found)]
    ranks.sort()
    ranked = tuple(found[nth] for _, nth in ranks)
    if table_id is not None and not _is_of_table(ranked[0], table_id):
        return NoteFound(ranked[0], ranked[1:], total, _NOT_OF_TABLE)
    is_sure = _stands_out(ranks[0][0], ranks[1][0]) and not _has_namesake(
        ranked, label, page_hint, table_id
    )
    return NoteFound(ranked[0], ranked[1:], total, "" if is_sure else _doubt(page_hint))


def search_annotations(
    database: Database,
    reg_id: str,
    pattern: str | None,
    annotation_type: str | None,
    offset: int = 0,
    limit: int | None = None,
) -> tuple[list[Annotation], int]:
    """Notes with ``pattern`` in their label or words, without links, and how many in all.

    注1 finds 注① as well.
    """
    regulations.get_info(database, reg_id)
    wanted = (pattern or "").strip()
    key = variant_key(wanted) if wanted else ""
    return annotations.search(database, reg_id, wanted, key, annotation_type, offset, limit)


def list_notes(
    database: Database,
    reg_id: str,
    *,
    words: str = "",
    annotation_type: str | None = None,
    cited: bool | None = None,
    offset: int = 0,
    limit: int | None = None,
) -> tuple[list[Annotation], int]:
    """With the places that cite each; -> also how many there are in all."""
    regulations.get_info(database, reg_id)
    wanted = words.strip()
    return annotations.find(
        database,
        reg_id,
        words=wanted,
        variant_key=variant_key(wanted) if wanted else "",
        annotation_type=annotation_type,
        cited=cited,
        offset=offset,
        limit=limit,
    )


def notes_of_table(database: Database, table: Table) -> list[Annotation]:
    """Notes that belong to a table or that its cells cite, in the order of the document."""
    reg_id, found = table.reg_id, {}
    nearby = range(table.page_start, table.page_end + 2)  # a note may stand overleaf
    for page in pages.find_pages(database, reg_id, nearby).values():
        for note in page.annotations:
            if note.table_id == table.table_id or _is_cited_in(note, table.table_id):
                found[note.note_id] = note
    for reference in references.references_on(database, reg_id, *nearby):
        if reference.target is not None and reference.table_id == table.table_id:
            far = _note_with_id(database, reg_id, reference.target.target_id)
            if far is not None:
                found[far.note_id] = far
    return sorted(found.values(), key=lambda note: (note.page_num, note.note_id))


def _notes_on(database: Database, reg_id: str, page_num: int) -> Sequence[Annotation]:
    page = pages.find_page(database, reg_id, page_num)
    return page.annotations if page is not None else ()


def _is_of_table(note: Annotation, table_id: str) -> bool:
    return note.table_id == table_id or _is_cited_in(note, table_id)


def _is_cited_in(note: Annotation, table_id: str) -> bool:
    return any(link.table_id == table_id for link in note.links)


def _note_with_id(database: Database, reg_id: str, note_id: str) -> Annotation | None:
    page_num = pages.page_in_id(reg_id, note_id)
    if page_num is None:
        return None
    notes = _notes_on(database, reg_id, page_num)
    return next((note for note in notes if note.note_id == note_id), None)


def _read_label(label: str) -> tuple[str, str]:
    """-> the label's key, and the number of the table in 表2-2注1."""
    mentions = [
        mention
        for mention in find_in_text(label)
        if mention.reference_type in ("annotation", "plan")
    ]
    keys = {variant_key(mention.parsed_target) for mention in mentions}
    if len(keys) > 1:
        raise InvalidArguments(
            f"{label.strip()[:80]} names several notes.", hint="Ask for one label at a time."
        )
    if not mentions:
        return variant_key(label), ""
    within = mentions[0].within
    return keys.pop(), within.number if within is not None and within.kind == "table" else ""


def _notes_of_tables(
    database: Database, reg_id: str, key: str, number: str, page_num: int
) -> list[Annotation]:
    """Notes with this label at the tables with this number, those nearest to a page first."""
    bearing = [place.item_id for place in places_of_tables(database, reg_id, number)]
    found = {
        note.note_id: note
        for table_id, span in tables.spans(database, reg_id, bearing).items()
        for note in nearest_notes(
            database,
            reg_id,
            key,
            span.page_end,  # notes stand below their table
            _MOST_WEIGHED + span.page_end - span.page_start,
        )[0]
        if note.table_id == table_id
    }
    return sorted(
        found.values(),
        key=lambda note: (abs(note.page_num - page_num), note.page_num, note.note_id),
    )


def _rank(
    note: Annotation,
    around: Mapping[str, TableSpan],
    page_hint: int | None,
    table_id: str | None,
) -> Rank:
    """Smaller is likelier: not of the table, not cited on the page, not there, how far away."""
    in_table = table_id is not None and _is_of_table(note, table_id)
    if page_hint is None:
        return (not in_table, True, True, 0)
    is_cited_there = any(
        link.page_num == page_hint and not _names_its_table(link) for link in note.links
    )
    is_there = note.page_num == page_hint
    if not is_cited_there and not is_there:
        span = around.get(note.table_id or "")
        is_there = span is not None and span.page_start <= page_hint <= span.page_end
    return (not in_table, not is_cited_there, not is_there, abs(note.page_num - page_hint))


def _names_its_table(link: AnnotationLink) -> bool:
    """按表4-1注1 says which it means, and so it is not what a mere 注1 of that page means."""
    return any(mention.within is not None for mention in find_in_text(link.text))


def _stands_out(first: Rank, second: Rank) -> bool:
    """Of two that are cited on the page, neither is surer for standing nearer; nor is the nearer
    of two that have nothing to do with it."""
    if first[:2] != second[:2]:
        return True
    is_cited_there = not first[1]
    return first[2] != second[2] and not is_cited_there


def _has_namesake(
    ranked: Sequence[Annotation], label: str, page_hint: int | None, table_id: str | None
) -> bool:
    """注1 is asked for; the page cites a 注一 that stands elsewhere, and has a 注1 itself."""
    first = ranked[0]
    if table_id is not None or first.page_num == page_hint or first.annotation_id in label:
        return False
    return any(note.page_num == page_hint and note.annotation_id in label for note in ranked[1:])


def _doubt_of_only(note: Annotation, key: str, page_hint: int | None, table_id: str | None) -> str:
    """注3 may mean a note that is marked 3), where it stands beside; elsewhere, hardly."""
    if table_id is not None and not _is_of_table(note, table_id):
        return _NOT_OF_TABLE
    is_marked_so = note.variant_key == key or note.page_num == page_hint
    return (
        "" if is_marked_so else f"no note is labelled so; this one is marked {note.annotation_id}"
    )


def _doubt(page_hint: int | None) -> str:
    if page_hint is None:
        return "several notes bear this label; the page that cites it would tell which is meant"
    return "several notes bear this label and the page does not tell which is meant"
