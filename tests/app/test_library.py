import pytest

from pages.ui.plain import escaped
from tests.made_regulations import plain_regulation, rich_regulation

EMPTY = {"zh": "文库里还没有规程。", "en": "There are no regulations in the library yet."}
TITLE = {"zh": "文库", "en": "Library"}
UNKNOWN = {
    "zh": "文库中没有编号为“nope”的规程。",
    "en": 'There is no regulation "nope" in the library.',
}


def shown(elements) -> str:
    return "\n".join(str(element.value) for element in elements)


def test_the_app_speaks_chinese_unless_asked_otherwise(app):
    app.run()
    assert not app.exception
    assert app.title[0].value == "文库"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_empty_library_says_what_to_do(app, language):
    app.query_params["lang"] = language
    app.run()
    assert not app.exception
    assert app.title[0].value == TITLE[language]
    assert EMPTY[language] in app.info[0].value
    assert "gridcode ingest" in app.info[0].value


@pytest.mark.parametrize("language", ["zh", "en"])
def test_regulations_are_listed_with_what_they_hold(app, stored, language):
    stored(rich_regulation(), plain_regulation("plain", 2))
    app.query_params["lang"] = language
    app.run()
    assert not app.exception
    table = app.dataframe[0].value
    assert set(table["reg_id"]) == {"rich_2024", "plain"}
    rich = table[table["reg_id"] == "rich_2024"].iloc[0]
    assert (rich["pages"], rich["tables"], rich["editions"]) == (3, 1, 1)


def test_the_language_switch_changes_the_page_and_the_link(app):
    app.run()
    app.segmented_control(key="lang").set_value("en").run()
    assert app.title[0].value == "Library"
    assert app.query_params["lang"] in ("en", ["en"])
    app.segmented_control(key="lang").set_value("zh").run()
    assert app.title[0].value == "文库"


def test_an_unknown_language_in_the_link_means_chinese(app):
    app.query_params["lang"] = "xx"
    app.run()
    assert not app.exception
    assert app.title[0].value == "文库"


def test_a_link_opens_one_regulation(app, stored):
    stored(rich_regulation())
    app.query_params["reg"] = "rich_2024"
    app.run()
    assert escaped("rich_2024 调度运行管理规定") in shown(app.markdown)
    assert app.code[0].value == "rich_2024 P1-P3"
    assert list(app.session_state["regulations"]["selection"]["rows"]) == [0]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_link_to_nothing_says_so(app, stored, language):
    stored(rich_regulation())
    app.query_params["reg"] = "nope"
    app.query_params["lang"] = language
    app.run()
    assert not app.exception
    assert app.warning[0].value == UNKNOWN[language]


def test_the_filter_is_in_the_link_and_finds_by_title_id_and_keyword(app, stored):
    stored(rich_regulation(), plain_regulation("plain", 2))
    app.query_params["q"] = "RICH 失压"
    app.run()
    assert list(app.dataframe[0].value["reg_id"]) == ["rich_2024"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_filter_that_fits_nothing_says_how_many_there_are(app, stored, language):
    stored(rich_regulation())
    app.query_params["lang"] = language
    app.run()
    app.text_input(key="q").set_value("<b>核聚变</b>").run()
    assert not app.exception
    assert not app.dataframe
    assert "1" in app.info[0].value


@pytest.mark.parametrize(
    ("language", "headline"),
    [("zh", "数据文件无法打开。"), ("en", "The data file cannot be opened.")],
)
def test_a_broken_store_is_one_friendly_sentence(app, settings, language, headline):
    settings.data_dir.mkdir(parents=True)
    settings.database_path.write_text("not a database " * 100)
    app.query_params["lang"] = language
    app.run()
    assert not app.exception
    assert headline in app.error[0].value
