"""Literal phrases of two to eight Chinese characters: the share found with their own page, as JSON.

Usage: python -m tests.bench.phrases [FILE...]; without files, the samples and the born-digital
Chinese PDFs of the development corpus where it is there.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

from core.errors import GridCodeError
from core.services.ingest import IngestRequest
from core.services.search import Searcher, SearchFilters, search
from core.settings import Settings
from core.store.regulations import load_regulation
from core.workbench import Workbench
from tests.bench.measuring import report
from tests.bench.parsing import ROOT, corpus_files
from tests.drawn_phrases import Drawn, all_phrases, drawn

PHRASES = 1000
SHARES = {"text": 0.5, "cell": 0.25, "line break": 0.25}
SEED = 20
MOST_PAGES = 5000


def main(files: list[Path]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Workbench(Settings(data_dir=Path(folder), embedder="none")) as workbench,
    ):
        phrases: dict[str, list[Drawn]] = {kind: [] for kind in SHARES}
        refused = []
        for pdf in files:
            try:
                made = workbench.ingest(IngestRequest(pdf))
            except GridCodeError as error:
                refused.append(f"{pdf.name}: {type(error).__name__}")
                continue
            regulation = load_regulation(workbench._database, made.reg_id)
            for kind, runs in all_phrases(regulation, pdf).items():
                phrases[kind] += runs
        asked = [
            each
            for kind, share in SHARES.items()
            for each in drawn(phrases[kind], round(PHRASES * share), SEED)
        ]
        searcher = Searcher(workbench._database)
        missed = [each for each in asked if not _is_found(searcher, each)]
    report(
        {
            "files": len(files) - len(refused),
            "refused": refused,
            "drawn_from": {kind: len(runs) for kind, runs in phrases.items()},
            "asked": Counter(each.kind for each in asked),
            "found": 1 - len(missed) / len(asked),
            "missed": [f"{each.reg_id} P{each.page_num} {each.phrase}" for each in missed[:20]],
        }
    )


def _is_found(searcher: Searcher, asked: Drawn) -> bool:
    only = SearchFilters(reg_ids=(asked.reg_id,))
    found = search(searcher, f'"{asked.phrase}"', only, MOST_PAGES)
    return asked.page_num in {result.page_num for result in found.results}


if __name__ == "__main__":
    given = [Path(argument) for argument in sys.argv[1:]]
    chinese = [pdf for pdf in corpus_files(scans=False) if pdf.parent.name == "zh"]
    main(given or [*sorted((ROOT / "data/samples").glob("linjiang*.pdf")), *chinese])
