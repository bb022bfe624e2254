"""The Tables page with one table of 50,000 cells: CPU per rerun.

Usage: python -m tests.bench.large_table
"""

import os
import tempfile
import time
from pathlib import Path

from core.model import (
    Box,
    ContentBlock,
    PageDocument,
    Regulation,
    Table,
    TableCell,
    TableMeta,
    TableSegment,
)
from core.settings import Settings
from core.store.database import Database
from core.store.regulations import save_regulation
from tests.bench.measuring import report
from tests.conftest import ROOT
from tests.made_regulations import info

ROWS, COLS, ROWS_ON_A_PAGE = 5_000, 10, 50
REG = "large"
TABLE = f"{REG}/t-1"


def large_regulation() -> Regulation:
    pages = ROWS // ROWS_ON_A_PAGE
    cells = [_cell(row, col) for row in range(ROWS) for col in range(COLS)]
    box = Box(left=0.1, top=0.05, right=0.9, bottom=0.95)
    table = Table(
        table_id=TABLE,
        reg_id=REG,
        number="1",
        caption="表1 全网设备参数",
        page_start=1,
        page_end=pages,
        header_row_count=1,
        col_headers=tuple(f"列{col}" for col in range(COLS)),
        row_count=ROWS,
        col_count=COLS,
        cells=tuple(cells),
        segments=tuple(
            TableSegment(
                segment_id=f"{TABLE}/g{nth}",
                page_num=nth + 1,
                box=box,
                row_range=(nth * ROWS_ON_A_PAGE, (nth + 1) * ROWS_ON_A_PAGE),
            )
            for nth in range(pages)
        ),
    )
    return Regulation(
        info=info(REG, pages),
        pages=tuple(_page(nth + 1, box) for nth in range(pages)),
        tables=(table,),
    )


def measure() -> dict[str, object]:
    from streamlit.runtime.pages_manager import PagesManager
    from streamlit.testing.v1 import AppTest

    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"GRIDCODE_DATA_DIR": folder, "GRIDCODE_SAMPLES_DIR": f"{folder}/none"}
        database = Database(Settings(data_dir=Path(folder)).database_path)
        save_regulation(database, large_regulation())
        database.close()
        PagesManager.uses_pages_directory = False
        app = AppTest.from_file(ROOT / "app.py", default_timeout=120)
        app.run()
        app.switch_page("pages/tables.py")
        app.query_params |= {"reg": REG, "table": TABLE}
        first = _cpu(app)
        again = []
        for row in (10, 2_500, 4_999, 30, 31, 32, 33):
            app.query_params |= {"row": str(row), "col": "3"}
            again.append(_cpu(app))
        from pages.ui.resources import workbench

        begun = time.process_time()
        grid = workbench().table_grid(REG, TABLE)
        return {
            "cells": ROWS * COLS,
            "first_run_cpu_ms": round(first),
            "rerun_cpu_ms": [round(each) for each in again],
            "grid_bytes": len(grid.content),
            "grid_cpu_ms": round(1000 * (time.process_time() - begun)),
        }


def _cpu(app: object) -> float:
    begun = time.process_time()
    app.run()  # type: ignore[attr-defined]
    spent = 1000 * (time.process_time() - begun)
    assert not app.exception  # type: ignore[attr-defined]
    return spent


def _cell(row: int, col: int) -> TableCell:
    page_num, nth = row // ROWS_ON_A_PAGE + 1, row % ROWS_ON_A_PAGE
    top = 0.05 + 0.9 * nth / ROWS_ON_A_PAGE
    box = Box(
        left=0.1 + 0.08 * col,
        top=top,
        right=0.1 + 0.08 * (col + 1),
        bottom=top + 0.9 / ROWS_ON_A_PAGE,
    )
    content = f"列{col}" if row == 0 else f"{row}.{col}" if col else f"设备{row}"
    return TableCell(
        row=row, col=col, content=content, is_header=row == 0, page_num=page_num, box=box
    )


def _page(page_num: int, box: Box) -> PageDocument:
    meta = TableMeta(
        table_id=TABLE,
        segment_id=f"{TABLE}/g{page_num - 1}",
        row_count=ROWS_ON_A_PAGE,
        col_count=COLS,
    )
    block = ContentBlock(
        block_id=f"{REG}/p{page_num:04d}/b00",
        block_type="table",
        order_in_page=0,
        content_markdown="",
        box=box,
        table_meta=meta,
    )
    return PageDocument(reg_id=REG, page_num=page_num, content_blocks=(block,))


if __name__ == "__main__":
    report(measure())
