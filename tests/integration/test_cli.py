"""The command as people and scripts run it, in a process of its own."""

import json

import pytest

from core.retrieval.embedding import choose_embedder
from core.services.indexing import Indexer
from core.store.database import Database
from core.store.regulations import save_regulation
from tests.made_regulations import rich_regulation


@pytest.fixture
def filled(settings):
    database = Database(settings.database_path)
    regulation = rich_regulation()
    indexer = Indexer(choose_embedder(settings))
    save_regulation(database, regulation, material=[indexer.material(regulation)])
    database.close()
    pdf = settings.documents_dir / "pdfs" / "rich_2024.pdf"
    pdf.parent.mkdir(parents=True)
    pdf.write_bytes(b"%PDF-1.7")
    return settings


def test_the_version_is_printed(gridcode):
    done = gridcode("--version")
    assert (done.returncode, done.stdout) == (0, "gridcode 0.1.0\n")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["delete"],
        ["list", "--nope"],
        ["search", "x", "--limit", "0"],
        ["call", "list_regulations", "oops"],
        ["corrections", "make", "x", "fix_cell", "oops", "--by", "Li"],
    ],
)
def test_wrong_usage_is_exit_code_two(gridcode, arguments):
    done = gridcode(*arguments)
    assert done.returncode == 2
    assert "usage:" in done.stderr
    assert done.stdout == ""


def test_an_empty_library_says_so_on_stderr_and_lists_nothing(gridcode):
    done = gridcode("list")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "The library is empty.\n")
    assert json.loads(gridcode("list", "--json").stdout)["regulations"] == []


def test_the_library_is_listed_for_people_and_for_programs(gridcode, filled):
    assert gridcode("list").stdout == "rich_2024\trich_2024 调度运行管理规定\t3 pages\t1 tables\n"
    answer = json.loads(gridcode("list", "--json").stdout)
    (regulation,) = answer["regulations"]
    assert answer["source"] == "library"
    assert regulation["source"] == "rich_2024 P1-P3"
    assert (regulation["total_pages"], regulation["cross_page_tables"]) == (3, 1)


def test_calling_a_tool_gives_its_answer_as_json(gridcode, filled):
    assert json.loads(gridcode("call", "list_regulations").stdout)["total"] == 1


def test_many_calls_on_stdin_are_answered_in_order_and_a_bad_one_ends_nothing(gridcode, filled):
    lines = [
        '{"tool": "list_regulations", "args": {}}',
        "",
        "no json",
        '{"tool": "nope", "args": {}}',
        '{"tool": "list_regulations", "args": {"x": 1}}',
        "[1]",
        '{"tool": "\\ud800", "args": {"\\ud800": 1}}',
        '{"tool": "list_regulations", "args": {"\\ud800": 1}}',
        '{"tool": "list_tables", "args": {"reg_id": "' + "x" * 50_000 + '"}}',
        "[" * 100_000,
        '\ufeff{"tool": "list_regulations"}',
    ]
    done = gridcode("call", "-", stdin="\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [answer.get("type", "fine") for answer in answers] == [
        "fine",
        "InvalidArguments",
        "ToolNotFoundError",
        "InvalidArguments",
        "InvalidArguments",
        "ToolNotFoundError",
        "InvalidArguments",
        "RegulationNotFoundError",
        "InvalidArguments",
        "fine",
    ]
    assert answers[0]["result"] == answers[-1]["result"]
    failures = [answer for answer in answers if "error" in answer]
    assert all(answer["hint"] and len(answer["error"]) < 1_100 for answer in failures)


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["call", "nope"], "ToolNotFoundError"),
        (["call", "list_regulations", "reg_id=x"], "InvalidArguments"),
        (["delete", "nope", "--json"], "RegulationNotFoundError"),
    ],
)
def test_a_known_failure_is_one_line_and_a_json_error(gridcode, arguments, kind):
    done = gridcode(*arguments)
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer["type"] == kind
    assert answer["hint"]
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_deleting_removes_rows_and_files(gridcode, filled):
    pdf = filled.documents_dir / "pdfs" / "rich_2024.pdf"
    image = filled.documents_dir / "markdowns" / "rich_2024" / "_page_2_Figure_1.png"
    image.parent.mkdir(parents=True)
    image.write_bytes(b"x")
    done = gridcode("delete", "rich_2024")
    assert (done.returncode, done.stdout) == (0, "Deleted rich_2024.\n")
    assert not pdf.exists()
    assert not image.parent.exists()
    assert gridcode("list").stdout == ""


def test_the_doctor_finds_a_sound_store_sound(gridcode, filled):
    done = gridcode("doctor", "--json")
    findings = json.loads(done.stdout)["findings"]
    assert done.returncode == 0
    assert all(found["ok"] for found in findings)
    assert {"store", "extension fts", "extension vss", "integrity"} <= {
        f["check"] for f in findings
    }


def test_the_doctor_names_what_is_torn(gridcode, filled):
    database = Database(filled.database_path)
    with database.writing() as cursor:
        cursor.execute("DELETE FROM pages WHERE page_num = 2")
    database.close()
    done = gridcode("doctor")
    assert done.returncode == 1
    assert "rich_2024 has 2 of its 3 pages." in done.stdout


def test_a_foreign_file_in_place_of_the_store_is_told_in_one_line(gridcode, settings):
    settings.data_dir.mkdir(parents=True)
    settings.database_path.write_text("not a database at all " * 50)
    done = gridcode("list", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["type"] == "StoreUnusable"
    assert "Traceback" not in done.stderr


def test_a_setting_that_cannot_be_used_is_told_in_one_line(gridcode, monkeypatch):
    monkeypatch.setenv("GRIDCODE_MAX_PAGES", "many")
    done = gridcode("list")
    assert done.returncode == 1
    assert done.stderr.startswith("GRIDCODE_MAX_PAGES cannot be used")
