"""Every text of every page stands out from its ground, in the light and in the dark."""

from pathlib import Path

import pytest

from tests.browser.conftest import wait_until_idle
from tests.made_regulations import long_table_regulation, rich_regulation

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
PAGES = (
    "",
    "reader?reg=rich_2024&page=1",
    "search?q=母线",
    "tables?reg=rich_2024",
    "tables?reg=long_table&table=long_table/p0001/t1",
    "notes?reg=rich_2024",
    "notes?reg=rich_2024&view=references&ref=rich_2024/p0002/r1",
    "compare",
    "ask",
    "desk",
    "insights?reg=rich_2024",
)


@pytest.mark.parametrize(("theme", "language"), [("light", "zh"), ("dark", "en")])
def test_text_is_readable_on_every_page(start_server, open_page, theme, language):
    server = start_server(rich_regulation(), long_table_regulation())
    page = open_page(f"{server}/?lang={language}", color_scheme=theme, reduced_motion="reduce")
    weak = {}
    for address in PAGES:
        page.goto(f"{server}/{address}{'&' if '?' in address else '?'}lang={language}")
        wait_until_idle(page)
        found = page.evaluate(CONTRAST)
        if found:
            weak[address] = found
    assert weak == {}
