"""Rows of long work in the background."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from core.model.noun import Noun

JobState = Literal["queued", "running", "done", "failed", "cancelled"]


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
