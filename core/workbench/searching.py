"""Finding: places, tables, similar content, and where words stand on a page."""

from collections.abc import Iterable, Sequence

from core.model import (
    GroupBy,
    PageMarks,
    SavedSearch,
    SearchOutcome,
    Suggestion,
    Table,
    TableMatch,
)
from core.model.retrieval import TableSearchMode
from core.retrieval.highlights import Span
from core.services import (
    search,
)
from core.services.search import SearchFilters
from core.services.search.similar import SimilarContent
from core.store import records
from core.workbench.wiring import Wiring


class Searching(Wiring):
    """Everything that begins with a question."""

    def search(
        self,
        query: str,
        filters: SearchFilters | None = None,
        limit: int = 10,
        group_by: GroupBy = "page",
    ) -> SearchOutcome:
        return search.search(self._searcher, query, filters or SearchFilters(), limit, group_by)

    def search_counts(self, query: str, filters: SearchFilters) -> dict[str, dict[str, int]]:
        """Pages that the other choices of each filter would leave, for the filters that are set."""
        return search.counts_beside(self._searcher, query, filters)

    def find_on_page(self, reg_id: str, page_num: int, query: str) -> PageMarks:
        """Where the words of a search stand on one page."""
        return self._marker.find_on_page(reg_id, page_num, query)

    def mark_texts(self, texts: Sequence[str], query: str) -> list[tuple[Span, ...]]:
        """The places of a search's words in each of ``texts``."""
        return self._marker.mark_texts(texts, query)

    def search_tables(
        self,
        query: str,
        filters: SearchFilters | None = None,
        limit: int = 10,
        mode: TableSearchMode = "hybrid",
    ) -> list[tuple[Table, TableMatch]]:
        return search.search_tables(self._searcher, query, filters or SearchFilters(), limit, mode)

    def look_at_tables(
        self, query: str, table_ids: Iterable[str]
    ) -> dict[str, tuple[Table, TableMatch]]:
        """Whole tables by id, each with the rows that the query stands in."""
        return search.look_at_tables(self._searcher, query, table_ids)

    def search_tables_of(
        self, reg_id: str, query: str, mode: TableSearchMode = "hybrid", limit: int = 50
    ) -> list[tuple[Table, TableMatch]]:
        return self.search_tables(query, SearchFilters(reg_ids=(reg_id,)), limit, mode)

    def find_similar(
        self,
        reg_ids: tuple[str, ...] | None,
        limit: int = 5,
        *,
        text: str | None = None,
        block_id: str | None = None,
        exclude_same_page: bool = True,
    ) -> SimilarContent:
        return search.find_similar(
            self._searcher,
            reg_ids,
            limit,
            text=text,
            block_id=block_id,
            exclude_same_page=exclude_same_page,
        )

    def suggest(
        self, typed: str, reg_ids: tuple[str, ...] | None = None, limit: int = 8
    ) -> list[Suggestion]:
        return search.suggest(self._database, typed, reg_ids, limit)

    def save_search(self, saved: SavedSearch) -> None:
        records.save_search(self._database, saved)

    def saved_searches(self) -> list[SavedSearch]:
        return records.saved_searches(self._database)

    def delete_search(self, name: str) -> None:
        records.delete_search(self._database, name)
