from pathlib import Path

import pytest

from core.settings import Settings
from core.store.database import Database
from core.workbench import Workbench

ROOT = Path(__file__).parents[1]


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
