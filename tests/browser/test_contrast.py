"""Every text of every page stands out from its ground, in the light and in the dark."""

from pathlib import Path

import pytest

from tests.browser.conftest import wait_until_idle

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
PAGES = (
    "",
    "reader?reg=rich_2024&page=1",
    "search?q=母线",
    "tables?reg=rich_2024",
    "notes?reg=rich_2024",
    "compare",
    "ask",
    "desk",
    "insights?reg=rich_2024",
)


@pytest.mark.parametrize(("theme", "language"), [("light", "zh"), ("dark", "en")])
def test_text_is_readable_on_every_page(server, open_page, theme, language):
    page = open_page(f"{server}/?lang={language}", color_scheme=theme, reduced_motion="reduce")
    weak = {}
    for address in PAGES:
        page.goto(f"{server}/{address}{'&' if '?' in address else '?'}lang={language}")
        wait_until_idle(page)
        found = page.evaluate(CONTRAST)
        if found:
            weak[address] = found
    assert weak == {}
