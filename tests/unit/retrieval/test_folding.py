"""Folding: what is setting, what is kept, and the way back to the original."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.retrieval.folding import fold, fold_characters
from core.retrieval.numbers_and_units import chinese_numeral
from core.structure.numerals import numeral_value

# Words that folding cares about, between characters of any kind but lone surrogates.
PIECES = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    st.sampled_from(
        (
            *("第", "六", "十二", "章", "条", "表", "注", "附录", "一", "二十", "乾", "電"),
            *("220", "千伏", "kV", "秒", "s", "<br>", "--", "—", " ", "\n", "\u3000", "\n\n"),
            *("㎡", "℃", "か", "\u3099", "é", "e\u0301", "İ", "ﾊﾞ", "Ⅳ", "①", "½"),
            *("\u200f", "\x00", "\ufe0f", "😀"),
        )
    ),
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("第六章", "第6章"),
        ("第 六 章", "第６章"),
        ("第十二条", "第12条"),
        ("第一百零三条第十项", "第103条第10项"),
        ("見第二十條", "见第20条"),
        ("见表六。", "见表6。"),
        ("注一：", "注1:"),
        ("注①", "注1"),
        ("附录一", "附录1"),
        ("按附件二的规定", "按附件2的规定"),
        ("GB 38755—2019", "gb 38755-2019"),
        ("GB／T　38755－2019", "gb/t 38755–2019"),
        ("220千伏母线", "220 kV 母线"),
        ("300兆瓦及以上", "300 MW及以上"),
        ("50赫兹", "50 Hz"),
        ("3.5 秒内", "3.5s内"),
        ("母線失壓", "母线失压"),
        ("母 线\n失\r\n压", "母线失压"),
        ("母线<br>失压", "母线失压"),
        ("power  \n system", "Power System"),
        ("cafe\u0301", "CAFÉ"),
        ("か \u3099", "が"),
        ("6.\u200b2", "6.2"),
        ("失\u200f压\x00", "失压"),
        ("25 ℃", "25 °C"),
        ("31.5千安、400平方毫米", "31.5 kA、400 mm²"),
        ("220kVⅠ段母线", "220 千伏 I 段母线"),
        ("220kVGIS设备", "220千伏 GIS 设备"),
        ("⒈220kV母线", "1. 220 kV母线"),
        ("0.2①", "0.2 1"),
        ("①②", "1 2"),
    ],
)
def test_the_same_thing_in_two_settings_is_one_text(left, right):
    assert fold(left).text == fold(right).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("代表一般意见", "代表一般意见"),
        ("关注一下", "关注一下"),
        ("附件一并提交", "附件一并提交"),
        ("第三方", "第三方"),
        ("第二四条", "第二四条"),
        ("表六2", "表六2"),
        ("60万千瓦", "60万千瓦"),
        ("5安全措施", "5安全措施"),
        ("220千伏安", "220kva"),
        ("220kVA", "220kva"),
        ("100kVar", "100kvar"),
        ("第Ⅱ章", "第ii章"),
        ("注①", "注1"),
        ("±0.2 Hz", "±0.2hz"),
        ("3 systems", "3 systems"),
        ("秒级", "秒级"),
        ("表1 千伏线路", "表1千伏线路"),
        ("表一 千伏线路", "表1千伏线路"),
        ("关注35千伏线路", "关注35kv线路"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_what_is_no_number_or_unit_stays(text, expected):
    assert fold(text).text == expected


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_folding_twice_changes_nothing(text):
    for folding in (fold, fold_characters):
        once = folding(text).text
        assert folding(once).text == once


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_every_folded_place_leads_into_the_original_in_order(text):
    folded = fold(text)
    ends = 0
    for place in range(len(folded.text)):
        start, end = folded.original_span(place, place + 1)
        assert 0 <= start < end <= len(text)
        assert end >= ends
        ends = end
    assert folded.original_span(0, len(folded.text))[1] <= len(text)


@pytest.mark.parametrize(
    ("text", "word", "printed"),
    [
        ("按照第十二条 执行", "12条", "十二条"),
        ("面积 3 ㎡ 以上", "m2", "㎡"),
        ("额定 220 千伏的母\n線", "220kv的母线", "220 千伏的母\n線"),
        ("a\u200fbc 失压", "bc", "bc"),
        ("cafe\u0301 noir", "é", "e\u0301"),
    ],
)
def test_a_folded_word_is_found_as_it_is_printed(text, word, printed):
    folded = fold(text)
    place = folded.text.index(word)
    start, end = folded.original_span(place, place + len(word))
    assert text[start:end] == printed


def test_an_empty_place_stays_empty():
    assert fold("失 压").original_span(1, 1) == (2, 2)


@pytest.mark.parametrize("value", [1, 10, 11, 20, 99, 100, 101, 110, 112, 1000, 1001, 1010, 2024])
def test_a_chinese_numeral_reads_back(value):
    assert numeral_value(chinese_numeral(value)) == value
