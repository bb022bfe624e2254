"""Where something that only one side has would stand on the other."""

from typing import Literal

from core.model.comparison import Change, Comparison, Place


def place_before(
    comparison: Comparison, change: Change, side: Literal["old", "new"]
) -> Place | None:
    """The place, on the ``side`` that has no part in this change, of what comes right before it;
    None at the beginning, and for a table that the side does not have."""
    if change.nth_table is not None:
        return _in_table(comparison, change, side)
    own = (*change.old_places, *change.new_places)
    blocks = {block_id for place in own for block_id in place.block_ids}
    before: Place | None = None
    for pair in comparison.passages:
        if any(not blocks.isdisjoint(one.place.block_ids) for one in (*pair.old, *pair.new)):
            return before
        passages = getattr(pair, side)
        if passages and "moved" not in pair.kinds:
            before = passages[-1].place
    return None


def _in_table(comparison: Comparison, change: Change, side: str) -> Place | None:
    table = comparison.tables[change.nth_table or 0]
    for row in reversed(table.rows[: change.nth_row or 0]):
        place: Place | None = getattr(row, f"{side}_place")
        if place is not None:
            return place
    half = getattr(table, side)
    return half.place if half is not None else None
