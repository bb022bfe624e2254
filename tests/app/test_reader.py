"""The reader, page by page, without a browser: what it hands to its scripts, and its widgets."""

import json

import pytest

from core.model import ChapterNode, PageDocument, Reference, ReferenceTarget, Regulation, ids
from core.parsing.grid_pipeline import _with_doubts
from core.parsing.ink import PageInk
from core.parsing.ink.second_look import SecondLook
from core.parsing.page_reading import PageReading
from pages.ui.page_warnings import warning_text
from pages.ui.resources import workbench
from tests.made_regulations import (
    info,
    plain_regulation,
    rich_regulation,
    seed_table_regulation,
    text_block,
)


@pytest.fixture
def read(app, stored):
    """Open the reader at a place; -> the app."""
    stored(rich_regulation(), seed_table_regulation(), plain_regulation("plain", 12))

    def open_at(**link):
        for name, value in link.items():
            app.query_params[name] = str(value)
        app.switch_page("pages/reader.py").run()
        assert not app.exception
        return app

    return open_at


def handed(app, name: str) -> dict:
    """What a script of ours got to draw."""
    found = [
        json.loads(element.proto.json)
        for element in app.get("bidi_component")
        if element.proto.component_name == name
    ]
    assert len(found) == 1
    return found[0]


def link(app) -> dict[str, str]:
    return {
        name: value if isinstance(value, str) else value[0]
        for name, value in app.query_params.items()
    }


def words(blocks: list[dict]) -> str:
    runs = [run for block in blocks for run in block.get("runs", [])]
    return "".join(run if isinstance(run, str) else run["t"] for run in runs)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("zh", "文库里还没有可读的规程。"), ("en", "There is nothing to read in the library yet.")],
)
def test_an_empty_library_says_what_to_do(app, language, sentence):
    app.query_params["lang"] = language
    app.switch_page("pages/reader.py").run()
    assert not app.exception
    assert sentence in app.info[0].value


@pytest.mark.parametrize(("language", "title"), [("zh", "阅读"), ("en", "Reader")])
def test_without_a_place_it_offers_what_there_is_to_read(read, language, title):
    app = read(lang=language)
    assert app.title[0].value == title
    offered = [element.proto.label for element in app.get("page_link")]
    assert any("rich" in label for label in offered)


@pytest.mark.parametrize(
    ("language", "copy", "note"),
    [("zh", "复制引用", "本页注释"), ("en", "Copy citation", "Notes on this page")],
)
def test_a_page_is_shown_with_its_blocks_notes_and_chapters(read, language, copy, note):
    panel = handed(read(reg="rich_2024", page=1, lang=language), "block_panel")
    assert [block["kind"] for block in panel["blocks"]] == ["heading", "table", "note"]
    assert words(panel["blocks"]) == "第六章 事故处理注1：以现场规程为准。"
    assert [(it["label"], it["text"], it["block"]) for it in panel["notes"]] == [
        ("注1", "以现场规程为准。", "b02")
    ]
    assert [(it["text"], it["inherited"]) for it in panel["chapters"]] == [
        ("第六章 事故处理", False)
    ]
    assert (panel["words"]["copy_citation"], panel["words"]["notes"]) == (copy, note)
    assert panel["whole"]["source"] == "rich_2024 P1"


def test_the_image_has_a_place_for_every_block(read):
    canvas = handed(read(reg="rich_2024", page=1, block="b01"), "page_canvas")
    assert [(it["id"], it["kind"]) for it in canvas["places"]] == [
        ("b00", "block"),
        ("b01", "table"),
        ("b02", "note"),
    ]
    assert canvas["chosen"] == ["b01"]
    assert canvas["image"].startswith("/page-image/rich_2024/1.jpg?v=")
    assert canvas["ratio"] == pytest.approx(595 / 842)


@pytest.mark.parametrize("name", ["b01", "t-6-2"])
def test_a_link_may_name_a_block_or_what_stands_in_it(read, name):
    assert handed(read(reg="rich_2024", page=1, block=name), "block_panel")["chosen"] == "b01"


def test_a_joined_table_is_shown_whole_with_the_rows_of_the_page_marked(read):
    panel = handed(read(reg="angui_2024", page=73), "block_panel")
    (block,) = panel["blocks"]
    rows = block["table"]["rows"]
    assert [row["cells"][0][0] for row in rows] == [
        "项目",
        "数据1",
        "数据2",
        "数据3",
        "数据4",
        "数据5",
    ]
    assert [row["here"] for row in rows[1:]] == [False, False, True, True, False]
    assert [row["label"] for row in rows if "to" in row] == ["P72", "P73", "P74"]
    assert "72–74" in block["over"]


def test_several_pages_are_read_as_one_with_a_table_over_them_once(read):
    panel = handed(read(reg="angui_2024", page=72, to=75), "block_panel")
    kinds = [block["kind"] for block in panel["blocks"]]
    assert kinds.count("table") == 1
    assert kinds.count("leaf") == 2  # pages 72 and 74; 73 is all table, 75 is blank
    assert panel["whole"]["source"] == "angui_2024 P72-P75"
    assert panel["whole"]["markdown"].count("数据5") == 1


def test_at_most_ten_pages_are_read_as_one(read):
    panel = handed(read(reg="plain", page=1, to=12), "block_panel")
    assert panel["whole"]["source"] == "plain P1-P10"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("zh", "本页文字由图像识别得到，平均置信度 91%"),
        ("en", "read from its image (OCR), mean confidence 91%"),
    ],
)
def test_a_page_read_by_ocr_says_so(read, language, sentence):
    panel = handed(read(reg="rich_2024", page=2, lang=language), "block_panel")
    assert sentence in panel["notices"][0]["text"]


def test_a_reference_leads_to_its_target_in_this_tab_or_another(read):
    panel = handed(read(reg="rich_2024", page=2, lang="en"), "block_panel")
    run = panel["blocks"][0]["runs"][0]
    assert run["t"] == "见表6-2"
    assert run["to"]["to"] == {"reg": "rich_2024", "page": 1, "block": "t-6-2"}
    assert run["to"]["href"] == "/reader?reg=rich_2024&page=1&block=t-6-2&lang=en"


def test_the_words_of_a_search_are_marked_in_text_and_image(read):
    app = read(reg="plain", page=3, q="失压")
    panel, canvas = handed(app, "block_panel"), handed(app, "page_canvas")
    marked = [run["t"] for run in panel["blocks"][0]["runs"] if isinstance(run, dict)]
    assert marked == ["失压"] * 3
    assert canvas["marks"]
    assert canvas["whole"]  # no PDF here: the blocks stand for their words


def test_pages_are_turned_by_buttons_and_the_link_follows(read):
    app = read(reg="plain", page=5, q="母线", block="b03")
    app.button(key="next_page").click().run()
    assert link(app) == {"reg": "plain", "page": "6", "q": "母线"}
    app.button(key="previous_page").click().run()
    app.button(key="first_page").click().run()
    assert link(app)["page"] == "1"
    assert app.button(key="previous_page").disabled
    app.button(key="last_page").click().run()
    assert link(app)["page"] == "12"
    assert app.button(key="next_page").disabled
    app.number_input(key="reader_page").set_value(7).run()
    assert link(app)["page"] == "7"
    assert handed(app, "block_panel")["whole"]["source"] == "plain P7"


def test_a_range_is_asked_for_and_left(read):
    app = read(reg="plain", page=5)
    app.number_input(key="reader_to").set_value(8)
    app.button(key="range_read").click().run()
    assert link(app) == {"reg": "plain", "page": "5", "to": "8"}
    app.button(key="one_page").click().run()
    assert "to" not in link(app)
    app.button(key="last_page").click().run()
    assert not app.exception
    app.number_input(key="reader_page").set_value(10).run()
    assert app.number_input(key="reader_to").value == 12


def test_another_regulation_opens_at_its_first_page(read):
    app = read(reg="plain", page=5)
    app.selectbox(key="reader_reg").set_value("angui_2024").run()
    assert link(app) == {"reg": "angui_2024", "page": "1"}


def test_the_contents_carry_page_ranges_and_the_place_in_hand(read):
    tree = handed(read(reg="rich_2024", page=1, block="b01"), "contents_tree")
    assert tree["address"].startswith("/contents/rich_2024?v=2")
    assert json.loads(workbench().contents_list("rich_2024")) == [
        ["s6", "", "第六章", "事故处理", 1, 3, "b00"],
        ["s6.1", "s6", "6.1", "", 2, 3, ""],
    ]
    assert (tree["here"], tree["active"]) == ("s6", ["s6"])


def articles_regulation() -> Regulation:
    """Articles are counted anew in each chapter, and a last chapter has no number."""
    chapters = [("1", "第一章", "总则"), ("1/1", "第一条", ""), ("2", "第二章", "事故处理")]
    chapters += [("2/1", "第一条", ""), ("修订记录", "", "修订记录")]
    nodes = tuple(
        ChapterNode(
            node_id=ids.chapter_id("articles", number),
            reg_id="articles",
            section_number=number,
            label=label,
            title=title,
            level=1 + number.count("/"),
            numbering="chapter" if label else "unnumbered",
            parent_id=ids.chapter_id("articles", number[0]) if "/" in number else None,
            page_start=1,
            page_end=1,
            order=nth,
            heading_block_id=ids.block_id("articles", 1, nth),
        )
        for nth, (number, label, title) in enumerate(chapters)
    )
    words = [
        "第一章 总则",
        "第一条 见第二章第一条。",
        "第二章 事故处理",
        "第一条 处置。",
        "修订记录",
    ]
    page = PageDocument(
        reg_id="articles",
        page_num=1,
        content_blocks=tuple(
            text_block("articles", 1, nth, words[nth], chapter_id=node.node_id)
            for nth, node in enumerate(nodes)
        ),
    )
    reference = Reference(
        reference_id=ids.reference_id("articles", 1, 1),
        reg_id="articles",
        text="见第二章第一条",
        reference_type="article",
        parsed_target="第二章第一条",
        state="resolved",
        target=ReferenceTarget(
            target_id=nodes[3].node_id, reg_id="articles", page_num=1, label="第一条"
        ),
        page_num=1,
        block_id=ids.block_id("articles", 1, 1),
        start=4,
        end=11,
    )
    return Regulation(
        info=info("articles", 1), pages=(page,), chapters=nodes, references=(reference,)
    )


def test_articles_counted_anew_in_each_chapter_keep_their_own_place(app, stored):
    stored(articles_regulation())
    app.query_params["reg"] = "articles"
    app.query_params["block"] = "s2/1"
    app.switch_page("pages/reader.py").run()
    assert not app.exception
    rows = json.loads(workbench().contents_list("articles"))
    assert [row[:2] for row in rows[:4]] == [["s1", ""], ["s1/1", "s1"], ["s2", ""], ["s2/1", "s2"]]
    assert handed(app, "contents_tree")["here"] == "s2/1"
    panel = handed(app, "block_panel")
    assert panel["chosen"] == "b03"
    (leads,) = panel["references"][0]["places"]
    assert leads["to"] == {"reg": "articles", "page": 1, "block": "s2/1"}
    assert leads["href"].endswith("block=s2%2F1")


def test_a_chapter_without_a_number_stands_in_the_contents_under_its_title_alone(app, stored):
    stored(articles_regulation())
    assert json.loads(workbench().contents_list("articles"))[-1][2:4] == ["", "修订记录"]


@pytest.mark.parametrize(("below", "caption"), [("图1 流程", []), ("正文。", ["图1 流程"])])
def test_a_caption_that_stands_beside_its_figure_is_not_written_twice(app, stored, below, caption):
    figure = text_block("drawn", 1, 0, "![图1 流程](_page_1_Figure_1.png)", block_type="figure")
    blocks = (figure, text_block("drawn", 1, 1, below))
    page = PageDocument(reg_id="drawn", page_num=1, content_blocks=blocks)
    stored(Regulation(info=info("drawn", 1), pages=(page,)))
    app.query_params["reg"] = "drawn"
    app.switch_page("pages/reader.py").run()
    assert not app.exception
    shown = handed(app, "block_panel")["blocks"][0]
    assert (shown["runs"], shown["caption"]) == (caption, "图1 流程")


def test_the_contents_can_be_put_away(read):
    app = read(reg="plain", page=2)
    app.toggle(key="shows_contents").set_value(False).run()
    names = [element.proto.component_name for element in app.get("bidi_component")]
    assert "contents_tree" not in names
    assert "page_canvas" in names


@pytest.mark.parametrize(
    ("language", "said"), [("zh", "没有编号为“nope”的规程"), ("en", 'no regulation "nope"')]
)
def test_an_unknown_regulation_is_said_above_those_there_are(read, language, said):
    app = read(reg="nope", page=1, lang=language)
    assert said in app.warning[0].value
    assert any("rich" in element.proto.label for element in app.get("page_link"))


@pytest.mark.parametrize("page", ["99", "0", "-1", "x", "９"])
def test_a_page_that_there_is_not_opens_the_nearest(read, page):
    app = read(reg="plain", page=page)
    source = handed(app, "block_panel")["whole"]["source"]
    assert source in ("plain P12", "plain P1", "plain P9")


def test_a_blank_page_is_a_page(read):
    panel = handed(read(reg="rich_2024", page=3), "block_panel")
    assert panel["blocks"] == []
    assert panel["empty"] == "本页没有文字。"


@pytest.mark.parametrize(
    ("warning", "said"),
    [
        ("Page 1: no progress in 40 s.", "处理超过 40 秒仍未完成"),
        ("Page 1: out of memory.", "内存不足"),
        ("Page 1: ValueError: odd.", "请看原图（ValueError: odd）"),
        ("The page could not be read (KeyError).", "请看原图（KeyError）"),
        ("Page 1 could not be read.", "本页没有读出来，请看原图。"),
    ],
)
def test_a_page_that_was_not_read_is_not_called_blank(app, stored, warning, said):
    page = PageDocument(reg_id="lost", page_num=1, warnings=(warning,))
    stored(Regulation(info=info("lost", 1), pages=(page,)))
    app.query_params["reg"] = "lost"
    app.switch_page("pages/reader.py").run()
    panel = handed(app, "block_panel")
    assert said in panel["notices"][0]["text"]
    assert panel["empty"] == "本页的文字没有读出来。"


def test_what_the_second_reading_of_a_page_doubts_is_said_in_the_language_of_the_page():
    reading = PageReading(PageInk(1, 1), (), "good")
    looks = (
        SecondLook(PageInk(1, 1), missed="电压", added=""),
        SecondLook(PageInk(1, 1), missed="", added="失压"),
    )
    warnings = [_with_doubts(reading, look).warnings[0] for look in looks]
    assert [warning_text(warning) for warning in warnings] == [
        "本页可能少读了 2 个字：两种读法的结果不一致，请对照原图。",
        "“失压”只有第二种读法读到，请对照原图看它的位置。",
    ]


def test_markup_in_a_document_is_handed_over_as_plain_text(app, stored):
    evil = "<script>window.hit=1</script> **x** ![](http://example.invalid/a.png)"
    page = PageDocument(reg_id="evil", page_num=1, content_blocks=(text_block("evil", 1, 0, evil),))
    stored(Regulation(info=info("evil", 1, title=f"{evil} title"), pages=(page,)))
    app.query_params["reg"] = "evil"
    app.switch_page("pages/reader.py").run()
    assert not app.exception
    assert handed(app, "block_panel")["blocks"][0]["runs"] == [evil]
