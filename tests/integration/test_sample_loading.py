"""The bundled samples come once into a new library."""

import time

import pytest

from core.services.ingest import IngestRequest
from core.workbench import Workbench
from tests.made_pdfs import write_pdf


@pytest.fixture
def with_samples(settings, tmp_path):
    folder = tmp_path / "samples"
    folder.mkdir()
    write_pdf(folder / "first.pdf", [["1 General", "One."]])
    write_pdf(folder / "second.pdf", [["1 General", "Two."]])
    return settings.model_copy(update={"samples_dir": folder})


def finished(workbench, job):
    for _ in range(600):
        state = workbench.get_job(job.job_id)
        if state.state not in ("queued", "running"):
            return state
        time.sleep(0.1)
    raise AssertionError("loading did not end in a minute")


def test_a_new_library_gets_them_and_keeps_them_deleted_afterwards(with_samples):
    with Workbench(with_samples) as workbench:
        job = workbench.load_samples_once()
        assert finished(workbench, job).report["loaded"] == ["first", "second"]
        assert workbench.load_samples_once() is None
        for reg_id in ("first", "second"):
            workbench.delete_regulation(reg_id)
    with Workbench(with_samples) as workbench:
        assert workbench.load_samples_once() is None
        assert workbench.list_regulations() == []


def test_loading_that_was_cut_off_is_done_again(with_samples):
    with Workbench(with_samples) as workbench:
        job = workbench.load_samples_once()
        workbench.cancel_job(job.job_id)
        assert finished(workbench, job).state == "cancelled"
        assert finished(workbench, workbench.load_samples_once()).state == "done"


def test_a_library_in_use_is_left_alone(with_samples, tmp_path):
    with Workbench(with_samples) as workbench:
        workbench.ingest(IngestRequest(write_pdf(tmp_path / "own.pdf", [["1 General"]])))
        assert workbench.load_samples_once() is None
