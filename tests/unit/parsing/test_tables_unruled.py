from core.parsing.tables import find_tables
from tests.unit.parsing.table_pages import is_tiled, page, rows_of, stroke, words_at

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
