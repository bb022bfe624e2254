"""The library, wherever its store is open.

A running workbench is asked; where there is none, this process opens the store, for as long as it
needs it. DuckDB lets one process hold the file, so a store that is briefly held by another command
is waited for.
"""

import logging
import time
from threading import Condition, Thread
from typing import TYPE_CHECKING

from core.errors import StoreBusy
from core.serving import remote
from core.serving.announcement import Announcement
from core.serving.wire import Json
from core.settings import Settings

if TYPE_CHECKING:
    from core.workbench import Workbench

logger = logging.getLogger(__name__)

_TRY_AGAIN_SECONDS = 0.2


class Library:
    """Safe to share between threads.

    ``idle_seconds``: how long a store that was opened here stays open unused; without it, until
    :meth:`close`. One who listens for hours must let others have it in between.
    """

    def __init__(
        self, settings: Settings, *, idle_seconds: float | None = None, patience: float = 30.0
    ) -> None:
        self.settings = settings
        self._idle_seconds = idle_seconds
        self._patience = patience
        self._changed = Condition()
        self._workbench: Workbench | None = None
        self._users = 0
        self._last_used = 0.0
        self._closed = False
        self._server: Announcement | None = None

    def __enter__(self) -> "Library":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, command: str, **arguments: Json) -> Json:
        while True:
            server = self._running()
            if server is not None:
                try:
                    return remote.ask(server, command, arguments)
                except remote.Unreached:
                    self._server = None  # it has ended since
                    continue
            workbench = self._take()
            if workbench is not None:
                from core.serving.commands import run_command

                try:
                    return run_command(workbench, command, arguments)
                finally:
                    self._give_back()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: self._users == 0)
            self._close_store()
            self._changed.notify_all()

    def _running(self) -> Announcement | None:
        with self._changed:
            if self._workbench is not None:
                return None  # whoever announces something, the store is open here
        if self._server is None:
            self._server = remote.find_running(self.settings)
        return self._server

    def _take(self) -> "Workbench | None":
        """The store, opened here; None where a workbench turned up while we waited for it."""
        with self._changed:
            if self._workbench is None:
                self._workbench = self._open()
                if self._workbench is None:
                    return None
                if self._idle_seconds is not None:
                    Thread(target=self._close_when_idle, daemon=True).start()
            self._users += 1
            return self._workbench

    def _give_back(self) -> None:
        with self._changed:
            self._users -= 1
            self._last_used = time.monotonic()
            self._changed.notify_all()

    def _open(self) -> "Workbench | None":
        found = open_or_find(self.settings, self._patience)
        if isinstance(found, Announcement):
            self._server = found
            return None
        return found

    def _close_when_idle(self) -> None:
        assert self._idle_seconds is not None
        with self._changed:
            while self._workbench is not None and not self._closed:
                left = self._last_used + self._idle_seconds - time.monotonic()
                if self._users:
                    self._changed.wait()
                elif left > 0:
                    self._changed.wait(left)
                elif self._has_work():
                    self._changed.wait(self._idle_seconds)
                else:
                    self._close_store()

    def _has_work(self) -> bool:
        assert self._workbench is not None
        return any(job.state in ("queued", "running") for job in self._workbench.jobs())

    def _close_store(self) -> None:
        if self._workbench is not None:
            self._workbench.close()
            self._workbench = None


def open_or_find(settings: Settings, patience: float) -> "Workbench | Announcement":
    """The store, opened here, or the workbench that holds it; a command that does is waited for."""
    from core.workbench import Workbench  # slow to import, and not needed to ask another process

    deadline = time.monotonic() + patience
    while True:
        running = remote.find_running(settings)
        if running is not None:
            return running
        try:
            return Workbench(settings)
        except StoreBusy:
            if time.monotonic() > deadline:
                raise
            logger.info("waiting for another process to release the store")
            time.sleep(_TRY_AGAIN_SECONDS)
