"""The two editions of the sample: the list of changes is the list of the truth, no more, no less.

The truth's kinds map to ours so: ``added``, ``removed``, ``changed``, ``moved``, ``split`` and
``merged`` are ours of a passage; ``renumbered`` too. The letter of a list item is for the truth
part of its text, for us its number: its ``changed`` e）→ f） is our ``renumbered``. What the truth
calls ``annotation_*`` has our subject ``note``; ``table_row_*``, ``table_cell_changed`` and
``table_column_renamed`` are ours with the subjects ``table_row``, ``table_cell``,
``table_column``; ``table_added`` is ours of a ``table``. A passage of ours that was renumbered and
changed is two entries of the truth. The truth leaves out cover and contents: our part ``front``.
"""

import json
import re
from collections import Counter

import pytest

from core.comparison.comparing import Chosen, compare
from core.comparison.folding import key_of
from tests.integration.read_samples import SAMPLES, read_sample


@pytest.fixture(scope="module")
def comparison():
    old, new = (read_sample(f"linjiang_dispatch_{year}").regulation for year in (2023, 2024))
    return compare(Chosen.all_of(old), Chosen.all_of(new))


def truth_entries():
    changes = json.loads((SAMPLES / "linjiang_dispatch_changes.json").read_text(encoding="utf-8"))
    for change in changes:
        yield (
            _our_kind(change),
            *(_truth_side(change, side) for side in ("old", "new")),
        )


LETTER = re.compile(r"[a-z]）")


def _our_kind(change):
    subject, kind = "passage", change["kind"]
    for prefix, ours in (
        ("table_row_", "table_row"),
        ("table_cell_", "table_cell"),
        ("table_column_", "table_column"),
        ("table_", "table"),
        ("annotation_", "note"),
    ):
        if kind.startswith(prefix):
            return ours, kind.removeprefix(prefix)
    lettered = kind == "changed" and LETTER.match(change["old"]["text"])
    if lettered and len({LETTER.sub("", change[side]["text"]) for side in ("old", "new")}) == 1:
        return subject, "renumbered"
    return subject, kind


def _truth_side(change, side):
    place = change[side]
    if place is None:
        return None
    text = "".join(part["text"] for part in change.get(f"{side}_parts", [place]))
    text = re.sub("〖.*?〗", "", text)  # a footnote is a passage of its own
    if "table" not in change["kind"]:
        text = LETTER.sub("", text)
    return place["page_num"], place["section_number"], key_of(text)


def our_entries(comparison):
    for change in comparison.changes:
        if change.part == "front":
            continue
        in_text = change.subject in ("heading", "clause", "paragraph", "list_item")
        subject = "passage" if in_text else change.subject
        for kind in change.kinds:
            yield (
                (subject, kind),
                _our_side(change.old_places, change.old_text),
                _our_side(change.new_places, change.new_text),
            )


def _our_side(places, text):
    if not places:
        return None
    return places[0].page_num, places[0].section_number, key_of(text)


def test_every_change_is_found_and_none_is_invented(comparison):
    truth, ours = Counter(truth_entries()), Counter(our_entries(comparison))
    assert truth.total() == 92
    assert sorted((truth - ours).elements(), key=str) == []
    assert sorted((ours - truth).elements(), key=str) == []


def test_numbers_and_modal_words_are_marked_where_the_truth_says_they_changed(comparison):
    changes = json.loads((SAMPLES / "linjiang_dispatch_changes.json").read_text(encoding="utf-8"))
    marks_of = {
        key_of(change.new_text): {mark for span in change.spans for mark in span.marks}
        for change in comparison.changes
        if change.subject != "table_cell" and "changed" in change.kinds
    }
    seen = 0
    for change in changes:
        if change["kind"] != "changed" or LETTER.match(change["new"]["text"]):
            continue
        marks = marks_of[_truth_side(change, "new")[2]]
        assert ("number" in marks) == change["numbers_changed"], change["note"]
        assert change["modal_changed"] <= ("modal" in marks), change["note"]
        seen += 1
    assert seen == 19


def test_every_block_of_both_editions_is_compared_once(comparison):
    for year, side in ((2023, "old"), (2024, "new")):
        regulation = read_sample(f"linjiang_dispatch_{year}").regulation
        blocks = [b.block_id for page in regulation.pages for b in page.content_blocks]
        assert Counter(comparison.block_ids(side)) == Counter(blocks)


def test_every_change_cites_both_sides_with_boxes(comparison):
    for change in comparison.changes:
        assert change.old_places or change.new_places
        for place in (*change.old_places, *change.new_places):
            assert place.block_ids
            assert place.boxes
            assert all(place.page_num <= box.page_num <= place.page_end for box in place.boxes)


def test_a_tighter_rule_is_told_from_a_looser_and_from_an_unclear_one(comparison):
    direction = {
        change.new_label: change.direction
        for change in comparison.changes
        if change.subject == "clause" and "changed" in change.kinds
    }
    tightened = ["1.2.2", "2.2.2.1", "2.3.2", "3.1.3", "4.1.4", "5.1.4", "6.3.2", "8.1.4", "第三条"]
    assert {label: direction[label] for label in tightened} == dict.fromkeys(tightened, "tightened")
    assert direction["7.3.1"] == "loosened"
    assert direction["5.2.3.2"] is None  # a shorter time of operation is no bound
    assert direction["7.1.2"] is None  # one sign is clear, the other is not
    assert direction["5.3.4"] is None
