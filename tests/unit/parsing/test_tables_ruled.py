from core.parsing.ink import Area
from core.parsing.tables import find_tables, parsed_table
from tests.unit.parsing.table_pages import (
    cell_words,
    filled_box,
    grid_strokes,
    is_tiled,
    page,
    rows_of,
    stroke,
    words_at,
)

XS = [100, 200, 300, 400]
YS = [100, 120, 140, 160]
TEXTS = [["Name", "Limit", "Unit"], ["Voltage", "220", "kV"], ["Current", "600", "A"]]


def only_table(ink):
    tables = find_tables(ink)
    assert len(tables) == 1
    assert is_tiled(tables[0])
    return tables[0]


def test_a_full_grid_gives_its_cells_row_by_row():
    table = only_table(page(cell_words(XS, YS, TEXTS), grid_strokes(XS, YS)))
    assert rows_of(table) == TEXTS
    assert table.kind == "ruled"
    assert table.header_row_count == 1
    assert table.column_edges == (100, 200, 300, 400)


def test_missing_walls_are_merged_cells():
    shapes = [
        *(stroke(100, y, 400, y) for y in (100, 140, 160)),
        stroke(200, 120, 400, 120),  # the first column's first two rows are one cell
        stroke(100, 100, 100, 160),
        stroke(200, 100, 200, 160),
        stroke(300, 120, 300, 160),  # the first row's last two columns are one cell
        stroke(400, 100, 400, 160),
    ]
    words = [
        *words_at(110, 124, "Item"),
        *words_at(240, 114, "Limits"),
        *words_at(210, 134, "High"),
        *words_at(310, 134, "Low"),
        *cell_words(XS, [140, 160], [["Bus", "242", "213"]]),
    ]
    table = only_table(page(words, shapes))
    spans = {(c.row, c.col, c.row_span, c.col_span): c.text for c in table.cells}
    assert spans == {
        (0, 0, 2, 1): "Item",
        (0, 1, 1, 2): "Limits",
        (1, 1, 1, 1): "High",
        (1, 2, 1, 1): "Low",
        (2, 0, 1, 1): "Bus",
        (2, 1, 1, 1): "242",
        (2, 2, 1, 1): "213",
    }
    assert table.header_row_count == 2


def test_empty_cells_stay_and_the_gutter_of_a_double_rule_goes():
    ys = [100, 120, 123, 143, 163]
    texts = [["Name", "Limit", "Unit"], ["", "", ""], ["Voltage", "", "kV"], ["", "", ""]]
    table = only_table(page(cell_words(XS, ys, texts), grid_strokes(XS, ys)))
    assert rows_of(table) == [["Name", "Limit", "Unit"], ["Voltage", "", "kV"], ["", "", ""]]


def test_tables_side_by_side_are_two():
    left, right = [50, 120, 190], [300, 370, 440]
    words = cell_words(left, YS, [["a", "b"]] * 3) + cell_words(right, YS, [["c", "d"]] * 3)
    shapes = grid_strokes(left, YS) + grid_strokes(right, YS)
    assert [rows_of(table)[0] for table in find_tables(page(words, shapes))] == [
        ["a", "b"],
        ["c", "d"],
    ]


def test_a_nested_table_is_its_own_and_the_outer_one_is_whole():
    outer = grid_strokes([50, 150, 550], [100, 130, 300])
    inner_xs, inner_ys = [200, 300, 400], [180, 200, 220]
    words = [
        *cell_words([50, 150], [100], [["Field", "Meaning"]]),
        *words_at(54, 150, "EPC"),
        *words_at(154, 150, "Coded as follows"),
        *cell_words(inner_xs, inner_ys, [["Head", "Serial"], ["8", "36"]]),
    ]
    shapes = outer + grid_strokes(inner_xs, inner_ys)
    outer_table, inner_table = find_tables(page(words, shapes))
    (header, (field, meaning)) = rows_of(outer_table)
    assert (header, field) == (["Field", "Meaning"], "EPC")
    assert meaning.split() == ["Coded", "as", "follows", "Head", "Serial", "8", "36"]
    assert rows_of(inner_table) == [["Head", "Serial"], ["8", "36"]]


def test_shading_and_underlines_are_no_rules_beside_drawn_ones():
    shapes = [
        *grid_strokes(XS, YS),
        filled_box(100, 100, 400, 120),
        filled_box(104, 126, 140, 136),  # a word marked with colour
        stroke(204, 136, 230, 136),  # an underline
    ]
    assert rows_of(only_table(page(cell_words(XS, YS, TEXTS), shapes))) == TEXTS


def test_shading_draws_the_grid_where_nothing_else_does():
    boxes = [
        filled_box(XS[col] + 1, YS[row] + 1, XS[col + 1] - 1, YS[row + 1] - 1)
        for row in range(3)
        for col in range(3)
    ]
    table = only_table(page(cell_words(XS, YS, TEXTS), boxes))
    assert rows_of(table) == TEXTS
    assert table.confidence < 0.95


def test_a_framed_paragraph_and_a_page_frame_are_no_tables():
    frame = grid_strokes([60, 500], [200, 300])
    around = grid_strokes([20, 575], [20, 822])
    words = words_at(70, 220, "struct reading {") + words_at(70, 236, "int value; int unit; }")
    assert find_tables(page(words, frame + around)) == []


def test_a_chart_is_no_table():
    ys = [100 + 20 * row for row in range(6)]
    curve = [stroke(100 + 20 * at, 150 + 7 * (at % 3), 120 + 20 * at, 160) for at in range(8)]
    words = words_at(130, 114, "North") + words_at(230, 134, "South")
    assert find_tables(page(words, grid_strokes(XS, ys) + curve)) == []


def test_one_row_alone_at_the_top_of_a_page_is_a_table():
    ink = page(cell_words(XS, [60], [["12", "rest", ""]]), grid_strokes(XS, [60, 80]))
    table = only_table(ink)
    assert (table.row_count, table.col_count, table.header_row_count) == (1, 3, 0)


def test_a_row_that_goes_on_in_one_cell_only_is_a_table():
    ink = page(cell_words(XS, [60], [["", "", "rest"]]), grid_strokes(XS, [60, 80]))
    assert rows_of(only_table(ink)) == [["", "", "rest"]]


def test_a_table_cut_by_the_page_end_is_open_below():
    shapes = [
        *(stroke(100, y, 400, y) for y in (700, 720)),
        *(stroke(x, 700, x, 745) for x in XS),
    ]
    words = cell_words(XS, [700, 720], [["Name", "Limit", "Unit"], ["Voltage", "220", "kV"]])
    table = only_table(page(words, shapes))
    assert table.is_open_below
    assert not table.is_open_above
    assert table.row_count == 2


def test_words_glued_over_a_wall_are_cut_there():
    glued = words_at(150, 114, "A" * 10 + "B" * 4)  # the wall at 200 stands between A and B
    words = glued + cell_words(XS, [120, 140], [["x", "y", "z"], ["u", "v", "w"]])
    table = only_table(page(words, grid_strokes(XS, YS)))
    assert rows_of(table)[0] == ["A" * 10, "B" * 4, ""]


def test_text_that_runs_over_a_wall_stays_whole():
    over = words_at(151.8, 114, "MMMMMMMMMMMM")  # 200 falls into the middle of a letter
    words = over + cell_words(XS, [120, 140], [["x", "y", "z"], ["u", "v", "w"]])
    table = only_table(page(words, grid_strokes(XS, YS)))
    assert "MMMMMMMMMMMM" in rows_of(table)[0]


def test_rows_without_rules_are_parted_where_entries_end():
    ys = [100, 120, 200]
    words = cell_words(XS, ys, [["Line", "Length", "Rating"]])
    for row in range(4):
        words += cell_words(XS, [120 + 18 * row], [[f"L{row}", str(10 + row), str(600 + row)]])
    table = only_table(page(words, grid_strokes(XS, ys)))
    assert rows_of(table)[1:] == [[f"L{row}", str(10 + row), str(600 + row)] for row in range(4)]


def test_wrapped_text_is_not_parted():
    ys = [100, 120, 180]
    words = cell_words(XS, ys, [["Level", "Lower", "Higher"]])
    for line, text in enumerate(["within a whole year", "the duty operator", "has to be informed"]):
        words += words_at(202, 134 + 14 * line, text)
        words += words_at(302, 134 + 14 * line, text)
    words += words_at(104, 134, "R4")
    table = only_table(page(words, grid_strokes(XS, ys)))
    assert table.row_count == 2
    assert table.cells[4].text == "within a whole year the duty operator has to be informed"


def test_a_row_that_names_no_entries_is_not_parted():
    ys = [100, 120, 200]
    words = cell_words(XS, ys, [["Level", "Lower", "Higher"]])
    for row in range(4):
        words += cell_words(XS, [120 + 18 * row], [["", f"limit {row}", f"value {row}"]])
    table = only_table(page(words, grid_strokes(XS, ys)))
    assert table.row_count == 2


def test_boxes_are_handed_on_as_fractions_of_the_page_as_shown():
    ink = page(cell_words(XS, YS, TEXTS), grid_strokes(XS, YS), turn=90)
    parsed = parsed_table(only_table(ink), ink)
    first = parsed.cells[0].box
    # Set sideways, the upper left cell stands at the upper right of the page as shown.
    assert first.right > 0.8
    assert first.top < 0.2
    assert ink.box_as_shown(Area(0, 0, ink.width, ink.height)).left == 0


def test_a_line_that_spills_over_the_border_stays_in_its_cell():
    ys = [100, 120, 140, 160]
    words = [
        *cell_words(XS, ys[:2], TEXTS[:2]),
        *words_at(104, 154, "Notes on the limits of this table are often too long for it by far"),
        *words_at(430, 114, "beside"),
    ]
    shapes = [
        *(stroke(100, y, 400, y) for y in ys),
        *(stroke(x, 100, x, 140) for x in (200, 300)),
        *(stroke(x, 100, x, 160) for x in (100, 400)),
    ]
    ink = page(words, shapes)
    table = only_table(ink)
    assert rows_of(table)[2] == [
        "Notes on the limits of this table are often too long for it by far"
    ]
    outside = [word.text for word in words if not table.covers(word)]
    assert outside == ["beside"]
    assert table.area.right == 400


def test_a_word_before_the_border_and_one_behind_it_stay_apart():
    words = [
        *cell_words(XS, YS, TEXTS),
        *words_at(382, 134, "max"),
        *words_at(403, 134, "A margin note which is longer than that"),
    ]
    table = only_table(page(words, grid_strokes(XS, YS)))
    assert rows_of(table)[1] == ["Voltage", "220", "kV max"]


def test_a_line_does_not_spill_into_the_table_beside():
    left, right = [100, 200, 300], [301, 401, 501]
    words = cell_words(left, YS, [["a", "b"]] * 3) + cell_words(right, YS, [["c", "d"]] * 3)
    words += words_at(240, 114, "a longer text") + words_at(303, 114, "c")
    tables = find_tables(page(words, grid_strokes(left, YS) + grid_strokes(right, YS)))
    assert not any(table.spilled for table in tables)
