"""What a keyword search needs to know of every chunk, kept in memory between searches.

Reading it out of the file takes a tenth of a second at 300,000 chunks. It is read again only when
the stamps in the store say that the index has changed; postings that were asked for stay with it.
"""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.store.database import Cursor, Database
from core.store.postings import Entries

FIELDS = ("words", "characters")
_POSTINGS_BYTES = 96 * 2**20


class PostingsKept:
    """Entries of terms by key, the least lately asked for forgotten first."""

    def __init__(self, most_bytes: int = _POSTINGS_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._lock = Lock()
        self._entries: OrderedDict[int, Entries | None] = OrderedDict()

    def find(self, term_keys: Collection[int]) -> dict[int, Entries | None]:
        """Those that are kept; None for a term that is known to stand nowhere."""
        with self._lock:
            found = {key: self._entries[key] for key in term_keys if key in self._entries}
            for key in found:
                self._entries.move_to_end(key)
        return found

    def keep(self, loaded: dict[int, Entries | None]) -> None:
        with self._lock:
            for key, entries in loaded.items():
                if key not in self._entries:
                    self._entries[key] = entries
                    self._bytes += _size(entries)
            while self._bytes > self._most_bytes:
                _, gone = self._entries.popitem(last=False)
                self._bytes -= _size(gone)


@dataclass(frozen=True)
class Directory:
    """One committed state. Arrays are by chunk number; an unused number has the owner -1.

    ``shares`` are lengths in tokens as a share of the field's mean length.
    """

    stamps: frozenset[str]
    chunk_count: int
    chunk_ids: NDArray[np.object_]
    reg_ids: tuple[str, ...]
    owners: NDArray[np.int32]
    shares: dict[str, NDArray[np.float64]]
    postings: PostingsKept = field(default_factory=PostingsKept)

    @property
    def size(self) -> int:
        return self.owners.size

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Chunk numbers by chunk_id."""
        return {chunk_id: int(no) for no, chunk_id in enumerate(self.chunk_ids) if chunk_id}

    def owned_by(self, reg_ids: Collection[str]) -> NDArray[np.bool_]:
        wanted = [nth for nth, reg_id in enumerate(self.reg_ids) if reg_id in reg_ids]
        return np.isin(self.owners, wanted)


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
        SELECT chunk_no, chunk_id, reg_id, words_length, characters_length
        FROM keyword_chunks
        """
    ).to_arrow_table()
    chunk_nos: NDArray[np.int32] = table["chunk_no"].to_numpy()
    size = int(chunk_nos.max()) + 1 if chunk_nos.size else 0
    chunk_ids = np.full(size, "", dtype=np.object_)
    chunk_ids[chunk_nos] = table["chunk_id"].to_pylist()
    owners = np.full(size, -1, dtype=np.int32)
    encoded = table["reg_id"].combine_chunks().dictionary_encode()
    owners[chunk_nos] = encoded.indices.to_numpy()
    shares = {}
    for name in FIELDS:
        lengths: NDArray[np.int32] = table[f"{name}_length"].to_numpy()
        shares[name] = np.zeros(size)
        # A mean of 0 is that of a field without tokens, which no posting asks about.
        mean = float(lengths.mean()) if lengths.size else 0.0
        shares[name][chunk_nos] = lengths / (mean or 1.0)
    return Directory(
        stamps=stamps,
        chunk_count=chunk_nos.size,
        chunk_ids=chunk_ids,
        reg_ids=tuple(encoded.dictionary.to_pylist()),
        owners=owners,
        shares=shares,
    )


def _size(entries: Entries | None) -> int:
    return 200 + (entries.nbytes if entries is not None else 0)
