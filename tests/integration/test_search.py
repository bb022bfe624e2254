"""Search on the samples: what stands in the text is found, on its own page."""

from collections import Counter
from dataclasses import replace

import pytest

from core.errors import EmptyQuery, InvalidArguments, RegulationNotFoundError
from core.retrieval.highlights import contains_phrase
from core.services.ingest import IngestRequest
from core.services.search import Searcher, SearchFilters, search
from core.settings import Settings
from core.store.regulations import load_regulation
from core.tools import call_tool
from core.workbench import Workbench
from tests.drawn_phrases import all_phrases, drawn
from tests.integration.conftest import SAMPLES
from tests.made_pdfs import write_pdf

REG = "linjiang_dispatch_2024"
ONLY = SearchFilters(reg_ids=(REG,))


def pages_found(workbench, query, filters=ONLY, limit=100):
    return [result.page_num for result in workbench.search(query, filters, limit).results]


def test_the_right_page_comes_first(sample_library):
    assert pages_found(sample_library, "母线失压的判别依据")[0] == 20
    assert pages_found(sample_library, "强送不成功")[0] in (19, 20)


def test_every_literal_phrase_is_found_on_its_own_page(sample_library):
    """1,000 of two to eight characters: in text, in table cells, over the end of a line."""
    phrases = {}
    for reg_id in ("linjiang_dispatch_2023", REG):
        regulation = load_regulation(sample_library._database, reg_id)
        for kind, runs in all_phrases(regulation, SAMPLES / f"{reg_id}.pdf").items():
            phrases.setdefault(kind, []).extend(runs)
    asked = [
        *drawn(phrases["text"], 500, seed=20),
        *drawn(phrases["cell"], 250, seed=21),
        *drawn(phrases["line break"], 250, seed=22),
    ]
    searcher = Searcher(sample_library._database)  # a phrase is found by its words alone
    missed = [each for each in asked if each.page_num not in phrase_pages(searcher, each)]
    assert missed == []
    assert len(asked) == 1000


def phrase_pages(searcher, drawn_phrase):
    only = SearchFilters(reg_ids=(drawn_phrase.reg_id,))
    found = search(searcher, f'"{drawn_phrase.phrase}"', only, 200)
    return {result.page_num for result in found.results}


@pytest.mark.parametrize("query", ["母线失压 处理", "谁负责 新设备启动", "第六章 事故处理"])
def test_lists_of_contents_come_behind_what_they_list(sample_library, query):
    """They hold the words of every heading."""
    pages = pages_found(sample_library, query)
    assert set(pages[:10]).isdisjoint({2, 3})
    assert pages_found(sample_library, '"新设备启动"')[-1] == 2


def test_a_phrase_in_quotes_must_stand_there_as_it_is(sample_library):
    assert pages_found(sample_library, '"母线失压的判别依据"') == [20]
    assert pages_found(sample_library, '"判别依据的母线失压"') == []


@pytest.mark.parametrize("phrase", ["kV", "ＭＷ", "min", "A", "%", "（", "±", "10 kV"])
def test_units_and_signs_in_quotes_are_found_wherever_they_stand(
    sample_library, edition_2024, phrase
):
    """Inside 220 kV and 30 %, too, and where no index knows them."""
    standing = {
        page.page_num
        for page in edition_2024.pages
        for block in page.content_blocks
        if block.figure_id is None and contains_phrase(block.content_markdown, phrase)
    }
    assert standing
    assert standing <= set(pages_found(sample_library, f'"{phrase}"'))


@pytest.mark.parametrize("query", ["“母线失压”", "「母线失压」", "＂母线失压＂", "处理“母线失压”"])
def test_quotation_marks_of_every_kind_filter(sample_library, query):
    assert set(pages_found(sample_library, query)) == set(pages_found(sample_library, '"母线失压"'))


def test_only_words_that_stand_as_they_were_typed_are_called_a_phrase(sample_library):
    found = sample_library.search("limit load shedding", limit=20).results
    assert found
    assert not any("phrase" in result.matched_fields for result in found)
    assert "phrase" in sample_library.search("load shedding").results[0].matched_fields


def test_numerals_and_units_are_equal_in_all_their_forms(sample_library):
    assert pages_found(sample_library, "第6章") == pages_found(sample_library, "第六章")
    assert pages_found(sample_library, "220千伏母线") == pages_found(sample_library, "220 kV 母线")


def test_a_row_of_a_joined_table_is_cited_on_the_page_it_stands_on(sample_library, edition_2024):
    table = next(table for table in edition_2024.tables if table.number == "附表1")
    names = {
        cell.content: cell.page_num for cell in table.cells if cell.col == 1 and not cell.is_header
    }
    for name, page_num in list(names.items())[::7]:
        assert page_num in pages_found(sample_library, f'"{name}"')


def test_filters_narrow_the_search(sample_library):
    everywhere = pages_found(sample_library, "母线")
    in_chapter = pages_found(sample_library, "母线", SearchFilters((REG,), chapter_scope="第六章"))
    assert set(in_chapter) < set(everywhere)
    assert in_chapter
    assert all(18 <= page_num <= 22 for page_num in in_chapter)
    in_section = pages_found(sample_library, "母线", SearchFilters((REG,), chapter_scope="6.2"))
    assert set(in_section) == {18, 19, 20}  # and not 6.6.2, which ends with the same figures
    nowhere = sample_library.search("母线", SearchFilters((REG,), chapter_scope="第九十章"))
    assert nowhere.results == ()
    assert "第九十章" in nowhere.notes[-1]
    tables = pages_found(sample_library, "母线", SearchFilters((REG,), block_types=("table",)))
    assert 0 < len(tables) < len(everywhere)


def test_the_tool_answers_with_a_source_on_every_item(sample_library):
    answer = call_tool(sample_library, "smart_search", {"query": "频率异常", "reg_id": "all"})
    assert {item["reg_id"] for item in answer["results"]} > {REG}
    for item in answer["results"]:
        assert item["source"].startswith(f"{item['reg_id']} P{item['page_num']}")
        assert item["highlights"]


def test_the_tool_takes_scopes_and_kinds_as_agents_write_them(sample_library):
    def asked(**arguments):
        return call_tool(sample_library, "smart_search", {"query": "母线", **arguments})

    assert all(asked(reg_id=nothing)["scope"] == "auto" for nothing in ("auto", "", [], None))
    assert asked(reg_id=["all"])["scope"] == "all"
    only_tables = asked(block_types="table")
    assert only_tables["results"] == asked(block_types=["table"])["results"] != []
    with pytest.raises(InvalidArguments):
        asked(block_types=["tables"])


def test_a_table_is_said_to_match_by_what_it_holds(sample_library):
    def matches(query):
        found = sample_library.search_tables(query, ONLY, 50)
        return {table.number: match.match_types for table, match in found}

    assert matches("表6-2")["6-2"][:2] == ("number", "caption")
    assert "caption" not in matches("表6-2").get("6-4", ())  # the 6 alone is no match
    assert all(types == ("semantic",) for types in matches("红烧肉 asdf").values())
    assert matches('"红烧肉"') == {}


def test_a_chapter_is_suggested_before_its_number_is_complete(sample_library):
    assert "第六章 系统异常及事故处理" in [each.text for each in sample_library.suggest("第六")]


def test_searching_for_nothing_or_in_nothing_is_told(sample_library):
    for nothing in ("  ", '""', "“ ”"):
        with pytest.raises(EmptyQuery):
            sample_library.search(nothing)
    with pytest.raises(RegulationNotFoundError):
        sample_library.search("母线", SearchFilters(("nope",)))
    assert pages_found(sample_library, '"龘靐齉爩"') == []


@pytest.mark.parametrize(
    "damage",
    [
        ("chunks",),
        ("keyword_chunks",),
        ("postings", "postings_delta"),
        ("search_sets",),
        ("chunks", "keyword_chunks", "postings", "postings_delta", "search_sets"),
    ],
)
def test_pages_answer_where_the_index_is_gone_and_it_is_made_anew(small_library, damage):
    with small_library._database.writing() as cursor:
        for table in damage:
            cursor.execute(f"DELETE FROM {table}")
    outcome = small_library.search('"shall act"')
    assert [result.page_num for result in outcome.results] == [1]
    assert outcome.searched_by == "pages"
    assert outcome.read_by_page == ("rule",)
    assert "phrase" in outcome.results[0].matched_fields
    headings = SearchFilters(block_types=("heading",))
    assert small_library.search("shall act", headings).results == ()
    small_library.refresh_index()
    outcome = small_library.search('"shall act"')
    assert [result.page_num for result in outcome.results] == [1]
    assert outcome.searched_by != "pages"
    assert outcome.read_by_page == ()


def test_pages_answer_where_a_table_of_the_index_is_missing(small_library):
    with small_library._database.writing() as cursor:
        cursor.execute("ALTER TABLE postings RENAME TO lost")
    try:
        assert small_library.search("dispatcher").searched_by == "pages"
    finally:
        with small_library._database.writing() as cursor:
            cursor.execute("ALTER TABLE lost RENAME TO postings")


@pytest.fixture(scope="module")
def small_library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    pages = [["1 General", "The dispatcher shall act at once."], ["2 Reports", "Reports are kept."]]
    pdf = write_pdf(folder / "rule.pdf", pages)
    with Workbench(Settings(data_dir=folder / "data", embedder="none")) as workbench:
        workbench.ingest(IngestRequest(pdf))
        yield workbench


def test_the_index_follows_the_library(settings, tmp_path):
    """New text is found and old text is not, after a new edition and after a delete."""
    everything = SearchFilters(every_regulation=True, past_editions=True)

    def found(query, filters=None):
        return [result.source for result in workbench.search(f'"{query}"', filters).results]

    pdf = write_pdf(tmp_path / "rule.pdf", [["1 General", "The dispatcher shall act at once."]])
    with Workbench(settings) as workbench:
        workbench.ingest(IngestRequest(pdf))
        assert found("dispatcher") == ["rule P1"]
        write_pdf(pdf, [["1 General", "The operator shall act at once."]])
        workbench.ingest(IngestRequest(pdf))
        assert found("dispatcher") == []
        assert found("dispatcher", everything) == ["rule@1 P1"]
        assert found("dispatcher", SearchFilters(("rule@1",))) == ["rule@1 P1"]
        assert found("operator", everything) == ["rule P1"]
        workbench.delete_regulation("rule")
        assert found("operator", everything) == []
        assert found("dispatcher", everything) == []


def test_every_section_of_a_page_is_a_result_of_its_own(sample_library):
    """Three articles about 频率 stand on one page; grouped by section none hides another."""
    by_section = sample_library.search("频率", ONLY, 200, "section").results
    places = [(result.page_num, result.section_number) for result in by_section]
    assert len(set(places)) == len(places)
    on_one_page = Counter(page_num for page_num, _ in places)
    assert max(on_one_page.values()) > 1


def test_the_total_counts_what_lies_beyond_the_limit(sample_library):
    everything = sample_library.search('"母线"', ONLY, 500)
    few = sample_library.search('"母线"', ONLY, 5)
    assert len(few.results) == 5
    assert everything.total == len(everything.results)
    assert abs(few.total - everything.total) <= 3  # a chunk over two pages may count once


def test_a_hit_names_the_chapter_it_stands_in(sample_library):
    found = sample_library.search('"母线失压超过"', SearchFilters(("linjiang_dispatch_2023",)))
    assert found.results[0].chapter_path[:2] == ("第六章 系统异常及事故处理", "第三节 母线失压")


def test_pages_are_counted_by_regulation_kind_and_chapter(sample_library):
    counts = sample_library.search('"母线失压"', ONLY, 3).counts
    assert set(counts["reg_id"]) == {REG}
    assert counts["block_type"]["table"] >= 1
    assert counts["chapter"]["第六章 系统异常及事故处理"] >= 2
    for chapter in counts["chapter"]:
        assert pages_found(
            sample_library, '"母线失压"', SearchFilters((REG,), chapter_scope=chapter)
        )


def test_every_chapter_that_is_offered_finds_its_pages_in_english_too(sample_library):
    only = SearchFilters(("northgate_reliability_2024",))
    offered = sample_library.search("rating", only, 3).counts["chapter"]
    assert "Article 4 Operating limits" in offered
    for chapter in offered:
        assert pages_found(sample_library, "rating", replace(only, chapter_scope=chapter))


def test_counts_beside_a_filter_tell_what_its_other_choices_would_find(sample_library):
    in_tables = SearchFilters((REG,), block_types=("table",))
    beside = sample_library.search_counts('"母线失压"', in_tables)
    assert set(beside) == {"reg_id", "block_type"}  # of the filters that are set
    assert beside["block_type"]["text"] >= 1
    assert set(beside["reg_id"]) == {REG, "linjiang_dispatch_2023"}
    assert sample_library.search_counts("母线失压", SearchFilters()) == {}


def test_a_table_called_by_its_caption_is_found_however_many_others_fit(sample_library):
    for limit in (1, 5):
        found = sample_library.search_tables("表6-3", SearchFilters((REG,)), limit)
        table, match = found[0]
        assert (table.number, match.match_types[0]) == ("6-3", "number")
        assert len(found) <= limit


def test_chunks_of_a_regulation_keep_the_pages_they_stand_on(sample_library):
    (result,) = sample_library.search('"母线失压"', ONLY, 5, "regulation").results
    pages = {chunk.page_num for chunk in result.matched_chunks}
    assert len(pages) > 1
    for chunk in result.matched_chunks:
        assert any(f"/p{chunk.page_num:04d}/" in block_id for block_id in chunk.block_ids)


def test_tables_are_looked_at_for_the_rows_a_query_stands_in(sample_library):
    table_id = f"{REG}/t-6-3"
    looked_at = sample_library.look_at_tables("保护误动", [table_id, f"{REG}/t-gone"])
    assert list(looked_at) == [table_id]
    table, match = looked_at[table_id]
    rows = {cell.row for cell in table.cells if cell.content == "保护误动"}
    assert rows
    assert rows <= set(match.rows) < set(range(table.row_count))


def test_places_without_a_word_of_the_query_are_said_to_be_near_in_meaning_only(sample_library):
    if sample_library.search("母线").embedder is None:
        pytest.skip("no embedding model on this machine")
    absurd = sample_library.search("zzzqqq")
    assert absurd.results
    assert any("No word of the query" in note for note in absurd.notes)
    assert not sample_library.search("母线失压").notes
    assert not sample_library.search("6.3").notes
