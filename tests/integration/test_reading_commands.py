"""What people read on a terminal: citations, tables that line up, and JSON when asked."""

import json
import os
import pty
import subprocess
import sys
import unicodedata

import pytest

REG = "linjiang_dispatch_2024"


@pytest.fixture
def printed(served):
    def run(*arguments: object) -> str:
        done = served.gridcode(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def test_a_search_shows_the_place_and_the_words(printed):
    found = printed("search", "母线失压", "--reg", REG, "--chapter", "第六章", "--limit", "1")
    assert f"〔{REG} P20" in found
    assert "第六章 系统异常及事故处理 › 第三节 母线失压" in found


def test_pages_and_sections_are_read_with_their_citation(printed):
    assert printed("read", REG, "20-21").endswith(f"〔{REG} P20-P21〕\n")
    assert printed("read", REG, "P20") == printed("read", REG, "20")
    section = printed("read", REG, "--section", "6.3")
    assert section.startswith("## 第三节 母线失压")
    assert f"〔{REG} P20-P21" in section


def test_columns_line_up_with_wide_characters_and_every_row_has_its_page(printed):
    lines = printed("table", REG, "表6-3").splitlines()
    assert lines[0] == "表6-3 母线失压处置要点"
    assert lines[-1] == f"〔{REG} P20-P21 表6-3 母线失压处置要点〕"
    pages = [line for line in lines[3:] if line.rstrip().endswith(("20", "21"))]
    assert len(pages) == 5
    assert len({_width(line.rstrip()) for line in pages}) == 1


def test_contents_tables_and_notes_are_listed(printed):
    contents = printed("toc", REG, "--depth", "1")
    assert "第六章" in contents
    assert "第三节" not in contents
    assert "t-6-3" in printed("table", REG)
    assert "迎峰度夏" in printed("note", REG)


def test_a_note_that_several_pages_have_is_told_apart_by_the_page(printed):
    assert "冷倒" in printed("note", REG, "注1", "--page", "20").splitlines()[0]
    assert "Several notes bear this name" in printed("note", REG, "注1")


def test_a_reference_leads_somewhere_or_says_why_not(printed):
    assert f"〔{REG} P18-P22 第六章" in printed("ref", REG, "见第六章")
    assert "unresolved" in printed("ref", REG, "见99.9")


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "母线"),
        ("read", REG, "3"),
        ("toc", REG),
        ("table", REG),
        ("table", REG, "6-3"),
        ("note", REG),
        ("note", REG, "注1"),
        ("ref", REG, "见第六章"),
    ],
)
def test_json_is_the_whole_answer_of_the_tool(printed, arguments):
    assert json.loads(printed(*arguments, "--json"))["source"]


def test_wrong_usage_and_known_failures(served):
    assert served.gridcode("read", REG).returncode == 2
    assert served.gridcode("read", REG, "3-x").returncode == 2
    assert served.gridcode("compare", REG, "1", "2", "3").returncode == 2
    missing = served.gridcode("table", REG, "表99-9", "--json")
    assert missing.returncode == 1
    assert json.loads(missing.stdout)["type"] == "TableNotFoundError"


def test_colour_is_for_terminals_only(served):
    command = [sys.executable, "-m", "core.cli", "read", REG, "3"]
    piped = subprocess.run(command, env=served.env, capture_output=True, timeout=60, check=True)
    assert b"\x1b" not in piped.stdout
    assert b"\x1b" in _on_a_terminal(command, served.env | {"TERM": "xterm"})
    assert b"\x1b[36m" not in _on_a_terminal(
        command, served.env | {"TERM": "xterm", "NO_COLOR": "1"}
    )


def _on_a_terminal(command: list[str], env: dict[str, str]) -> bytes:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, env=env, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return shown


def _width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)
