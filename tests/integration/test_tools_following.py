"""Notes and references followed by the tools end where the truth files say."""

import pytest

from core.errors import TableNotFoundError
from core.services.reference_lookup import resolve_reference
from core.store.regulations import load_regulation
from core.tools import call_tool
from tests.integration.read_samples import NAMES, squeezed, truth
from tests.integration.tool_calls import ENGLISH, REG


def call(workbench, tool, **arguments):
    return call_tool(workbench, tool, arguments)


def cell_citations(name):
    """Every citation of a note from a cell: (note, citation)."""
    return [
        (note, citation)
        for note in truth(name)["annotations"]
        for citation in note["cited_by"]
        if "row" in citation
    ]


def is_the_note(answer, note):
    return (answer["page_num"], squeezed(answer["content"])) == (
        note["page_num"],
        squeezed(note["content"]),
    )


@pytest.mark.parametrize("name", NAMES)
def test_from_a_table_to_the_note_that_its_cell_cites(sample_library, name):
    """Seed 001, pattern 1: the table by its number, the cell, its note."""
    followed = 0
    for note, citation in cell_citations(name):
        if citation["table_number"] is None:
            continue
        table = call(
            sample_library, "get_table_by_id", reg_id=name, table_id=citation["table_number"]
        )
        place = (citation["row"], citation["col"])
        cell = next(c for c in table["cells"] if (c["row"], c["col"]) == place)
        answer = call(
            sample_library,
            "lookup_annotation",
            reg_id=name,
            annotation_id=note["annotation_id"],
            page_hint=cell["page_num"],
            table_id=table["table_id"],
        )
        assert is_the_note(answer, note)
        assert answer["state"] == "resolved"
        assert any((c["row"], c["col"]) == place for c in answer["cited_by"])
        given = next(n for n in table["annotations"] if n["note_id"] == answer["note_id"])
        assert list(place) in given["cited_at"]
        followed += 1
    assert followed >= 3


def test_the_first_pattern_of_the_seed(sample_library):
    toc = call(sample_library, "get_toc", reg_id=REG, depth=1)
    chapter = next(item for item in toc["items"] if "事故处理" in item["title"])
    assert chapter["section_number"] == "6"
    assert chapter["page_start"] <= 20 <= chapter["page_end"]
    table = call(sample_library, "get_table_by_id", reg_id=REG, table_id="表6-3")
    cell = next(cell for cell in table["cells"] if "注" in cell["content"])
    label = next(n["annotation_id"] for n in table["annotations"] if n["cited_at"])
    note = call(
        sample_library,
        "lookup_annotation",
        reg_id=REG,
        annotation_id=label,
        page_hint=cell["page_num"],
        table_id=table["table_id"],
    )
    wanted = [n["content"] for n in truth(REG)["annotations"] if n["table_number"] == "6-3"]
    assert squeezed(note["content"]) in {squeezed(content) for content in wanted}


@pytest.mark.parametrize("name", NAMES)
def test_a_page_alone_tells_the_note_unless_two_are_cited_there(sample_library, name):
    for note, citation in cell_citations(name):
        answer = call(
            sample_library,
            "lookup_annotation",
            reg_id=name,
            annotation_id=note["annotation_id"],
            page_hint=citation["page_num"],
        )
        shown = [answer, *(answer["candidates"] if answer["state"] == "ambiguous" else [])]
        assert any(is_the_note(found, note) for found in shown)


@pytest.mark.parametrize("name", NAMES)
def test_a_note_is_found_from_its_own_page(sample_library, name):
    for note in truth(name)["annotations"]:
        label, page_num = note["annotation_id"], note["page_num"]
        answer = call(
            sample_library,
            "lookup_annotation",
            reg_id=name,
            annotation_id=label,
            page_hint=page_num,
        )
        shown = [answer, *(answer["candidates"] if answer["state"] == "ambiguous" else [])]
        assert any(is_the_note(found, note) for found in shown), (label, page_num)


@pytest.mark.parametrize("label", ["注1", "注①", "注一", "注 1", "(注1)", "见注1", "表2-2注1"])
def test_spellings_of_a_label_are_one(sample_library, label):
    answer = call(sample_library, "lookup_annotation", reg_id=REG, annotation_id=label, page_hint=6)
    assert (answer["page_num"], answer["table_id"]) == (6, f"{REG}/t-2-2")


def test_without_a_page_the_label_is_said_to_be_unclear(sample_library):
    answer = call(sample_library, "lookup_annotation", reg_id=REG, annotation_id="注1")
    labels = {note["annotation_id"] for note in answer["candidates"]}
    assert answer["state"] == "ambiguous"
    assert answer["reason"]
    assert labels <= {"注1", "注①", "注一", "注 1"}
    same = [n for n in truth(REG)["annotations"] if n["annotation_id"] in labels | {"注1"}]
    assert len(answer["candidates"]) == len(same) - 1


@pytest.mark.parametrize("table", ["表4-1", "t-4-1", f"{REG}/t-4-1"])
def test_the_table_that_cites_a_note_is_told_by_any_of_its_names(sample_library, table):
    asked = {"reg_id": REG, "annotation_id": "注1", "table_id": table, "page_hint": 20}
    answer = call(sample_library, "lookup_annotation", **asked)
    assert (answer["table_id"], answer["state"]) == (f"{REG}/t-4-1", "resolved")


def test_a_note_of_another_table_is_never_sure(sample_library):
    asked = {"reg_id": REG, "annotation_id": "注1", "page_hint": 12}
    assert call(sample_library, "lookup_annotation", **asked)["state"] == "resolved"
    answer = call(sample_library, "lookup_annotation", **asked, table_id="表3-2")
    assert (answer["state"], answer["table_id"]) == ("ambiguous", f"{REG}/t-4-1")
    with pytest.raises(TableNotFoundError):
        call(sample_library, "lookup_annotation", **asked, table_id="表9-9")


def test_a_mark_at_the_foot_of_a_page_is_no_note_of_that_number(sample_library):
    """The 3) of page 24 is what comes nearest to 注3, which nothing is labelled."""
    answer = call(sample_library, "lookup_annotation", reg_id=REG, annotation_id="注3")
    assert (answer["annotation_id"], answer["state"]) == ("3)", "ambiguous")
    assert call(sample_library, "lookup_annotation", reg_id=REG, annotation_id="3)")["reason"] == ""
    answer = call(sample_library, "resolve_reference", reg_id=REG, reference_text="注3")
    assert answer["references"][0]["state"] == "ambiguous"


def test_notes_are_searched_by_words_kind_and_variant(sample_library):
    everything = truth(REG)["annotations"]
    answer = call(sample_library, "search_annotations", reg_id=REG)
    assert answer["total"] == len(everything)
    plans = call(sample_library, "search_annotations", reg_id=REG, annotation_type="plan")
    assert plans["total"] == sum(n["annotation_type"] == "plan" for n in everything) > 0
    found = call(sample_library, "search_annotations", reg_id=REG, pattern="迎峰度夏")
    wanted = [n for n in everything if "迎峰度夏" in n["content"]]
    assert found["total"] == len(wanted) > 0
    variants = call(sample_library, "search_annotations", reg_id=REG, pattern="注①")
    assert "注1" in {note["annotation_id"] for note in variants["annotations"]}


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_of_the_text_resolves_in_its_block_as_it_was_stored(sample_library, name):
    """What is fetched as needed finds the same as what was found with the whole document."""
    database = sample_library._database
    stored = load_regulation(database, name).references
    # other documents have come into the library since
    stored = [reference for reference in stored if reference.reference_type != "standard"]
    by_place = {}
    for reference in stored:
        by_place.setdefault((reference.block_id, reference.text), []).append(reference)
    checked = 0
    for (block_id, text), references in by_place.items():
        found = resolve_reference(database, name, text, block_id=block_id)
        targets = {r.parsed_target: (r.state, r.target, r.candidates) for r in found}
        for reference in references:
            if reference.parsed_target in targets:
                known = (reference.state, reference.target, reference.candidates)
                assert targets[reference.parsed_target] == known
                checked += 1
    assert checked >= 0.95 * len(stored)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_never_makes_a_reference_lead_elsewhere(sample_library, name):
    """With nothing but the page, a reference leads where it led in its block, or is unclear."""
    wrong = []
    for reference in load_regulation(sample_library._database, name).references:
        answer = call(
            sample_library,
            "resolve_reference",
            reg_id=name,
            reference_text=reference.text,
            page_num=reference.page_num,
        )
        for member in answer["references"]:
            if member["resolved"] and member["parsed_target"] == reference.parsed_target:
                target = reference.target.target_id if reference.target else None
                if member["target_location"]["target_id"] != target:
                    wrong.append((reference.text, reference.page_num))
    assert wrong == []


@pytest.mark.parametrize("name", NAMES)
def test_a_reference_to_a_chapter_ends_at_its_words(sample_library, name):
    """Seed 001, pattern 2: the reference, its chapter, the words on the page that truth names."""
    wanted = [
        r
        for r in truth(name)["references"]
        if r["state"] == "resolved" and r["reference_type"] in ("chapter", "section", "appendix")
    ]
    chapters = {chapter["section_number"]: chapter for chapter in truth(name)["chapters"]}
    followed = 0
    for reference in wanted:
        answer = call(
            sample_library,
            "resolve_reference",
            reg_id=name,
            reference_text=reference["text"],
            page_num=reference["page_num"],
        )
        if not answer["resolved"] or answer["target_location"] is None:
            continue
        location = answer["target_location"]
        chapter = chapters[location["section_number"]]
        assert location["page_range"] == [chapter["page_start"], chapter["page_end"]]
        assert location["page_num"] == reference["target_page"]
        read = call_tool(
            sample_library, location["next_call"]["tool"], location["next_call"]["arguments"]
        )
        assert read["section_number"] == reference["target"]
        assert squeezed(chapter["title"]) in squeezed(read["content_markdown"])
        followed += 1
    assert followed >= 0.7 * len(wanted)


def test_the_second_pattern_of_the_seed(sample_library):
    answer = call(sample_library, "resolve_reference", reg_id=REG, reference_text="第3章相关规定")
    location = answer["target_location"]
    assert (answer["resolved"], location["section_number"]) == (True, "3")
    chapter = next(c for c in truth(REG)["chapters"] if c["section_number"] == "3")
    assert location["page_range"] == [chapter["page_start"], chapter["page_end"]]
    read = call(sample_library, "read_chapter_content", reg_id=REG, section_number="3")
    assert read["content_markdown"].startswith(f"# {chapter['label']} {chapter['title']}")


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("参见表6-2", ["resolved"]),
        ("见2.1.4", ["unresolved"]),
        ("附录A", ["resolved"]),
        ("注1", ["ambiguous"]),
        ("DL/T 5429-2009", ["unresolved"]),
        ("表6-1至表6-3", ["resolved"] * 3),
        ("第五章、第六章和第九十九章", ["resolved", "resolved", "unresolved"]),
        ("第五、第六和第九十九章", ["resolved", "resolved", "unresolved"]),
        ("第六章第三节6.3.2", ["resolved"]),
        ("第五章6.3.2", ["unresolved"]),
        ("6.3.2第1款", ["resolved"]),
    ],
)
def test_states_are_honest(sample_library, text, states):
    answer = call(sample_library, "resolve_reference", reg_id=REG, reference_text=text)
    found = [member["state"] for member in answer["references"]]
    known = {chapter["section_number"] for chapter in truth(REG)["chapters"]}
    if text == "见2.1.4" and "2.1.4" in known:
        states = ["resolved"]
    assert found == states
    for member in answer["references"]:
        assert (member["state"] == "resolved") == (member["reason"] == "")


def test_a_standard_is_resolved_when_it_is_in_the_library(sample_library):
    answer = call(sample_library, "resolve_reference", reg_id=REG, reference_text="NIR-003-2")
    assert answer["target_location"]["reg_id"] == ENGLISH
    assert answer["target_location"]["next_call"]["tool"] == "get_toc"


def test_a_document_that_is_named_in_itself_is_no_other(sample_library):
    asked = {"reg_id": "northgate_reliability_2024"}
    whole = call(sample_library, "resolve_reference", **asked, reference_text="NIR-003-2")
    assert (whole["resolved"], whole["target_location"]["kind"]) == (True, "regulation")
    table = call(sample_library, "resolve_reference", **asked, reference_text="NIR-003-2 Table R1")
    assert table["target_location"]["target_id"] == "northgate_reliability_2024/t-r1"
    missing = call(
        sample_library, "resolve_reference", **asked, reference_text="NIR-003-2 Table R9"
    )
    assert missing["references"][0]["reason"] == "there is no table R9 in this document"


@pytest.mark.parametrize("name", NAMES)
def test_what_refers_to_a_place_is_found_from_the_place(sample_library, name):
    stored = [r for r in load_regulation(sample_library._database, name).references if r.target]
    for target_id in {reference.target.target_id for reference in stored}:
        answer = call(sample_library, "list_references", reg_id=name, target=target_id)
        wanted = {r.reference_id for r in stored if r.target.target_id == target_id}
        found = {r["reference_id"] for r in answer["references"] if r["reg_id"] == name}
        assert found == wanted


def test_references_are_filtered(sample_library):
    def ids_of(**filters):
        answer = call(sample_library, "list_references", reg_id=REG, **filters)
        return {reference["reference_id"] for reference in answer["references"]}

    everything = truth(REG)["references"]
    ambiguous = [r for r in everything if r["state"] == "ambiguous"]
    assert len(ids_of(state="ambiguous", reference_type="plan")) == len(ambiguous) > 0
    on_page = ids_of(page_num=18)
    assert len(on_page) == sum(r["page_num"] == 18 for r in everything)
    tables = ids_of(reference_type="table")
    assert ids_of(page_num=18, reference_type="table") == on_page & tables
    assert ids_of(target="表6-2") == ids_of(target=f"{REG}/t-6-2") != set()
