"""What was read lately, so that asking for it again costs nothing."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecentlyRead(Generic[K, V]):
    """Least recently used first out. A write to the store empties it.

    A reader says which ``generation`` it began in; what was read before a write that has since
    been committed is not kept. Everybody gets the same value: only for those that nobody changes.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        self.generation = 0

    def find(self, key: K) -> V | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def keep(self, key: K, value: V, generation: int) -> None:
        with self._lock:
            if generation != self.generation or not self._capacity:
                return
            self._values[key] = value
            while len(self._values) > self._capacity:
                self._values.popitem(last=False)

    def forget_all(self) -> None:
        with self._lock:
            self.generation += 1
            self._values.clear()
