"""Rows that people make rather than documents: jobs and corrections."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from core.model.noun import Noun

JobState = Literal["queued", "running", "done", "failed", "cancelled"]
CorrectionKind = Literal[
    "split_table",
    "join_tables",
    "fix_cell",
    "set_header_rows",
    "fix_caption",
    "fix_heading",
    "fix_reference",
]


class Job(Noun):
    """Long work in the background. ``done`` of ``total`` counts pages within ``stage``."""

    job_id: str
    kind: str
    state: JobState
    subject: str
    stage: str = ""
    done: int = 0
    total: int = 0
    created_at: datetime
    updated_at: datetime
    report: dict[str, Any] = Field(default_factory=dict)
    error: str = ""


class Correction(Noun):
    """An analyst's repair, laid over the extraction and kept through a re-ingest.

    ``anchor`` finds the place again when pages shift a little; ``change`` says what to do there.
    """

    correction_id: str
    reg_id: str
    kind: CorrectionKind
    anchor: dict[str, Any]
    change: dict[str, Any]
    made_by: str
    made_at: datetime
    reason: str = ""
    undone_at: datetime | None = None
