"""Where a reference leads, for text that somebody typed, and which references there are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.errors import AmbiguousNameError, PageNotFoundError, ReferenceResolutionError
from core.model import (
    Annotation,
    ContentBlock,
    Figure,
    Reference,
    ReferenceTarget,
    RegulationInfo,
    Table,
    ids,
)
from core.services.named_things import (
    block_chapters,
    chapter_index,
    figures_numbered,
    nearest_notes,
    tables_numbered,
)
from core.store import chapters, figures, pages, references, regulations, tables
from core.store.database import Database
from core.structure.notes.labels import variant_key
from core.structure.references.library_lookup import LibraryLookup
from core.structure.references.mentions import PlacedMention, ReferenceMention, fold
from core.structure.references.resolving import (
    FindPart,
    Found,
    Resolver,
    make_reference,
    read_reference,
)

_NEAR = 24  # notes of one label that are weighed, those nearest to the place
_ALL = 10**6  # 表2-2注1 may mean a note far away
_PREVIEW = 200  # characters


@dataclass(frozen=True)
class TargetView:
    """What stands where a reference leads: its pages, its number, its first words."""

    target: ReferenceTarget
    kind: str
    page_end: int
    section_number: str | None = None
    preview: str = ""


def resolve_reference(
    database: Database,
    reg_id: str,
    text: str,
    page_num: int | None = None,
    block_id: str | None = None,
) -> list[Reference]:
    """One answer for each member of what ``text`` names.

    With a page, the blocks of the page that print the reference say what it means, or else all of
    them; where they do not agree it is ambiguous. Without a place, so is what only a place tells.
    """
    info = regulations.get_info(database, reg_id)
    if page_num is not None and not 1 <= page_num <= info.total_pages:
        raise PageNotFoundError(reg_id, page_num, info.total_pages)
    itself = LibraryLookup([info], "")
    mentions = [_read_inside(it, itself) for it in read_reference(text)]
    places = _places(database, reg_id, page_num, block_id)
    resolver = _resolver(database, info, mentions, places[0].page_num if places else 1)
    answers = []
    for nth, mention in enumerate(mentions, start=1):
        placed = [_placed(mention, place) for place in _that_print(places, mention)]
        if mention.document and itself.is_meant(mention.document):
            said = [itself.find(mention.document)]
        else:
            said = [resolver.find(mention, it) for it in placed] or [resolver.find(mention, None)]
        targets, reason = _agreed(said)
        where = placed[0] if placed else PlacedMention(mention, page_num or 1, block_id or "")
        reference_id = ids.reference_id(reg_id, where.page_num, nth)
        answers.append(make_reference(reference_id, reg_id, where, targets, reason))
    return answers


def _read_inside(mention: ReferenceMention, itself: LibraryLookup) -> ReferenceMention:
    """CIP-008-6 Table R1, asked of CIP-008-6, is its own Table R1."""
    part = mention.as_part_of_this_document() if mention.document else None
    return part if part is not None and itself.is_meant(mention.document) else mention


def part_finder(database: Database) -> FindPart:
    """Looks into every stored regulation."""

    def find_part(reg_id: str, mention: ReferenceMention) -> Found:
        info = regulations.get_info(database, reg_id)
        return _resolver(database, info, [mention], 1).find(mention, None)

    return find_part


def list_references(
    database: Database,
    reg_id: str,
    *,
    state: str | None = None,
    reference_type: str | None = None,
    page_num: int | None = None,
    target: str | None = None,
    offset: int = 0,
    limit: int | None = None,
) -> tuple[list[Reference], int]:
    """In the order of the document; -> also how many there are in all.

    ``target`` is an id or a name: what refers to 2.1.4?
    """
    regulations.get_info(database, reg_id)
    if target is not None:
        found = references.references_to(database, id_of_target(database, reg_id, target))
        if page_num is not None:
            found = [it for it in found if (it.reg_id, it.page_num) == (reg_id, page_num)]
    elif page_num is not None:
        pages.load_page(database, reg_id, page_num)
        found = references.references_on(database, reg_id, page_num)
    else:
        return references.references_between(database, reg_id, state, reference_type, offset, limit)
    fitting = [
        it
        for it in found
        if state in (None, it.state) and reference_type in (None, it.reference_type)
    ]
    return fitting[offset : None if limit is None else offset + limit], len(fitting)


def references_in_table(database: Database, table: Table) -> list[Reference]:
    """Those that stand in its cells, in the order of the document."""
    on_its_pages = range(table.page_start, table.page_end + 1)
    found = references.references_on(database, table.reg_id, *on_its_pages)
    return [reference for reference in found if reference.table_id == table.table_id]


def view_target(database: Database, target: ReferenceTarget) -> TargetView:
    """Asked by its id: what it is, how far it goes, and how it begins."""
    reg_id, page_num = target.reg_id, target.page_num
    if target.target_id == reg_id:
        info = regulations.get_info(database, reg_id)
        return TargetView(target, "regulation", info.total_pages, preview=info.title)
    node = chapters.find_chapter(database, reg_id, target.target_id)
    if node is not None:
        page = pages.load_page(database, reg_id, node.page_start)
        words = [b.content_markdown for b in page.content_blocks if b.chapter_id == node.node_id]
        preview = _beginning("\n\n".join(words) or target.label)
        return TargetView(target, "chapter", node.page_end, node.section_number, preview)
    table = tables.find_head(database, reg_id, target.target_id)
    if table is not None:
        preview = _beginning(" | ".join([table.caption or "", *table.col_headers]))
        return TargetView(target, "table", table.page_end, table.section_number, preview)
    figure = figures.find_figure(database, reg_id, target.target_id)
    if figure is not None:
        preview = _beginning(f"{figure.caption or ''} {figure.description}".strip())
        return TargetView(target, "figure", figure.page_num, preview=preview)
    page = pages.load_page(database, reg_id, page_num)
    for note in page.annotations:
        if note.note_id == target.target_id:
            return TargetView(target, "annotation", page_num, preview=_beginning(note.content))
    return TargetView(target, "page", page_num)


def id_of_target(database: Database, reg_id: str, target: str) -> str:
    """For an id or a name of anything that references lead to: 2.1.4, 表6-2, 注1, a reg_id."""
    named = target.strip()
    if named == reg_id or named.startswith(f"{reg_id}/"):
        return named
    if regulations.find_info(database, named) is not None:
        return named
    numbered = chapters.find_chapter(database, reg_id, ids.chapter_id(reg_id, named))
    if numbered is not None:
        return numbered.node_id
    found = resolve_reference(database, reg_id, named)
    if len(found) == 1 and found[0].target is not None:
        return found[0].target.target_id
    candidates = [it for ref in found for it in ([ref.target] if ref.target else ref.candidates)]
    if candidates:
        raise AmbiguousNameError(
            f"{named[:80]} may mean {len(candidates)} places of {reg_id}.",
            hint="Give the id of one of the candidates as target.",
            candidates=[candidate.model_dump() for candidate in candidates],
        )
    raise ReferenceResolutionError(
        f"{named[:80]} leads nowhere in {reg_id}: {found[0].reason}.",
        hint="get_toc and list_tables show what there is.",
    )


@dataclass(frozen=True)
class _Place:
    """A block that a reference may stand in; ``block`` is None on a blank page."""

    page_num: int
    block: ContentBlock | None


def _places(
    database: Database, reg_id: str, page_num: int | None, block_id: str | None
) -> list[_Place]:
    if block_id is not None:
        page, block = pages.get_block(database, reg_id, block_id)
        return [_Place(page.page_num, block)]
    if page_num is None:
        return []
    page = pages.load_page(database, reg_id, page_num)
    return [_Place(page_num, block) for block in page.content_blocks] or [_Place(page_num, None)]


def _that_print(places: Sequence[_Place], mention: ReferenceMention) -> Sequence[_Place]:
    """The blocks in which the reference stands, or all if it stands in none."""
    words = _squeezed(mention.text)
    printing = [
        place
        for place in places
        if place.block is not None and words in _squeezed(place.block.content_markdown)
    ]
    return printing or places


def _placed(mention: ReferenceMention, place: _Place) -> PlacedMention:
    block = place.block
    if block is None:
        return PlacedMention(mention, place.page_num, "")
    table_id = block.table_meta.table_id if block.table_meta is not None else None
    return PlacedMention(mention, place.page_num, block.block_id, table_id)


def _agreed(found: Sequence[Found]) -> Found:
    """What all places say; all that any of them says, if they differ."""
    if all(it == found[0] for it in found):
        return found[0]
    targets = {target.target_id: target for targets, _ in found for target in targets}
    return tuple(targets.values()), "the page does not tell which of these is meant"


def _resolver(
    database: Database, info: RegulationInfo, mentions: Iterable[ReferenceMention], page_num: int
) -> Resolver:
    """Over the things that bear the names in ``mentions``; chapters are fetched as needed."""
    reg_id = info.reg_id
    found_tables: dict[str, Table] = {}
    found_figures: dict[str, Figure] = {}
    found_notes: dict[str, Annotation] = {}
    library: Sequence[RegulationInfo] = ()
    for mention in mentions:
        if mention.document:
            library = library or regulations.list_infos(database)
            continue
        last, within = mention.steps[-1], mention.within
        if last.kind == "figure":
            for figure in figures_numbered(database, reg_id, mention.parsed_target):
                found_figures[figure.figure_id] = figure
        if last.kind == "table":
            for table in tables_numbered(database, reg_id, mention.parsed_target):
                found_tables[table.table_id] = table
        if within is not None and within.kind == "table":
            for table in tables_numbered(database, reg_id, within.number):
                found_tables[table.table_id] = table
        if last.kind in ("note", "plan"):
            key = variant_key(mention.parsed_target)
            most = _ALL if within is not None else _NEAR
            for note in nearest_notes(database, reg_id, key, page_num, most)[0]:
                found_notes[note.note_id] = note
    return Resolver(
        reg_id=reg_id,
        chapters=chapter_index(database, reg_id),
        chapter_of=block_chapters(database, reg_id),
        tables=list(found_tables.values()),
        figures=list(found_figures.values()),
        annotations=sorted(found_notes.values(), key=lambda note: (note.page_num, note.note_id)),
        library=library,
        find_part=part_finder(database),
    )


def _beginning(text: str) -> str:
    return text if len(text) <= _PREVIEW else f"{text[:_PREVIEW]}…"


def _squeezed(text: str) -> str:
    return "".join(fold(text).split())
