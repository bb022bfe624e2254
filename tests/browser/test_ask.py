"""The page Ask in a browser: citations, the page beside them, the way to the reader, a model."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from core.services.ingest import IngestRequest
from core.settings import Settings
from core.workbench import Workbench
from tests import language_model_server
from tests.browser.conftest import wait_until_idle
from tests.made_pdfs import write_pdf
from tests.served import Served

EVIL = '1.2 Operator: report <img src=x onerror="window.hit=1"> **bold** loss of voltage'
LINES = [
    "1 General",
    "1.1 The operator shall report a loss of busbar voltage within 8 minutes.",
    EVIL,
]
QUESTION = "How fast must the operator report a loss of busbar voltage?"


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory):
    folder = tmp_path_factory.mktemp("asking")
    settings = Settings(data_dir=folder / "data")
    with Workbench(settings) as workbench:
        workbench.ingest(IngestRequest(write_pdf(folder / "rules.pdf", [LINES])))
    return settings.data_dir


@pytest.fixture(scope="module")
def gate(tmp_path_factory):
    return tmp_path_factory.mktemp("model") / "gate"


@pytest.fixture(scope="module")
def model(gate):
    process = subprocess.Popen(
        [sys.executable, language_model_server.__file__, gate.with_name("log"), gate],
        stdout=subprocess.PIPE,
        text=True,
    )
    yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
    process.terminate()
    process.wait(timeout=10)
    process.stdout.close()


@pytest.fixture(scope="module")
def address(data_dir, model):
    served = Served(data_dir, GRIDCODE_LLM_BASE_URL=model, GRIDCODE_LLM_MODEL="gated")
    yield f"{served.url}/ask?lang=en"
    served.stop()


def ask(page, question: str, way: str) -> None:
    page.get_by_label("Question", exact=True).fill(question)
    page.get_by_text(way, exact=True).click()
    page.get_by_role("button", name="Ask", exact=True).click()


def test_a_citation_shows_its_page_and_leads_to_the_passage(open_page, address):
    page = open_page(address)
    ask(page, QUESTION, "Quotations")
    first = page.locator("[data-citation='1']")
    expect(first).to_contain_text("within 8 minutes")
    expect(page.locator(".place[aria-pressed=true]")).to_have_count(1)
    page.locator("[data-citation='2'] .source").click()
    expect(page.locator("[data-citation='2'].chosen")).to_be_visible()
    assert "cite=2" in page.url
    expect(page.locator(".ask_answer")).to_contain_text(
        '<img src=x onerror="window.hit=1"> **bold**'
    )
    assert page.evaluate("window.hit") is None
    first.get_by_text("Open in the reader").click()
    wait_until_idle(page)
    assert "/reader?" in page.url
    assert "block=b" in page.url
    expect(page.locator(".mark").first).to_be_visible()


def test_words_of_a_model_are_shown_as_they_come_and_what_is_wrong_is_marked(
    open_page, address, gate
):
    page = open_page(address)
    ask(page, QUESTION, "Read each")
    expect(page.get_by_text("结论如下")).to_be_visible()  # the model waits until this was seen
    expect(page.get_by_text("Reading regulation 1 of 1")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    gate.touch()
    expect(page.locator(".unverified").first).to_contain_text("unverified")
    expect(page.get_by_text("Not found in these regulations.")).to_be_visible()


def test_an_answer_can_be_taken_along(open_page, address):
    page = open_page(address)
    ask(page, QUESTION, "Quotations")
    expect(page.locator("[data-citation='1']")).to_be_visible()
    page.get_by_text("Export").click()
    with page.expect_download() as taken:
        page.get_by_text("Word file").click()
    assert taken.value.suggested_filename.endswith(".docx")


@pytest.mark.parametrize(
    ("language", "label", "put", "same"),
    [
        ("zh", "放到案头", "已放到案头", "与原文一致"),
        ("en", "To the desk", "Put on the desk", "The words stand there as cited"),
    ],
)
def test_a_citation_and_a_whole_answer_go_to_the_desk(
    open_page, address, data_dir, language, label, put, same
):
    page = open_page(address)
    ask(page, QUESTION, "Quotations")
    expect(page.locator("[data-citation='1']")).to_be_visible()
    page.goto(page.url.replace("lang=en", f"lang={language}"))
    first = page.locator("[data-citation='1']")
    first.get_by_role("button", name=label).click()
    expect(page.get_by_text(put)).to_be_visible()
    page.goto(f"{address.partition('/ask')[0]}/desk?lang={language}")
    page.locator(".desk_tree .item").last.click()
    expect(page.get_by_role("link", name="rules P1")).to_be_visible()
    expect(page.get_by_text(same)).to_have_count(1)
    page.go_back()
    page.go_back()
    whole = {"zh": "整个答案放到案头", "en": "Answer to the desk"}[language]
    page.get_by_role("button", name=whole).click()
    expect(page.get_by_text(put)).to_be_visible()
    page.goto(f"{address.partition('/ask')[0]}/desk?lang={language}")
    page.locator(".desk_tree .item", has_text="How fast").last.click()
    expect(page.get_by_text(same)).to_have_count(2)


def test_a_question_is_stopped_while_the_model_writes(open_page, address, gate):
    gate.unlink(missing_ok=True)
    page = open_page(address)
    ask(page, QUESTION, "Read each")
    expect(page.get_by_text("结论如下")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped; nothing of this question was kept.")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    gate.touch()
