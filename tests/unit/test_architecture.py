"""Arrows point down: who may import whom, and where SQL may stand."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRONT_DOORS = ("core.tools", "core.cli", "core.serving", "core.mcp_server")
PURE = (
    "core.parsing",
    "core.structure",
    "core.retrieval",
    "core.comparison",
    "core.answering",
    "core.context",
)
SQL = re.compile(
    r"\s*(SELECT\s.+\sFROM\s|INSERT\s+INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s|"
    r"(CREATE|ALTER|DROP)\s+(TABLE|INDEX|VIEW|SEQUENCE)\s)",
    re.IGNORECASE | re.DOTALL,
)
# A sentence for each rule: where it holds, and what must not be imported there.
RULES = [
    ("core never sees the interface", ("core",), ("streamlit", "pages", "app")),
    ("DuckDB is known to the store alone", ("core.", "pages", "app"), ("duckdb",)),
    ("pages ask the workbench, not the store", ("pages", "app"), ("core.store", "core.services")),
    ("nouns know nothing else", ("core.model",), ("core.",)),
    ("machinery knows no store", PURE, ("core.store",)),
    ("no layer knows the use cases above it", (*PURE, "core.store"), ("core.services",)),
    ("services know no front door", ("core.services",), FRONT_DOORS),
    ("only front doors know the workbench", (*PURE, "core.services"), ("core.workbench",)),
]
ALLOWED = {("core.store", "duckdb"), ("core.model", "core.model")}


def violations(module: str, source: str) -> list[str]:
    tree = ast.parse(source)
    found = [
        f"{module} imports {imported}: {sentence}"
        for imported in _imports(tree)
        for sentence, places, forbidden in RULES
        if _within(module, places) and _within(imported, forbidden)
        if not any(_within(module, (a,)) and _within(imported, (b,)) for a, b in ALLOWED)
    ]
    if not _within(module, ("core.store",)):
        found += [f"{module}:{line} holds SQL" for line in _sql_lines(tree)]
    return found


def _within(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == p or name.startswith(p if p.endswith(".") else f"{p}.") for p in prefixes)


def _imports(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _sql_lines(tree: ast.AST) -> list[int]:
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value)
    ]


def _modules() -> list[Path]:
    return [
        ROOT / "app.py",
        *sorted(ROOT.glob("core/**/*.py")),
        *sorted(ROOT.glob("pages/**/*.py")),
    ]


def test_every_module_keeps_to_its_layer():
    found = []
    for path in _modules():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found += violations(module, path.read_text(encoding="utf-8"))
    assert found == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("core.services.reading", "import streamlit as st"),
        ("core.services.reading", "from streamlit import cache_data"),
        ("pages.library", "import duckdb"),
        ("app", "from core.store.database import Database"),
        ("core.tools", "import duckdb"),
        ("core.structure.chapters.tree", "from core.store import pages"),
        ("core.store.pages", "from core.services import reading"),
        ("core.model.pages", "from core.errors import NotFound"),
        ("core.services.library", "query = 'SELECT reg_id FROM regulations'"),
        ("pages.library", "rows = f'''\n  select * from {table} where x = 1'''"),
        ("core.workbench", "'DELETE FROM pages'"),
    ],
)
def test_a_crossed_layer_is_noticed(module, source):
    assert violations(module, source)


def test_the_store_may_hold_sql_and_duckdb():
    assert violations("core.store.pages", "import duckdb\n'SELECT body FROM pages'") == []


def test_core_is_imported_without_the_interface():
    """The command line starts on a machine where Streamlit is broken or missing."""
    code = "import sys; sys.modules['streamlit'] = None; import core.cli, core.serving.routes"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)
    for module in sorted((ROOT / "core" / "cli").glob("*.py")):
        assert "streamlit" not in module.read_text(encoding="utf-8")
