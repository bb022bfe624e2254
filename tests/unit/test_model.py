import pytest
from pydantic import ValidationError

from core.model import Box, ChunkConfig, PageContent, PageDocument, Regulation, Table, ids
from tests.made_regulations import info, rich_regulation, text_block


def test_a_page_cites_itself():
    assert PageDocument(reg_id="angui_2024", page_num=72).source == "angui_2024 P72"


def test_a_range_of_pages_cites_both_ends():
    content = PageContent(
        reg_id="angui_2024", start_page=72, end_page=75, content_markdown="", pages=()
    )
    assert content.source == "angui_2024 P72-P75"


def test_a_table_cites_its_pages_and_caption():
    table = rich_regulation().tables[0]
    assert table.source == "rich_2024 P1-P2 表6-2 母线故障处置"


def test_the_source_travels_with_the_json():
    table = rich_regulation().tables[0]
    assert table.model_dump()["source"] == table.source
    assert Table.model_validate(table.model_dump(mode="json")) == table


def test_nouns_are_frozen():
    with pytest.raises(ValidationError, match="frozen"):
        PageDocument(reg_id="a", page_num=1).page_num = 2


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (ids.block_id("angui_2024", 72, 3), "angui_2024/p0072/b03"),
        (ids.table_id("angui_2024", 85, 1, "6-2"), "angui_2024/t-6-2"),
        (ids.table_id("angui_2024", 85, 1, "6.2"), "angui_2024/t-6-2"),
        (ids.table_id("angui_2024", 85, 1), "angui_2024/p0085/t1"),
        (ids.note_id("angui_2024", 85, 1), "angui_2024/p0085/n1"),
        (ids.chapter_id("angui_2024", "2.1.4"), "angui_2024/s2.1.4"),
    ],
)
def test_ids_read_as_they_are_cited(made, expected):
    assert made == expected


@pytest.mark.parametrize(
    ("identifier", "name"),
    [
        ("angui_2024/p0072/b03", "b03"),
        ("angui_2024/t-6-2", "t-6-2"),
        ("angui_2024/p0085/t1", "t1"),
        ("angui_2024/s2.1.4", "s2.1.4"),
        ("angui_2024/s3/12", "s3/12"),
        ("angui_2024", ""),
    ],
)
def test_a_link_names_a_thing_within_its_regulation_and_page(identifier, name):
    assert ids.own_name(identifier) == name


@pytest.mark.parametrize(
    ("file_name", "expected"),
    [
        ("2024年国调直调 规定（第二版）.pdf", "2024年国调直调_规定_第二版"),
        ("GB 38755-2019.PDF", "gb_38755-2019"),
        ("../../etc/passwd", "passwd"),
        (".pdf", "pdf"),
        ("，，.pdf", "regulation"),
    ],
)
def test_a_file_name_becomes_an_id_that_is_safe_in_paths_and_links(file_name, expected):
    assert ids.slug(file_name) == expected
    assert ids.is_reg_id(expected)


@pytest.mark.parametrize("bad", ["", "..", "a/b", "a b", "a\\b", "x" * 81, "a@", "a@x", "a\n"])
def test_an_id_that_could_leave_its_folder_is_refused(bad):
    assert not ids.is_reg_id(bad)
    with pytest.raises(ValidationError):
        info(bad, 1)


def test_a_box_is_written_as_four_numbers():
    box = Box(left=0.1, top=0.2, right=0.9, bottom=0.4)
    assert box.model_dump() == [0.1, 0.2, 0.9, 0.4]
    assert Box.model_validate([0.1, 0.2, 0.9, 0.4]) == box


@pytest.mark.parametrize(
    "bad", [[0.5, 0, 0.4, 1], [0, 0.5, 1, 0.4], [0, 0, 1.2, 1], [-0.1, 0, 1, 1]]
)
def test_a_box_lies_on_its_page(bad):
    with pytest.raises(ValidationError):
        Box.model_validate(bad)


def test_a_regulation_without_one_of_its_pages_is_refused():
    pages = tuple(PageDocument(reg_id="a", page_num=number) for number in (1, 3))
    with pytest.raises(ValidationError, match="each once and in order"):
        Regulation(info=info("a", 3), pages=pages)


def test_a_page_knows_its_tables_and_headings():
    page = rich_regulation().pages[0]
    assert [block.block_type for block in page.get_tables()] == ["table"]
    assert [block.content_markdown for block in page.get_headings()] == ["第六章 事故处理"]
    assert not page.is_blank
    assert rich_regulation().pages[2].is_blank


def test_a_page_comes_back_from_json_as_it_was():
    page = rich_regulation().pages[0]
    assert PageDocument.model_validate_json(page.model_dump_json()) == page
    assert text_block("a", 1, 0, "x").block_id == "a/p0001/b00"


def test_chunk_sizes_must_make_sense():
    assert ChunkConfig().max_chunk_size == 1500
    with pytest.raises(ValidationError):
        ChunkConfig(min_chunk_size=200, max_chunk_size=100)
