"""What holds for every comparison, on documents that nobody wrote by hand."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from core.comparison.comparing import Chosen, compare
from core.comparison.order import kept_in_order
from core.comparison.words import word_diff
from core.model import Regulation
from core.model.comparison import Comparison
from tests.made_editions import edition, long_edition, numbered_edition, revised

WORDS = ["母线", "失压", "应", "宜", "可", "不得", "立即", "0.2 s", "5 min", "报告", "Load", "the"]
clause = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)
clauses = st.lists(clause, min_size=1, max_size=20)
SHUFFLED = [
    f"第{word}项设备检修时应由{word}值班员核对{word}号图纸" for word in "甲乙丙丁戊己庚辛壬癸"
]


def compared(old: Regulation, new: Regulation) -> Comparison:
    return compare(Chosen.all_of(old), Chosen.all_of(new))


def blocks_of(regulation: Regulation) -> Counter[str]:
    return Counter(b.block_id for page in regulation.pages for b in page.content_blocks)


def rows_of(comparison: Comparison, side: str) -> Counter[tuple[str, int]]:
    found: Counter[tuple[str, int]] = Counter()
    for pair in comparison.tables:
        half = getattr(pair, side)
        for row in pair.rows if half is not None else ():
            numbers = (getattr(row, f"{side}_row"), *getattr(row, f"{side}_parts"))
            found.update((half.table_id, number) for number in numbers if number is not None)
    return found


@settings(max_examples=60, deadline=None)
@given(clauses, clauses)
def test_every_block_of_both_sides_is_compared_exactly_once(before, after):
    old, new = edition("old", before), edition("new", after)
    found = compared(old, new)
    assert Counter(found.block_ids("old")) == blocks_of(old)
    assert Counter(found.block_ids("new")) == blocks_of(new)


@settings(max_examples=30, deadline=None)
@given(clauses)
def test_a_document_does_not_differ_from_itself(texts):
    found = compared(edition("old", texts), edition("new", texts))
    assert found.changes == ()
    assert found.counts.unchanged == len(found.passages)


@settings(max_examples=30, deadline=None)
@given(st.permutations(SHUFFLED))
def test_shuffled_clauses_have_moved_and_nothing_else(texts):
    found = compared(edition("old", SHUFFLED), edition("new", texts))
    kinds = {kind for change in found.changes for kind in change.kinds}
    assert kinds <= {"moved", "renumbered"}  # those between moved ones get other numbers
    moved = [change for change in found.changes if "moved" in change.kinds]
    assert bool(moved) == (texts != SHUFFLED)
    assert all(change.old_text == change.new_text for change in found.changes)


@settings(max_examples=30, deadline=None)
@given(st.permutations([(f"1.{nth}", text) for nth, text in enumerate(SHUFFLED, start=1)]))
def test_shuffled_clauses_that_keep_their_numbers_have_only_moved(texts):
    found = compared(numbered_edition("old", sorted(texts)), numbered_edition("new", texts))
    assert {change.kinds for change in found.changes} <= {("moved",)}
    assert bool(found.changes) == (texts != sorted(texts))


@settings(max_examples=200, deadline=None)
@given(clause, clause)
def test_the_spans_hold_both_texts_whole(old, new):
    spans = word_diff(old, new)
    assert "".join(span.old for span in spans) == old
    assert "".join(span.new for span in spans) == new
    assert all(span.old.split() == span.new.split() for span in spans if span.kind == "equal")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_at_all_is_held_whole(old, new):
    spans = word_diff(old, new)
    assert "".join(span.old for span in spans) == old
    assert "".join(span.new for span in spans) == new


@settings(max_examples=200, deadline=None)
@given(st.permutations(range(9)))
def test_what_kept_its_order_is_a_longest_rising_row(positions):
    kept = sorted(kept_in_order(positions, [1.0] * len(positions)))
    rising = [positions[index] for index in kept]
    assert rising == sorted(rising)
    longest = [1] * len(positions)
    for index, position in enumerate(positions):
        before = [longest[i] for i in range(index) if positions[i] < position]
        longest[index] = 1 + max(before, default=0)
    assert len(kept) == max(longest)


def test_a_revised_regulation_loses_no_block_and_no_row():
    old = long_edition("old", 12)
    new = revised(old, "new", seed=3)
    found = compared(old, new)
    for side, regulation in (("old", old), ("new", new)):
        assert Counter(found.block_ids(side)) == blocks_of(regulation)
        rows = {
            (table.table_id, row)
            for table in regulation.tables
            for row in range(table.header_row_count, table.row_count)
        }
        assert rows_of(found, side) == Counter(rows)
    assert old.tables
    assert found.counts.added
    assert found.counts.removed
