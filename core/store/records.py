"""Jobs, corrections and saved searches."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.model import Correction, Job, SavedSearch
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows

_JOB = NounRows("jobs", Job, json_fields=["report"])
_CORRECTION = NounRows("corrections", Correction, json_fields=["anchor", "change", "place"])
_SEARCH = NounRows("saved_searches", SavedSearch, json_fields=["filters"])


def save_job(database: Database, job: Job) -> None:
    with database.writing() as cursor:
        cursor.execute("DELETE FROM jobs WHERE job_id = $job_id", {"job_id": job.job_id})
        insert_rows(cursor, "jobs", [_JOB.row(job)])


def delete_job(database: Database, job_id: str) -> None:
    with database.writing() as cursor:
        cursor.execute("DELETE FROM jobs WHERE job_id = $job_id", {"job_id": job_id})


def jobs(database: Database) -> list[Job]:
    """Newest first."""
    return list(database.remembered("jobs", lambda: _read_jobs(database)))


def _read_jobs(database: Database) -> list[Job]:
    with database.reading() as cursor:
        return _JOB.select(cursor, "ORDER BY created_at DESC, job_id", {})


def save_correction(database: Database, correction: Correction) -> None:
    with database.writing() as cursor:
        save_corrections(cursor, [correction])


def save_corrections(cursor: Cursor, corrections: Sequence[Correction]) -> None:
    """Inside the caller's transaction, in place of those with the same ids.

    A correction that was taken into another regulation bears the same id there.
    """
    ids = defaultdict(list)
    for correction in corrections:
        ids[correction.reg_id].append(correction.correction_id)
    for reg_id, replaced in ids.items():
        cursor.execute(
            """
            DELETE FROM corrections
            WHERE reg_id = $reg_id AND list_contains($ids, correction_id)
            """,
            {"reg_id": reg_id, "ids": replaced},
        )
    insert_rows(cursor, "corrections", [_CORRECTION.row(each) for each in corrections])


def corrections_of(database: Database, reg_id: str) -> list[Correction]:
    """In the order in which they were made, undone ones too."""
    everything = database.remembered("corrections", lambda: _read_corrections(database))
    return list(everything.get(reg_id, ()))


def _read_corrections(database: Database) -> Mapping[str, Sequence[Correction]]:
    """By regulation."""
    with database.reading() as cursor:
        made = _CORRECTION.select(cursor, "ORDER BY made_at, correction_id", {})
    found = defaultdict(list)
    for correction in made:
        found[correction.reg_id].append(correction)
    return found


def save_search(database: Database, search: SavedSearch) -> None:
    with database.writing() as cursor:
        cursor.execute("DELETE FROM saved_searches WHERE name = $name", {"name": search.name})
        insert_rows(cursor, "saved_searches", [_SEARCH.row(search)])


def delete_search(database: Database, name: str) -> None:
    """Nothing happens where there is none of this name."""
    with database.writing() as cursor:
        cursor.execute("DELETE FROM saved_searches WHERE name = $name", {"name": name})


def saved_searches(database: Database) -> list[SavedSearch]:
    with database.reading() as cursor:
        return _SEARCH.select(cursor, "ORDER BY name", {})
