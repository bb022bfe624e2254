"""Looking after the library: what is in it, collections, exports, backups, health."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.errors import Conflict
from core.model import (
    Collection,
    Job,
    RegulationInfo,
    RegulationSummary,
    ScopeChoice,
)
from core.services import (
    backup,
    collections,
    doctor,
    exchange,
    indexing,
    library,
    models,
)
from core.services.doctor import Finding
from core.services.ingest import Watcher
from core.services.models import ModelState
from core.workbench.wiring import Wiring


class Keeping(Wiring):
    """The shelf and its order."""

    def list_regulations(self) -> list[RegulationSummary]:
        return library.list_regulations(self._database, self.settings)

    def get_info(self, reg_id: str) -> RegulationInfo:
        return library.get_info(self._database, reg_id)

    def describe_regulation(
        self,
        reg_id: str,
        *,
        title: str | None = None,
        description: str | None = None,
        keywords: Sequence[str] | None = None,
    ) -> RegulationInfo:
        """Write what is given; it is kept through a re-ingest."""
        return library.describe_regulation(
            self._database, reg_id, title=title, description=description, keywords=keywords
        )

    def scopes(self) -> list[ScopeChoice]:
        """What a search can be limited to: collections first, then regulations."""
        return collections.scopes(self._database)

    def list_collections(self) -> list[Collection]:
        return collections.list_collections(self._database)

    def get_collection(self, name: str) -> Collection:
        return collections.get_collection(self._database, name)

    def create_collection(
        self, name: str, reg_ids: Sequence[str] = (), description: str = ""
    ) -> Collection:
        return collections.create_collection(self._database, name, reg_ids, description)

    def rename_collection(self, name: str, new_name: str) -> Collection:
        return collections.rename_collection(self._database, name, new_name)

    def delete_collection(self, name: str) -> None:
        """The regulations in it stay."""
        collections.delete_collection(self._database, name)

    def add_to_collection(self, name: str, reg_ids: Sequence[str]) -> Collection:
        return collections.add_to_collection(self._database, name, reg_ids)

    def remove_from_collection(self, name: str, reg_ids: Sequence[str]) -> Collection:
        return collections.remove_from_collection(self._database, name, reg_ids)

    def put_into_collections(self, reg_id: str, names: Sequence[str]) -> None:
        """Into these collections and out of all others."""
        collections.put_into_collections(self._database, reg_id, names)

    def delete_regulation(self, reg_id: str) -> None:
        library.delete_regulation(self._database, self.settings, reg_id)

    def export_regulation(self, reg_id: str, target: Path) -> Path:
        return exchange.export_regulation(self._database, self.settings, reg_id, target)

    def export_archive(self, reg_id: str) -> bytes:
        """The exported folder as a zip file."""
        return exchange.export_archive(self._database, self.settings, reg_id)

    def import_regulation(self, source: Path) -> str:
        """-> the reg_id."""
        imported = exchange.import_regulation(self._database, self.settings, self._indexer, source)
        return imported.info.reg_id

    def back_up(self, target: Path) -> dict[str, Any]:
        return backup.back_up(self._database, self.settings, target)

    def examine(self) -> list[Finding]:
        return doctor.examine(self._database, self.settings, self._indexer)

    def repair(self) -> list[str]:
        if any(job.state in ("queued", "running") for job in self._queue.jobs()):
            raise Conflict(
                "An ingest is running; its files are not in place yet.",
                hint="Repair when it is done.",
            )
        return doctor.repair(self._database, self.settings)

    def models(self) -> list[ModelState]:
        return models.list_models(self._database, self.settings, self._searcher.embedder)

    def refresh_index(self, watcher: Watcher | None = None) -> dict[str, object]:
        """Make the tokens and vectors that are missing or outdated."""
        return indexing.refresh(self._database, self._indexer, (watcher or Watcher()).step)

    def refresh_index_in_background(self) -> Job | None:
        """None where there is nothing to do."""
        stale, unembedded = indexing.waiting_work(self._database, self._indexer)
        if not stale and not unembedded:
            return None
        return self._queue.submit("index", "library", self.refresh_index)
