"""A regulation as parsing hands it on, small, with a table over three pages: for corrections."""

from datetime import UTC, datetime
from pathlib import Path

from core.model import RegulationInfo
from core.parsing.elements import ParsedDocument, ParsedElement, ParsedPage
from core.retrieval.chunking import ContentChunker
from core.services.document_files import DocumentFiles
from core.services.indexing import Indexer
from core.settings import Settings
from core.store.database import Database
from core.store.regulations import save_regulation
from core.structure.understanding import understand
from tests.made_pdfs import write_pdf
from tests.unit.structure.made_pages import heading, line
from tests.unit.structure.made_tables import FOOT, HEAD, caption, page, table, text

REG = "corrected_2024"
LINES = f"{REG}/t-1-1"
ROWS_BY_PAGE = (9, 15, 12)  # below the header, on pages 2, 3 and 4


def extraction(*, extra_pages: int = 0, changed_row: int | None = None) -> ParsedDocument:
    """``extra_pages`` stand in front; ``changed_row`` (from 1) has another length."""
    first, second, third = _line_rows(changed_row)
    notes = text("注1：夏季限额按环境温度计算。", HEAD + 0.02 * len(third) + 0.03)
    pages: list[list[ParsedElement]] = [
        *([line(f"第 {nth + 1} 号修改单")] for nth in range(extra_pages)),
        [
            heading("1 总则", top=0.1),
            line("1.1 本规程适用于临江电网。", top=0.14),
            line("线路参数见表1-1，强送按第2章执行。", top=0.18),
            line("运行值班人员", top=0.22),
        ],
        [
            line("各线路的参数如下。", top=0.5),
            caption("表1-1 线路参数", FOOT - 0.02 * (len(first) + 1) - 0.03),
            table("序号 | 线路 | 长度 km | 限额 A", *first, header=1, bottom=FOOT),
        ],
        [table(*second)],
        [table(*third), notes],
        [
            heading("2 强送", top=0.1),
            heading("2.1 次数", top=0.13, height=12.0),
            caption("表2-1 强送次数", 0.16),
            table("类型 | 次数", "架空 | 1", "电缆 | 0", header=1, top=0.2),
            caption("表2-2 强送间隔", 0.4),
            table("类型 | 间隔", "架空 | 5 min", "混合 | 见表1-1", header=1, top=0.44),
            line("强送前应核对表1-1。", top=0.6),
        ],
    ]
    made: list[ParsedPage] = [page(nth, *elements) for nth, elements in enumerate(pages, start=1)]
    return ParsedDocument(pages=tuple(made), engine="made")


def open_references() -> ParsedDocument:
    """Two tables of one number and a reference to it; another to a table that is not there."""
    pages: list[list[ParsedElement]] = [
        [heading("1 总则", top=0.1), line("强送次数见表2-1，间隔见表2-9。", top=0.14)],
        [
            heading("2 架空线路", top=0.1),
            caption("表2-1 架空线路强送次数", 0.16),
            table("类型 | 次数", "架空 | 1", header=1, top=0.2),
        ],
        [
            heading("3 电缆线路", top=0.1),
            caption("表2-1 电缆线路强送次数", 0.16),
            table("类型 | 次数", "电缆 | 0", header=1, top=0.2),
        ],
    ]
    made: list[ParsedPage] = [page(nth, *elements) for nth, elements in enumerate(pages, start=1)]
    return ParsedDocument(pages=tuple(made), engine="made")


def save_extraction(
    settings: Settings, reg_id: str = REG, parsed: ParsedDocument | None = None
) -> None:
    """The library holds it as an ingest would have left it, with a PDF of as many pages."""
    parsed = parsed or extraction()
    info = RegulationInfo(
        reg_id=reg_id,
        title="临江电网线路规程",
        source_file="made.pdf",
        total_pages=len(parsed.pages),
        indexed_at=datetime(2026, 1, 2, tzinfo=UTC),
        sha256="0" * 64,
        engine=parsed.engine,
    )
    regulation = understand(info, parsed, ())
    regulation = regulation.model_copy(update={"chunks": ContentChunker().chunk(regulation)})
    database = Database(settings.database_path)
    save_regulation(
        database,
        regulation,
        material=[Indexer().material(regulation)],
        parsed=parsed.model_dump_json(round_trip=True),
    )
    database.close()
    files = DocumentFiles(settings.data_dir)
    for kind in ("pdf", "markdown", "text_markdown"):
        files.place(kind, reg_id).parent.mkdir(parents=True, exist_ok=True)
    files.place("markdown", reg_id).mkdir()
    _write_pdf(files.pdf(reg_id), len(parsed.pages))


def _write_pdf(path: Path, page_count: int) -> None:
    write_pdf(path, [[f"page {nth + 1}"] for nth in range(page_count)])


def _line_rows(changed_row: int | None) -> list[list[str]]:
    rows: list[list[str]] = []
    nth = 0
    for count in ROWS_BY_PAGE:
        on_page = []
        for _ in range(count):
            nth += 1
            length = 99.9 if nth == changed_row else 10 + nth / 2
            limit = "见注1" if nth == 4 else str(400 + nth)
            on_page.append(f"{nth} | 临{nth}甲线 | {length:.1f} | {limit}")
        rows.append(on_page)
    return rows
