"""DuckDB's FTS and VSS extensions, without a network.

They come as Python wheels that carry the extension's file. What is tried, in this order: the
wheel's file; an extension that this machine's DuckDB already has; and, only where the settings
allow downloads, DuckDB's own INSTALL.
"""

import importlib.util
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import duckdb

from core.errors import ModelMissing
from core.model.noun import Noun

logger = logging.getLogger(__name__)

EXTENSIONS = ("fts", "vss")
Origin = Literal["wheel", "installed", "downloaded"]


class LoadedExtension(Noun):
    """``origin`` is None when the extension could not be loaded; ``problem`` then says why."""

    name: str
    origin: Origin | None
    problem: str = ""


def load_extension(
    connection: duckdb.DuckDBPyConnection, name: str, *, allow_downloads: bool
) -> LoadedExtension:
    problems = []
    for origin, statement in _ways_to_load(name, allow_downloads=allow_downloads):
        try:
            connection.execute(statement)
        except duckdb.Error as error:
            problems.append(f"{origin}: {str(error).splitlines()[0]}")
        else:
            return LoadedExtension(name=name, origin=origin)
    logger.warning("DuckDB extension %s is not available: %s", name, "; ".join(problems))
    return LoadedExtension(name=name, origin=None, problem="; ".join(problems))


def require_extension(extension: LoadedExtension) -> None:
    """Raise when what needs the extension is asked for and it is not there."""
    if extension.origin is None:
        raise ModelMissing(
            f"DuckDB's {extension.name} extension could not be loaded ({extension.problem}).",
            hint=(
                f"Run `make install` again; it brings duckdb-extension-{extension.name} "
                f"{duckdb.__version__}, which must match DuckDB's version."
            ),
        )


def _ways_to_load(name: str, *, allow_downloads: bool) -> Iterator[tuple[Origin, str]]:
    wheel_file = _file_in_wheel(name)
    if wheel_file is not None:
        quoted = str(wheel_file).replace("'", "''")
        yield "wheel", f"LOAD '{quoted}'"
    yield "installed", f"LOAD {name}"
    if allow_downloads:
        yield "downloaded", f"INSTALL {name}; LOAD {name}"


def _file_in_wheel(name: str) -> Path | None:
    package = importlib.util.find_spec(f"duckdb_extension_{name}")
    if package is None or not package.submodule_search_locations:
        return None
    folder = Path(next(iter(package.submodule_search_locations)))
    file = folder / "extensions" / f"v{duckdb.__version__}" / f"{name}.duckdb_extension"
    return file if file.is_file() else None
