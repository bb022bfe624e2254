"""Corrections laid over an extraction: found again by words, and lost rather than guessed."""

from datetime import UTC, datetime

import pytest

from core.model import (
    Correction,
    FixCaption,
    FixCell,
    FixHeading,
    FixReference,
    JoinTables,
    RegulationInfo,
    SetHeaderRows,
    SplitTable,
)
from core.parsing.elements import ParsedDocument
from core.structure.corrections.making import make_correction
from core.structure.understanding import body_of, understand_corrected
from tests.made_extractions import LINES, REG, ROWS_BY_PAGE, extraction
from tests.unit.structure import made_tables


def understood(parsed, corrections=()):
    info = RegulationInfo(
        reg_id=REG,
        title="规程",
        source_file="made.pdf",
        total_pages=len(parsed.pages),
        indexed_at=datetime(2026, 1, 2, tzinfo=UTC),
    )
    return understand_corrected(info, parsed, (), corrections)


def asked_for(*asked, of=None):
    """The corrections that come of these requests, one made after the other."""
    parsed, made = of or extraction(), []
    for nth, each in enumerate(asked):
        standing = understood(parsed, made).regulation
        anchor, change = make_correction(body_of(REG, parsed), standing, (), each)
        made.append(
            Correction(
                correction_id=f"c{nth}",
                reg_id=REG,
                kind=each.kind,
                anchor=anchor,
                change=change,
                made_by="林工",
                made_at=datetime(2026, 1, 3, tzinfo=UTC),
            )
        )
    return made


def table(regulation, table_id=LINES):
    return next(each for each in regulation.tables if each.table_id == table_id)


def cell(of_table, row, col):
    return next(each for each in of_table.cells if (each.row, each.col) == (row, col))


SPLIT = SplitTable(table_id=LINES, segment_id=f"{LINES}/g1")


def test_without_corrections_nothing_is_different():
    parsed = extraction()
    assert understood(parsed, ()).regulation == understood(parsed).regulation


def test_every_correction_finds_its_place_when_pages_are_put_in_front():
    block = f"{REG}/p0005/b01"
    made = asked_for(
        SPLIT,
        FixCell(table_id=LINES, row=3, col=1, content="改甲线"),
        SetHeaderRows(table_id=f"{REG}/t-2-1", count=2),
        FixCaption(table_id=f"{REG}/t-2-2", caption="表2-2 强送间隔时间"),
        FixHeading(block_id=block, level=2),
        FixReference(reference_id=f"{REG}/p0001/r1", target_id=f"{REG}/t-2-1"),
        JoinTables(table_id=f"{REG}/t-2-1", next_table_id=f"{REG}/t-2-2"),
    )
    outcome = understood(extraction(extra_pages=3), made)
    assert [each.lost for each in outcome.corrections] == [""] * len(made)
    assert [each.place.page_num for each in outcome.corrections] == [6, 5, 8, 8, 8, 4, 8]
    regulation = outcome.regulation
    assert [part.page_num for part in table(regulation).segments] == [5]
    assert cell(table(regulation), 3, 1).content == "改甲线"
    joined = table(regulation, f"{REG}/t-2-1")
    assert (joined.header_row_count, joined.row_count) == (2, 6)
    assert [node.level for node in regulation.chapters if node.title == "次数"] == [2]
    assert regulation.references[0].target.target_id == f"{REG}/t-2-1"


def test_a_place_whose_words_changed_a_little_is_found():
    made = asked_for(FixCell(table_id=LINES, row=12, col=1, content="改"), SPLIT)
    outcome = understood(extraction(extra_pages=1, changed_row=14), made)
    assert [each.lost for each in outcome.corrections] == ["", ""]
    assert cell(table(outcome.regulation, f"{REG}/p0004/t1"), 2, 1).content == "改"


def test_a_cell_that_prints_something_else_now_is_not_overwritten():
    made = asked_for(FixCell(table_id=LINES, row=14, col=2, content="1.0"))
    outcome = understood(extraction(changed_row=14), made)
    assert outcome.corrections[0].lost == "the cell no longer prints what was corrected"
    assert cell(table(outcome.regulation), 14, 2).content == "99.9"


def test_a_place_that_could_be_two_is_lost():
    parsed = extraction()
    made = asked_for(FixHeading(block_id=f"{REG}/p0001/b03", level=2))
    first = parsed.pages[0]
    again = first.elements[3]
    twice = first.model_copy(update={"elements": (*first.elements, again, again)})
    doubled = parsed.model_copy(update={"pages": (twice, *parsed.pages[1:])})
    assert understood(doubled, made).corrections[0].lost == "its place is no longer there"


def test_a_correction_that_cannot_be_read_is_listed_and_breaks_nothing():
    broken = asked_for(SPLIT)[0].model_copy(update={"anchor": {"block": {"x": 1}}})
    outcome = understood(extraction(), [broken])
    assert outcome.corrections[0].lost == "it cannot be read"
    assert len(table(outcome.regulation).segments) == len(ROWS_BY_PAGE)


def test_the_later_of_two_corrections_of_one_cell_holds():
    made = asked_for(
        FixCell(table_id=LINES, row=2, col=1, content="一"),
        FixCell(table_id=LINES, row=2, col=1, content="二"),
    )
    assert cell(table(understood(extraction(), made).regulation), 2, 1).content == "二"
    made[1] = made[1].model_copy(update={"undone_at": datetime(2026, 1, 4, tzinfo=UTC)})
    assert cell(table(understood(extraction(), made).regulation), 2, 1).content == "一"


def test_no_character_is_lost_or_doubled_by_splitting():
    whole = table(understood(extraction()).regulation)
    parts = understood(extraction(), asked_for(SPLIT)).regulation.tables[:2]
    assert [c.content for part in parts for c in part.cells] == [c.content for c in whole.cells]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_heading_goes_as_deep_as_there_is_something_above_it(level):
    made = asked_for(FixHeading(block_id=f"{REG}/p0005/b01", level=level))
    regulation = understood(extraction(), made).regulation
    node = next(each for each in regulation.chapters if each.title == "次数")
    assert node.level == min(level, 2)
    assert {each.node_id for each in regulation.chapters} >= {node.parent_id} - {None}
    inside = next(each for each in regulation.tables if each.number == "2-1")
    assert inside.chapter_id == node.node_id


def test_what_is_no_heading_gives_its_text_to_the_chapter_before():
    made = asked_for(FixHeading(block_id=f"{REG}/p0005/b00", level=0))
    regulation = understood(extraction(), made).regulation
    assert "强送" not in {node.title for node in regulation.chapters}
    assert regulation.pages[4].content_blocks[0].block_type == "text"
    assert regulation.pages[4].content_blocks[0].chapter_id == f"{REG}/s1.1"


def test_a_header_set_on_a_lower_part_leaves_no_trace_once_the_part_goes_on_again():
    made = asked_for(SPLIT, SetHeaderRows(table_id=f"{REG}/p0003/t1", count=2))
    lower = table(understood(extraction(), made).regulation, f"{REG}/p0003/t1")
    assert lower.header_row_count == 2
    undone = made[0].model_copy(update={"undone_at": made[0].made_at})
    outcome = understood(extraction(), [undone, made[1]])
    assert outcome.regulation == understood(extraction()).regulation
    assert outcome.corrections[1].lost == "its table goes on from another one"
    again = understood(extraction(), made)
    assert table(again.regulation, f"{REG}/p0003/t1").header_row_count == 2


def test_rows_that_an_analyst_calls_the_header_are_dropped_where_a_page_repeats_them():
    first, second = "类型 | 2023 | 2024", "电缆 | 0 | 1"
    pages = (
        made_tables.page(1, made_tables.table(first, "架空 | 1 | 2", bottom=made_tables.FOOT)),
        made_tables.page(2, made_tables.table(first, second)),
    )
    parsed = ParsedDocument(pages=pages, engine="made")
    assert understood(parsed).regulation.tables[0].row_count == 4
    made = asked_for(SetHeaderRows(table_id=f"{REG}/p0001/t1", count=1), of=parsed)
    (joined,) = understood(parsed, made).regulation.tables
    assert (joined.row_count, joined.segments[1].header_rows_dropped) == (3, 1)
