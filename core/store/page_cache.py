"""Pages read lately, so that turning back and forth costs nothing."""

from collections import OrderedDict
from threading import Lock

from core.model import PageDocument


class PageCache:
    """Least recently used first out. A write to the store empties it.

    A reader says which ``generation`` it began in; a page read before a write that has since been
    committed is not kept.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._pages: OrderedDict[tuple[str, int], PageDocument] = OrderedDict()
        self._lock = Lock()
        self.generation = 0

    def find(self, reg_id: str, page_num: int) -> PageDocument | None:
        with self._lock:
            page = self._pages.get((reg_id, page_num))
            if page is not None:
                self._pages.move_to_end((reg_id, page_num))
            return page

    def keep(self, page: PageDocument, generation: int) -> None:
        with self._lock:
            if generation != self.generation or not self._capacity:
                return
            self._pages[page.reg_id, page.page_num] = page
            while len(self._pages) > self._capacity:
                self._pages.popitem(last=False)

    def forget_all(self) -> None:
        with self._lock:
            self.generation += 1
            self._pages.clear()
