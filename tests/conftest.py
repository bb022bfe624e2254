import os
from pathlib import Path

import pytest

from core.settings import Settings
from core.store.database import Database
from core.workbench import Workbench
from tests import once_a_run

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session", autouse=True)
def folder_of_the_run(tmp_path_factory) -> None:
    """The processes of a run have folders of their own below one."""
    own = tmp_path_factory.getbasetemp()
    once_a_run.folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture
def settings(tmp_path, monkeypatch) -> Settings:
    """Settings on an empty data directory, for this process and the ones it starts."""
    monkeypatch.setenv("GRIDCODE_DATA_DIR", str(tmp_path / "data"))
    return Settings()


@pytest.fixture
def database(settings):
    database = Database(settings.database_path)
    yield database
    database.close()


@pytest.fixture
def workbench(settings):
    with Workbench(settings) as workbench:
        yield workbench
