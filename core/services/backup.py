"""The whole library in one file, and back.

A backup is a zip: ``manifest.json`` (what is in it, with sizes and hashes), ``gridcode.duckdb``
and the ``documents`` folder. It is taken while nobody writes, so that rows and files fit; files
still on their way into place are taken from ``staging`` and find their place on opening.
"""

import hashlib
import json
import secrets
import shutil
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

from core.errors import Conflict, InputRejected, StoreUnusable
from core.settings import Settings
from core.store import integrity, regulations
from core.store.database import Database

_FORMAT = "gridcode-backup-1"
_MANIFEST = "manifest.json"
_PACKED = frozenset({".pdf", ".png", ".jpg", ".jpeg"})  # compressed already
_PARTS = ("documents", "staging")


def back_up(database: Database, settings: Settings, target: Path) -> dict[str, Any]:
    """Write ``target``; -> what is in it. Readers go on, writers wait until it is done."""
    half = target.with_name(f"{target.name}.part-{secrets.token_hex(4)}")
    snapshot = settings.data_dir / f"snapshot-{secrets.token_hex(4)}.duckdb"
    try:
        with database.snapshot(snapshot), zipfile.ZipFile(half, "x") as archive:
            described = [_add(archive, snapshot, settings.database_path.name)]
            for path in _files(settings):
                name = path.relative_to(settings.data_dir).as_posix()
                described.append(_add(archive, path, name))
            summaries = regulations.list_summaries(database)
            manifest = {
                "format": _FORMAT,
                "version": version("gridcode-workbench"),
                "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
                "regulations": [summary.info.reg_id for summary in summaries],
                "files": described,
            }
            archive.writestr(_MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
        half.replace(target)
    except OSError as error:
        raise InputRejected(
            f"{target} cannot be written: {error.strerror}.", hint="Name another file."
        ) from error
    finally:
        half.unlink(missing_ok=True)
    return {
        "file": str(target),
        "regulations": manifest["regulations"],
        "files": len(described),
        "bytes": target.stat().st_size,
    }


def restore(settings: Settings, source: Path, *, replace: bool = False) -> dict[str, Any]:
    """Put a backup in the place of the library; nothing is touched before all of it is checked.

    The store must not be open in any process.
    """
    unpacked = settings.data_dir / f"restore-{secrets.token_hex(4)}"
    try:
        _unpack(source, unpacked)
        reg_ids = _check_store(unpacked / settings.database_path.name)
        _reject_a_library_in_use(settings, replace=replace)
        _exchange(settings, unpacked)
    finally:
        shutil.rmtree(unpacked, ignore_errors=True)
    return {"file": str(source), "regulations": reg_ids}


def _files(settings: Settings) -> Iterator[Path]:
    """What is staged comes first: a file that is moved meanwhile is then met twice, not never."""
    staging = settings.data_dir / "staging"
    promised = [path.parent for path in sorted(staging.glob("*/promise.json"))]
    for folder in (*promised, settings.documents_dir):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                yield path


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> dict[str, Any]:
    how = zipfile.ZIP_STORED if path.suffix.lower() in _PACKED else zipfile.ZIP_DEFLATED
    archive.write(path, name, compress_type=how, compresslevel=3)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"name": name, "bytes": path.stat().st_size, "sha256": digest}


def _unpack(source: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = json.loads(archive.read(_MANIFEST))
            if manifest["format"] != _FORMAT:
                raise _unusable(source, "it was written by another version of this program")
            for described in manifest["files"]:
                target = folder / _safe(source, described["name"])
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(described["name"]) as packed, target.open("xb") as file:
                    shutil.copyfileobj(packed, file)
                with target.open("rb") as file:
                    if hashlib.file_digest(file, "sha256").hexdigest() != described["sha256"]:
                        raise _unusable(source, f"{described['name']} was changed")
    except OSError as error:
        raise InputRejected(
            f"{source} cannot be restored: {error.strerror or error}.", hint="Check the path."
        ) from error
    except (zipfile.BadZipFile, ValueError, KeyError, TypeError, EOFError) as error:
        raise _unusable(source, "it is damaged, or no backup") from error


def _safe(source: Path, name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    is_ours = path.parts[:1] in [(part,) for part in _PARTS] or name == "gridcode.duckdb"
    if path.is_absolute() or ".." in path.parts or "\\" in name or not is_ours:
        raise _unusable(source, "it holds files that no backup holds")
    return path


def _check_store(path: Path) -> list[str]:
    """Opens the unpacked database as the program would; -> the regulations in it."""
    if not path.is_file():
        raise _unusable(path, "it holds no database")
    database = Database(path)
    try:
        problems = integrity.find_problems(database)
        if problems:
            raise _unusable(path, problems[0])
        return [summary.info.reg_id for summary in regulations.list_summaries(database)]
    finally:
        database.close()


def _reject_a_library_in_use(settings: Settings, *, replace: bool) -> None:
    """One that another process holds, always; one that is filled, unless it may be replaced."""
    if not settings.database_path.exists():
        return
    try:
        count = _count_regulations(settings.database_path)
    except StoreUnusable:
        if replace:
            return
        raise
    if count and not replace:
        raise Conflict(
            f"The library holds {count} regulations.",
            hint="Back it up, then restore with --force to replace it.",
        )


def _count_regulations(path: Path) -> int:
    database = Database(path)
    try:
        return len(regulations.list_summaries(database))
    finally:
        database.close()


def _exchange(settings: Settings, unpacked: Path) -> None:
    """The old library steps aside whole; should a move fail, it steps back."""
    names = (settings.database_path.name, f"{settings.database_path.name}.wal", *_PARTS)
    aside = unpacked / "replaced"
    aside.mkdir()
    moved: list[tuple[Path, Path]] = []
    try:
        for name in names:
            for origin, target in (
                (settings.data_dir / name, aside / name),
                (unpacked / name, settings.data_dir / name),
            ):
                if origin.exists():
                    origin.rename(target)
                    moved.append((origin, target))
    except OSError as error:
        for origin, target in reversed(moved):
            target.rename(origin)
        raise Conflict(
            f"The library cannot be replaced: {error.strerror}.", hint="It is as it was."
        ) from error


def _unusable(source: Path, reason: str) -> InputRejected:
    return InputRejected(
        f"{source.name} cannot be restored: {reason}.", hint="The library is as it was."
    )
