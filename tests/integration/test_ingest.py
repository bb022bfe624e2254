"""From a file to the library: whole, once, and recoverable."""

import json
import random
import time
from threading import Event

import pytest

from core.errors import Cancelled, EmptyFile, GridCodeError, InvalidRegId, NotAPdf
from core.parsing import parse_pdf
from core.services.document_files import DocumentFiles
from core.services.ingest import IngestRequest, Watcher
from core.store import records
from core.store.regulations import load_regulation
from core.workbench import Workbench
from tests.made_pdfs import write_pdf
from tests.prepared_process import Prepared

FIRST = [["1 General", "The dispatcher shall act at once."], [], ["2 Scope", "It applies to all."]]
SECOND = [["1 General", "The dispatcher should act at once."], ["2 Scope", "It applies to some."]]


@pytest.fixture
def pdf(tmp_path):
    return write_pdf(tmp_path / "Rule Book.pdf", FIRST)


def files_in(settings) -> list[str]:
    return sorted(
        str(path.relative_to(settings.data_dir))
        for path in settings.data_dir.rglob("*")
        if path.is_file() and not path.name.startswith("gridcode.duckdb")
    )


def test_a_pdf_becomes_a_regulation_with_its_files(workbench, settings, pdf):
    report = workbench.ingest(IngestRequest(pdf))
    assert (report.reg_id, report.total_pages, report.edition) == ("rule_book", 3, 1)
    assert (
        "The dispatcher shall act at once." in workbench.load_page("rule_book", 1).content_markdown
    )
    assert workbench.load_page("rule_book", 2).is_blank
    assert files_in(settings) == [
        "documents/docling/rule_book.json",
        "documents/markdowns/rule_book/content.md",
        "documents/pdfs/rule_book.pdf",
        "documents/text_markdowns/rule_book.md",
    ]
    assert json.loads((settings.documents_dir / "docling" / "rule_book.json").read_text())
    assert all(finding.ok for finding in workbench.examine())


def test_the_same_bytes_again_change_nothing_and_say_so(workbench, pdf):
    first = workbench.ingest(IngestRequest(pdf))
    before = load_regulation(workbench._database, "rule_book")
    again = workbench.ingest(IngestRequest(pdf))
    assert again.unchanged
    assert again.model_copy(update={"seconds": first.seconds, "unchanged": False}) == first
    assert load_regulation(workbench._database, "rule_book") == before


def test_the_same_bytes_give_the_same_ids_in_another_library(settings, pdf, tmp_path):
    def content(folder):
        with Workbench(settings.model_copy(update={"data_dir": tmp_path / folder})) as workbench:
            workbench.ingest(IngestRequest(pdf))
            regulation = load_regulation(workbench._database, "rule_book")
            return regulation.model_dump(exclude={"info": {"indexed_at"}})

    assert content("here") == content("there")


def test_new_bytes_make_a_new_edition_and_keep_the_old_one(workbench, settings, pdf):
    workbench.ingest(IngestRequest(pdf))
    write_pdf(pdf, SECOND)
    report = workbench.ingest(IngestRequest(pdf))
    assert (report.edition, report.total_pages) == (2, 2)
    assert "should" in workbench.load_page("rule_book", 1).content_markdown
    assert "shall" in workbench.load_page("rule_book@1", 1).content_markdown
    assert workbench.load_page("rule_book@1", 3).source == "rule_book@1 P3"
    files = DocumentFiles(settings.data_dir)
    assert files.pdf("rule_book").read_bytes() != files.pdf("rule_book@1").read_bytes()
    assert all(finding.ok for finding in workbench.examine())


def test_deleting_takes_every_edition_and_every_file(workbench, settings, pdf):
    workbench.ingest(IngestRequest(pdf))
    write_pdf(pdf, SECOND)
    workbench.ingest(IngestRequest(pdf))
    workbench.delete_regulation("rule_book")
    assert workbench.list_regulations() == []
    assert files_in(settings) == []


def test_id_and_title_can_be_given(workbench, pdf):
    report = workbench.ingest(IngestRequest(pdf, reg_id="规程_2024", title="调度规程"))
    assert (report.reg_id, report.title) == ("规程_2024", "调度规程")


@pytest.mark.parametrize("bad", ["../x", "a b", "", "x@2"])
def test_an_id_that_cannot_be_used_is_refused(workbench, pdf, bad):
    with pytest.raises(InvalidRegId):
        workbench.ingest(IngestRequest(pdf, reg_id=bad))


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"", EmptyFile), (b"<html>no pdf</html>" * 50, NotAPdf), (None, GridCodeError)],
)
def test_bad_input_leaves_the_library_as_it_was(workbench, settings, pdf, tmp_path, content, error):
    workbench.ingest(IngestRequest(pdf))
    before = files_in(settings)
    bad = tmp_path / "bad.pdf"
    if content is not None:
        bad.write_bytes(content)
    with pytest.raises(error) as caught:
        workbench.ingest(IngestRequest(bad))
    assert caught.value.hint
    assert files_in(settings) == before
    assert [summary.info.reg_id for summary in workbench.list_regulations()] == ["rule_book"]


@pytest.mark.parametrize("stage", ["hash", "structure", "save"])
def test_cancelling_at_any_stage_leaves_nothing(workbench, settings, pdf, stage):
    seen = []
    watcher = Watcher(on_step=lambda step: seen.append(step.stage), cancelled=lambda: stage in seen)
    if stage == "save":  # the last stop: nothing asks after it, so ask within it

        def refuse(step):
            if step.stage == "save":
                raise Cancelled("stopped")

        watcher = Watcher(on_step=refuse)
    with pytest.raises(Cancelled):
        workbench.ingest(IngestRequest(pdf), watcher)
    assert workbench.list_regulations() == []
    assert files_in(settings) == []


def test_progress_names_the_stages_and_counts_the_pages(workbench, pdf):
    steps = []
    workbench.ingest(IngestRequest(pdf), Watcher(on_step=steps.append))
    assert list(dict.fromkeys(step.stage for step in steps)) == [
        "hash",
        "parse",
        "structure",
        "index",
        "save",
    ]
    assert max(step.done for step in steps) == 3


def test_a_job_runs_in_the_background_and_reports(workbench, pdf):
    job = workbench.submit_ingest(IngestRequest(pdf))
    done = wait_for(workbench, job.job_id)
    assert (done.state, done.report["reg_id"]) == ("done", "rule_book")


def test_a_job_that_fails_says_why_and_the_next_one_runs(workbench, pdf, tmp_path):
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"")
    failing = workbench.submit_ingest(IngestRequest(broken))
    working = workbench.submit_ingest(IngestRequest(pdf))
    assert wait_for(workbench, working.job_id).state == "done"
    failed = workbench.get_job(failing.job_id)
    assert failed.state == "failed"
    assert "empty" in failed.error


def test_a_queued_job_can_be_cancelled(workbench, pdf, tmp_path):
    other = write_pdf(tmp_path / "other.pdf", SECOND)
    first = workbench.submit_ingest(IngestRequest(pdf))
    second = workbench.submit_ingest(IngestRequest(other))
    workbench.cancel_job(second.job_id)
    assert wait_for(workbench, second.job_id).state == "cancelled"
    assert wait_for(workbench, first.job_id).state == "done"


def test_a_job_that_waits_is_cancelled_at_once_and_one_that_runs_says_that_it_stops(workbench):
    queue, began, go_on = workbench._queue, Event(), Event()

    def work(watching):
        began.set()
        go_on.wait(60)
        watching.step("parse", 1, 2)
        return {}

    runs, waits = (queue.submit("ingest", name, work) for name in ("runs.pdf", "waits.pdf"))
    assert began.wait(60)
    for job in (waits, waits, runs):
        queue.cancel(job.job_id)
    assert queue.get(waits.job_id).state == "cancelled"
    assert queue.get(runs.job_id).stage == "stopping"
    go_on.set()
    assert queue.wait(runs.job_id, 60).state == "cancelled"


def test_jobs_of_a_dead_process_are_ended(workbench, settings, pdf):
    job = workbench.submit_ingest(IngestRequest(pdf))
    wait_for(workbench, job.job_id)
    left = workbench.get_job(job.job_id).model_copy(update={"state": "running"})
    records.save_job(workbench._database, left)
    workbench.close()
    with Workbench(settings) as reopened:
        assert reopened.get_job(job.job_id).state == "failed"


def wait_for(workbench, job_id):
    for _ in range(600):
        job = workbench.get_job(job_id)
        if job.state not in ("queued", "running"):
            return job
        time.sleep(0.1)
    raise AssertionError("the job did not end in a minute")


def test_strays_are_found_and_repaired(workbench, settings, pdf):
    workbench.ingest(IngestRequest(pdf))
    stray = settings.documents_dir / "pdfs" / "ghost.pdf"
    stray.write_bytes(b"x")
    (settings.documents_dir / "markdowns" / "ghost").mkdir()
    assert not all(finding.ok for finding in workbench.examine())
    workbench.repair()
    assert all(finding.ok for finding in workbench.examine())
    assert not stray.exists()


INGEST_FOR_EVER = """
from pathlib import Path
from core.parsing.elements import ParsedDocument
from core.services import ingest
from core.settings import load_settings
from core.workbench import Workbench

def read_already(pdf_path, *, image_dir, docling_json, **_):
    image_dir.mkdir(parents=True)
    (image_dir / "_page_1_Figure_1.png").write_bytes(pdf_path.read_bytes() * 50)
    docling_json.write_text("{}")
    return ParsedDocument.model_validate_json(pdf_path.with_suffix(".json").read_text())

def run(how, *names):
    if how == "read already":
        ingest.parse_pdf = read_already
    watcher = ingest.Watcher(on_step=lambda step: print(step.stage, flush=True))
    with Workbench(load_settings()) as workbench:
        while True:
            for name in names:
                workbench.ingest(ingest.IngestRequest(Path(name), reg_id="torn"), watcher)
"""


@pytest.mark.parametrize(("how", "kills"), [("read already", 30), ("read by workers", 3)])
def test_kills_during_ingest_leave_store_and_files_whole(settings, tmp_path, how, kills):
    """Two files take turns under one id, so that every kill falls into making a new edition.

    Where and when is random, from a fixed seed: after a number of steps and a little while.
    """
    pdfs = [_parsed_pdf(settings, tmp_path, nth) for nth in range(2)]
    choose = random.Random(11)
    editions = set()
    with Prepared(INGEST_FOR_EVER, tmp_path, how, *pdfs) as prepared:
        for _ in range(kills):
            ingesting = prepared.start()
            for _ in range(choose.randint(1, 12)):
                assert ingesting.stdout.readline()
            time.sleep(choose.uniform(0.0, 0.1))
            ingesting.kill()
            with Workbench(settings) as workbench:
                assert [finding for finding in workbench.examine() if not finding.ok] == []
                for summary in workbench.list_regulations():
                    regulation = load_regulation(workbench._database, summary.info.reg_id)
                    assert len(regulation.pages) == summary.info.total_pages
                    editions.add(summary.info.edition)
            assert not list((settings.data_dir / "staging").glob("*"))
    if how == "read already":
        assert len(editions) > 3  # the kills did fall behind finished ingests too


def _parsed_pdf(settings, tmp_path, nth):
    pdf = write_pdf(tmp_path / f"{nth}.pdf", (FIRST, SECOND)[nth] * 20)
    parsed = parse_pdf(pdf, settings=settings, image_dir=tmp_path / "images")
    pdf.with_suffix(".json").write_text(parsed.model_dump_json(), encoding="utf-8")
    return pdf
