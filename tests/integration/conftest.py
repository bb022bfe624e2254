import json
import os
import subprocess
import sys

import pytest

from core.services.ingest import IngestRequest
from core.settings import Settings
from core.store.regulations import load_regulation
from core.workbench import Workbench
from tests.conftest import ROOT

SAMPLES = ROOT / "data" / "samples"


@pytest.fixture
def gridcode(settings):
    """Run ``gridcode`` on the test's data directory; -> the finished process."""

    def run(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "core.cli", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
            env=os.environ | {"PYTHONUTF8": "1"},
        )

    return run


@pytest.fixture(scope="session")
def sample_library(tmp_path_factory):
    """The three samples, ingested once and for reading only."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("samples"))
    with Workbench(settings) as workbench:
        for pdf in sorted(SAMPLES.glob("*.pdf")):
            workbench.ingest(IngestRequest(pdf))
        yield workbench


@pytest.fixture(scope="session")
def edition_2024(sample_library):
    return load_regulation(sample_library._database, "linjiang_dispatch_2024")


@pytest.fixture(scope="session")
def truth_2024():
    return json.loads((SAMPLES / "linjiang_dispatch_2024.truth.json").read_text(encoding="utf-8"))
