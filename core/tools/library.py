"""Tools about the library as a whole."""

from core.model import RegulationSummary
from core.tools.registry import Answer, Arguments, Tool
from core.workbench import Workbench


class NoArguments(Arguments):
    pass


def list_regulations(workbench: Workbench, _: NoArguments) -> Answer:
    found = workbench.list_regulations()
    return {
        "regulations": [_regulation(summary) for summary in found],
        "total": len(found),
        "source": "library",
    }


def _regulation(summary: RegulationSummary) -> Answer:
    info = summary.info
    return {
        "reg_id": info.reg_id,
        "title": info.title,
        "source_file": info.source_file,
        "total_pages": info.total_pages,
        "indexed_at": info.indexed_at.isoformat(),
        "edition": info.edition,
        "description": info.description,
        "keywords": list(info.keywords),
        "tables": summary.table_count,
        "cross_page_tables": summary.cross_page_table_count,
        "annotations": summary.annotation_count,
        "chapters": summary.chapter_count,
        "references": summary.reference_count,
        "references_unresolved": summary.unresolved_count,
        "figures": summary.figure_count,
        "ocr_pages": summary.ocr_page_count,
        "source": info.source,
    }


TOOLS = (
    Tool(
        name="list_regulations",
        description=(
            "列出文库中的全部规程：reg_id、标题、页数、表格与注释数量。"
            "List every regulation in the library with its reg_id, title, page count and what "
            "it holds. Start here: every other tool wants a reg_id."
        ),
        arguments=NoArguments,
        run=list_regulations,
    ),
)
