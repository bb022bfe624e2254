import pytest

from core.parsing.marks import is_caption, is_clause_start, is_page_number, starts_block


@pytest.mark.parametrize(
    "line",
    [
        "第十五条 调度机构必须执行",
        "第三章 调度计划",
        "第二节 事故处理",
        "2.1.4 母线失压",
        "2.1.4.1.6正文直接跟随",
        "3.2.4.2 随着高一级电压等级电网",
        "附录A",
        "附录 B（资料性附录）",
        "A.1 概述",
        "注1：通过两个特性表征",
        "注：见附录A",
        "a） 电力系统能承受",
        "1) 断开开关",
        "——DL 755—2001。",
        "（一）大中型水电厂",
        "(b) the monitoring",
        "表6-2 限值",
        "图3 结构",
        "Table 2: Limits",
        "R1. Each Responsible Entity",
        "① 合格",
        "CHAPTER II",
        "Article 5",
    ],
)
def test_a_marked_line_begins_a_block(line):
    assert starts_block(line)


@pytest.mark.parametrize(
    "line",
    [
        "3.5 秒内应恢复",
        "0.5 kV及以下",
        "第三章的规定执行",
        "第十五条规定的情形",
        "表3给出了参数",
        "图2所示的结构",
        "参照执行。",
        "Article 5 applies to",
        "Section 3 of this Act",
        "定值，在系统电压",
    ],
)
def test_a_line_in_the_middle_of_a_sentence_does_not(line):
    assert not starts_block(line)


def test_captions_and_quantities_are_told_apart_from_their_likes():
    assert is_caption("续表6-2")
    assert is_caption("表 11 数据编码格式标识")
    assert not is_caption("表1中的数据")
    assert not is_clause_start("1.5 倍额定电流")


def test_page_numbers():
    assert all(map(is_page_number, ["12", "— 5 —", "- 3 -", "III", "第 3 页 共 9 页"]))
    assert all(map(is_page_number, ["1 / 8", "Page 3 of 9", "共9页 第3页", "第3页/共9页"]))
    assert not is_page_number("2.1")
