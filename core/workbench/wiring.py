"""What every part of the workbench works with, made once for one data directory."""

from functools import cached_property
from pathlib import Path

from core.retrieval.embedding import choose_embedder
from core.retrieval.user_dictionary import UserDictionary
from core.services import (
    ingest,
)
from core.services.comparisons import Comparisons
from core.services.corrections import Corrector
from core.services.desk import Desks
from core.services.figures import FigureDescriber
from core.services.indexing import Indexer
from core.services.jobs import JobQueue
from core.services.page_images import PageImages
from core.services.page_marks import PageMarker
from core.services.search import Searcher
from core.services.uploads import Uploads
from core.settings import Settings
from core.store.database import Database


class Wiring:
    """Opened once; each part is made when it is first used."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._database = Database(
            settings.database_path,
            page_cache_size=settings.page_cache_size,
            allow_downloads=settings.allow_downloads,
        )
        ingest.recover(self._database, settings)
        self._queue = JobQueue(self._database)
        self._uploads = Uploads(settings)
        self._uploads.clear()
        self._page_images = PageImages(self._database, settings)
        self._comparisons = Comparisons(self._database)
        self.desks = Desks(self._database, settings)

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher(self._database, choose_embedder(self.settings), self._dictionary)

    @cached_property
    def _indexer(self) -> Indexer:
        return Indexer(self._searcher.embedder, self._dictionary)

    @cached_property
    def _marker(self) -> PageMarker:
        return PageMarker(self._database, self.settings, self._dictionary)

    @cached_property
    def _corrector(self) -> Corrector:
        return Corrector(self._database, self.settings, self._indexer)

    @cached_property
    def _describer(self) -> FigureDescriber:
        return FigureDescriber(self._database, self.settings, self._indexer, self._page_images)

    @cached_property
    def _dictionary(self) -> UserDictionary | None:
        path = self.settings.dictionary_path
        return UserDictionary.load(path) if path is not None else None

    @property
    def revision(self) -> tuple[str, int]:
        """Another one after every write: what was read under the same one still holds."""
        return str(self.settings.data_dir), self._database.page_cache.generation

    @property
    def data_dir(self) -> Path:
        return self.settings.data_dir
