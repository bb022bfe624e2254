"""Tables of both sides, each with its columns, rows and cells compared."""

from collections.abc import Sequence

from core.comparison.folding import key_of, same_text
from core.comparison.table_columns import column_pairs, match_columns
from core.comparison.table_cut_rows import heal_cut_rows
from core.comparison.table_grids import Grid
from core.comparison.table_matching import match_tables
from core.comparison.table_rows import row_pairs
from core.comparison.words import word_diff
from core.model import Table
from core.model.comparison import ChangeKind, DiffSpan, Place, RowPair, TablePair, TableSide

Placed = tuple[Table, Place]


def pair_tables(old: Sequence[Placed], new: Sequence[Placed]) -> list[TablePair]:
    """In the order of the new side; removed ones follow the table they followed before."""
    olds = [Grid(table, place) for table, place in old]
    news = [Grid(table, place) for table, place in new]
    partner = match_tables(olds, news)
    placed: list[tuple[tuple[int, int, int], TablePair]] = []
    last = -1
    for index, grid in enumerate(olds):
        if index in partner:
            last, confidence = partner[index]
            placed.append(((last, 0, 0), _pair(grid, news[last], confidence)))
        else:
            placed.append(((last, 1, index), _one_sided(grid, is_new=False)))
    taken = {other for other, _ in partner.values()}
    placed += [
        ((other, 0, 0), _one_sided(grid, is_new=True))
        for other, grid in enumerate(news)
        if other not in taken
    ]
    return [pair for _, pair in sorted(placed, key=lambda entry: entry[0])]


def _pair(old: Grid, new: Grid, confidence: float) -> TablePair:
    columns = match_columns(old, new)
    old, new = heal_cut_rows(old, new, columns)
    kinds: list[ChangeKind] = []
    spans: tuple[DiffSpan, ...] = ()
    if key_of(old.table.number or "") != key_of(new.table.number or ""):
        kinds.append("renumbered")
    before, after = _title(old.table), _title(new.table)
    if not same_text(before, after):
        kinds.append("renamed")
        spans = word_diff(before, after)
    return TablePair(
        old=_side(old),
        new=_side(new),
        kinds=tuple(kinds),
        spans=spans,
        columns=tuple(column_pairs(old, new, columns)),
        rows=tuple(row_pairs(old, new, columns)),
        confidence=confidence,
    )


def _title(table: Table) -> str:
    """The caption without the number."""
    caption, number = table.caption or "", table.number or ""
    return caption.replace(number, "", 1).strip() if number else caption


def _one_sided(grid: Grid, *, is_new: bool) -> TablePair:
    side = "new" if is_new else "old"
    return TablePair.model_validate(
        {
            side: _side(grid),
            "kinds": ("added",) if is_new else ("removed",),
            "rows": tuple(
                RowPair.model_validate(
                    {
                        f"{side}_row": row,
                        f"{side}_text": grid.row_text(row),
                        f"{side}_place": grid.row_place(row),
                    }
                )
                for row in grid.body_rows
            ),
        }
    )


def _side(grid: Grid) -> TableSide:
    table = grid.table
    return TableSide(
        table_id=table.table_id,
        number=table.number,
        caption=table.caption,
        row_count=table.row_count,
        col_count=table.col_count,
        place=grid.place.model_copy(
            update={"section_number": table.section_number, "detail": table.caption or ""}
        ),
    )
