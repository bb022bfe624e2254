import pytest

from core.parsing.tables import find_tables
from tests.unit.parsing.table_pages import filled_box, is_tiled, page, rows_of, stroke, words_at

COLUMNS = [100, 250, 400]
ROWS = [
    ["Block", "Frequency", "Load"],
    ["1", "59.5", "5"],
    ["2", "59.3", "5"],
    ["3", "59.1", "8"],
    ["4", "58.9", "9"],
]


def printed(rows, columns=COLUMNS, top=200, pitch=16):
    return [
        word
        for at, row in enumerate(rows)
        for left, text in zip(columns, row, strict=True)
        for word in words_at(left, top + pitch * at, text)
    ]


def test_columns_between_rules_are_an_unruled_table():
    rules = [stroke(90, y, 460, y) for y in (185, 206, 272)]
    (table,) = find_tables(page(printed(ROWS), rules))
    assert rows_of(table) == ROWS
    assert is_tiled(table)
    assert table.kind == "unruled"
    assert table.confidence <= 0.6
    assert table.header_row_count == 1


def test_columns_of_figures_without_any_rule_are_a_table_of_little_confidence():
    (table,) = find_tables(page(printed(ROWS)))
    assert rows_of(table) == ROWS
    assert table.confidence < 0.6


def test_the_caption_above_is_not_part_of_the_table():
    words = words_at(150, 184, "表8-2") + words_at(200, 184, "低频减载") + printed(ROWS)
    (table,) = find_tables(page(words))
    assert rows_of(table) == ROWS


def test_contents_with_leaders_are_no_table():
    rows = [[f"{n}", f"Chapter {n} ................", f"{5 * n}"] for n in range(1, 8)]
    assert find_tables(page(printed(rows))) == []


def test_contents_without_leaders_are_no_table():
    rows = [[f"Chapter {n}", f"{5 * n}"] for n in range(1, 8)]
    assert find_tables(page(printed(rows, [100, 450]))) == []


def test_numbered_clauses_are_no_table():
    rows = [[f"2.1.{n}", "调度员应当执行指令"] for n in range(1, 8)]
    assert find_tables(page(printed(rows, [80, 140]))) == []


def test_two_columns_of_text_are_no_table():
    line = "the operator shall keep the records of each"
    rows = [[line, line] for _ in range(12)]
    assert find_tables(page(printed(rows, [50, 310]))) == []


def test_text_between_two_rules_is_no_table():
    lines = ["The Council monitors compliance by audit and by spot check at least once in all"] * 5
    words = [w for at, line in enumerate(lines) for w in words_at(60, 100 + 14 * at, line)]
    assert find_tables(page(words, [stroke(60, 60, 540, 60), stroke(60, 200, 540, 200)])) == []


DUTIES = ["按照本规程规定的各项要求办理", "操作票并经值班调度员批准"]


def wrapped(top=200, *, centred=False):
    """Five rows of four columns; the third column of every other row takes two lines."""
    words, y = [], top
    for number in range(1, 6):
        lines = DUTIES if number % 2 else ["批准"]
        middle = y + (6 if centred and len(lines) == 2 else 0)
        for left, text in ((90, str(number)), (130, "值长"), (420, f"{number}0")):
            words += words_at(left, middle, text)
        for at, line in enumerate(lines):
            words += words_at(220, y + 12 * at, line)
        y += 12 * len(lines) + 8
    return words


WRAPPED = [[str(n), "值长", "".join(DUTIES) if n % 2 else "批准", f"{n}0"] for n in range(1, 6)]


def test_a_wrapped_line_stays_with_its_row_and_does_not_end_the_table():
    (table,) = find_tables(page(wrapped()))
    assert rows_of(table) == WRAPPED


def test_a_first_line_above_the_middle_of_its_row_is_of_that_row():
    (table,) = find_tables(page(wrapped(centred=True)))
    assert rows_of(table) == WRAPPED


def test_rules_between_rows_without_any_between_columns_keep_wrapped_rows_whole():
    heights, y = [190], 200
    for number in range(1, 6):
        y += (24 if number % 2 else 12) + 8
        heights.append(y - 10)
    rules = [stroke(80, height, 470, height) for height in heights]
    (table,) = find_tables(page(wrapped(), rules))
    assert rows_of(table) == WRAPPED
    assert table.confidence == 0.6


def test_a_short_paragraph_below_a_table_is_no_row_of_it():
    words = [*printed(ROWS), *words_at(110, 290, "第二条 按本表执行。")]
    (table,) = find_tables(page(words))
    assert rows_of(table) == ROWS


def test_every_other_row_on_a_band_is_one_table_with_the_rows_between():
    bands = [filled_box(80, 188 + 16 * at, 470, 204 + 16 * at) for at in (1, 3)]
    head = filled_box(80, 188, 470, 204, color=(60, 60, 120))
    (table,) = find_tables(page(printed(ROWS), [head, *bands]))
    assert rows_of(table) == ROWS
    assert is_tiled(table)
    assert table.header_row_count == 1


def test_bands_tell_where_rows_of_several_lines_end():
    words = wrapped()
    bands = [filled_box(80, 190 + 52 * at, 470, 222 + 52 * at) for at in range(3)]
    (table,) = find_tables(page(words, bands))
    assert rows_of(table) == WRAPPED
    assert table.header_row_count == 0


def test_the_shading_of_paragraphs_within_a_band_makes_no_band_of_its_own():
    bands = [filled_box(80, 188 + 16 * at, 470, 204 + 16 * at) for at in (0, 2, 4)]
    paragraphs = [filled_box(96, 190 + 16 * at, 240, 202 + 16 * at) for at in (0, 2, 4)]
    (table,) = find_tables(page(printed(ROWS), [*bands, *paragraphs]))
    assert rows_of(table) == ROWS


def test_shaded_notices_with_text_between_are_no_table():
    line = "the operator shall keep the records of each switching order at hand"
    words = [word for at in range(9) for word in words_at(90, 200 + 16 * at, line)]
    notices = [filled_box(80, 188 + 48 * at, 470, 220 + 48 * at) for at in range(3)]
    assert find_tables(page(words, notices)) == []


def test_the_bars_of_a_chart_are_no_table():
    shapes, words = [], []
    for at, parts in enumerate([(30, 50, 20), (45, 25, 30), (20, 62, 18), (55, 15, 30)]):
        left, top = 100.0, 200.0 + 30 * at
        for part, color in zip(parts, (60, 120, 180), strict=True):
            box = filled_box(left, top, left + 4 * part, top + 20, color=(color, 0, 0))
            shapes.append(box)
            words += words_at(left + 10, top + 14, f"{part}.5")
            left += 4 * part
    assert find_tables(page(words, shapes)) == []


def test_a_head_of_two_rows_between_the_first_two_of_three_rules_is_the_header():
    words = words_at(270, 200, "Limits in both of the seasons so")
    words += printed([["Block", "Summer", "Winter"], *ROWS[1:]], top=216)
    rules = [stroke(90, y, 460, y) for y in (188, 220, 290)]
    (table,) = find_tables(page(words, rules))
    assert table.header_row_count == 2
    assert rows_of(table)[-4:] == ROWS[1:]


UNITED = ["rated", "least", "ramp", "most", "least", "spare"]


@pytest.mark.parametrize("short", [[(140, 290), (300, 480)], [(140, 480)]])
def test_short_rules_in_the_head_tell_which_columns_a_name_unites(short):
    columns = [90, 150, 200, 250, 310, 360, 420]
    words = words_at(195, 198, "Active") + words_at(355, 198, "Reactive")
    words += words_at(90, 207, "Unit")
    for left, name in zip(columns[1:], UNITED, strict=True):
        words += words_at(left, 216, name)
    rows = [[str(100 * row + col) for col in range(7)] for row in range(1, 6)]
    words += printed(rows, columns, top=240)
    rules = [stroke(80, y, 480, y) for y in (185, 224, 310)]
    rules += [stroke(left, 203, right, 203) for left, right in short]
    (table,) = find_tables(page(words, rules))
    assert is_tiled(table)
    assert (table.row_count, table.col_count, table.header_row_count) == (7, 7, 2)
    head = [(c.row, c.col, c.row_span, c.col_span, c.text) for c in table.cells if c.row < 2]
    assert head[:3] == [(0, 0, 2, 1, "Unit"), (0, 1, 1, 3, "Active"), (0, 4, 1, 3, "Reactive")]
    assert [text for *_, text in head[3:]] == UNITED
    assert rows_of(table)[2:] == rows


def test_names_of_people_with_wide_blanks_are_no_table():
    rows = [
        "U|电压",
        "I|电流",
        "P|功率",
        "起草单位：甲公司|乙公司|丙公司",
        "起草人：张三|李四|王五",
    ]
    words = []
    for at, row in enumerate(rows):
        left = 90
        for text in row.split("|"):
            words += words_at(left, 200 + 16 * at, text)
            left = words[-1].right + 12
    assert find_tables(page(words)) == []
