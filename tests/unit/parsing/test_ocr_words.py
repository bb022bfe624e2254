import numpy

from core.parsing.ocr import _words

BOX = numpy.array([[10.0, 20.0], [110.0, 20.0], [110.0, 32.0], [10.0, 32.0]])


def letters(text, lefts):
    quads = [[(x, 20), (x + 9, 20), (x + 9, 32), (x, 32)] for x in lefts]
    return [(character, 0.9, quad) for character, quad in zip(text, quads, strict=True)]


def test_ideographs_tell_the_size_of_a_line():
    (word,) = _words("安全稳定", BOX, letters("安全稳定", [10, 20, 30, 40]), 1.0)
    assert word.size == 10


def test_letters_placed_on_one_spot_do_not_make_a_line_without_size():
    (word,) = _words("安全稳定", BOX, letters("安全稳定", [10, 10, 10, 10]), 1.0)
    assert word.size > 8


def test_blanks_cut_words_and_unplaced_letters_are_spread_evenly():
    first, second = _words("220 kV", BOX, [], 1.0)
    assert (first.text, second.text, second.follows_blank) == ("220", "kV", True)
    assert (first.left, second.right) == (10, 110)
