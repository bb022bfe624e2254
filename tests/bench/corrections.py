"""What one correction of a long regulation costs: CPU and time, whole and by its parts.

Usage: python -m tests.bench.corrections [PAGES]

The regulation is a made extraction of 600 pages: a chapter every ten pages, a section a page, and
every fourth page a table that goes on overleaf, with references and a note.
"""

import logging
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from core.model import FixCell, FixReference, RegulationInfo, SplitTable
from core.parsing.elements import ParsedDocument, ParsedElement
from core.services.document_files import DocumentFiles
from core.settings import Settings
from core.store.database import Database
from core.store.regulations import load_regulation, save_regulation
from core.structure.understanding import understand
from core.workbench import Workbench
from tests.bench.measuring import report
from tests.unit.structure.made_pages import heading, line
from tests.unit.structure.made_tables import FOOT, caption, page, table, text

REG = "long_2024"
PAGES = 600
ROWS = 14  # of a table, on each of its two pages
WHO = "bench"


def long_extraction(total_pages: int) -> ParsedDocument:
    pages = []
    for number in range(1, total_pages + 1):
        chapter, nth = divmod(number - 1, 10)
        elements: list[ParsedElement] = []
        if nth == 0:
            elements.append(heading(f"{chapter + 1} 事故处理{chapter + 1}", top=0.1))
        if number % 4 != 0:  # overleaf of a table nothing stands above it
            elements.append(heading(f"{chapter + 1}.{nth + 1} 处置{number}", top=0.13, height=12.0))
        elements += _texts(number, chapter)
        pages.append(page(number, *elements))
    return ParsedDocument(pages=tuple(pages), engine="made")


def _texts(number: int, chapter: int) -> list[ParsedElement]:
    words = f"第{number}页所列设备发生母线失压时，值班调度员应立即核对保护动作情况并隔离故障点。"
    rows = [
        f"{row} | 临{number}线{row} | {number + row / 10:.1f} | {400 + row}" for row in range(ROWS)
    ]
    if number % 4 == 0:
        return [
            table(*rows, top=0.08),
            text(f"注1：第{number}页的限额按环境温度计算。", 0.08 + 0.02 * ROWS + 0.03),
            *(line(f"{words}其{nth}。", top=0.5 + 0.05 * nth) for nth in range(6)),
        ]
    texts = [
        line(
            f"{words}其{nth}，见第{chapter + 1}章及表{max(1, number // 4)}。", top=0.18 + 0.04 * nth
        )
        for nth in range(8)
    ]
    if number % 4 == 3:
        rows[3] = rows[3].replace("403", "见注1")
        texts += [
            caption(f"表{number // 4 + 1} 第{number}页的线路参数", FOOT - 0.02 * (ROWS + 1) - 0.03),
            table("序号 | 线路 | 长度 km | 限额 A", *rows, header=1, bottom=FOOT),
        ]
    return texts


def measure(total_pages: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        figures = _save(settings, total_pages)
        with Workbench(settings) as workbench:
            figures["refresh_index"] = _cost(workbench.refresh_index)
            table_id = f"{REG}/t-{total_pages // 8}"
            split = SplitTable(table_id=table_id, segment_id=f"{table_id}/g1")
            cell = FixCell(table_id=table_id, row=5, col=1, content="新城乙线")
            reference = FixReference(reference_id=f"{REG}/p0005/r1", target_id=None)
            figures["embedder"] = str(getattr(workbench._indexer.embedder, "name", None))
            for name, asked in (("split", split), ("fix_cell", cell), ("fix_reference", reference)):
                figures[name] = _cost(lambda asked=asked: workbench.correct(REG, asked, WHO))
            made = workbench.corrections(REG)[0]
            figures["undo"] = _cost(lambda: workbench.undo_correction(REG, made.correction_id))
            figures["database_mb"] = round(settings.database_path.stat().st_size / 2**20, 1)
        return figures


def _save(settings: Settings, total_pages: int) -> dict[str, object]:
    parsed = long_extraction(total_pages)
    info = RegulationInfo(
        reg_id=REG,
        title="长规程",
        source_file="made.pdf",
        total_pages=total_pages,
        indexed_at=datetime(2026, 1, 2, tzinfo=UTC),
        sha256="0" * 64,
        engine=parsed.engine,
    )
    regulation = understand(info, parsed, ())
    database = Database(settings.database_path)
    save_regulation(database, regulation, parsed=parsed.model_dump_json(round_trip=True))
    stored = load_regulation(database, REG)
    database.close()
    files = DocumentFiles(settings.data_dir)
    for kind in ("markdown", "text_markdown"):
        files.place(kind, REG).parent.mkdir(parents=True, exist_ok=True)
    files.place("markdown", REG).mkdir()
    return {
        "pages": total_pages,
        "tables": len(stored.tables),
        "tables_over_pages": sum(each.is_over_pages for each in stored.tables),
        "references": len(stored.references),
        "blocks": sum(len(each.content_blocks) for each in stored.pages),
    }


def _cost(action: Callable[[], object]) -> dict[str, float]:
    cpu, begun = time.process_time(), time.perf_counter()
    action()
    return {
        "cpu_s": round(time.process_time() - cpu, 2),
        "s": round(time.perf_counter() - begun, 2),
    }


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    report(measure(int(sys.argv[1]) if len(sys.argv) > 1 else PAGES))
