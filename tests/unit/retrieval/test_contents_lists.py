"""Telling a list of contents from text."""

import pytest

from core.retrieval.contents_lists import lists_contents


@pytest.mark.parametrize(
    "text",
    [
        "第一章 总则 ........ 1\n\n第二节 母线失压 ........ 16",
        "3.7 电力系统全停后的恢复……………………6\n4 安全稳定标准…………（7）",
        "... 5\n\nAppendix A . . . . . . xii\n\nIndex ........ 40",
        "总则 1\n术语 2\n调度管理 4\n操作 4\n附录 20",
    ],
)
def test_entries_with_their_pages_are_contents(text):
    assert lists_contents(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6.3.1 母线失压时，应立即汇报。\n\n6.3.2 联系电话 .......... 12",
        "| 母线 | 220 |\n| --- | --- |\n| 线路 | 110 |",
        "一号线 220\n二号线 110\n三号线 35\n四号线 500\n五号线 10",  # values fall and rise
        "等待时间……\n然后……",
    ],
)
def test_text_is_not(text):
    assert not lists_contents(text)
