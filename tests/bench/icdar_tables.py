"""Tables of single pages against the ICDAR-2013 annotation (NAME.pdf beside NAME-str.xml).

Adjacency F1 counts pairs of neighbouring cells that hold text, cell F1 cells that are equal in
place, spans and text, span F1 merged cells alone. White space, letter case, quotes and dashes are
taken as equal; rows and columns without text are left out.

Usage: python tests/bench/icdar_tables.py DIR [--ruled LABELS.json]
"""

import argparse
import json
import re
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import pypdfium2

from core.parsing.ink import read_pdf_ink
from core.parsing.tables import find_tables
from tests.bench.measuring import report

_SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "‐": "-", "–": "-", "—": "-"})

Place = tuple[int, int, int, int]  # first row, first column, end row, end column
Points = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Annotated:
    """A table, true or found: where it stands and its cells with text, by place."""

    points: Points
    cells: dict[Place, str]


def main(folder: Path, labels: dict[str, dict[str, list[bool]]]) -> None:
    tallies = {name: Tally() for name in ("all", "ruled", "unruled")[: 3 if labels else 1]}
    pages, seconds = 0, 0.0
    for pdf_path in sorted(folder.glob("*.pdf")):
        truth_path = pdf_path.with_name(pdf_path.stem + "-str.xml")
        if not truth_path.exists():
            continue
        sizes = [page.get_size() for page in pypdfium2.PdfDocument(pdf_path)]
        truth = true_tables(truth_path, [height for _, height in sizes])
        begun = time.process_time()
        found = list(found_tables(pdf_path, sizes))
        seconds += time.process_time() - begun
        pages += len(found)
        for page_num, on_page in enumerate(found, 1):
            tallies["all"].add(truth[page_num], on_page)
            is_ruled = labels.get(pdf_path.stem, {}).get(str(page_num), [])
            for name in ("ruled", "unruled") if labels else ():
                wanted = [
                    table
                    for table, ruled in zip(truth[page_num], is_ruled, strict=True)
                    if ruled is (name == "ruled")
                ]
                near = [t for t in on_page if any(shared(t.points, w.points) > 0.1 for w in wanted)]
                tallies[name].add(wanted, near)
    figures: dict[str, object] = {name: tally.figures() for name, tally in tallies.items()}
    report(figures | {"pages": pages, "pages_per_cpu_second": round(pages / seconds, 1)})


def true_tables(xml_path: Path, heights: list[float]) -> dict[int, list[Annotated]]:
    tables: dict[int, list[Annotated]] = defaultdict(list)
    for region in ET.parse(xml_path).getroot().iterfind("table/region"):
        page_num = int(region.attrib["page"])
        cells: dict[Place, str] = {}
        boxes: list[list[float]] = []
        for cell in region.iterfind("cell"):
            row, col = int(cell.attrib["start-row"]), int(cell.attrib["start-col"])
            end_row, end_col = int(cell.get("end-row", row)), int(cell.get("end-col", col))
            cells[row, col, end_row + 1, end_col + 1] = cell.findtext("content") or ""
            box = cell.find("bounding-box")
            numbers = (
                [box.get(side, "") for side in ("x1", "y1", "x2", "y2")] if box is not None else []
            )
            if numbers and all(re.fullmatch(r"-?[\d.]+", number) for number in numbers):
                boxes.append([float(number) for number in numbers])
        if boxes:
            x1, y1, x2, y2 = zip(*boxes, strict=True)
            height = heights[page_num - 1]
            points = (min(x1), height - max(y2), max(x2), height - min(y1))
            tables[page_num].append(Annotated(points, compacted(cells)))
    return tables


def found_tables(pdf_path: Path, sizes: list[tuple[float, float]]) -> Iterator[list[Annotated]]:
    for (width, height), ink in zip(sizes, read_pdf_ink(pdf_path), strict=True):
        tables = []
        for table in find_tables(ink):
            box = ink.box_as_shown(table.area)
            points = box.left * width, box.top * height, box.right * width, box.bottom * height
            cells = {
                (c.row, c.col, c.row + c.row_span, c.col + c.col_span): c.text for c in table.cells
            }
            tables.append(Annotated(points, compacted(cells)))
        yield tables


def compacted(cells: dict[Place, str]) -> dict[Place, str]:
    """Cells with text, and only the rows and columns in which one of them begins."""
    texts = {
        place: re.sub(r"\s+", "", text).translate(_SAME).lower() for place, text in cells.items()
    }
    texts = {place: text for place, text in texts.items() if text}
    rows = sorted({place[0] for place in texts})
    cols = sorted({place[1] for place in texts})
    kept: dict[Place, str] = {}
    for (top, left, bottom, right), text in texts.items():
        within_rows = [at for at, row in enumerate(rows) if top <= row < bottom]
        within_cols = [at for at, col in enumerate(cols) if left <= col < right]
        place = within_rows[0], within_cols[0], within_rows[-1] + 1, within_cols[-1] + 1
        kept[place] = text
    return kept


def neighbours(table: Annotated) -> Counter[object]:
    """Each cell with the nearest to its right in every row, and below in every column."""
    at = {
        (row, col): place
        for place in table.cells
        for row in range(place[0], place[2])
        for col in range(place[1], place[3])
    }
    end_row = max((place[2] for place in table.cells), default=0)
    end_col = max((place[3] for place in table.cells), default=0)
    pairs = set()
    for place in table.cells:
        top, left, bottom, right = place
        for row in range(top, bottom):
            if other := next((at[row, c] for c in range(right, end_col) if (row, c) in at), None):
                pairs.add((place, other, "right"))
        for col in range(left, right):
            if other := next((at[r, col] for r in range(bottom, end_row) if (r, col) in at), None):
                pairs.add((place, other, "below"))
    return Counter((table.cells[one], table.cells[other], way) for one, other, way in pairs)


def exact_cells(table: Annotated) -> Counter[object]:
    return Counter(table.cells.items())


def merged_cells(table: Annotated) -> Counter[object]:
    sizes = [((b - t, r - le), text) for (t, le, b, r), text in table.cells.items()]
    return Counter(item for item in sizes if item[0] != (1, 1))


def shared(one: Points, other: Points) -> float:
    """Intersection over union."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    if across <= 0 or down <= 0:
        return 0.0
    return across * down / (area(one) + area(other) - across * down)


def area(points: Points) -> float:
    return (points[2] - points[0]) * (points[3] - points[1])


def likeness(truth: Points, found: Points) -> float:
    """As ``shared``; a find that lies within the truth counts for a little more."""
    value = shared(truth, found)
    both = value * (area(truth) + area(found)) / (1 + value)
    within = both / area(found) if area(found) else 0.0
    return max(value, 0.9 * within) if within > 0.8 and value > 0.3 else value


class Tally:
    """Counts over pages."""

    measures = (("adjacency", neighbours), ("cell", exact_cells), ("span", merged_cells))

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, truths: list[Annotated], found: list[Annotated]) -> None:
        left = list(found)
        for truth in truths:
            best = max(left, key=lambda table: likeness(truth.points, table.points), default=None)
            if best is not None and likeness(truth.points, best.points) <= 0.3:
                best = None
            self.counts["tables"] += 1
            if best is not None:
                left.remove(best)
                self.counts["found"] += 1
            for name, measure in self.measures:
                wanted = measure(truth)
                got = measure(best) if best is not None else Counter()
                self.counts[name + " both"] += 2 * (wanted & got).total()
                self.counts[name + " all"] += wanted.total() + got.total()
        self.counts["spurious"] += len(left)
        for table in left:
            self.counts["adjacency all"] += neighbours(table).total()
            self.counts["cell all"] += len(table.cells)

    def figures(self) -> dict[str, float | int | None]:
        figures: dict[str, float | int | None] = {
            name: self.counts[name] for name in ("tables", "found", "spurious")
        }
        for name, _ in self.measures:
            total = self.counts[name + " all"]
            figures[name + "_f1"] = round(self.counts[name + " both"] / total, 4) if total else None
        return figures


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--ruled", type=Path, help="JSON: NAME -> page -> is each table ruled")
    given = arguments.parse_args()
    main(given.folder, json.loads(given.ruled.read_text()) if given.ruled else {})
