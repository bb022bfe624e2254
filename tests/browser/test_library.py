from tests.browser.conftest import wait_until_idle
from tests.conftest import ROOT


def test_the_library_opens_in_chinese(open_page, server):
    page = open_page(server)
    page.get_by_role("heading", name="文库").wait_for()
    assert page.title() == "文库 · 规程工作台"
    assert page.evaluate("document.documentElement.lang") == "zh-CN"


def test_a_shared_link_opens_the_same_regulation_in_the_same_language(open_page, server):
    page = open_page(f"{server}/?reg=angui_2024&lang=en")
    page.get_by_role("heading", name="Library").wait_for()
    page.get_by_text("angui_2024 P1-P75").wait_for()
    assert page.get_by_role("radio", name="English").is_checked()


def test_an_empty_library_says_what_to_do(open_page, start_server):
    page = open_page(f"{start_server()}/?lang=en")
    page.get_by_role("heading", name="Library").wait_for()
    page.get_by_text("There are no regulations in the library yet.").wait_for()
    assert page.get_by_role("radio", name="English").count() == 1


def test_switching_the_language_keeps_the_place_and_is_in_the_link(open_page, server):
    page = open_page(f"{server}/?reg=angui_2024")
    page.get_by_role("radio", name="English").click()
    page.get_by_role("heading", name="Library").wait_for()
    wait_until_idle(page)
    assert "lang=en" in page.url
    assert "reg=angui_2024" in page.url
    page.get_by_text("angui_2024 P1-P75").wait_for()
    page.get_by_role("link", name="Search", exact=True).first.click()
    page.wait_for_url("**/search")
    page.reload()
    page.get_by_role("heading", name="Search").wait_for()
    assert page.title() == "Search · GridCode Workbench"


def test_choosing_a_row_puts_it_into_the_link(open_page, server):
    page = open_page(server)
    table = page.locator("[data-testid=stDataFrame] canvas").first
    table.click(position={"x": 14, "y": 52}, force=True)
    page.wait_for_url("**reg=*")
    page.locator("[data-testid=stCode]").wait_for()
    assert page.url.split("reg=")[1] in page.locator("[data-testid=stCode]").inner_text()


def test_the_filter_finds_and_is_in_the_link(open_page, server):
    page = open_page(server)
    box = page.get_by_role("textbox", name="按标题、编号、说明或关键词筛选")
    box.fill("核聚变")
    box.press("Enter")
    page.get_by_text("没有与“核聚变”相符的规程。").wait_for()
    page.wait_for_url("**q=*")
    assert page.locator("[data-testid=stDataFrame]").count() == 0


def test_what_a_link_carries_is_shown_as_text_and_runs_nothing(open_page, server):
    page = open_page(f"{server}/?lang=en&reg=%3Cimg%20src%3Dx%20onerror%3D%22window.hit%3D1%22%3E")
    page.get_by_text("There is no regulation").wait_for()
    assert page.evaluate("window.hit") is None


def test_a_new_library_loads_the_samples_and_shows_how_far_it_is(open_page, start_server):
    page = open_page(start_server(samples=ROOT / "data" / "samples"))
    page.get_by_text("正在载入示例规程").wait_for()
    page.get_by_text("共 3 份规程，86 页").wait_for(timeout=120_000)
    assert page.get_by_text("正在载入示例规程").count() == 0


def test_all_columns_of_the_list_stand_side_by_side_in_a_window_of_1280(open_page, server):
    page = open_page(server)
    page.set_viewport_size({"width": 1280, "height": 800})
    scrolled = page.locator("[data-testid=stDataFrame] .dvn-scroller").first
    scrolled.wait_for()
    page.wait_for_load_state("networkidle")
    assert scrolled.evaluate("it => it.scrollWidth <= it.clientWidth")
