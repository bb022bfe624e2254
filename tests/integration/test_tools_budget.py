"""A cut answer names the call for the rest, and all pieces together are the whole."""

import json

import pytest

from core.tools import TOOLS, call_tool
from core.tools.budget import most_fitting
from tests.integration.tool_calls import ENGLISH, REG, SAMPLE_CALLS, called

BUDGETS = [20_000, 6_000]


def pieces(workbench, name, arguments, budget):
    """The answer and what following ``rest`` gives."""
    found = [call_tool(workbench, name, arguments, budget)]
    while found[-1]["rest"] is not None:
        rest = found[-1]["rest"]
        found.append(call_tool(workbench, rest["tool"], rest["arguments"], budget))
        assert len(found) < 500
    return found


def things(value):
    """Every item of an answer as text; nested ones for themselves."""
    if isinstance(value, dict):
        if "source" in value:
            plain = {k: v for k, v in value.items() if not isinstance(v, list | dict)}
            plain.pop("repeated", None)
            yield json.dumps(plain, ensure_ascii=False, sort_keys=True)
        for inner in value.values():
            yield from things(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from things(inner)


def items(answer):
    lists = [value for value in answer.values() if isinstance(value, list | dict)]
    return {text for value in lists for text in things(value)}


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize(("name", "arguments"), SAMPLE_CALLS, ids=called)
def test_following_the_rest_gives_everything(sample_library, name, arguments, budget):
    whole = pieces(sample_library, name, arguments, None)
    cut = pieces(sample_library, name, arguments, budget)
    if "content_markdown" in whole[0]:
        together = ["".join(it["content_markdown"] for it in answers) for answers in (whole, cut)]
        assert together[0] == together[1]
    assert set().union(*map(items, cut)) == set().union(*map(items, whole))


@pytest.mark.parametrize(("name", "arguments"), SAMPLE_CALLS, ids=called)
def test_every_piece_keeps_the_budget(sample_library, name, arguments):
    for answer in pieces(sample_library, name, arguments, 20_000):
        assert len(json.dumps(answer, ensure_ascii=False)) <= 20_000


@pytest.mark.parametrize("table", ["附表1", "表6-3"])
def test_rows_of_a_cut_table_come_once_and_in_order(sample_library, table):
    arguments = {"reg_id": REG, "table_id": table, "include_cells": True}
    whole = call_tool(sample_library, "get_table_by_id", arguments)
    cut = pieces(sample_library, "get_table_by_id", arguments, 5_000)
    assert len(cut) > 1
    assert [cell for piece in cut for cell in piece["cells"]] == whole["cells"]
    assert all(piece["markdown"].startswith(whole["markdown"].split("\n")[0]) for piece in cut)


def test_a_long_table_comes_whole_as_markdown_before_its_cells_do(sample_library):
    arguments = {"reg_id": REG, "table_id": "附表1"}
    whole = call_tool(sample_library, "get_table_by_id", arguments)
    short = call_tool(sample_library, "get_table_by_id", arguments, 10_000)
    assert short["cells"] is None
    assert short["markdown"] == whole["markdown"]
    assert short["annotations"] == whole["annotations"]
    assert short["rest"]["arguments"] == arguments | {"include_cells": True}
    with_cells = pieces(sample_library, "get_table_by_id", short["rest"]["arguments"], 10_000)
    assert [cell for piece in with_cells for cell in piece["cells"]] == whole["cells"]


def test_rows_that_do_not_fit_follow_without_cells_and_then_the_cells(sample_library):
    arguments = {"reg_id": REG, "table_id": "附表1"}
    cut = pieces(sample_library, "get_table_by_id", arguments, 5_000)
    leading = [piece for piece in cut if piece["cells"] is None]
    assert leading == cut[: len(leading)]
    assert sum(piece["markdown"].count("江沙Ⅰ线") for piece in leading) == 1
    assert "left out to keep the answer short" in leading[0]["rest"]["message"]
    assert leading[0]["rest"]["arguments"]["offset"] > 0
    assert leading[-1]["rest"]["arguments"] == arguments | {"include_cells": True}


def test_a_small_table_has_its_cells_within_a_budget_too(sample_library):
    arguments = {"reg_id": REG, "table_id": "表3-3"}
    answer = call_tool(sample_library, "get_table_by_id", arguments, 10_000)
    assert answer["cells"]
    assert answer["rest"] is None


def test_a_text_that_is_cut_tells_of_the_pages_left_out_as_well(sample_library):
    arguments = {"reg_id": REG, "start_page": 5, "end_page": 30}
    answer = call_tool(sample_library, "read_page_range", arguments, 10_000)
    assert answer["rest"]["arguments"] == arguments | {"offset": len(answer["content_markdown"])}
    assert "Pages 15 to 30 left out: 10 pages at a time." in answer["rest"]["message"]


def test_a_cut_tree_repeats_the_way_and_nothing_else(sample_library):
    def nodes(entries):
        for entry in entries:
            yield entry["node_id"], entry["repeated"]
            yield from nodes(entry["children"])

    cut = pieces(sample_library, "get_toc", {"reg_id": REG}, 5_000)
    new = [node_id for piece in cut for node_id, again in nodes(piece["items"]) if not again]
    assert len(new) == len(set(new)) == cut[0]["total"]


def test_pages_beyond_the_tenth_are_named(sample_library):
    arguments = {"reg_id": ENGLISH, "start_page": 2, "end_page": 999}
    answer = call_tool(sample_library, "read_page_range", arguments)
    assert (answer["start_page"], answer["end_page"], answer["page_count"]) == (2, 11, 10)
    assert answer["rest"]["tool"] == "read_page_range"
    assert answer["rest"]["arguments"] == {"reg_id": ENGLISH, "start_page": 12, "end_page": 17}


def test_without_a_budget_nothing_is_cut(sample_library):
    answer = call_tool(sample_library, "list_references", {"reg_id": REG})
    assert len(answer["references"]) == answer["total"] == 125
    assert answer["rest"] is None


def test_a_cut_answer_has_as_many_units_as_fit():
    """Units of all lengths, in few measurements: the same cut as counting one by one."""
    lengths = [3, 400, 1, 1, 90, 2000, 5, 5, 5, 5, 700, 1, 60] * 9
    sums = [sum(lengths[:count]) for count in range(len(lengths) + 1)]
    for budget in (1, 3, 4, 403, 2_500, 3_286, 11_111, sums[-1] - 1):
        measured = []

        def length(count, measured=measured):
            measured.append(count)
            return sums[count]

        found = most_fitting(length, len(lengths) - 1, budget, (len(lengths), sums[-1]))
        assert found == max([1, *(n for n in range(len(lengths)) if sums[n] <= budget)])
        assert found in measured
        assert len(measured) < 20


@pytest.mark.parametrize("name", ["smart_search", "ask"])
def test_a_library_of_hundreds_leaves_room_for_what_was_found(sample_library, monkeypatch, name):
    many = tuple(f"{REG}_{number}" for number in range(600))
    search, ask = sample_library.search, sample_library.questions.ask
    monkeypatch.setattr(
        sample_library, "search", lambda *given: search(*given).model_copy(update={"reg_ids": many})
    )
    monkeypatch.setattr(
        sample_library.questions,
        "ask",
        lambda *given, **more: ask(*given, **more).model_copy(update={"reg_ids": many}),
    )
    asked = {"query": "母线失压", "question": "母线失压后多久报告检查结果？"}
    argument = "query" if name == "smart_search" else "question"
    answer = call_tool(sample_library, name, {argument: asked[argument]}, 20_000)
    assert len(json.dumps(answer, ensure_ascii=False)) <= 20_000
    assert len(answer[TOOLS[name].answer.listed]) > 1
    assert len(answer["reg_ids"]) == 50


@pytest.mark.parametrize(
    ("name", "arguments", "listed"),
    [
        ("smart_search", {"query": "母线失压", "reg_id": REG}, "results"),
        ("search_tables", {"query": "母线", "reg_id": REG}, "tables"),
        ("find_similar_content", {"query_text": "母线失去电压", "reg_id": REG}, "similar"),
    ],
)
def test_a_search_goes_on_where_it_stopped(sample_library, name, arguments, listed):
    def found(**more):
        return call_tool(sample_library, name, arguments | more)[listed]

    first = found(limit=8)
    assert len(first) == 8
    assert [*found(limit=3), *found(limit=3, offset=3), *found(limit=2, offset=6)] == first
    assert found(limit=3, offset=10**30) == []


@pytest.mark.parametrize("query", ["报告", "2"])
def test_a_longer_search_for_tables_begins_with_what_a_shorter_one_found(sample_library, query):
    def found(limit):
        asked = {"query": query, "reg_id": "all", "limit": limit}
        answer = call_tool(sample_library, "search_tables", asked)
        return [table["table_id"] for table in answer["tables"]], answer["has_more"]

    everything, more = found(200)
    assert len(everything) > 1
    assert not more
    for limit in sorted({1, 2, 5, 10, 11, 20, len(everything)}):
        assert found(limit) == (everything[:limit], limit < len(everything))


def test_a_cut_search_leads_to_the_rest_of_what_was_asked_for_and_no_further(sample_library):
    arguments = {"query": "母线失压", "reg_id": REG, "limit": 9}
    whole = call_tool(sample_library, "smart_search", arguments)
    cut = pieces(sample_library, "smart_search", arguments, 3_000)
    assert len(cut) > 1
    assert [hit for piece in cut for hit in piece["results"]] == whole["results"]
    assert whole["found"] >= whole["total"] == 9
