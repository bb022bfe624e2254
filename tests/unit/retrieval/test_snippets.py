"""The stretch of a text that is shown with a hit."""

from core.retrieval.query import Query
from core.services.search.snippets import snippet

SENTENCE = "The transmission operator shall restore the voltage of every energised busbar at once. "


def marked(shown) -> list[str]:
    return [shown.text[start:end] for start, end in shown.marks]


def test_a_snippet_begins_and_ends_with_whole_words():
    content = SENTENCE * 4 + "A breaker failed. " + SENTENCE * 4
    shown = snippet(content, Query("breaker failed"))
    assert marked(shown) == ["breaker failed"]
    first, last = shown.text.split()[0], shown.text.split()[-1]
    assert {first, last} <= set(content.split())


def test_one_endless_word_is_shown_all_the_same():
    content = "x" * 400 + "-breaker-" + "y" * 400
    shown = snippet(content, Query("breaker"))
    assert marked(shown) == ["breaker"]
    assert len(shown.text) <= 160


def test_chinese_text_is_cut_anywhere():
    content = (
        "值班调度员应当核对运行方式。" * 30 + "母线失压。" + "值班调度员应当核对运行方式。" * 30
    )
    shown = snippet(content, Query("母线失压"))
    assert marked(shown) == ["母线失压"]
    assert len(shown.text) == 160
