"""What is in the library: the list, what people say of it, and taking something out of it."""

from collections.abc import Sequence

from core.errors import InputRejected
from core.model import RegulationInfo, RegulationSummary
from core.services.document_files import DocumentFiles
from core.services.outward_references import relinked
from core.settings import Settings
from core.store import regulations
from core.store.database import Database

_LONGEST_TITLE = 300
_LONGEST_DESCRIPTION = 5000
_MOST_KEYWORDS = 50


def list_regulations(database: Database, settings: Settings) -> list[RegulationSummary]:
    files = DocumentFiles(settings.data_dir)
    return [
        found.model_copy(update={"size_bytes": files.pdf_size(found.info.reg_id)})
        for found in regulations.list_summaries(database)
    ]


def get_info(database: Database, reg_id: str) -> RegulationInfo:
    return regulations.get_info(database, reg_id)


def describe_regulation(
    database: Database,
    reg_id: str,
    *,
    title: str | None = None,
    description: str | None = None,
    keywords: Sequence[str] | None = None,
) -> RegulationInfo:
    """Change what is given; what was written by hand is kept through a re-ingest."""
    info = regulations.get_info(database, reg_id)
    changes: dict[str, object] = {}
    if title is not None:
        changes["title"] = checked_title(title)
    if description is not None:
        changes["description"] = _within(description.strip(), _LONGEST_DESCRIPTION, "description")
    if keywords is not None:
        words = dict.fromkeys(" ".join(word.split()) for word in keywords)
        changes["keywords"] = tuple(word for word in words if word)[:_MOST_KEYWORDS]
    new = [name for name, value in changes.items() if value != getattr(info, name)]
    if not new:
        return info
    changes["edited"] = tuple(dict.fromkeys((*info.edited, *new)))
    changed = info.model_copy(update=changes)
    with database.alone():
        anew = relinked(database, gone=[reg_id], come=[changed])
        regulations.describe(database, changed, anew)
    return changed


def kept_details(stored: RegulationInfo | None, given_title: str | None) -> dict[str, object]:
    """What a new extraction takes over from the regulation it replaces.

    A title that comes with the new file stands before one that was written for the old.
    """
    kept = {name: getattr(stored, name) for name in stored.edited} if stored else {}
    if given_title:
        kept["title"] = checked_title(given_title)
    edited = tuple(stored.edited) if stored else ()
    return kept | {"edited": tuple(name for name in edited if name != "title" or not given_title)}


def checked_title(title: str) -> str:
    words = " ".join(title.split())
    if not words:
        raise InputRejected("A regulation needs a title.", hint="Write at least one character.")
    return _within(words, _LONGEST_TITLE, "title")


def delete_regulation(database: Database, settings: Settings, reg_id: str) -> None:
    """Every trace: rows first, in one transaction, then the files, which nothing refers to then."""
    files = DocumentFiles(settings.data_dir)
    with database.alone():
        editions = [info.reg_id for info in regulations.list_infos(database)]
        gone = [each for each in editions if each == reg_id or each.startswith(f"{reg_id}@")]
        regulations.delete_regulation(database, reg_id, relinked(database, gone=gone))
    for each in gone:
        files.remove(each)


def _within(text: str, longest: int, what: str) -> str:
    if len(text) > longest:
        raise InputRejected(
            f"The {what} has {len(text)} characters.", hint=f"Use at most {longest}."
        )
    return text
