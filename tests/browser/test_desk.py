"""The desk in a real browser: add from the Reader, move, archive, restore, export."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import wait_until_idle


def rows(page) -> list[str]:
    return page.locator(".desk_tree .item .name").all_inner_texts()


def row(page, name: str):
    return page.locator(".desk_tree .item", has_text=name)


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    wait_until_idle(page)


def a_note(page, words: str) -> None:
    page.get_by_role("button", name="笔记").click()
    page.get_by_role("textbox", name="名称").fill(words)
    page.get_by_role("textbox", name="名称").press("Enter")
    wait_until_idle(page)
    press(page, "添加")
    expect(row(page, words)).to_be_visible()
    page.keyboard.press("Escape")


def new_desk(page, name: str) -> None:
    page.get_by_role("button", name="新建").first.click()
    page.get_by_role("textbox", name="案头名称").fill(name)
    page.get_by_role("textbox", name="案头名称").press("Enter")
    wait_until_idle(page)
    press(page, "新建案头")
    page.keyboard.press("Escape")


def test_a_block_of_the_reader_goes_to_the_desk_and_leads_back(open_page, server):
    page = open_page(f"{server}/reader?reg=rich_2024&page=1")
    page.get_by_role("button", name="放到案头").click()
    expect(page.get_by_text("已放到案头")).to_be_visible()
    page.goto(f"{server}/desk?page=usr-1")
    expect(page.get_by_text("与原文一致")).to_be_visible(timeout=30_000)
    page.get_by_role("link", name="rich_2024 P1").click()
    expect(page).to_have_url(re.compile(r"/reader\?.*reg=rich_2024"))


def test_pages_are_dragged_archived_restored_and_exported(open_page, server):
    page = open_page(f"{server}/desk")
    new_desk(page, "拖动")
    for name in ("甲", "乙", "丙"):
        a_note(page, name)
    assert rows(page) == ["阅读", "甲", "乙", "丙"]

    row(page, "丙").drag_to(row(page, "甲"), target_position={"x": 60, "y": 2})
    expect(page.locator(".desk_tree .item .name")).to_have_text(["阅读", "丙", "甲", "乙"])

    row(page, "甲").click()
    expect(page.get_by_role("heading", name="甲")).to_be_visible()
    press(page, "归档")
    expect(row(page, "甲").get_by_text("归档")).to_be_visible()
    press(page, "恢复")
    expect(row(page, "甲").get_by_text("归档")).to_have_count(0)

    page.get_by_role("button", name=re.compile("导出")).click()
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("Markdown")).click()
    text = download.value.path().read_text(encoding="utf-8")
    assert text.startswith("# 拖动")
    assert text.index("### 丙") < text.index("### 甲") < text.index("### 乙")


def test_the_tree_is_walked_by_keys(open_page, server):
    page = open_page(f"{server}/desk?lang=en")
    if page.get_by_text("There is no desk yet.").count():
        page.goto(f"{server}/reader?reg=rich_2024&page=1&lang=en")
        wait_until_idle(page)
        page.get_by_role("button", name="To the desk").click()
        expect(page.get_by_text("Put on the desk")).to_be_visible()
        page.goto(f"{server}/desk?lang=en")
    top = row(page, "Reading")
    top.focus()
    top.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("page=usr-"))
    top.focus()
    top.press("ArrowLeft")
    expect(top).to_have_attribute("aria-expanded", "false")
    top.press("ArrowRight")
    expect(top).to_have_attribute("aria-expanded", "true")


def test_a_page_that_left_the_desk_is_found_and_brought_back(open_page, server):
    page = open_page(f"{server}/desk")
    new_desk(page, "移出")
    a_note(page, "甲")
    row(page, "甲").click()
    page.get_by_role("button", name="更多").click()
    press(page, "移出案头")
    expect(row(page, "甲")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="查找与归档").click()
    page.get_by_role("textbox", name="在案头上查找").fill("甲")
    page.get_by_role("textbox", name="在案头上查找").press("Enter")
    page.get_by_role("tabpanel").get_by_role("button", name="恢复").click()
    expect(row(page, "甲")).to_be_visible()
    press(page, "撤销")
    expect(row(page, "甲")).to_have_count(0)
    press(page, "重做")
    expect(row(page, "甲")).to_be_visible()


def test_an_exported_desk_is_imported_beside_the_first(open_page, server):
    page = open_page(f"{server}/desk")
    new_desk(page, "带走")
    a_note(page, "甲")
    page.get_by_role("button", name=re.compile("导出")).click()
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("JSON")).click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="新建").first.click()
    page.locator("input[type=file]").set_input_files(
        {
            "name": "desk.json",
            "mimeType": "application/json",
            "buffer": download.value.path().read_bytes(),
        }
    )
    expect(page.get_by_text("已导入案头“带走 (2)”")).to_be_visible()
    expect(page.locator(".desk_tree .item .name")).to_have_text(["阅读", "甲"])
