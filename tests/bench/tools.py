"""How long each tool takes, warm, on a made regulation of 200 and one of 5,000 pages.

Usage: python -m tests.bench.tools [PAGES...]
"""

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from core.errors import GridCodeError
from core.services.indexing import Indexer
from core.settings import Settings
from core.store.regulations import save_regulation
from core.tools import TOOLS, call_tool
from core.workbench import Workbench
from tests.bench.long_regulation import long_regulation
from tests.bench.measuring import milliseconds, report

REPEATS = 60


def main(sizes: list[int]) -> None:
    figures: dict[str, object] = {}
    for pages in sizes:
        with (
            tempfile.TemporaryDirectory() as folder,
            Workbench(Settings(data_dir=Path(folder), embedder="none")) as workbench,
        ):
            regulation = long_regulation("made", pages)
            material = Indexer().material(regulation)  # by keywords: vectors take minutes
            save_regulation(workbench._database, regulation, material=[material])
            workbench._database.checkpoint()
            figures[f"{pages} pages"] = _measured(workbench, pages)
    report(figures)


def _measured(workbench: Workbench, pages: int) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, calls in _calls(pages).items():
        tool = name.partition(" ")[0]
        choose = random.Random(1)
        whose = {"reg_id": "made"} if "reg_id" in TOOLS[tool].arguments.model_fields else {}

        def once(
            tool: str = tool, calls: Callable[..., dict] = calls, choose=choose, whose=whose
        ) -> object:
            return call_tool(workbench, tool, whose | calls(choose), 20_000)

        try:
            milliseconds(once, 25)  # warm
            found[name] = milliseconds(once, REPEATS)
        except GridCodeError as error:
            found[name] = f"{type(error).__name__}: {error}"
    missing = set(TOOLS) - {name.partition(" ")[0] for name in found}
    return found | {"not measured": sorted(missing)}


def _calls(pages: int) -> dict[str, Callable[[random.Random], dict[str, object]]]:
    """Twenty places all over the regulation, asked for again and again."""
    chapters = min(99, pages // 10)  # references are written with at most two digits
    some = random.Random(2)
    places = [some.randint(2, pages - 11) for _ in range(20)]

    def page(choose: random.Random) -> int:
        return choose.choice(places)

    def table(choose: random.Random) -> str:
        return f"{choose.randint(1, chapters)}-{choose.randint(1, 4)}"

    def section(choose: random.Random) -> str:
        return f"{choose.randint(1, chapters)}.{choose.randint(1, 9)}"

    return {
        "get_toc all": lambda choose: {},
        "get_toc depth=1": lambda choose: {"depth": 1},
        "get_toc expand": lambda choose: {"expand_section": section(choose)},
        "get_chapter_structure one": lambda choose: {"section_number": section(choose)},
        "get_page_chapter_info": lambda choose: {"page_num": page(choose)},
        "read_page_range 1 page": lambda choose: (
            lambda first: {"start_page": first, "end_page": first}
        )(page(choose)),
        "read_page_range 10 pages": lambda choose: (
            lambda first: {"start_page": first, "end_page": first + 9}
        )(page(choose)),
        "read_chapter_content 6.3": lambda choose: {"section_number": section(choose)},
        "read_chapter_content 第六章": lambda choose: {
            "section_number": f"第{choose.randint(1, chapters)}章"
        },
        "get_block_with_context": lambda choose: {"block_id": f"made/p{page(choose):04d}/b00"},
        "get_table_by_id": lambda choose: {"table_id": f"表{table(choose)}"},
        "list_tables": lambda choose: {},
        "list_tables far down": lambda choose: {"offset": pages // 3},
        "lookup_annotation": lambda choose: {"annotation_id": "注1", "page_hint": page(choose)},
        "lookup_annotation of table": lambda choose: {"annotation_id": f"表{table(choose)}注1"},
        "search_annotations words": lambda choose: {"pattern": f"第{page(choose)}页的注"},
        "resolve_reference section": lambda choose: {"reference_text": f"见{section(choose)}"},
        "resolve_reference table": lambda choose: {"reference_text": f"参见表{table(choose)}"},
        "resolve_reference note": lambda choose: {
            "reference_text": "注1",
            "page_num": page(choose),
        },
        "list_references page": lambda choose: {"page_num": page(choose)},
        "list_references target": lambda choose: {"target": section(choose)},
        "list_references state": lambda choose: {"state": "unresolved"},
        "list_regulations": lambda choose: {},
        "compare_sections": lambda choose: {
            "section_a": section(choose),
            "section_b": section(choose),
        },
        "smart_search section": lambda choose: {"query": section(choose)},
        "smart_search words": lambda choose: {"query": f"第{page(choose)}页的注"},
        "smart_search in chapter": lambda choose: {
            "query": "母线失压",
            "chapter_scope": f"第{choose.randint(1, chapters)}章",
        },
        "search_tables number": lambda choose: {"query": f"表{table(choose)}"},
        "search_tables words": lambda choose: {"query": "母线失压"},
        "find_similar_content": lambda choose: {"source_block_id": f"made/p{page(choose):04d}/b00"},
    }


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [200, 5000])
