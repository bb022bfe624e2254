"""The bundled sample regulations, loaded once into a new library."""

from typing import Any

from core.model import Job
from core.services.indexing import Indexer
from core.services.ingest import IngestRequest, Watcher, ingest
from core.services.jobs import JobQueue
from core.settings import Settings
from core.store import records, regulations
from core.store.database import Database

_KIND = "samples"


def load_samples_once(
    database: Database, settings: Settings, indexer: Indexer, queue: JobQueue
) -> Job | None:
    """Start loading them where the library is empty and they were never loaded.

    Somebody who deleted them does not get them back; an attempt that failed is made again.
    """
    tried = any(job.kind == _KIND and job.state == "done" for job in records.jobs(database))
    pdfs = sorted(settings.samples_dir.glob("*.pdf"))
    if tried or not pdfs or regulations.list_summaries(database):
        return None

    def load(watcher: Watcher) -> dict[str, Any]:
        reports = [ingest(database, settings, indexer, IngestRequest(pdf), watcher) for pdf in pdfs]
        return {
            "loaded": [report.reg_id for report in reports],
            "reports": [report.model_dump(mode="json") for report in reports],
        }

    return queue.submit(_KIND, "samples", load)
