"""The keyword index: two token fields per chunk, scored apart by BM25 and added.

Tokens come and are asked for as they are: folding and cutting text into words is not the store's.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.model.noun import Noun
from core.store import postings, search_sets
from core.store.bm25 import TermPostings, score_chunks, weigh
from core.store.database import Cursor, Database
from core.store.highest import highest
from core.store.keyword_directory import Directory, load_directory
from core.store.postings import Entries
from core.store.rows import insert_rows

_WORDS = "words"
_CHARACTERS = "characters"


class IndexedChunk(Noun):
    """``words`` and ``characters`` are tokens joined by blanks."""

    chunk_id: str
    reg_id: str
    words: str
    characters: str


class KeywordHit(NamedTuple):
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
class KeywordScores:
    """The score of every chunk for one question; 0 where no token stands or it may not be found.

    ``holders`` marks the chunks that hold every token of a phrase, for each phrase asked for.
    """

    directory: Directory
    scores: NDArray[np.float64]
    holders: tuple[NDArray[np.bool_], ...]

    def best(self, limit: int, among: NDArray[np.bool_] | None = None) -> list[KeywordHit]:
        """Best first, equal scores by chunk_id."""
        scores = self.scores if among is None else np.where(among, self.scores, 0.0)
        # More than the limit when scores are equal at the end: chunk_id decides among them.
        candidates = highest(scores, limit)
        hits = [
            KeywordHit(
                chunk_id=self.directory.chunk_ids[no],
                reg_id=self.directory.reg_ids[self.directory.owners[no]],
                score=float(scores[no]),
            )
            for no in candidates[scores[candidates] > 0]
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))[:limit]

    def of(self, chunk_ids: Iterable[str]) -> dict[str, float]:
        numbers = self.directory.numbers
        return {
            chunk_id: float(self.scores[numbers[chunk_id]])
            for chunk_id in chunk_ids
            if chunk_id in numbers
        }

    def found_by_regulation(self) -> dict[str, int]:
        """How many chunks of each regulation have a score."""
        owners, counts = np.unique(
            self.directory.owners[np.flatnonzero(self.scores)], return_counts=True
        )
        return {
            self.directory.reg_ids[owner]: int(count)
            for owner, count in zip(owners, counts, strict=True)
        }


def index_chunks(
    cursor: Cursor, reg_id: str, chunks: Sequence[IndexedChunk], tokenizer: str = ""
) -> None:
    """In place of what the index held of the regulation, inside the caller's transaction.

    ``tokenizer`` names how the tokens were made, so that it can be told when they are outdated.
    """
    strangers = {chunk.reg_id for chunk in chunks} - {reg_id}
    if strangers:
        raise ValueError(f"chunks of {sorted(strangers)} among those of {reg_id}")
    remove(cursor, reg_id)
    search_sets.mark(cursor, reg_id, tokenizer)
    if not chunks:
        return
    first = next_chunk_no(cursor)
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
    # Rows of the index that lost their chunks are rows of no one.
    if gone or search_sets.stamp_in(cursor, reg_id) is not None:
        postings.delete(cursor, reg_id)
    search_sets.remove(cursor, reg_id)


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
    if limit < 1:
        return []
    return score(database, words, characters, reg_ids=reg_ids).best(limit)


def score(
    database: Database,
    words: Sequence[str],
    characters: Sequence[str],
    *,
    reg_ids: Collection[str] | None,
    only: Collection[str] | None = None,
    phrases: Sequence[Sequence[tuple[Sequence[str], Sequence[str]]]] = (),
) -> KeywordScores:
    """``only`` are ids of chunks that may be found.

    Each of ``phrases`` gives words and characters, in one or several ways to be held.
    """
    fields = _fields_by_key(words, characters)
    phrase_fields = [[_fields_by_key(*way) for way in phrase] for phrase in phrases]
    asked = dict(fields)
    for ways in phrase_fields:
        for way in ways:
            asked |= way
    with database.reading() as cursor:
        cursor.begin()  # all statements see one committed state
        directory = load_directory(database, cursor)
        found = _load_postings(cursor, directory, asked)
    allowed = _allowed(directory, reg_ids, only)
    terms = [found[key] for key in sorted(fields) if key in found]
    scores = score_chunks(terms, directory.size, _ends(allowed))
    scores[~allowed] = 0
    holders = tuple(
        np.logical_or.reduce([_holding_all(directory, found, list(way)) for way in ways]) & allowed
        for ways in phrase_fields
    )
    return KeywordScores(directory, scores, holders)


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


def _load_postings(
    cursor: Cursor, directory: Directory, asked: Mapping[int, str]
) -> dict[int, TermPostings]:
    """By key, with the field of each key; a term that stands nowhere is left out."""
    kept = directory.postings.find(asked)
    missing = [key for key in asked if key not in kept]
    if missing:
        found = postings.find(cursor, missing)
        loaded = {
            key: _weighed(directory, asked[key], found[key]) if key in found else None
            for key in missing
        }
        directory.postings.keep(loaded)
        kept |= loaded
    return {key: term for key, term in kept.items() if term is not None}


def _weighed(directory: Directory, field: str, entries: Entries) -> TermPostings:
    """Once for many questions: characters of half the store's chunks are asked for every time."""
    # Of a damaged index numbers may be left that are no chunk's.
    if int(entries["chunk_no"].max(initial=0)) >= directory.size:
        entries = entries[entries["chunk_no"] < directory.size]
    chunk_nos = entries["chunk_no"].astype(np.int32)
    if (chunk_nos[1:] < chunk_nos[:-1]).any():  # chunks that were corrected have later numbers
        entries = entries[np.argsort(chunk_nos, kind="stable")]
        chunk_nos = entries["chunk_no"].astype(np.int32)
    frequencies = entries["frequency"].astype(np.float64)
    dampings = directory.dampings[field][chunk_nos]
    return TermPostings(chunk_nos, weigh(frequencies, dampings, directory.chunk_count))


def _holding_all(
    directory: Directory, found: Mapping[int, TermPostings], term_keys: Sequence[int]
) -> NDArray[np.bool_]:
    if not term_keys:
        return directory.owners >= 0
    holding = np.zeros(directory.size, dtype=np.bool_)
    if all(key in found and found[key].chunk_nos.size for key in term_keys):
        rarest, *others = sorted(
            (found[key].chunk_nos for key in term_keys), key=lambda numbers: numbers.size
        )
        for numbers in others:
            places = np.searchsorted(numbers[:-1], rarest)
            rarest = rarest[numbers[places] == rarest]
        holding[rarest] = True
    return holding & (directory.owners >= 0)


def _ends(allowed: NDArray[np.bool_]) -> tuple[int, int]:
    """The first number that is allowed, and the one after the last."""
    if not allowed.any():
        return 0, 0
    return int(allowed.argmax()), allowed.size - int(allowed[::-1].argmax())


def _allowed(
    directory: Directory, reg_ids: Collection[str] | None, only: Collection[str] | None
) -> NDArray[np.bool_]:
    allowed: NDArray[np.bool_] = directory.owners >= 0
    if reg_ids is not None:
        allowed &= directory.owned_by(reg_ids)
    if only is not None:
        chosen = np.zeros(directory.size, dtype=np.bool_)
        chosen[[directory.numbers[each] for each in only if each in directory.numbers]] = True
        allowed &= chosen
    return allowed


def next_chunk_no(cursor: Cursor) -> int:
    row = cursor.execute("SELECT coalesce(max(chunk_no) + 1, 0) FROM keyword_chunks").fetchone()
    return int(row[0]) if row else 0
