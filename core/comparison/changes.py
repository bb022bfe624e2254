"""The list an analyst reads: passages, tables, columns, rows and cells that are not the same."""

from collections.abc import Iterator, Sequence

from core.comparison.wholes import labels_of, texts_of
from core.model.comparison import (
    Change,
    ChangeCounts,
    Comparison,
    PassagePair,
    Place,
    RowPair,
    TablePair,
    TableSide,
)


def changes_of(passages: Sequence[PassagePair], tables: Sequence[TablePair]) -> list[Change]:
    """In the order of the pages of the new side; what was removed stands at its old place."""
    placed: list[tuple[tuple[int, int, int], Change]] = []
    page = 0
    for index, pair in enumerate(passages):
        page = max(page, pair.new[0].place.page_num) if pair.new else page
        if pair.kinds:
            placed.append(((page, 0, index), _of_passages(pair)))
    page = 0
    for index, table in enumerate(tables):
        page = table.new.place.page_num if table.new else page
        placed += [((page, 1, index), change) for change in _of_table(index, table)]
    return [change for _, change in sorted(placed, key=lambda entry: entry[0])]


def side_by_side(comparison: Comparison) -> list[Change]:
    """Every passage, changed or not, and what changed in tables behind them."""
    rows = [_of_passages(pair) for pair in comparison.passages]
    return rows + [
        change
        for index, table in enumerate(comparison.tables)
        for change in _of_table(index, table)
    ]


def counts_of(
    changes: Sequence[Change], passages: Sequence[PassagePair], tables: Sequence[TablePair]
) -> ChangeCounts:
    counted = [change for change in changes if change.part == "body"]
    kinds = [kind for change in counted for kind in change.kinds]
    kinds += [change.direction for change in counted if change.direction]  # type: ignore[misc]
    same = sum(not pair.kinds for pair in passages)
    same += sum(
        not set(row.kinds) - {"renumbered"}
        for table in tables
        if not table.kinds
        for row in table.rows
    )
    names = set(ChangeCounts.model_fields) - {"unchanged"}
    return ChangeCounts(unchanged=same, **{name: kinds.count(name) for name in names})  # type: ignore[arg-type]


def _of_passages(pair: PassagePair) -> Change:
    first = (*pair.new, *pair.old)[0]
    return Change(
        subject=first.subject,
        kinds=pair.kinds,
        part="front" if all(one.part == "front" for one in (*pair.old, *pair.new)) else "body",
        old_label=labels_of(pair.old, pair.new),
        new_label=labels_of(pair.new, pair.old),
        old_text="\n".join(texts_of(pair.old, pair.new)),
        new_text="\n".join(texts_of(pair.new, pair.old)),
        old_places=tuple(passage.place for passage in pair.old),
        new_places=tuple(passage.place for passage in pair.new),
        spans=pair.spans,
        direction=pair.direction,
        confidence=pair.confidence,
    )


def _of_table(nth_table: int, pair: TablePair) -> Iterator[Change]:
    name = _name(pair.new or pair.old)
    if pair.kinds:
        yield Change(
            subject="table",
            kinds=pair.kinds,
            old_label=(pair.old.number if pair.old else "") or "",
            new_label=(pair.new.number if pair.new else "") or "",
            old_text=_name(pair.old),
            new_text=_name(pair.new),
            old_places=(pair.old.place,) if pair.old else (),
            new_places=(pair.new.place,) if pair.new else (),
            spans=pair.spans,
            confidence=pair.confidence,
            table=name,
            nth_table=nth_table,
        )
    for column in pair.columns:
        if column.kinds:
            yield Change(
                subject="table_column",
                kinds=column.kinds,
                old_text=column.old_header,
                new_text=column.new_header,
                old_places=_known(column.old_place),
                new_places=_known(column.new_place),
                confidence=pair.confidence,
                table=name,
                column=column.new_header or column.old_header,
                nth_table=nth_table,
            )
    for nth_row, row in enumerate(pair.rows):
        for change in _of_row(row, name, pair.confidence):
            yield change.model_copy(update={"nth_table": nth_table, "nth_row": nth_row})


def _of_row(row: RowPair, table: str, confidence: float) -> Iterator[Change]:
    # A row that only counts on behind a new one says nothing new; tables side by side show it.
    own = tuple(kind for kind in row.kinds if kind not in ("changed", "renumbered"))
    if own:
        yield Change(
            subject="table_row",
            kinds=own,
            old_label=row.group if row.new_place is None else "",
            new_label=row.group if row.old_place is None else "",
            old_text=row.old_text,
            new_text=row.new_text,
            old_places=_known(row.old_place),
            new_places=_known(row.new_place),
            confidence=confidence,
            table=table,
        )
    for cell in row.cells:
        yield Change(
            subject="table_cell",
            kinds=("changed",),
            old_label=cell.row_label,
            new_label=cell.row_label,
            old_text=cell.old_text,
            new_text=cell.new_text,
            old_places=(cell.old_place,),
            new_places=(cell.new_place,),
            spans=cell.spans,
            direction=cell.direction,
            confidence=confidence,
            table=table,
            column=cell.column,
        )


def _known(place: Place | None) -> tuple[Place, ...]:
    return (place,) if place is not None else ()


def _name(side: TableSide | None) -> str:
    return (side.caption or side.table_id) if side is not None else ""
