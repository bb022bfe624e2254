"""The search page without a browser: what its link asks, what it hands to its scripts."""

import csv
import json
import re
import shutil

import pytest

from core.model import PageDocument, Regulation, Table, TableCell, TableMatch
from core.settings import Settings
from core.store.regulations import save_regulation
from core.workbench import Workbench
from pages.ui.resources import workbench
from pages.ui.search.export import Exported, hits_csv, hits_markdown
from pages.ui.search.preview import preview
from tests.made_regulations import info, plain_regulation, rich_regulation, text_block

EVIL = "<script>window.hit=1</script> **断路器** [x](javascript:1) =1+1"
LANGUAGES = pytest.mark.parametrize("language", ["zh", "en"])


def evil_regulation() -> Regulation:
    page = PageDocument(reg_id="evil", page_num=1, content_blocks=(text_block("evil", 1, 0, EVIL),))
    return Regulation(info=info("evil", 1, title="<b>规程</b>"), pages=(page,))


@pytest.fixture(scope="module")
def library_dir(tmp_path_factory):
    """A small library, indexed once: each test gets a copy."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("searched"), embedder="none")
    with Workbench(settings) as opened:
        for made in (rich_regulation(), plain_regulation("plain", 30), evil_regulation()):
            save_regulation(opened._database, made)
        opened.refresh_index()
    return settings.data_dir


@pytest.fixture
def search(app, library_dir, settings, monkeypatch):
    """Open the search at a link; -> the app."""
    monkeypatch.setenv("GRIDCODE_EMBEDDER", "none")
    shutil.copytree(library_dir, settings.data_dir)

    def open_at(**link):
        for name, value in link.items():
            app.query_params[name] = str(value)
        app.switch_page("pages/search.py").run()
        assert not app.exception
        return app

    return open_at


def handed(app, name: str) -> list[dict]:
    """What a script of ours got to draw."""
    return [
        json.loads(element.proto.json)
        for element in app.get("bidi_component")
        if element.proto.component_name == name
    ]


def hits(app) -> list[dict]:
    return [
        hit
        for drawn in handed(app, "hit_list")
        for group in drawn["groups"]
        for hit in group["hits"]
    ]


def words(runs) -> str:
    return "".join(text for text, _ in runs)


def said(app) -> str:
    return "\n".join(str(element.value) for element in (*app.markdown, *app.info, *app.warning))


def link(app) -> dict[str, str]:
    return {
        name: value if isinstance(value, str) else value[0]
        for name, value in app.query_params.items()
    }


@LANGUAGES
def test_a_library_without_regulations_says_what_to_do(app, language):
    app.query_params["lang"] = language
    app.switch_page("pages/search.py").run()
    assert not app.exception
    assert {"zh": "请先在文库中导入", "en": "Add one in the library"}[language] in app.info[0].value


@LANGUAGES
def test_without_a_question_the_page_says_how_to_ask(search, language):
    app = search(lang=language)
    assert app.title[0].value == {"zh": "检索", "en": "Search"}[language]
    assert {"zh": "加引号", "en": "In quotes"}[language] in said(app)
    (box,) = handed(app, "search_box")
    assert box["value"] == ""
    assert not hits(app)


def test_before_a_question_one_sees_where_it_will_be_looked_for_and_can_look_everywhere(search):
    app = search(reg="plain")
    assert "只在其中查找：规程" in said(app)
    app.button(key="search_anywhere").click().run()
    assert "reg" not in app.query_params
    assert "只在其中查找" not in said(app)


@LANGUAGES
def test_a_question_in_the_link_is_answered(search, language):
    app = search(q="母线失压", lang=language)
    found = hits(app)
    assert len(found) == 20
    first = found[0]
    assert "母线失压" in [text for text, is_marked in first["snippet"] if is_marked]
    assert re.search(r"reader\?reg=\w+&page=\d+&block=b\d+&q=", first["link"])
    assert re.fullmatch(r"\w+ P\d+.*", first["source"])
    assert {"zh": "原文逐字出现", "en": "Exact words"}[language] in first["why"]
    # Without a model it goes by keywords, and says so.
    assert {"zh": "仅按关键词", "en": "by keywords alone"}[language] in said(app)


def test_more_hits_are_shown_when_asked_for_and_the_link_knows(search):
    app = search(q="母线失压")
    app.button(key="search_more").click().run()
    assert link(app)["n"] == "40"
    assert 20 < len(hits(app)) <= 40


def test_filters_narrow_the_hits_and_stand_in_the_link(search):
    app = search(q="母线")
    app.multiselect(key="search_regulations").set_value(["rich_2024"]).run()
    assert link(app)["reg"] == "rich_2024"
    assert {hit["source"].split()[0] for hit in hits(app)} == {"rich_2024"}
    # The others stay on offer with what they would find.
    labels = app.multiselect(key="search_regulations").options
    assert any(re.search(r"规程 · \d+", label) for label in labels)
    app.button(key="search_clear").click().run()
    assert "reg" not in link(app)
    assert app.multiselect(key="search_regulations").value == []


def test_a_link_sets_every_filter(search):
    app = search(
        q="母线", reg="rich_2024,plain", type="table", chapter="第六章", section="6", past="1"
    )
    assert app.multiselect(key="search_regulations").value == ["rich_2024", "plain"]
    assert app.selectbox(key="search_chapter").value == "第六章"
    assert app.text_input(key="search_section").value == "6"
    assert app.toggle(key="search_past").value is True
    assert {hit["source"].split()[0] for hit in hits(app)} == {"rich_2024"}


def test_chapters_are_offered_with_their_pages(search):
    app = search(q="母线", reg="rich_2024")
    app.text_input(key="search_section").set_value("9.9").run()
    assert link(app)["section"] == "9.9"
    assert not hits(app)
    app.button(key="search_widen").click().run()
    assert hits(app)


@LANGUAGES
def test_nothing_found_says_what_to_try(search, language):
    app = search(q='"母线断失压"', lang=language)
    assert {"zh": "没有找到", "en": "Nothing was found"}[language] in app.info[0].value
    app.button(key="search_unquote").click().run()
    assert link(app)["q"] == "母线断失压"
    assert hits(app)


@LANGUAGES
def test_a_number_leads_straight_there(search, language):
    app = search(q="表6-2", lang=language)
    (drawn,) = handed(app, "hit_list")
    first = drawn["groups"][0]
    assert first["label"] == {"zh": "直接到达", "en": "Straight there"}[language]
    assert first["hits"][0]["source"].startswith("rich_2024 P1")
    assert first["hits"][0]["table"]["caption"] == "表6-2 母线故障处置"
    assert hits(search(q="plain P7"))[0]["source"].startswith("plain P7")


@LANGUAGES
def test_tables_are_hits_with_the_rows_that_fit(search, language):
    app = search(q="母线", by="tables", lang=language)
    (hit,) = hits(app)
    assert hit["title"] == "表6-2 母线故障处置"
    assert words(hit["table"]["head"][0][0]["runs"]) == "设备"
    rows = [words(cell["runs"]) for row in hit["table"]["rows"] for cell in row]
    assert "110 kV | 母线 失压" in rows
    assert "table=rich_2024" in hit["to_table"]


def test_a_header_over_two_rows_stands_once_in_a_preview():
    cells = [("类别", 0, 0, 2, 1), ("限值", 0, 1, 1, 2), ("甲", 1, 1, 1, 1), ("乙", 1, 2, 1, 1)]
    table = Table(
        table_id="r/t-1",
        reg_id="r",
        page_start=1,
        page_end=1,
        header_row_count=2,
        row_count=3,
        col_count=3,
        cells=tuple(
            TableCell(row=row, col=col, content=content, row_span=down, col_span=across, page_num=1)
            for content, row, col, down, across in cells
        ),
    )
    head = preview(table, TableMatch(table_id="r/t-1", score=1, match_types=("number",)))["head"]
    assert [[words(cell["runs"]) for cell in row] for row in head] == [
        ["类别", "限值"],
        ["甲", "乙"],
    ]
    assert [cell["rows"] for cell in head[0]] == [2, 1]


def test_hits_are_grouped_by_page_section_or_regulation(search):
    app = search(q="母线失压", by="regulation")
    named = [hit["source"].split()[0] for hit in hits(app)]
    assert len(set(named)) == len(named)
    others = next(hit["others"] for hit in hits(app) if hit["source"].startswith("plain"))
    assert all("母线失压" in words(other["snippet"]) for other in others)
    app.segmented_control(key="search_view").set_value("section").run()
    assert link(app)["by"] == "section"


def test_suggestions_come_for_what_is_typed(search):
    app = search()
    app.session_state["search_typed"] = "事故"
    app.run()
    (box,) = handed(app, "search_box")
    assert box["suggested"]["to"] == "事故"
    assert any("事故处理" in item["text"] for item in box["suggested"]["items"])


@LANGUAGES
def test_saved_searches_come_back_with_their_filters(search, language):
    app = search(q="母线", reg="rich_2024", by="tables", lang=language)
    app.text_input(key="search_name").set_value("我的 <b>检索</b>")
    app.button(key="search_save").click().run()
    assert not app.exception
    (kept,) = workbench().saved_searches()
    assert (kept.name, kept.query) == ("我的 <b>检索</b>", "母线")
    assert kept.filters == {"reg": "rich_2024", "by": "tables"}
    opens = app.button(key="search_open_0")
    assert "<b>" not in opens.label.replace("\\<b\\>", "")
    app.query_params.clear()
    opens.click().run()
    assert link(app).items() >= {"q": "母线", "reg": "rich_2024", "by": "tables"}.items()
    app.button(key="search_delete_0").click().run()
    assert workbench().saved_searches() == []


@LANGUAGES
def test_a_regulation_that_is_not_here_is_said_and_left_out(search, language):
    app = search(q="母线", reg="nope,rich_2024", lang=language)
    assert "nope" in app.warning[0].value
    assert {hit["source"].split()[0] for hit in hits(app)} == {"rich_2024"}


def test_what_a_link_cannot_mean_is_left_out(search):
    app = search(q="母线", type="nonsense", by="nonsense", n="many")
    assert len(hits(app)) == 20


def test_markup_in_a_document_is_handed_on_as_text(search):
    app = search(q='"断路器"', reg="evil")
    (hit,) = hits(app)
    assert "<script>window.hit=1</script>" in words(hit["snippet"])
    assert hit["title"] == "<b>规程</b>"


def test_the_embedder_that_answers_is_named(search, settings, monkeypatch):
    with Workbench(settings.model_copy(update={"embedder": "bundled"})) as opened:
        opened.delete_regulation("plain")  # not needed, and long
        opened.refresh_index()
    monkeypatch.setenv("GRIDCODE_EMBEDDER", "bundled")
    app = search(q="事故怎么处理", reg="rich_2024")
    assert "use\\-multilingual\\-3" in said(app)
    assert any(reason.startswith("语义第") for reason in hits(app)[0]["why"])
    assert "没有一处写有检索词" not in said(app)


def test_hits_that_hold_no_word_of_the_query_say_so(search, settings, monkeypatch):
    with Workbench(settings.model_copy(update={"embedder": "bundled"})) as opened:
        opened.delete_regulation("plain")
        opened.refresh_index()
    monkeypatch.setenv("GRIDCODE_EMBEDDER", "bundled")
    app = search(q="zzqx")
    assert hits(app)
    assert "没有一处写有检索词" in said(app)


def test_regulations_without_vectors_are_named(search, monkeypatch):
    monkeypatch.setenv("GRIDCODE_EMBEDDER", "bundled")
    assert "尚无语义向量" in said(search(q="断路器", reg="evil"))


LINES = [
    Exported("evil", 1, "第一章 › 1.1", '=cmd|"/c calc"!A1', "原文", "evil P1"),
    Exported("evil", 2, "", "-1 | **x**\n第二行", "原文", "evil P2 6.3"),
]


def test_a_csv_has_citations_and_no_formula():
    written = hits_csv(LINES, ["a", "b", "c", "d", "e", "f", "g"])
    assert written.startswith(b"\xef\xbb\xbf")
    header, *rows = csv.reader(written.decode("utf-8-sig").splitlines())
    assert len(header) == 7
    assert [row[-1] for row in rows[:1]] == ["evil P1"]
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_markdown_has_citations_and_no_markup_of_the_document():
    written = hits_markdown(LINES, "检索")
    assert "**evil P1**" in written
    assert "**evil P2 6\\.3**" in written
    assert "**x**" not in written
    assert "\\*\\*x\\*\\*" in written


@LANGUAGES
def test_a_collection_is_offered_and_searched_as_its_regulations(search, library_dir, language):
    app = search(q="母线", lang=language)
    workbench().create_collection("保护", ["rich_2024"])
    app.query_params["reg"] = "collection:保护"
    app.run()
    assert not app.exception
    assert not app.warning
    assert app.multiselect(key="search_regulations").value == ["collection:保护"]
    assert {hit["link"].split("reg=")[1].split("&")[0] for hit in hits(app)} == {"rich_2024"}


@LANGUAGES
def test_every_hit_is_offered_to_the_desk(search, language):
    page = search(q="断路器", lang=language)
    [drawn] = handed(page, "hit_list")
    assert drawn["keep"] == {"zh": "放到案头", "en": "To the desk"}[language]
    assert all("keep" not in hit for hit in hits(page))  # which place it is, is known here


def test_a_hit_goes_to_the_desk_with_its_blocks_and_rows_with_their_table(search, monkeypatch):
    from pages.ui.search import hit_list
    from pages.ui.search.answer import answer
    from pages.ui.search.asked import Asked

    search(q="断路器")
    monkeypatch.setattr("pages.ui.desk_button.first_desk", lambda: desk)
    desk = workbench().desks.create("案头")
    titles = {each.info.reg_id: each.info.title for each in workbench().list_regulations()}
    for asked in (
        Asked(query="断路器 拒动", reg_ids=("evil",)),
        Asked(query="表6-2", view="tables"),
    ):
        found = answer(asked, titles)
        hit_list.keep_hit(found.groups[0]["hits"][0])
    tree = workbench().desks.open(desk.desk_id).tree
    [words], [rows] = (tree.get(index).evidence for index in ("usr-1", "usr-2"))
    assert (words.reg_id, words.page_nums, words.block_ids) == ("evil", (1,), ("evil/p0001/b00",))
    assert words.quote == EVIL == tree.get("usr-1").detail
    assert rows.table_id == "rich_2024/t-6-2"
    assert rows.quote
