"""The keyword index after some chunks of a regulation have changed: the others stay as they are."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pyarrow as pa

from core.store import postings, search_sets
from core.store.database import Cursor
from core.store.keyword_directory import FIELDS
from core.store.keyword_index import IndexedChunk, next_chunk_no
from core.store.postings import ENTRY, term_key
from core.store.rows import insert_rows


def change_chunks(
    cursor: Cursor,
    reg_id: str,
    tokenizer: str,
    *,
    kept: Mapping[str, str],
    gone: Sequence[IndexedChunk],
    added: Sequence[IndexedChunk],
) -> None:
    """``kept`` are ids of chunks that read as before, each with the id that it had.

    ``gone`` and ``added`` come with tokens that ``tokenizer`` made, as all in the index must be.
    Inside the caller's transaction.
    """
    first = next_chunk_no(cursor)
    known = {
        chunk_id: {"chunk_no": no, "words_length": words, "characters_length": characters}
        for chunk_id, no, words, characters in cursor.execute(
            """
            DELETE FROM keyword_chunks
            WHERE reg_id = $reg_id
            RETURNING chunk_id, chunk_no, words_length, characters_length
            """,
            {"reg_id": reg_id},
        ).fetchall()
    }
    rows = [
        known[old_id] | {"chunk_id": chunk_id, "reg_id": reg_id}
        for chunk_id, old_id in kept.items()
    ]
    tokens = _tokens(added)
    rows += [
        {"chunk_no": first + nth, "chunk_id": chunk.chunk_id, "reg_id": reg_id}
        | {f"{field}_length": len(tokens[field][nth]) for field in FIELDS}
        for nth, chunk in enumerate(added)
    ]
    insert_rows(cursor, "keyword_chunks", rows)
    search_sets.mark(cursor, reg_id, tokenizer)
    numbers = [known[chunk.chunk_id]["chunk_no"] for chunk in gone]
    _forget(cursor, reg_id, numbers, _tokens(gone))
    if added:
        postings.insert(cursor, reg_id, first, tokens)


def _forget(
    cursor: Cursor,
    reg_id: str,
    chunk_nos: Collection[int],
    fields: Mapping[str, Sequence[Sequence[str]]],
) -> None:
    """Take chunks out of the entries of their terms; what is left of these waits in the delta."""
    keys = {
        term_key(field, token)
        for field, chunks in fields.items()
        for tokens in chunks
        for token in tokens
    }
    if not keys:
        return
    values = {"reg_id": reg_id, "term_keys": sorted(keys)}
    numbers = np.fromiter(chunk_nos, np.uint32)
    left: list[tuple[int, bytes]] = []
    for table in ("postings", "postings_delta"):
        rows = cursor.execute(
            f"""
            DELETE FROM {table}
            WHERE reg_id = $reg_id AND term_key IN (SELECT unnest($term_keys::BIGINT[]))
            RETURNING term_key, entries
            """,  # noqa: S608 - names of our own
            values,
        ).fetchall()
        for key, stored in rows:
            entries = np.frombuffer(stored, ENTRY)
            others = entries[~np.isin(entries["chunk_no"], numbers)]
            if others.size:
                left.append((key, others.tobytes()))
    left.sort()
    waiting = pa.table(
        {
            "term_key": pa.array([key for key, _ in left], pa.int64()),
            "reg_id": pa.array([reg_id] * len(left), pa.string()),
            "entries": pa.array([entries for _, entries in left], pa.large_binary()),
        }
    )
    postings.insert_entries(cursor, waiting)


def _tokens(chunks: Sequence[IndexedChunk]) -> dict[str, list[list[str]]]:
    return {field: [getattr(chunk, field).split() for chunk in chunks] for field in FIELDS}
