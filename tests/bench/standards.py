"""References to standards: how many of a hundred resolve once the standards are in the library.

    python -m tests.bench.standards FILE... [--sample 100 --seed 1]

Ingests the files, draws references as tests/bench/references.py does, and notes which are
unresolved because they name a document that is not there. For each such document a stand-in is
typeset that bears its number and has the sections and tables that are asked of it, among others;
the stand-ins are ingested, and the drawn references are looked at again. A reference counts as
right if it leads to the very part of the very document that it names.

Prints the figures, and a line for each reference that is still unresolved or leads elsewhere.
"""

import argparse
import random
import re
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import typst

from core.model import Reference
from core.services.ingest import IngestRequest
from core.settings import Settings
from core.structure.references.finding import find_in_text
from core.structure.references.mentions import ReferenceMention
from core.workbench import Workbench
from tests.bench.measuring import report

_SAID = (
    "What is said of it takes more than a line, as it does in most documents of this kind, and the "
    "paragraph ends before the margin."
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="+", type=Path)
    arguments.add_argument("--sample", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Workbench(Settings(data_dir=Path(folder) / "data")) as workbench,
    ):
        made = [workbench.ingest(IngestRequest(path)).reg_id for path in chosen.files]
        found = [it for reg_id in made for it in workbench.list_references(reg_id)[0]]
        places = random.Random(chosen.seed).sample(
            range(len(found)), min(chosen.sample, len(found))
        )
        drawn = [found[place] for place in sorted(places)]
        wanted = _documents(drawn)
        for nth, (document, mentions) in enumerate(sorted(wanted.items())):
            pdf = Path(folder) / f"stand_in_{nth}.pdf"
            pdf.write_bytes(_stand_in(document, mentions))
            workbench.ingest(IngestRequest(pdf, title=document))
        now = {
            it.reference_id: it for reg_id in made for it in workbench.list_references(reg_id)[0]
        }
        again = [now[it.reference_id] for it in drawn]
        titles = {one.info.reg_id: one.info.title for one in workbench.list_regulations()}
    doubtful = [it for it in again if it.state != "resolved" or _leads_astray(it, titles)]
    report(
        {
            "drawn": len(drawn),
            "before": Counter(it.state for it in drawn),
            "stand_ins": len(wanted),
            "after": Counter(it.state for it in again),
            "to_the_wrong_place": sum(_leads_astray(it, titles) for it in again),
        }
    )
    for it in doubtful:
        print(f"{it.source}\t{it.text}\t{it.state}\t{it.reason}")


def _documents(drawn: list[Reference]) -> dict[str, list[ReferenceMention]]:
    wanted: defaultdict[str, list[ReferenceMention]] = defaultdict(list)
    for reference in drawn:
        mention = _mention(reference)
        if reference.state == "unresolved" and mention is not None:
            wanted[mention.document].append(mention)
    return wanted


def _mention(reference: Reference) -> ReferenceMention | None:
    mentions = [it for it in find_in_text(reference.text) if it.document]
    return next((it for it in mentions if it.parsed_target == reference.parsed_target), None)


def _leads_astray(reference: Reference, titles: dict[str, str]) -> bool:
    """Only what names another document can be told from its number alone."""
    mention = _mention(reference)
    if reference.state != "resolved" or reference.target is None or mention is None:
        return False
    if titles[reference.target.reg_id] != mention.document:
        return True
    part = mention.as_part_of_this_document()
    if part is None:
        return reference.target.target_id != reference.target.reg_id
    kind = "t-" if mention.steps[-1].kind == "table" else "s"
    return reference.target.target_id.rpartition("/")[2] != f"{kind}{part.parsed_target}"


def _stand_in(document: str, mentions: list[ReferenceMention]) -> bytes:
    sections: set[tuple[int, ...]] = {(nth,) for nth in range(1, 4)}
    tables = 3
    for mention in mentions:
        if not mention.steps:
            continue
        number = [int(part) for part in re.findall(r"\d+", mention.steps[-1].number)]
        if mention.steps[-1].kind == "table":
            tables = max(tables, number[0] + 1)
        else:
            for depth, last in enumerate(number):
                outer = tuple(number[:depth])
                sections |= {(*outer, nth) for nth in range(1, last + 2)}
    lines = ["#set page(width: 160mm, height: 220mm)", _text(document), ""]
    for section in sorted(sections):
        name = ".".join(map(str, section))
        lines += [f"#strong[{name} Matter {name}]", "", _SAID, ""]
    for nth in range(1, tables + 1):
        cells = ", ".join(f"[{word}]" for word in ("Code", "Meaning", f"a{nth}", f"thing {nth}"))
        lines += ["As the table says:", "", f"#align(center)[Table {nth} Codes {nth}]"]
        lines += [f"#table(columns: 2, {cells})", "", _SAID, ""]
    return typst.compile("\n".join(lines).encode())


def _text(words: str) -> str:
    return "".join(f"\\{sign}" if sign in "#*_`$<>@/\\" else sign for sign in words)


if __name__ == "__main__":
    main()
