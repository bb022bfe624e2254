"""A running workbench and a Chromium that can reach only it."""

import os
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from core.settings import Settings
from core.store.database import Database
from core.store.regulations import save_regulation
from tests.made_regulations import plain_regulation, rich_regulation, seed_table_regulation
from tests.served import Served

CHROMIUM = (
    os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
)
CHROMIUM_ARGS = [
    "--no-sandbox",  # Chromium refuses its sandbox to root, as which CI runs
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


@pytest.fixture(scope="session")
def start_server(tmp_path_factory):
    """Start a workbench over the given regulations; -> its address."""
    started: list[Served] = []

    def start(*regulations, samples: Path = Path("no samples")) -> str:
        folder = tmp_path_factory.mktemp("data")
        if regulations:
            database = Database(Settings(data_dir=folder).database_path)
            for regulation in regulations:
                save_regulation(database, regulation)
            database.close()
        served = Served(folder, samples=samples)
        started.append(served)
        return served.url

    yield start
    for served in started:
        served.stop()


@pytest.fixture(scope="session")
def server(start_server) -> str:
    return start_server(rich_regulation(), seed_table_regulation(), plain_regulation("plain", 12))


@pytest.fixture(scope="module")
def chromium():
    """Closed after each module: Playwright holds this thread's event loop as long as it is open,
    and tests of other folders need one of their own.
    """
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # the first question to a server may find a busy machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium):
    """Open a fresh browser session; the test fails on a request to any other host or a JS error."""
    contexts, foreign, errors = [], [], []

    def open_at(url: str, **options):
        context = chromium.new_context(viewport={"width": 1400, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on(
            "request", lambda request: foreign.append(request.url) if _leaves(request.url) else None
        )
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        wait_until_idle(page)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert foreign == []
    assert errors == []


def wait_until_idle(page) -> None:
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=30_000)


def _leaves(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1"
