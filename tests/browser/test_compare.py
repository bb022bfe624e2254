"""Compare in a real Chromium: marks, keys, links, files."""

from pathlib import Path

import pytest

from tests.browser.conftest import wait_until_idle
from tests.made_editions import edition

EVIL = '<img src=x onerror="window.hit=1">'
OLD = [
    "值班调度员接到事故报告后应立即核对系统运行方式并通知有关厂站。",
    "变压器充电时宜由装有完备保护的电源侧断路器进行操作。",
    "通信设备的检修应与一次设备检修同步申报并经专业会签。",
    f"频率偏差不大于 0.2 Hz，{EVIL}超过时应报告。",
]
NEW = [
    OLD[0],
    OLD[1].replace("宜", "应"),
    OLD[3].replace("0.2", "0.15"),
    f"光伏电站每季度应校验无功补偿设备的容量。{EVIL}",
]


@pytest.fixture(scope="module")
def compare(start_server) -> str:
    url = start_server(edition("rule_2023", OLD), edition("rule_2024", NEW))
    return f"{url}/compare?a=rule_2023&b=rule_2024"


def test_the_summary_leads_to_a_change_with_both_pages_marked(open_page, compare):
    page = open_page(compare)
    page.get_by_role("link", name="1.2 宜 → 应").click()
    page.wait_for_url("**change=1*")
    page.locator(".row .come.modal", has_text="应").wait_for()
    assert page.locator(".row .gone.modal").inner_text() == "宜"
    page.locator(".page .mark").nth(1).wait_for()
    assert page.locator(".page .mark").count() == 2
    boxes = [page.locator(".page").nth(side).bounding_box() for side in (0, 1)]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]  # side by side


def test_keys_lead_from_change_to_change_and_back_to_the_list(open_page, compare):
    page = open_page(f"{compare}&view=changes&kind=added,removed&change=2")
    page.get_by_role("button", name="下一处").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**change=4*")
    wait_until_idle(page)
    page.get_by_text("第 2 处，共 2 处").wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**change=2*")
    wait_until_idle(page)
    page.keyboard.press("Escape")
    page.wait_for_function("() => !location.search.includes('change=')")
    page.locator(".row[data-change='4']").wait_for()
    assert page.locator(".row").count() == 2


def test_a_row_is_a_link_that_can_be_shared(open_page, compare):
    page = open_page(f"{compare}&view=changes&lang=en")
    address = page.locator(".row .open").first.get_attribute("href")
    page.locator(".row").first.click()
    page.wait_for_url("**change=*")
    wait_until_idle(page)
    shown = page.locator(".row").inner_text()
    other = open_page(compare.split("/compare")[0] + address)
    assert other.locator(".row").inner_text() == shown
    other.get_by_role("button", name="Back to the list").wait_for()


def test_words_of_a_document_are_text_and_run_nothing(open_page, compare):
    page = open_page(f"{compare}&view=changes")
    page.locator(".row", has_text=EVIL).first.wait_for()
    assert page.evaluate("window.hit") is None
    assert page.locator(".rows img").count() == 0


def test_the_comparison_is_saved_as_a_page_and_as_a_workbook(open_page, compare):
    page = open_page(compare)
    with page.expect_download() as report:
        page.get_by_role("button", name="导出 HTML").click()
    saved = Path(report.value.path())
    assert report.value.suggested_filename == "rule_2023--rule_2024.html"
    with page.expect_download() as workbook:
        page.get_by_role("button", name="导出 XLSX").click()
    assert Path(workbook.value.path()).read_bytes().startswith(b"PK")
    text = saved.read_text(encoding="utf-8")
    assert EVIL not in text
    assert "rule_2024 P1 1.2" in text


def test_two_sections_are_chosen_and_read_side_by_side(open_page, compare):
    page = open_page(compare)
    page.locator(".part").first.wait_for()  # what is drawn anew closes an open list
    wait_until_idle(page)
    page.locator("[data-testid=stExpander] summary").click()
    box = page.get_by_role("combobox", name="章节").first
    listed = page.locator("[data-testid=stSelectboxVirtualDropdown]").get_by_text("1 总则")
    for _ in range(20):  # the list may close again while the frame around it still opens
        if listed.count():
            break
        box.click()
        page.wait_for_timeout(500)
    listed.click()
    page.wait_for_url("**section_a=1&section_b=1*")
    page.locator(".row.same").first.wait_for()
    assert page.locator(".row").count() == 6
