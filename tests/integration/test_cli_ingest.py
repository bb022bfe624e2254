"""``gridcode ingest``, ``export`` and ``import`` as scripts use them."""

import json
import os
import signal
from argparse import Namespace

import pytest

from core.cli.ingesting import ingest
from core.serving.library import Library
from core.settings import Settings
from tests.made_pdfs import write_pdf

FIELDS = {
    *("reg_id", "source_file", "total_pages", "tables", "cross_page_tables", "annotations"),
    *("chapters", "chunks", "ocr_pages", "seconds", "warnings"),
}


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "pdfs"
    (made / "deep").mkdir(parents=True)
    write_pdf(made / "one.pdf", [["1 General", "One."], ["2 Scope"]])
    write_pdf(made / "deep" / "two.pdf", [["1 General", "Two."]])
    return made


def test_a_folder_is_ingested_file_by_file(gridcode, folder):
    done = gridcode("ingest", folder, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    reports = json.loads(done.stdout)
    assert [(found["reg_id"], found["total_pages"]) for found in reports] == [
        ("two", 1),
        ("one", 2),
    ]
    assert all(set(found) >= FIELDS for found in reports)
    again = gridcode("ingest", folder / "one.pdf")
    assert again.stdout.endswith("already in the library, unchanged\n")


def test_one_bad_file_does_not_keep_the_others_out(gridcode, folder):
    (folder / "bad.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    (folder / "empty.pdf").write_bytes(b"")
    done = gridcode("ingest", folder, "--json")
    assert done.returncode == 1
    reports = {found["source_file"]: found for found in json.loads(done.stdout)}
    assert reports["bad.pdf"]["type"] == "NotAPdf"
    assert reports["empty.pdf"]["type"] == "EmptyFile"
    for name in ("bad.pdf", "empty.pdf"):
        assert set(reports[name]) == {"source_file", "error", "type", "hint"}
        assert "\n" not in reports[name]["error"]
    assert reports["one.pdf"]["reg_id"] == "one"
    assert done.stderr.count("\n") == 2
    assert "Traceback" not in done.stderr


def test_one_id_for_several_files_is_wrong_usage(gridcode, folder):
    done = gridcode("ingest", folder, "--reg-id", "x")
    assert done.returncode == 2
    assert "single file" in done.stderr


def test_a_regulation_goes_out_and_comes_back(gridcode, folder, tmp_path):
    gridcode("ingest", folder / "one.pdf", "--reg-id", "rule", "--title", "Rule One")
    assert gridcode("export", "rule", tmp_path / "out").returncode == 0
    assert gridcode("delete", "rule").returncode == 0
    done = gridcode("import", tmp_path / "out", "--json")
    assert json.loads(done.stdout)["reg_id"] == "rule"
    assert gridcode("list").stdout == "rule\tRule One\t2 pages\t0 tables\n"
    assert gridcode("doctor").returncode == 0


def test_tables_are_listed_and_given_whole(gridcode, folder):
    gridcode("ingest", folder / "one.pdf")
    assert json.loads(gridcode("call", "list_tables", "reg_id=one").stdout)["tables"] == []
    missing = gridcode("call", "get_table_by_id", "reg_id=one", "table_id=one/t-9")
    assert json.loads(missing.stdout)["type"] == "TableNotFoundError"
    unknown = gridcode("call", "list_tables", "reg_id=nope")
    assert json.loads(unknown.stdout)["type"] == "RegulationNotFoundError"


class InterruptedWhileSubmitting(Library):
    def ask(self, command, **arguments):
        answer = super().ask(command, **arguments)
        if command == "submit_ingest":
            os.kill(os.getpid(), signal.SIGINT)  # the job runs, and its name is not known yet
        return answer


def test_ctrl_c_before_the_name_of_the_job_is_known_cancels_it(folder, tmp_path, capsys):
    options = Namespace(
        files=[folder / "one.pdf"], reg_id=None, title=None, password=None, json=False
    )
    with InterruptedWhileSubmitting(Settings(data_dir=tmp_path / "data")) as library:
        with pytest.raises(KeyboardInterrupt):
            ingest(library, options)
        listed = library.ask("call_tool", tool="list_regulations", arguments={})
        assert listed["regulations"] == []
    assert capsys.readouterr().err == "one.pdf: cancelled, nothing was changed.\n"
