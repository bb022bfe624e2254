"""What every kind of search works with."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from core.retrieval.embedding import Embedder, Vector
from core.retrieval.query import Query
from core.retrieval.user_dictionary import UserDictionary
from core.store.database import Database

_QUERIES_KEPT = 256


@dataclass(frozen=True)
class Searcher:
    """``embedder`` is None where no model is here: search goes by keywords and says so."""

    database: Database
    embedder: Embedder | None = None
    dictionary: UserDictionary | None = None

    def query(self, text: str) -> Query:
        return Query(text, self.dictionary)

    @cached_property
    def vector_of(self) -> Callable[[str], Vector | None]:
        """The vector of a query; None without an embedder.

        Another filter and the next hits ask for the same one: it is made once.
        """
        embedder = self.embedder
        if embedder is None:
            return lambda text: None
        return lru_cache(maxsize=_QUERIES_KEPT)(lambda text: embedder.embed([text])[0])
