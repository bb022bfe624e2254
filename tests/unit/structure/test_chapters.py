"""The tree of chapters: what begins one, where it belongs, and what only looks like it."""

import pytest

from core.parsing.elements import Bookmark
from core.structure.chapters.contents import find_contents
from core.structure.chapters.tree import active_chapters, chapter_path, find_chapters, toc
from tests.unit.structure.made_pages import body_of, heading, line, numbers, page, tree_of

CLAUSE = "运行单位应当执行本规程的规定，并对其正确性负责。"


def levels(tree):
    return {node.section_number: node.level for node in tree.nodes}


def parents(tree):
    return {
        node.section_number: node.parent_id.split("/s", 1)[1] if node.parent_id else None
        for node in tree.nodes
    }


# --- numbering in use -------------------------------------------------------------------------


def test_chapters_sections_and_clauses_form_one_tree():
    tree = tree_of(
        page(
            1,
            heading("第六章 系统异常"),
            heading("第一节 一般规定"),
            f"6.1.1 {CLAUSE}",
            f"6.1.2 {CLAUSE}",
            heading("第二节 线路跳闸"),
            f"6.2.1 {CLAUSE}",
        )
    )
    assert parents(tree) == {
        "6": None,
        "6.1": "6",
        "6.1.1": "6.1",
        "6.1.2": "6.1",
        "6.2": "6",
        "6.2.1": "6.2",
    }
    clause = tree.nodes[2]
    assert (clause.label, clause.title, clause.level, clause.numbering) == (
        "6.1.1",
        "",
        3,
        "decimal",
    )


def test_chapters_may_be_counted_through_all_parts():
    tree = tree_of(
        page(1, heading("第一编 总则", height=18), heading("第一章 一般规定"), CLAUSE),
        page(2, heading("第二章 职责"), CLAUSE),
        page(3, heading("第二编 运行", height=18), heading("第三章 方式"), CLAUSE),
        page(4, heading("第四章 检修"), CLAUSE),
    )
    assert parents(tree) == {
        "第一编": None,
        "1": "第一编",
        "2": "第一编",
        "第二编": None,
        "3": "第二编",
        "4": "第二编",
    }
    assert tree.doubts == ()


def test_sections_may_be_counted_through_all_chapters():
    pages = [page(1, heading("Chapter I", height=18), heading("Scope", height=18))]
    for number in range(1, 21):
        head = [heading("Chapter II", height=18), heading("Duties", height=18)]
        own = heading(f"Section {number}. Duty {'ABCDEFGHIJKLMNOPQRST'[number - 1]}")
        pages.append(page(number + 1, *(head if number == 9 else []), own, "The operator informs."))
    tree = tree_of(*pages)
    assert tree.doubts == ()
    assert [node.parent_id for node in tree.nodes if node.label.startswith("Section")] == [
        "made/s1"
    ] * 8 + ["made/s2"] * 12


def test_the_rest_of_a_list_of_attachments_begins_no_chapters():
    tree = tree_of(
        page(
            1,
            heading("一、总体要求"),
            CLAUSE,
            "附件：1.任务分工表",
            line("2.联系人名单", kind="heading"),
            line("3.应急预案", kind="heading"),
            "东海电网调控中心",
        )
    )
    assert numbers(tree) == ["1"]


def test_chapters_may_be_counted_anew_in_every_part():
    tree = tree_of(
        page(1, heading("第一编 总则", height=18), heading("第一章 一般规定"), CLAUSE),
        page(2, heading("第二编 运行", height=18), heading("第一章 方式"), CLAUSE),
        page(3, heading("第二章 检修"), CLAUSE),
    )
    assert [node.parent_id for node in tree.nodes if node.title in ("方式", "检修")] == [
        tree.nodes[2].node_id
    ] * 2
    assert tree.doubts == ()


def test_titles_behind_numbers_of_any_print():
    tree = tree_of(
        page(1, heading("1 总则"), heading("1.1 目的"), CLAUSE, heading("2.术语"), CLAUSE),
    )
    assert [(node.label, node.title) for node in tree.nodes] == [
        ("1", "总则"),
        ("1.1", "目的"),
        ("2.", "术语"),
    ]


def test_a_round_number_is_the_chapter_of_the_numbers_behind_it():
    tree = tree_of(
        page(1, heading("1.0 Purpose"), "It serves.", heading("2.0 Procedure"), "As follows."),
        page(2, heading("2.1 Orders"), "Repeat them.", heading("2.2 Records"), "Keep them."),
        page(3, heading("3.0 Review"), "Each year.", heading("3.0.1 Reports"), "They go out."),
    )
    assert parents(tree) == {
        "1.0": None,
        "2.0": None,
        "2.1": "2.0",
        "2.2": "2.0",
        "3.0": None,
        "3.0.1": "3.0",
    }
    assert tree.doubts == ()


def test_articles_run_through_chapters():
    tree = tree_of(
        page(
            1,
            heading("第一章 总则"),
            f"第一条 {CLAUSE}",
            f"第二条 {CLAUSE}",
            heading("第二章 职责"),
            f"第三条 {CLAUSE}",
            f"第三条之一 {CLAUSE}",
        )
    )
    assert numbers(tree) == ["1", "1/1", "1/2", "2", "2/3", "2/3.1"]


def test_an_attachment_counts_its_articles_for_itself():
    tree = tree_of(
        page(1, heading("1 总则"), CLAUSE, heading("2 职责"), CLAUSE),
        page(2, heading("附件1 管理办法"), f"第一条 {CLAUSE}", f"第二条 {CLAUSE}"),
        page(3, heading("附件2 考核办法"), heading("1 范围"), heading("1.1 对象"), CLAUSE),
    )
    assert numbers(tree) == [
        *("1", "2", "附件1", "附件1/1", "附件1/2"),
        *("附件2", "附件2/1", "附件2/1.1"),
    ]


def test_an_appendix_has_its_title_beside_or_below_it():
    tree = tree_of(
        page(1, heading("1 总则"), CLAUSE),
        page(
            2, heading("附 录 A"), line("（规范性附录）"), heading("调度术语"), heading("A.1 状态")
        ),
        page(3, heading("附录B（资料性附录） 线路参数"), f"B.1 {CLAUSE}"),
    )
    assert [(node.section_number, node.title) for node in tree.nodes] == [
        ("1", "总则"),
        ("A", "调度术语"),
        ("A.1", "状态"),
        ("B", "线路参数"),
        ("B.1", ""),
    ]


def test_a_term_stands_below_its_number():
    tree = tree_of(
        page(
            1,
            heading("3 术语"),
            heading("3.1"),
            "码率 code rate",
            CLAUSE,
            heading("3.2"),
            "帧率 frame rate",
            CLAUSE,
        )
    )
    assert [node.title for node in tree.nodes] == ["术语", "码率 code rate", "帧率 frame rate"]
    assert len(tree.heading_levels) == 5  # the terms are headings with their numbers


def test_requirements_parts_and_measures():
    tree = tree_of(
        page(
            1,
            heading("Article 3 Requirements"),
            heading("3.1 Plans"),
            "R1. Each operator shall have a plan that shall:",
            "Part 1.1 identify the limit;",
            "Part 1.2 state the actions.",
            heading("3.2 Action"),
            "R2. Each operator shall act.",
            "Part 2.1 The operator shall shed load.",
            heading("Article 4 Measures"),
            "M1. Each operator shall keep its plan.",
        )
    )
    assert parents(tree) == {
        "3": None,
        "3.1": "3",
        "R1": "3.1",
        "R1.1": "R1",
        "R1.2": "R1",
        "3.2": "3",
        "R2": "3.2",
        "R2.1": "R2",
        "4": None,
        "M1": "4",
    }


def test_an_outline_changes_its_count_with_each_level():
    items = [
        "(a) Entities:",
        "(1) desks;",
        "(2) operators:",
        "(A) large;",
        "(B) small;",
        "(b) Sites.",
    ]
    tree = tree_of(page(1, heading("1 Scope"), *(line(item, kind="list") for item in items)))
    assert numbers(tree) == ["1", "1(a)", "1(a)(1)", "1(a)(2)", "1(a)(2)(A)", "1(a)(2)(B)", "1(b)"]


@pytest.mark.parametrize(
    ("following", "expected"), [("(j) tenth;", "1(i)"), ("(ii) second;", "1(h)(i)")]
)
def test_i_is_a_letter_or_a_roman_number_as_its_neighbours_say(following, expected):
    items = [f"({letter}) item;" for letter in "abcdefghi"] + [following]
    tree = tree_of(page(1, heading("1 Scope"), *(line(item, kind="list") for item in items)))
    assert expected in numbers(tree)


def test_numbered_paragraphs_below_an_article():
    tree = tree_of(
        page(
            1,
            heading("CHAPTER I"),
            heading("General provisions"),
            heading("Article 1", height=11.0),
            heading("Scope", height=11.0),
            "1. This Regulation lays down rules.",
            "2. It protects rights.",
            heading("Article 2", height=11.0),
            heading("Terms", height=11.0),
            "1. A term has one meaning.",
            "2. Terms are in Annex 1.",
        )
    )
    assert numbers(tree) == ["1", "1/1", "1/1(1)", "1/1(2)", "1/2", "1/2(1)", "1/2(2)"]
    assert tree.nodes[0].title == "General provisions"


def test_front_and_back_matter_stands_at_the_top_level():
    tree = tree_of(
        page(1, heading("前 言", height=16.0), CLAUSE),
        page(2, heading("1 范围"), CLAUSE, heading("2 术语"), CLAUSE, heading("3 总则"), CLAUSE),
        page(3, heading("参考文献"), "[1] GB/T 14285"),
    )
    assert numbers(tree) == ["前言", "1", "2", "3", "参考文献"]
    assert set(levels(tree).values()) == {1}


def test_numbers_with_an_enumeration_comma_are_headings_only_where_they_are_set_so():
    tree = tree_of(
        page(
            2,
            heading("电工安全操作规程", height=18.0),
            heading("一、停电操作"),
            line("1、断开低压开关。", kind="list"),
            line("2、断开高压开关。", kind="list"),
            heading("二、送电操作"),
        )
    )
    assert [(node.label, node.title) for node in tree.nodes] == [
        ("", "电工安全操作规程"),
        ("一、", "停电操作"),
        ("二、", "送电操作"),
    ]


def test_a_letter_counts_its_chapters_in_the_print_of_its_text():
    letter = page(1, "一、总体要求", CLAUSE, "二、主要任务", CLAUSE, "三、保障措施", CLAUSE)
    assert [node.title for node in tree_of(letter).nodes] == ["总体要求", "主要任务", "保障措施"]
    below_chapter = page(
        1, heading("第一章 总则"), CLAUSE, "一、总体要求", CLAUSE, "二、任务", CLAUSE
    )
    assert numbers(tree_of(below_chapter)) == ["1"]
    a_list = page(1, "一、发电厂", "二、变电站", "三、线路", CLAUSE)
    assert numbers(tree_of(a_list)) == []


def test_the_items_of_a_note_begin_no_chapters():
    tree = tree_of(
        page(
            1,
            heading("1 补偿"),
            CLAUSE,
            line("注：1. 标准为含税价。", kind="footnote", height=9.0),
            line("2. 黑启动按年结算。", height=9.0),
            heading("2 附则"),
            CLAUSE,
        )
    )
    assert [(node.section_number, node.title) for node in tree.nodes] == [
        ("1", "补偿"),
        ("2", "附则"),
    ]


# --- what only looks like a chapter -----------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        "3.5 秒内频率下降超过 0.4 Hz 的，应判定为大功率缺额事件。",
        "0.5 kV 及以下的低压线路不属于调度管辖范围。",
        "110 kV 母线停电时，应先将负荷倒至另一条母线。",
        "2 回及以上同塔线路同时跳闸的，不得强送。",
        "2023 年及以前投运的电厂，仍按协议编制。",
        "1.3 所列单位应当执行。",
        "第二条规定的情形除外。",
        "附录A所列术语用于调度指令。",
        "2.5 MW is the smallest block of load.",
        "24 hours after the effective date every operator must confirm.",
        "1.2 above are those to which the rules apply.",
    ],
)
def test_a_sentence_that_begins_with_a_number_is_none(sentence):
    tree = tree_of(
        page(1, heading("1 总则"), heading("1.1 目的"), sentence, heading("1.2 范围"), CLAUSE),
        page(2, heading("2 职责"), heading("2.1 机构"), sentence, heading("2.2 人员"), CLAUSE),
    )
    assert numbers(tree) == ["1", "1.1", "1.2", "2", "2.1", "2.2"]


def test_a_number_that_the_line_before_asks_for_is_none_and_one_behind_and_is():
    tree = tree_of(
        page(
            1,
            heading("4 Applicability"),
            heading("4.2 Facilities"),
            "4.2.1 each of the following assets; and",
            "4.2.2 all others specified in Applicability section",
            "4.2.1 above.",
            "4.2.3 those of a Distribution Provider.",
        )
    )
    assert numbers(tree) == ["4", "4.2", "4.2.1", "4.2.2", "4.2.3"]


def test_captions_notes_and_list_items_are_none():
    tree = tree_of(
        page(
            1,
            heading("1 总则"),
            heading("附表1 线路参数", height=9.0),
            heading("表A-1 用语", height=9.0),
            heading("值班检查项目", height=9.0),
            line("1）事故处理；", kind="list"),
            line("(1) 断电操作顺序：", kind="list"),
            line("1 From the first Sunday of April.", height=8.0, kind="footnote"),
            "1. 电气操作人员应思想集中；",
            "2. 工作前应详细检查工具。",
        )
    )
    assert numbers(tree) == ["1"]


def test_contents_pages_are_no_chapters_but_a_check():
    tree = tree_of(
        page(
            1,
            heading("目次"),
            "1 范围 .............. 1",
            "2 术语 .............. 1",
            "3 罚则 .............. 9",
        ),
        page(2, heading("1 范围"), CLAUSE, heading("2 术语"), CLAUSE),
    )
    assert numbers(tree) == ["1", "2"]
    assert tree.nodes[0].page_start == 2
    assert tree.doubts == ("The contents list 3 罚则, which was not found.",)
    assert not any(block_id.startswith("made/p0001") for block_id in tree.chapter_of)


def test_the_title_above_the_first_chapter_is_none():
    tree = tree_of(
        page(1, heading("前言"), CLAUSE),
        page(2, heading("电力系统导则", height=20.0), heading("1 范围"), CLAUSE),
        page(3, heading("2 术语"), CLAUSE, heading("3 总则"), CLAUSE),
    )
    assert numbers(tree) == ["前言", "1", "2", "3"]
    assert tree.nodes[0].page_end == 1


# --- counting ---------------------------------------------------------------------------------


def test_a_missing_number_does_not_lose_the_later_ones():
    tree = tree_of(
        page(1, heading("1 总则"), heading("1.1 目的"), heading("1.3 范围"), heading("1.4 原则")),
    )
    assert numbers(tree) == ["1", "1.1", "1.3", "1.4"]
    assert tree.doubts == ("1.3 (page 1): 1.2 is missing before it",)


def test_a_lost_heading_does_not_lose_what_is_below_it():
    tree = tree_of(
        page(1, heading("4 控制"), f"4.1.1 {CLAUSE}", f"4.1.2 {CLAUSE}", heading("4.2 电压"))
    )
    assert numbers(tree) == ["4", "4.1.1", "4.1.2", "4.2"]


def test_a_number_printed_twice_under_two_titles_is_kept():
    tree = tree_of(
        page(1, heading("1 总则"), heading("1.1 目的"), heading("1.1 范围"), heading("1.2 原则"))
    )
    assert [node.title for node in tree.nodes] == ["总则", "目的", "范围", "原则"]
    assert len(set(numbers(tree))) == 4


def test_a_number_that_jumps_back_begins_nothing():
    tree = tree_of(
        page(1, heading("1 总则"), heading("1.1 目的"), heading("2 职责"), heading("1.1 目的"))
    )
    assert numbers(tree) == ["1", "1.1", "2"]


def test_a_second_document_behind_the_first_counts_anew():
    tree = tree_of(
        page(1, heading("1 Scope"), CLAUSE, heading("2 Terms"), CLAUSE, heading("3 Rules"), CLAUSE),
        page(2, heading("1 范围"), CLAUSE, heading("2 术语"), CLAUSE),
    )
    assert numbers(tree) == ["1", "2", "3", "1_2", "2_2"]


def test_a_heading_without_number_does_not_end_the_counting():
    tree = tree_of(
        page(
            1,
            heading("1 总则"),
            heading("1.1 目的"),
            CLAUSE,
            heading("2 职责"),
            heading("2.1 机构"),
        ),
        page(2, heading("重要提示", height=20.0), CLAUSE, heading("2.2 人员"), CLAUSE),
    )
    assert numbers(tree) == ["1", "1.1", "2", "2.1", "重要提示", "2.2"]


# --- bookmarks --------------------------------------------------------------------------------


def test_a_bookmark_makes_a_heading_of_a_line_that_it_names():
    pages = (
        page(1, heading("1 总则"), CLAUSE, heading("2 职责"), CLAUSE, heading("3 附加"), CLAUSE),
        page(2, line("术语表", bold=True), CLAUSE),
    )
    assert "术语表" not in numbers(tree_of(*pages))
    bookmarks = [Bookmark(title="术语表", level=1, page_num=2)]
    assert "术语表" in numbers(tree_of(*pages, bookmarks=bookmarks))


def test_a_bookmark_that_the_text_does_not_bear_out_makes_nothing():
    bookmarks = [Bookmark(title="封面", level=1, page_num=1), Bookmark(title="1.2 范围", level=2)]
    tree = tree_of(page(1, heading("1 总则"), heading("1.1 目的"), CLAUSE), bookmarks=bookmarks)
    assert numbers(tree) == ["1", "1.1"]


# --- what belongs to a chapter ----------------------------------------------------------------


@pytest.fixture
def document():
    return body_of(
        page(1, "发布公告"),
        page(2, heading("1 总则"), heading("1.1 目的"), CLAUSE),
        page(3),
        page(4, "本章至此。", heading("2 职责"), f"2.1 {CLAUSE}"),
    )


@pytest.fixture
def tree(document):
    return find_chapters(document, (), find_contents(document))


def test_every_block_behind_the_first_heading_belongs_to_a_chapter(document, tree):
    assert set(tree.chapter_of) == {block.block_id for block in document.blocks[1:]}
    assert tree.chapter_of["made/p0004/b00"] == "made/s1.1"


def test_a_chapter_ends_with_what_is_below_it(tree):
    assert [(node.page_start, node.page_end) for node in tree.nodes] == [
        (2, 4),
        (2, 4),
        (4, 4),
        (4, 4),
    ]


def test_direct_blocks_leave_out_the_heading_but_not_the_clause(tree):
    direct = {node.section_number: node.direct_block_ids for node in tree.nodes}
    assert direct == {
        "1": (),
        "1.1": ("made/p0002/b02", "made/p0004/b00"),
        "2": (),
        "2.1": ("made/p0004/b02",),
    }


def test_a_page_has_new_and_inherited_chapters_even_if_it_is_blank(document, tree):
    active = active_chapters(tree, document)
    seen = {
        page_num: [(chapter.section_number, chapter.inherited) for chapter in chapters]
        for page_num, chapters in active.items()
    }
    assert seen == {
        1: [],
        2: [("1", False), ("1.1", False)],
        3: [("1", True), ("1.1", True)],
        4: [("1", True), ("1.1", True), ("2", False), ("2.1", False)],
    }


def test_the_path_of_a_chapter_begins_at_the_top(tree):
    assert chapter_path(tree, "made/s1.1") == ("1 总则", "1.1 目的")


def test_the_contents_show_headings_only(tree):
    contents = toc(tree, "规程", 4)
    assert [(item.section_number, item.page_end) for item in contents.items] == [("1", 4), ("2", 4)]
    assert [item.title for item in contents.items[0].children] == ["1.1 目的"]
    assert contents.items[1].children == ()


def test_a_footnote_belongs_to_the_paragraph_that_sends_there():
    tree = tree_of(
        page(
            1,
            heading("1 总则"),
            line("1.1 执行录音制度1，并保存。", raised=((10, 11),)),
            f"1.2 {CLAUSE}",
            line("1 录音保存一年。", height=8.0, kind="footnote", raised=((0, 1),)),
        )
    )
    assert tree.chapter_of["made/p0001/b03"] == "made/s1.1"


def test_a_document_without_headings_has_no_tree():
    tree = tree_of(page(1, CLAUSE), page(2))
    assert tree.nodes == ()
    assert toc(tree, "记录", 2).items == ()


def test_an_excerpt_may_begin_with_any_chapter():
    tree = tree_of(
        page(
            1,
            heading("12 事故处理"),
            heading("12.1 一般规定", height=12.0),
            line("1) 调度员应当立即处理。"),
            heading("13 附则"),
        )
    )
    assert numbers(tree) == ["12", "12.1", "13"]
    assert tree.doubts == ("12 (page 1): 11 is missing before it",)


def test_a_standard_behind_a_number_is_no_amount_of_gigabytes():
    tree = tree_of(
        page(
            1,
            heading("2 规范性引用文件"),
            "2.1 GB/T 14285 继电保护和安全自动装置技术规程",
            "2.2 GB 38755 电力系统安全稳定导则",
            "2.3 DL/T 559 继电保护装置运行整定规程",
        )
    )
    assert list(levels(tree)) == ["2", "2.1", "2.2", "2.3"]
