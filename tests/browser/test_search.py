"""The search as an analyst uses it: suggestions, hits, the reader and back; keys alone."""

from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import expect

from core.model import PageDocument, Regulation
from core.settings import Settings
from core.store.regulations import save_regulation
from core.workbench import Workbench
from tests.browser.conftest import wait_until_idle
from tests.made_regulations import info, plain_regulation, rich_regulation, text_block
from tests.served import Served

EVIL = '<script>window.hit=1</script> <img src=x onerror="window.hit=1"> **断路器** 拒动'


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A small library, indexed by keywords alone; -> the address of its search."""
    folder = tmp_path_factory.mktemp("searching")
    page = PageDocument(reg_id="evil", page_num=1, content_blocks=(text_block("evil", 1, 0, EVIL),))
    evil = Regulation(
        info=info("evil", 1, title="<img src=x onerror='window.hit=1'>"), pages=(page,)
    )
    with Workbench(Settings(data_dir=folder, embedder="none")) as workbench:
        for made in (rich_regulation(), plain_regulation("plain", 30), evil):
            save_regulation(workbench._database, made)
        workbench.refresh_index()
    served = Served(folder, GRIDCODE_EMBEDDER="none")
    yield f"{served.url}/search"
    served.stop()


@pytest.fixture
def search(open_page, library):
    def open_at(link: str = ""):
        page = open_page(f"{library}?{link}")
        page.get_by_role("combobox", name="检索规程").wait_for()
        return page

    return open_at


def asked(page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def hit_links(page):
    return page.locator(".hit h4 a")


def test_from_a_few_letters_to_the_place_in_the_reader_and_back(search):
    page = search()
    box = page.get_by_role("combobox", name="检索规程")
    box.press_sequentially("事故")
    page.get_by_role("option", name="第六章 事故处理").click()
    page.wait_for_url("**q=*")
    hit_links(page).first.wait_for()
    assert asked(page) == {"q": "第六章 事故处理"}
    assert box.input_value() == "第六章 事故处理"
    assert page.locator(".hit mark").first.inner_text()

    hit_links(page).first.click()
    page.wait_for_url("**/reader?**")
    assert {"reg": "rich_2024", "page": "1", "q": "第六章 事故处理"}.items() <= asked(page).items()
    wait_until_idle(page)
    page.go_back()
    page.wait_for_url("**/search?**")
    hit_links(page).first.wait_for()
    assert asked(page) == {"q": "第六章 事故处理"}


def test_the_keyboard_alone_asks_chooses_and_opens(search):
    page = search()
    page.keyboard.type("事故")  # the line has the focus
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    box = page.get_by_role("combobox", name="检索规程")
    assert box.get_attribute("aria-activedescendant") == "suggestion-0"
    page.keyboard.press("Escape")
    assert page.get_by_role("option").count() == 0
    page.keyboard.type("处理")
    page.keyboard.press("Enter")
    hit_links(page).first.wait_for()
    assert asked(page) == {"q": "事故处理"}
    hit_links(page).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/reader?**")
    assert asked(page)["reg"] == "rich_2024"


def test_a_slash_leads_to_the_line(search):
    page = search(f"q={quote('母线失压')}")
    hit_links(page).first.wait_for()
    page.locator("h1").click()
    page.keyboard.press("/")
    page.keyboard.type("频率")
    assert page.get_by_role("combobox", name="检索规程").input_value() == "频率"


def test_back_and_forward_go_through_the_filters(search):
    page = search(f"q={quote('母线')}")
    page.get_by_role("button", name="表格 ·").click()
    page.wait_for_url("**type=table*")
    wait_until_idle(page)
    assert page.get_by_role("button", name="表格 ·").get_attribute("aria-pressed") == "true"
    narrowed = hit_links(page).count()
    page.go_back()
    page.wait_for_function("() => !location.search.includes('type=')")
    page.locator(".hit").nth(narrowed).wait_for()
    wait_until_idle(page)
    assert page.get_by_role("button", name="表格 ·").get_attribute("aria-pressed") == "false"
    page.go_forward()
    page.wait_for_url("**type=table*")
    page.locator(".hit").nth(narrowed).wait_for(state="detached")
    assert hit_links(page).count() == narrowed


def test_a_document_that_looks_like_a_page_is_shown_as_text(search):
    page = search(f"q={quote('断路器')}&reg=evil")
    page.get_by_text("<script>window.hit=1</script>").wait_for()
    assert page.locator(".hit").inner_text().startswith("<img src=x")
    assert page.locator(".hit img, .hit script").count() == 0
    assert page.evaluate("window.hit") is None


def test_a_saved_search_is_one_click_away(search):
    page = search(f"q={quote('母线')}&reg=rich_2024&by=tables")
    page.get_by_role("button", name="保存").click()
    name = page.get_by_role("textbox", name="给这次检索起个名字")
    name.fill("母线表")
    name.press("Enter")
    wait_until_idle(page)
    page.get_by_role("button", name="保存检索").click()
    page.get_by_role("button", name="母线表", exact=True).wait_for()
    fresh = search()  # another session
    fresh.get_by_role("button", name="母线表", exact=True).click()
    fresh.wait_for_url("**reg=rich_2024*")
    fresh.locator(".hit table").wait_for()
    assert asked(fresh) == {"q": "母线", "reg": "rich_2024", "by": "tables"}


def test_hits_are_taken_along_with_their_citations(search):
    page = search(f"q={quote('母线失压')}&reg=plain")
    page.get_by_role("button", name="导出").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Markdown").click()
    written = download.value.path().read_text(encoding="utf-8")
    assert written.count("**plain P") == 30  # all of them, not only those shown


@pytest.mark.parametrize(
    ("language", "label", "put"),
    [("zh", "放到案头", "已放到案头"), ("en", "To the desk", "Put on the desk")],
)
def test_a_hit_goes_to_the_desk_with_its_place(open_page, library, language, label, put):
    page = open_page(f"{library}?q={quote('断路器 拒动')}&reg=evil&lang={language}")
    page.locator(".hit").get_by_role("button", name=label).first.click()
    expect(page.get_by_text(put)).to_be_visible()
    expect(page).to_have_url(f"{library}?q={quote('断路器 拒动')}&reg=evil&lang={language}")
    page.goto(f"{library.removesuffix('/search')}/desk?lang={language}")
    page.locator(".desk_tree .item").last.click()
    expect(page.get_by_role("link", name="evil P1")).to_be_visible()
    expect(page.get_by_text(EVIL, exact=True).first).to_be_visible()
    assert page.evaluate("window.hit") is None
