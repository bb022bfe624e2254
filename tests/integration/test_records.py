from datetime import UTC, datetime

from core.model import Correction, Job, SavedSearch
from core.store import records, regulations
from tests.made_regulations import plain_regulation

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_a_job_is_replaced_by_its_later_state(database):
    job = Job(
        job_id="j1", kind="ingest", state="queued", subject="a.pdf", created_at=NOW, updated_at=NOW
    )
    records.save_job(database, job)
    done = job.model_copy(update={"state": "done", "report": {"pages": 3, "标题": "规程"}})
    records.save_job(database, done)
    assert records.jobs(database) == [done]


def test_corrections_outlive_a_new_extraction_and_go_with_the_regulation(database):
    regulations.save_regulation(database, plain_regulation("fixed", 1))
    correction = Correction(
        correction_id="c1",
        reg_id="fixed",
        kind="fix_cell",
        anchor={"table_id": "fixed/t-1", "row": 2},
        change={"content": "0.15 s"},
        made_by="analyst",
        made_at=NOW,
        reason="misread",
    )
    records.save_correction(database, correction)
    regulations.save_regulation(database, plain_regulation("fixed", 2))
    assert records.corrections_of(database, "fixed") == [correction]
    regulations.delete_regulation(database, "fixed")
    assert records.corrections_of(database, "fixed") == []


def test_a_saved_search_keeps_its_filters(database):
    search = SavedSearch(name="母线", query="母线失压", filters={"reg": "a"}, saved_at=NOW)
    records.save_search(database, search)
    records.save_search(database, search)
    assert records.saved_searches(database) == [search]
