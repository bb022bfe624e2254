"""The one DuckDB handle of this process: cursors, transactions, extensions."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

import duckdb

from core.errors import StoreBusy, StoreUnusable
from core.model import ChapterNode, PageDocument
from core.store.extensions import EXTENSIONS, LoadedExtension, load_extension
from core.store.migrations import migrate, reject_foreign_or_newer
from core.store.recently_read import RecentlyRead

logger = logging.getLogger(__name__)

Cursor = duckdb.DuckDBPyConnection
T = TypeVar("T")

_CHAPTERS_KEPT = 1024
_ANSWERS_KEPT = 16  # the outline of a long regulation takes some megabytes
_LEAST_LOG = 16 * 2**20
_LOG_SHARE = 16
_LARGEST_LOG = "1GB"  # then DuckDB makes a checkpoint by itself, whoever is writing
_DAMAGE = (
    duckdb.IOException,
    duckdb.SerializationException,
    duckdb.FatalException,
    duckdb.InternalException,
)
_STORAGE_VERSION = "v1.5.0"  # pinned: a newer DuckDB must not silently write what 1.5 cannot read


class Database:
    """Reads run on their own cursor; writes take turns in one transaction each.

    A DuckDB connection shared between threads returns other threads' rows.
    """

    def __init__(
        self, path: Path, *, page_cache_size: int = 512, allow_downloads: bool = False
    ) -> None:
        self.path = path
        self.page_cache = RecentlyRead[tuple[str, int], PageDocument](page_cache_size)
        self.chapter_cache = RecentlyRead[tuple[str, str], ChapterNode](_CHAPTERS_KEPT)
        self._remembered = RecentlyRead[str, Any](_ANSWERS_KEPT)
        self._writing = RLock()
        was_killed = _log_of(path).exists()
        self._connection = _connect(path)
        try:
            self._make_ready(allow_downloads=allow_downloads, was_killed=was_killed)
        except BaseException:
            self._connection.close()
            raise

    def _make_ready(self, *, allow_downloads: bool, was_killed: bool) -> None:
        with _damage_told(self.path):
            self.extensions = _load_extensions(self._connection, allow_downloads=allow_downloads)
            _close_the_doors(self._connection, self.path.parent)
            reject_foreign_or_newer(self._connection, self.path)
            if was_killed:
                # What DuckDB 1.5.5 replays from its log is lost from the indexes (not from the
                # tables) if the next checkpoint is one that it makes by itself, as when it closes.
                self._connection.execute("CHECKPOINT")
            with self.writing() as cursor:
                migrate(cursor)

    @contextmanager
    def reading(self) -> Iterator[Cursor]:
        with _damage_told(self.path), self._connection.cursor() as cursor:
            yield cursor

    @contextmanager
    def writing(self) -> Iterator[Cursor]:
        """One transaction: all of it is committed, or none."""
        with self._writing, _damage_told(self.path), self._connection.cursor() as cursor:
            cursor.begin()
            try:
                yield cursor
                cursor.commit()
            except BaseException:
                _roll_back(cursor)
                raise
            for cache in (self._remembered, self.chapter_cache, self.page_cache):
                cache.forget_all()

    def remembered(self, name: str, read: Callable[[], T]) -> T:
        """What ``read`` answers, read once between two commits: pages ask for it on every click.

        Only for values that nobody changes: everybody gets the same one.
        """
        known = self._remembered.find(name)
        if known is not None:
            return known  # type: ignore[no-any-return]
        generation = self._remembered.generation
        answer = read()
        self._remembered.keep(name, answer, generation)
        return answer

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes meanwhile: for work that reads, thinks, and writes what came of it."""
        with self._writing:
            yield

    def checkpoint_if_due(self) -> None:
        """Once the log has grown to a share of the file.

        A checkpoint writes whole groups of rows anew, however few of them are new: in a large store
        it costs more than what was added.
        """
        log = _log_of(self.path)
        if log.exists() and log.stat().st_size > max(
            _LEAST_LOG, self.path.stat().st_size // _LOG_SHARE
        ):
            self.checkpoint()

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file; put off when somebody else is writing."""
        with self._writing, self._connection.cursor() as cursor:
            try:
                cursor.execute("CHECKPOINT")
            except duckdb.TransactionException:
                logger.info("checkpoint of %s put off: a transaction is open", self.path.name)

    @contextmanager
    def snapshot(self, target: Path) -> Iterator[None]:
        """A copy of the whole database in ``target``, in the data directory, for the time being.

        Nobody writes meanwhile, so that files beside the database can be copied to fit.
        """
        with self._writing:
            try:
                with self._connection.cursor() as cursor:
                    # ATTACH takes no bound values: a quote in the path is doubled.
                    path = str(target.resolve()).replace("'", "''")
                    cursor.execute(
                        f"ATTACH '{path}' AS snapshot (STORAGE_VERSION '{_STORAGE_VERSION}')"
                    )
                    try:
                        cursor.execute(f'COPY FROM DATABASE "{self.path.stem}" TO snapshot')
                    finally:
                        cursor.execute("DETACH snapshot")
                yield
            finally:
                target.unlink(missing_ok=True)

    def close(self) -> None:
        with self._writing:
            self._connection.close()


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.wal")


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = duckdb.connect(
            str(path), config={"storage_compatibility_version": _STORAGE_VERSION}
        )
        # Where Python seems interactive, DuckDB draws it on stdout, among answers.
        connection.execute("SET enable_progress_bar = false")
        return connection
    except duckdb.IOException as error:
        reason = str(error).splitlines()[0]
        if "lock" in reason.lower():
            raise StoreBusy(
                f"{path} is open in another process.",
                hint="Close the other workbench or command and try again.",
            ) from error
        raise StoreUnusable(
            f"{path} cannot be opened: {reason}",
            hint="Name another data directory with GRIDCODE_DATA_DIR, or restore a backup.",
        ) from error
    except (duckdb.Error, OSError) as error:
        raise StoreUnusable(
            f"{path} cannot be opened: {str(error).splitlines()[0]}",
            hint="Check that the data directory exists and may be written to.",
        ) from error


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    """A file that was cut short or overwritten opens, and fails where a missing part is read."""
    try:
        yield
    except _DAMAGE as error:
        raise StoreUnusable(
            f"{path} cannot be read or written: {str(error).splitlines()[0]}",
            hint="Is the disk full? `gridcode restore FILE --force` replaces a damaged store.",
        ) from error


def _load_extensions(
    connection: duckdb.DuckDBPyConnection, *, allow_downloads: bool
) -> tuple[LoadedExtension, ...]:
    return tuple(
        load_extension(connection, name, allow_downloads=allow_downloads) for name in EXTENSIONS
    )


def _close_the_doors(connection: duckdb.DuckDBPyConnection, data_dir: Path) -> None:
    """From here on no SQL reaches the network or a file outside the data directory.

    Extensions are loaded before: afterwards DuckDB refuses.
    """
    connection.execute("SET checkpoint_threshold = $size", {"size": _LARGEST_LOG})
    connection.execute("SET autoinstall_known_extensions = false")
    connection.execute("SET allowed_directories = [$folder]", {"folder": f"{data_dir.resolve()}/"})
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _roll_back(cursor: Cursor) -> None:
    try:
        cursor.rollback()
    except duckdb.TransactionException:
        # DuckDB has already rolled back on its own, as it does when a commit fails.
        logger.info("the transaction was already rolled back")
