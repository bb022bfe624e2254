"""What Streamlit says by itself is said in the language of the page, to the eye and to the ear."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import wait_until_idle
from tests.made_references import REG, notes_regulation

# Names that are spoken and whole texts in which there is no word but English ones.
ENGLISH = """() => {
  const isEnglish = (it) => /^[\\x20-\\x7e•…]*$/.test(it) && /[A-Za-z]{3}/.test(it);
  const found = [];
  for (const name of ['aria-label', 'placeholder', 'title']) {
    const named = document.body.querySelectorAll(`[${name}]`);
    found.push(...[...named].map((it) => it.getAttribute(name)));
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const within = texts.currentNode.parentElement;
    if (!within.closest('script, style, noscript, [data-testid=stIconMaterial], [translate=no]')) {
      found.push(texts.currentNode.nodeValue.trim());
    }
  }
  return [...new Set(found.filter(isEnglish))];
}"""
# The other language's name, a kind of file, ids and a model's name.
OWN = {"English", "• PDF", REG, f"{REG} P1-P5", "use-multilingual-3"}


@pytest.fixture(scope="module")
def words_server(start_server) -> str:
    return start_server(notes_regulation())


@pytest.mark.parametrize(
    "address",
    [
        "/",
        f"/?reg={REG}",
        f"/reader?reg={REG}&page=1",
        f"/notes?reg={REG}&view=references",
        f"/tables?reg={REG}",
        "/search?q=强送",
        "/ask",
        "/desk",
    ],
)
def test_no_page_in_chinese_says_anything_in_english(open_page, words_server, address):
    page = open_page(words_server + address)
    page.wait_for_load_state("networkidle")
    assert set(page.evaluate(ENGLISH)) <= OWN


def test_a_list_without_a_match_and_a_field_that_waits_speak_chinese(open_page, words_server):
    page = open_page(f"{words_server}/reader?reg={REG}&page=1")
    field = page.locator(".st-key-reader_reg input")
    field.fill("没有这样的规程")
    expect(page.get_by_text("没有匹配的选项")).to_be_visible()
    assert set(page.evaluate(ENGLISH)) <= OWN
    page.keyboard.press("Escape")

    page = open_page(f"{words_server}/?reg={REG}")
    page.get_by_label("筛选").first.press_sequentially("x")
    expect(page.get_by_text("按回车键确定")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("zh", ["第一页（Home）", "上一页（←）", "下一页（→）", "最后一页（End）"]),
        ("en", ["First page (Home)", "Previous page (←)", "Next page (→)", "Last page (End)"]),
    ],
)
def test_a_button_with_an_icon_alone_has_a_name(open_page, words_server, language, names):
    page = open_page(f"{words_server}/reader?reg={REG}&page=2&lang={language}")
    for name in names:
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    words = page.locator("[class*=st-key-icon_only] button [data-testid=stMarkdownContainer]").all()
    assert words
    for each in words:
        assert each.evaluate("it => Math.max(it.clientWidth, it.clientHeight)") <= 1


def test_another_language_takes_its_own_words(open_page, words_server):
    page = open_page(f"{words_server}/?reg={REG}")
    expect(page.get_by_role("navigation", name="各页面")).to_be_visible()
    page.get_by_role("radio", name="English").click()
    wait_until_idle(page)
    expect(page.get_by_role("navigation", name="Pages", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Choose files").first).to_be_attached()
