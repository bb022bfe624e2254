"""Queries that name a place lead straight there: 2.1.4, 第六章, 表6-2, 注1, P72, a title."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from core.errors import ReferenceResolutionError
from core.model import (
    ContentBlock,
    PageDocument,
    Reference,
    ReferenceTarget,
    RegulationInfo,
    SearchResult,
)
from core.retrieval.folding import fold
from core.retrieval.highlights import contains_phrase
from core.retrieval.scripts import CJK
from core.services.named_things import chapter_index, chapter_target
from core.services.reference_lookup import resolve_reference
from core.services.search.place_names import NamedPages, NamedPlace, read_place
from core.services.search.scope import Scope
from core.services.search.snippets import opening
from core.store import pages
from core.store.database import Database
from core.structure.references.library_lookup import LibraryLookup

_CHINESE = re.compile(f"[{CJK}]")
_MAY_BE_A_VALUE = re.compile(r"[0-9]+\.[0-9]+")
_MOST_REGULATIONS = 50
_MOST_CANDIDATES = 10  # places that one name may mean in the one regulation that is searched
_FIELDS = {
    "chapter": "section",
    "section": "section",
    "article": "section",
    "appendix": "section",
    "attachment": "section",
    "requirement": "section",
    "table": "table",
    "figure": "figure",
    "annotation": "note",
    "plan": "note",
}


def jumps(database: Database, text: str, scope: Scope) -> list[SearchResult]:
    """The places that the whole query names, inside the scope; none for a question.

    What may mean several places of a regulation leads to them only where it alone is searched.
    """
    named = _named(database, text, scope)
    return [result for result in named if _is_inside(database, result, scope)]


def leads_nowhere(database: Database, text: str, scope: Scope) -> str | None:
    """What to say of a query that names a place and led to none; None where it names none.

    50.2 may be a value, and what may mean several places is there.
    """
    name = read_place(text, scope.reg_ids)
    if name is None:
        return None
    place = name.place
    inside = "" if scope.only is None else " inside the filters"
    if isinstance(place, NamedPages):
        return f"None of the regulations searched has a page {place.first}{inside}."
    if place.document:
        return f"None of the regulations searched is {place.document}."
    if place.number is not None and _MAY_BE_A_VALUE.fullmatch(place.number):
        return None
    infos = [info for info in scope.infos if name.reg_id in (None, info.reg_id)]
    is_there = any(_targets(database, info.reg_id, place) for info in infos[:_MOST_REGULATIONS])
    if is_there and scope.only is None:
        return None
    return f"Nothing in the regulations searched is called {place.text[:40]}{inside}."


def _named(database: Database, text: str, scope: Scope) -> list[SearchResult]:
    name = read_place(text, scope.reg_ids)
    if name is None:
        return [_beginning(database, info.reg_id, 1, "title") for info in _called(scope, text)]
    infos = [info for info in scope.infos if name.reg_id in (None, info.reg_id)]
    if isinstance(name.place, NamedPages):
        return list(_pages(database, infos, name.place))
    if name.place.document:
        bearing, _ = LibraryLookup(infos, "").find(name.place.document)
        return [_beginning(database, target.reg_id, 1, "title") for target in bearing]
    return list(_places(database, infos[:_MOST_REGULATIONS], name.place))


def _is_inside(database: Database, result: SearchResult, scope: Scope) -> bool:
    if scope.only is None:
        return True
    page = pages.load_page(database, result.reg_id, result.page_num)
    return any(scope.has(block) for block in page.content_blocks)


def _called(scope: Scope, text: str) -> list[RegulationInfo]:
    """The regulations that bear the whole query as their title or as one of their keywords.

    None where the search is limited to a part of them: the beginning is no part of it.
    """
    if scope.only is not None:
        return []
    wanted = fold(text).text
    named = [info for info in scope.infos if wanted in _names(info)]
    return named[:_MOST_REGULATIONS] if wanted else []


def _names(info: RegulationInfo) -> set[str]:
    return {_folded(name) for name in (info.reg_id, info.title, *info.keywords)}


@lru_cache(maxsize=10_000)
def _folded(name: str) -> str:
    """Every search asks for the names of all regulations."""
    return fold(name).text


def _pages(
    database: Database, infos: Iterable[RegulationInfo], named: NamedPages
) -> Iterator[SearchResult]:
    holding = [info for info in infos if 1 <= named.first <= info.total_pages]
    for info in holding[:_MOST_REGULATIONS]:
        result = _beginning(database, info.reg_id, named.first, "page")
        yield result.model_copy(update={"page_end": min(named.last, info.total_pages)})


def _places(
    database: Database, infos: list[RegulationInfo], place: NamedPlace
) -> Iterator[SearchResult]:
    """第六条 before Article 6: what is printed as it was asked for comes first."""
    named = []
    for info in infos:
        targets = _targets(database, info.reg_id, place)
        if len(targets) == 1 or (len(infos) == 1 and len(targets) <= _MOST_CANDIDATES):
            named += targets
    named.sort(key=lambda each: _unlikeness(each[1].label, place.text))  # stable
    for field, target in named:
        yield _target(database, target, field)


def _unlikeness(label: str, asked: str) -> tuple[bool, bool]:
    is_chinese = (bool(_CHINESE.search(text)) for text in (label, asked))
    return not contains_phrase(label, asked), len(set(is_chinese)) > 1


def _targets(
    database: Database, reg_id: str, place: NamedPlace
) -> list[tuple[str, ReferenceTarget]]:
    """Each with what it is; a chapter printed as 第二节 is called 6.2 as well."""
    try:
        references = resolve_reference(database, reg_id, place.text)
    except ReferenceResolutionError:
        return []
    found = [
        (_FIELDS[reference.reference_type], target)
        for reference in references
        if reference.reference_type in _FIELDS
        for target in _meant(reference)
    ]
    if found or place.number is None:
        return found
    numbered = chapter_index(database, reg_id).by_section.get(place.number, ())
    return [("section", chapter_target(node)) for node in numbered]


def _meant(reference: Reference) -> tuple[ReferenceTarget, ...]:
    return (reference.target,) if reference.target is not None else reference.candidates


def _target(database: Database, target: ReferenceTarget, field: str) -> SearchResult:
    page = pages.load_page(database, target.reg_id, target.page_num)
    from_there = _blocks_from(page, target.target_id)
    result = _result(page, field, from_there)
    if field == "section":
        text = "\n\n".join(block.content_markdown for block in from_there)
        number = target.target_id.partition("/s")[2] or None
        return result.model_copy(
            update={"snippet": opening(text) or target.label, "section_number": number}
        )
    changes: dict[str, object] = {"snippet": target.label or result.snippet}
    if field == "table":
        changes["table_id"] = target.target_id
    if field == "note":
        changes["snippet"] = _words_of_note(page, target)
    return result.model_copy(update=changes)


def _blocks_from(page: PageDocument, target_id: str) -> tuple[ContentBlock, ...]:
    """Those of the page from the one on that is the target or begins it; none if there is none."""
    for nth, block in enumerate(page.content_blocks):
        table_id = block.table_meta.table_id if block.table_meta is not None else None
        if target_id in (block.block_id, block.chapter_id, block.figure_id, table_id):
            return page.content_blocks[nth:]
    return ()


def _words_of_note(page: PageDocument, target: ReferenceTarget) -> str:
    words = [note.content for note in page.annotations if note.note_id == target.target_id]
    return opening(" ".join([target.label, *words]))


def _beginning(database: Database, reg_id: str, page_num: int, field: str) -> SearchResult:
    page = pages.load_page(database, reg_id, page_num)
    return _result(page, field, page.content_blocks)


def _result(page: PageDocument, field: str, from_there: Sequence[ContentBlock]) -> SearchResult:
    """Its chapter is that of the place: the page may end in another."""
    return SearchResult(
        reg_id=page.reg_id,
        page_num=page.page_num,
        page_end=page.page_num,
        relevance_score=0.0,
        snippet=opening(page.content_markdown),
        chapter_path=from_there[0].chapter_path if from_there else page.chapter_path,
        matched_fields=(field,),
    )
