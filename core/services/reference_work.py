"""References to work through: which there are, and what leads to a place."""

from collections.abc import Sequence

from core.errors import ReferenceNotFoundError
from core.model import Reference, ReferenceTarget
from core.model.reference_graph import NamedDocument, NamedTarget, ReferenceContext
from core.services import reference_graph, reference_lookup
from core.services.named_things import chapter_target
from core.services.outline import outline
from core.store import chapters, pages, reference_links, references, regulations, tables
from core.store.database import Database
from core.structure.corrections.references import BY_AN_ANALYST


def find_references(
    database: Database,
    reg_id: str,
    *,
    states: Sequence[str] | None = None,
    types: Sequence[str] | None = None,
    words: str = "",
    source: str | None = None,
    target: str | None = None,
    opened: str | None = None,
    document: str | None = None,
    is_undecided: bool = False,
    offset: int = 0,
    limit: int | None = None,
) -> tuple[list[Reference], int]:
    """In the order of the document; -> also how many there are in all.

    ``source`` and ``target`` are nodes of the reference graph, with the chapter ``opened``;
    ``document`` is a node of the graph between regulations.
    ``is_undecided`` leaves out those of which an analyst has said where they lead, or that they
    lead nowhere.
    """
    regulations.get_info(database, reg_id)
    along = None
    if document is not None:
        along = reference_graph.references_out(database, reg_id, document)
    elif source is not None or target is not None:
        along = reference_graph.references_along(database, reg_id, source, target, opened)
    return reference_links.find(
        database,
        reg_id,
        states=states,
        types=types,
        reference_ids=along,
        words=words.strip(),
        left_out=BY_AN_ANALYST if is_undecided else None,
        offset=offset,
        limit=limit,
    )


def get_reference(database: Database, reg_id: str, reference_id: str) -> Reference:
    page_num = pages.page_in_id(reg_id, reference_id)
    if page_num is not None:
        for found in references.references_on(database, reg_id, page_num):
            if found.reference_id == reference_id:
                return found
    raise ReferenceNotFoundError(
        f"{reg_id} has no reference {reference_id}.", hint="list_references shows what there is."
    )


def words_around(database: Database, reference: Reference) -> ReferenceContext:
    """The paragraph or the cell that a reference stands in."""
    text = ""
    if reference.table_id is not None and reference.row is not None:
        table = tables.find_table(database, reference.reg_id, reference.table_id)
        cells = table.cells if table is not None else ()
        place = (reference.row, reference.col)
        text = next((cell.content for cell in cells if (cell.row, cell.col) == place), "")
    if not text:
        text = pages.get_block(database, reference.reg_id, reference.block_id)[1].content_markdown
    start = reference.start
    if text[start : reference.end] != reference.text:
        start = text.find(reference.text)
    if start < 0:
        return ReferenceContext(text=text)
    return ReferenceContext(text=text, start=start, end=start + len(reference.text))


def references_to(
    database: Database, reg_id: str, name: str, *, with_parts: bool = False
) -> tuple[ReferenceTarget | None, list[Reference]]:
    """What ``name`` is, and every reference in the library that leads there.

    ``with_parts`` counts what leads to the chapters below it and to their tables as well.
    """
    target_id = reference_lookup.id_of_target(database, reg_id, name)
    wanted = {target_id}
    node = chapters.find_chapter(database, reg_id, target_id)
    if with_parts and node is not None:
        inside = outline(database, reg_id).within(target_id)
        wanted |= inside
        wanted |= {
            link.target_id
            for link in reference_links.links_of(database, reg_id)
            if link.target_id is not None and link.target_chapter in inside
        }
    found = reference_links.references_to_any(database, sorted(wanted))
    if node is not None:
        return chapter_target(node), found
    own = (it.target for it in found if it.target is not None and it.target.target_id == target_id)
    return next(own, None), found


def most_named(database: Database, reg_id: str, limit: int = 20) -> list[NamedTarget]:
    return reference_links.most_named(database, reg_id, limit)


def documents_named(database: Database, reg_id: str) -> list[NamedDocument]:
    """Other documents that a regulation names, those named most first."""
    return reference_links.documents_named(database, reg_id)
