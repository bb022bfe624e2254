"""Both languages say everything, and nothing is said that no page asks for."""

import re
from pathlib import Path
from string import Formatter

import pytest

import core.errors
from pages.ui.i18n import catalog

ROOT = Path(__file__).parents[2]
ASKED = re.compile(r"""["'](\w+\.\w+)["']""")


def keys(language: str) -> dict[str, str]:
    return {
        f"{section}.{name}": value
        for section, entries in catalog(language).items()
        for name, value in entries.items()
    }


def test_both_languages_have_the_same_keys():
    assert list(keys("zh")) == list(keys("en"))


def test_both_languages_fill_in_the_same_values():
    def blanks(value: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(value) if name}

    chinese, english = keys("zh"), keys("en")
    assert [key for key in chinese if blanks(chinese[key]) != blanks(english[key])] == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_text_is_empty(language):
    assert [key for key, value in keys(language).items() if not value.strip()] == []


def test_chinese_text_is_chinese_and_english_text_is_not():
    chinese = re.compile(r"[\u4e00-\u9fff]")
    assert [key for key, value in keys("zh").items() if not chinese.search(value)] == []
    assert [key for key, value in keys("en").items() if chinese.search(value)] == []


def test_every_key_that_a_page_asks_for_exists_and_every_key_is_asked_for():
    sources = [ROOT / "app.py", *ROOT.glob("pages/**/*.py")]
    sections = set(catalog("zh"))
    asked = {
        key
        for source in sources
        for key in ASKED.findall(source.read_text(encoding="utf-8"))
        if key.split(".")[0] in sections and not key.endswith(".py")
    }
    known = set(keys("zh"))
    assert asked <= known
    # Keys put together from the name of a class, a stage, a kind or a sign.
    made = (
        *(
            "errors.",
            "jobs.stage_",
            "doubts.",
            "page_warnings.",
            "corrections.kind_",
            "corrections.lost_",
        ),
        *("tables.mode_", "tables.sort_", "tables.kind_", "tables.match_", "tables.state_"),
        *("tables.sign_", "tables.tab_", "tables.grid_", "tables.chart_"),
    )
    assert {key for key in known - asked if not key.startswith(made)} == set()


def test_texts_for_errors_name_errors_that_exist():
    assert [name for name in catalog("zh")["errors"] if not hasattr(core.errors, name)] == []
