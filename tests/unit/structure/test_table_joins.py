"""Tables over pages: joined by evidence, kept apart by evidence, and the evidence kept."""

import pytest

from core.structure.tables.captions import tie_captions
from core.structure.tables.joining import join_tables, page_meta
from tests.unit.structure.made_tables import FOOT, HEAD, body_of, caption, figure, table, text


def joined(*pages):
    body = body_of(*pages)
    return join_tables(body, tie_captions(body))


def contents(table):
    """The rows as texts; a joined cell stands at its first place."""
    rows = [[""] * table.col_count for _ in range(table.row_count)]
    for cell in table.cells:
        rows[cell.row][cell.col] = cell.content
    return [tuple(row) for row in rows]


def spans(result):
    return [(table.page_start, table.page_end) for table in result.tables]


def test_three_pages_with_a_repeated_header_are_one_table_with_all_its_rows():
    head = "设备 | 处置"
    result = joined(
        [caption("表6-2 处置", 0.8), table(head, "a | 甲", "b | 乙", header=1, bottom=FOOT)],
        [table(head, "c | 丙", header=1, top=HEAD, bottom=FOOT)],
        [table(head, "d | 丁", "e | 戊", header=1, top=HEAD)],
    )
    (whole,) = result.tables
    assert whole.table_id == "made/t-6-2"
    assert [row[0] for row in contents(whole)] == ["设备", "a", "b", "c", "d", "e"]
    assert [segment.row_range for segment in whole.segments] == [(0, 3), (3, 4), (4, 6)]
    assert [segment.header_rows_dropped for segment in whole.segments] == [0, 1, 1]
    assert {cell.content: cell.page_num for cell in whole.cells}["d"] == 3
    assert whole.col_headers == ("设备", "处置")
    assert whole.row_headers == ("a", "b", "c", "d", "e")


@pytest.mark.parametrize("between", [[], [text("（本页空白）", 0.5)]])
def test_an_empty_page_does_not_end_a_table(between):
    result = joined(
        [table("序号 | 名称", "1 | 甲", "2 | 乙", header=1, bottom=FOOT)],
        between,
        [table("3 | 丙", "4 | 丁", top=HEAD)],
    )
    assert spans(result) == [(1, 3)]


def test_a_table_that_repeats_its_header_does_not_go_on_in_one_with_another_first_row():
    head = "设备 | 要求"
    result = joined(
        [table(head, "a | 甲", "b | 乙", bottom=FOOT)],
        [table(head, "c | 丙", "d | 丁", top=HEAD)],
        [table("人员 | 职责", "e | 戊", top=HEAD)],
    )
    assert spans(result) == [(1, 2), (3, 3)]


def test_parts_counted_behind_one_title_are_one_table():
    head = "设备 | 要求"
    result = joined(
        [caption("表4 限额（一）", 0.1), table(head, "a | 甲", header=1, top=0.12)],
        [caption("表4 限额（二）", 0.1), table(head, "b | 乙", header=1, top=0.12)],
        [caption("表5 限额（二）", 0.1), table(head, "c | 丙", header=1, top=0.12)],
    )
    assert spans(result) == [(1, 2), (3, 3)]


def test_a_page_of_text_ends_a_table():
    result = joined(
        [table("序号 | 名称", "1 | 甲", "2 | 乙", header=1, bottom=FOOT)],
        [text("调度机构应当统一调度。", 0.5)],
        [table("3 | 丙", "4 | 丁", top=HEAD)],
    )
    assert spans(result) == [(1, 1), (3, 3)]


def test_a_continuation_without_a_header_keeps_its_first_row():
    result = joined(
        [table("序号 | 名称", "1 | 甲", "2 | 乙", header=1, bottom=FOOT)],
        [table("3 | 丙", "4 | 丁", top=HEAD)],
    )
    (whole,) = result.tables
    assert [row[0] for row in contents(whole)] == ["序号", "1", "2", "3", "4"]
    assert whole.segments[1].header_rows_dropped == 0


def test_a_header_that_only_resembles_the_first_is_not_dropped():
    result = joined(
        [caption("表1 条件", 0.8), table("设备 | 投入条件", "a | 甲", header=1, bottom=FOOT)],
        [caption("表1（续）", 0.07), table("设备 | 退出条件", "b | 乙", header=1, top=0.1)],
    )
    (whole,) = result.tables
    assert contents(whole)[2] == ("设备", "退出条件")
    assert whole.segments[1].continued_caption == "表1（续）"


def test_two_header_rows_are_dropped_together():
    upper = table("线路 | 距离 | <", "^ | Ⅰ段 | Ⅱ段", "甲线 | 4.2 | 0.5", header=2, bottom=FOOT)
    lower = table("线路 | 距离 | <", "^ | Ⅰ段 | Ⅱ段", "乙线 | 4.5 | 0.8", header=2)
    (whole,) = joined([upper], [lower]).tables
    assert (whole.row_count, whole.header_row_count) == (4, 2)
    assert whole.segments[1].header_rows_dropped == 2
    assert whole.col_headers == ("线路", "距离 Ⅰ段", "距离 Ⅱ段")


def test_a_group_row_taken_for_a_header_on_one_page_stays_a_row():
    upper = table("名称 | 编码", "初始化命令 | <", "a | 1", header=2, bottom=FOOT)
    lower = table("名称 | 编码", "b | 2", header=1)
    (whole,) = joined([upper], [lower]).tables
    assert (whole.header_row_count, whole.segments[1].header_rows_dropped) == (1, 1)
    assert not any(cell.is_header for cell in whole.cells if cell.row == 1)


def test_a_header_alone_at_the_foot_is_the_header_of_what_follows():
    result = joined([table("起始字节 | 字段", bottom=FOOT)], [table("0 | 类型", "1 | 长度")])
    (whole,) = result.tables
    assert (whole.row_count, whole.header_row_count) == (3, 1)


def test_a_title_row_repeated_with_the_word_continued_is_dropped_with_the_header():
    title = "CIP-005-7 Table R1 – Access"
    upper = table(f"{title} | <", "Part | Measures", "1.1 | First", header=2, bottom=FOOT)
    lower = table(f"{title} (continued) | <", "Part | Measures", "1.2 | Second", header=2)
    (whole,) = joined([upper], [lower]).tables
    assert [row[0] for row in contents(whole)] == [title, "Part", "1.1", "1.2"]
    assert (whole.number, whole.segments[1].header_rows_dropped) == ("R1", 2)
    assert whole.segments[1].continued_caption == f"{title} (continued)"


def test_a_header_repeated_without_the_title_row_joins_but_is_not_dropped():
    title = "CIP-005-7 Table R1 – Access"
    upper = table(f"{title} | <", "Part | Measures", "1.1 | First", header=2, bottom=FOOT)
    (whole,) = joined([upper], [table("Part | Measures", "1.2 | Second", header=1)]).tables
    assert [row[0] for row in contents(whole)] == [title, "Part", "1.1", "Part", "1.2"]
    assert whole.segments[1].header_rows_dropped == 0


def test_a_group_row_in_bold_at_the_head_of_a_page_is_no_new_header():
    result = joined(
        [table("名称 | 编码", "a | 1", header=1, bottom=FOOT)],
        [table("控制命令 | <", "b | 2", header=1)],
    )
    assert spans(result) == [(1, 2)]


def test_a_misprinted_number_in_a_continued_caption_does_not_break_the_table():
    result = joined(
        [caption("表6-2 处置", 0.8), table("设备 | 处置", "a | 甲", header=1, bottom=FOOT)],
        [caption("表6-3（续）", 0.07), table("设备 | 处置", "b | 乙", header=1, top=0.1)],
    )
    (whole,) = result.tables
    assert whole.number == "6-2"
    assert result.tables[0].joins[0].signs[0].name == "continued_caption"


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ([], [caption("表4-4 退出条件", 0.07)]),
        ([], [text("4.3.3 电压低时应立即增加无功。", 0.07)]),
        ([], [text("第三节 母线失压", 0.07, kind="heading")]),
        ([text("表后的正文。", FOOT + 0.01)], []),
        ([caption("表4-4 退出条件", FOOT + 0.01)], []),
    ],
)
def test_a_new_caption_or_text_between_keeps_two_tables_apart(upper, lower):
    head = "设备 | 条件"
    result = joined(
        [caption("表4-3 投入条件", 0.8), table(head, "a | 甲", header=1, bottom=FOOT), *upper],
        [*lower, table(head, "b | 乙", header=1, top=0.1)],
    )
    assert spans(result) == [(1, 1), (2, 2)]
    (rejected,) = result.rejected
    assert rejected.strength < 0.5
    assert any(sign.weight <= -6 for sign in rejected.signs)


def test_equal_column_counts_do_not_make_unrelated_tables_one():
    result = joined(
        [table("参数 | 偏差", "变比 | 0.5%", bottom=FOOT, edges=(0.1, 0.3, 0.9))],
        [table("型式 | 次数", "真空 | 30", edges=(0.1, 0.7, 0.9))],
    )
    assert spans(result) == [(1, 1), (2, 2)]


def test_a_different_header_on_the_same_columns_begins_a_new_table():
    result = joined(
        [table("设备 | 投入条件", "a | 甲", header=1, bottom=FOOT)],
        [table("岗位 | 人数", "b | 2", header=1)],
    )
    assert spans(result) == [(1, 1), (2, 2)]
    assert "different_header" in [sign.name for sign in result.rejected[0].signs]


def test_pages_printed_sideways_of_each_other_are_laid_on_each_other():
    result = joined(
        [table("a | b | c", "1 | 甲 | x", header=1, bottom=FOOT, edges=(0.11, 0.25, 0.6, 0.91))],
        [table("2 | 乙 | y", edges=(0.086, 0.226, 0.576, 0.886))],
    )
    assert spans(result) == [(1, 2)]
    assert "shifted" in result.tables[0].joins[0].signs[0].detail


def test_a_fragment_with_merged_columns_is_set_on_the_columns_of_both():
    upper = table("类别 | 项目 | < | 说明", "命令 | 上位机 | 发送 | x", header=1, bottom=FOOT)
    lower = table("过程 | 等待回应", edges=(0.1, 0.3, 0.9))
    (whole,) = joined([upper], [lower]).tables
    assert whole.col_count == 4
    assert [(c.col, c.col_span) for c in whole.cells if c.row == 2] == [(0, 1), (1, 3)]


def test_several_tables_on_the_pages_of_the_break_do_not_confuse_each_other():
    head = "位 | 标志"
    result = joined(
        [
            caption("表1 甲", 0.06),
            table(head, "0 | x", header=1, top=0.1),
            caption("表2 乙", 0.8),
            table(head, "0 | y", header=1, bottom=FOOT),
        ],
        [
            table("1 | z", top=HEAD),
            caption("表3 丙", 0.3),
            table(head, "0 | w", header=1, top=0.33),
        ],
    )
    assert [(t.number, t.page_start, t.page_end) for t in result.tables] == [
        ("1", 1, 1),
        ("2", 1, 2),
        ("3", 2, 2),
    ]


def test_footnotes_and_a_stamp_between_the_parts_are_no_obstacle():
    result = joined(
        [
            table("序号 | 名称", "1 | 甲", header=1, bottom=0.88),
            text("1) 见附录。", 0.9, kind="footnote"),
            figure(0.8, 0.85),
        ],
        [table("序号 | 名称", "2 | 乙", header=1)],
    )
    assert spans(result) == [(1, 2)]


def test_a_table_drawn_in_a_cell_of_the_last_one_does_not_stand_between():
    inner = table("名称 | 标头", edges=(0.5, 0.6, 0.7), top=0.85)
    result = joined(
        [table("序号 | 名称", *["1 | 甲"] * 5, header=1, bottom=FOOT), inner],
        [table("序号 | 名称", "2 | 乙", header=1)],
    )
    assert [(t.page_start, t.page_end) for t in result.tables] == [(1, 2), (1, 1)]


def test_a_caption_below_the_last_part_does_not_break_the_table():
    head = "序号 | 名称"
    alone = [text("正文。", 0.1), table(head, "1 | 甲", header=1, top=0.2)]
    result = joined(
        *[[*alone, caption(f"表{nth} 甲", 0.25), text("正文。", 0.9)] for nth in range(1, 4)],
        [text("正文。", 0.1), table(head, "1 | 乙", header=1, bottom=FOOT)],
        [table("2 | 丙", top=HEAD), caption("表4 乙", 0.12), text("正文。", 0.9)],
    )
    assert spans(result)[-1] == (4, 5)
    assert result.tables[-1].number == "4"


def test_a_row_cut_by_the_break_is_one_row_again():
    result = joined(
        [table("原因 | 依据 | 要点", "跳闸 | 无信号 | 保留电源，按送", header=1, bottom=FOOT)],
        [table("原因 | 依据 | 要点", " | | 电序位核对。", "拒动 | 失灵 | 隔离。", header=1)],
    )
    (whole,) = result.tables
    assert contents(whole)[1] == ("跳闸", "无信号", "保留电源，按送电序位核对。")
    assert whole.joins[0].row_cut
    assert [segment.row_range for segment in whole.segments] == [(0, 2), (2, 3)]
    cut = next(cell for cell in whole.cells if cell.content.startswith("保留"))
    assert (cut.page_num, [piece.page_num for piece in cut.continued]) == (1, [2])


@pytest.mark.parametrize(
    ("others", "is_cut"),
    [(("乙 | 1) 核对潮流。 | 30min",), True), (("乙 | 2) 复核。 | 30min",), False)],
)
def test_the_next_item_of_a_cell_overleaf_belongs_to_the_cell(others, is_cut):
    (whole,) = joined(
        [
            table(
                "类别 | 步骤 | 时限",
                *others,
                "丙 | 1) 汇报。 | 15min",
                header=1,
                bottom=FOOT,
            )
        ],
        [table(" | 2) 断开母联断路器。 | ", "丁 | 1) 不得强送。 | 5min", top=HEAD)],
    ).tables
    assert whole.joins[0].row_cut == is_cut
    assert whole.row_count == (4 if is_cut else 5)


def test_a_cut_row_over_three_pages_leaves_the_middle_page_without_a_row_of_its_own():
    head = "Req. | Severe"
    result = joined(
        [table(head, "R1 | The entity did not document the", header=1, bottom=FOOT)],
        [table(head, " | controls that restrict access to", header=1, bottom=FOOT)],
        [table(head, " | the perimeter.", "R2 | None", header=1)],
    )
    (whole,) = result.tables
    assert contents(whole)[1][1] == (
        "The entity did not document the controls that restrict access to the perimeter."
    )
    assert [segment.row_range for segment in whole.segments] == [(0, 2), (2, 2), (2, 3)]


def test_two_rows_that_both_end_are_not_taken_for_one():
    result = joined(
        [table("类别 | 名称 | 值", "风电 | 岭风一期 | 83%", header=1, bottom=FOOT)],
        [table(" | 岭风二期 | 84%", "储能 | 望川站 | 90%")],
    )
    (whole,) = result.tables
    assert not whole.joins[0].row_cut
    assert whole.row_count == 4


def test_a_second_entry_below_a_group_name_is_not_the_rest_of_the_first():
    result = joined(
        [
            table(
                "类别 | 要求",
                "风电 | 场站应具备有功功率控制和无功电压调节功能",
                header=1,
                bottom=FOOT,
            )
        ],
        [table(" | 场站应在并网前完成全部涉网试验", "储能 | 无")],
    )
    (whole,) = result.tables
    assert (whole.joins[0].row_cut, whole.row_count) == (False, 4)


def test_a_span_cut_by_the_break_is_one_span_again():
    result = joined(
        [table("类别 | 名称", "光伏 | 南湖", "^ | 沙洲", header=1, bottom=FOOT)],
        [table("类别 | 名称", " | 港区", "储能 | 望川", header=1)],
    )
    (whole,) = result.tables
    span = next(cell for cell in whole.cells if cell.content == "光伏")
    assert (span.row, span.row_span, span.page_num) == (1, 3, 1)
    assert [piece.page_num for piece in span.continued] == [2]
    assert not whole.joins[0].row_cut


def test_a_number_printed_twice_gives_the_later_table_an_id_of_its_own():
    result = joined(
        [caption("表1 甲", 0.1), table("a | b", top=0.12)],
        [caption("附录A 正文", 0.06), caption("表1 乙", 0.1), table("c | d | e", top=0.12)],
    )
    assert [table.table_id for table in result.tables] == ["made/t-1", "made/p0002/t1"]


def test_the_page_knows_that_its_table_goes_on_and_keeps_its_own_rows():
    body = body_of(
        [caption("表1 甲", 0.8), table("序号 | 名称", "1 | 甲", header=1, bottom=FOOT)],
        [table("2 | 乙")],
    )
    result = join_tables(body, tie_captions(body))
    (whole,) = result.tables
    upper, lower = (block for block in body.blocks if block.element.table)
    first = page_meta(upper, result.place_of[upper.block_id], whole)
    second = page_meta(lower, result.place_of[lower.block_id], whole)
    assert (first.is_truncated, second.is_truncated) == (True, False)
    assert (first.caption, second.caption) == ("表1 甲", "表1 甲")
    assert second.col_headers == ("序号", "名称")
    assert [(c.row, c.content, c.page_num) for c in second.cells] == [(0, "2", 2), (0, "乙", 2)]
    assert result.place_of[lower.block_id].continues_from_prev


def test_strength_tells_a_sure_join_from_a_weak_one():
    head = "序号 | 名称"
    sure = joined(
        [caption("表1 甲", 0.8), table(head, "1 | 甲", header=1, bottom=FOOT)],
        [caption("表1（续）", 0.07), table(head, "2 | 乙", header=1, top=0.1)],
    )
    weak = joined(
        [table(head, "一 | 甲", header=1, bottom=FOOT)],
        [table("二 | 乙", edges=(0.1, 0.505, 0.9))],
    )
    strengths = [result.tables[0].joins[0].strength for result in (sure, weak)]
    assert 1 >= strengths[0] > strengths[1] > 0.5
