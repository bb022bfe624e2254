"""What a keyword search needs to know of every chunk, kept in memory between searches.

Reading it out of the file takes some tenths of a second at 300,000 chunks. It is read again only
when the stamps in the store say that the index has changed; postings that were asked for stay with
it.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.model.retrieval import ChunkHead
from core.store.bm25 import TermPostings, damping
from core.store.database import Cursor, Database

FIELDS = ("words", "characters")
_POSTINGS_BYTES = 192 * 2**20


class PostingsKept:
    """Postings of terms by key, the least lately asked for forgotten first."""

    def __init__(self, most_bytes: int = _POSTINGS_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._lock = Lock()
        self._terms: OrderedDict[int, TermPostings | None] = OrderedDict()

    def find(self, term_keys: Collection[int]) -> dict[int, TermPostings | None]:
        """Those that are kept; None for a term that is known to stand nowhere."""
        with self._lock:
            found = {key: self._terms[key] for key in term_keys if key in self._terms}
            for key in found:
                self._terms.move_to_end(key)
        return found

    def keep(self, loaded: dict[int, TermPostings | None]) -> None:
        with self._lock:
            for key, term in loaded.items():
                if key not in self._terms:
                    self._terms[key] = term
                    self._bytes += _size(term)
            while self._bytes > self._most_bytes:
                _, gone = self._terms.popitem(last=False)
                self._bytes -= _size(gone)


@dataclass(frozen=True)
class Heads:
    """What is counted of chunks, by chunk number. Texts stand once, in order of first use; a number
    without a chunk has -1 for each.
    """

    page_nums: NDArray[np.int32]
    places: dict[str, NDArray[np.int32]]
    texts: dict[str, list[str | None]]

    def text(self, name: str, chunk_no: int) -> str | None:
        return self.texts[name][int(self.places[name][chunk_no])]


@dataclass(frozen=True)
class Directory:
    """One committed state. Arrays are by chunk number; an unused number has the owner -1.

    ``dampings`` say by how much BM25 lets the chunk's length in tokens weigh.
    """

    stamps: frozenset[str]
    chunk_count: int
    chunk_ids: NDArray[np.object_]
    reg_ids: tuple[str, ...]
    owners: NDArray[np.int32]
    dampings: dict[str, NDArray[np.float64]]
    heads: Heads
    postings: PostingsKept = field(default_factory=PostingsKept)

    @property
    def size(self) -> int:
        return self.owners.size

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Chunk numbers by chunk_id."""
        return {chunk_id: int(no) for no, chunk_id in enumerate(self.chunk_ids) if chunk_id}

    def owned_by(self, reg_ids: Collection[str]) -> NDArray[np.bool_]:
        wanted = [reg_id in reg_ids for reg_id in self.reg_ids]
        return np.array([*wanted, False])[self.owners]  # -1 is the last one

    def get_heads(self, chunk_ids: Iterable[str]) -> list[ChunkHead]:
        """Those of the chunks that are in the store, in the order asked."""
        numbers = [self.numbers[chunk_id] for chunk_id in chunk_ids if chunk_id in self.numbers]
        return [self._head(no) for no in numbers if self.heads.page_nums[no] >= 0]

    def _head(self, chunk_no: int) -> ChunkHead:
        types = self.heads.text("block_types", chunk_no)
        return ChunkHead(
            chunk_id=self.chunk_ids[chunk_no],
            reg_id=self.reg_ids[self.owners[chunk_no]],
            heading=self.heads.text("heading", chunk_no) or "",
            page_num=int(self.heads.page_nums[chunk_no]),
            block_types=tuple(types.split()) if types else (),
            chapter_id=self.heads.text("chapter_id", chunk_no),
        )


_kept: WeakKeyDictionary[Database, Directory] = WeakKeyDictionary()
_kept_lock = Lock()


def load_directory(database: Database, cursor: Cursor) -> Directory:
    """As the cursor's transaction sees it."""
    stamps = frozenset(
        stamp for (stamp,) in cursor.execute("SELECT stamp FROM search_sets").fetchall()
    )
    with _kept_lock:
        kept = _kept.get(database)
    if kept is not None and kept.stamps == stamps:
        return kept
    directory = _load(cursor, stamps)
    with _kept_lock:
        _kept[database] = directory
    return directory


def _load(cursor: Cursor, stamps: frozenset[str]) -> Directory:
    table = cursor.execute(
        """
        SELECT
            chunk_no,
            indexed.chunk_id,
            indexed.reg_id,
            words_length,
            characters_length,
            coalesce(page_num, -1)::INTEGER AS page_num,
            heading,
            array_to_string(block_types, ' ') AS block_types,
            chapter_id
        FROM keyword_chunks AS indexed
        LEFT JOIN chunks
            ON chunks.chunk_id = indexed.chunk_id AND chunks.reg_id = indexed.reg_id
        """
    ).to_arrow_table()
    chunk_nos: NDArray[np.int32] = table["chunk_no"].to_numpy()
    size = int(chunk_nos.max()) + 1 if chunk_nos.size else 0
    chunk_ids = np.full(size, "", dtype=np.object_)
    chunk_ids[chunk_nos] = table["chunk_id"].to_pylist()

    def by_number(values: NDArray[np.int32]) -> NDArray[np.int32]:
        numbered = np.full(size, -1, dtype=np.int32)
        numbered[chunk_nos] = values
        return numbered

    dampings = {}
    for name in FIELDS:
        lengths: NDArray[np.int32] = table[f"{name}_length"].to_numpy()
        shares = np.zeros(size)
        # A mean of 0 is that of a field without tokens, which no posting asks about.
        mean = float(lengths.mean()) if lengths.size else 0.0
        shares[chunk_nos] = lengths / (mean or 1.0)
        dampings[name] = damping(shares)
    encoded = {
        name: table[name].combine_chunks().dictionary_encode("encode")
        for name in ("reg_id", "heading", "block_types", "chapter_id")
    }
    places = {name: by_number(column.indices.to_numpy()) for name, column in encoded.items()}
    texts = {name: column.dictionary.to_pylist() for name, column in encoded.items()}
    return Directory(
        stamps=stamps,
        chunk_count=chunk_nos.size,
        chunk_ids=chunk_ids,
        reg_ids=tuple(texts.pop("reg_id")),
        owners=places.pop("reg_id"),
        dampings=dampings,
        heads=Heads(by_number(table["page_num"].to_numpy()), places, texts),
    )


def _size(term: TermPostings | None) -> int:
    return 200 + (term.nbytes if term is not None else 0)
