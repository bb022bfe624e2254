"""Notes in the margin are blocks of their own; what merely is small or far out is not."""

from core.parsing.page_reading import _blocks
from tests.unit.parsing.table_pages import page, words_at

TEXT = "shall be given in writing to the authority within thirty days of it"
BODY = [
    *words_at(140, 200, "4. " + TEXT),
    *words_at(120, 212, "or of the day on which the notice was served on all the persons"),
    *words_at(140, 230, "5. " + TEXT),
    *words_at(120, 242, "or of the day on which the notice was served on all the persons"),
]
LAST_WORD = max(BODY, key=lambda word: word.right)
RIGHT_EDGE = LAST_WORD.right


def blocks_of(*words):
    return [(block.kind, block.text) for block in _blocks(page([*BODY, *words]), [])]


def texts_with(*words):
    return [text for _, text in blocks_of(*words)]


def paragraphs():
    return texts_with()


def test_the_page_without_notes_has_two_paragraphs():
    assert [text[:2] for text in paragraphs()] == ["4.", "5."]


def test_notes_on_either_side_stand_apart_from_the_paragraphs():
    note = [
        *words_at(60, 200, "Time of", size=8),
        *words_at(60, 209, "Notices", size=8),
        *words_at(60, 218, "to all.", size=8),
    ]
    act = words_at(RIGHT_EDGE + 8, 242, "45 of 1860.", size=8)
    first, second = paragraphs()
    assert blocks_of(*note, *act) == [
        ("text", first),
        ("text", "Time of Notices to all."),
        ("text", second),
        ("text", "45 of 1860."),
    ]


def test_every_note_is_whole_and_two_notes_are_two():
    upper = words_at(60, 200, "Notice.", size=8)
    lower = words_at(60, 230, "Service.", size=8)
    assert {"Notice.", "Service."} <= set(texts_with(*upper, *lower))


def test_a_raised_mark_at_the_end_of_a_line_stays_with_it():
    mark = words_at(RIGHT_EDGE, LAST_WORD.baseline - 4, "ab", size=6)
    assert any(f"{LAST_WORD.text}ab" in text for text in texts_with(*mark))


def test_a_number_before_a_line_is_no_note():
    label = words_at(108, 200, "7", size=6)
    assert not any(text == "7" for text in texts_with(*label))


def test_print_as_large_as_the_text_is_no_note():
    beside = words_at(60, 230, "Notice")
    assert "Notice" not in texts_with(*beside)
