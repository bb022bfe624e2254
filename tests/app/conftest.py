import pytest
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from core.store.database import Database
from core.store.regulations import save_regulation
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def navigation(monkeypatch):
    """AppTest takes a ``pages`` folder for Streamlit's old way of finding pages and, from the
    second run on, skips ``app.py``. A running server leaves that way at the first st.navigation.
    """
    make = PagesManager.__init__

    def make_with_navigation(self, *arguments, **options) -> None:
        make(self, *arguments, **options)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", make_with_navigation)


@pytest.fixture
def app(settings, monkeypatch, tmp_path):
    """The whole app on an empty store; the cached workbench does not outlive the test."""
    monkeypatch.setenv("GRIDCODE_SAMPLES_DIR", str(tmp_path / "no_samples"))
    st.cache_resource.clear()
    yield AppTest.from_file(ROOT / "app.py", default_timeout=30)
    st.cache_resource.clear()


@pytest.fixture
def stored(settings):
    """Save regulations before the app opens the store."""

    def save(*regulations) -> None:
        database = Database(settings.database_path)
        for regulation in regulations:
            save_regulation(database, regulation)
        database.close()

    return save
