"""Nouns to rows and back.

A column carries the name of the noun's field. Lists of texts and numbers are DuckDB lists; nested
nouns are JSON text. Columns that are no field (keys, owners) are given beside the noun.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import pyarrow as pa

from core.model.noun import Noun
from core.store.database import Cursor

N = TypeVar("N", bound=Noun)
Row = dict[str, Any]


class NounRows(Generic[N]):
    """How one noun lies in one table. ``elsewhere`` are fields that other tables hold."""

    def __init__(
        self,
        table: str,
        noun: type[N],
        *,
        json_fields: Iterable[str] = (),
        elsewhere: Iterable[str] = (),
    ) -> None:
        self.table = table
        self._noun = noun
        self._json_fields = frozenset(json_fields)
        self._elsewhere = frozenset(elsewhere)
        self.fields = tuple(name for name in noun.model_fields if name not in self._elsewhere)
        self.columns = ", ".join(f'"{name}"' for name in self.fields)

    def row(self, noun: N, **beside: object) -> Row:
        values = noun.model_dump(mode="json", round_trip=True, exclude=set(self._elsewhere))
        for name in self._json_fields:
            if values[name] is not None:
                values[name] = json.dumps(values[name], ensure_ascii=False)
        return values | beside

    def noun(self, row: Sequence[Any], **elsewhere: object) -> N:
        values: Row = dict(zip(self.fields, row, strict=True))
        for name in self._json_fields:
            if values[name] is not None:
                values[name] = _from_json(values[name])
        return self._noun.model_validate(values | elsewhere)

    def select(self, cursor: Cursor, tail: str, values: Mapping[str, object]) -> list[N]:
        """``tail`` is the query from WHERE on, written by the caller; input goes into ``values``.

        Only for nouns that lie in one table.
        """
        return [self.noun(row) for row in self.select_rows(cursor, tail, values)]

    def select_rows(
        self, cursor: Cursor, tail: str, values: Mapping[str, object]
    ) -> list[tuple[Any, ...]]:
        query = f"SELECT {self.columns} FROM {self.table} {tail}"  # noqa: S608 - no input in it
        return cursor.execute(query, dict(values)).fetchall()

    def select_between(
        self,
        cursor: Cursor,
        where: str,
        values: Mapping[str, object],
        offset: int,
        limit: int | None,
        *,
        looks_elsewhere: bool = False,
    ) -> tuple[list[tuple[Any, ...]], int]:
        """Some rows in the order in which they were saved, and how many there are in all.

        DuckDB keeps that order by itself, and stops when it has enough, unless the condition
        ``looks_elsewhere``: into another table or an unpacked list. Then all rows are sorted.
        """
        query = f"SELECT count(*) FROM {self.table} {where}"  # noqa: S608 - no input in it
        (total,) = cursor.execute(query, dict(values)).fetchone() or (0,)
        first = min(offset, total)
        most = total - first if limit is None else min(limit, total)
        order = "ORDER BY rowid" if looks_elsewhere else ""
        tail = f"{where} {order} LIMIT $most OFFSET $first"
        window = {"first": first, "most": most}
        return self.select_rows(cursor, tail, dict(values) | window), total


def any_of(column: str, keys: Iterable[int]) -> tuple[str, dict[str, object]]:
    """A condition and its values. DuckDB uses an index for a written list, with a placeholder for
    each key, and not for a list that it unpacks."""
    values: dict[str, object] = {f"key_{nth}": key for nth, key in enumerate(keys)}
    return f"{column} IN ({', '.join(f'${name}' for name in values)})", values


def _from_json(text: str) -> object:
    return () if text == "[]" else json.loads(text)  # most cells and references have nothing there


def insert_rows(cursor: Cursor, table: str, rows: Sequence[Row]) -> None:
    """Insert many rows at once; a statement per row would take minutes for a long regulation."""
    if not rows:
        return
    cursor.register("incoming_rows", pa.Table.from_pylist(list(rows)))
    try:
        cursor.execute(f"INSERT INTO {table} BY NAME SELECT * FROM incoming_rows")  # noqa: S608
    finally:
        cursor.unregister("incoming_rows")
