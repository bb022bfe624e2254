"""The console examples of the docs do what they show."""

import json
import os
import re
import shlex
import shutil

import pytest

from tests.command_line import run_gridcode
from tests.conftest import ROOT

CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
JSON = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCS = ("docs/cli.md", "docs/mcp.md")


@pytest.fixture
def run(tmp_path):
    """A line as a reader would run it, in a copy of what they have; -> what it prints."""
    shutil.copytree(ROOT / "data" / "samples", tmp_path / "data" / "samples")
    env = os.environ | {
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "COLUMNS": "110",  # tables are as wide as the terminal
        "GRIDCODE_DATA_DIR": str(tmp_path / "library"),
    }

    def run_line(line: str) -> str:
        name, *arguments = shlex.split(line)
        assert name == "gridcode"
        done = run_gridcode(arguments, env, folder=tmp_path)
        assert "Traceback" not in done.stderr
        return done.stdout

    return run_line


@pytest.mark.parametrize("name", DOCS)
def test_the_console_examples_print_what_is_shown(run, name):
    """``…`` stands for anything, within a line or for lines of their own."""
    text = (ROOT / name).read_text(encoding="utf-8")
    examples = [part for block in CONSOLE.findall(text) for part in _examples(block)]
    assert examples
    for line, shown in examples:
        printed = run(line)
        assert _pattern(shown).fullmatch(printed), f"$ {line}\n{printed}"


@pytest.mark.parametrize("name", DOCS)
def test_the_configurations_shown_are_json(name):
    blocks = JSON.findall((ROOT / name).read_text(encoding="utf-8"))
    assert bool(blocks) == (name == "docs/mcp.md")
    assert all(json.loads(block) for block in blocks)


def _examples(block: str) -> list[tuple[str, str]]:
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def _pattern(shown: str) -> re.Pattern[str]:
    lines = [
        r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r" *\n"
        for line in shown.splitlines()
    ]
    return re.compile("".join(lines))
