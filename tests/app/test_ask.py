"""The page Ask, in both languages, without a model."""

import time

import pytest
from streamlit.config import get_option

from core.model.answers import Question
from core.services.ingest import IngestRequest
from core.workbench import Workbench
from tests.made_pdfs import write_pdf

QUESTION = "How fast must the operator report a loss of busbar voltage?"
LINES = [
    "1 General",
    "1.1 The operator shall report a loss of busbar voltage within 8 minutes.",
    "1.2 <b>Bold</b> words of a document stay words.",
]
WORDS = {
    "zh": ("问答", "没有使用模型", "在这些规程中未找到依据", "文库里还没有规程"),
    "en": ("Ask", "No model was used", "Not found in these regulations", "no regulation"),
}


@pytest.fixture
def rules(settings, tmp_path):
    pdf = write_pdf(tmp_path / "rules.pdf", [LINES])
    with Workbench(settings) as workbench:
        workbench.ingest(IngestRequest(pdf))


@pytest.fixture
def ask_page(app):
    def open_at(**link):
        app.switch_page("pages/ask.py")
        for name, value in link.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return open_at


def answered(page):
    """The page when the question on it is answered."""
    deadline = time.monotonic() + 60
    while any(button.key == "ask_cancel" for button in page.button):
        assert time.monotonic() < deadline
        page.run()
    assert not page.exception
    return page


def send(page, question: str):
    page.text_area(key="ask_text").set_value(question)
    next(it for it in page.button if it.proto.is_form_submitter).click()
    return answered(page.run())


def shown(page) -> str:
    return "\n".join(it.value for it in (*page.markdown, *page.caption, *page.warning, *page.info))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_empty_library_leads_to_the_library(ask_page, language):
    page = ask_page(lang=language)
    title, _, _, empty = WORDS[language]
    assert page.title[0].value == title
    assert empty in shown(page)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_question_is_answered_in_quotations_and_kept(rules, ask_page, language):
    page = send(ask_page(lang=language), QUESTION)
    _, by_nobody, not_found, _ = WORDS[language]
    assert by_nobody in shown(page)
    assert not_found not in shown(page)
    assert "rules P1" in shown(page)
    opened = f"ask_open_{page.query_params['id']}"
    assert opened in [button.key for button in page.button]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_no_regulation_says_is_said_to_be_missing(rules, ask_page, language):
    page = send(ask_page(lang=language), "Which cheese is served in the canteen on Sundays?")
    assert WORDS[language][2] in shown(page)


def test_pages_are_not_parsed_for_magic(ask_page, monkeypatch):
    """Parsing fails now and then beside other threads in Python 3.11."""

    def parsed(source: str, path: str) -> str:
        raise AssertionError(f"{path} was parsed")

    monkeypatch.setattr("streamlit.runtime.scriptrunner.magic.add_magic", parsed)
    assert not ask_page().exception
    assert not get_option("runner.magicEnabled")


def test_an_empty_question_asks_nothing(rules, ask_page):
    page = send(ask_page(), "   ")
    assert "id" not in page.query_params


def test_a_link_opens_an_answer_and_it_can_be_deleted(rules, settings, ask_page):
    with Workbench(settings) as workbench:
        reply = workbench.questions.ask(Question(text="<i>report</i> a loss of busbar voltage?"))
    page = ask_page(id=reply.question_id)
    assert r"\<i\>report" in shown(page)  # a question is text as well
    page.button(key=f"ask_delete_{reply.question_id}").click().run()
    assert "id" not in page.query_params
    assert f"ask_open_{reply.question_id}" not in [button.key for button in page.button]


def test_a_link_to_a_question_that_is_gone_says_so(rules, ask_page):
    page = ask_page(id="0123456789ab")
    assert "没有找到" in page.error[0].value


def test_without_a_model_no_way_of_one_is_offered(rules, ask_page):
    page = ask_page()
    assert "ask_way" not in [it.key for it in page.get("button_group")]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_whole_answer_goes_to_the_desk_with_its_citations(rules, ask_page, language):
    page = send(ask_page(lang=language), QUESTION)
    page.button(key="ask_to_desk").click().run()
    assert not page.exception
    put = {"zh": "已放到案头", "en": "Put on the desk"}
    assert put[language] in page.toast[0].value
    from pages.ui.resources import workbench

    [desk] = workbench().desks.all()
    kept = workbench().desks.open(desk.desk_id).tree.get("usr-1")
    assert kept.name == QUESTION[:60]
    assert WORDS[language][1] in kept.detail
    assert "within 8 minutes" in kept.detail
    cited = workbench().questions.history()[0].citations
    assert [proof.page_nums for proof in kept.evidence] == [(it.page_num,) for it in cited]
    assert [proof.quote for proof in kept.evidence] == [it.quote for it in cited]
    assert all(proof.block_ids for proof in kept.evidence)


def test_an_answer_without_support_is_not_offered_to_the_desk(rules, ask_page):
    page = send(ask_page(), "Which cheese is served in the canteen on Sundays?")
    assert "ask_to_desk" not in [button.key for button in page.button]
