"""Notes and who cites them; each defect of the original systems is a test here."""

import pytest

from core.model import Box, ChapterNode
from core.parsing.elements import ParsedElement
from core.structure.notes.annotations import find_annotations
from core.structure.tables.captions import tie_captions
from core.structure.tables.joining import join_tables
from tests.unit.structure.made_tables import FOOT, HEAD, body_of, caption, table, text


def annotated(*pages, chapter_of=None, chapters=()):
    body = body_of(*pages)
    joined = join_tables(body, tie_captions(body))
    table_of_block = {block: place.table_id for block, place in joined.place_of.items()}
    return find_annotations(body, joined.tables, table_of_block, chapter_of or {}, chapters)


def note(content, top, kind="footnote"):
    return text(content, top, kind=kind)


def printed(content, top, kind="text", height=12.0, superscripts=()):
    box = Box(left=0.1, top=top, right=0.9, bottom=top + 0.015)
    return ParsedElement(
        kind=kind, text=content, box=box, font_height=height, superscripts=superscripts
    )


def raised(element, row, col, start, end):
    """The table with one stretch of one cell set as a superscript."""
    cells = tuple(
        cell.model_copy(update={"superscripts": ((start, end),)})
        if (cell.row, cell.col) == (row, col)
        else cell
        for cell in element.table.cells
    )
    return element.model_copy(update={"table": element.table.model_copy(update={"cells": cells})})


def links(annotation):
    return [(link.page_num, link.row, link.col, link.text) for link in annotation.links]


def test_a_mark_alone_in_a_cell_cites_its_note_but_in_the_first_column_it_counts_rows():
    found = annotated(
        [
            table("序号 | 限额", "① | 300", "② | ①", header=1, top=0.12),
            note("① 冬季。", 0.2, "list"),
            note("② 夏季。", 0.22, "list"),
        ]
    )
    winter, summer = found.annotations
    assert (winter.annotation_id, winter.content) == ("①", "冬季。")
    assert [(row, col) for _, row, col, _ in links(winter)] == [(2, 1)]
    assert links(summer) == []


@pytest.mark.parametrize(("first", "second"), [("①", "②"), ("*", "**"), ("a)", "b)"), ("1)", "2)")])
def test_a_mark_that_counts_on_below_a_cited_one_is_a_note_too(first, second):
    cited = raised(table("设备 | 限额", f"甲 | 300{first}", header=1, top=0.12), 1, 1, 3, 5)
    found = annotated(
        [
            cited,
            note(f"{first} 冬季。", 0.2, "list"),
            note(f"{second} 夏季。", 0.22, "list"),
            note("§ 全年。", 0.24, "list"),
        ]
    )
    assert [(n.annotation_id, n.content, n.table_id) for n in found.annotations] == [
        (first, "冬季。", "made/p0001/t1"),
        (second, "夏季。", "made/p0001/t1"),
    ]


def test_marks_in_small_print_right_below_a_table_are_its_notes_though_nothing_cites_them():
    found = annotated(
        [
            table("设备 | 限额", "甲 | 300", header=1, top=0.12),
            printed("* 冬季。", 0.17, "list", height=9.0),
            printed("正文。", 0.3),
            printed("正文。", 0.34),
            printed("* 不是注。", 0.4, "list", height=9.0),
        ],
        [
            table("设备 | 限额", "乙 | 300", header=1, top=0.3),
            printed("a) 核对。", 0.35, "list"),
        ],
        [
            table("设备 | 限额", "丙 | 300", header=1, top=0.3),
            printed("3) 页末。", 0.6, "list", height=9.0),
        ],
    )
    assert [(n.annotation_id, n.content, n.table_id) for n in found.annotations] == [
        ("*", "冬季。", "made/p0001/t1")
    ]


def test_a_remark_right_below_a_table_is_its_note_and_elsewhere_a_paragraph():
    found = annotated(
        [
            table("设备 | 限额", "甲 | 300", header=1, top=0.12),
            note("备注：冬季。", 0.2, "text"),
            note("说明：1. 夏季。", 0.22, "text"),
            note("2. 全年。", 0.24, "text"),
            text("正文。", 0.3),
            note("说明：本章由调控中心解释。", 0.34, "text"),
        ]
    )
    assert [(n.annotation_id, n.variant_key, n.content) for n in found.annotations] == [
        ("备注", "note:", "冬季。"),
        ("说明1", "note:1", "夏季。"),
        ("说明2", "note:2", "全年。"),
    ]


def test_a_cell_is_linked_to_the_note_below_its_own_table():
    found = annotated(
        [
            caption("表1 甲", 0.1),
            table("设备 | 要求", "a | 见注1", header=1, top=0.12),
            note("注1：甲的说明。", 0.2),
            caption("表2 乙", 0.3),
            table("设备 | 要求", "b | 3见注1", header=1, top=0.32),
            note("注1：乙的说明。", 0.4),
        ]
    )
    first, second = found.annotations
    assert (first.note_id, second.note_id) == ("made/p0001/n1", "made/p0001/n2")
    assert (first.table_id, second.table_id) == ("made/t-1", "made/t-2")
    assert first.content == "甲的说明。"
    assert links(first) == [(1, 1, 1, "见注1")]
    assert links(second) == [(1, 1, 1, "见注1")]
    assert first.links[0].table_id == "made/t-1"
    assert found.doubts == ()


@pytest.mark.parametrize(
    ("label", "citation"),
    [
        ("注：", "见注"),
        ("注 1：", "见注1"),
        ("注一：", "注①"),
        ("注⑪：", "见注11"),
        ("注①：", "见注一"),
    ],
)
def test_every_variant_is_seen_and_cited(label, citation):
    found = annotated(
        [table("设备 | 要求", f"a | {citation}", header=1, top=0.1), note(f"{label}说明。", 0.2)]
    )
    (annotation,) = found.annotations
    assert annotation.content == "说明。"
    assert len(annotation.links) == 1


def test_notes_of_a_table_over_pages_stand_on_its_last_page():
    head = "设备 | 要求"
    found = annotated(
        [caption("表5 甲", 0.8), table(head, "a | 见注1", "b | 乙", header=1, bottom=FOOT)],
        [table(head, "c | 见注1", header=1, top=HEAD), note("注1：说明。", 0.3)],
    )
    (annotation,) = found.annotations
    assert (annotation.page_num, annotation.table_id) == (2, "made/t-5")
    assert links(annotation) == [(1, 1, 1, "见注1"), (2, 3, 1, "见注1")]


def test_a_row_through_all_columns_that_begins_with_a_note_is_a_note():
    found = annotated([table("设备 | 要求", "a | 见注2", "注：1、甲；2、乙。 | <", header=1)])
    assert [(n.annotation_id, n.content) for n in found.annotations] == [
        ("注1", "甲；"),
        ("注2", "乙。"),
    ]
    assert [len(n.links) for n in found.annotations] == [0, 1]
    assert found.note_blocks == frozenset()


def test_several_notes_in_one_block_are_several_notes():
    found = annotated(
        [
            table("设备 | 要求", "a | 注1", "b | 注2", header=1, top=0.1),
            note("注1：甲。注2：乙。", 0.2),
        ]
    )
    assert [n.content for n in found.annotations] == ["甲。", "乙。"]
    assert [len(n.links) for n in found.annotations] == [1, 1]
    assert found.note_blocks == {"made/p0001/b01"}


def test_the_items_of_a_note_may_be_blocks_of_their_own():
    found = annotated(
        [
            table("设备 | 要求", "a | 注1", "b | 注2", header=1, top=0.1),
            printed("注：1. 指省调。", 0.2, height=9.0),
            printed("2. 指电厂；3. 指用户。", 0.22, height=9.0),
            printed("5. 正文。", 0.24, height=9.0),
        ]
    )
    assert [(n.annotation_id, n.content) for n in found.annotations] == [
        ("注1", "指省调。"),
        ("注2", "指电厂；"),
        ("注3", "指用户。"),
    ]
    assert [len(n.links) for n in found.annotations] == [1, 1, 0]


def test_a_note_goes_on_over_the_page_break():
    found = annotated(
        [table("a | b", "c | d", top=0.1), printed("注1：说明的前一半，", 0.9, "footnote", 9.0)],
        [printed("后一半。", 0.08, "text", 9.0), printed("1.1 正文。", 0.12)],
    )
    (annotation,) = found.annotations
    assert annotation.content == "说明的前一半，后一半。"
    assert found.note_blocks == {"made/p0001/b01", "made/p0002/b00"}


def test_marks_below_a_table_are_notes_where_a_cell_cites_them():
    cable = raised(table("线路 | 备注", "南望线* | 含电缆段1)", header=1, top=0.1), 1, 1, 4, 6)
    found = annotated(
        [cable, note("* 载流量以电缆段为准。", 0.2), note("1) 按实测值计算。", 0.22, "list")]
    )
    assert [(n.annotation_id, n.annotation_type) for n in found.annotations] == [
        ("*", "mark"),
        ("1)", "footnote"),
    ]
    assert [links(n) for n in found.annotations] == [[(1, 1, 0, "*")], [(1, 1, 1, "1)")]]


def test_a_list_below_a_table_that_nothing_cites_is_a_list():
    found = annotated(
        [table("a | b", "c | d", top=0.1), text("1) 第一项；", 0.2, "list"), text("a 项", 0.22)]
    )
    assert found.annotations == ()


def test_a_footnote_is_linked_to_the_raised_number_on_its_page():
    sentence = "严格执行复诵和录音制度1)。"
    found = annotated(
        [
            printed(sentence, 0.3, superscripts=((11, 13),)),
            printed("面积不大于 5 m2。", 0.4, superscripts=((9, 10),)),
            printed("1)复诵指逐字重复。", 0.9, "footnote", 9.0, ((0, 2),)),
            printed("2 体积另计。", 0.92, "footnote", 9.0),
        ],
        [printed("另一页的1)。", 0.3, superscripts=((4, 6),))],
    )
    first, second = found.annotations
    assert (first.annotation_id, first.annotation_type, first.table_id) == ("1)", "footnote", None)
    assert links(first) == [(1, None, None, "1)")]
    assert first.related_blocks == ("made/p0001/b00",)
    assert second.links == ()  # m² is a unit


def test_a_footnote_mark_that_the_text_layer_does_not_raise_is_found_too():
    found = annotated(
        [
            printed("严格执行复诵和录音制度1)。", 0.3),
            printed("1)复诵指逐字重复。", 0.9, "footnote", 9.0),
        ]
    )
    assert links(found.annotations[0]) == [(1, None, None, "1)")]


def test_plans_of_two_tables_are_not_mixed_up_and_a_far_citation_stays_open():
    chapters = [
        ChapterNode(
            node_id=f"made/s{number}",
            reg_id="made",
            section_number=str(number),
            label=f"第{number}章",
            title="",
            level=1,
            numbering="chapter",
            page_start=number,
            page_end=number,
            order=number,
        )
        for number in (1, 2, 3)
    ]
    head = "模式 | 方案"
    pages = (
        [text("整定配合按方案A确定。", 0.1)],
        [table(head, "a | 方案A", header=1, top=0.1), text("方案A：甲。", 0.2)],
        [table(head, "b | 方案A", header=1, top=0.1), text("方案A：乙。", 0.2)],
    )
    chapter_of = {
        f"made/p{page:04d}/b{order:02d}": f"made/s{page}" for page in (1, 2, 3) for order in (0, 1)
    }
    # The nearest plan is on the next page, the other two pages away.
    found = annotated(*pages, chapter_of=chapter_of, chapters=chapters)
    assert [links(n) for n in found.annotations] == [
        [(1, None, None, "按方案A"), (2, 1, 1, "方案A")],
        [(3, 1, 1, "方案A")],
    ]
    far = ([text("整定配合按方案A确定。", 0.1)], [], [], *pages[1:])
    found = annotated(*far)
    assert [len(n.links) for n in found.annotations] == [1, 1]
    assert found.doubts == ("made/p0001/b00: 按方案A may mean several notes",)


def test_the_table_named_with_the_note_decides():
    found = annotated(
        [caption("表1 甲", 0.1), table("a | b", "c | d", top=0.12), note("注1：甲。", 0.2)],
        [caption("表2 乙", 0.1), table("e | f", "g | h", top=0.12), note("注1：乙。", 0.2)],
        [text("计算按表1注1，核对见表2注1。", 0.1)],
    )
    assert [links(n) for n in found.annotations] == [
        [(3, None, None, "按表1注1")],
        [(3, None, None, "见表2注1")],
    ]


def test_a_citation_of_a_note_that_is_not_there_is_a_doubt():
    found = annotated(
        [table("设备 | 要求", "a | 见注3", header=1, top=0.1), note("注1：甲。", 0.2)]
    )
    assert found.annotations[0].links == ()
    assert found.doubts == ("made/p0001/b00: 见注3 cites a note that is not there",)
