"""References from one regulation to another, kept true when the library changes.

A standard that comes into the library is found by all that have named it before; one that goes, is
renamed or is corrected leaves no reference that claims to lead to what is not there.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from core.model import Reference, Regulation, RegulationInfo
from core.services.reference_lookup import part_finder
from core.store import references, regulations
from core.store.database import Database
from core.structure.corrections.references import BY_AN_ANALYST
from core.structure.references.chapter_lookup import index_chapters
from core.structure.references.finding import find_in_text
from core.structure.references.library_lookup import LibraryLookup, document_keys
from core.structure.references.mentions import ReferenceMention
from core.structure.references.resolving import (
    FindPart,
    Found,
    Resolver,
    in_another_document,
    settled,
)

_GONE = "what it should lead to is no longer in the library"

Relinked = Mapping[str, Sequence[Reference]]  # all references of a regulation, by its id


def relinked(
    database: Database,
    *,
    gone: Collection[str],
    come: Sequence[RegulationInfo] = (),
    made: Sequence[Regulation] = (),
) -> Relinked:
    """The references of all other regulations, once these are ``gone`` and those have ``come``.

    Only of regulations in which any reference leads elsewhere then. ``made`` are regulations that
    will be saved with it: their parts are looked for there. Nobody else may write meanwhile.
    """
    before = regulations.list_infos(database)
    changing = {*gone, *(info.reg_id for info in come)}
    library = [info for info in before if info.reg_id not in changing] + list(come)
    named = [*come, *(info for info in before if info.reg_id in changing)]
    keys = set().union(*map(document_keys, named))
    concerned = _by_owner(references.naming_another(database, keys, changing), changing)
    find_part = _finder(database, made)
    found: dict[str, list[Reference]] = {}
    for owner, concerning in concerned.items():
        lookup = LibraryLookup(library, owner)
        anew = {it.reference_id: _anew(it, lookup, find_part) for it in concerning}
        if any(anew[it.reference_id] != it for it in concerning):
            every = references.references_of(database, owner)
            found[owner] = [anew.get(it.reference_id, it) for it in every]
    return found


def _by_owner(found: Iterable[Reference], but: Collection[str]) -> dict[str, list[Reference]]:
    by_owner: defaultdict[str, list[Reference]] = defaultdict(list)
    for reference in found:
        if reference.reg_id not in but:
            by_owner[reference.reg_id].append(reference)
    return by_owner


def _anew(reference: Reference, lookup: LibraryLookup, find_part: FindPart) -> Reference:
    """What an analyst has set stays, as long as what it leads to is there."""
    mention = None if reference.reason == BY_AN_ANALYST else _mention_of(reference)
    if mention is not None:
        found = in_another_document(lookup, mention, find_part)
        return reference.model_copy(update=settled(*found))
    target = reference.target
    if target is None or lookup.holds(target.reg_id):
        return reference
    return reference.model_copy(update=settled((), _GONE))


def _mention_of(reference: Reference) -> ReferenceMention | None:
    return next(
        (
            mention
            for mention in find_in_text(reference.text)
            if mention.document and mention.parsed_target == reference.parsed_target
        ),
        None,
    )


def _finder(database: Database, made: Sequence[Regulation]) -> FindPart:
    """Looks into ``made`` instead of what the store has under these ids."""
    stored = part_finder(database)
    resolvers = {regulation.info.reg_id: _resolver_of(regulation) for regulation in made}

    def find_part(reg_id: str, mention: ReferenceMention) -> Found:
        resolver = resolvers.get(reg_id)
        return resolver.find(mention, None) if resolver else stored(reg_id, mention)

    return find_part


def _resolver_of(made: Regulation) -> Resolver:
    return Resolver(
        reg_id=made.info.reg_id,
        chapters=index_chapters(made.chapters),
        chapter_of={},
        tables=made.tables,
        figures=made.figures,
        annotations=[note for page in made.pages for note in page.annotations],
        library=(),
    )
