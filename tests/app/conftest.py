import pytest
import streamlit as st
from streamlit.config import get_config_options
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from core.store.database import Database
from core.store.regulations import save_regulation
from pages.ui.resources import workbench
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
    # Read from the working directory, which a server does not depend on and pytest does.
    monkeypatch.chdir(ROOT)
    get_config_options(force_reparse=True)
    st.cache_resource.clear()
    yield AppTest.from_file(ROOT / "app.py", default_timeout=30)
    st.cache_resource.clear()


def run_until_applied(clicked):
    """A correction is a job; the browser looks again by itself, AppTest does not."""
    app = clicked.run()
    waiting = [job for job in workbench().jobs() if job.state in ("queued", "running")]
    for job in waiting:
        workbench().wait_for_job(job.job_id, 60)
    return app.run() if waiting else app


@pytest.fixture
def stored(settings):
    """Save regulations before the app opens the store."""

    def save(*regulations) -> None:
        database = Database(settings.database_path)
        for regulation in regulations:
            save_regulation(database, regulation)
        database.close()

    return save
