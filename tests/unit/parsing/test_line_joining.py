import pytest

from core.parsing.line_joining import join_lines, with_printed_hyphens


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["电力系统安全稳定", "计算分析。"], "电力系统安全稳定计算分析。"),
        (["a competent", "authority shall"], "a competent authority shall"),
        (["the regu-", "lation applies"], "the regulation applies"),
        (["as in CIP-", "005 and"], "as in CIP-005 and"),
        (["the Non-", "Member"], "the Non-Member"),
        (["符合GB/T", "1234的规定"], "符合GB/T 1234的规定"),
        (["不低于220", "千伏"], "不低于220千伏"),
        (["he said “yes”", "and left"], "he said “yes” and left"),
        (["电压等级，", "220 kV"], "电压等级，220 kV"),
    ],
)
def test_lines_are_joined_as_the_script_wants(lines, joined):
    assert join_lines(lines)[0] == joined


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("0\u00ad500 MW", "0-500 MW"),
        ("\u00ad", "-"),
        ("CIP\u00ad005\u00ad", "CIP-005-"),
        ("the regu\u00ad", "the regu\u00ad"),
    ],
)
def test_a_soft_hyphen_that_cuts_no_word_is_a_hyphen(line, printed):
    assert with_printed_hyphens(line) == printed


def test_each_line_knows_its_stretch_of_the_text():
    text, stretches = join_lines(["the regu-", "lation", "applies"])
    assert [text[start:end] for start, end in stretches] == ["the regu", "lation", "applies"]
