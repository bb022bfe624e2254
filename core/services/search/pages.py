"""The search for pages, sections or regulations: named places, then what fits the words."""

from itertools import zip_longest

from core.model import GroupBy, SearchOutcome, SearchResult
from core.model.retrieval import SearchedBy
from core.services.search.facets import COUNTED, counted, counts
from core.services.search.grouping import Grouping, results
from core.services.search.jumps import jumps, leads_nowhere
from core.services.search.page_by_page import search_pages
from core.services.search.ranking import rank_chunks
from core.services.search.scope import SearchFilters, resolve_scope, without_names
from core.services.search.searcher import Searcher
from core.store import search_sets


def search(
    searcher: Searcher,
    text: str,
    filters: SearchFilters,
    limit: int,
    group_by: GroupBy = "page",
) -> SearchOutcome:
    """A part of the query in quotes must stand in the text as it is."""
    query = searcher.query(text)
    database = searcher.database
    scope = resolve_scope(database, filters, query)
    direct = jumps(database, text, scope)
    query = searcher.query(without_names(text, scope))
    unindexed = search_sets.unindexed(database, scope.reg_ids)
    ranking = rank_chunks(searcher, query, scope.without(unindexed))
    best, hits = counted(query, ranking)
    grouping = Grouping(database, query, group_by)
    groups = grouping.groups(hits, limit)
    found = results(database, groups, query)
    read = search_pages(database, query, scope.only_of(unindexed), limit) if unindexed else []
    notes = list(ranking.notes)
    if not direct and (nowhere := leads_nowhere(database, text, scope)) is not None:
        notes.append(nowhere)
    if scope.block_ids is not None and not scope.block_ids:
        names = " or ".join(filter(None, (filters.chapter_scope, filters.section_number)))
        notes.append(f"No chapter of these regulations is called {names[:80]}.")
    if unindexed:
        names = ", ".join(unindexed[:5])
        notes.append(
            f"Without an index and read page by page: {names}; `gridcode models refresh` makes it."
        )
    together = _together(direct, _by_turns(found, read), group_by)
    if together and all(each.is_near_only for each in together):
        notes.append("No word of the query stands in these places: they are near in meaning only.")
    beyond, is_all = grouping.count_beyond(best), len(ranking.chunk_ids) <= COUNTED
    return SearchOutcome(
        query=text,
        results=tuple(together[:limit]),
        total=len(together) + beyond,
        total_is_least=not is_all,
        searched_by=_way(ranking.embedder, unindexed=len(unindexed) == len(scope.infos) > 0),
        embedder=ranking.embedder,
        scope=scope.kind,
        reg_ids=scope.reg_ids,
        counts=counts(best),
        without_vectors=ranking.without_vectors,
        read_by_page=tuple(unindexed),
        notes=tuple(notes),
    )


def _by_turns(found: list[SearchResult], read: list[SearchResult]) -> list[SearchResult]:
    """Their scores cannot be compared: neither kind is to hide the other."""
    return [each for pair in zip_longest(found, read) for each in pair if each is not None]


def _way(embedder: str | None, *, unindexed: bool) -> SearchedBy:
    if unindexed:
        return "pages"
    return "hybrid" if embedder else "keywords"


def _together(
    direct: list[SearchResult], found: list[SearchResult], group_by: GroupBy
) -> list[SearchResult]:
    """A place that is named comes first and once; it keeps what the words found in it."""
    rest = list(found)
    first = []
    for named in direct:
        known = next((each for each in rest if _is_same(named, each, group_by)), None)
        if known is not None:
            rest.remove(known)
        first.append(named if known is None else _with_words(named, known))
    return [*first, *rest]


def _is_same(named: SearchResult, found: SearchResult, group_by: GroupBy) -> bool:
    if named.reg_id != found.reg_id or group_by == "regulation":
        return False
    if group_by == "section" and named.section_number is not None:
        return named.section_number == found.section_number
    return named.page_num == found.page_num and group_by == "page"


def _with_words(named: SearchResult, known: SearchResult) -> SearchResult:
    kept = ("relevance_score", "matched_chunks", "context_chunks", "highlights")
    changes = {name: getattr(known, name) for name in kept}
    changes["matched_fields"] = (*named.matched_fields, *known.matched_fields)
    return named.model_copy(update=changes)
