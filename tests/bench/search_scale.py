"""What a search costs in a large store, and what adding one more regulation costs.

Through the real store and search service. Regulations of 200 pages are put together from sentences
of real documents; their vectors are random, because embedding 300,000 chunks takes an hour and
their cost does not depend on what they say. Queries are embedded for real.

Usage: python -m tests.bench.search_scale TEXTS.jsonl... [--sizes N ...] [--queries FILE.jsonl]
       [--keep DIR]
TEXTS.jsonl has lines with a `text`; FILE.jsonl likewise, each line asked as it is. Without queries,
stretches of 4 to 12 characters of the texts are asked for. Filling 300,000 chunks takes a quarter
of an hour: DIR keeps a store for each size, and the next run with the same texts measures those.
"""

import argparse
import json
import random
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import quantiles

import numpy as np

from core.model import PageDocument, Regulation
from core.retrieval.chunking import ContentChunker
from core.retrieval.embedding import choose_embedder
from core.services.indexing import Indexer
from core.services.search import Searcher, SearchFilters, search
from core.settings import Settings
from core.store import keyword_index, vectors
from core.store.database import Database
from core.store.keys import stable_key
from core.store.regulations import delete_regulation, list_infos, save_regulation
from tests.bench.measuring import cpu_seconds, report
from tests.made_regulations import info, text_block

PAGES = 200
CHUNKS_A_PAGE = 3
SENTENCE = re.compile(r"[^。；！？\n]+[。；！？]?")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("texts", type=Path, nargs="+")
    options.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 300_000])
    options.add_argument("--queries", type=Path)
    options.add_argument("--keep", type=Path, metavar="DIR")
    given = options.parse_args()
    sentences = [
        sentence
        for path in given.texts
        for text in _texts(path)
        for sentence in SENTENCE.findall(text)
        if len(sentence) > 8
    ]
    questions = _texts(given.queries) if given.queries else list(_stretches(sentences, 500))
    with tempfile.TemporaryDirectory() as folder:
        stores = given.keep or Path(folder)
        figures = [
            _measured(store, size, questions)
            for size, store in _stores(stores, sorted(given.sizes), sentences)
        ]
    report({"sentences": len(sentences), "queries": len(questions), "stores": figures})


def _stores(
    folder: Path, sizes: Sequence[int], sentences: list[str]
) -> Iterator[tuple[int, "GrowingStore"]]:
    """One after the other; each grows out of a copy of the one before, unless it is there."""
    before: Path | None = None
    for size in sizes:
        settings = Settings(data_dir=folder / str(size))
        if before is not None and not settings.database_path.exists():
            settings.database_path.parent.mkdir(parents=True)
            shutil.copyfile(before, settings.database_path)
        before = settings.database_path
        store = GrowingStore(settings, sentences)
        store.grow(size)
        yield size, store
        store.database.close()


class GrowingStore:
    def __init__(self, settings: Settings, sentences: list[str]) -> None:
        self.database = Database(settings.database_path)
        self.indexer = Indexer(choose_embedder(settings))
        self.searcher = Searcher(self.database, self.indexer.embedder)
        self._sentences = sentences

    def grow(self, size: int) -> None:
        """To as many chunks; a regulation reads the same in every store."""
        regulations = len(list_infos(self.database))
        while keyword_index.state(self.database).chunks < size:
            self.add(self.regulation(f"reg_{regulations:04d}"))
            regulations += 1
        self.database.checkpoint()

    def ask(self, text: str, filters: SearchFilters) -> None:
        search(self.searcher, text, filters, 10)

    def nearest(self, text: str) -> None:
        embedder = self.searcher.embedder
        if embedder is not None:
            asked = embedder.embed([text])[0]
            vectors.compare(self.database, embedder.name, asked, None).nearest(100)

    def add(self, regulation: Regulation) -> None:
        known = {}
        if self.indexer.embedder is not None:
            size = (len(regulation.chunks), self.indexer.embedder.dimension)
            seed = stable_key(regulation.info.reg_id)
            made = np.random.default_rng(seed).standard_normal(size, dtype=np.float32)
            known = dict(zip((c.chunk_id for c in regulation.chunks), made.tolist(), strict=True))
        material = self.indexer.material(regulation, known_vectors=known)
        save_regulation(self.database, regulation, material=[material])
        keyword_index.compact_if_due(self.database)

    def regulation(self, reg_id: str) -> Regulation:
        choose = random.Random(reg_id)
        pages = tuple(
            PageDocument(
                reg_id=reg_id,
                page_num=number,
                content_blocks=tuple(
                    text_block(reg_id, number, order, self._paragraph(choose))
                    for order in range(CHUNKS_A_PAGE)
                ),
            )
            for number in range(1, PAGES + 1)
        )
        made = Regulation(info=info(reg_id, PAGES), pages=pages)
        return made.model_copy(update={"chunks": ContentChunker().chunk(made)})

    def _paragraph(self, choose: random.Random) -> str:
        """Long enough to be a chunk of its own."""
        length, wanted, parts = 0, choose.randint(800, 1400), []
        while length < wanted:
            parts.append(choose.choice(self._sentences))
            length += len(parts[-1])
        return "".join(parts)[:1450]


def _measured(store: GrowingStore, size: int, questions: list[str]) -> dict[str, object]:
    one_more = store.regulation("one_more")
    everywhere, one = SearchFilters(), SearchFilters(reg_ids=("reg_0000",))
    store.ask(questions[0], everywhere)
    figures = {
        "chunks": size,
        "keyword_index": keyword_index.state(store.database).model_dump(),
        "store_mb": round(store.database.path.stat().st_size / 2**20),
        "search": _costs(lambda text: store.ask(text, everywhere), questions[:200]),
        "search_in_one_regulation": _costs(lambda text: store.ask(text, one), questions[:100]),
        "vectors_alone": _costs(store.nearest, questions[:50]),
        "add_200_pages_without_embedding": _cost(lambda: store.add(one_more)),
        "first_search_after_adding": _cost(lambda: store.ask(questions[1], everywhere)),
        "search_after_adding": _costs(lambda text: store.ask(text, everywhere), questions[:100]),
    }
    delete_regulation(store.database, "one_more")
    return figures


def _texts(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines if line]


def _stretches(sentences: list[str], count: int) -> Iterator[str]:
    choose = random.Random(7)
    for sentence in choose.choices(sentences, k=count):
        start = choose.randrange(max(1, len(sentence) - 12))
        yield sentence[start : start + choose.randint(4, 12)]


def _cost(action: Callable[[], object]) -> dict[str, float]:
    wall, cpu = time.perf_counter(), cpu_seconds()
    action()
    return {
        "wall_s": round(time.perf_counter() - wall, 3),
        "cpu_s": round(cpu_seconds() - cpu, 3),
    }


def _costs(ask: Callable[[str], object], questions: list[str]) -> dict[str, float]:
    walls, cpus = [], []
    for question in questions:
        wall, cpu = time.perf_counter(), time.process_time()
        ask(question)
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
    return {
        f"{name}_{kind}_ms": round(quantiles(times, n=20)[cut], 1)
        for kind, times in (("wall", walls), ("cpu", cpus))
        for name, cut in (("p50", 9), ("p95", 18))
    }


if __name__ == "__main__":
    main()
