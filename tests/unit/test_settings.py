import pytest
from pydantic import ValidationError

from core.errors import InputRejected
from core.settings import Settings, load_settings


def test_settings_come_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("GRIDCODE_DATA_DIR", str(tmp_path))
    assert load_settings().database_path == tmp_path / "gridcode.duckdb"


def test_settings_never_change():
    with pytest.raises(ValidationError, match="frozen"):
        Settings().max_pages = 5


def test_downloads_are_off_unless_asked_for(monkeypatch):
    monkeypatch.delenv("GRIDCODE_ALLOW_DOWNLOADS", raising=False)
    assert not Settings().allow_downloads


def test_a_setting_that_cannot_be_used_is_named(monkeypatch):
    monkeypatch.setenv("GRIDCODE_MAX_PAGES", "many")
    with pytest.raises(InputRejected, match="GRIDCODE_MAX_PAGES") as caught:
        load_settings()
    assert "unset GRIDCODE_MAX_PAGES" in caught.value.hint
