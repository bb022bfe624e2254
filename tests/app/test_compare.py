"""The page Compare without a browser: what it hands to its scripts, its widgets and its link."""

import json

import pytest

from core.model.editions import under_another_id
from tests.made_editions import edition, long_edition, revised

OLD = [
    "值班调度员接到事故报告后应立即核对系统运行方式并通知有关厂站。",
    "变压器充电时宜由装有完备保护的电源侧断路器进行操作。",
    "通信设备的检修应与一次设备检修同步申报并经专业会签。",
    "频率偏差不大于 0.2 Hz，<b>超过时</b>应报告。",
]
NEW = [
    OLD[0],
    OLD[1].replace("宜", "应"),
    OLD[3].replace("0.2", "0.15"),
    "光伏电站每季度应校验无功补偿设备的容量。",
]


@pytest.fixture
def compare(app, stored):
    """Open the page with something in its link; -> the app."""
    stored(edition("rule_2023", OLD), edition("rule_2024", NEW))

    def open_at(**link):
        return opened(app, **link)

    return open_at


def opened(app, **link):
    app.switch_page("pages/compare.py")
    for name, value in link.items():
        app.query_params[name] = str(value)
    app.run()
    for _ in range(100):  # a slow machine compares in the background for a while
        if not any("hourglass" in info.icon for info in app.info):
            break
        app.run()
    assert not app.exception
    return app


BOTH = {"a": "rule_2023", "b": "rule_2024"}


def handed(app, name):
    (found,) = [
        json.loads(element.proto.json)
        for element in app.get("bidi_component")
        if element.proto.component_name == name
    ]
    return found


def link(app):
    return {
        name: value if isinstance(value, str) else value[0]
        for name, value in app.query_params.items()
    }


def kinds(app):
    return [
        [kind["id"] for kind in row["kinds"]] for row in handed(app, "compared_changes")["rows"]
    ]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("zh", "文库里还没有可以比较的规程。"),
        ("en", "There is nothing to compare in the library yet."),
    ],
)
def test_an_empty_library_says_what_to_do(app, language, sentence):
    assert sentence in opened(app, lang=language).info[0].value


@pytest.mark.parametrize("language", ["zh", "en"])
def test_editions_are_offered_at_once(compare, language):
    app = compare(lang=language)
    (offered,) = [e.proto for e in app.get("page_link") if "→" in e.proto.label]
    assert "a=rule_2023&b=rule_2024" in offered.query_string
    assert app.selectbox(key="compare_a").value is None


@pytest.mark.parametrize(("language", "added"), [("zh", "新增"), ("en", "added")])
def test_the_summary_names_what_changed_and_leads_to_it(compare, language, added):
    app = compare(**BOTH, lang=language)
    parts = handed(app, "comparison_digest")["parts"]
    assert [part["kind"] for part in parts] == ["added", "removed", "tightened", "renumbered"]
    assert parts[0]["name"] == added
    assert parts[2]["entries"][0]["changed"] == [["宜", "应"]]
    href = parts[2]["entries"][0]["href"]
    assert href.startswith("/compare?")
    assert f"change={parts[2]['entries'][0]['nth']}" in href
    assert ("lang=en" in href) == (language == "en")


def test_changed_words_are_handed_over_as_data_and_marked(compare):
    rows = handed(compare(**BOTH, view="changes"), "compared_changes")["rows"]
    (row,) = [row for row in rows if row["new"]["label"] == "1.3"]
    assert row["old"]["label"] == "1.4"
    marked = [piece for piece in row["new"]["words"] if "cls" in piece]
    assert marked == [{"text": "0.15 ", "cls": "come number", "title": "数值"}]
    assert "<b>超过时</b>" in "".join(piece["text"] for piece in row["old"]["words"])
    assert row["old"]["sources"] == ["rule_2023 P1 1.4"]


def test_kinds_are_filtered_by_pills_and_the_filter_is_in_the_link(compare):
    app = compare(**BOTH, view="changes")
    assert len(kinds(app)) == 4
    app.button_group(key="compare_kinds").set_value(["added", "removed"]).run()
    assert not app.exception
    assert kinds(app) == [["removed"], ["added"]]
    assert link(app)["kind"] == "added,removed"


def test_a_filter_in_the_link_opens_the_list(compare):
    app = compare(**BOTH, kind="tightened")
    assert kinds(app) == [["changed", "tightened"], ["renumbered", "changed", "tightened"]]
    app.text_input(key="compare_words").set_value("断路器").run()
    assert kinds(app) == [["changed", "tightened"]]
    assert link(app)["q"] == "断路器"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_link_opens_one_change_with_both_pages_marked(compare, language):
    app = compare(**BOTH, change=1, lang=language)
    (row,) = handed(app, "compared_changes")["rows"]
    assert row["href"] == ""
    pages = [
        json.loads(element.proto.json)
        for element in app.get("bidi_component")
        if element.proto.component_name == "page_canvas"
    ]
    assert [len(page["marks"]) for page in pages] == [1, 1]
    assert "/page-image/rule_2023/1.jpg" in pages[0]["image"]
    assert "/page-image/rule_2024/1.jpg" in pages[1]["image"]


def test_next_and_previous_follow_the_filter(compare):
    app = compare(**BOTH, kind="added,removed", change=2)
    assert app.button(key="compare_previous").disabled
    app.button(key="compare_next").click().run()
    assert link(app)["change"] == "4"
    assert app.button(key="compare_next").disabled
    app.button(key="compare_back").click().run()
    assert "change" not in link(app)
    assert kinds(app) == [["removed"], ["added"]]


def test_two_sections_are_read_side_by_side_also_where_they_are_equal(compare):
    app = compare(**BOTH, section_a="1", section_b="1")
    assert [] in kinds(app)
    everything = len(kinds(app))
    app.toggle(key="compare_only").set_value(True).run()
    assert len(kinds(app)) < everything
    assert all(kinds(app))
    assert link(app)["only"] == "1"


def test_choosing_a_section_takes_the_same_one_on_the_other_side(compare):
    app = compare(**BOTH)
    app.selectbox(key="compare_section_a").set_value("1").run()
    assert not app.exception
    assert (link(app)["section_a"], link(app)["section_b"]) == ("1", "1")
    app.toggle(key="compare_tables").set_value(False).run()
    assert link(app)["tables"] == "0"


def test_the_sides_can_be_swapped(compare):
    app = compare(**BOTH, kind="added")
    app.button(key="compare_swap").click().run()
    assert link(app) == {"a": "rule_2024", "b": "rule_2023"}
    assert not app.exception


def test_the_same_on_both_sides_says_that_nothing_changed(compare):
    app = compare(a="rule_2023", b="rule_2023")
    assert "没有变化" in app.success[0].value


def test_a_past_edition_is_chosen_by_its_number(app, stored):
    stored(under_another_id(edition("rule", OLD), "rule@1"), edition("rule", NEW))
    opened(app, a="rule@1", b="rule", view="changes")
    assert any("第 1 版" in option for option in app.selectbox(key="compare_a").options)
    assert len(kinds(app)) == 4


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"a": "nope", "b": "rule_2024"}, "文库中没有这份规程。"),
        ({**BOTH, "section_a": "1", "section_b": "99"}, "没有找到。"),
    ],
)
def test_a_link_to_what_is_not_there_says_so(compare, wrong, sentence):
    assert sentence in compare(**wrong).error[0].value


@pytest.mark.parametrize(
    "odd", [{"change": "0"}, {"change": "99"}, {"page": "x"}, {"kind": "evil"}, {"view": "<b>"}]
)
def test_odd_values_in_the_link_are_passed_over(compare, odd):
    app = compare(**BOTH, **odd)
    assert not app.error


def test_a_table_is_shown_cell_over_cell_with_far_rows_folded(app, stored):
    old = long_edition("long_2023", 6)
    stored(old, revised(old, "long_2024", seed=4))
    opened(app, a="long_2023", b="long_2024", what="tables", kind="changed")
    row = handed(app, "compared_changes")["rows"][0]
    opened(app, change=row["nth"])
    table = handed(app, "compared_table")
    (chosen,) = [row for row in table["rows"] if row.get("chosen")]
    changed = [cell for cell in chosen["cells"] if cell["state"] == "changed"]
    assert any(piece.get("cls", "").startswith("come") for piece in changed[0]["words"])
    assert any("gap" in row for row in table["rows"])
    app.toggle(key="compare_all_rows").set_value(True).run()
    assert link(app)["rows"] == "all"
    assert not any("gap" in row for row in handed(app, "compared_table")["rows"])


def test_a_long_list_comes_in_pages(app, stored):
    old = long_edition("long_2023", 12)
    stored(old, revised(old, "long_2024", seed=3))
    opened(app, a="long_2023", b="long_2024", view="changes", page=2)
    assert len(kinds(app)) == 20
    assert handed(app, "compared_changes")["rows"][0]["nth"] == 21


def test_structure_and_terms_of_both_sides(compare):
    app = compare(**BOTH, view="terms")
    built, common, only_old, only_new = (frame.value for frame in app.dataframe)
    clauses = built[built["what"] == "条文"].iloc[0]
    assert (clauses["old"], clauses["new"]) == (4, 4)
    assert "断路器" in set(common["what"])
    assert "会签" in set(only_old["what"])
    assert "光伏" in "".join(only_new["what"])
