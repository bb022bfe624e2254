"""Which chunks hold a term: a sorted table, and a small indexed one for what was added lately.

Adding a regulation writes to the small one only and so costs the regulation's own size. ``compact``
sorts both into one: an index over all would take more memory than everything else together.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.store.database import Cursor
from core.store.keys import stable_key
from core.store.rows import any_of

DELTA_ROWS_AT_LEAST = 500_000
_DELTA_SHARE = 8  # the delta is due when it is an eighth of the sorted table

# Asked for several keys at once, DuckDB reads all entries of every 122,880 rows that hold one of
# them; asked for a single key it reads that key's. A statement by itself costs more than most
# readings, so several questions for one key each go into one statement.
_QUESTIONS_AT_ONCE = 32

# Little-endian everywhere: a store may be carried to another machine.
ENTRY = np.dtype([("chunk_no", "<u4"), ("frequency", "<u2")])
_HIGHEST_FREQUENCY = 2**16 - 1  # BM25 no longer tells frequencies apart long before

Entries = NDArray[np.void]


def term_key(field: str, term: str) -> int:
    return stable_key(f"{field}\0{term}")


def insert(
    cursor: Cursor, reg_id: str, first_chunk_no: int, fields: Mapping[str, Sequence[Sequence[str]]]
) -> None:
    """``fields`` are the tokens of each chunk, by field; inside the caller's transaction."""
    for field, chunks in fields.items():
        insert_entries(cursor, _rows(reg_id, first_chunk_no, field, chunks))


def insert_entries(cursor: Cursor, rows: pa.Table) -> None:
    """A term_key, reg_id and entries in each row; inside the caller's transaction."""
    cursor.register("incoming_postings", rows)
    try:
        cursor.execute("INSERT INTO postings_delta BY NAME SELECT * FROM incoming_postings")
    finally:
        cursor.unregister("incoming_postings")


def delete(cursor: Cursor, reg_id: str) -> None:
    """Inside the caller's transaction. Rows really go: what is deleted must leave no trace."""
    cursor.execute("DELETE FROM postings_delta WHERE reg_id = $reg_id", {"reg_id": reg_id})
    cursor.execute("DELETE FROM postings WHERE reg_id = $reg_id", {"reg_id": reg_id})


def find(cursor: Cursor, term_keys: Sequence[int]) -> dict[int, Entries]:
    """The entries of the whole store, by term; a term that stands nowhere is left out.

    Regulation by regulation in the order of their numbers, so that mostly all numbers rise.
    """
    by_key: defaultdict[int, list[bytes]] = defaultdict(list)
    for start in range(0, len(term_keys), _QUESTIONS_AT_ONCE):
        for key, entries in _find(cursor, term_keys[start : start + _QUESTIONS_AT_ONCE]):
            by_key[key].append(entries)
    return {key: np.frombuffer(_joined(parts), ENTRY) for key, parts in by_key.items()}


def is_compaction_due(cursor: Cursor, delta_rows_at_least: int) -> bool:
    sorted_rows, delta_rows = count_rows(cursor)
    return delta_rows >= max(1, delta_rows_at_least, sorted_rows // _DELTA_SHARE)


def count_rows(cursor: Cursor) -> tuple[int, int]:
    """-> rows of the sorted table, rows of the delta."""
    row = cursor.execute(
        "SELECT (SELECT count(*) FROM postings), (SELECT count(*) FROM postings_delta)"
    ).fetchone()
    return (row[0], row[1]) if row else (0, 0)


def compact(cursor: Cursor) -> None:
    """Inside the caller's transaction; costs the store's size."""
    cursor.execute(
        """
        CREATE TABLE postings_sorted (
            term_key BIGINT NOT NULL,
            reg_id   VARCHAR NOT NULL,
            entries  BLOB NOT NULL USING COMPRESSION uncompressed
        )
        """
    )
    cursor.execute(
        """
        INSERT INTO postings_sorted
        SELECT * FROM postings
        UNION ALL
        SELECT * FROM postings_delta
        ORDER BY term_key
        """
    )
    cursor.execute("DROP TABLE postings")
    cursor.execute("ALTER TABLE postings_sorted RENAME TO postings")
    cursor.execute("DELETE FROM postings_delta")


def _find(cursor: Cursor, term_keys: Sequence[int]) -> list[tuple[int, bytes]]:
    among, values = any_of("term_key", term_keys)
    questions = [
        f"SELECT term_key, entries FROM postings WHERE term_key = ${name}"  # noqa: S608 - our names
        for name in values
    ]
    questions.append(f"SELECT term_key, entries FROM postings_delta WHERE {among}")  # noqa: S608
    return cursor.execute(" UNION ALL ".join(questions), values).fetchall()


def _joined(parts: list[bytes]) -> bytes:
    in_order = sorted(parts, key=_first_chunk_no)
    return b"".join(in_order)


def _first_chunk_no(entries: bytes) -> int:
    return int.from_bytes(entries[:4], "little")


def _rows(
    reg_id: str, first_chunk_no: int, field: str, chunks: Sequence[Sequence[str]]
) -> pa.Table:
    """One row per term, by key: each addition is sorted, so DuckDB skips within the delta too."""
    term_nos: defaultdict[str, int] = defaultdict()
    term_nos.default_factory = term_nos.__len__
    token_terms = [term_nos[token] for tokens in chunks for token in tokens]
    token_chunks = np.repeat(np.arange(len(chunks)), [len(tokens) for tokens in chunks])
    keys = np.array([term_key(field, term) for term in term_nos], dtype=np.int64)
    by_key = np.argsort(keys)
    place_of_term = np.empty_like(by_key)
    place_of_term[by_key] = np.arange(by_key.size)

    # A number for each pair of term and chunk, in the order in which entries are written.
    pairs = place_of_term[np.array(token_terms, dtype=np.int64)] * len(chunks) + token_chunks
    pairs, frequencies = np.unique(pairs, return_counts=True)
    places, chunk_nos = np.divmod(pairs, max(1, len(chunks)))
    entries = np.empty(pairs.size, ENTRY)
    entries["chunk_no"] = first_chunk_no + chunk_nos
    entries["frequency"] = np.minimum(frequencies, _HIGHEST_FREQUENCY)
    ends = np.searchsorted(places, np.arange(keys.size + 1)) * ENTRY.itemsize
    return pa.table(
        {
            "term_key": keys[by_key],
            "reg_id": pa.array([reg_id] * keys.size, pa.string()),
            "entries": pa.LargeBinaryArray.from_buffers(
                pa.large_binary(),
                keys.size,
                [None, pa.py_buffer(ends.astype(np.int64)), pa.py_buffer(entries.tobytes())],
            ),
        }
    )
