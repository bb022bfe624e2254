"""The one DuckDB handle of this process: cursors, transactions, extensions."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

import duckdb

from core.errors import StoreBusy, StoreUnusable
from core.store.extensions import EXTENSIONS, LoadedExtension, load_extension
from core.store.migrations import migrate, reject_foreign_or_newer
from core.store.page_cache import PageCache

logger = logging.getLogger(__name__)

Cursor = duckdb.DuckDBPyConnection

_STORAGE_VERSION = "v1.5.0"  # pinned: a newer DuckDB must not silently write what 1.5 cannot read


class Database:
    """Reads run on their own cursor; writes take turns in one transaction each.

    A DuckDB connection shared between threads returns other threads' rows.
    """

    def __init__(
        self, path: Path, *, page_cache_size: int = 512, allow_downloads: bool = False
    ) -> None:
        self.path = path
        self.page_cache = PageCache(page_cache_size)
        self._writing = RLock()
        self._connection = _connect(path)
        try:
            self.extensions = _load_extensions(self._connection, allow_downloads=allow_downloads)
            _close_the_doors(self._connection, path.parent)
            reject_foreign_or_newer(self._connection, path)
            with self.writing() as cursor:
                migrate(cursor)
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Cursor]:
        with self._connection.cursor() as cursor:
            yield cursor

    @contextmanager
    def writing(self) -> Iterator[Cursor]:
        """One transaction: all of it is committed, or none."""
        with self._writing, self._connection.cursor() as cursor:
            cursor.begin()
            try:
                yield cursor
                cursor.commit()
            except BaseException:
                _roll_back(cursor)
                raise
            self.page_cache.forget_all()

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file; put off when somebody else is writing."""
        with self._writing, self._connection.cursor() as cursor:
            try:
                cursor.execute("CHECKPOINT")
            except duckdb.TransactionException:
                logger.info("checkpoint of %s put off: a transaction is open", self.path.name)

    def close(self) -> None:
        with self._writing:
            self._connection.close()


def _connect(path: Path) -> duckdb.DuckDBPyConnection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return duckdb.connect(str(path), config={"storage_compatibility_version": _STORAGE_VERSION})
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
