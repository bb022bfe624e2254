"""The bundled samples, parsed and understood for real, once for all tests of a run."""

import json
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property
from pathlib import Path

from core.model import Annotation, Regulation, RegulationInfo
from core.parsing import parse_pdf
from core.parsing.elements import ParsedDocument
from core.settings import Settings
from core.structure.body import Body, make_body
from core.structure.furniture import find_furniture
from core.structure.understanding import understand
from tests.conftest import ROOT
from tests.once_a_run import once_a_run

SAMPLES = ROOT / "data" / "samples"
NAMES = ["linjiang_dispatch_2023", "linjiang_dispatch_2024", "northgate_reliability_2024"]


@dataclass(frozen=True)
class ReadSample:
    """``body`` has the printed words of every block, the regulation what was understood."""

    body: Body
    regulation: Regulation

    @property
    def annotations(self) -> list[Annotation]:
        return [note for page in self.regulation.pages for note in page.annotations]

    @cached_property
    def section_numbers(self) -> dict[str, str]:
        """By chapter id."""
        return {node.node_id: node.section_number for node in self.regulation.chapters}

    @cached_property
    def section_of_block(self) -> dict[str, str | None]:
        return {
            block.block_id: self.section_numbers.get(block.chapter_id or "")
            for page in self.regulation.pages
            for block in page.content_blocks
        }

    def table_number(self, table_id: str | None) -> str | None:
        """The printed number; None outside tables and for tables without one."""
        tables = self.regulation.tables
        return next((table.number for table in tables if table.table_id == table_id), None)


def parsed_sample(name: str) -> ParsedDocument:
    def make(target: Path) -> None:
        with tempfile.TemporaryDirectory() as images:
            parsed = parse_pdf(SAMPLES / f"{name}.pdf", settings=Settings(), image_dir=Path(images))
        target.write_text(parsed.model_dump_json(), encoding="utf-8")

    written = once_a_run(f"{name}.json", make).read_text(encoding="utf-8")
    return ParsedDocument.model_validate_json(written)


@cache
def read_sample(name: str) -> ReadSample:
    parsed = parsed_sample(name)
    info = RegulationInfo(
        reg_id=name,
        title=name,
        source_file=f"{name}.pdf",
        total_pages=len(parsed.pages),
        indexed_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    body = make_body(name, parsed.pages, find_furniture(parsed.pages))
    return ReadSample(body, understand(info, parsed, library=()))


def truth(name: str) -> dict:
    return json.loads((SAMPLES / f"{name}.truth.json").read_text(encoding="utf-8"))


def squeezed(text: str) -> str:
    """Blanks are a matter of setting."""
    return "".join(text.split())
