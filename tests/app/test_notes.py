"""The page Notes & references, in both languages."""

import pytest

from tests.made_references import REG, TABLE, notes_regulation

WORDS = {
    "zh": {
        "title": "注释与引用",
        "uncited": "没有找到引用它的文字或单元格。",
        "none": "本文件中没有 Z",
    },
    "en": {
        "title": "Notes & references",
        "uncited": "No text or cell was found that cites it.",
        "none": "There is no Z in this document",
    },
}


@pytest.fixture
def notes_page(app, stored):
    """Open the page with what a link says."""
    stored(notes_regulation())

    def open_at(**link):
        app.switch_page("pages/notes.py")
        for name, value in link.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return open_at


def captions(page) -> list[str]:
    return [element.value for element in page.caption]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_empty_library_says_what_to_do(app, language):
    app.switch_page("pages/notes.py")
    app.query_params["lang"] = language
    app.run()
    assert not app.exception
    assert app.title[0].value == WORDS[language]["title"]
    assert len(app.info) == 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_note_says_who_cites_it_or_that_nobody_does(notes_page, language):
    page = notes_page(lang=language)
    assert page.title[0].value == WORDS[language]["title"]
    assert [it.value for it in page.markdown if it.value.startswith("**注")] == [
        "**注1**",
        "**注2**",
    ]
    assert captions(page).count(WORDS[language]["uncited"]) == 1


def test_notes_that_nobody_cites_are_shown_alone_and_the_choice_is_in_the_link(notes_page):
    page = notes_page()
    page.segmented_control(key="linked_cited").set_value("uncited").run()
    assert page.query_params["cited"] in ("uncited", ["uncited"])
    assert [it.value for it in page.markdown if it.value.startswith("**注")] == ["**注2**"]


def test_citations_without_a_note_lead_to_the_work_list(notes_page):
    page = notes_page(cited="missing")
    page.button(key=f"decide_{REG}/p0002/r1").click().run()
    assert not page.exception
    assert page.segmented_control(key="linked_view").value == "work"
    assert any(it.value == "**按方案A**" for it in page.markdown)


def test_a_link_with_a_state_opens_the_references_in_that_state(notes_page):
    page = notes_page(reg=REG, state="unresolved")
    assert page.segmented_control(key="linked_view").value == "references"
    assert list(page.dataframe[0].value["text"]) == ["应符合GB/T 15945", "详见附录Z"]
    page.segmented_control(key="linked_state").set_value("resolved").run()
    assert list(page.dataframe[0].value["text"]) == ["按表2-1", "见2.1"]
    page.selectbox(key="linked_kind").set_value("table").run()
    assert list(page.dataframe[0].value["leads_to"]) == ["表2-1 强送次数"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_work_list_says_why_a_reference_is_open_and_leaves_other_documents_apart(
    notes_page, language
):
    page = notes_page(view="work", lang=language)
    assert list(page.dataframe[0].value["text"]) == ["按方案A", "详见附录Z"]
    assert page.dataframe[0].value["leads_to"][1] == WORDS[language]["none"]
    page.segmented_control(key="linked_scope").set_value("outside").run()
    assert list(page.dataframe[-1].value["text"]) == ["应符合GB/T 15945"]


def test_an_ambiguous_reference_shows_its_candidates_and_others_can_be_typed(notes_page):
    page = notes_page(view="work", ref=f"{REG}/p0002/r1")
    assert [it.value for it in page.text].count("方案A") == 2
    page.text_input(key=f"typed_{REG}/p0002/r1").set_value("表2-1").run()
    assert not page.exception
    assert "表2-1 强送次数" in [it.value for it in page.text]


@pytest.mark.parametrize(
    ("reference", "opened"),
    [("p0001/r2", "page=2&block=s2.1"), ("p0001/r1", "table=notes_2024%2Ft-2-1")],
)
def test_a_reference_opens_the_place_it_leads_to_and_not_its_page_alone(
    notes_page, reference, opened
):
    page = notes_page(view="references", ref=f"{REG}/{reference}")
    assert any(it.proto.query_string.endswith(opened) for it in page.get("page_link"))


def test_a_reference_may_be_said_to_lead_nowhere(notes_page):
    page = notes_page(view="work", ref=f"{REG}/p0002/r2")
    page.button(key=f"nowhere_{REG}/p0002/r2").click().run()
    assert not page.exception
    assert len(page.error) == 1  # it needs a name, too


@pytest.mark.parametrize("name", ["", "分析员"])
def test_a_choice_that_cannot_be_kept_is_said_in_one_sentence(notes_page, name):
    """It needs a name, and a regulation that was read from a PDF."""
    page = notes_page(view="work", ref=f"{REG}/p0002/r1")
    page.text_input(key="correction_by_line").set_value(name).run()
    page.button(key=f"choose_{REG}/p0002/r1_0").click().run()
    assert not page.exception
    assert len(page.error) == 1
    assert list(page.dataframe[0].value["text"]) == ["按方案A", "详见附录Z"]


def test_what_refers_to_a_place_is_found_by_its_name(notes_page):
    page = notes_page(to="2.1")
    assert page.segmented_control(key="linked_view").value == "to"
    assert list(page.dataframe[0].value["text"]) == ["见2.1"]


def test_what_refers_to_a_chapter_counts_its_parts_when_asked_to(notes_page):
    page = notes_page(to="第二章")
    assert not page.dataframe
    page.toggle(key="linked_parts").set_value(True).run()
    assert list(page.dataframe[0].value["text"]) == ["按表2-1", "见2.1"]


def test_without_a_name_the_places_named_most_are_offered(notes_page):
    page = notes_page(view="to")
    assert list(page.dataframe[0].value["place"]) == ["表2-1 强送次数", "2.1 失压"]


def test_a_name_that_leads_nowhere_is_a_friendly_sentence(notes_page):
    page = notes_page(to="9.9.9")
    assert len(page.error) == 1


def test_an_arrow_of_the_graph_lists_its_references(notes_page):
    page = notes_page(view="graph")
    page.button(key="arrow_0").click().run()
    assert not page.exception
    assert page.segmented_control(key="linked_view").value == "references"
    assert list(page.dataframe[0].value["text"]) == ["按表2-1", "见2.1"]
    page.button(key="forget_arrow").click().run()
    assert len(page.dataframe[0].value) == 5


def test_an_arrow_between_regulations_lists_only_what_it_counts(notes_page):
    page = notes_page(view="graph", between="regulations")
    arrow = page.button(key="arrow_0")
    assert arrow.label.endswith("1 处")
    arrow.click().run()
    assert not page.exception
    assert list(page.dataframe[0].value["text"]) == ["应符合GB/T 15945"]


def test_references_that_the_graph_leaves_out_are_listed_and_lead_to_the_work_list(notes_page):
    page = notes_page(view="graph")
    left_out = page.button(key="undrawn")
    assert "3" in left_out.label
    left_out.click().run()
    assert page.segmented_control(key="linked_state").value == "open"
    assert len(page.dataframe[0].value) == 3
    page.query_params["ref"] = f"{REG}/p0002/r2"
    page.run()
    page.button(key="decide").click().run()
    assert page.segmented_control(key="linked_view").value == "work"


def test_a_chapter_of_the_graph_is_opened_from_the_list(notes_page):
    page = notes_page(view="graph")
    page.selectbox(key="linked_chapter").set_value(f"{REG}/s2").run()
    assert not page.exception
    assert page.query_params["chapter"] in (f"{REG}/s2", [f"{REG}/s2"])
    labels = [button.label for button in page.button if str(button.key).startswith("arrow_")]
    assert len(labels) == 2  # to 2.1 itself, and to the table in the chapter


def test_terms_are_listed_with_their_place_and_filtered_by_words(notes_page):
    page = notes_page(view="terms")
    assert [it.value for it in page.markdown] == ["**强送**", "**失压**"]
    page.text_input(key="linked_q").set_value("电压").run()
    assert [it.value for it in page.markdown] == ["**失压**"]


def test_words_of_a_document_are_never_markup(notes_page):
    page = notes_page(q="<b>")
    assert [it.value for it in page.markdown if it.value.startswith("**")] == ["**注2**"]
    assert "<b>" not in "".join(it.value for it in [*page.markdown, *page.caption])


def test_a_link_to_an_unknown_regulation_says_so(notes_page):
    page = notes_page(reg="nope")
    assert "nope" in page.warning[0].value
    assert TABLE not in page.warning[0].value


def test_another_view_forgets_what_belonged_to_the_last_one(notes_page):
    page = notes_page(reg=REG, state="unresolved", ref=f"{REG}/p0002/r2")
    page.segmented_control(key="linked_view").set_value("terms").run()
    assert not page.exception
    assert set(page.query_params) <= {"reg", "view", "lang"}
