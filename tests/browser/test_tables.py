"""The grid beside the printed page, and corrections, in a real browser."""

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from core.settings import Settings
from tests.browser.conftest import wait_until_idle
from tests.made_extractions import LINES, REG, save_extraction
from tests.served import Served


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    settings = Settings(data_dir=tmp_path_factory.mktemp("tables"))
    save_extraction(settings)
    served = Served(settings.data_dir)
    yield served
    served.stop()


def address(library, table_id=LINES, **asked):
    more = "".join(f"&{name}={value}" for name, value in asked.items())
    return f"{library.url}/tables?reg={REG}&table={quote(table_id, safe='')}{more}"


def at(page, row, col):
    return page.locator(f'[data-row="{row}"][data-col="{col}"]')


def tool(library, name, **arguments):
    told = [f"{key}={value}" for key, value in arguments.items()]
    return json.loads(library.gridcode("call", name, *told).stdout)


def test_a_row_of_the_third_page_shows_that_page_with_its_box(open_page, library):
    page = open_page(address(library))
    at(page, 29, 1).click()
    page.wait_for_url("**row=29*")
    page.locator('.page img[src*="/4.jpg"]').wait_for()
    wait_until_idle(page)
    row, cell = page.locator(".mark").all()
    # Row 29 is the fifth of page 4: 0.08 from the top, 0.02 each (tests/unit/structure).
    assert _box(row) == pytest.approx((0.1, 0.16, 0.8, 0.02), abs=0.001)
    assert _box(cell) == pytest.approx((0.3, 0.16, 0.2, 0.02), abs=0.001)
    assert "chosen" in at(page, 29, 1).get_attribute("class")
    assert page.locator("tr.break").count() == 2
    assert page.locator('tr[data-line="25"] .page').inner_text() == "P4"


def test_a_tab_of_the_browser_says_which_table_or_whose_tables_it_shows(open_page, library):
    assert open_page(address(library)).title() == "表1-1 线路参数 · 表格 · 规程工作台"
    listed = open_page(f"{library.url}/tables?reg={REG}&lang=en")
    assert listed.title() == "临江电网线路规程 · Tables · GridCode Workbench"


def test_the_keyboard_walks_the_grid_and_chooses(open_page, library):
    page = open_page(address(library))
    at(page, 1, 0).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url("**row=2&col=1*")
    expect(page.locator('.page img[src*="/2.jpg"]')).to_be_visible()


def test_notes_and_references_lead_both_ways(open_page, library):
    page = open_page(address(library, f"{REG}/t-2-2"))
    link = at(page, 2, 1).locator("a")
    assert link.inner_text() == "见表1-1"
    assert "/tables?" in link.get_attribute("href")
    page = open_page(address(library))
    assert at(page, 4, 3).locator(".note").get_attribute("title") == "夏季限额按环境温度计算。"
    page.get_by_role("button", name="第 5 行第 4 列").click()
    page.wait_for_url("**row=4&col=3*")


def test_words_are_found_in_the_grid(open_page, library):
    page = open_page(address(library, lang="en"))
    find = page.get_by_placeholder("Find in the table")
    find.fill("临33甲线")
    find.press("Enter")
    expect(page.locator('.found[data-row="33"]')).to_be_visible()
    expect(page.get_by_text("1/1", exact=True)).to_be_visible()


def test_a_split_is_seen_by_everyone_at_once_and_undone_with_one_click(open_page, library):
    reader = open_page(f"{library.url}/reader?reg={REG}&page=3&block=b00")
    reader.get_by_text("跨页表格，第 2–4 页").first.wait_for()
    page = open_page(address(library))
    page.get_by_role("tab", name="更正", exact=True).click()
    page.get_by_label("更正人").fill("林工")
    page.get_by_label("更正人").press("Enter")
    wait_until_idle(page)
    page.get_by_role("button", name="在此拆分").click()
    page.get_by_text("10 行 × 4 列").wait_for()
    at(page, 10, 1).wait_for(state="detached")
    lower = f"{REG}/p0003/t1"
    assert tool(library, "get_table_by_id", reg_id=REG, table_id=lower)["page_start"] == 3
    read = tool(library, "read_page_range", reg_id=REG, start_page=3, end_page=3)
    assert lower in json.dumps(read, ensure_ascii=False)
    reader.reload()
    reader.get_by_text("跨页表格，第 3–4 页").first.wait_for()
    page.get_by_role("tab", name="更正记录").click()
    page.get_by_text("拆分表格").wait_for()
    page.get_by_role("button", name="撤销").click()
    page.get_by_text("37 行 × 4 列").wait_for()


def test_a_fixed_cell_is_marked_in_the_grid(open_page, library):
    page = open_page(address(library, row=3, col=1))
    page.get_by_role("tab", name="更正", exact=True).click()
    page.get_by_label("更正人").fill("林工")
    page.get_by_label("第 4 行第 2 列的内容").fill("新城<b>乙</b>线")
    page.get_by_role("button", name="更正单元格", exact=True).click()
    fixed = page.locator(".corrected")
    fixed.wait_for()
    assert fixed.inner_text() == "新城<b>乙</b>线"
    found = tool(library, "smart_search", query="新城", reg_id=REG)
    assert "新城" in json.dumps(found, ensure_ascii=False)


def _box(mark):
    style = mark.evaluate("m => [m.style.left, m.style.top, m.style.width, m.style.height]")
    return tuple(float(each.rstrip("%")) / 100 for each in style)
