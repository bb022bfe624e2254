"""Captions: what is one, and which table or figure it names."""

import pytest

from core.structure.tables.caption_text import read_caption
from core.structure.tables.captions import tie_captions
from tests.unit.structure.made_tables import body_of, caption, figure, table, text


@pytest.mark.parametrize(
    ("printed", "kind", "number", "is_continuation"),
    [
        ("表6-2 线路跳闸后的强送规定", "table", "6-2", False),
        ("表6.2 强送规定", "table", "6.2", False),
        ("表 6－2", "table", "6-2", False),
        ("表６—２　强送规定", "table", "6-2", False),
        ("附表1 主要线路参数", "table", "附表1", False),
        ("表A.1 术语", "table", "A.1", False),
        ("表B.10现场端信息编码表", "table", "B.10", False),
        ("表4-2 中枢点电压控制值", "table", "4-2", False),
        ("表5-1 220 kV 线路保护整定值", "table", "5-1", False),
        ("表10终端CRC校验", "table", "10", False),
        ("表7 应急处置", "table", "7", False),
        ("表一 检查项目", "table", "一", False),
        ("Table R1", "table", "R1", False),
        ("Table 1. Ratings", "table", "1", False),
        ("TABLE II Ratings", "table", "II", False),
        ("CIP-005-7 Table R1 – Electronic Security Perimeter", "table", "R1", False),
        ("图3-1 接线示意图", "figure", "3-1", False),
        ("Figure 1 From limit to report", "figure", "1", False),
        ("Fig. 2 Overview", "figure", "2", False),
        ("表6-2（续）", "table", "6-2", True),
        ("表12 (续)", "table", "12", True),
        ("续表6-2", "table", "6-2", True),
        ("续表", "table", None, True),
        ("表6-2 强送规定（续）", "table", "6-2", True),
        ("Table R1 Time limits (continued)", "table", "R1", True),
        ("Table 3 (cont.)", "table", "3", True),
        ("Table 3, continued", "table", "3", True),
        ("Table 3 – continued from previous page", "table", "3", True),
        ("Table 3 Ratings (2 of 3)", "table", "3", True),
        ("Table 3 Ratings (1 of 3)", "table", "3", False),
        ("表1（完）", "table", "1", True),
        ("表5 续航里程", "table", "5", False),
        ("附录B表1 断面限额", "table", "1", False),
        ("附录B表1（续）", "table", "1", True),
    ],
)
def test_a_caption_is_read(printed, kind, number, is_continuation):
    found = read_caption(printed)
    assert found is not None
    assert (found.kind, found.number, found.is_continuation) == (kind, number, is_continuation)


@pytest.mark.parametrize(
    "printed",
    [
        "表6-2 给出了强送的条件。",
        "表6-2给出了强送的条件",
        "表4-1和表4-2的数值",
        "表5-2、表5-3规定",
        "附表1所列载流量为环境温度 25 ℃ 时的数值。",
        "表3中的数值",
        "表一般放在文后",
        "表的编号",
        "图例",
        "Table 2 lists the ratings.",
        "Table 1 and Table 2 show the ratings",
        "Tables are listed below",
        "表6-2 线路跳闸 ............ 19",
        "表6-2 线路跳闸…………19",
    ],
)
def test_a_sentence_or_a_line_of_contents_is_no_caption(printed):
    assert read_caption(printed) is None


def of(body):
    """Page and order of a table or figure to the text of its caption."""
    captions = tie_captions(body)
    return {
        (block.page_num, block.order): captions.of[block.block_id].text
        for block in body.blocks
        if block.block_id in captions.of
    }


def test_a_caption_between_two_tables_belongs_to_the_one_below():
    body = body_of(
        [
            caption("表1 甲", 0.1),
            table("a | b", top=0.12),
            caption("表2 乙", 0.16),
            table("c | d", top=0.18),
        ]
    )
    assert of(body) == {(1, 1): "表1 甲", (1, 3): "表2 乙"}


def test_a_document_that_puts_captions_below_is_understood():
    pages = [
        [
            text("正文。", 0.08),
            table("a | b", top=0.12),
            caption(f"表{nth} 甲", 0.15),
            text("正文。", 0.2),
        ]
        for nth in range(1, 5)
    ]
    last = [table("a | b", top=0.1), caption("表5 甲", 0.13), table("a | b", top=0.16)]
    last.append(caption("表6 乙", 0.19))
    found = of(body_of(*pages, last))
    assert (found[5, 0], found[5, 2]) == ("表5 甲", "表6 乙")


def test_against_a_firm_habit_a_caption_does_not_take_the_table_on_the_wrong_side():
    pages = [
        [caption(f"表{nth} 甲", 0.1), table("a | b", top=0.12), text("正文。", 0.5)]
        for nth in range(1, 6)
    ]
    last = [table("c | d", top=0.08), caption("表6 未识别", 0.12), text("正文。", 0.5)]
    captions = tie_captions(body_of(*pages, last))
    assert "made/p0006/b00" not in captions.of
    assert [caption.number for caption in captions.untied] == ["6"]


def test_a_caption_at_the_foot_belongs_to_the_table_overleaf():
    body = body_of(
        [table("x | y", top=0.1), text("正文。", 0.5), caption("表61 格式", 0.9)],
        [table("a | b", top=0.08)],
    )
    assert of(body) == {(2, 0): "表61 格式"}
    assert tie_captions(body).of["made/p0002/b00"].page_num == 1


def test_a_footnote_below_the_orphan_does_not_part_it_from_its_table():
    body = body_of(
        [caption("表8-1 指标", 0.88), text("1) 脚注", 0.91, kind="footnote")],
        [table("a | b", top=0.08)],
    )
    assert of(body) == {(2, 0): "表8-1 指标"}


def test_a_unit_behind_the_orphan_does_not_part_it_from_its_table_either():
    at_foot = body_of(
        [caption("表8-1 指标", 0.88), text("单位：MW", 0.91)], [table("a | b", top=0.08)]
    )
    overleaf = body_of(
        [caption("表8-1 指标", 0.9)], [text("单位：MW", 0.08), table("a | b", top=0.1)]
    )
    assert of(at_foot) == {(2, 0): "表8-1 指标"}
    assert of(overleaf) == {(2, 1): "表8-1 指标"}


def test_a_title_row_of_the_grid_is_the_caption():
    body = body_of([table("CIP-005-7 Table R1 – Access | < | <", "Part | Systems | Measures")])
    found = tie_captions(body)
    assert found.of["made/p0001/b00"].number == "R1"
    assert found.of["made/p0001/b00"].is_title_row
    assert found.block_ids == frozenset()


def test_figures_take_the_caption_below_and_tables_the_one_above():
    body = body_of(
        [
            figure(0.1, 0.3),
            caption("图4-1 负荷曲线", 0.31),
            caption("表4-2 控制值", 0.34),
            table("a | b", top=0.36),
        ]
    )
    assert of(body) == {(1, 0): "图4-1 负荷曲线", (1, 3): "表4-2 控制值"}


def test_a_drawing_made_of_rules_keeps_its_figure_caption():
    body = body_of([table("基本信息 | 附加信息", top=0.1), caption("图3 消息结构图", 0.14)])
    caption_of = tie_captions(body).of["made/p0001/b00"]
    assert (caption_of.kind, caption_of.number) == ("figure", "3")


def test_a_unit_between_caption_and_table_does_not_part_them():
    body = body_of(
        [caption("表1 限额", 0.1), text("单位：MW", 0.12, left=0.75), table("a | b", top=0.14)]
    )
    assert of(body) == {(1, 2): "表1 限额"}


def test_a_number_and_its_title_on_two_lines_are_one_caption():
    body = body_of(
        [caption("Table 4", 0.1), caption("Ratings of conductors", 0.118), table("a | b", top=0.14)]
    )
    assert of(body) == {(1, 2): "Table 4 Ratings of conductors"}
    assert tie_captions(body).block_ids == {"made/p0001/b00", "made/p0001/b01"}


def test_a_number_at_the_margin_takes_the_title_in_the_middle_above_the_table():
    number = text("附表1", 0.1, right=0.2)
    body = body_of([number, caption("调管设备一览表", 0.14), table("a | b", top=0.17)])
    assert of(body) == {(1, 2): "附表1 调管设备一览表"}


def test_a_short_centred_line_right_above_is_a_caption_without_a_number():
    body = body_of([caption("值班检查项目", 0.1), table("a | b", top=0.12)])
    found = tie_captions(body).of["made/p0001/b01"]
    assert (found.number, found.text) == (None, "值班检查项目")


@pytest.mark.parametrize("line", ["附录A 术语", "第三节 母线失压", "2.1 管辖范围", "内容如下："])
def test_a_heading_or_a_sentence_right_above_is_no_caption(line):
    assert of(body_of([caption(line, 0.1), table("a | b", top=0.12)])) == {}


def test_a_list_of_tables_names_none():
    body = body_of(
        [caption(f"表{nth} 甲", 0.1 + 0.02 * nth) for nth in range(1, 6)],
        [table("a | b", top=0.08)],
    )
    assert of(body) == {}
    assert tie_captions(body).block_ids == frozenset()


def test_a_caption_whose_figure_was_not_found_is_kept_untied():
    captions = tie_captions(body_of([text("正文。", 0.1), caption("图9 流程", 0.3)]))
    assert [caption.text for caption in captions.untied] == ["图9 流程"]
    assert captions.block_ids == {"made/p0001/b01"}
