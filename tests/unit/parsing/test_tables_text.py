from dataclasses import replace

from core.parsing.tables.cell_text import text_of
from tests.unit.parsing.table_pages import words_at


def text(*lines, left=100, right=300, size=10):
    words = [
        word for at, line in enumerate(lines) for word in words_at(left, 100 + 14 * at, line, size)
    ]
    return text_of(words, left, right).text


def test_chinese_lines_join_without_a_blank():
    assert text("一二三四五六七八九十甲乙丙丁戊己庚辛壬癸", "子丑") == (
        "一二三四五六七八九十甲乙丙丁戊己庚辛壬癸子丑"
    )


def test_latin_lines_join_with_one_blank():
    assert text("the operator informs", "the control centre", right=205) == (
        "the operator informs the control centre"
    )


def test_a_soft_hyphen_is_healed_and_a_printed_one_kept():
    assert text("trans\u00ad", "mission line", right=140) == "transmission line"
    assert text("sending-", "end voltage", right=140) == "sending-end voltage"
    assert text("CIP-", "005", right=125) == "CIP-005"


def test_list_items_keep_their_lines():
    assert text("a) first", "b) second") == "a) first\nb) second"
    assert text("①甲", "②乙") == "①甲\n②乙"


def test_curly_quotes_keep_their_blanks_in_english():
    assert text("Change “Control Center” to", right=400) == "Change “Control Center” to"


def test_superscripts_are_told_by_their_place():
    words = words_at(100, 100, "240")
    small = words_at(words[-1].right, 96, "a", size=6)
    found = text_of(words + small, 100, 200)
    assert found.text == "240a"
    assert found.superscripts == ((3, 4),)


def test_a_mark_raised_high_stays_behind_its_word():
    words = words_at(100, 100, "时限")
    mark = words_at(words[-1].right, 94.8, "a", size=6)
    below = words_at(100, 114, "30")
    far = words_at(below[-1].right, 108.8, "b", size=6)
    found = text_of(words + mark + below + far, 100, 200)
    assert found.text == "时限a 30b"


def test_sideways_words_are_read_along_their_own_line():
    first = replace(words_at(100, 300, "Total")[0], direction=270, glyphs=())
    upper = replace(first, left=100, right=110, top=250, bottom=275, text="rating")
    lower = replace(first, left=100, right=110, top=280, bottom=305, text="Rated")
    assert text_of([upper, lower], 90, 120).text == "Rated rating"
