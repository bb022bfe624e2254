"""Finding the place: chunks first, then the pages, sections or regulations they stand in."""

from core.services.search.facets import counts_beside
from core.services.search.pages import search
from core.services.search.scope import SearchFilters
from core.services.search.searcher import Searcher
from core.services.search.similar import find_similar
from core.services.search.suggesting import suggest
from core.services.search.table_search import look_at_tables, search_tables

__all__ = [
    "SearchFilters",
    "Searcher",
    "counts_beside",
    "find_similar",
    "look_at_tables",
    "search",
    "search_tables",
    "suggest",
]
