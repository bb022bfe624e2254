"""How a long text is shortened to the words that were looked for."""

from pages.ui.search.runs import marked_words, shortened

WORDS = ("electronic", "access", "point")
LONG = "access to it " + "is controlled by other means, " * 8
PHRASE = "at the applicable electronic access point, "


def test_a_short_text_stays_whole():
    assert shortened("electronic access", WORDS, 70) == "electronic access"


def test_the_stretch_with_the_most_of_the_words_is_shown_not_the_first_of_them():
    assert "electronic access point" in shortened(LONG + PHRASE + LONG, WORDS, 70)


def test_of_equal_stretches_the_first_is_shown():
    text = LONG + "access to another thing " + LONG
    assert shortened(text, WORDS, 70).startswith("access to it")


def test_a_word_inside_another_one_is_no_reason_to_show_a_stretch():
    text = "a pointless accessory " + LONG + "access"
    shown = shortened(text, ("access",), 40)
    assert any(is_marked for _, is_marked in marked_words(shown, ("access",)))


def test_a_long_text_without_the_words_is_shown_from_its_beginning():
    assert shortened(LONG, ("失压",), 20) == f"{LONG[:20]}…"
