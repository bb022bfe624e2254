"""Notes & references and Insights in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from core.settings import Settings
from tests.browser.conftest import wait_until_idle
from tests.made_extractions import open_references, save_extraction
from tests.made_references import REG, notes_regulation
from tests.served import Served

OPEN = "open_2024"
APPLIED_MS = 30_000  # a correction is a job: on a busy machine it waits for its turn


@pytest.fixture(scope="module")
def notes_server(start_server) -> str:
    return start_server(notes_regulation())


@pytest.fixture
def open_references_server(tmp_path):
    settings = Settings(data_dir=tmp_path / "open")
    save_extraction(settings, OPEN, open_references())
    served = Served(settings.data_dir)
    yield served.url
    served.stop()


def test_the_target_of_an_ambiguous_reference_is_chosen_and_the_choice_undone(
    open_page, open_references_server
):
    work = f"{open_references_server}/notes?reg={OPEN}&view=work"
    page = open_page(f"{work}&ref={OPEN}/p0001/r1")
    expect(page.get_by_text("2 处引用有待确认")).to_be_visible()
    expect(page.locator("mark")).to_have_text("见表2-1")
    offers = page.locator("[class*=st-key-offer_]")
    expect(offers).to_have_count(2)
    cable = offers.filter(has_text="表2-1 电缆线路强送次数")

    cable.get_by_role("button", name="以此为准").click()
    refused = page.get_by_role("alert").filter(has_text="A correction needs a name")
    expect(refused).to_be_visible()
    expect(page.get_by_text("2 处引用有待确认")).to_be_visible()

    page.get_by_label("更正人").fill("林工")
    page.get_by_label("更正人").press("Enter")
    wait_until_idle(page)
    cable.get_by_role("button", name="以此为准").click()
    expect(page.get_by_text("1 处引用有待确认")).to_be_visible(timeout=APPLIED_MS)
    expect(offers).to_have_count(0)
    expect(refused).to_have_count(0)

    # Everybody sees where it leads now: the list of references, and the page in the reader.
    listed = open_page(f"{open_references_server}/notes?reg={OPEN}&to={OPEN}/p0003/t1")
    expect(listed.get_by_text("1 处引用指向这里")).to_be_visible()
    target = page.get_by_role("link", name=re.compile("第 3 页"))
    expect(target).to_have_attribute("href", re.compile(r"tables\?.*p0003%2Ft1"))

    page.locator("summary", has_text="已更正的引用（1）").click()
    page.get_by_role("button", name="撤销").click()
    expect(page.get_by_text("2 处引用有待确认")).to_be_visible(timeout=APPLIED_MS)
    expect(offers).to_have_count(2)


def test_an_unresolved_reference_is_led_to_what_is_typed(open_page, open_references_server):
    page = open_page(f"{open_references_server}/notes?reg={OPEN}&view=work&ref={OPEN}/p0001/r2")
    page.get_by_label("更正人").fill("林工")
    page.get_by_label("更正人").press("Enter")
    wait_until_idle(page)
    typed = page.get_by_label("其他目标")
    typed.fill("第2章")
    typed.press("Enter")
    offer = page.locator("[class*=st-key-offer_]").filter(has_text="架空线路").first
    expect(offer).to_be_visible()
    wait_until_idle(page)
    offer.get_by_role("button", name="以此为准").click()
    expect(page.get_by_text("1 处引用有待确认")).to_be_visible(timeout=APPLIED_MS)
    expect(page.locator("summary", has_text="已更正的引用（1）")).to_be_visible()


def test_a_term_is_explained_when_the_keyboard_rests_on_it(open_page, notes_server):
    page = open_page(f"{notes_server}/notes?reg={REG}")
    term = page.locator(".term", has_text="强送").first
    term.focus()
    expect(term.get_by_text("强送：跳闸后未经检查即行送电。（P4）")).to_be_visible()
    expect(page.get_by_text("没有人引用的一条。<b>不是标记</b>")).to_be_visible()


def test_a_shared_link_opens_one_reference_in_its_words_and_its_language(open_page, notes_server):
    page = open_page(f"{notes_server}/notes?reg={REG}&state=ambiguous&ref={REG}/p0002/r1&lang=en")
    page.get_by_role("heading", name="Notes & references").wait_for()
    page.locator("mark", has_text="按方案A").wait_for()
    page.locator("[data-testid=stText]", has_text="The place does not tell").wait_for()
    assert page.get_by_role("radio", name="Ambiguous").is_checked()


def test_a_triangle_of_the_graph_lists_the_references_that_it_counts(open_page, notes_server):
    page = open_page(f"{notes_server}/notes?reg={REG}&view=graph")
    # Plotly takes clicks on a layer above the points.
    page.locator(".js-plotly-plot .scatterlayer .trace .points path.point").first.wait_for()
    page.locator(".scatterlayer .trace:has(.points path[d*='L']) path.point").first.click(
        force=True
    )
    page.wait_for_url("**view=references**")
    wait_until_idle(page)
    page.get_by_text("共 2 处引用").wait_for()
    assert "into=" in page.url


def test_a_bar_leads_to_what_it_counts(open_page, notes_server):
    page = open_page(f"{notes_server}/insights?reg={REG}")
    page.locator(".st-key-pages .bars .point path").first.click(force=True)
    page.wait_for_url("**show=pages*")
    expect(page.get_by_text("这 4 页")).to_be_visible()
    page.get_by_role("link", name="第 2 页").first.click()
    page.wait_for_url("**/reader?*page=2*")


def test_the_same_things_are_reached_by_keyboard_alone(open_page, notes_server):
    page = open_page(f"{notes_server}/insights?reg={REG}")
    listed = page.locator("summary", has_text="以列表查看").nth(2)  # below pages and chapters
    listed.focus()
    page.keyboard.press("Enter")
    uncited = page.get_by_role("link", name="注 · 无人引用 · 1")
    uncited.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/notes?*cited=uncited*")
    expect(page.get_by_text("共 1 条注释")).to_be_visible()
