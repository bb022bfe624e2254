import json
import os
import subprocess
from pathlib import Path

import pytest

from core.services.backup import restore
from core.services.ingest import IngestRequest
from core.settings import Settings
from core.store.regulations import load_regulation
from core.workbench import Workbench
from tests.command_line import run_gridcode
from tests.conftest import ROOT
from tests.made_desks import put_sample_desk
from tests.once_a_run import once_a_run
from tests.served import Served

SAMPLES = ROOT / "data" / "samples"


@pytest.fixture
def gridcode(settings):
    """Run ``gridcode`` on the test's data directory; -> the finished process."""

    def run(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return run_gridcode([*map(str, arguments)], os.environ | {"PYTHONUTF8": "1"}, stdin=stdin)

    return run


@pytest.fixture(scope="session")
def samples_backup(tmp_path_factory):
    """The three samples in one file: a library of one's own for the price of a copy."""

    def make(target: Path) -> None:
        settings = Settings(data_dir=tmp_path_factory.mktemp("ingested"))
        with Workbench(settings) as workbench:
            for pdf in sorted(SAMPLES.glob("*.pdf")):
                workbench.ingest(IngestRequest(pdf))
            put_sample_desk(workbench)
            workbench.back_up(target)

    return once_a_run("samples.zip", make)


@pytest.fixture(scope="session")
def sample_library(samples_backup, tmp_path_factory):
    """The three samples, for reading only."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("samples"))
    restore(settings, samples_backup)
    with Workbench(settings) as workbench:
        yield workbench


@pytest.fixture(scope="session")
def edition_2024(sample_library):
    return load_regulation(sample_library._database, "linjiang_dispatch_2024")


@pytest.fixture(scope="session")
def truth_2024():
    return json.loads((SAMPLES / "linjiang_dispatch_2024.truth.json").read_text(encoding="utf-8"))


@pytest.fixture
def samples_dir(settings, samples_backup):
    """The test's data directory, with the samples in it."""
    restore(settings, samples_backup)
    return settings.data_dir


@pytest.fixture
def serve():
    """Start workbenches; whatever still runs is stopped in the end."""
    started: list[Served] = []

    def start(data_dir, *options, **env) -> Served:
        served = Served(data_dir, *options, **env)
        started.append(served)
        return served

    yield start
    for served in started:
        if served.process.poll() is None:
            served.stop()


@pytest.fixture(scope="session")
def served(samples_backup, tmp_path_factory):
    """One workbench over the samples for all tests that leave it as it is."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("served"))
    restore(settings, samples_backup)
    served = Served(settings.data_dir)
    yield served
    served.stop()
