"""Tokens: no literal phrase is missed, no token holds a blank, a dictionary only adds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputRejected
from core.retrieval.folding import fold
from core.retrieval.highlights import contains_phrase
from core.retrieval.query import phrase_tokens
from core.retrieval.tokens import character_tokens, word_tokens
from core.retrieval.user_dictionary import UserDictionary

CHINESE = st.one_of(
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=1, max_size=6),
    st.sampled_from(
        (
            *("第六章", "第十二条", "第二四条", "第一百零三条", "三", "十", "百"),
            *("表六", "表六中", "注一", "附录一", "代表一般", "母線失壓"),
            *("千伏母线", "兆瓦", "秒", "公里", "千米", "小时内"),
        )
    ),
)
OTHER = st.sampled_from(
    [" ", "\n", "220", "，", "。", "3.5", "kV", "：", "-", "a", "|", "<br>", ""]
)
TEXTS = st.lists(st.tuples(CHINESE, OTHER), min_size=1, max_size=8)


def words(text: str, dictionary: UserDictionary | None = None) -> list[str]:
    return word_tokens(fold(text).text, dictionary)


def characters(text: str) -> list[str]:
    return character_tokens(fold(text).text)


@settings(max_examples=500, deadline=None)
@given(TEXTS, st.data())
def test_every_pair_of_a_literal_phrase_stands_among_the_tokens_of_its_text(parts, data):
    text = "".join(chinese + other for chinese, other in parts)
    run = data.draw(st.sampled_from([chinese for chinese, _ in parts]))
    start = data.draw(st.integers(0, max(len(run) - 2, 0)))
    end = data.draw(st.integers(min(start + 2, len(run)), len(run)))
    pairs = {token for token in characters(run[start:end]) if len(token) == 2}
    pairs = {pair for pair in pairs if not pair.isascii()}
    assert pairs <= set(characters(text))


PIECES = st.sampled_from(
    (
        *("220", "3.5", "2.1.4", "0.5", "kV", "千伏", "MW", "分钟", "min", "秒", "A", "Δf", "é"),
        *(
            "-",
            "—",
            "/",
            ".",
            "_",
            "±",
            "%",
            "℃",
            " ",
            "\n",
            "<br>",
            "，",
            "|",
            "(",
            "注",
            "表",
            "第",
        ),
        *("六", "章", "十二", "条", "母线", "失压", "母線", "CIP-005-7", "GB/T", "ⅰ", "①", "²"),
    )
)


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=12), st.data())
def test_a_text_has_the_tokens_of_every_phrase_that_stands_in_it(pieces, data):
    text = "".join(pieces)
    start = data.draw(st.integers(0, len(text) - 1))
    phrase = text[start : data.draw(st.integers(start + 1, len(text)))]
    if contains_phrase(text, phrase):
        assert any(holds(text, way) for way in phrase_tokens(phrase))


def holds(text, way):
    asked_words, asked_characters = way
    return set(asked_words) <= set(words(text)) and set(asked_characters) <= set(characters(text))


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("按第六章办理", "六章办理"),
        ("220千伏母线停电", "千伏母线"),
        ("220 kV 母线停电", "220千伏母线"),
        ("220 kV 母线停电", "kV"),
        ("30分钟内恢复", "min"),
        ("3小时30分钟内恢复", "3小时"),
        ("按 CIP-005-7 执行", "CIP-005"),
        ("在 5 公里以内", "公里以内"),
        ("在 5 千米以内", "千米以内"),
        ("见附录十二。", "录十二"),
        ("母线<br>失压", "线失"),
        ("母\n线失压", "母线失压"),
        ("| 母线 | 失压 |", "失压"),
    ],
)
def test_a_phrase_cut_out_of_a_number_or_unit_is_found(text, phrase):
    assert any(holds(text, way) for way in phrase_tokens(phrase))
    assert all(any(way) for way in phrase_tokens(phrase))


def test_words_of_the_trade_are_found_in_both_fields():
    assert {"母线", "失压"} <= set(words("母线失压时"))
    assert {"母", "失压", "线失"} <= set(characters("母线失压时"))


def test_codes_are_tokens_and_so_are_their_parts():
    assert words("GB/T 38755—2019") == ["gb/t", "gb", "t", "38755-2019", "38755", "2019"]
    assert words("第2.1.4条") == ["第", "2.1.4", "条"]
    assert {"220kv", "220", "kv"} <= set(words("220千伏"))
    assert {"rcs-931", "rcs", "931"} <= set(words("RCS－931 装置"))
    assert characters("GB/T 38755 第2.1.4条") == ["gb", "t", "38755", "第", "2.1.4", "条"]


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_tokens_hold_no_blank_and_are_the_same_every_time(text):
    folded = fold(text).text
    for tokens_of in (word_tokens, character_tokens):
        tokens = tokens_of(folded)
        assert tokens == tokens_of(folded)
        assert all(token and not any(char.isspace() for char in token) for token in tokens)


@pytest.mark.parametrize("text", ["", " ", "\x00", "😀‍👩", "\u202e\u200f", "，。|---|", "_"])
def test_hostile_text_has_no_tokens_or_harmless_ones(text):
    assert words(text) == characters(text) == []


def test_a_run_without_end_is_cut():
    run = "a1" * 5_000
    assert max(map(len, words(run) + characters(run))) <= 64
    assert "".join(characters(run)) == run


def test_a_dictionary_adds_its_terms_and_loses_nothing(tmp_path):
    path = tmp_path / "terms.txt"
    path.write_text(
        "# 调度术语\n\n母線失壓\t母线 失压\nAGC装置\npower system\n线失\n", encoding="utf-8"
    )
    dictionary = UserDictionary.load(path)
    plain, enriched = words("母线失压时"), words("母线失压时", dictionary)
    assert enriched[: len(plain)] == plain
    assert {"母线失压", "失压", "母线", "线失"} <= set(enriched)
    assert enriched.count("失压") == plain.count("失压") == 1
    assert "agc装置" in words("AGC 装置", dictionary)
    assert "power_system" in words("the Power System", dictionary)
    assert "power_system" not in words("power systems", dictionary)


def test_a_part_of_a_term_is_a_token_though_no_list_knows_it(tmp_path):
    path = tmp_path / "terms.txt"
    path.write_text("\ufeff强送电禁令\t送电禁\r\n", encoding="utf-8")
    assert {"强送电禁令", "送电禁"} <= set(words("强送电禁令", UserDictionary.load(path)))


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        "母线\n\t失压\n".encode(),
        "长".encode() * 65,
        b"a\x00b\n",
        "\u200f\n".encode(),
    ],
)
def test_a_bad_dictionary_is_rejected(tmp_path, content):
    path = tmp_path / "terms.txt"
    path.write_bytes(content)
    with pytest.raises(InputRejected, match=r"terms\.txt"):
        UserDictionary.load(path)


def test_a_missing_dictionary_is_rejected(tmp_path):
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(InputRejected):
            UserDictionary.load(path)
