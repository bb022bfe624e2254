"""Queries that name a place lead straight there, and only where they name one."""

import pytest

from core.services.search import SearchFilters

REG = "linjiang_dispatch_2024"
ONLY = SearchFilters(reg_ids=(REG,))


def first(workbench, query, filters=ONLY):
    result = workbench.search(query, filters, 5).results[0]
    return result.source.removeprefix(f"{REG} "), result.matched_fields[0]


@pytest.mark.parametrize(
    ("query", "place", "why"),
    [
        ("2.1.4", "P6 2.1.4", "section"),
        ("２．１．４", "P6 2.1.4", "section"),
        ("6.2", "P18 6.2", "section"),  # printed as 第二节 of 第六章
        ("第6章", "P18 6", "section"),
        ("附录 A", "P27 A", "section"),
        ("第十二条", "P34 附件1/12", "section"),
        ("附錄A", "P27 A", "section"),
        ("附录 a", "P27 A", "section"),
        ("条款2.1.4", "P6 2.1.4", "section"),
        ("2.1.4.", "P6 2.1.4", "section"),
        ("2 . 1 . 4", "P6 2.1.4", "section"),
        ("表6-2", "P19", "table"),
        ("表 6 - 2", "P19", "table"),
        ("表 6.2", "P19", "table"),
        ("表6-2注1", "P20", "note"),
        ("P20", "P20", "page"),
        ("第二十页", "P20", "page"),
        ("20页", "P20", "page"),
        ("p20-p22", "P20-P22", "page"),
        ("第20-22页", "P20-P22", "page"),
        ("第二十页至第二十二页", "P20-P22", "page"),
        (f"{REG} P20", "P20", "page"),
        (f"{REG} 2.1.4", "P6 2.1.4", "section"),
        (f"{REG} 表6-2", "P19", "table"),
        (f"{REG}表6-2", "P19", "table"),
        (f"{REG}，P20", "P20", "page"),
        (f"{REG} P19-P20 表6-2 线路跳闸后的强送规定", "P19-P20", "page"),
        (f"{REG} P6 2.1.4", "P6", "page"),
    ],
)
def test_a_place_that_is_named_comes_first(sample_library, query, place, why):
    assert first(sample_library, query) == (place, why)


@pytest.mark.parametrize(
    "query", ["P999", "9.9.9", "母线失压 P20 处理", "220", "linjiang_2024 P20"]
)
def test_what_names_no_place_is_looked_for_as_words(sample_library, query):
    results = sample_library.search(query, ONLY, 20).results
    named = {"section", "table", "note", "page", "figure", "title"}
    assert not any(named & set(result.matched_fields) for result in results)


@pytest.mark.parametrize(
    ("query", "first_reg", "last_reg"),
    [
        ("第六条", "linjiang_dispatch", "northgate"),  # Article 6
        ("第六章第二节", "linjiang_dispatch", "northgate"),  # 6.2 of Article 6
        ("附件1", "linjiang_dispatch", "northgate"),  # Attachment 1
        ("Article 6", "northgate", "linjiang_dispatch"),
    ],
)
def test_a_place_printed_as_it_was_asked_for_comes_first(
    sample_library, query, first_reg, last_reg
):
    found = sample_library.search(query, SearchFilters(every_regulation=True), 20).results
    named = [result.reg_id for result in found if "section" in result.matched_fields]
    assert named[0].startswith(first_reg)
    assert named[-1].startswith(last_reg)


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("P999", "None of the regulations searched has a page 999."),
        ("表9-9", "Nothing in the regulations searched is called 表9-9."),
        ("9.9.9", "Nothing in the regulations searched is called 9.9.9."),
        ("GB/T 99999", "None of the regulations searched is GB/T 99999."),
    ],
)
def test_a_name_that_leads_nowhere_is_said_to(sample_library, query, note):
    assert note in sample_library.search(query, ONLY, 5).notes


@pytest.mark.parametrize("query", ["50.2", "注1", "母线失压", "表6-2"])
def test_nothing_is_said_of_values_and_of_what_leads_somewhere(sample_library, query):
    notes = sample_library.search(query, SearchFilters(every_regulation=True), 5).notes
    assert not any("regulations searched" in note for note in notes)


def test_a_filter_holds_for_places_that_are_named(sample_library):
    def named(chapter):
        filters = SearchFilters(reg_ids=(REG,), chapter_scope=chapter)
        found = sample_library.search("2.1.4", filters, 10).results
        return [result.page_num for result in found if "section" in result.matched_fields]

    assert named("第二章") == [6]
    assert named("第三章") == []


def test_a_name_of_several_places_leads_to_all_of_them_where_one_regulation_is_searched(
    sample_library,
):
    def notes(filters):
        found = sample_library.search("注1", filters, 10).results
        return [result.page_num for result in found if "note" in result.matched_fields]

    pages = notes(ONLY)
    assert len(pages) > 1
    assert pages == sorted(pages)
    assert notes(SearchFilters(every_regulation=True)) == []


def test_the_id_of_a_regulation_says_where_to_search_and_not_for_what(sample_library):
    outcome = sample_library.search(f"{REG} 母线失压的判别依据")
    assert outcome.reg_ids == (REG,)
    assert outcome.results[0].page_num == 20
    assert "phrase" in outcome.results[0].matched_fields


def test_a_named_clause_shows_how_it_begins_and_the_chapter_it_stands_in(sample_library):
    clause = sample_library.search("6.3.1", ONLY, 5).results[0]
    assert clause.snippet.startswith("6.3.1 母线失压的判别依据为")
    assert clause.chapter_path[1:] == ("第三节 母线失压", "6.3.1")


def test_a_named_page_shows_the_chapter_it_begins_in_and_where_its_text_was_cut(sample_library):
    page = sample_library.search("P12", ONLY, 5).results[0]
    assert page.chapter_path == ("第四章 频率与电压控制",)
    assert page.snippet.endswith("…")
