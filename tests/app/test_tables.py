"""The Tables page: list, one table, corrections, in both languages."""

import json
from threading import Event

import pytest

from core.model import PageDocument, Regulation, SplitTable, Table, TableCell, ids
from core.services.search import SearchFilters
from core.workbench import Workbench
from pages.ui.resources import workbench
from tests.app.conftest import run_until_applied
from tests.made_extractions import LINES, REG, save_extraction
from tests.made_regulations import info, plain_regulation


@pytest.fixture
def tables(app, settings):
    """Open the page at an address; the library holds a table over pages 2, 3 and 4."""
    save_extraction(settings)

    def open_at(**asked):
        app.switch_page("pages/tables.py")
        for name, value in asked.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return open_at


def said(app):
    parts = (app.title, app.subheader, app.caption, app.markdown, app.info, app.error, app.warning)
    return "\n".join(str(each.value) for part in parts for each in part)


def listed(app):
    return list(app.dataframe[0].value["caption"])


def bench() -> Workbench:
    return workbench()


def test_an_empty_library_says_so(app):
    app.switch_page("pages/tables.py").run()
    assert not app.exception
    assert "文库里还没有规程" in said(app)


@pytest.mark.parametrize(("lang", "title"), [("zh", "表格"), ("en", "Tables")])
def test_the_list_names_every_table(tables, lang, title):
    app = tables(reg=REG, lang=lang)
    assert app.title[0].value == title
    assert listed(app) == ["表1-1 线路参数", "表2-1 强送次数", "表2-2 强送间隔"]


def test_the_list_is_searched_filtered_and_sorted(tables):
    app = tables(reg=REG)
    app.toggle(key="linked_joined").set_value(True).run()
    assert listed(app) == ["表1-1 线路参数"]
    app.toggle(key="linked_joined").set_value(False)
    app.number_input(key="on").set_value(5).run()
    assert listed(app) == ["表2-1 强送次数", "表2-2 强送间隔"]
    app.text_input(key="q").set_value("间隔").run()
    assert listed(app)[0] == "表2-2 强送间隔"
    app.number_input(key="on").set_value(1).run()
    assert "没有符合条件的表格" in said(app)


def test_tables_are_found_by_their_cells(tables):
    app = tables(reg=REG, q="临30甲线")
    assert listed(app)[0] == "表1-1 线路参数"
    assert app.dataframe[0].value["found_rows"][0] == "31"


def test_one_table_tells_its_size_its_notes_and_why_it_was_joined(tables):
    app = tables(reg=REG, table=LINES, row="4", col="3")
    assert "37 行 × 4 列" in said(app)
    assert "第 5 行第 4 列" in [button.label for button in app.button]
    assert "P2 → P3" in said(app)
    signs = [list(frame.value["sign"]) for frame in app.dataframe]
    assert "4 列与 4 列" in list(app.dataframe[0].value["detail"])
    assert all("列位置相同" in each for each in signs)
    assert {download.label for download in app.get("download_button")} >= {"CSV", "Excel"}


def test_a_table_is_drawn_with_one_click(tables):
    app = tables(reg=REG, table=LINES)
    assert not app.get("plotly_chart")
    app.toggle(key=f"draw_{LINES}").set_value(True).run()
    assert not app.exception
    assert app.multiselect[0].value == [2]
    assert len(app.get("plotly_chart")) == 1


def measured_regulation() -> Regulation:
    """A table of three measured columns, each in a unit of its own."""
    rows = [("段", "U<1 (kV)", "时间 (min)", "负荷 (%)")]
    rows += [(str(nth), f"{nth}.5", f"{nth}0", f"{nth}5") for nth in range(1, 5)]
    table_id = ids.table_id("measured", 1, 1)
    table = Table(
        table_id=table_id,
        reg_id="measured",
        page_start=1,
        page_end=1,
        header_row_count=1,
        col_headers=rows[0],
        row_count=5,
        col_count=4,
        cells=tuple(
            TableCell(row=row, col=col, content=words, page_num=1, is_header=row == 0)
            for row, line in enumerate(rows)
            for col, words in enumerate(line)
        ),
    )
    page = PageDocument(reg_id="measured", page_num=1)
    return Regulation(info=info("measured", 1), pages=(page,), tables=(table,))


def test_columns_of_two_units_are_drawn_side_by_side_and_a_third_is_said_to_be_left_out(
    app, stored
):
    stored(measured_regulation())
    table_id = ids.table_id("measured", 1, 1)
    app.switch_page("pages/tables.py")
    app.query_params["reg"], app.query_params["table"] = "measured", table_id
    app.run()
    app.toggle(key=f"draw_{table_id}").set_value(True).run()
    choice = app.multiselect(key=f"chart_columns_{table_id}")
    assert "U<1 (kV)" in choice.options
    choice.set_value([1, 2, 3]).run()
    assert not app.exception
    drawn = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert [it["name"] for it in drawn["data"]] == ["U&lt;1 (kV)", "时间 (min)"]
    assert len({it["offsetgroup"] for it in drawn["data"]}) == 2
    assert drawn["layout"]["xaxis"]["type"] == "category"
    assert "未画：负荷 \\(%\\)" in said(app)


def test_a_row_put_on_the_desk_is_called_by_its_own_words(tables):
    for row in ("30", "31"):
        app = tables(reg=REG, table=LINES, row=row)
        app.button(key="to_desk").click().run()
        assert not app.exception
    (desk,) = bench().desks.all()
    pages = bench().desks.open(desk.desk_id).tree.pages.values()
    assert [page.name for page in pages if page.index in ("usr-1", "usr-2")] == [
        "临30甲线 · 表1-1 线路参数",
        "临31甲线 · 表1-1 线路参数",
    ]


def test_an_unknown_table_is_a_friendly_error(tables):
    app = tables(reg=REG, table=f"{REG}/t-9-9", lang="en")
    assert "has no table" in app.error[0].value


def test_a_cell_is_fixed_shown_in_the_history_and_undone(tables):
    app = tables(reg=REG, table=LINES, row="30", col="1")
    app.text_input(key="correction_by_line").set_value("林工")
    app.text_input(key="correction_reason").set_value("误识")
    app.text_area[0].set_value("新城乙线")
    run_until_applied(app.button(key="do_fix_cell").click())
    assert not app.exception
    assert app.text_area[0].value == "新城乙线"
    assert bench().search('"新城乙线"', SearchFilters(reg_ids=(REG,))).results
    assert "更正单元格" in said(app)
    assert any("临30甲线 → 新城乙线" in each.value for each in app.text)
    (made,) = bench().corrections(REG)
    assert (made.made_by, made.reason) == ("林工", "误识")
    run_until_applied(app.button(key=f"change_{made.correction_id}").click())
    assert app.text_area[0].value == "临30甲线"


def test_a_table_is_split_and_another_number_leads_to_the_table(tables):
    app = tables(reg=REG, table=LINES)
    app.text_input(key="correction_by_line").set_value("林工")
    run_until_applied(app.button(key="do_split").click())
    assert "10 行 × 4 列" in said(app)
    caption_of(app).set_value("表1-9 线路参数")
    run_until_applied(app.button(key="do_fix_caption").click())
    assert app.query_params["table"] in (f"{REG}/t-1-9", [f"{REG}/t-1-9"])
    assert "表1" in app.subheader[0].value


def test_the_forms_hold_what_stands_now_once_a_correction_is_undone(tables):
    app = tables(reg=REG, table=LINES)
    app.text_input(key="correction_by_line").set_value("林工")
    before = caption_of(app).value
    caption_of(app).set_value(f"{before}一览")
    run_until_applied(app.button(key="do_fix_caption").click())
    assert caption_of(app).value == f"{before}一览"
    (made,) = bench().corrections(REG)
    run_until_applied(app.button(key=f"change_{made.correction_id}").click())
    assert caption_of(app).value == before
    app.segmented_control(key="linked_view").set_value("corrections").run()
    assert not app.exception
    assert "原在第 2 页" in said(app)


def caption_of(app):
    return kept_as(app.text_input, "fix_caption_")


def kept_as(fields, key):
    """A field of a form, whose key also says for which state of the regulation it was drawn."""
    return next(each for each in fields if each.key.startswith(key))


def test_a_correction_without_a_name_is_refused(tables):
    app = tables(reg=REG, table=LINES)
    run_until_applied(app.button(key="do_split").click())
    assert "A correction needs a name" in app.error[0].value.replace("\\", "")
    assert bench().corrections(REG) == []


@pytest.mark.parametrize(("lang", "words"), [("zh", "正在应用更正"), ("en", "Applying")])
def test_the_page_is_usable_while_a_correction_waits_and_shows_what_came_of_it(tables, lang, words):
    app = tables(reg=REG, table=LINES, lang=lang)
    app.text_input(key="correction_by_line").set_value("林工").run()
    ended = Event()
    bench()._queue.submit("index", "library", lambda watcher: {"ended": ended.wait(60)})
    try:
        app.button(key="do_split").click().run()
        assert not app.exception
        assert words in app.get("progress")[0].proto.text
        assert app.button(key="do_split").disabled
        app.switch_page("pages/notes.py").run()
        assert words in app.get("progress")[0].proto.text
        assert bench().corrections(REG) == []
    finally:
        ended.set()
    app.switch_page("pages/tables.py")
    app.query_params["reg"], app.query_params["table"] = REG, LINES
    run_until_applied(app)
    assert not app.exception
    assert not app.get("progress")
    assert ("10 行 × 4 列" if lang == "zh" else "10 rows × 4 columns") in said(app)
    assert not app.button(key="do_set_header").disabled


def test_a_correction_that_fails_in_the_background_is_one_friendly_sentence(tables):
    app = tables(reg=REG, table=LINES)
    app.text_input(key="correction_by_line").set_value("林工").run()
    bench().correct(REG, SplitTable(table_id=LINES, segment_id=f"{LINES}/g1"), "别人")
    run_until_applied(app.button(key="do_split").click())  # drawn before the other's
    assert not app.exception
    assert len(app.error) == 1
    assert len(bench().corrections(REG)) == 1
    assert not app.run().error


def test_headings_and_references_are_corrected_by_page(tables):
    app = tables(reg=REG)
    app.segmented_control(key="linked_view").set_value("corrections").run()
    app.text_input(key="correction_by_line").set_value("林工")
    app.number_input(key="correct_page").set_value(5).run()
    app.selectbox(key=f"heading_block_{REG}_5").set_value(f"{REG}/p0005/b01").run()
    kept_as(app.selectbox, "heading_level_").set_value(2)
    run_until_applied(app.button(key="do_fix_heading").click())
    assert not app.exception
    assert bench().chapter_structure(REG)[1][-1].title == "次数"
    kept_as(app.selectbox, "target_").set_value(f"{REG}/t-2-1")
    run_until_applied(app.button(key="do_fix_reference").click())
    assert bench().list_references(REG, page_num=5)[0][0].target.target_id == f"{REG}/t-2-1"
    assert "更正引用目标" in said(app)


@pytest.mark.parametrize(
    ("lang", "words"),
    [("zh", "没有在这份规程中找到表格"), ("en", "No table was found in this regulation")],
)
def test_a_regulation_without_tables_says_so_and_offers_no_filters(app, stored, lang, words):
    stored(plain_regulation("plain", 2))
    app.switch_page("pages/tables.py")
    app.query_params["reg"] = "plain"
    app.query_params["lang"] = lang
    app.run()
    assert not app.exception
    assert words in said(app)
    assert not app.text_input
