"""Which passage fits a question best, and which answers nothing."""

import pytest

from core.answering.passages import Passage
from core.answering.relevance import Asked, Fit, rank

UNDER = ("2 术语和定义", "2.4", "受端系统 receiver-end system")
PASSAGES = [
    Passage("clause", "r", 8, "a）受端系统内部应加强最高一级电压的网络联系；", None, "r/p0008/b01"),
    Passage("note", "r", 6, "注：受端系统接受外部电源。", None, "r/p0006/b03", chapter_path=UNDER),
    Passage("clause", "r", 6, "以负荷集中地区为中心。", None, "r/p0006/b02", chapter_path=UNDER),
    Passage("clause", "r", 9, "冷倒：断路器在断开位置时倒换。", None, "r/p0009/b01"),
    Passage("clause", "r", 9, "倒换母线时不得采用冷倒。", None, "r/p0009/b02"),
    Passage("clause", "r", 10, "(5) ‘processor’ means a body.", None, "r/p0010/b01"),
    Passage("clause", "r", 10, "The processor shall designate an officer.", None, "r/p0010/b02"),
]


def best(question: str) -> str:
    return rank(Asked(question), PASSAGES, {})[0].passage.text


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("受端系统是什么？", "以负荷集中地区"),
        ("什么是受端系统", "以负荷集中地区"),
        ("冷倒是什么意思？", "冷倒："),
        ("What is a processor?", "(5)"),
        ("Which officers must be designated?", "The processor"),
    ],
)
def test_a_definition_comes_before_what_only_uses_the_word(question, begins):
    assert best(question).startswith(begins)


@pytest.mark.parametrize(
    ("share", "near", "answers"),
    [
        (0.6, 0.0, True),
        (0.25, 0.5, True),
        (0.4, 0.1, False),
        (0.05, 0.9, False),
        (0.3, None, True),
        (0.2, None, False),
    ],
)
def test_some_of_the_words_answer_only_where_the_sense_is_near(share, near, answers):
    assert Fit(PASSAGES[0], share, share, near).answers is answers


def test_characters_beside_a_word_that_asks_make_no_word_of_the_question():
    assert Asked("数据段最长多少个字符").pairs == {"数据", "据段", "个字", "字符"}
    assert Asked("从什么时候开始施行").pairs == {"开始", "始施", "施行"}


def test_the_size_that_is_asked_for_is_no_word_that_must_stand_there():
    assert Asked("鞍座最长多少？").words == {"鞍座"}
    assert "最大" in "".join(Asked("最大负荷出现在几时？").words)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How often must the incident plan be tested?", "2.1"),
        ("How many tests of the incident plan are there?", "M2"),
        ("演练方案多久修订一次？", "每"),
    ],
)
def test_a_time_is_looked_for_where_a_time_is_asked_for(question, begins):
    found = rank(
        Asked(question),
        [
            Passage("clause", "r", 1, "M2. The incident plan is tested in 3 tests.", None, "b1"),
            Passage("clause", "r", 1, "2.1 Test incident plan once every 15 months", None, "b2"),
            Passage("clause", "r", 2, "演练方案修订见表3-1和CIP-008-6。", None, "b3"),
            Passage("clause", "r", 2, "每三年演练方案修订。", None, "b4"),
        ],
        {},
    )  # fmt: skip
    assert found[0].passage.text.startswith(begins)
