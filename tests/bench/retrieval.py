"""How well a search finds the passage that answers, through the real store and search service.

Each passage is a page of one regulation, with its title as a heading.

Usage: python -m tests.bench.retrieval DIR [--embedder auto|bundled|none] [--limit N]
DIR holds corpus.jsonl (id, title, text) and queries.jsonl (id, text, rel).
"""

import argparse
import json
import math
import tempfile
import time
from pathlib import Path
from statistics import fmean, quantiles

from core.model import ChapterNode, PageDocument, Regulation, ids
from core.retrieval.chunking import ContentChunker
from core.retrieval.embedding import choose_embedder
from core.services.indexing import Indexer
from core.services.search import Searcher, SearchFilters, search
from core.settings import Settings
from core.store.database import Database
from core.store.regulations import save_regulation
from tests.bench.measuring import cpu_seconds, report
from tests.made_regulations import info, text_block

REG_ID = "passages"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--embedder", default="auto")
    options.add_argument("--limit", type=int, help="ask only so many of the queries")
    given = options.parse_args()
    passages = _lines(given.folder / "corpus.jsonl")
    queries = _lines(given.folder / "queries.jsonl")[: given.limit]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), embedder=given.embedder)
        database = Database(settings.database_path)
        indexer = Indexer(choose_embedder(settings))
        begun = cpu_seconds()
        regulation = regulation_of(passages)
        save_regulation(database, regulation, material=[indexer.material(regulation)])
        indexing = cpu_seconds() - begun
        searcher = Searcher(database, indexer.embedder)
        figures = measured(searcher, passages, queries)
        database.close()
    report({"set": given.folder.name} | figures | {"index_cpu_s": round(indexing, 1)})


def regulation_of(passages: list[dict]) -> Regulation:
    pages, chapters = [], []
    for number, passage in enumerate(passages, start=1):
        chapter_id = ids.chapter_id(REG_ID, str(number))
        heading = text_block(
            REG_ID,
            number,
            0,
            passage.get("title") or f"{number}",
            block_type="heading",
            chapter_id=chapter_id,
        )
        text = text_block(REG_ID, number, 1, passage["text"], chapter_id=chapter_id)
        blocks = (heading, text) if passage.get("title") else (text,)
        pages.append(PageDocument(reg_id=REG_ID, page_num=number, content_blocks=blocks))
        chapters.append(
            ChapterNode(
                node_id=chapter_id,
                reg_id=REG_ID,
                section_number=str(number),
                label="",
                title=passage.get("title") or f"{number}",
                level=1,
                numbering="decimal",
                page_start=number,
                page_end=number,
                order=number,
                direct_block_ids=tuple(block.block_id for block in blocks),
            )
        )
    made = Regulation(info=info(REG_ID, len(pages)), pages=tuple(pages), chapters=tuple(chapters))
    return made.model_copy(update={"chunks": ContentChunker().chunk(made)})


def measured(searcher: Searcher, passages: list[dict], queries: list[dict]) -> dict[str, object]:
    names = {number: passage["id"] for number, passage in enumerate(passages, start=1)}
    filters = SearchFilters(reg_ids=(REG_ID,))
    gains, recalls, reciprocals, times = [], [], [], []
    for query in queries:
        begun = time.perf_counter()
        found = search(searcher, query["text"], filters, 10)
        times.append(1000 * (time.perf_counter() - begun))
        relevant = set(query["rel"])
        hits = [names[result.page_num] in relevant for result in found.results]
        gains.append(_ndcg(hits, len(relevant)))
        recalls.append(sum(hits[:5]) / len(relevant))
        reciprocals.append(next((1 / rank for rank, hit in enumerate(hits, 1) if hit), 0.0))
    cuts = quantiles(times, n=20)
    return {
        "ndcg10": round(fmean(gains), 4),
        "recall5": round(fmean(recalls), 4),
        "mrr10": round(fmean(reciprocals), 4),
        "p50_ms": round(cuts[9], 1),
        "p95_ms": round(cuts[18], 1),
        "embedder": searcher.embedder.name if searcher.embedder else None,
        "passages": len(passages),
        "queries": len(queries),
    }


def _ndcg(hits: list[bool], relevant: int) -> float:
    gained = sum(1 / math.log2(rank + 1) for rank, hit in enumerate(hits, 1) if hit)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(relevant, 10) + 1))
    return gained / ideal if ideal else 0.0


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


if __name__ == "__main__":
    main()
