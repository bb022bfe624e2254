"""Before, during and after an ingest: what is proposed, what waits, what is tried again."""

import io
import shutil
import time
import zipfile

import pytest

from core.errors import EncryptedPdf, InvalidRegId, NotAPdf, NotFound, ParsingFailed, TooLarge
from core.parsing import crew
from core.services.doubts import doubts_of
from core.services.ingest import IngestRequest
from core.services.uploads import safe_name
from core.workbench import Workbench
from tests.integration.conftest import SAMPLES
from tests.integration.test_parsing_pdf import bomb_pdf
from tests.made_pdfs import write_pdf

FIRST = [["Rules of the Grid", "The dispatcher shall act."], ["2 Scope", "It applies to all."]]
SECOND = [["Rules of the Grid", "The dispatcher should act."], ["2 Scope", "It applies to all."]]


@pytest.fixture
def pdf(tmp_path):
    return write_pdf(tmp_path / "Rule Book.pdf", FIRST)


def ended(workbench, job):
    deadline = time.monotonic() + 60
    while workbench.get_job(job.job_id).state in ("queued", "running"):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return workbench.get_job(job.job_id)


def test_samples_are_proposed_by_the_title_that_their_ingest_finds(workbench, sample_library):
    titles = {found.info.reg_id: found.info.title for found in sample_library.list_regulations()}
    for pdf in sorted(SAMPLES.glob("*.pdf")):
        preview = workbench.examine_pdf(pdf)
        assert (preview.reg_id, preview.title) == (pdf.stem, titles[pdf.stem])
        assert preview.page_count == sample_library.get_info(pdf.stem).total_pages
        assert (preview.known_as, preview.replaces, preview.needs_password) == ((), None, False)


def test_the_same_file_and_a_new_edition_are_recognised_before_anything_runs(workbench, pdf):
    workbench.ingest(IngestRequest(pdf, reg_id="rules"))
    workbench.ingest(IngestRequest(pdf))
    again = workbench.examine_pdf(pdf)
    assert set(again.known_as) == {"rules", "rule_book"}
    assert again.replaces is None
    write_pdf(pdf, SECOND)
    newer = workbench.examine_pdf(pdf)
    assert newer.known_as == ()
    assert newer.replaces is not None
    assert newer.replaces.reg_id == newer.reg_id == "rule_book"


def test_a_file_that_needs_a_password_says_so_and_opens_with_it(workbench, tmp_path):
    locked = write_pdf(tmp_path / "locked.pdf", FIRST, password="开门".encode().hex()[:8])
    preview = workbench.examine_pdf(locked)
    assert (preview.needs_password, preview.page_count) == (True, None)
    with pytest.raises(EncryptedPdf, match="does not open"):
        workbench.examine_pdf(locked, "wrong")
    opened = workbench.examine_pdf(locked, "开门".encode().hex()[:8])
    assert (opened.needs_password, opened.page_count) == (False, 2)
    assert opened.title.startswith("Rules of the Grid")


def test_what_is_no_pdf_is_refused_at_the_first_look(workbench, tmp_path):
    (tmp_path / "no.pdf").write_text("<script>alert(1)</script>")
    with pytest.raises(NotAPdf):
        workbench.examine_pdf(tmp_path / "no.pdf")


def test_a_first_page_that_never_ends_is_given_up(workbench, tmp_path, monkeypatch):
    monkeypatch.setattr(crew, "_GLANCE_SECONDS", 1.0)
    bomb = bomb_pdf(tmp_path / "bomb.pdf")
    # The page tree begins with the page that holds the bomb.
    bomb.write_bytes(bomb.read_bytes().replace(b"/Kids [5 0 R 7 0 R", b"/Kids [7 0 R 7 0 R"))
    with pytest.raises(ParsingFailed, match="did not open"):
        workbench.examine_pdf(bomb)


def test_an_upload_is_kept_until_its_ingest_is_done(workbench, settings, pdf):
    with pdf.open("rb") as file:
        upload_id = workbench.keep_upload(pdf.name, file)
    assert workbench.examine_upload(upload_id).file_name == "Rule Book.pdf"
    done = ended(workbench, workbench.submit_upload(upload_id, "rules", "My rules"))
    assert (done.state, done.report["reg_id"]) == ("done", "rules")
    assert workbench.get_info("rules").source_file == "Rule Book.pdf"
    assert list((settings.data_dir / "uploads").iterdir()) == []
    with pytest.raises(NotFound):
        workbench.examine_upload(upload_id)


def test_what_was_uploaded_before_a_restart_is_removed(settings):
    with Workbench(settings) as workbench:
        workbench.keep_upload("a.pdf", io.BytesIO(b"%PDF-"))
    with Workbench(settings):
        assert not (settings.data_dir / "uploads").exists()


def test_an_upload_beyond_the_limit_leaves_nothing(settings):
    with Workbench(settings.model_copy(update={"max_upload_mb": 1})) as workbench:
        with pytest.raises(TooLarge):
            workbench.keep_upload("a.pdf", io.BytesIO(bytes(2**20 + 1)))
        assert list((settings.data_dir / "uploads").iterdir()) == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd.pdf"),
        ("C:\\docs\\规程.PDF", "规程.PDF"),
        ("<script>.pdf", "script.pdf"),
        ("...", "regulation.pdf"),
        ("", "regulation.pdf"),
        ("长" * 300 + ".pdf", "长" * 78 + ".pdf"),
    ],
)
def test_a_name_from_a_browser_becomes_one_that_every_system_takes(given, kept):
    assert safe_name(given) == kept


def test_a_failed_ingest_is_tried_again_with_a_password(workbench, tmp_path, settings):
    locked = write_pdf(tmp_path / "locked.pdf", FIRST, password="open")
    with locked.open("rb") as file:
        upload_id = workbench.keep_upload("locked.pdf", file)
    failed = ended(workbench, workbench.submit_upload(upload_id, password="wrong"))
    assert failed.state == "failed"
    assert workbench.can_retry(failed)
    done = ended(workbench, workbench.retry_job(failed.job_id, "open"))
    assert done.state == "done"
    assert [job.job_id for job in workbench.jobs()] == [done.job_id]
    assert not workbench.can_retry(done)
    assert list((settings.data_dir / "uploads").iterdir()) == []


def test_a_dismissed_failure_leaves_no_file_and_cannot_be_tried_again(workbench, settings):
    upload_id = workbench.keep_upload("no.pdf", io.BytesIO(b"no pdf at all"))
    failed = ended(workbench, workbench.submit_upload(upload_id))
    workbench.dismiss_job(failed.job_id)
    assert workbench.jobs() == []
    assert list((settings.data_dir / "uploads").iterdir()) == []


def test_an_id_that_cannot_be_used_is_refused_before_the_queue(workbench, pdf):
    upload_id = workbench.keep_upload("a.pdf", io.BytesIO(pdf.read_bytes()))
    with pytest.raises(InvalidRegId):
        workbench.submit_upload(upload_id, reg_id="a b")
    assert workbench.jobs() == []


def test_what_an_analyst_wrote_outlives_a_new_edition(workbench, pdf):
    workbench.ingest(IngestRequest(pdf))
    workbench.describe_regulation(
        "rule_book", title=" 运行\n规程 ", description="网内适用", keywords=["调度", " 调度 ", ""]
    )
    write_pdf(pdf, SECOND)
    workbench.ingest(IngestRequest(pdf))
    info = workbench.get_info("rule_book")
    assert (info.title, info.description, info.keywords) == ("运行 规程", "网内适用", ("调度",))
    assert info.edition == 2
    write_pdf(pdf, FIRST[:1])
    workbench.ingest(IngestRequest(pdf, title="第三版"))
    assert workbench.get_info("rule_book").title == "第三版"
    assert workbench.get_info("rule_book").description == "网内适用"
    assert workbench.get_info("rule_book@2").title == "运行 规程"


def test_a_title_and_a_keyword_that_an_analyst_wrote_lead_to_the_regulation(workbench, pdf):
    workbench.ingest(IngestRequest(pdf))
    workbench.describe_regulation("rule_book", title="运行规程", keywords=["主网"])
    for query in ("主网", "运行规程", "rule_book"):
        first = workbench.search(query).results[0]
        assert (first.reg_id, first.page_num) == ("rule_book", 1)
        assert "title" in first.matched_fields


def test_the_list_tells_size_embedder_and_when(workbench, pdf):
    workbench.ingest(IngestRequest(pdf))
    (found,) = workbench.list_regulations()
    assert found.size_bytes == pdf.stat().st_size
    assert len(found.embedders) <= 1


def test_the_report_names_doubtful_places_with_their_page(edition_2024):
    found = {(doubt.kind, doubt.page_num): doubt for doubt in doubts_of(edition_2024)}
    note = found["note_ambiguous", 15]
    assert (note.detail, note.block_id) == ("按方案A", "linjiang_dispatch_2024/p0015/b11")
    assert found["table", 26].detail == "表8-2 调度数据网业务带宽"


def test_every_kind_of_doubt_is_read_back(edition_2024):
    sentences = (
        "P3: 表9-9 空 names nothing.",
        "6.3 (page 12): an item before it is missing",
        "r/p0007/b01: 见注9 cites a note that is not there",
        "The contents list 7 附则, which was not found.",
    )
    info = edition_2024.info.model_copy(update={"doubts": sentences})
    read = doubts_of(edition_2024.model_copy(update={"info": info, "tables": ()}))
    assert [(doubt.kind, doubt.page_num, doubt.detail) for doubt in read] == [
        ("caption", 3, "表9-9 空"),
        ("note_missing", 7, "见注9"),
        ("chapter", 12, "6.3"),
        ("contents", None, "7 附则"),
    ]


def test_an_export_is_one_zip_that_can_be_imported(workbench, pdf, tmp_path):
    workbench.ingest(IngestRequest(pdf))
    workbench.describe_regulation("rule_book", description="说明")
    with zipfile.ZipFile(io.BytesIO(workbench.export_archive("rule_book"))) as archive:
        archive.extractall(tmp_path / "unpacked")
    workbench.delete_regulation("rule_book")
    assert workbench.import_regulation(tmp_path / "unpacked" / "rule_book") == "rule_book"
    assert workbench.get_info("rule_book").description == "说明"
    shutil.rmtree(tmp_path / "unpacked")
