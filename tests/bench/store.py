"""How long a page takes in a store of 50,000 pages, beside reading it from a JSON file.

Usage: python -m tests.bench.store [PAGES]
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from core.model import PageDocument
from core.services.reading import load_page, load_page_range
from core.store.database import Database
from core.store.regulations import save_regulation
from tests.bench.measuring import milliseconds, report
from tests.made_regulations import plain_regulation

PAGES_EACH = 500


def main(total_pages: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "gridcode.duckdb", page_cache_size=0)
        reg_ids = [f"reg_{nth:03d}" for nth in range(max(1, total_pages // PAGES_EACH))]
        begun = time.perf_counter()
        for reg_id in reg_ids:
            save_regulation(database, plain_regulation(reg_id, PAGES_EACH))
        filling = time.perf_counter() - begun
        database.checkpoint()
        choose = random.Random(1)

        def any_page() -> PageDocument:
            return load_page(database, choose.choice(reg_ids), choose.randint(1, PAGES_EACH))

        def any_range() -> object:
            first = choose.randint(1, PAGES_EACH - 9)
            return load_page_range(database, choose.choice(reg_ids), first, first + 9)

        page_file = Path(folder) / "page_0001.json"
        page_file.write_text(any_page().model_dump_json(), encoding="utf-8")

        milliseconds(any_page, 50)  # warm
        figures = {
            "pages": len(reg_ids) * PAGES_EACH,
            "store_mb": round(database.path.stat().st_size / 2**20, 1),
            "fill_seconds": round(filling, 1),
            "load_page": milliseconds(any_page, 2000),
            "load_page_range_of_10": milliseconds(any_range, 300),
            "json_file_with_pydantic": milliseconds(
                lambda: PageDocument.model_validate_json(page_file.read_bytes()), 2000
            ),
        }
        database.close()
        database = Database(Path(folder) / "gridcode.duckdb")
        load_page(database, reg_ids[0], 1)
        figures["load_page_again"] = milliseconds(lambda: load_page(database, reg_ids[0], 1), 2000)
        database.close()
    report(figures)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
