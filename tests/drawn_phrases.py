"""Literal phrases drawn at random from the pages of a regulation, with the page they stand on."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pypdfium2

from core.model import Regulation

CHINESE = re.compile(r"[\u4e00-\u9fff]{2,}")
SHORTEST, LONGEST = 2, 8


@dataclass(frozen=True)
class Drawn:
    reg_id: str
    page_num: int
    phrase: str
    kind: str


def runs_of_text(regulation: Regulation) -> Iterator[Drawn]:
    """Every stretch of Chinese in the blocks of each page."""
    for page in regulation.pages:
        for block in page.content_blocks:
            if block.table_meta is None:
                for run in CHINESE.findall(_joined(block.content_markdown)):
                    yield Drawn(regulation.info.reg_id, page.page_num, run, "text")


def runs_of_cells(regulation: Regulation) -> Iterator[Drawn]:
    """Of table cells, each on the page it stands on; lines of one cell are one stretch."""
    for page in regulation.pages:
        for block in page.content_blocks:
            for cell in block.table_meta.cells if block.table_meta else ():
                for run in CHINESE.findall(_joined(cell.content)):
                    yield Drawn(regulation.info.reg_id, page.page_num, run, "cell")


def phrases_over_line_breaks(regulation: Regulation, pdf: Path) -> Iterator[Drawn]:
    """Up to four characters from the end of a printed line and from the beginning of the next.

    Lines that a reader would not read on (two columns, two cells) are left out: together they must
    stand in one block of the page.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in regulation.pages:
            blocks = [_joined(block.content_markdown) for block in page.content_blocks]
            printed = document[page.page_num - 1].get_textpage().get_text_range().splitlines()
            for upper, lower in pairwise(printed):
                end = re.search(r"[\u4e00-\u9fff]{1,4}$", upper.strip())
                start = re.match(r"[\u4e00-\u9fff]{1,4}", lower.strip())
                phrase = end[0] + start[0] if end and start else ""
                if phrase and any(phrase in block for block in blocks):
                    yield Drawn(regulation.info.reg_id, page.page_num, phrase, "line break")
    finally:
        document.close()


def drawn(runs: list[Drawn], count: int, seed: int) -> list[Drawn]:
    """Parts of two to eight characters; a phrase over a line break stays whole."""
    choose = random.Random(seed)
    found = []
    for _ in range(count):
        run = choose.choice(runs)
        if run.kind == "line break":
            found.append(run)
            continue
        length = choose.randint(SHORTEST, min(LONGEST, len(run.phrase)))
        start = choose.randint(0, len(run.phrase) - length)
        phrase = run.phrase[start : start + length]
        found.append(Drawn(run.reg_id, run.page_num, phrase, run.kind))
    return found


def all_phrases(regulation: Regulation, pdf: Path) -> dict[str, list[Drawn]]:
    return {
        "text": list(runs_of_text(regulation)),
        "cell": list(runs_of_cells(regulation)),
        "line break": list(phrases_over_line_breaks(regulation, pdf)),
    }


def _joined(text: str) -> str:
    """Line breaks inside Chinese are setting, also the ``<br>`` of a table cell."""
    return re.sub(r"(?<=[\u4e00-\u9fff])(?:\s|<br ?/?>)+(?=[\u4e00-\u9fff])", "", text)
