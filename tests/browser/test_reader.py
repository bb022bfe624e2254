"""The reader as an analyst uses it: both sides of a page, links, keys, back and forward."""

import re

import pytest
from playwright.sync_api import expect

from core.services.ingest import IngestRequest
from core.settings import Settings
from core.store.regulations import save_regulation
from core.workbench import Workbench
from tests.browser.conftest import wait_until_idle
from tests.integration.test_parsing_pdf import ENCRYPTED
from tests.made_pdfs import write_pdf
from tests.made_regulations import (
    long_table_regulation,
    plain_regulation,
    rich_regulation,
    seed_table_regulation,
)
from tests.served import Served

EVIL = '<script>window.hit=1</script> <img src=x onerror="window.hit=1"> **bold** [x](javascript:1)'


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A PDF whose text looks like markup, and regulations without a file; -> the address."""
    folder = tmp_path_factory.mktemp("reading")
    settings = Settings(data_dir=folder / "data")
    lines = ["1 General", "The busbar lost its voltage.", "Open the breaker.", EVIL]
    pdf = write_pdf(folder / "rules.pdf", [lines, ["2 Loss of voltage", "The busbar is dead."]])
    with Workbench(settings) as workbench:
        workbench.ingest(IngestRequest(pdf))
        for regulation in (
            rich_regulation(),
            seed_table_regulation(),
            plain_regulation("plain", 12),
            long_table_regulation(),
        ):
            save_regulation(workbench._database, regulation)
        (settings.documents_dir / "pdfs" / "plain.pdf").write_bytes(ENCRYPTED)
    served = Served(settings.data_dir)
    yield f"{served.url}/reader"
    served.stop()


@pytest.fixture
def read(open_page, library):
    def open_at(link: str):
        page = open_page(f"{library}?{link}")
        page.locator(".block_panel .bar").wait_for()
        page.locator(".key_shortcuts[data-keys]").wait_for(state="attached")
        return page

    return open_at


def chosen_block(page):
    return page.locator("[data-block][aria-current=true]")


def chosen_place(page):
    return page.locator(".place[aria-pressed=true]")


def after(page, change: str) -> None:
    """Wait until the link has changed and the page has followed."""
    page.wait_for_url(re.compile(change))
    wait_until_idle(page)


def test_a_box_marks_its_block_and_a_block_its_box(read):
    page = read("reg=rules&page=1")
    box = page.locator(".place").nth(1)
    name = box.get_attribute("data-place")
    box.click()
    assert chosen_block(page).get_attribute("data-block") == name
    after(page, f"block={name}$")
    other = page.locator("[data-block]").nth(2)
    other.click()
    name = other.get_attribute("data-block")
    page.locator(f".place[data-place={name}][aria-pressed=true]").wait_for()
    after(page, f"block={name}$")
    assert chosen_block(page).count() == chosen_place(page).count() == 1


def test_a_link_opens_the_marked_place_in_a_fresh_browser(read):
    page = read("reg=rules&page=2&block=b00&lang=en")
    assert "2 Loss of voltage" in chosen_block(page).inner_text()
    assert chosen_place(page).get_attribute("data-place") == "b00"
    assert page.title().startswith("P2 ")
    image = page.locator(".page img").element_handle()
    page.wait_for_function("image => image.naturalWidth > 0", arg=image)


def test_the_words_of_a_search_are_marked_in_the_image_and_in_the_text(read):
    page = read("reg=rules&page=1&q=busbar")
    assert page.locator("[data-block] mark").all_inner_texts() == ["busbar"]
    mark = page.locator(".page_canvas .mark").bounding_box()
    image = page.locator(".page img").bounding_box()
    assert mark["width"] < image["width"] / 4
    assert image["y"] < mark["y"] < image["y"] + image["height"]
    page.get_by_role("button", name="清除标记").click()
    page.locator("[data-block] mark").wait_for(state="detached")
    assert "q=" not in page.url


def test_text_that_looks_like_markup_is_text_and_runs_nothing(read):
    page = read("reg=rules&page=1")
    page.get_by_text("<script>window.hit=1</script>").wait_for()
    page.get_by_text("**bold** [x](javascript:1)").wait_for()
    assert page.evaluate("window.hit") is None
    assert page.locator("[data-block] img, [data-block] script").count() == 0


def test_a_reference_jumps_and_back_and_forward_work(read):
    page = read("reg=rich_2024&page=2")
    page.locator("a.ref", has_text="见表6-2").click()
    after(page, "page=1&block=t-6-2")
    assert chosen_block(page).locator("table").count() == 1
    page.go_back()
    after(page, "page=2$")
    page.locator("a.ref", has_text="见表6-2").wait_for()
    page.go_forward()
    after(page, "page=1&block=t-6-2")
    chosen_block(page).locator("table").wait_for()


def test_choosing_blocks_adds_no_steps_to_the_history(read):
    page = read("reg=plain&page=4")
    page.keyboard.press("ArrowRight")
    after(page, "page=5$")
    for name in ("b01", "b02"):
        page.locator(f"[data-block={name}]").click()
        after(page, f"block={name}")
    page.go_back()
    after(page, "page=4$")
    expect(page.locator(".block_panel .bar")).to_contain_text("P4")


def test_the_keyboard_alone_turns_pages_and_chooses(read):
    page = read("reg=plain&page=1")
    page.keyboard.press("ArrowRight")
    after(page, "page=2$")
    page.keyboard.press("End")
    after(page, "page=12$")
    page.keyboard.press("g")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    after(page, "page=7$")
    page.keyboard.press("ArrowLeft")
    after(page, "page=6$")
    page.locator("[data-block][tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    after(page, "block=b01$")
    assert chosen_place(page).get_attribute("data-place") == "b01"


def test_keys_do_nothing_to_the_page_while_typing(read):
    page = read("reg=rich_2024&page=2")
    field = page.locator(".contents_tree input")
    field.fill("事故")
    field.press("Home")
    field.press("ArrowRight")
    field.press("g")
    page.locator(".contents_tree .empty").wait_for()
    field.press("Escape")
    page.locator(".contents_tree .item").first.wait_for()
    assert page.url.endswith("page=2")


def test_the_contents_are_walked_by_keys_and_open_a_chapter(read):
    page = read("reg=rich_2024&page=3")
    field = page.locator(".contents_tree input")
    field.focus()
    field.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.locator(".contents_tree .item", has_text="6.1").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    after(page, "page=2&block=s6.1")
    expect(page.locator(".block_panel .bar")).to_contain_text("P2")


def test_a_slash_leads_to_the_search_of_this_regulation(read):
    page = read("reg=plain&page=2")
    page.locator(".block_panel .block").first.wait_for()  # drawn after what hears the keys
    page.keyboard.press("/")
    after(page, r"/search\?.*reg=plain")
    expect(page.get_by_role("heading", name="检索", exact=True)).to_be_visible()


def test_the_rows_of_another_page_lead_there(read):
    page = read("reg=angui_2024&page=73&lang=en")
    assert page.locator("tr.here").count() == 2
    page.locator("td.where a", has_text="P74").click()
    after(page, "page=74&")
    page.locator("tr.here", has_text="数据5").wait_for()


def test_a_page_that_begins_inside_a_long_table_shows_its_own_rows_below_the_header(read):
    page = read("reg=long_table&page=2&lang=en")
    own, head = page.locator("tr.here").first, page.locator("thead")
    own.wait_for()
    view = page.locator(".block_panel .view").bounding_box()
    assert view["y"] <= head.bounding_box()["y"] < view["y"] + 2
    top = own.bounding_box()["y"]
    assert view["y"] + head.bounding_box()["height"] <= top < view["y"] + view["height"]
    page.locator(".block_panel .view").evaluate("(it) => it.scrollTo(0, 0)")
    page.locator(".place.table").click()
    after(page, "block=b00")
    expect(own).to_be_in_viewport()  # the way there is a smooth one
    assert view["y"] < own.bounding_box()["y"] < view["y"] + view["height"]


def test_a_citation_is_copied(read, library):
    page = read("reg=angui_2024&page=72&block=b01&lang=en")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy citation").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "angui_2024 P72"


def test_a_citation_is_copied_where_a_page_may_not_use_the_clipboard(read):
    page = read("reg=angui_2024&page=72&block=b01&lang=en")
    page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(Error('not allowed')) }"
    )
    page.evaluate("() => { document.oncopy = ({ target }) => { window.copied = target.value } }")
    page.get_by_role("button", name="Copy citation").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("window.copied") == "angui_2024 P72"


def test_a_locked_pdf_says_why_its_page_is_not_drawn(read):
    page = read("reg=plain&page=1&lang=en")
    page.get_by_text("This PDF is locked and its password is not kept").wait_for()
    assert page.locator(".place").count() == 12


def test_the_page_grows_by_keys_and_keeps_its_size_on_the_next_page(read):
    page = read("reg=rules&page=1")
    before = page.locator(".page").bounding_box()["width"]
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    after(page, "page=2$")
    assert page.locator(".page").bounding_box()["width"] == pytest.approx(before * 1.5, rel=0.05)
