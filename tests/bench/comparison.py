"""Compares two PDFs and prints some of the changes to be judged by reading; or measures speed.

Usage: python -m tests.bench.comparison OLD.pdf NEW.pdf [--sample 40] [--seed 1]
       python -m tests.bench.comparison --pages 300
"""

import argparse
import random
import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from core.comparison.comparing import Chosen, compare
from core.model import Regulation, RegulationInfo, ids
from core.model.comparison import Change, Comparison
from core.parsing import parse_pdf
from core.settings import Settings
from core.structure.understanding import understand
from tests.bench.measuring import MemoryWatch, cpu_seconds, report
from tests.made_editions import long_edition, revised

TEXT_SHOWN = 700


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pdfs", nargs="*", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=int, default=300)
    arguments = parser.parse_args()
    if len(arguments.pdfs) == 2:
        old, new = map(read, arguments.pdfs)
        show(compare(Chosen.all_of(old), Chosen.all_of(new)), arguments.sample, arguments.seed)
    else:
        measure(arguments.pages)


def read(pdf: Path) -> Regulation:
    with tempfile.TemporaryDirectory() as images:
        parsed = parse_pdf(pdf, settings=Settings(), image_dir=Path(images))
    info = RegulationInfo(
        reg_id=ids.slug(pdf.name),
        title=pdf.stem,
        source_file=pdf.name,
        total_pages=len(parsed.pages),
        indexed_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return understand(info, parsed, library=())


def show(comparison: Comparison, sample: int, seed: int) -> None:
    for nth, change in enumerate(drawn(comparison, sample, seed), start=1):
        print(f"{nth}. {change.subject} {', '.join(change.kinds)} {change.direction or ''}")
        print(f"   {change.source}  confidence {change.confidence}")
        print(f"   - {change.old_label} {change.old_text[:TEXT_SHOWN]!r}")
        print(f"   + {change.new_label} {change.new_text[:TEXT_SHOWN]!r}")
        marked = [span for span in change.spans if span.kind != "equal"]
        if marked:
            print(
                "   ~ " + "; ".join(f"{span.old!r} -> {span.new!r}" for span in marked)[:TEXT_SHOWN]
            )
    report(
        {
            "changes": len(comparison.changes),
            "by_subject": Counter(change.subject for change in comparison.changes),
            "counts": comparison.counts.model_dump(),
        }
    )


def drawn(comparison: Comparison, sample: int, seed: int) -> list[Change]:
    """In the order of the list, so that they can be followed in the documents."""
    changes = list(enumerate(comparison.changes))
    chosen = random.Random(seed).sample(changes, min(sample, len(changes)))
    return [change for _, change in sorted(chosen, key=lambda entry: entry[0])]


def measure(pages: int) -> None:
    old = long_edition("long_2023", pages)
    new = revised(old, "long_2024", seed=1)
    memory = MemoryWatch()
    begun = cpu_seconds()
    comparison = compare(Chosen.all_of(old), Chosen.all_of(new))
    seconds = cpu_seconds() - begun
    blocks = [sum(len(page.content_blocks) for page in one.pages) for one in (old, new)]
    report(
        {
            "pages": [len(old.pages), len(new.pages)],
            "blocks": blocks,
            "tables": [len(old.tables), len(new.tables)],
            "changes": len(comparison.changes),
            "counts": comparison.counts.model_dump(),
            "cpu_seconds": round(seconds, 2),
            "peak_mb": memory.peak_mb(),
        }
    )


if __name__ == "__main__":
    main()
