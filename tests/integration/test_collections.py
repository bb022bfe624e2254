import json

import pytest

from core.errors import CollectionNotFoundError, Conflict, InputRejected, RegulationNotFoundError
from core.model.collections import collection_name
from core.services.indexing import Indexer
from core.services.search import SearchFilters
from core.store.integrity import find_problems
from core.store.regulations import save_regulation
from core.tools import call_tool
from tests.made_regulations import plain_regulation, rich_regulation


@pytest.fixture
def three(workbench):
    """Three regulations that can be searched: one, two and rich_2024."""
    for regulation in (plain_regulation("one", 2), plain_regulation("two", 2), rich_regulation()):
        save_regulation(workbench._database, regulation, material=[Indexer().material(regulation)])
    return workbench


def members(workbench) -> dict[str, list[str]]:
    return {found.name: list(found.reg_ids) for found in workbench.list_collections()}


def test_a_regulation_can_be_in_several_collections(three):
    three.create_collection("华东", ["one", "two", "one"])
    three.create_collection("继电保护", ["two"])
    three.add_to_collection("继电保护", ["rich_2024", "two"])
    assert members(three) == {"华东": ["one", "two"], "继电保护": ["rich_2024", "two"]}
    by_id = {found.info.reg_id: found for found in three.list_regulations()}
    assert by_id["two"].collections == ("华东", "继电保护")


def test_a_collection_is_renamed_emptied_and_deleted_and_its_regulations_stay(three):
    three.create_collection("华东", ["one", "two"])
    assert three.rename_collection("华东", "  华中  区域 ").reg_ids == ("one", "two")
    three.remove_from_collection("华中 区域", ["two", "nothing"])
    assert members(three) == {"华中 区域": ["one"]}
    three.delete_collection("华中 区域")
    assert members(three) == {}
    assert len(three.list_regulations()) == 3


def test_deleting_a_regulation_takes_it_out_of_its_collections(three):
    three.create_collection("华东", ["one", "two"])
    three.delete_regulation("one")
    assert members(three) == {"华东": ["two"]}
    assert find_problems(three._database) == []


def test_one_regulation_is_put_into_some_collections_and_out_of_the_others(three):
    for name in ("a", "b", "c"):
        three.create_collection(name, ["one"])
    three.put_into_collections("one", ["b"])
    three.put_into_collections("two", ["b", "c"])
    assert members(three) == {"a": [], "b": ["one", "two"], "c": ["two"]}


def test_names_that_cannot_be_used_and_unknown_ones_are_told(three):
    three.create_collection("华东")
    with pytest.raises(Conflict, match="华东"):
        three.create_collection(" 华东 ")
    with pytest.raises(InputRejected):
        three.create_collection("collection:x")
    with pytest.raises(RegulationNotFoundError):
        three.create_collection("西北", ["nope"])
    with pytest.raises(CollectionNotFoundError):
        three.add_to_collection("西南", ["one"])
    assert [collection_name(text) for text in ("", "  ", "a\0b", "a，b", "x" * 81)] == [None] * 5


def test_every_scope_takes_a_collection_beside_regulations(three):
    three.create_collection("华东", ["one", "two"])
    within = SearchFilters(reg_ids=("collection:华东", "rich_2024", "two"))
    assert three.search("母线", within).reg_ids == ("one", "two", "rich_2024")
    similar = three.find_similar(("collection:华东",), 50, text="运行")
    assert {found.chunk.reg_id for found in similar.found} <= {"one", "two"}
    with pytest.raises(CollectionNotFoundError):
        three.search("母线", SearchFilters(reg_ids=("collection:西南",)))


def test_an_empty_collection_holds_nothing_to_find(three):
    three.create_collection("空")
    found = three.search("母线", SearchFilters(reg_ids=("collection:空",)))
    assert (found.results, found.reg_ids) == ((), ())


def test_scopes_offers_collections_and_then_current_regulations(three):
    three.create_collection("华东", ["two"])
    choices = three.scopes()
    assert [choice.scope for choice in choices][:1] == ["collection:华东"]
    assert {choice.scope for choice in choices[1:]} == {"one", "two", "rich_2024"}
    assert choices[0].reg_ids == ("two",)


def test_tools_take_and_list_collections(three):
    three.create_collection("华东", ["one"])
    listed = call_tool(three, "list_regulations", {"collection": "华东"})
    assert [item["reg_id"] for item in listed["regulations"]] == ["one"]
    assert listed["regulations"][0]["collections"] == ["华东"]
    for tool in ("smart_search", "search_tables"):
        call_tool(three, tool, {"query": "母线", "reg_id": ["collection:华东", "rich_2024"]})
    found = call_tool(three, "smart_search", {"query": "母线", "reg_id": "collection:华东"})
    assert found["reg_ids"] == ["one"]


def test_the_command_line_makes_fills_and_searches_collections(gridcode, samples_dir):
    regulations = ("linjiang_dispatch_2024", "northgate_reliability_2024")
    made = gridcode("collections", "create", "两地", *regulations, "--json")
    assert json.loads(made.stdout)["reg_ids"] == list(regulations)
    gridcode("collections", "rename", "两地", "示例")
    gridcode("collections", "remove", "示例", regulations[0])
    listed = json.loads(gridcode("collections", "--json").stdout)["collections"]
    assert [(each["name"], each["reg_ids"]) for each in listed] == [("示例", [regulations[1]])]
    found = json.loads(gridcode("search", "load", "--collection", "示例", "--json").stdout)
    assert found["reg_ids"] == [regulations[1]]
    gridcode("collections", "delete", "示例")
    missing = gridcode("search", "load", "--collection", "示例")
    assert missing.returncode == 1
    assert "There is no collection 示例." in missing.stderr
