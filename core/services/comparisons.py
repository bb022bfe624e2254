"""Comparisons made once: a few are kept, and one that is being made is waited for by all.

Two long regulations take seconds. Whoever asks first starts the work in the background; asking
again, from a rerun of a page or the next piece of a tool's answer, finds it.
"""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TypeVar, cast

from core.errors import GridCodeError
from core.model import ChapterNode, RegulationInfo
from core.model.comparison import Comparison, ComparisonRequest
from core.services.compare import list_editions, run_comparison, state_of, titled_sections
from core.store.database import Database

_KEPT = 4  # each holds both texts: about 60 MB for two regulations of 300 pages
_AT_A_TIME = 2

_Found = TypeVar("_Found")
_Key = tuple[ComparisonRequest, tuple[object, ...], tuple[object, ...]]


class Comparisons:
    """Safe to share between threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._made: OrderedDict[_Key, Future[Comparison]] = OrderedDict()
        self._known: dict[tuple[str, ...], tuple[int, object]] = {}
        self._workers = ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="comparing")

    def get(self, asked: ComparisonRequest) -> Comparison:
        found = self.wait(asked, None)
        assert found is not None  # without a limit it waits for the end
        return found

    def wait(self, asked: ComparisonRequest, seconds: float | None) -> Comparison | None:
        """None where it is not done by then; the work goes on."""
        # What was compared before a new edition or a correction came is not the answer any more.
        key = asked, self._state(asked.reg_a), self._state(asked.reg_b)
        begun = self._begun(key)
        try:
            return begun.result(timeout=seconds)
        except TimeoutError:
            return None
        except GridCodeError:
            with self._lock:
                self._made.pop(key, None)  # told once; whoever asks again gets a new try
            raise

    def sections(self, reg_id: str) -> list[ChapterNode]:
        """What can be chosen to be compared."""
        return self._read(titled_sections, reg_id)

    def editions(self) -> list[RegulationInfo]:
        return self._read(list_editions)

    def close(self) -> None:
        self._workers.shutdown(wait=True, cancel_futures=True)

    def _state(self, reg_id: str) -> tuple[object, ...]:
        return self._read(state_of, reg_id)

    def _read(self, read: Callable[..., _Found], *names: str) -> _Found:
        """Read from the store once, and again only after somebody wrote to it."""
        generation = self._database.page_cache.generation
        with self._lock:
            known, found = self._known.get((read.__name__, *names), (-1, None))
        if known != generation:
            found = read(self._database, *names)
            with self._lock:
                self._known[(read.__name__, *names)] = generation, found
        return cast("_Found", found)

    def _begun(self, key: _Key) -> "Future[Comparison]":
        with self._lock:
            begun = self._made.get(key)
            if begun is None:
                begun = self._workers.submit(run_comparison, self._database, key[0])
                self._made[key] = begun
            self._made.move_to_end(key)
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
            return begun
