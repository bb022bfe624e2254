import pytest

from core.comparison.changes import changes_of, counts_of
from core.comparison.comparing import Chosen, compare
from core.comparison.passage_pairs import pair_passages
from core.comparison.passages import Reading, half_of
from core.comparison.table_pairs import pair_tables
from core.model import PageDocument, Table, TableCell
from core.model.comparison import Passage, Place
from tests.made_editions import edition, numbered_edition
from tests.made_regulations import BOX, text_block

LONG = [
    "值班调度员接到事故报告后应立即核对系统运行方式并通知有关厂站。",
    "变压器充电时应由装有完备保护的电源侧断路器进行操作。",
    "通信设备的检修应与一次设备检修同步申报并经专业会签。",
]


def kinds(old, new):
    found = compare(Chosen.all_of(edition("a", old)), Chosen.all_of(edition("b", new)))
    return {(c.old_label, c.new_label): c.kinds for c in found.changes}


def test_a_clause_with_one_before_it_gone_is_renumbered_and_not_changed():
    assert kinds(LONG, LONG[1:]) == {
        ("1.1", ""): ("removed",),
        ("1.2", "1.1"): ("renumbered",),
        ("1.3", "1.2"): ("renumbered",),
    }


def test_a_reworded_title_is_known_under_another_number_by_the_clause_behind_it():
    def numbered(reg_id, *chapters):
        texts = [
            entry
            for nth, (title, *clauses) in enumerate(chapters, start=2)
            for entry in [(f"{nth}", title), *((f"{nth}.{k}", c) for k, c in enumerate(clauses, 1))]
        ]
        return Chosen.all_of(numbered_edition(reg_id, texts))

    old = numbered("a", ("启动管理", LONG[0]), ("通信管理", LONG[2]), ("检修", LONG[1]))
    new = numbered("b", ("通信与自动化管理", LONG[2]), ("检修", LONG[1]))
    found = {
        (c.old_label, c.new_label): c.kinds
        for c in compare(old, new).changes
        if c.subject == "heading" and c.old_text != c.new_text
    }
    assert found == {("2", ""): ("removed",), ("3", "2"): ("renumbered", "changed")}


def test_another_text_under_the_same_number_is_removed_and_added():
    other = "光伏电站每季度应校验无功补偿设备的容量。"
    assert kinds(LONG, [LONG[0], other, LONG[2]]) == {
        ("1.2", ""): ("removed",),
        ("", "1.2"): ("added",),
    }


def test_a_clause_cut_into_two_is_split_and_the_other_way_round_merged():
    whole = "定值区切换前应核对方式并退出出口压板，切换后应打印定值逐项核对无误再投入出口压板。"
    parts = [
        "定值区切换前应核对方式并退出出口压板。",
        "切换后应打印定值逐项核对无误再投入出口压板。",
    ]
    assert kinds([LONG[0], whole], [LONG[0], *parts]) == {("1.2", "1.2, 1.3"): ("split",)}
    assert kinds([LONG[0], *parts], [LONG[0], whole]) == {("1.2, 1.3", "1.2"): ("merged",)}


def test_a_clause_is_split_or_merged_also_where_no_word_changed():
    parts = ["定值区切换前应核对方式并退出出口压板。", "切换后应打印定值，逐项核对。"]
    whole = "".join(parts)
    assert kinds([whole, *LONG], [*parts, *LONG])["1.1", "1.1, 1.2"] == ("split",)
    assert kinds([*parts, *LONG], [whole, *LONG])["1.1, 1.2", "1.1"] == ("merged",)


def on_a_page(reg_id, texts):
    blocks = [text_block(reg_id, 1, nth, text) for nth, text in enumerate(texts)]
    page = PageDocument(reg_id=reg_id, page_num=1, content_blocks=tuple(blocks))
    return half_of(Reading(reg_id, [page], [], [])).passages


@pytest.mark.parametrize("mark", ["（{}）", "{}、", "（{}）　"])
def test_the_items_of_a_law_behind_a_new_one_are_renumbered(mark):
    items = ["具有独立法人资格；", "注册资本不低于 2000 万元；", "近三年无重大失信记录。"]
    with_new = [items[0], "有专业技术人员；", *items[1:]]
    old, new = (
        on_a_page(
            reg_id,
            [mark.format(numeral) + text for numeral, text in zip("一二三四", texts, strict=False)],
        )
        for reg_id, texts in (("a", items), ("b", with_new))
    )
    kinds = [pair.kinds for pair in pair_passages(old, new)]
    assert kinds == [(), ("added",), ("renumbered",), ("renumbered",)]


def test_a_numeral_that_is_part_of_a_list_of_numbers_is_no_mark():
    (passage,) = on_a_page("a", ["一、二级负荷应由双电源供电。"])
    assert (passage.label, passage.body) == ("", "一、二级负荷应由双电源供电。")


def passage(nth, text, subject="paragraph", label=""):
    place = Place(reg_id="a", page_num=1, page_end=1, block_ids=(f"b{nth}",))
    mark = f"{label} " if label else ""
    return Passage(subject=subject, label=label, text=f"{mark}{text}", body=text, place=place)


def passages(*entries):
    return [passage(nth, *entry) for nth, entry in enumerate(entries)]


def test_a_list_set_as_text_has_not_moved_because_an_appendix_prints_it_again():
    texts = ["调度中心及其备用；", "变电站和开关站；", "发电厂和储能电站；"]
    items = [
        (text, "list_item", label) for label, text in zip(("a)", "b)", "c)"), texts, strict=True)
    ]
    head, between = ("每个责任单位应考虑下列资产：", "clause", "1.1"), (LONG[0], "clause", "1.2")
    run_together = " ".join(f"{label} {text}" for text, _, label in items)
    old = passages((f"{head[0]} {run_together}", *head[1:]), between, *items)
    new = passages(head, *items, between)
    found = [(pair.kinds, len(pair.old), len(pair.new)) for pair in pair_passages(old, new)]
    gone = [(("removed",), 1, 0)] * 3
    assert found == [((), 1, 4), ((), 1, 1), *gone]


def test_a_number_that_one_side_sets_within_its_text_stays_in_the_text():
    old = passages(("按第 6 章执行，见", "clause", "1.1"), ("的要求。", "clause", "4.2.1"))
    new = passages(("按第 6 章执行，见 4.2.1 的要求。", "clause", "1.1"))
    (pair,) = pair_passages(old, new)
    assert pair.kinds == ()


def test_a_clause_that_was_cut_short_and_went_elsewhere_is_known_again():
    long = (
        "每张表设有适用系统一栏，用以界定具体要求适用的系统范围。该做法借鉴了风险管理框架，"
        "以便按照影响程度和连接特性更恰当地提出要求，各类系统的约定如下所述。"
    )
    short = "每张表设有适用系统一栏，用以界定具体要求适用的系统范围。"
    found = kinds([*LONG, long], [short, *LONG])
    assert found["1.4", "1.1"] == ("moved", "changed")
    assert set(found.values()) == {("moved", "changed"), ("renumbered",)}


def table(reg_id, rows, number="1", caption="表1 线路限额", pages=None):
    cells = tuple(
        TableCell(row=r, col=c, content=text, page_num=(pages or {}).get(r, 1), box=BOX)
        for r, texts in enumerate(rows)
        for c, text in enumerate(texts)
    )
    made = Table(
        table_id=f"{reg_id}/t-{number}",
        reg_id=reg_id,
        number=number,
        caption=caption,
        page_start=1,
        page_end=max((pages or {0: 1}).values()),
        header_row_count=1,
        row_count=len(rows),
        col_count=len(rows[0]),
        cells=cells,
    )
    return made, Place(reg_id=reg_id, page_num=1, page_end=made.page_end)


HEAD = ["序号", "线路", "限额 A"]
ROWS = [["1", "江沙线", "520"], ["2", "临北线", "610"], ["3", "南望线", "700"]]


def test_an_inserted_row_renumbers_those_below_and_changes_no_cell():
    new = [ROWS[0], ["2", "储望线", "430"], ["3", "临北线", "610"], ["4", "南望线", "700"]]
    (pair,) = pair_tables([table("a", [HEAD, *ROWS])], [table("b", [HEAD, *new])])
    assert [row.kinds for row in pair.rows] == [(), ("added",), ("renumbered",), ("renumbered",)]


def test_rows_that_only_count_on_behind_a_new_one_are_no_changes_of_the_list():
    new = [ROWS[0], ["2", "储望线", "430"], ["3", "临北线", "610"], ["4", "南望线", "750"]]
    pairs = pair_tables([table("a", [HEAD, *ROWS])], [table("b", [HEAD, *new])])
    found = changes_of([], pairs)
    assert [(c.subject, c.kinds) for c in found] == [
        ("table_row", ("added",)),
        ("table_cell", ("changed",)),
    ]
    assert counts_of(found, [], pairs).unchanged == 2


def test_a_changed_cell_says_row_column_page_and_box_of_both_sides():
    new = [*ROWS[:2], ["3", "南望线", "750"]]
    (pair,) = pair_tables(
        [table("a", [HEAD, *ROWS])], [table("b", [HEAD, *new], pages={3: 2, 0: 1})]
    )
    (cell,) = [cell for row in pair.rows for cell in row.cells]
    assert (cell.row_label, cell.column) == ("3 南望线", "限额 A")
    assert (cell.old_text, cell.new_text) == ("700", "750")
    assert (cell.old_place.page_num, cell.new_place.page_num) == (1, 2)
    assert cell.old_place.boxes[0].box == cell.new_place.boxes[0].box == BOX


def test_a_new_column_leaves_the_cells_of_the_others_alone():
    new = [[*HEAD, "责任单位"], *([*row, "中调"] for row in ROWS)]
    (pair,) = pair_tables([table("a", [HEAD, *ROWS])], [table("b", new)])
    assert [(c.kinds, c.new_header) for c in pair.columns if c.kinds] == [(("added",), "责任单位")]
    assert not any(row.kinds for row in pair.rows)


def test_a_renamed_column_is_known_by_what_stands_in_it():
    new = [["序号", "线路", "允许载流 A"], *ROWS]
    (pair,) = pair_tables([table("a", [HEAD, *ROWS])], [table("b", new)])
    assert [(c.old_header, c.new_header) for c in pair.columns if c.kinds] == [
        ("限额 A", "允许载流 A")
    ]
    assert not any(row.kinds for row in pair.rows)


def test_a_table_is_known_again_under_another_number():
    old = table("a", [HEAD, *ROWS])
    new = table("b", [HEAD, *ROWS], number="2", caption="表2 线路限额")
    other = table("b", [["项目", "周期"], ["巡视", "每月"]], caption="表1 巡视周期")
    added, pair = pair_tables([old], [other, new])
    assert (added.kinds, pair.kinds) == (("added",), ("renumbered",))


def test_a_row_cut_by_a_page_break_is_one_row_where_the_other_side_has_it_whole():
    head = ["级别", "判据"]
    whole = ["Ⅰ级", "频率低于四十九赫兹且持续一分钟，或者母线电压低于额定值百分之八十"]
    cut = [["Ⅰ级", "频率低于四十九赫兹且持续一分钟，"], ["", "或者母线电压低于额定值百分之八十"]]
    (pair,) = pair_tables([table("a", [head, *cut])], [table("b", [head, whole])])
    (row,) = pair.rows
    assert (row.kinds, row.old_row, row.old_parts) == ((), 1, (2,))


def test_rows_of_different_names_are_different_rows():
    new = [["1", "江沙线", "520"], ["2", "储望线", "615"], ["3", "南望线", "700"]]
    (pair,) = pair_tables([table("a", [HEAD, *ROWS])], [table("b", [HEAD, *new])])
    assert sorted(row.kinds for row in pair.rows) == [(), (), ("added",), ("removed",)]


def test_codes_that_move_up_behind_a_row_that_is_gone_do_not_hide_which_rows_stayed():
    head = ["编号", "行为", "处理"]
    old = [
        ["V01", "虚报容量", "扣减"],
        ["V02", "无故退出", "通报"],
        ["V03", "串通报价", "暂停"],
    ]
    new = [["V01", "虚报容量", "扣减"], ["V02", "串通报价", "取消"]]
    (pair,) = pair_tables([table("a", [head, *old])], [table("b", [head, *new])])
    assert [(row.old_row, row.new_row, row.kinds) for row in pair.rows] == [
        (1, 1, ()),
        (2, None, ("removed",)),
        (3, 2, ("changed",)),
    ]
    changed = [(cell.old_text, cell.new_text) for cell in pair.rows[2].cells]
    assert changed == [("V03", "V02"), ("暂停", "取消")]


def test_numbered_names_with_nothing_else_to_go_by_stay_the_names_of_their_rows():
    head = ["主变", "额定容量", "限额"]
    old = [["1号主变", "180", "1.0"], ["2号主变", "240", "1.1"], ["3号主变", "180", "1.2"]]
    new = [["1号主变", "240", "1.1"], ["2号主变", "180", "1.0"], ["3号主变", "180", "1.2"]]
    (pair,) = pair_tables([table("a", [head, *old])], [table("b", [head, *new])])
    assert [(row.old_row, row.new_row) for row in pair.rows if row.kinds] == [(1, 1), (2, 2)]


def test_a_changed_cell_names_its_row_so_that_it_is_no_other():
    head = ["类别", "现象", "时限"]
    rows = [["严重", "误码率超标", "7 d"], ["严重", "面板无显示", "7 d"], ["一般", "打印", "9 d"]]
    new = [rows[0], ["严重", "面板无显示", "5 d"], ["一般", "打印", "8 d"]]
    (pair,) = pair_tables([table("a", [head, *rows])], [table("b", [head, *new])])
    assert [cell.row_label for row in pair.rows for cell in row.cells] == [
        "严重 面板无显示",
        "一般",
    ]


def test_a_new_row_is_told_with_the_name_that_its_group_shares():
    head = ["类型", "容量", "系数"]
    old, place = table("a", [head, ["储能", "20 以下", "1.5"], ["", "20 以上", "1.6"]])
    new, _ = table("b", [head, ["储能", "20 以下", "1.5"], ["", "20 以上", "1.6"], ["", "50", "2"]])

    def grouped(made, rows):
        cells = [
            cell.model_copy(update={"row_span": rows}) if cell.content == "储能" else cell
            for cell in made.cells
            if cell.content
        ]
        return made.model_copy(update={"cells": tuple(cells)}), place

    changes = changes_of([], pair_tables([grouped(old, 2)], [grouped(new, 3)]))
    assert [(c.kinds, c.new_label, c.new_text) for c in changes] == [
        (("added",), "储能", " | 50 | 2")
    ]
