"""The page Insights, in both languages."""

import re
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.conftest import ROOT
from tests.made_references import REG, notes_regulation
from tests.made_regulations import rich_regulation

WORDS = {"zh": ("概览", "引用是否确定"), "en": ("Insights", "References, resolved or not")}


@pytest.fixture
def insights_page(app, stored):
    stored(notes_regulation(), rich_regulation())

    def open_at(**link):
        app.switch_page("pages/insights.py")
        for name, value in link.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return open_at


def figures(page) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_whole_library_is_counted_first(insights_page, language):
    page = insights_page(lang=language)
    title, chart = WORDS[language]
    assert page.title[0].value == title
    assert f"##### {chart}" in [it.value for it in page.markdown]
    assert list(figures(page).values()) == ["2", "8", "2", "2", "3", "7"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_one_regulation_is_counted_by_a_link(insights_page, language):
    page = insights_page(reg=REG, lang=language)
    assert list(figures(page).values()) == ["5", "1", "1", "2", "5", "3"]


def test_a_bar_of_the_library_leads_into_the_regulation(insights_page):
    page = insights_page()
    joined = [it for it in page.button if str(it.key).startswith("joined_")]
    joined[0].click().run()
    assert not page.exception
    assert page.selectbox(key="linked_reg").value in (REG, "rich_2024")
    assert page.query_params["show"] in ("over:2", ["over:2"])
    assert any("1" in it.value for it in page.markdown if it.value.startswith("**这"))


def test_the_tables_of_a_regulation_are_listed_as_they_are_counted(insights_page):
    bars = [it for it in insights_page().button if str(it.key).startswith("tables_")]
    assert len(bars) == 2
    for key, counted in [(it.key, it.label.rpartition(" · ")[2]) for it in bars]:
        page = insights_page(reg="*", show="")
        page.button(key=key).click().run()
        assert not page.exception
        assert f"**这 {counted} 张表**" in [it.value for it in page.markdown]


def test_a_bar_lists_the_pages_that_it_counts_and_the_list_can_be_closed(insights_page):
    page = insights_page(reg=REG)
    next(it for it in page.button if str(it.key).startswith("pages_1")).click().run()
    assert "**这 1 页**" in [it.value for it in page.markdown]
    page.button(key="close_counted").click().run()
    assert "**这 1 页**" not in [it.value for it in page.markdown]
    assert "show" not in page.query_params


def test_a_link_that_asks_for_no_bar_shows_none(insights_page):
    page = insights_page(reg=REG, show="pages:<b>nonsense</b>")
    assert not page.button or "close_counted" not in [it.key for it in page.button]


def test_another_regulation_forgets_the_bar(insights_page):
    page = insights_page(reg=REG, show="over:2")
    page.selectbox(key="linked_reg").set_value("rich_2024").run()
    assert not page.exception
    assert "show" not in page.query_params


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_empty_library_says_so(app, language):
    app.switch_page("pages/insights.py")
    app.query_params["lang"] = language
    app.run()
    assert not app.exception
    assert len(app.info) == 1


MARK = re.compile(r"^(?P<name>.*) · (?P<count>[\d,]+)$")
LISTED = re.compile(r"[\d,]+(?= (?:页|张表|段|条注释|处引用))")


def test_every_mark_leads_to_a_list_as_long_as_the_number_it_shows(insights_page):
    """But those of lengths and times, which count no things: they lead to a chapter's page."""
    page = insights_page(reg=REG)
    inside = [(it.key, it.label) for it in page.button if MARK.match(it.label)]
    outside = [(it.proto.page, it.proto.query_string, it.proto.label) for it in links(page)]
    assert {key.partition("_")[0] for key, _ in inside} >= {"pages", "tables", "rows", "term"}
    assert {name for name, _, _ in outside} == {"notes", "reader"}

    for key, label in inside:
        page = insights_page(reg=REG, show="")
        page.button(key=key).click().run()
        assert not page.exception
        assert counted_in(page, "**") == MARK.match(label)["count"], label
    for name, query, label in [it for it in outside if it[0] == "notes"]:
        page = AppTest.from_file(ROOT / "app.py", default_timeout=30)
        page.switch_page(f"pages/{name}.py")
        for param, value in parse_qsl(query):
            page.query_params[param] = value
        page.run()
        assert not page.exception
        assert counted_in(page, "共") == MARK.match(label)["count"], label


def links(page):
    return [it for it in page.get("page_link") if MARK.match(it.proto.label) and it.proto.page]


def counted_in(page, beginning: str) -> str | None:
    """The number of what is listed, as the page says it."""
    said = [it.value for it in (*page.markdown, *page.caption) if it.value.startswith(beginning)]
    found = [LISTED.search(it) for it in said]
    return next((it[0] for it in found if it), None)
