"""A real DuckDB file: what goes in comes out, whole or not at all."""

import duckdb
import pytest

from core.errors import (
    BlockNotFoundError,
    ChapterNotFoundError,
    InvalidPageRangeError,
    PageNotFoundError,
    RegulationNotFoundError,
    TableNotFoundError,
)
from core.model import PageDocument
from core.services.indexing import Indexer
from core.services.reading import load_page, load_page_range
from core.store import annotations, chapters, pages, regulations, tables
from core.store.database import Database
from core.store.integrity import find_problems
from core.store.regulations import EXTRACTION_TABLES, load_regulation, save_regulation
from tests.made_regulations import (
    info,
    plain_regulation,
    rich_regulation,
    seed_table_regulation,
    text_block,
)


@pytest.fixture
def rich(database):
    regulation = rich_regulation()
    save_regulation(database, regulation, material=[Indexer().material(regulation)])
    return regulation


def row_counts(database) -> dict[str, int]:
    with database.reading() as cursor:
        return {
            table: cursor.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in EXTRACTION_TABLES
        }


def test_a_regulation_comes_back_as_it_went_in(database, rich):
    assert load_regulation(database, rich.info.reg_id) == rich


def test_it_comes_back_after_the_store_was_closed_and_opened(settings):
    regulation = rich_regulation()
    first = Database(settings.database_path)
    save_regulation(first, regulation)
    first.close()
    second = Database(settings.database_path)
    try:
        assert load_regulation(second, regulation.info.reg_id) == regulation
    finally:
        second.close()


def test_saving_twice_doubles_nothing(database, rich):
    once = row_counts(database)
    save_regulation(database, rich)
    assert row_counts(database) == once
    assert load_regulation(database, rich.info.reg_id) == rich


def test_saving_fewer_pages_leaves_no_old_page_behind(database):
    save_regulation(database, plain_regulation("shrinking", 5))
    save_regulation(database, plain_regulation("shrinking", 2))
    assert load_page(database, "shrinking", 2).page_num == 2
    with pytest.raises(PageNotFoundError):
        load_page(database, "shrinking", 5)


def test_deleting_removes_every_row_and_nothing_of_others(database, rich):
    other = rich_regulation("other_2024")
    save_regulation(database, other)
    regulations.delete_regulation(database, rich.info.reg_id)
    with pytest.raises(RegulationNotFoundError):
        regulations.get_info(database, rich.info.reg_id)
    with database.reading() as cursor:
        for table in EXTRACTION_TABLES:
            left = cursor.execute(
                f"SELECT count(*) FROM {table} WHERE reg_id = 'rich_2024'"
            ).fetchone()
            assert left == (0,), table
    assert load_regulation(database, "other_2024") == other


def test_deleting_what_is_not_there_says_so(database):
    with pytest.raises(RegulationNotFoundError):
        regulations.delete_regulation(database, "nope")


def test_a_save_that_fails_leaves_the_store_as_it_was(database, rich):
    broken = rich.model_copy(
        update={"chunks": (rich.chunks[0].model_copy(update={"content": None}),)}
    )
    with pytest.raises(duckdb.ConstraintException, match="NOT NULL"):
        save_regulation(database, broken)
    assert load_regulation(database, rich.info.reg_id) == rich


def test_a_blank_page_is_a_page(database, rich):
    assert load_page(database, "rich_2024", 3) == PageDocument(reg_id="rich_2024", page_num=3)
    assert len(load_page_range(database, "rich_2024", 1, 3).pages) == 3


def test_a_missing_page_and_a_missing_regulation_are_told_apart(database, rich):
    with pytest.raises(PageNotFoundError) as caught:
        load_page(database, "rich_2024", 4)
    assert caught.value.hint == "Its pages are 1 to 3."
    with pytest.raises(RegulationNotFoundError):
        load_page(database, "nope", 1)


@pytest.mark.parametrize(("start", "end"), [(0, 1), (-3, 2), (3, 2)])
def test_a_range_that_is_none_is_refused(database, rich, start, end):
    with pytest.raises(InvalidPageRangeError):
        load_page_range(database, "rich_2024", start, end)


def test_a_range_beyond_the_last_page_ends_there(database, rich):
    assert load_page_range(database, "rich_2024", 2, 99).source == "rich_2024 P2-P3"
    with pytest.raises(PageNotFoundError):
        load_page_range(database, "rich_2024", 4, 9)


def test_the_original_example_of_pages_72_to_74_keeps_all_five_rows(database):
    """The original returned three of the five rows, and dropped the text around the table."""
    save_regulation(database, seed_table_regulation())
    content = load_page_range(database, "angui_2024", 72, 75)
    assert content.content_markdown == (
        "母线故障按下表处置。\n\n"
        "| 项目 | 值 |\n| --- | --- |\n| 数据1 | A |\n| 数据2 | B |\n| 数据3 | C |\n"
        "| 数据4 | D |\n| 数据5 | E |\n\n"
        "注1：以现场规程为准。"
    )
    assert content.has_merged_tables
    assert content.source == "angui_2024 P72-P75"
    assert [page.page_num for page in content.pages] == [72, 73, 74, 75]


def test_a_part_of_a_table_has_the_rows_of_its_pages_and_the_header(database):
    save_regulation(database, seed_table_regulation())
    content = load_page_range(database, "angui_2024", 73, 73)
    assert content.content_markdown == (
        "| 项目 | 值 |\n| --- | --- |\n| 数据3 | C |\n| 数据4 | D |"
    )
    assert not content.has_merged_tables


def test_the_seed_table_knows_the_page_of_every_row(database):
    save_regulation(database, seed_table_regulation())
    table = tables.get_table(database, "angui_2024", "angui_2024/p0072/t1")
    assert table.row_count == 6
    assert [segment.row_range for segment in table.segments] == [(0, 3), (3, 5), (5, 6)]
    assert {cell.row: cell.page_num for cell in table.cells} == {
        0: 72,
        1: 72,
        2: 72,
        3: 73,
        4: 73,
        5: 74,
    }
    pages_of_seed = [load_page(database, "angui_2024", number) for number in (72, 73, 74)]
    assert [page.continues_to_next for page in pages_of_seed] == [True, True, False]
    assert [page.get_tables()[0].table_meta.is_truncated for page in pages_of_seed] == [
        True,
        True,
        False,
    ]


def test_parts_are_found_by_their_ids(database, rich):
    assert tables.get_table(database, "rich_2024", "rich_2024/t-6-2") == rich.tables[0]
    assert chapters.get_chapter(database, "rich_2024", "rich_2024/s6") == rich.chapters[0]
    page, block = pages.get_block(database, "rich_2024", "rich_2024/p0001/b01")
    assert (page, block) == (rich.pages[0], rich.pages[0].content_blocks[1])
    assert annotations.annotations_of(database, "rich_2024") == [rich.pages[0].annotations[0]]
    assert pages.blocks_of_chapter(database, "rich_2024/s6") == list(
        rich.pages[0].content_blocks[:2]
    )
    heads = tables.table_heads(database, "rich_2024")
    assert heads == [rich.tables[0].model_copy(update={"cells": ()})]


@pytest.mark.parametrize(
    ("look", "error"),
    [
        (lambda db: tables.get_table(db, "rich_2024", "rich_2024/t-9-9"), TableNotFoundError),
        (lambda db: tables.get_table(db, "nope", "rich_2024/t-6-2"), TableNotFoundError),
        (lambda db: chapters.get_chapter(db, "rich_2024", "rich_2024/s99"), ChapterNotFoundError),
        (lambda db: pages.get_block(db, "rich_2024", "rich_2024/p0001/b99"), BlockNotFoundError),
        (lambda db: pages.get_block(db, "nope", "nope/p0001/b00"), RegulationNotFoundError),
    ],
)
def test_what_is_not_there_says_what_to_do(database, rich, look, error):
    with pytest.raises(error) as caught:
        look(database)
    assert caught.value.hint


def test_the_list_counts_what_a_regulation_holds(database, rich):
    save_regulation(database, plain_regulation("plain", 2))
    by_id = {found.info.reg_id: found for found in regulations.list_summaries(database)}
    summary = by_id["rich_2024"]
    assert summary.info == rich.info
    assert (summary.table_count, summary.cross_page_table_count) == (1, 1)
    assert (summary.reference_count, summary.unresolved_count) == (2, 1)
    assert (summary.annotation_count, summary.chapter_count, summary.figure_count) == (1, 2, 1)
    assert summary.ocr_page_count == 1
    assert by_id["plain"].table_count == 0


def test_a_page_read_before_a_write_is_read_anew_after_it(database):
    save_regulation(database, plain_regulation("changing", 1, mark="旧"))
    assert "旧" in load_page(database, "changing", 1).content_markdown
    save_regulation(database, plain_regulation("changing", 1, mark="新"))
    assert "新" in load_page(database, "changing", 1).content_markdown


def test_hostile_text_is_only_text(database):
    text = "'); DROP TABLE pages; -- <script>alert(1)</script> \\ | \x00 \u202e"
    regulation = plain_regulation("hostile", 1)
    block = text_block("hostile", 1, 0, text)
    page = regulation.pages[0].model_copy(update={"content_blocks": (block,)})
    save_regulation(database, regulation.model_copy(update={"pages": (page,)}))
    assert load_page(database, "hostile", 1).content_blocks[0].content_markdown == text


def test_a_whole_store_has_no_problems_and_a_torn_one_names_them(database, rich):
    assert find_problems(database) == []
    with database.writing() as cursor:
        cursor.execute("DELETE FROM pages WHERE page_num = 2")
        cursor.execute("DELETE FROM tables")
        cursor.execute("INSERT INTO chunks SELECT * REPLACE ('ghost' AS reg_id) FROM chunks")
    problems = " ".join(find_problems(database))
    assert "rich_2024 has 2 of its 3 pages." in problems
    assert "5 rows of table_cells belong to no table." in problems
    assert "1 rows of chunks belong to no regulation." in problems
    assert "ghost has 0 of its 1 chunks in the keyword index." in problems


def test_the_same_reg_id_twice_is_noticed(database, rich):
    with database.writing() as cursor:
        cursor.execute("INSERT INTO regulations SELECT * FROM regulations")
    assert any("share the reg_id rich_2024" in problem for problem in find_problems(database))
    assert info("rich_2024", 3).reg_id == "rich_2024"
