"""Every table of the bundled samples, cell by cell, joined or kept apart, and every caption."""

import re
from functools import cache

import pytest

from core.structure.body import make_body
from core.structure.furniture import find_furniture
from core.structure.tables.captions import tie_captions
from core.structure.tables.joining import join_tables, page_meta
from tests.integration.read_samples import NAMES, parsed_sample, truth


@cache
def found(name):
    """Body, captions and whole tables of a sample."""
    parsed = parsed_sample(name)
    body = make_body(name, parsed.pages, find_furniture(parsed.pages))
    captions = tie_captions(body)
    return body, captions, join_tables(body, captions)


def squeezed(text):
    return re.sub(r"\s", "", text) if text is not None else None


def cases():
    return [
        pytest.param(name, place, id=f"{name}-{table['table_number'] or table['caption']}")
        for name in NAMES
        for place, table in enumerate(truth(name)["tables"])
    ]


def of_truth(table):
    return table["page_start"], squeezed(table["caption"])


def pair(name, place):
    wanted = truth(name)["tables"][place]
    tables = {(t.page_start, squeezed(t.caption)): t for t in found(name)[2].tables}
    assert of_truth(wanted) in tables, (
        f"{wanted['caption']} is not among {sorted(map(str, tables))}"
    )
    return wanted, tables[of_truth(wanted)]


@pytest.mark.parametrize("name", NAMES)
def test_no_table_is_missing_and_none_is_made_up(name):
    wanted = [of_truth(table) for table in truth(name)["tables"]]
    got = [(table.page_start, squeezed(table.caption)) for table in found(name)[2].tables]
    assert sorted(got, key=str) == sorted(wanted, key=str)


@pytest.mark.parametrize(("name", "place"), cases())
def test_a_table_has_its_number_pages_and_size(name, place):
    wanted, got = pair(name, place)
    assert {
        "table_number": got.number,
        "caption_page": got.caption_page,
        "page_start": got.page_start,
        "page_end": got.page_end,
        "header_rows": got.header_row_count,
        "row_count": got.row_count,
        "col_count": got.col_count,
    } == {
        key: wanted[key]
        for key in (
            "table_number",
            "caption_page",
            "page_start",
            "page_end",
            "header_rows",
            "row_count",
            "col_count",
        )
    }


@pytest.mark.parametrize(("name", "place"), cases())
def test_every_cell_stands_in_its_place_with_its_page(name, place):
    wanted, got = pair(name, place)
    expected = {
        (c["row"], c["col"], c["row_span"], c["col_span"], squeezed(c["content"]), c["page_num"])
        for c in wanted["cells"]
    }
    assert {
        (c.row, c.col, c.row_span, c.col_span, squeezed(c.content), c.page_num) for c in got.cells
    } == expected


@pytest.mark.parametrize(("name", "place"), cases())
def test_the_parts_know_their_pages_rows_and_repeated_headers(name, place):
    wanted, got = pair(name, place)
    expected, first = [], 0
    for part in wanted["segments"]:
        end = part["row_end"] + 1  # a cut row is in both parts there, and in the first here
        expected.append(
            (
                part["page_num"],
                (first, end),
                part["header_rows_repeated"],
                squeezed(part["continued_caption"]),
            )
        )
        first = end
    assert [
        (s.page_num, s.row_range, s.header_rows_dropped, squeezed(s.continued_caption))
        for s in got.segments
    ] == expected


@pytest.mark.parametrize(("name", "place"), cases())
def test_cut_rows_and_cut_spans_are_joined_and_no_others(name, place):
    wanted, got = pair(name, place)
    cut_rows = [
        segment.row_range[0] - 1
        for join, segment in zip(got.joins, got.segments[1:], strict=True)
        if join.row_cut
    ]
    cut_spans = [
        {"row": cell.row, "col": cell.col}
        for cell in got.cells
        if cell.continued and cell.row + cell.row_span - 1 not in cut_rows
    ]
    assert (cut_rows, cut_spans) == (wanted["cut_rows"], wanted["cut_spans"])


@pytest.mark.parametrize("name", NAMES)
def test_tables_that_only_look_alike_stay_apart(name):
    by_number = {table.number: table.table_id for table in found(name)[2].tables}
    for upper, lower in truth(name)["not_joined"]:
        assert by_number[upper] != by_number[lower]


@pytest.mark.parametrize("name", NAMES)
def test_figures_have_their_captions(name):
    body, captions, _ = found(name)
    got = [
        (block.page_num, captions.of[block.block_id].number, captions.of[block.block_id].text)
        for block in body.blocks
        if block.element.figure is not None and block.block_id in captions.of
    ]
    wanted = [
        (figure["page_num"], figure["figure_number"], figure["caption"])
        for figure in truth(name)["figures"]
    ]
    assert [(p, n, squeezed(t)) for p, n, t in got] == [(p, n, squeezed(t)) for p, n, t in wanted]


@pytest.mark.parametrize("name", NAMES)
def test_every_part_on_its_page_knows_whether_it_goes_on(name):
    body, _, joined = found(name)
    by_id = {table.table_id: table for table in joined.tables}
    for block in body.blocks:
        if block.element.table is None:
            continue
        place = joined.place_of[block.block_id]
        whole = by_id[place.table_id]
        meta = page_meta(block, place, whole)
        assert meta.is_truncated == (block.page_num < whole.page_end)
        assert place.continues_from_prev == (block.page_num > whole.page_start)
        assert meta.segment_id in {segment.segment_id for segment in whole.segments}
        assert meta.caption == whole.caption
        assert len(meta.col_headers) == meta.col_count
