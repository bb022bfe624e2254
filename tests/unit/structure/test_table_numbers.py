"""Which columns can be drawn, and in what unit."""

import pytest

from core.model import Table, TableCell
from core.structure.tables.numbers import numeric_columns, read_number, row_labels


def table(*rows, header=1):
    cells = tuple(
        TableCell(row=r, col=c, content=text.strip(), page_num=1)
        for r, row in enumerate(rows)
        for c, text in enumerate(row.split("|"))
    )
    return Table(
        table_id="t",
        reg_id="r",
        page_start=1,
        page_end=1,
        header_row_count=header,
        col_headers=tuple(text.strip() for text in rows[0].split("|")),
        row_count=len(rows),
        col_count=len(rows[0].split("|")),
        cells=cells,
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.15 s", (0.15, "s")),
        ("≤1,250", (1250.0, "")),
        ("-5.5℃", (-5.5, "°C")),
        ("１２％", (12.0, "%")),
        ("3～5", None),
        ("5 次", None),
        ("220 kV 线路", None),
        ("见注1", None),
        ("", None),
    ],
)
def test_a_cell_holds_one_number_or_none(text, value):
    assert read_number(text) == value


def test_units_are_read_off_the_header_or_the_cells():
    columns = numeric_columns(
        table(
            "序号 | 线路 | 长度 km | 限额（A） | 时间",
            "1 | 甲 | 9.5 | 410 | 5 min",
            "2|乙|8|—|7 min",
        )
    )
    assert [(column.name, column.unit, column.is_count) for column in columns] == [
        ("序号", "", True),
        ("长度 km", "km", False),
        ("时间", "min", False),
    ]


def test_cells_without_one_number_are_gaps_and_not_noughts():
    (column,) = numeric_columns(table("线路 | A", "甲 | 1", "乙 | 2", "丙 | 见注1"))
    assert column.values == ((1, 1.0), (2, 2.0), (3, None))


def test_rows_are_called_by_the_column_that_tells_them_apart():
    made = table("电压 | 线路 | A", "220 kV 级 | 甲 | 1", "220 kV 级 | 乙 | 2")
    assert row_labels(made, numeric_columns(made)) == {1: "甲", 2: "乙"}
