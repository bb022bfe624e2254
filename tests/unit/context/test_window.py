"""What is opened in a window when not all of a desk fits its budget."""

import pytest

from core.context.tokens import TokenCounter
from core.context.window import LEAST_BUDGET, render
from tests.unit.context.test_pages import desk, kept  # noqa: F401 - fixtures

COUNTER = TokenCounter()
HUGE = "母线失压时，应立即断开断路器。" * 300


def opened(window) -> set[str]:
    return {part.page.index for part in window.parts if part.is_open}


def test_small_pages_are_opened_behind_many_that_are_too_long(desk):  # noqa: F811
    small = {desk.create_detail_page("小", detail="短短的笔记。").index for _ in range(10)}
    for _ in range(100):
        desk.create_detail_page("大", detail=HUGE)
    window = render(desk.tree, COUNTER, 2000)
    assert small <= opened(window)
    assert window.tokens <= 2000


def test_a_pinned_page_that_does_not_fit_has_a_line_and_is_named_first(desk):  # noqa: F811
    for number in range(20):
        folder = desk.create_contents_page(f"目录{number}")
        for _ in range(10):
            desk.create_detail_page("很长的一个名称" * 5, "摘要" * 30, "规定。" * 40, folder.index)
    pinned = desk.create_detail_page("要紧", detail=HUGE, parent=folder.index)
    desk.pin(pinned.index)
    window = render(desk.tree, COUNTER, 1000)
    assert pinned.index not in opened(window)
    assert f"- [{pinned.index}] 要紧" in window.markdown
    assert f"pages: {pinned.index}, " in window.markdown
    assert window.tokens <= 1000


def test_what_just_fits_is_not_folded_for_the_sake_of_a_note(desk):  # noqa: F811
    desk.create_detail_page("笔记", detail="母线失压，" * 20)
    needed = render(desk.tree, COUNTER, 10_000).tokens
    assert needed > LEAST_BUDGET
    assert render(desk.tree, COUNTER, needed).folded == ()
    assert render(desk.tree, COUNTER, needed - 1).folded == ("usr-1",)


@pytest.mark.parametrize("text", ["犌犅" * 10, "ＬＳＢ" * 10, "😀🔥" * 10])
def test_what_models_read_byte_by_byte_is_not_counted_as_one(text):
    assert COUNTER.count(text) >= 1.5 * len(text)
