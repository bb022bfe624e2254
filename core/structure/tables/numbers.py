"""The numbers of a table: which columns can be drawn, in what unit."""

import re
import unicodedata
from collections import Counter
from itertools import pairwise

from core.model import Table
from core.model.tables import NumericColumn

_MOSTLY = 0.6  # share of filled cells that must hold one number
_FEWEST = 2
_VALUE = re.compile(
    r"[<>≤≥≦≧=~≈约不大于小超过低±+]*\s*(?P<number>[-+]?\d[\d,]*(?:\.\d+)?)\s*(?P<unit>[^\d\s()]{0,8})"
)
_UNITS = (
    "kV|V|kA|A|mA|MW|kW|GW|W|MVA|kVA|Mvar|MVar|kvar|MWh|kWh|GWh|Hz|mHz|Ω|km|m|mm|cm|m/s|s|ms|min|h"
    "|d|%|‰|℃|°C|t|kg|Pa|kPa|MPa|dB|bit/s|Mbit/s|p\\.u\\.|pu|万元|元|千米|米|秒|分钟|小时|天"
)
_UNIT_IN_HEADER = re.compile(
    rf"\((?P<unit>[^()]{{1,12}})\)|[/,]\s*(?P<bare>[A-Za-zΩ℃°%·²³]{{1,8}})\s*$|\s(?P<named>{_UNITS})$"
)
_NOT_A_UNIT = re.compile(r"[号次条款项级类段章节第、,;]|\d")


def numeric_columns(table: Table) -> list[NumericColumn]:
    """Columns most of whose cells hold exactly one number; a range or a list is none."""
    found = []
    for col in range(table.col_count):
        texts = _texts(table, col)
        filled = {row: text for row, text in texts.items() if text.strip(" -—–/")}
        read = {row: read_number(text) for row, text in filled.items()}
        numbers = {row: value for row, value in read.items() if value is not None}
        if len(numbers) < _FEWEST or len(numbers) < _MOSTLY * len(filled):
            continue
        units = Counter(unit for _, unit in numbers.values() if unit)
        said = _unit_in_header(table, col)
        if len(units) > 1 and not said:
            continue  # no axis fits several units
        name = table.col_headers[col] if col < len(table.col_headers) else ""
        found.append(
            NumericColumn(
                col=col,
                name=name or f"#{col + 1}",
                unit=said or next(iter(units), ""),
                is_count=_counts([value for value, _ in numbers.values()]),
                values=tuple(
                    (row, numbers[row][0] if row in numbers else None) for row in sorted(texts)
                ),
            )
        )
    return found


def read_number(text: str) -> tuple[float, str] | None:
    """The one number of a cell and the unit behind it: ``≤0.15 s`` is 0.15 and s."""
    folded = unicodedata.normalize("NFKC", text).replace("−", "-").strip()
    match = _VALUE.fullmatch(folded)
    if match is None:
        return None
    unit = match["unit"]
    if unit and _NOT_A_UNIT.search(unit):
        return None
    return float(match["number"].replace(",", "")), unit


def row_labels(table: Table, numeric: list[NumericColumn]) -> dict[int, str]:
    """What rows are called: the first column that tells most of them apart."""
    taken = {column.col for column in numeric}
    columns = [_texts(table, col) for col in range(table.col_count) if col not in taken]
    columns = columns or [_texts(table, 0)]
    best = max(columns, key=lambda texts: (len(set(texts.values())), len("".join(texts.values()))))
    return {row: " ".join(text.split()) for row, text in best.items()}


def _counts(values: list[float]) -> bool:
    return all(after - before == 1 for before, after in pairwise(values))


def _texts(table: Table, col: int) -> dict[int, str]:
    """By row below the header; a cell over several rows counts in each."""
    return {
        row: cell.content
        for cell in table.cells
        if cell.col <= col < cell.col + cell.col_span and cell.row >= table.header_row_count
        for row in range(cell.row, cell.row + cell.row_span)
        if cell.col_span == 1
    }


def _unit_in_header(table: Table, col: int) -> str:
    for cell in table.cells:
        if cell.row < table.header_row_count and cell.col <= col < cell.col + cell.col_span:
            folded = unicodedata.normalize("NFKC", cell.content)
            for match in _UNIT_IN_HEADER.finditer(folded):
                unit = (match["unit"] or match["bare"] or match["named"]).strip()
                if not _NOT_A_UNIT.search(unit):
                    return unit
    return ""
