from core.comparison.table_pairs import pair_tables
from core.comparison.table_view import view_table
from tests.unit.comparison.test_passages_and_tables import HEAD, ROWS, table


def seen(old, new):
    (before, _), (after, _) = tables = table("a", old), table("b", new)
    (pair,) = pair_tables([tables[0]], [tables[1]])
    return view_table(pair, before, after)


def states(view):
    return [[cell.state for cell in row.cells] for row in view.rows]


def test_a_changed_cell_shows_both_texts_where_it_stands():
    view = seen([HEAD, *ROWS], [HEAD, *ROWS[:2], ["3", "南望线", "750"]])
    assert states(view)[:2] == [["equal"] * 3] * 2
    assert states(view)[2] == ["equal", "equal", "changed"]
    cell = view.rows[2].cells[2]
    assert (cell.old, cell.new) == ("700", "750")
    assert [(span.old, span.new) for span in cell.spans] == [("700", "750")]


def test_an_inserted_row_and_the_numbers_below_it():
    new = [ROWS[0], ["2", "储望线", "430"], ["3", "临北线", "610"], ["4", "南望线", "700"]]
    view = seen([HEAD, *ROWS], [HEAD, *new])
    assert states(view)[1] == ["added"] * 3
    assert states(view)[2] == ["renumbered", "equal", "equal"]
    assert (view.rows[1].old_page, view.rows[1].new_page) == (None, 1)


def test_an_added_and_a_renamed_column_are_named():
    new = [["序号", "线路", "允许载流 A", "责任单位"], *([*row, "中调"] for row in ROWS)]
    view = seen([HEAD, *ROWS], new)
    assert [(c.kinds, c.old_header, c.new_header) for c in view.columns][2:] == [
        (("renamed",), "限额 A", "允许载流 A"),
        (("added",), "", "责任单位"),
    ]
    assert {row[3] for row in states(view)} == {"added"}


def test_a_table_that_only_one_side_has_is_shown_whole():
    (pair,) = pair_tables([], [table("b", [HEAD, *ROWS])])
    view = view_table(pair, None, table("b", [HEAD, *ROWS])[0])
    assert [column.new_header for column in view.columns] == HEAD
    assert states(view) == [["added"] * 3] * 3


def test_a_row_that_a_page_break_cut_is_one_row():
    head = ["级别", "判据"]
    whole = ["Ⅰ级", "频率低于四十九赫兹且持续一分钟，或者母线电压低于额定值百分之八十"]
    cut = [["Ⅰ级", "频率低于四十九赫兹且持续一分钟，"], ["", "或者母线电压低于额定值百分之八十"]]
    assert states(seen([head, *cut], [head, whole])) == [["equal", "equal"]]
