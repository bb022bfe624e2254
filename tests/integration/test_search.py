"""Search on the samples: what stands in the text is found, on its own page."""

import random
import re

import pytest

from core.errors import EmptyQuery, RegulationNotFoundError
from core.services.ingest import IngestRequest
from core.services.search import SearchFilters
from core.tools import call_tool
from core.workbench import Workbench
from tests.made_pdfs import write_pdf

REG = "linjiang_dispatch_2024"
ONLY = SearchFilters(reg_ids=(REG,))
CHINESE = re.compile(r"[\u4e00-\u9fff]{2,}")


def pages_found(workbench, query, filters=ONLY, limit=100):
    return [result.page_num for result in workbench.search(query, filters, limit)]


def test_the_right_page_comes_first(sample_library):
    assert pages_found(sample_library, "母线失压的判别依据")[0] == 20
    assert pages_found(sample_library, "强送不成功")[0] in (19, 20)


def test_every_literal_phrase_is_found_on_its_own_page(sample_library, edition_2024):
    """Drawn from blocks and table cells, two to eight characters, from a fixed seed."""
    choose = random.Random(20)
    runs = [
        (page.page_num, run)
        for page in edition_2024.pages
        for block in page.content_blocks
        for run in CHINESE.findall(block.content_markdown)
    ]
    missed = []
    for _ in range(300):
        page_num, run = choose.choice(runs)
        length = choose.randint(2, min(8, len(run)))
        start = choose.randint(0, len(run) - length)
        phrase = run[start : start + length]
        if page_num not in pages_found(sample_library, f'"{phrase}"'):
            missed.append((page_num, phrase))
    assert missed == []


def test_a_phrase_in_quotes_must_stand_there_as_it_is(sample_library):
    assert pages_found(sample_library, '"母线失压的判别依据"') == [20]
    assert pages_found(sample_library, '"判别依据的母线失压"') == []


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
    tables = pages_found(sample_library, "母线", SearchFilters((REG,), block_types=("table",)))
    assert 0 < len(tables) < len(everywhere)


def test_the_tool_answers_with_a_source_on_every_item(sample_library):
    answer = call_tool(sample_library, "smart_search", {"query": "频率异常", "reg_id": "all"})
    assert {item["reg_id"] for item in answer["results"]} > {REG}
    for item in answer["results"]:
        assert item["source"].startswith(f"{item['reg_id']} P{item['page_num']}")
        assert item["highlights"]


def test_searching_for_nothing_or_in_nothing_is_told(sample_library):
    with pytest.raises(EmptyQuery):
        sample_library.search("  ")
    with pytest.raises(RegulationNotFoundError):
        sample_library.search("母线", SearchFilters(("nope",)))
    assert sample_library.search("龘靐齉爩") == []


def test_the_index_follows_the_library(settings, tmp_path):
    """New text is found and old text is not, after a new edition and after a delete."""
    pdf = write_pdf(tmp_path / "rule.pdf", [["1 General", "The dispatcher shall act at once."]])
    with Workbench(settings) as workbench:
        workbench.ingest(IngestRequest(pdf))
        assert [r.source for r in workbench.search("dispatcher")] == ["rule P1"]
        write_pdf(pdf, [["1 General", "The operator shall act at once."]])
        workbench.ingest(IngestRequest(pdf))
        assert [r.reg_id for r in workbench.search("dispatcher")] == ["rule@1"]
        assert [r.reg_id for r in workbench.search("operator")] == ["rule"]
        workbench.delete_regulation("rule")
        assert workbench.search("operator") == []
        assert workbench.search("dispatcher") == []
