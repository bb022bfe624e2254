"""Contents as deep as asked, out of one tree."""

from collections.abc import Sequence

from core.model.chapters import OutlineRow
from core.services.outline import Outline


def row(number: str) -> OutlineRow:
    parent, _, _ = number.rpartition(".")
    return OutlineRow(
        node_id=number, reg_id="made", parent_id=parent or None, section_number=number,
        label=number, title="", level=number.count(".") + 1, numbering="decimal", page_start=1,
        page_end=1, children_count=0, direct_block_count=0, heading_block_id=None,
    )  # fmt: skip


NUMBERS = ("1", "1.1", "1.1.1", "1.2", "2", "2.1", "2.1.1", "2.1.1.1", "2.2", "3")
TREE = Outline([row(number) for number in NUMBERS])


def numbers(rows: Sequence[OutlineRow]) -> str:
    return " ".join(row.node_id for row in rows)


def test_levels_are_counted_from_the_top():
    assert numbers(TREE.down_to(1).rows) == "1 2 3"
    assert numbers(TREE.down_to(2).rows) == "1 1.1 1.2 2 2.1 2.2 3"
    assert TREE.down_to(99).rows == list(TREE.rows.values())
    assert Outline([]).down_to(3).rows == []


def test_an_opened_chapter_is_shown_with_all_below_and_the_way_to_it():
    assert numbers(TREE.opened_at("2.1", 1).rows) == "1 2 2.1 2.1.1 2.1.1.1 2.2 3"
    assert numbers(TREE.opened_at("3", 1).rows) == "1 2 3"


def test_a_chapter_comes_with_everything_below_it_in_order():
    assert numbers(TREE.whole("2")) == "2 2.1 2.1.1 2.1.1.1 2.2"
