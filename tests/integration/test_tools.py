"""Tools on the samples: every answer and every item says where it stands."""

import json

import pytest

from core.errors import GridCodeError, InvalidArguments, TableNotFoundError, ToolNotFoundError
from core.settings import Settings
from core.store import chapters, figures, regulations, tables
from core.tools import TOOLS, call_tool, error_answer
from core.workbench import Workbench
from tests.integration.tool_calls import ENGLISH, REG, SAMPLE_CALLS, WRITING_CALLS, called
from tests.made_desks import put_sample_desk

DESIGNED = {
    "list_regulations",
    "get_toc",
    "smart_search",
    "read_page_range",
    "get_chapter_structure",
    "get_page_chapter_info",
    "read_chapter_content",
    "lookup_annotation",
    "search_tables",
    "resolve_reference",
    "search_annotations",
    "get_table_by_id",
    "get_block_with_context",
    "find_similar_content",
    "compare_sections",
    "list_tables",
    "list_references",
    "get_tool_guide",
    "compare_regulations",
    "ask",
    "get_segment",
    "list_segments",
    "update_page",
    "expand_details",
    "hide_details",
    "move_page",
    "remove_page",
    "create_detail_page",
    "create_contents_page",
    "get_page",
    "get_children",
    "get_parent",
    "get_ancestors",
    "find_page",
    "archive_page",
    "restore_page",
    "get_context_window",
}


def items_without_source(value, where=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from items_without_source(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for nth, inner in enumerate(value):
            if isinstance(inner, dict) and not inner.get("source"):
                yield f"{where}[{nth}]"
            yield from items_without_source(inner, f"{where}[{nth}]")


def test_every_tool_is_called_here():
    assert {name for name, _ in SAMPLE_CALLS + WRITING_CALLS} == set(TOOLS)


@pytest.fixture(autouse=True)
def fresh_desk(request, sample_library):
    """For calls that change it."""
    yield
    if getattr(request.node, "callspec", None) and request.node.callspec.params.get("name") in {
        name for name, _ in WRITING_CALLS
    }:
        put_sample_desk(sample_library)


@pytest.mark.parametrize(("name", "arguments"), SAMPLE_CALLS + WRITING_CALLS, ids=called)
def test_an_answer_and_every_item_in_it_have_a_source(sample_library, name, arguments):
    answer = call_tool(sample_library, name, arguments)
    assert answer["source"]
    assert answer["rest"] is None or name in ("read_page_range", "lookup_annotation")
    assert list(items_without_source(answer)) == []


@pytest.mark.parametrize(("name", "arguments"), SAMPLE_CALLS + WRITING_CALLS, ids=called)
def test_an_answer_is_json_of_the_promised_shape(sample_library, name, arguments):
    answer = call_tool(sample_library, name, arguments)
    again = TOOLS[name].answer.model_validate_json(json.dumps(answer))
    assert again.as_json() == answer


def test_an_item_without_source_would_be_noticed():
    assert list(items_without_source({"a": [{"b": [{"source": "x"}]}]})) == [".a[0]"]


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


@pytest.mark.parametrize(
    "name", ["表6-3", "见表6.3", "6-3", f"{REG}/t-6-3/g1", " 表 6—3 ", "t-6-3"]
)
def test_a_table_is_found_by_its_printed_number_or_a_segment(sample_library, name):
    answer = call_tool(sample_library, "get_table_by_id", {"reg_id": REG, "table_id": name})
    assert answer["table_id"] == f"{REG}/t-6-3"


@pytest.mark.parametrize("name", [f"{REG}/t-6-3/g1", "t-6-3/g1"])
def test_one_page_of_a_table_is_said_to_be_a_part(sample_library, name):
    arguments = {"reg_id": REG, "table_id": name, "include_merged": False}
    answer = call_tool(sample_library, "get_table_by_id", arguments)
    first, last = answer["segments"][0]["row_range"]
    assert answer["is_truncated"]
    assert {cell["row"] for cell in answer["cells"]} <= set(range(first, last))
    assert answer["segments"][0]["page_num"] == 21


def test_a_table_without_cells_keeps_its_words(sample_library):
    arguments = {"reg_id": REG, "table_id": "附表1"}
    whole = call_tool(sample_library, "get_table_by_id", arguments)
    short = call_tool(sample_library, "get_table_by_id", arguments | {"include_cells": False})
    assert short["cells"] is None
    assert short["markdown"] == whole["markdown"]


@pytest.mark.parametrize(
    ("name", "arguments", "kind"),
    [
        ("nope", {}, "ToolNotFoundError"),
        ("list_tables", {}, "InvalidArguments"),
        ("list_tables", {"reg_id": "nope"}, "RegulationNotFoundError"),
        ("get_toc", {"reg_id": REG, "depth": 0}, "InvalidArguments"),
        ("get_toc", {"reg_id": REG, "expand_section": "第九十九章"}, "ChapterNotFoundError"),
        ("get_toc", {"reg_id": REG, "offset": -1}, "InvalidArguments"),
        ("get_chapter_structure", {"reg_id": "nope"}, "RegulationNotFoundError"),
        ("get_page_chapter_info", {"reg_id": REG, "page_num": 99}, "PageNotFoundError"),
        (
            "read_page_range",
            {"reg_id": REG, "start_page": 5, "end_page": 4},
            "InvalidPageRangeError",
        ),
        ("read_page_range", {"reg_id": REG, "start_page": 99, "end_page": 99}, "PageNotFoundError"),
        ("read_chapter_content", {"reg_id": REG, "section_number": ""}, "ChapterNotFoundError"),
        (
            "read_chapter_content",
            {"reg_id": REG, "section_number": "表6-2"},
            "ChapterNotFoundError",
        ),
        (
            "read_chapter_content",
            {"reg_id": REG, "section_number": "第五章和第六章"},
            "AmbiguousNameError",
        ),
        (  # 4.1 is a section; Requirement R4 has no parts
            "read_chapter_content",
            {"reg_id": ENGLISH, "section_number": "Part 4.1"},
            "ChapterNotFoundError",
        ),
        ("get_block_with_context", {"reg_id": REG, "block_id": "x"}, "BlockNotFoundError"),
        ("lookup_annotation", {"reg_id": REG, "annotation_id": " "}, "InvalidArguments"),
        ("get_table_by_id", {"reg_id": REG, "table_id": "表99-9"}, "TableNotFoundError"),
        ("get_table_by_id", {"reg_id": REG, "table_id": "表6-1、表6-2"}, "AmbiguousNameError"),
        ("lookup_annotation", {"reg_id": REG, "annotation_id": "注99"}, "AnnotationNotFoundError"),
        ("lookup_annotation", {"reg_id": REG, "annotation_id": "注1、注2"}, "InvalidArguments"),
        ("search_annotations", {"reg_id": REG, "annotation_type": "x"}, "InvalidArguments"),
        (
            "resolve_reference",
            {"reg_id": REG, "reference_text": "今天天气"},
            "ReferenceResolutionError",
        ),
        (
            "resolve_reference",
            {"reg_id": REG, "reference_text": "注1", "page_num": 99},
            "PageNotFoundError",
        ),
        ("list_references", {"reg_id": REG, "target": "表99-9"}, "ReferenceResolutionError"),
        ("list_references", {"reg_id": REG, "target": "注1"}, "AmbiguousNameError"),
        ("list_references", {"reg_id": REG, "page_num": 99}, "PageNotFoundError"),
    ],
)
def test_a_known_failure_says_what_and_what_to_do(sample_library, name, arguments, kind):
    with pytest.raises(GridCodeError) as caught:
        call_tool(sample_library, name, arguments)
    answer = error_answer(caught.value)
    assert answer["type"] == kind
    assert answer["error"]
    assert answer["hint"]
    if kind == "AmbiguousNameError":
        assert len(answer["candidates"]) > 1
        assert all(it["source"] and it["target_id"] for it in answer["candidates"])


def test_mistakes_are_named(sample_library):
    with pytest.raises(ToolNotFoundError, match="nope"):
        call_tool(sample_library, "nope", {})
    with pytest.raises(InvalidArguments, match="reg_id") as caught:
        call_tool(sample_library, "list_tables", {})
    assert caught.value.hint == "list_tables takes reg_id, offset (optional), limit (optional)."
    with pytest.raises(TableNotFoundError):
        call_tool(sample_library, "get_table_by_id", {"reg_id": REG, "table_id": "x"})


def test_every_tool_says_in_both_languages_what_it_is_for():
    for tool in TOOLS.values():
        assert any("\u4e00" <= char <= "\u9fff" for char in tool.description)
        assert any(char.isascii() and char.isalpha() for char in tool.description)


def test_the_guide_names_tools_of_the_design_and_every_tool_there_is(sample_library):
    guide = call_tool(sample_library, "get_tool_guide", {})
    named = {choice["tool"] for choice in guide["which_tool"]}
    stepped = {step["tool"] for pattern in guide["patterns"] for step in pattern["steps"]}
    assert stepped <= named <= DESIGNED
    assert set(TOOLS) & DESIGNED <= named | {"get_tool_guide"}


def test_only_comparing_whole_regulations_reads_every_chapter_or_table(samples_dir, monkeypatch):
    def walk(*_):
        raise AssertionError("a long regulation has thousands of them")

    for module, name in (
        (chapters, "chapters_of"),
        (tables, "table_heads"),
        (tables, "tables_of"),
        (figures, "figures_of"),
        (regulations, "load_regulation"),
    ):
        monkeypatch.setattr(module, name, walk)
    unheard = ("compare_sections", {"reg_id": REG, "section_a": "3.3", "section_b": "3.4"})
    # A library of its own, which remembers no answers that others have asked for.
    with Workbench(Settings(data_dir=samples_dir)) as library:
        put_sample_desk(library)
        for name, arguments in (*SAMPLE_CALLS, unheard):
            if name == "compare_regulations":
                with pytest.raises(AssertionError, match="thousands"):
                    call_tool(library, name, arguments)
            else:
                assert call_tool(library, name, arguments)["source"]
