"""The keyword index: two token fields per chunk, scored apart by BM25 and added.

Tokens come and are asked for as they are: folding and cutting text into words is not the store's.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.model.noun import Noun
from core.store import postings
from core.store.bm25 import TermPostings, score_chunks
from core.store.database import Cursor, Database
from core.store.rows import insert_rows

_WORDS = "words"
_CHARACTERS = "characters"


class IndexedChunk(Noun):
    """``words`` and ``characters`` are tokens joined by blanks."""

    chunk_id: str
    reg_id: str
    words: str
    characters: str


class KeywordHit(Noun):
    chunk_id: str
    reg_id: str
    score: float


class KeywordIndexState(Noun):
    """``waiting_rows`` are those not yet sorted in; many of them make searches slower."""

    method: str
    chunks: int
    sorted_rows: int
    waiting_rows: int


@dataclass(frozen=True)
class _Lengths:
    """``shares`` are lengths by field and chunk number, as a share of the field's mean length."""

    chunk_count: int
    highest_chunk_no: int
    shares: dict[str, NDArray[np.float64]]


def index_chunks(cursor: Cursor, reg_id: str, chunks: Sequence[IndexedChunk]) -> None:
    """In place of what the index held of the regulation, inside the caller's transaction."""
    strangers = {chunk.reg_id for chunk in chunks} - {reg_id}
    if strangers:
        raise ValueError(f"chunks of {sorted(strangers)} among those of {reg_id}")
    remove(cursor, reg_id)
    if not chunks:
        return
    first = _next_chunk_no(cursor)
    words = [chunk.words.split() for chunk in chunks]
    characters = [chunk.characters.split() for chunk in chunks]
    rows = [
        {
            "chunk_no": first + nth,
            "chunk_id": chunk.chunk_id,
            "reg_id": reg_id,
            "words_length": len(words[nth]),
            "characters_length": len(characters[nth]),
        }
        for nth, chunk in enumerate(chunks)
    ]
    insert_rows(cursor, "keyword_chunks", rows)
    postings.insert(cursor, reg_id, first, {_WORDS: words, _CHARACTERS: characters})


def remove(cursor: Cursor, reg_id: str) -> None:
    """Inside the caller's transaction; nothing happens when the regulation is not indexed."""
    gone = cursor.execute(
        "DELETE FROM keyword_chunks WHERE reg_id = $reg_id RETURNING chunk_no", {"reg_id": reg_id}
    ).fetchall()
    if gone:
        postings.delete(cursor, reg_id)


def search(
    database: Database,
    words: Sequence[str],
    characters: Sequence[str],
    *,
    reg_ids: Collection[str] | None,
    limit: int,
) -> list[KeywordHit]:
    """Best first, equal scores by chunk_id. A token counts once, however often it is asked for.

    ``reg_ids`` limits who may be found. How rare a token is and how long a chunk is on average are
    those of the whole store all the same, so a score does not change with the filter.
    """
    fields = _fields_by_key(words, characters)
    if not fields or limit < 1:
        return []
    with database.reading() as cursor:
        cursor.begin()  # all statements see one committed state
        found = postings.find(cursor, list(fields))
        if not found:
            return []
        lengths = _load_lengths(cursor)
        terms = [
            TermPostings(
                chunk_nos=found[key]["chunk_no"].astype(np.int64),
                frequencies=found[key]["frequency"].astype(np.float64),
                lengths=lengths.shares[field][found[key]["chunk_no"]],
            )
            for key, field in sorted(fields.items())
            if key in found
        ]
        scores = score_chunks(terms, lengths.chunk_count, lengths.highest_chunk_no)
        if reg_ids is not None:
            scores[~_is_in(cursor, reg_ids, scores.size)] = 0
        return _best(cursor, scores, limit)


def compact_if_due(
    database: Database, *, delta_rows_at_least: int = postings.DELTA_ROWS_AT_LEAST
) -> bool:
    """Sort in what was added lately, once it is much; -> whether that was so.

    A transaction of its own, for after an ingest: it costs the store's size, an ingest must not.
    """
    with database.reading() as cursor:
        if not postings.is_compaction_due(cursor, delta_rows_at_least):
            return False
    with database.writing() as cursor:
        postings.compact(cursor)
    return True


def method(database: Database) -> str:
    """How keywords are found, in a word. DuckDB's FTS is not used: see docs/decisions."""
    return state(database).method


def state(database: Database) -> KeywordIndexState:
    with database.reading() as cursor:
        cursor.begin()
        row = cursor.execute("SELECT count(*) FROM keyword_chunks").fetchone()
        sorted_rows, waiting_rows = postings.count_rows(cursor)
    return KeywordIndexState(
        method="postings",
        chunks=row[0] if row else 0,
        sorted_rows=sorted_rows,
        waiting_rows=waiting_rows,
    )


def _fields_by_key(words: Sequence[str], characters: Sequence[str]) -> dict[int, str]:
    asked = [(_WORDS, word) for word in words] + [(_CHARACTERS, token) for token in characters]
    return {postings.term_key(field, term): field for field, term in asked}


def _load_lengths(cursor: Cursor) -> _Lengths:
    table = cursor.execute(
        "SELECT chunk_no, words_length, characters_length FROM keyword_chunks"
    ).to_arrow_table()
    chunk_nos: NDArray[np.int32] = table["chunk_no"].to_numpy()
    highest = int(chunk_nos.max())
    shares = {}
    for field in (_WORDS, _CHARACTERS):
        lengths: NDArray[np.int32] = table[f"{field}_length"].to_numpy()
        shares[field] = np.zeros(highest + 1)
        # A mean of 0 is that of a field without tokens, which no posting asks about.
        shares[field][chunk_nos] = lengths / (float(lengths.mean()) or 1.0)
    return _Lengths(chunk_count=chunk_nos.size, highest_chunk_no=highest, shares=shares)


def _is_in(cursor: Cursor, reg_ids: Collection[str], size: int) -> NDArray[np.bool_]:
    """For each chunk number below ``size``, whether it belongs to one of the regulations."""
    chunk_nos = cursor.execute(
        """
        SELECT chunk_no
        FROM keyword_chunks
        WHERE reg_id IN (SELECT unnest($reg_ids::VARCHAR[]))
        """,
        {"reg_ids": list(reg_ids)},
    ).fetchnumpy()["chunk_no"]
    inside = np.zeros(size, dtype=np.bool_)
    inside[chunk_nos] = True
    return inside


def _best(cursor: Cursor, scores: NDArray[np.float64], limit: int) -> list[KeywordHit]:
    candidates = np.flatnonzero(scores)
    if candidates.size > limit:
        lowest = np.partition(scores[candidates], -limit)[-limit]
        # More than the limit when scores are equal at the end: chunk_id decides among them.
        candidates = candidates[scores[candidates] >= lowest]
    rows = cursor.execute(
        """
        SELECT chunk_no, chunk_id, reg_id
        FROM keyword_chunks
        WHERE chunk_no IN (SELECT unnest($chunk_nos::INTEGER[]))
        """,
        {"chunk_nos": candidates.tolist()},
    ).fetchall()
    hits = [
        KeywordHit(chunk_id=chunk_id, reg_id=reg_id, score=float(scores[chunk_no]))
        for chunk_no, chunk_id, reg_id in rows
    ]
    return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))[:limit]


def _next_chunk_no(cursor: Cursor) -> int:
    row = cursor.execute("SELECT coalesce(max(chunk_no) + 1, 0) FROM keyword_chunks").fetchone()
    return int(row[0]) if row else 0
