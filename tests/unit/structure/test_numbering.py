"""Labels of sections are read in every style, and only at the beginning of a line."""

import pytest

from core.structure.chapters.numbering import read_label, roman_value
from core.structure.chapters.outline_tokens import counts_of


@pytest.mark.parametrize(
    ("text", "scheme", "printed", "path"),
    [
        ("第六章 系统异常", "chapter", "第六章", (6,)),
        ("第 六 章 系统异常", "chapter", "第六章", (6,)),
        ("第三节 母线失压", "section", "第三节", (3,)),
        ("第一百二十三条 本法", "article", "第一百二十三条", (123,)),
        ("第十二条之一 增加", "article", "第十二条之一", (12, 1)),
        ("第二篇 运行", "part", "第二篇", (2,)),
        ("第1部分 总则", "part", "第1部分", (1,)),
        ("1 总则", "decimal", "1", (1,)),
        ("1.总则", "decimal", "1.", (1,)),
        ("4系统结构", "decimal", "4", (4,)),
        ("２．１．４ 标题", "decimal", "２．１．４", (2, 1, 4)),
        ("2.1.4.1.6 正文直接跟随", "decimal", "2.1.4.1.6", (2, 1, 4, 1, 6)),
        ("8. 13 位置信息查询", "decimal", "8.13", (8, 13)),
        ("3.1污染物在线监控", "decimal", "3.1", (3, 1)),
        ("附 录 A（规范性附录）", "appendix", "附录A", ("A",)),
        ("附件1 办法", "attachment", "附件1", (1,)),
        ("附件二：", "attachment", "附件二", (2,)),
        ("A.1.1 状态", "decimal", "A.1.1", ("A", 1, 1)),
        ("A1.2 Order", "decimal", "A1.2", ("A1", 2)),
        ("Article 5 Measures", "article", "Article 5", (5,)),
        ("CHAPTER IV", "chapter", "CHAPTER IV", (4,)),
        ("Section 4.2 Ratings", "decimal", "Section 4.2", (4, 2)),
        ("Section 2", "section", "Section 2", (2,)),
        ("PART II", "part", "PART II", (2,)),
        ("Appendix C Forms", "appendix", "Appendix C", ("C",)),
        ("Annex 1", "appendix", "Annex 1", (1,)),
        ("Attachment 1 Load shed plan", "attachment", "Attachment 1", (1,)),
        ("CIP-002-5.1a - Attachment 1", "attachment", "Attachment 1", (1,)),
        ("R1. Each operator shall", "requirement", "R1.", ("R", 1)),
        ("M12. Evidence", "requirement", "M12.", ("M", 12)),
        ("Part 1.1 identify the limit", "requirement_part", "Part 1.1", (1, 1)),
        ("§25.181. Goal", "paragraph sign", "§25.181.", (25, 181)),
        ("(a) Functional entities:", "outline", "(a)", ("a",)),
        ("(iv) a firm;", "outline", "(iv)", ("iv",)),
        ("II. Risk data", "roman", "II.", (2,)),
        ("C. Compliance", "letter", "C.", ("C",)),
        ("Principle 3", "named", "Principle 3", ("Principle", 3)),
        ("一、总则", "enumerated", "一、", (1,)),
    ],
)
def test_a_label_is_read(text, scheme, printed, path):
    label = read_label(text)
    assert label is not None
    assert (label.scheme, label.printed, label.path) == (scheme, printed, path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "总则",
        "2024年6月1日起施行",
        "2024-06-01 实施",
        "1981年，针对当时",
        "3.5%以上",
        "5～10 台",
        "1）事故处理；",
        "a）编制运行方式；",
        "附表1 线路参数",
        "附录",
        "表6-2 限额",
        "10/20 kV",
        "Articles of association",
        "The 5th case",
    ],
)
def test_what_is_no_label(text):
    label = read_label(text)
    assert label is None or label.path == ("",)


@pytest.mark.parametrize(("text", "value"), [("IV", 4), ("xii", 12), ("IIII", None), ("ABC", None)])
def test_roman_numbers(text, value):
    assert roman_value(text) == value


def test_a_token_may_count_in_two_ways():
    assert counts_of("i") == {"letter": 9, "roman": 1}
    assert counts_of("c") == {"letter": 3, "roman": 100}
    assert counts_of("12") == {"number": 12}
    assert counts_of("za")["letter"] == 27
    assert counts_of("Ab") == {}
