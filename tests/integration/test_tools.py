"""Tools on the samples: every answer and every item says where it stands."""

import pytest

from core.errors import InvalidArguments, TableNotFoundError, ToolNotFoundError
from core.tools import TOOLS, call_tool

REG = "linjiang_dispatch_2024"


def test_every_table_is_listed_with_its_source(sample_library):
    answer = call_tool(sample_library, "list_tables", {"reg_id": REG})
    assert (answer["total"], answer["source"]) == (25, REG)
    sources = {table["caption"]: table["source"] for table in answer["tables"]}
    assert sources["附表1 临江电网主要线路参数"] == f"{REG} P29-P31 附表1 临江电网主要线路参数"


def test_a_table_is_given_whole_with_the_place_of_every_cell(sample_library):
    answer = call_tool(
        sample_library, "get_table_by_id", {"reg_id": REG, "table_id": f"{REG}/t-6-3"}
    )
    assert [part["page_num"] for part in answer["segments"]] == [20, 21]
    assert answer["segments"][0]["row_range"][0] == 0
    assert answer["segments"][1]["header_rows_dropped"] == 1
    covered = {
        (row, col)
        for cell in answer["cells"]
        for row in range(cell["row"], cell["row"] + cell["row_span"])
        for col in range(cell["col"], cell["col"] + cell["col_span"])
    }
    assert len(covered) == answer["row_count"] * answer["col_count"]
    assert all(len(cell["bbox"]) == 4 for cell in answer["cells"])
    assert any(cell["continued"] for cell in answer["cells"])
    assert answer["joins"][0]["signs"]
    assert answer["markdown"].startswith("| 失压原因 |")


def test_mistakes_are_named(sample_library):
    with pytest.raises(ToolNotFoundError, match="nope"):
        call_tool(sample_library, "nope", {})
    with pytest.raises(InvalidArguments, match="reg_id") as caught:
        call_tool(sample_library, "list_tables", {})
    assert caught.value.hint == "list_tables takes reg_id."
    with pytest.raises(TableNotFoundError):
        call_tool(sample_library, "get_table_by_id", {"reg_id": REG, "table_id": "x"})


def test_every_tool_says_in_both_languages_what_it_is_for():
    for tool in TOOLS.values():
        assert any("\u4e00" <= char <= "\u9fff" for char in tool.description)
        assert any(char.isascii() and char.isalpha() for char in tool.description)
