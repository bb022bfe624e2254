"""Answers without a model: the right place first, every quotation on its page, nothing made up."""

import io
import json
import socket

import docx
import pypdfium2
import pytest

from core.errors import EmptyQuery, NotFound, RegulationNotFoundError
from core.model.answers import Question
from core.services.ask.named_places import named_places
from core.services.backup import restore
from core.settings import Settings
from core.workbench import Workbench
from tests.integration.conftest import SAMPLES

NEW, OLD, ENGLISH = "linjiang_dispatch_2024", "linjiang_dispatch_2023", "northgate_reliability_2024"
BUSBAR = "母线失压后，厂站运行人员应在多长时间内报告检查结果？"


@pytest.fixture(scope="module")
def library(samples_backup, tmp_path_factory):
    settings = Settings(data_dir=tmp_path_factory.mktemp("answers"))
    restore(settings, samples_backup)
    with Workbench(settings) as workbench:
        yield workbench


@pytest.fixture(scope="module")
def ten():
    return json.loads((SAMPLES / "questions.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def answered(library, ten):
    """Each of the ten questions with its reply."""
    return [
        (it, library.questions.ask(Question(text=it["question"], reg_ids=(it["reg_id"],))))
        for it in ten
    ]


def words_only(text: str) -> str:
    return "".join(char for char in text.replace("<br>", "") if char.isalnum())


def asked(library, text: str, *reg_ids: str):
    return library.questions.ask(Question(text=text, reg_ids=reg_ids or None))


def test_the_right_place_is_among_the_first_three_for_nine_of_ten(answered):
    right = [
        any(
            (cited.reg_id, cited.page_num) in [(it["reg_id"], num) for num in it["page_nums"]]
            and words_only(it["evidence"]) in words_only(cited.quote)
            for cited in reply.citations[:3]
        )
        for it, reply in answered
    ]
    assert len(right) == 10
    assert sum(right) >= 9


def test_the_questions_beside_the_truth_find_their_place_too(library):
    found = total = 0
    for reg_id in (NEW, ENGLISH):
        truth = json.loads((SAMPLES / f"{reg_id}.truth.json").read_text("utf-8"))
        for it in truth["questions"]:
            reply = asked(library, it["question"], reg_id)
            total += 1
            found += any(
                cited.page_num in it["page_nums"]
                and words_only(it["evidence"]) in words_only(cited.quote)
                for cited in reply.citations[:3]
            )
    assert total == 18
    assert found >= 17


def test_every_quotation_stands_on_the_page_it_cites(answered):
    """Asked of the PDF itself, which knows nothing of our reading."""
    texts = {}
    for reg_id in (NEW, OLD, ENGLISH):
        pdf = pypdfium2.PdfDocument(SAMPLES / f"{reg_id}.pdf")
        for number, page in enumerate(pdf, start=1):
            texts[reg_id, number] = words_only(page.get_textpage().get_text_range())
        pdf.close()
    missing = []
    for _, reply in answered:
        for cited in reply.citations:
            assert cited.found
            assert cited.box is not None
            for piece in cited.quote.replace("\n", "|").split("|"):
                if words_only(piece) not in texts[cited.reg_id, cited.page_num]:
                    missing.append((cited.source, piece))
    assert missing == []


def test_no_model_wrote_it_and_it_says_so(answered):
    for _, reply in answered:
        assert (reply.way, reply.written_by, reply.checks) == ("extractive", "", ())
        assert "No model wrote this" in reply.notes[0]
        assert reply.text.startswith("[1] ")


def test_a_note_that_the_answering_row_cites_is_followed(library):
    reply = asked(library, "220 kV 架空联络线重合不成功后，允许强送几次，间隔多久？", NEW)
    row = reply.citations[0]
    assert (row.kind, row.table_id, row.row) == ("row", f"{NEW}/t-6-2", 1)
    followed = [it for it in reply.citations if it.followed_from == 1]
    assert [(it.kind, it.reference, it.page_num) for it in followed] == [("note", "见注1", 20)]


def test_a_table_that_the_answering_clause_refers_to_is_followed(library):
    reply = asked(library, "各类场站的准确率要求见哪张表？光伏场站的短期预测准确率", NEW)
    assert any(
        it.reference.endswith("表7-1") or it.table_id == f"{NEW}/t-7-1" for it in reply.citations
    )


def test_regulations_that_differ_are_set_side_by_side(library):
    reply = asked(library, BUSBAR, OLD, NEW)
    (conflict, *_) = reply.conflicts
    sides = {reply.citations[n - 1].reg_id for n in (conflict.first, conflict.second)}
    assert sides == {OLD, NEW}
    assert {conflict.first_says, conflict.second_says} == {("8",), ("10",)}


def test_a_figure_is_cited_by_its_caption_with_its_image(answered):
    figures = [c for _, reply in answered for c in reply.citations if c.kind == "figure"]
    assert figures[0].image_name == "_page_13_Figure_1.png"
    assert figures[0].quote == "图4-1 临江电网冬季典型日负荷曲线"


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ("第六章第三节讲什么？", "P20 6.3.1"),
        ("第6.3.2条规定了什么？", "P20 6.3.2"),
        ("表6-2的注1是什么？", "P20 6.2.11"),
        ("方案B是怎么规定的？", "P22 6.5.3"),
        ("附件1第十条是怎么说的？", "P34 附件1/10"),
        ("第二章里主网的值长要几个人？", "P6 2.1.3"),
    ],
)
def test_a_place_that_is_named_is_quoted_itself(library, question, source):
    """Not what refers to it, and not its line in the contents."""
    assert f"{NEW} {source}" in [it.source for it in asked(library, question, NEW).citations]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("大修变压器投运前要冲几下？", "冲击 3 次"),
        ("通信断了厂站该怎么做？", "保持现有方式运行"),
        ("检修拖期了怎么申请？", "申请延期"),
    ],
)
def test_a_question_in_other_words_finds_its_clause(library, question, words):
    assert any(words in it.quote for it in asked(library, question, NEW).citations[:3])


@pytest.mark.parametrize(
    "question",
    [
        "食堂的菜单是什么？",
        "股票交易的手续费是多少？",
        "What is the salary?",
        "如何申请护照？",
        "抽水蓄能机组的检修工期是多少天？",
        "How many judges sit in the court?",
        "第二十章讲什么？",
        "第9.9.9条规定了什么？",
    ],
)
def test_what_no_regulation_says_is_not_found(library, question):
    reply = asked(library, question)
    assert not reply.supported
    assert reply.citations == ()


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("临江电网调度控制管理规程中黑启动电源多久试验一次？", "中黑启动电源多久试验一次？"),
        ("什么是临江电网调度控制管理规程？", "什么是临江电网调度控制管理规程？"),
        ("临江电网的黑启动电源多久试验一次？", "临江电网的黑启动电源多久试验一次？"),
    ],
)
def test_the_title_of_a_regulation_says_where_to_look_and_not_what_for(library, question, rest):
    named = named_places(library._database, question, ["linjiang_dispatch_2024"])
    assert named.rest.strip() == rest


def test_a_question_for_nothing_or_nowhere_is_refused(library):
    with pytest.raises(EmptyQuery):
        asked(library, "  ")
    with pytest.raises(RegulationNotFoundError):
        asked(library, BUSBAR, "nowhere")


def test_without_a_model_nobody_is_contacted(library, monkeypatch):
    def no_network(*_: object) -> None:
        raise AssertionError("a request left the machine")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    monkeypatch.setattr(socket, "create_connection", no_network)
    for way in ("extractive", "stages", "agent"):
        reply = library.questions.ask(Question(text=BUSBAR, reg_ids=(NEW,), way=way))
        assert reply.way == "extractive"
        assert reply.supported


def test_history_is_kept_newest_first_and_can_be_deleted(library):
    first, second = (asked(library, BUSBAR, reg_id) for reg_id in (OLD, NEW))
    kept = library.questions.history()
    assert kept[:2] == [second, first]
    assert library.questions.watch(first.question_id).reply == first
    library.questions.delete(first.question_id)
    with pytest.raises(NotFound):
        library.questions.watch(first.question_id)
    assert library.questions.history()[0] == second


def test_an_exported_answer_carries_its_citations(library):
    reply = asked(library, BUSBAR, OLD, NEW)
    written = library.questions.markdown(reply, "zh")
    assert written.startswith(f"# {BUSBAR}")
    for cited in reply.citations:
        assert f"P{cited.page_num}" in written
    document = docx.Document(io.BytesIO(library.questions.docx(reply, "en")))
    paragraphs = [paragraph.text for paragraph in document.paragraphs]
    assert paragraphs[0] == BUSBAR
    assert sum(reply.citations[0].quote in paragraph for paragraph in paragraphs) == 1
    assert any(reply.citations[0].source in paragraph for paragraph in paragraphs)


def test_answers_that_quote_a_regulation_go_with_it(samples_backup, tmp_path):
    settings = Settings(data_dir=tmp_path)
    restore(settings, samples_backup)
    with Workbench(settings) as workbench:
        about_new = asked(workbench, BUSBAR, NEW)
        about_english = asked(workbench, "How much Operating Reserve must be kept?", ENGLISH)
        workbench.delete_regulation(NEW)
        kept = [reply.question_id for reply in workbench.questions.history()]
    assert about_english.question_id in kept
    assert about_new.question_id not in kept


def test_described_anew_without_a_model_a_figure_is_found_by_what_is_printed_in_it(library):
    report = library.describe_figures(NEW)
    assert (report.described, report.by_model, report.failed) == (2, 0, ())
    (chart,) = [it for it in library.figures(NEW) if it.page_num == 13]
    assert "P/MW" in chart.description
    assert (chart.figure_type, chart.described_by) == ("Chart", "caption, context and OCR")
    found = library.search('"P/MW 9000"').results
    assert (NEW, 13) in [(it.reg_id, it.page_num) for it in found]
    text = (library.settings.documents_dir / "text_markdowns" / f"{NEW}.md").read_text("utf-8")
    assert "[IMAGE:_page_13_Figure_1.png]\n<figure>\n<figure_type>Chart" in text
    assert "P/MW" in text


def test_the_command_line_answers_with_the_quotation_and_its_source(gridcode, samples_dir):
    done = gridcode("ask", BUSBAR, "--reg", NEW)
    assert done.returncode == 0
    assert "在 8 min 内报告值班调度员" in done.stdout
    assert f"〔{NEW} P20 6.3.2〕" in done.stdout
    told = json.loads(gridcode("ask", BUSBAR, "--reg", NEW, "--json").stdout)
    assert told["citations"][0]["page_num"] == 20
    assert len(told["citations"][0]["box"]) == 4
    assert gridcode("ask", "食堂的菜单是什么？", "--json").returncode == 0
