"""Jobs, corrections, saved searches and the pages of the reading context."""

import json
from typing import Any

from pydantic import TypeAdapter

from core.model import ContextPage, Correction, Job, SavedSearch
from core.store.database import Database
from core.store.rows import NounRows, insert_rows

_JOB = NounRows("jobs", Job, json_fields=["report"])
_CORRECTION = NounRows("corrections", Correction, json_fields=["anchor", "change"])
_SEARCH = NounRows("saved_searches", SavedSearch, json_fields=["filters"])
_CONTEXT_PAGE: TypeAdapter[ContextPage] = TypeAdapter(ContextPage)
_CONTEXT_COLUMNS = (
    "index",
    "kind",
    "name",
    "description",
    "lifecycle",
    "visibility",
    "parent",
    "created_at",
    "updated_at",
)


def save_job(database: Database, job: Job) -> None:
    with database.writing() as cursor:
        cursor.execute("DELETE FROM jobs WHERE job_id = $job_id", {"job_id": job.job_id})
        insert_rows(cursor, "jobs", [_JOB.row(job)])


def jobs(database: Database) -> list[Job]:
    """Newest first."""
    with database.reading() as cursor:
        return _JOB.select(cursor, "ORDER BY created_at DESC, job_id", {})


def save_correction(database: Database, correction: Correction) -> None:
    with database.writing() as cursor:
        cursor.execute(
            "DELETE FROM corrections WHERE correction_id = $correction_id",
            {"correction_id": correction.correction_id},
        )
        insert_rows(cursor, "corrections", [_CORRECTION.row(correction)])


def corrections_of(database: Database, reg_id: str) -> list[Correction]:
    """In the order in which they were made, undone ones too."""
    with database.reading() as cursor:
        return _CORRECTION.select(
            cursor, "WHERE reg_id = $reg_id ORDER BY made_at, correction_id", {"reg_id": reg_id}
        )


def save_search(database: Database, search: SavedSearch) -> None:
    with database.writing() as cursor:
        cursor.execute("DELETE FROM saved_searches WHERE name = $name", {"name": search.name})
        insert_rows(cursor, "saved_searches", [_SEARCH.row(search)])


def saved_searches(database: Database) -> list[SavedSearch]:
    with database.reading() as cursor:
        return _SEARCH.select(cursor, "ORDER BY name", {})


def save_context_pages(database: Database, desk: str, pages: list[ContextPage]) -> None:
    """The whole tree of a desk, in place of what was there."""
    with database.writing() as cursor:
        cursor.execute("DELETE FROM context_pages WHERE desk = $desk", {"desk": desk})
        insert_rows(cursor, "context_pages", [_context_row(desk, page) for page in pages])


def context_pages(database: Database, desk: str) -> list[ContextPage]:
    columns = ", ".join(f'"{name}"' for name in (*_CONTEXT_COLUMNS, "body"))
    query = f"SELECT {columns} FROM context_pages WHERE desk = $desk ORDER BY rowid"  # noqa: S608
    with database.reading() as cursor:
        rows = cursor.execute(query, {"desk": desk}).fetchall()
    return [
        _CONTEXT_PAGE.validate_python(
            dict(zip(_CONTEXT_COLUMNS, row, strict=True)) | json.loads(body)
        )
        for *row, body in rows
    ]


def _context_row(desk: str, page: ContextPage) -> dict[str, Any]:
    values = page.model_dump(mode="json")
    common = {name: values.pop(name) for name in _CONTEXT_COLUMNS}
    return common | {"desk": desk, "body": json.dumps(values, ensure_ascii=False)}
