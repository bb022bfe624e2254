"""What the systems before this one got wrong, each as a test on the samples.

Two of the twelve belong elsewhere: sub-phrases in search, and the reading context.
"""

import pytest

from core.structure.numerals import numeral_value


@pytest.fixture(scope="module")
def tables(edition_2024):
    return {table.number or table.caption: table for table in edition_2024.tables}


def chapter(regulation, section_number):
    return next(node for node in regulation.chapters if node.section_number == section_number)


def references(regulation, text):
    return [found for found in regulation.references if found.text == text]


def note_cited_in(regulation, table, row_text):
    """The note that the cell of this row which cites one is linked to."""
    row = next(cell.row for cell in table.cells if cell.content == row_text)
    for page in regulation.pages:
        for note in page.annotations:
            if any((link.table_id, link.row) == (table.table_id, row) for link in note.links):
                return note
    raise AssertionError(f"no note is linked to the row {row_text}")


def test_1_a_table_over_three_pages_keeps_its_first_pages(tables, sample_library):
    table = tables["附表1"]
    assert (table.page_start, table.page_end, table.row_count) == (29, 31, 73)
    content = sample_library.load_page_range("linjiang_dispatch_2024", 29, 31)
    assert content.has_merged_tables
    for cell in table.cells:
        assert cell.content in content.content_markdown


def test_2_a_continuation_without_a_header_keeps_its_first_row(tables):
    table = tables["附表1"]
    for segment in table.segments[1:]:
        assert segment.header_rows_dropped == 0
        first = [cell for cell in table.cells if cell.row == segment.row_range[0]]
        assert first[0].page_num == segment.page_num
        assert first[0].content.isdigit()
    numbers = [cell.content for cell in table.cells if cell.col == 0 and not cell.is_header]
    assert numbers == [str(number) for number in range(1, 73)]


def test_2_notes_around_a_joined_table_stay(tables, sample_library):
    table = tables["6-3"]
    content = sample_library.load_page_range(
        "linjiang_dispatch_2024", table.page_start, table.page_end
    )
    assert "注一" in content.content_markdown
    assert "注二" in content.content_markdown


def test_2_neighbouring_tables_with_equal_columns_stay_two(tables):
    assert tables["4-3"].page_end == 13
    assert tables["4-4"].page_start == 14
    assert tables["4-3"].col_count == tables["4-4"].col_count


def test_2_a_chapter_has_its_joined_tables_whole_and_nothing_of_its_neighbours(
    tables, sample_library, edition_2024
):
    node = chapter(edition_2024, "6.3")
    content = sample_library.load_chapter("linjiang_dispatch_2024", node.node_id)
    assert content.has_merged_tables
    text = "".join(content.content_markdown.split())
    for cell in tables["6-3"].cells:
        assert "".join(cell.content.split()) in text
    assert text.count("母线本体故障") == 1
    assert "注一" in text
    assert "系统振荡的现象" not in text
    assert "强送不成功的线路" not in text


def test_3_a_table_in_the_first_pages_is_not_thrown_away_as_contents(tables, edition_2024):
    assert tables["2-1"].page_start == 6
    assert not edition_2024.pages[1].get_tables()


def test_4_captions_are_read_and_headings_have_blocks(tables, edition_2024):
    assert tables["6-2"].caption == "表6-2 线路跳闸后的强送规定"
    for number in ("1", "2.1.4", "6.3", "A", "附件1/1"):
        assert chapter(edition_2024, number)
    assert chapter(edition_2024, "2.1.3").has_direct_content


def test_4_a_sentence_that_begins_with_a_number_is_no_chapter(edition_2024, truth_2024):
    headings = {node.heading_block_id for node in edition_2024.chapters}
    blocks = [block for page in edition_2024.pages for block in page.content_blocks]
    for sentence in truth_2024["not_headings"]:
        start = "".join(sentence.split())[:12]
        found = [b for b in blocks if "".join(b.content_markdown.split()).startswith(start)]
        assert found
        assert not {block.block_id for block in found} & headings


def test_4_the_contents_page_wins_no_chapter(edition_2024):
    assert min(node.page_start for node in edition_2024.chapters) >= 5


def test_6_references_lead_where_they_say(edition_2024, tables):
    (to_table, *_) = references(edition_2024, "见表6-1")
    assert to_table.state == "resolved"
    assert to_table.target.target_id == tables["6-1"].table_id
    dotted = [r for r in edition_2024.references if "6.2" in r.text and r.reference_type == "table"]
    assert dotted
    assert all(r.target and r.target.target_id == tables["6-2"].table_id for r in dotted)


def test_6_what_is_not_there_is_not_resolved(edition_2024, truth_2024):
    dangling = [
        r
        for r in truth_2024["references"]
        if r["state"] == "unresolved" and not r.get("target_reg_id")
    ]
    assert dangling
    for wanted in dangling:
        found = [
            r
            for r in edition_2024.references
            if r.page_num == wanted["page_num"] and r.text == wanted["text"]
        ]
        assert any(r.state == "unresolved" and r.reason and r.target is None for r in found), wanted


def test_6_a_standard_is_no_section(edition_2024):
    standards = [r for r in edition_2024.references if r.reference_type == "standard"]
    assert len(standards) > 5
    into_the_library = [r for r in standards if r.state == "resolved"]
    assert [r.target.target_id for r in into_the_library] == ["linjiang_dispatch_2023"]


def test_7_numbers_of_notes_are_read_as_numbers():
    assert numeral_value("十一") == 11


def test_7_a_cell_is_tied_to_the_note_of_its_own_table(edition_2024, tables):
    """注1 stands under five tables; each cell means its own."""
    by_table = {
        note.table_id: note
        for page in edition_2024.pages
        for note in page.annotations
        if note.variant_key == "note:1" and note.links
    }
    assert len(by_table) >= 4
    for table_id, note in by_table.items():
        assert {link.table_id for link in note.links if link.table_id} <= {table_id}
    assert len({note.content for note in by_table.values()}) == len(by_table)


def test_8_a_blank_page_breaks_nothing_and_the_last_page_is_reached(sample_library, edition_2024):
    assert edition_2024.pages[3].is_blank
    content = sample_library.load_page_range("linjiang_dispatch_2024", 1, 35)
    assert [page.page_num for page in content.pages] == list(range(1, 36))
    assert not content.pages[-1].is_blank


def test_10_running_headers_are_no_content_and_columns_do_not_interleave(edition_2024, truth_2024):
    for page, expected in zip(edition_2024.pages, truth_2024["pages"], strict=True):
        for line in (expected["header"], expected["footer"]):
            if line:
                assert not any(line == b.content_markdown for b in page.content_blocks)
    number = next(p["page_num"] for p in truth_2024["pages"] if p["kind"] == "two_column")
    printed = "".join(edition_2024.pages[number - 1].content_markdown.split())
    places = [
        printed.find("".join(paragraph["text"].split())[:20])
        for paragraph in truth_2024["paragraphs"]
        if paragraph["page_start"] == number == paragraph["page_end"]
    ]
    assert len(places) > 5
    assert places == sorted(places)
    assert -1 not in places


def test_10_text_over_a_page_break_stays_on_its_pages(edition_2024, truth_2024):
    cut = [p for p in truth_2024["paragraphs"] if p["page_end"] > p["page_start"]]
    for paragraph in cut:
        text = "".join(paragraph["text"].split())
        first = "".join(edition_2024.pages[paragraph["page_start"] - 1].content_markdown.split())
        last = "".join(edition_2024.pages[paragraph["page_end"] - 1].content_markdown.split())
        assert text[:8] in first
        assert text[-8:] in last


def test_11_figures_are_described_in_the_text_that_is_searched(edition_2024, sample_library):
    assert [figure.number for figure in edition_2024.figures] == ["3-1", "4-1"]
    text = (
        sample_library.settings.documents_dir / "text_markdowns" / "linjiang_dispatch_2024.md"
    ).read_text(encoding="utf-8")
    for figure in edition_2024.figures:
        assert figure.caption in figure.description
        assert f"[IMAGE:{figure.image_name}]\n<figure>\n<figure_type>" in text
        assert figure.description in text
        image = sample_library.settings.documents_dir / "markdowns" / figure.reg_id
        assert (image / figure.image_name).stat().st_size > 1000
