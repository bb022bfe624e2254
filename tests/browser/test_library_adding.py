"""From a file on somebody's desk to a regulation in the list, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import wait_until_idle
from tests.conftest import ROOT
from tests.made_pdfs import write_pdf
from tests.made_regulations import plain_regulation

SAMPLES = ROOT / "data" / "samples"
HOSTILE = "<script>window.hit=1</script><img src=x onerror=window.hit=1> **bold** [x](http://x)"
LONG = 120_000  # a loaded machine


@pytest.fixture(scope="module")
def empty_server(start_server) -> str:
    return start_server()


def drop(page, *paths) -> None:
    page.locator("input[type=file]").set_input_files([str(path) for path in paths])
    page.get_by_text("请核对").wait_for(timeout=LONG)
    wait_until_idle(page)


def test_a_sample_is_added_with_the_keyboard_and_listed_with_its_doubtful_places(
    open_page, empty_server
):
    page = open_page(empty_server)
    drop(page, SAMPLES / "northgate_reliability_2024.pdf")
    title = page.get_by_role("textbox", name="标题")
    expect(title).to_have_value("NIR-003-2 Transmission Operating Reliability", timeout=LONG)
    title.focus()
    for _ in range(3):
        page.keyboard.press("Tab")
        if "开始导入" in page.evaluate("document.activeElement.innerText"):
            break
    page.keyboard.press("Enter")
    page.get_by_text("份规程，17 页").wait_for(timeout=LONG)
    doubtful = page.get_by_role("link", name="Table A-1")
    assert doubtful.get_attribute("href") == "reader?reg=northgate_reliability_2024&page=15"


def test_from_the_upload_to_the_first_hit_marked_on_its_page(open_page, start_server):
    page = open_page(start_server())
    drop(page, SAMPLES / "linjiang_dispatch_2024.pdf")
    page.get_by_role("button", name="开始导入（1）").click()
    page.get_by_text("份规程，35 页").wait_for(timeout=LONG)
    page.get_by_role("link", name="检索", exact=True).click()
    line = page.get_by_role("combobox", name="检索规程")
    line.fill("母线失压")
    line.press("Enter")
    page.locator(".hit h4 a").first.click(timeout=LONG)
    page.wait_for_url("**/reader?**q=*", timeout=LONG)
    page.locator(".page_canvas .mark").first.wait_for(timeout=LONG)
    assert "母线失压" in page.locator("[data-block] mark").all_inner_texts()


def test_a_locked_and_a_broken_file_say_what_to_do(open_page, empty_server, tmp_path):
    locked = write_pdf(tmp_path / "locked.pdf", [["1 General", "Text."]], password="open")
    broken = tmp_path / "broken.pdf"
    broken.write_bytes((SAMPLES / "northgate_reliability_2024.pdf").read_bytes()[:20_000])
    page = open_page(empty_server)
    drop(page, locked, broken)
    page.get_by_text("这个文件不是 PDF，或已经损坏。").wait_for()
    assert page.get_by_role("button", name="开始导入（0）").is_disabled()
    password = page.get_by_role("textbox", name="打开密码")
    password.fill("wrong")
    password.press("Enter")
    page.get_by_text("密码缺少或不正确。").wait_for(timeout=LONG)
    password.fill("open")
    password.press("Enter")
    page.get_by_role("button", name="开始导入（1）").wait_for(timeout=LONG)
    title = page.get_by_role("textbox", name="标题", exact=True)
    expect(title).to_have_value(re.compile("^1 General"), timeout=LONG)


def test_words_of_a_file_are_shown_as_words_and_run_nothing(open_page, empty_server, tmp_path):
    page = open_page(empty_server)
    drop(page, write_pdf(tmp_path / "hostile.pdf", [[HOSTILE]]))
    page.get_by_role("button", name="开始导入（1）").click()
    page.get_by_role("link", name=HOSTILE).wait_for(timeout=LONG)
    page.goto(f"{empty_server}/?reg=hostile")
    page.get_by_role("heading", name=HOSTILE).wait_for(timeout=LONG)
    assert page.evaluate("window.hit") is None
    assert page.locator("img[src=x]").count() == 0


def test_closing_the_tab_during_an_ingest_changes_nothing(open_page, empty_server):
    page = open_page(empty_server)
    drop(page, SAMPLES / "linjiang_dispatch_2024.pdf")
    page.get_by_role("button", name="开始导入（1）").click()
    page.get_by_role("progressbar").first.wait_for(timeout=LONG)
    page.context.close()
    later = open_page(f"{empty_server}/?reg=linjiang_dispatch_2024")
    expect(later.get_by_text("linjiang_dispatch_2024 P1-P35")).to_be_visible(timeout=LONG)


def test_a_regulation_is_deleted_after_a_question_that_escape_closes(open_page, start_server):
    page = open_page(f"{start_server(plain_regulation('plain', 2))}/?reg=plain&lang=en")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_text("There are no regulations in the library yet.").wait_for(timeout=LONG)
    assert "reg=" not in page.url
