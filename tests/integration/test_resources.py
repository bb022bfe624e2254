"""What agents read by address keeps a budget, and says which call gives what it left out."""

import json
import re

import pytest

from core.mcp_server import resources
from core.mcp_server.resources import read_resource
from core.services.ingest import IngestRequest
from core.tools import call_tool
from tests.made_pdfs import write_pdf

REG = "linjiang_dispatch_2024"
BUDGET = 4_000
LEFT_OUT = re.compile(r"\((\d+) left out; the rest: (\w+) (\{.*\})\)")


@pytest.fixture
def small_budget(monkeypatch):
    monkeypatch.setattr(resources, "_BUDGET", BUDGET)


def read(workbench, address):
    return read_resource(workbench, f"gridcode://{REG}{address}")["text"]


def rest_of(workbench, text):
    _, tool, arguments = LEFT_OUT.search(text).groups()
    return call_tool(workbench, tool, json.loads(arguments))


@pytest.mark.usefixtures("small_budget")
def test_a_long_table_is_cut_between_rows_and_the_call_for_the_rest_gives_them(sample_library):
    text = read(sample_library, "/table/t-附表1")
    assert len(text) <= BUDGET
    rest = rest_of(sample_library, text)
    whole = call_tool(sample_library, "get_table_by_id", {"reg_id": REG, "table_id": "附表1"})
    rows = whole["markdown"].split("\n")[2:]
    shown = [row for row in text.split("\n") if row.startswith("|")][2:]
    assert shown + rest["markdown"].split("\n")[2:] == rows
    assert text.rstrip().endswith(f"〔{whole['source']}〕")


def test_a_long_page_is_cut_between_lines_and_goes_on(sample_library, monkeypatch):
    whole = read(sample_library, "/page/18")
    monkeypatch.setattr(resources, "_BUDGET", 600)
    text = read(sample_library, "/page/18")
    rest = rest_of(sample_library, text)
    shown = text[: LEFT_OUT.search(text).start()]
    words = "".join((shown + rest["content_markdown"]).split())
    assert "".join(whole.split()).startswith(words)
    assert words


@pytest.mark.usefixtures("small_budget")
def test_a_page_as_json_stays_json(sample_library):
    page = json.loads(read(sample_library, "/page/18.json"))
    assert page["page_num"] == 18
    assert len(json.dumps(page, ensure_ascii=False)) <= BUDGET
    assert page["rest"]["tool"] in ("get_table_by_id", "read_page_range")
    assert call_tool(sample_library, page["rest"]["tool"], page["rest"]["arguments"])["source"]


def test_cells_are_the_first_to_go(sample_library, monkeypatch):
    monkeypatch.setattr(resources, "_BUDGET", 17_000)
    whole = sample_library.load_page(REG, 18)
    page = json.loads(read(sample_library, "/page/18.json"))
    assert len(page["content_blocks"]) == len(whole.content_blocks)
    assert page["rest"]["tool"] == "get_table_by_id"


def test_an_overview_names_as_many_tables_as_fit(sample_library, monkeypatch):
    every = json.loads(read(sample_library, ""))["tables"]
    monkeypatch.setattr(resources, "_BUDGET", 2_500)
    overview = json.loads(read(sample_library, ""))
    rest = call_tool(sample_library, "list_tables", overview["rest"]["arguments"])["tables"]
    named = [table["table_id"] for table in (*overview["tables"], *rest)]
    assert named == [table["table_id"] for table in every]
    assert overview["tables"]


def test_a_past_edition_has_an_overview(workbench, tmp_path):
    for clause in ("1 Scope", "1 Scope and purpose"):
        pdf = write_pdf(tmp_path / "rule.pdf", [[clause]])
        workbench.ingest(IngestRequest(pdf, reg_id="rule"))
    overview = json.loads(read_resource(workbench, "gridcode://rule@1")["text"])
    assert overview["reg_id"] == "rule@1"
