"""What is in the library: the list, and taking something out of it."""

from core.model import RegulationSummary
from core.services.document_files import DocumentFiles
from core.settings import Settings
from core.store import regulations
from core.store.database import Database


def list_regulations(database: Database) -> list[RegulationSummary]:
    return regulations.list_summaries(database)


def delete_regulation(database: Database, settings: Settings, reg_id: str) -> None:
    """Every trace: rows first, in one transaction, then the files, which nothing refers to then."""
    files = DocumentFiles(settings.data_dir)
    for gone in regulations.delete_regulation(database, reg_id):
        files.remove(gone)
