import json

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from core.model import AgentAccess, Evidence
from core.settings import Settings
from core.workbench import Workbench
from tests.made_desks import DESK, put_sample_desk
from tests.made_regulations import rich_regulation

EMPTY = {"zh": "还没有案头。", "en": "There is no desk yet."}


@pytest.fixture
def desk(app, stored):
    """A desk beside a regulation; -> change it, then look at the page."""
    stored(rich_regulation())

    def prepare(work=lambda workbench, system: None, **params) -> AppTest:
        with Workbench(Settings()) as workbench:
            put_sample_desk(workbench)
            work(workbench, workbench.desks.open(DESK))
        app.switch_page("pages/desk.py")
        for name, value in params.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return prepare


def tree_of():
    """As the page's own workbench has it now."""
    from pages.ui.resources import workbench

    return workbench().desks.open(DESK).tree


def shown(elements) -> str:
    return "\n".join(str(element.value) for element in elements)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_without_a_desk_the_page_says_what_one_is_for(app, language):
    app.switch_page("pages/desk.py")
    app.query_params["lang"] = language
    app.run()
    assert not app.exception
    assert EMPTY[language] in app.info[0].value
    app.text_input(key="new_desk_name").set_value("母线")
    app.button(key="create_desk").click().run()
    assert not app.exception
    assert app.selectbox(key="desk_choice").options == ["母线"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_page_is_shown_with_its_words_as_text_and_its_proof(desk, language):
    def put(workbench, system):
        proof = workbench.desks.read_evidence(
            Evidence(reg_id="rich_2024", page_nums=(), table_id="rich_2024/t-6-2", rows=(1,))
        )
        system.create_detail_page(
            "**表**", detail="<b>x</b> $y$\n| 甲 | 乙 |\n|---|---|\n| 1 | *长* |", evidence=[proof]
        )

    page = desk(put, page="usr-6", lang=language)
    assert page.subheader[0].value == r"\*\*表\*\*"
    assert "<b>x</b> $y$" in shown(page.text)
    assert list(page.table[0].value.columns) == ["甲", "乙"]
    assert list(page.table[0].value.iloc[0]) == ["1", r"\*长\*"]
    same = {"zh": "与原文一致", "en": "The words stand there as cited"}
    assert same[language] in shown(page.caption)


def test_buttons_open_close_pin_and_put_in_order(desk):
    page = desk(page="usr-5")
    page.button(key="page_toggle").click().run()
    assert tree_of().get("usr-5").is_expanded
    page.button(key="page_pin").click().run()
    assert tree_of().get("usr-5").pinned
    page.button(key="page_up").click().run()
    assert tree_of().get("usr-0").children == ("usr-5", "usr-1")
    page.selectbox(key="move_to_usr-5").set_value("usr-1").run()
    page.button(key="page_move").click().run()
    assert tree_of().get("usr-1").children == ("usr-2", "usr-3", "usr-5")
    page.button(key="desk_undo").click().run()
    page.button(key="desk_undo").click().run()
    assert tree_of().get("usr-0").children == ("usr-1", "usr-5")
    page.button(key="desk_redo").click().run()
    assert tree_of().get("usr-0").children == ("usr-5", "usr-1")


def test_a_page_is_archived_taken_off_found_and_brought_back(desk):
    page = desk(page="usr-2")
    page.button(key="page_archive").click().run()
    assert tree_of().get("usr-2").lifecycle == "hot_archived"
    page.button(key="page_archive_cold").click().run()
    assert tree_of().get("usr-2").is_cold
    page.text_input(key="desk_find").set_value("判断母线").run()
    page.button(key="restore_usr-2").click().run()
    assert tree_of().get("usr-2").parent == "usr-1"
    assert not page.exception


def test_a_note_of_ones_own_goes_into_the_directory_in_hand(desk):
    page = desk(page="usr-1")
    page.text_area(key="note_text").set_value("想法：先查备自投")
    page.button(key="add_note").click().run()
    made = tree_of().get("usr-6")
    assert (made.parent, made.name, made.evidence) == ("usr-1", "想法：先查备自投", ())
    assert page.query_params["page"] in ("usr-6", ["usr-6"])


def test_a_page_is_changed_and_what_is_impossible_says_why(desk):
    page = desk(page="usr-2")
    field = next(it for it in page.text_input if it.key.startswith("name_usr-2"))
    field.set_value("  ")
    page.button(key="save_page").click().run()
    assert "A page needs a name" in page.error[0].value
    field = next(it for it in page.text_input if it.key.startswith("name_usr-2"))
    field.set_value("失压的判断")
    page.button(key="save_page").click().run()
    assert tree_of().get("usr-2").name == "失压的判断"
    assert not page.error


def test_pages_are_merged_and_removed_and_that_is_undone(desk):
    page = desk(page="usr-2")
    page.multiselect(key="merge_with_usr-2").set_value(["usr-5"]).run()
    page.button(key="page_merge").click().run()
    assert tree_of().find("usr-5") is None
    page.button(key="page_remove").click().run()
    assert tree_of().find("usr-2") is None
    page.button(key="desk_undo").click().run()
    page.button(key="desk_undo").click().run()
    assert {"usr-2", "usr-5"} <= set(tree_of().pages)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_meter_says_what_was_folded(desk, language):
    def fill(workbench, system):
        workbench.desks.change(DESK, token_budget=1000)
        for topic in ("频率", "检修", "保护"):
            system.create_detail_page(topic, detail=f"{topic}的规定。" * 100)

    page = desk(fill, lang=language)
    meter = page.get("progress")[0]
    said = {"zh": "折叠了", "en": "folded pages"}
    assert said[language] in meter.proto.text
    assert meter.proto.value <= 100
    assert "Folded to keep 1000 tokens" in page.code[0].value


def test_agents_are_let_in_by_the_analyst(desk):
    page = desk()
    page.radio(key=f"desk_agents_{DESK}").set_value(AgentAccess.READ).run()
    from pages.ui.resources import workbench

    assert workbench().desks.get(DESK).agent_access is AgentAccess.READ


def test_a_desk_is_exported_and_imported_with_its_history(desk, tmp_path):
    desk(lambda workbench, system: system.pin("usr-2"))
    from pages.ui.resources import workbench

    desks = workbench().desks
    exported = desks.json(DESK)
    again = desks.import_json(exported.encode())
    assert again.name == "母线失压 (2)"
    assert again.agent_access is AgentAccess.CLOSED
    assert desks.open(again.desk_id).tree.pages == desks.open(DESK).tree.pages
    desks.open(again.desk_id).undo()
    assert not desks.open(again.desk_id).tree.get("usr-2").pinned
    assert json.loads(exported)["format"] == "gridcode-desk-1"


def test_a_link_to_a_desk_that_is_gone_opens_another(desk):
    page = desk(desk="desk-nope", page="usr-99")
    assert page.selectbox(key="desk_choice").value == DESK


def test_the_button_of_other_pages_puts_words_and_proof_on_the_desk(settings, stored):
    stored(rich_regulation())
    st.cache_resource.clear()

    def script():
        from core.model import Evidence
        from pages.ui.desk_button import desk_button

        proof = Evidence(reg_id="rich_2024", page_nums=(1,))
        desk_button("第 1 页", "", proof, key="to_desk")
        desk_button("没有", "", Evidence(reg_id="nope", page_nums=(1,)), key="to_desk_wrong")

    page = AppTest.from_function(script, default_timeout=30).run()
    page.button(key="to_desk").click().run()
    assert not page.exception
    assert "我的案头" in page.toast[0].value
    page.button(key="to_desk_wrong").click().run()
    assert "文库中没有这份规程" in page.toast[0].value
    from pages.ui.resources import workbench

    [made] = workbench().desks.all()
    kept = workbench().desks.open(made.desk_id).tree.get("usr-1")
    assert kept.name == "第 1 页"
    assert kept.detail == kept.evidence[0].quote != ""
    st.cache_resource.clear()
