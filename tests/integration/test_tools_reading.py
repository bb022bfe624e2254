"""Contents, chapters, pages and blocks through the tools, on the samples."""

import pytest

from core.services.ingest import IngestRequest
from core.store.regulations import load_regulation
from core.tools import call_tool
from tests.integration.conftest import SAMPLES
from tests.integration.read_samples import NAMES, squeezed, truth
from tests.integration.tool_calls import ENGLISH, REG
from tests.made_pdfs import write_pdf


def call(workbench, tool, **arguments):
    return call_tool(workbench, tool, arguments)


def flat(entries):
    for entry in entries:
        yield entry
        yield from flat(entry["children"])


@pytest.mark.parametrize("name", NAMES)
def test_the_contents_have_every_chapter_with_its_pages(sample_library, name):
    toc = call(sample_library, "get_toc", reg_id=name)
    found = [(e["section_number"], e["page_start"], e["page_end"]) for e in flat(toc["items"])]
    wanted = [
        (chapter["section_number"], chapter["page_start"], chapter["page_end"])
        for chapter in truth(name)["chapters"]
    ]
    assert sorted(found) == sorted(wanted)


def test_depth_counts_levels_and_says_what_it_hides(sample_library):
    toc = call(sample_library, "get_toc", reg_id=REG, depth=1)
    assert all(entry["children"] == [] for entry in toc["items"])
    chapter = next(entry for entry in toc["items"] if entry["section_number"] == "6")
    assert chapter["hidden_children"] > 0
    deeper = call(sample_library, "get_toc", reg_id=REG, depth=2)
    opened = next(entry for entry in deeper["items"] if entry["section_number"] == "6")
    assert len(opened["children"]) == chapter["hidden_children"]
    whole = call(sample_library, "get_toc", reg_id=REG, depth=99)
    assert whole["items"] == call(sample_library, "get_toc", reg_id=REG)["items"]


def test_one_section_is_expanded_and_the_others_stay_closed(sample_library):
    toc = call(sample_library, "get_toc", reg_id=REG, expand_section="第六章第三节")
    whole = {e["node_id"]: e for e in flat(call(sample_library, "get_toc", reg_id=REG)["items"])}
    shown = {entry["node_id"]: entry for entry in flat(toc["items"])}
    assert shown[f"{REG}/s6.3"]["children"] == whole[f"{REG}/s6.3"]["children"] != []
    assert shown[f"{REG}/s6.2"]["children"] == []
    assert shown[f"{REG}/s5"]["children"] == []


@pytest.mark.parametrize(
    ("name", "spelling", "section"),
    [
        (REG, "6.3", "6.3"),
        (REG, "６．３", "6.3"),
        (REG, "第六章第三节", "6.3"),
        (REG, "第6.3节", "6.3"),
        (REG, "第六章", "6"),
        (REG, "第6章", "6"),
        (REG, "第 6 章", "6"),
        (REG, "第六章 系统异常及事故处理", "6"),
        (REG, "系统异常及事故处理", "6"),
        (REG, "6", "6"),
        (REG, f"{REG}/s6", "6"),
        (REG, "附录A", "A"),
        (REG, "附录 a", "A"),
        (REG, "附件1第十条", "附件1/10"),
        (ENGLISH, "R1", "R1"),
        (ENGLISH, "r1", "R1"),
        (ENGLISH, "Requirement R1", "R1"),
        (ENGLISH, "Part 2.1", "R2.1"),
        (ENGLISH, "Article 5", "5"),
        (ENGLISH, "article 5", "5"),
    ],
)
def test_a_chapter_is_read_by_any_of_its_names(sample_library, name, spelling, section):
    answer = call(sample_library, "read_chapter_content", reg_id=name, section_number=spelling)
    assert answer["section_number"] == section
    assert answer["content_markdown"]


@pytest.mark.parametrize("name", NAMES)
def test_every_chapter_is_found_by_its_number_and_begins_with_its_title(sample_library, name):
    for chapter in truth(name)["chapters"]:
        answer = call(
            sample_library,
            "read_chapter_content",
            reg_id=name,
            section_number=chapter["section_number"],
        )
        assert answer["section_number"] == chapter["section_number"]
        assert answer["page_range"] == [chapter["page_start"], chapter["page_end"]]
        assert squeezed(chapter["title"]) in squeezed(answer["content_markdown"])


def test_a_chapter_without_its_children_is_what_stands_directly_in_it(sample_library):
    regulation = load_regulation(sample_library._database, REG)
    node = next(node for node in regulation.chapters if node.children_ids and node.direct_block_ids)
    own = call(
        sample_library,
        "read_chapter_content",
        reg_id=REG,
        section_number=node.node_id,
        include_children=False,
    )
    whole = call(sample_library, "read_chapter_content", reg_id=REG, section_number=node.node_id)
    assert 0 < own["total"] < whole["total"]
    assert whole["content_markdown"].startswith(own["content_markdown"].split("\n")[0])
    blocks = [b for p in regulation.pages for b in p.content_blocks if b.chapter_id == node.node_id]
    assert own["content_markdown"] == "\n\n".join(b.content_markdown for b in blocks)


def test_all_top_chapters_together_are_the_text_of_the_body(sample_library):
    """Nothing that stands in a chapter is lost between chapters, nothing comes twice."""
    regulation = load_regulation(sample_library._database, REG)
    toc = call(sample_library, "get_toc", reg_id=REG, depth=1)
    read = "".join(
        call(sample_library, "read_chapter_content", reg_id=REG, section_number=e["node_id"])[
            "content_markdown"
        ]
        for e in toc["items"]
    )
    paragraphs = [
        block.content_markdown
        for page in regulation.pages
        for block in page.content_blocks
        if block.chapter_id is not None and block.table_meta is None
    ]
    for text in set(paragraphs):
        alone = [other for other in paragraphs if text in other]
        assert read.count(text) >= len([p for p in alone if p == text])


def test_a_page_tells_new_chapters_from_inherited_ones(sample_library):
    answer = call(sample_library, "get_page_chapter_info", reg_id=REG, page_num=20)
    for chapter in answer["active_chapters"]:
        assert chapter["inherited"] == (chapter["page_start"] < 20)
        assert chapter["page_start"] <= 20 <= chapter["page_end"]
    wanted = {
        c["section_number"]
        for c in truth(REG)["chapters"]
        if c["page_start"] <= 20 <= c["page_end"]
    }
    assert {c["section_number"] for c in answer["active_chapters"]} == wanted
    assert answer["new_count"] + answer["inherited_count"] == answer["total"]


def test_the_structure_of_a_chapter_is_it_and_all_below(sample_library):
    answer = call(sample_library, "get_chapter_structure", reg_id=REG, section_number="第六章")
    numbers = [chapter["section_number"] for chapter in answer["chapters"]]
    wanted = [
        c["section_number"]
        for c in truth(REG)["chapters"]
        if c["section_number"] == "6" or c["section_number"].startswith("6.")
    ]
    assert numbers == wanted


def test_pages_are_read_with_their_tables_whole(sample_library):
    answer = call(sample_library, "read_page_range", reg_id=REG, start_page=20, end_page=21)
    assert answer["has_merged_tables"]
    assert answer["page_count"] == 2
    assert answer["content_markdown"].count("| 失压原因 |") == 1
    assert f"{REG}/t-6-3" in answer["pages"][0]["table_ids"]


@pytest.mark.parametrize("count", [0, 1, 2, 30])
def test_a_block_stands_in_its_context_over_page_breaks(sample_library, count):
    regulation = load_regulation(sample_library._database, REG)
    order = [block.block_id for page in regulation.pages for block in page.content_blocks]
    for block_id in (order[0], f"{REG}/p0020/b00", f"{REG}/p0021/b00", order[-1]):
        answer = call(
            sample_library,
            "get_block_with_context",
            reg_id=REG,
            block_id=block_id,
            context_blocks=count,
        )
        place = order.index(block_id)
        assert answer["target_block"]["block_id"] == block_id
        before = [block["block_id"] for block in answer["before_blocks"]]
        after = [block["block_id"] for block in answer["after_blocks"]]
        assert before == order[max(0, place - count) : place]
        assert after == order[place + 1 : place + 1 + count]


def test_past_editions_are_read_like_any_other(workbench, tmp_path):
    workbench.ingest(IngestRequest(SAMPLES / f"{ENGLISH}.pdf", reg_id="north"))
    workbench.ingest(IngestRequest(write_pdf(tmp_path / "n.pdf", [["1 General"]]), reg_id="north"))
    old = "north@1"
    assert call(workbench, "get_toc", reg_id=old, depth=1)["items"]
    read = call(workbench, "read_chapter_content", reg_id=old, section_number="Article 5")
    assert read["node_id"] == "north@1/s5"
    assert call(workbench, "read_page_range", reg_id=old, start_page=8, end_page=9)["pages"]
    table = call(workbench, "get_table_by_id", reg_id=old, table_id="Table R1")
    assert table["source"].startswith("north@1 P8-P9")
    note = call(workbench, "lookup_annotation", reg_id=old, annotation_id="Note 1", page_hint=14)
    assert note["note_id"].startswith("north@1/p0014")
    followed = call(workbench, "resolve_reference", reg_id=old, reference_text="Article 5")
    assert followed["target_location"]["target_id"] == "north@1/s5"
    assert call(workbench, "list_references", reg_id=old, target="Requirement R2")["references"]
    block = call(workbench, "get_block_with_context", reg_id=old, block_id="north@1/p0008/b01")
    assert block["before_blocks"]
    assert call(workbench, "search_annotations", reg_id=old)["annotations"]
    assert call(workbench, "get_page_chapter_info", reg_id=old, page_num=8)["active_chapters"]
