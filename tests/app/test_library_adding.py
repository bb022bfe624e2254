"""The Library page as somebody uses it: drop, name, start, describe, group, delete."""

import time
from io import BytesIO

import pytest

from core.errors import RegulationNotFoundError
from pages.ui.i18n import catalog
from pages.ui.plain import escaped
from pages.ui.resources import workbench
from tests.made_pdfs import write_pdf
from tests.made_regulations import plain_regulation, rich_regulation

PAGES = [["1 General", "The dispatcher shall act at once."], ["2 Scope", "It applies to all."]]
HOSTILE = "<script>window.hit=1</script> **bold** [link](http://example.com) $x$"


@pytest.fixture
def make_pdf(tmp_path):
    def make(name: str, pages=PAGES, password=None) -> tuple[str, bytes, str]:
        path = write_pdf(tmp_path / "made.pdf", pages, password)
        return name, path.read_bytes(), "application/pdf"

    return make


def words(language: str, key: str, **values: object) -> str:
    section, name = key.split(".")
    return catalog(language)[section][name].format(**values)


def shown(app) -> str:
    elements = (*app.markdown, *app.caption, *app.info, *app.warning, *app.error, *app.text)
    return "\n".join(str(element.value) for element in elements)


def drop(app, *files) -> None:
    app.file_uploader[0].set_value(list(files)).run()


def keyed(elements, beginning: str):
    return next(element for element in elements if str(element.key).startswith(beginning))


def wait_until_done(app) -> None:
    deadline = time.monotonic() + 60
    while any(job.state in ("queued", "running") for job in workbench().jobs()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    app.run()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_dropped_pdf_is_proposed_started_and_listed_with_its_report(app, make_pdf, language):
    app.query_params["lang"] = language
    app.run()
    drop(app, make_pdf("Rule Book.pdf"))
    assert not app.exception
    assert keyed(app.text_input, "reg_id_").value == "rule_book"
    keyed(app.text_input, "title_").set_value("My rules").run()
    app.button(key="start_ingest").click().run()
    wait_until_done(app)
    assert not app.exception
    assert list(app.dataframe[0].value["name"]) == ["My rules"]
    recent = words(language, "report.recent", count=1, doubts=0)
    assert recent in [expander.label for expander in app.expander]
    assert words(language, "report.no_doubts") in shown(app)
    app.button(key="dismiss_all").click().run()
    assert recent not in [expander.label for expander in app.expander]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_cannot_be_used_says_so_in_one_sentence(app, make_pdf, language):
    app.query_params["lang"] = language
    app.run()
    drop(app, ("broken.pdf", b"%PDF-1.4 nothing", "application/pdf"), make_pdf("good.pdf"))
    assert not app.exception
    assert [error.value for error in app.error] == [words(language, "errors.NotAPdf")]
    assert app.button(key="start_ingest").label == words(language, "adding.start", count=1)
    keyed(app.button, "remove_").click().run()
    assert not app.error


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_locked_pdf_asks_for_its_password(app, make_pdf, language):
    app.query_params["lang"] = language
    app.run()
    drop(app, make_pdf("locked.pdf", password="open"))
    assert words(language, "adding.needs_password") in shown(app)
    assert app.button(key="start_ingest").disabled
    keyed(app.text_input, "password_").set_value("wrong").run()
    assert app.error[0].value == words(language, "errors.EncryptedPdf")
    keyed(app.text_input, "password_").set_value("open").run()
    assert not app.error
    assert keyed(app.text_input, "title_").value.startswith("1 General")
    app.button(key="start_ingest").click().run()
    wait_until_done(app)
    assert list(app.dataframe[0].value["reg_id"]) == ["locked"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_same_file_and_a_new_edition_are_told_before_anything_runs(app, make_pdf, language):
    app.query_params["lang"] = language
    app.run()
    drop(app, make_pdf("rules.pdf"))
    app.button(key="start_ingest").click().run()
    wait_until_done(app)
    drop(app, make_pdf("rules.pdf"))
    assert words(language, "adding.known", reg_id="rules") in shown(app)
    assert app.button(key="start_ingest").disabled
    app.button(key="clear_waiting").click().run()
    drop(app, make_pdf("rules.pdf", [["1 General", "Changed."]]))
    title = escaped(workbench().get_info("rules").title)
    assert words(language, "adding.new_edition", title=title, number=2) in shown(app)
    assert not app.button(key="start_ingest").disabled


def test_an_id_that_cannot_be_used_or_is_wanted_twice_cannot_be_started(app, make_pdf):
    app.run()
    drop(app, make_pdf("a.pdf"), make_pdf("b.pdf", [["Other text."]]))
    assert app.button(key="start_ingest").label == "开始导入（2）"
    first, second = [each for each in app.text_input if str(each.key).startswith("reg_id_")]
    first.set_value("a b").run()
    assert words("zh", "adding.bad_id") in shown(app)
    assert app.button(key="start_ingest").label == "开始导入（1）"
    keyed(app.text_input, "reg_id_").set_value(second.value).run()
    assert app.button(key="start_ingest").disabled


def test_the_same_file_dropped_twice_at_once_is_told(app, make_pdf):
    app.run()
    drop(app, make_pdf("a.pdf"), make_pdf("b.pdf"), make_pdf("c.pdf", [["Other text."]]))
    assert shown(app).count(words("zh", "adding.twin", file_name=escaped("a.pdf"))) == 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_failed_job_is_told_and_can_be_tried_again(app, make_pdf, language):
    app.query_params["lang"] = language
    app.run()
    name, content, _ = make_pdf("locked.pdf", password="open")
    upload_id = workbench().keep_upload(name, BytesIO(content))
    workbench().submit_upload(upload_id, password="wrong")
    wait_until_done(app)
    assert words(language, "errors.EncryptedPdf") in shown(app)
    keyed(app.text_input, "retry_password_").set_value("open").run()
    keyed(app.button, "retry_").click().run()
    wait_until_done(app)
    assert not app.exception
    assert list(app.dataframe[0].value["reg_id"]) == ["locked"]


def test_words_of_a_document_are_shown_as_words(app, stored, make_pdf):
    made = rich_regulation()
    info = made.info.model_copy(update={"title": HOSTILE, "keywords": (HOSTILE,)})
    stored(made.model_copy(update={"info": info}))
    app.query_params["reg"] = "rich_2024"
    app.run()
    drop(app, make_pdf(f"{HOSTILE.replace('/', '')}.pdf"))
    assert not app.exception
    markdown = "\n".join(element.value for element in app.markdown)
    assert "<script>" not in markdown
    assert "**bold**" not in markdown
    assert escaped(HOSTILE) in markdown


@pytest.mark.parametrize("language", ["zh", "en"])
def test_title_description_and_keywords_are_edited(app, stored, language):
    stored(rich_regulation())
    app.query_params.update({"reg": "rich_2024", "lang": language})
    app.run()
    app.button(key="edit").click().run()
    app.text_input(key="edit_title").set_value("新标题")
    app.text_area(key="edit_description").set_value("网内适用")
    app.text_input(key="edit_keywords").set_value("调度、 母线,调度")
    app.button(key="save_edit").click().run()
    assert not app.exception
    info = workbench().get_info("rich_2024")
    assert (info.title, info.description) == ("新标题", "网内适用")
    assert info.keywords == ("调度", "母线")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_deleting_asks_first(app, stored, language):
    stored(rich_regulation(), plain_regulation("plain", 2))
    app.query_params.update({"reg": "plain", "lang": language})
    app.run()
    app.button(key="delete").click().run()
    assert words(language, "delete.what_goes") in shown(app)
    app.button(key="keep").click().run()
    assert workbench().get_info("plain")
    app.button(key="delete").click().run()
    app.button(key="confirm_delete").click().run()
    assert not app.exception
    with pytest.raises(RegulationNotFoundError):
        workbench().get_info("plain")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_collection_narrows_the_list_and_is_in_the_link(app, stored, language):
    stored(rich_regulation(), plain_regulation("plain", 2))
    app.query_params.update({"lang": language, "collection": "华东"})
    app.run()
    app.button(key="manage_collections").click().run()
    app.text_input(key="new_collection").set_value("华东")
    app.button(key="create_collection").click().run()
    assert not app.exception
    workbench().add_to_collection("华东", ["plain"])
    app.run()
    assert list(app.dataframe[0].value["reg_id"]) == ["plain"]
    assert list(app.dataframe[0].value["collections"][0]) == ["华东"]


def test_past_editions_stand_beside_the_current_one(app, make_pdf):
    app.run()
    for pages in (PAGES, [["1 General", "Changed."]]):
        drop(app, make_pdf("rules.pdf", pages))
        app.button(key="start_ingest").click().run()
        wait_until_done(app)
    table = app.dataframe[0].value
    assert (list(table["reg_id"]), list(table["editions"])) == (["rules"], [2])
    app.query_params["reg"] = "rules"
    app.run()
    assert "第 1 版" in shown(app)
