from hypothesis import given
from hypothesis import strategies as st

from pages.ui.reader.text_runs import Stretch, runs

TEXTS = st.text(alphabet="见表6-2母线 <b>", max_size=30)
SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 8)), max_size=6)


def plain(pieces) -> str:
    return "".join(piece if isinstance(piece, str) else piece["t"] for piece in pieces)


def test_a_mark_inside_a_reference_is_both():
    cut = runs("应符合表6.2的要求", [(3, 4)], [Stretch(2, 7, {"to": "there"})])
    assert cut == [
        "应符",
        {"t": "合", "to": "there"},
        {"t": "表", "mark": True, "to": "there"},
        {"t": "6.2", "to": "there"},
        "的要求",
    ]


def test_text_without_anything_is_one_run():
    assert runs("母线") == ["母线"]
    assert runs("") == []


def test_of_overlapping_references_the_first_counts():
    cut = runs("表1～表3", (), [Stretch(0, 5, {"to": "a"}), Stretch(3, 5, {"to": "b"})])
    assert cut == [{"t": "表1～表3", "to": "a"}]


@given(TEXTS, SPANS, SPANS)
def test_no_character_is_lost_or_doubled(text, marked, linked):
    marks = [(start, start + length) for start, length in marked]
    stretches = [Stretch(start, start + length, {"to": "x"}) for start, length in linked]
    assert plain(runs(text, marks, stretches)) == text
