"""One set of services over one data directory: what the front doors ask."""

from pathlib import Path

from core.model import Job, PageContent, PageDocument, RegulationSummary, SearchResult, Table
from core.services import doctor, exchange, ingest, library, reading, samples, search
from core.services.doctor import Finding
from core.services.ingest import IngestReport, IngestRequest, Watcher
from core.services.jobs import JobQueue
from core.services.search import SearchFilters
from core.settings import Settings
from core.store.database import Database


class Workbench:
    """One method for each thing an analyst does. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._database = Database(
            settings.database_path,
            page_cache_size=settings.page_cache_size,
            allow_downloads=settings.allow_downloads,
        )
        ingest.recover(self._database, settings)
        self._queue = JobQueue(self._database)

    def __enter__(self) -> "Workbench":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def list_regulations(self) -> list[RegulationSummary]:
        return library.list_regulations(self._database)

    def ingest(self, request: IngestRequest, watcher: Watcher | None = None) -> IngestReport:
        return ingest.ingest(self._database, self.settings, request, watcher)

    def submit_ingest(self, request: IngestRequest) -> Job:
        """The same in the background; :meth:`jobs` tells how far it is."""
        return self._queue.submit(
            "ingest",
            request.pdf_path.name,
            lambda watcher: self.ingest(request, watcher).model_dump(mode="json"),
        )

    def load_samples_once(self) -> Job | None:
        return samples.load_samples_once(self._database, self.settings, self._queue)

    def jobs(self) -> list[Job]:
        return self._queue.jobs()

    def get_job(self, job_id: str) -> Job:
        return self._queue.get(job_id)

    def cancel_job(self, job_id: str) -> None:
        self._queue.cancel(job_id)

    def delete_regulation(self, reg_id: str) -> None:
        library.delete_regulation(self._database, self.settings, reg_id)

    def export_regulation(self, reg_id: str, target: Path) -> Path:
        return exchange.export_regulation(self._database, self.settings, reg_id, target)

    def import_regulation(self, source: Path) -> str:
        """-> the reg_id."""
        return exchange.import_regulation(self._database, self.settings, source).info.reg_id

    def load_page(self, reg_id: str, page_num: int) -> PageDocument:
        return reading.load_page(self._database, reg_id, page_num)

    def load_page_range(self, reg_id: str, start_page: int, end_page: int) -> PageContent:
        return reading.load_page_range(self._database, reg_id, start_page, end_page)

    def search(
        self, query: str, filters: SearchFilters | None = None, limit: int = 10
    ) -> list[SearchResult]:
        return search.search_pages(self._database, query, filters or SearchFilters(), limit)

    def load_chapter(self, reg_id: str, node_id: str) -> PageContent:
        return reading.load_chapter(self._database, reg_id, node_id)

    def list_tables(self, reg_id: str) -> list[Table]:
        """Without cells."""
        return reading.list_tables(self._database, reg_id)

    def get_table(self, reg_id: str, table_id: str) -> Table:
        return reading.get_table(self._database, reg_id, table_id)

    def examine(self) -> list[Finding]:
        return doctor.examine(self._database, self.settings)

    def repair(self) -> list[str]:
        return doctor.repair(self._database, self.settings)

    @property
    def data_dir(self) -> Path:
        return self.settings.data_dir

    def close(self) -> None:
        self._queue.close()
        self._database.close()
