"""What is in the library: the list, and taking something out of it."""

import shutil

from core.model import RegulationSummary
from core.settings import Settings
from core.store import regulations
from core.store.database import Database


def list_regulations(database: Database) -> list[RegulationSummary]:
    return regulations.list_summaries(database)


def delete_regulation(database: Database, settings: Settings, reg_id: str) -> None:
    """Every trace: rows first, in one transaction, then the files, which nothing refers to then."""
    regulations.delete_regulation(database, reg_id)
    documents = settings.documents_dir
    (documents / "pdfs" / f"{reg_id}.pdf").unlink(missing_ok=True)
    (documents / "text_markdowns" / f"{reg_id}.md").unlink(missing_ok=True)
    (documents / "docling" / f"{reg_id}.json").unlink(missing_ok=True)
    shutil.rmtree(documents / "markdowns" / reg_id, ignore_errors=True)
