"""What people see: readable tables and citations on a terminal, plain text elsewhere, or JSON."""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from core.errors import GridCodeError
from core.serving.wire import Json

if TYPE_CHECKING:
    from rich.console import Console

_WIDTH_IN_A_PIPE = 160


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def one_line(error: GridCodeError) -> str:
    return " ".join(f"{error} {error.hint}".split())


def error_json(error: GridCodeError) -> dict[str, Json]:
    from core.tools import error_answer  # slow to import, and needed for failures only

    return error_answer(error)


def print_text(text: str, style: str = "") -> None:
    """``style`` (bold, dim, cyan …) shows on a terminal only; the text is never read as markup."""
    console = _console()
    console.print(text, style=style or None, soft_wrap=not console.is_terminal)


def print_source(source: str) -> None:
    """A citation, set apart from the words that it proves."""
    print_text(f"〔{source}〕", "cyan")


def print_table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Columns that line up, with Chinese characters two places wide; long cells are wrapped."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console = _console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for header in headers:
        table.add_column(Text(header), overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    console.print(table)


def _console() -> "Console":
    from rich.console import Console

    is_terminal = sys.stdout.isatty()
    return Console(
        width=None if is_terminal else int(os.environ.get("COLUMNS", _WIDTH_IN_A_PIPE)),
        no_color=not is_terminal or "NO_COLOR" in os.environ,
        force_terminal=is_terminal,
        markup=False,
        highlight=False,
        emoji=False,
    )
