"""Highlights: places in the printed text."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.retrieval.highlights import contains_phrase, highlights
from core.retrieval.quotations import split_quoted


def marked(text: str, query: str) -> list[str]:
    return [text[start:end] for start, end in highlights(text, query)]


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("发生母线失压时，母线断路器", "母线失压", ["母线失压", "母线"]),
        ("母\n線失壓", "母线失压", ["母\n線失壓"]),
        ("按第六章 执行", "第6章", ["第六章"]),
        ("按第六章 执行", "六章", ["六章"]),
        ("220 千伏母线", "220kV母线", ["220 千伏母线"]),
        ("220 kV 母线", '"千伏母线"', []),
        ("220千伏母线", '"千伏母线"', ["千伏母线"]),
        ("见 2.1.4 和 2.1", "2.1", ["2.1"]),
        ("system s", "s", ["s"]),
        ("的和的", "失压的", []),
        ("的和的", "的", ["的", "的"]),
        ("GB/T 38755—2019 规定", "38755", ["38755"]),
        ("母线失压", "", []),
        ("", "母线", []),
        ("😀母线\x00失压", "母线失压", ["母线\x00失压"]),
        ("第十二条，第二条，12 ms", "第十二条", ["第十二条"]),
        ("第十二条，第二条，12 ms", "第12条规定", ["第十二条"]),
        ("表6-2 有 2 行 6 列", "表6-2", ["表6-2"]),
        ("第 12 页，P12", "P12", ["P12"]),
        ("不低于 49 Hz", "低于49时", ["低于", "49"]),
        ("12 h 内，12 次", "12小时", ["12 h"]),
        ("220 kV 母线，110 kV 线路", "220kV母线", ["220 kV 母线"]),
        ("电压 kV", "电压kV", ["电压 kV"]),
        ("220kVⅠ段母线", "220千伏", ["220kV"]),
        ("220kVⅠ段母线", "Ⅰ段母线", ["Ⅰ段母线"]),
        ("不大于0.2①", "0.2", ["0.2"]),
        ("第六条、第二条各条", "第 6 条", ["第六条"]),
        ("表6-2 见 - 和 ......", "表 6 - 2", ["表6-2"]),
    ],
)
def test_words_are_marked_as_they_are_printed(text, query, expected):
    assert marked(text, query) == expected


def test_places_that_touch_are_one():
    assert highlights("母线失压", "失压 母线") == ((0, 4),)


def test_a_phrase_is_contained_whatever_its_setting():
    assert contains_phrase("按照第 六 章\n规定", "六章规定")
    assert contains_phrase("二百二十 220 kV", "220千伏")
    assert not contains_phrase("母线，失压", "母线失压")
    assert not contains_phrase("母线", "")


@pytest.mark.parametrize(
    ("query", "phrases"),
    [
        ('"母线失压" “强送” 「试送」 其他', ("母线失压", "强送", "试送")),
        ("”母线“ 『失压』 〝强送〞 ＂试送＂ ‘合环’", ("母线", "失压", "强送", "试送", "合环")),
        ('"母线 "" "', ("母线",)),
        ("母线“失压”", ("失压",)),
        ("“母线”和“失压”", ("母线", "失压")),
        ("'load shed' of the operators' and owners' plans", ("load shed",)),
        ("名为“个体工商户”实为“合伙”，内部发生纠纷", ()),
        ("什么是“母线失压”？", ()),
        ('什么是"母线失压"？', ("母线失压",)),
        ('"母线失压', ()),
    ],
)
def test_quotes_of_every_kind_make_a_phrase_and_those_of_a_sentence_do_not(query, phrases):
    assert split_quoted(query)[0] == phrases


def test_what_joins_two_phrases_is_not_marked():
    assert marked("母线和线路、失压", "“母线”和“失压”") == ["母线", "失压"]


@settings(max_examples=200, deadline=None)
@given(st.text("母线失压第六章 220千伏kV,\n\u200fé", max_size=40), st.text(max_size=12))
def test_places_are_in_order_and_apart(text, query):
    places = highlights(text, query)
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(left[1] < right[0] for left, right in pairwise(places))


@settings(max_examples=200, deadline=None)
@given(st.text("母线失压第六章十二条表注一", min_size=2, max_size=20), st.data())
def test_a_phrase_of_the_text_is_contained_in_it(text, data):
    start = data.draw(st.integers(0, len(text) - 2))
    end = data.draw(st.integers(start + 2, len(text)))
    assert contains_phrase(text, text[start:end])
