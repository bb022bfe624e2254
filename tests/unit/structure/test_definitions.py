"""Terms that a regulation defines."""

import pytest

from core.model import ChapterNode, Table, TableCell
from core.model.glossary import Definition, Glossary
from core.structure.definitions.finding import PlacedText, find_definitions
from core.structure.definitions.wording import read_definition, read_in_passing, split_names


@pytest.mark.parametrize(
    ("sentence", "term", "text"),
    [
        ("失压：母线因电源消失而失去电压。", "失压", "母线因电源消失而失去电压。"),
        ("（一）重大危险源，是指危险物品的数量超过临界量的单元。", "重大危险源", "危险物品的数量"),
        ("a) 旋转备用: 已并网机组可随时调出的出力", "旋转备用", "已并网机组"),
        ("Tie Line. A circuit that connects two areas.", "Tie Line", "A circuit"),
        ("Time to Limit. The period before damage.", "Time to Limit", "The period"),
        ("(3) ‘pseudonymisation’ means the processing of data", "pseudonymisation", "the proc"),
    ],
)
def test_a_sentence_that_defines_gives_its_term_and_its_words(sentence, term, text):
    found = read_definition(sentence)
    assert found is not None
    assert found.term == term
    assert found.text.startswith(text)


@pytest.mark.parametrize(
    "sentence",
    [
        "注：三绕组变压器应分别校核。",
        "注1：以现场规程为准。",
        "下列术语分两栏排列，先左栏后右栏：",
        "2.5 MW is the smallest block of load that may be named in a plan.",
        "A period stated in days means calendar days unless business days are named.",
        "继电保护装置的状态分为投入、退出和信号三种；信号状态指装置工作。",
    ],
)
def test_a_note_or_a_plain_sentence_defines_nothing(sentence):
    assert read_definition(sentence) is None


def test_a_definition_in_passing_is_found_inside_its_paragraph():
    (found,) = read_in_passing("本规程所称调度机构，是指各级电网的值班单位。其他按附录A执行。")
    assert found == ("调度机构", "各级电网的值班单位。")


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("电力系统 power system", ("电力系统", "power system")),
        ("N-1原则 N-1 principle", ("N-1原则", "N-1 principle")),
        ("重要负荷（用户） important load（user）", ("重要负荷（用户）", "important load（user）")),
        ("实时传输协议(Real-time Protocol)", ("实时传输协议", "Real-time Protocol")),
        ("失压", ("失压", "")),
    ],
)
def test_a_term_and_its_foreign_name_are_told_apart(title, names):
    assert split_names(title) == names


def node(number: str, title: str, parent: str | None = None) -> ChapterNode:
    return ChapterNode(
        node_id=f"r/s{number}",
        reg_id="r",
        section_number=number,
        label=number,
        title=title,
        level=number.count(".") + 1,
        numbering="decimal",
        parent_id=f"r/s{parent}" if parent else None,
        page_start=3,
        page_end=3,
        order=0,
    )


def block(nth: int, chapter: str, text: str, kind: str = "text") -> PlacedText:
    return PlacedText(f"r/p0003/b{nth:02d}", 3, kind, f"r/s{chapter}", text)


def test_a_numbered_term_with_its_definition_below_is_one_entry_without_its_notes():
    chapters = [node("2", "术语和定义"), node("2.1", "功角稳定 rotor angle stability", "2")]
    blocks = [
        block(0, "2", "# 2 术语和定义", "heading"),
        block(1, "2", "下列术语和定义适用于本文件。"),
        block(2, "2.1", "## 2.1 功角稳定 rotor angle stability", "heading"),
        block(3, "2.1", "同步发电机受到扰动后保持同步运行的能力。"),
        block(4, "2.1", "注：失稳由转矩不足引起。"),
    ]
    (found,) = find_definitions("r", chapters, blocks, [])
    assert (found.term, found.other_name) == ("功角稳定", "rotor angle stability")
    assert found.text == "同步发电机受到扰动后保持同步运行的能力。"
    assert found.source == "r P3 功角稳定"


def test_a_section_about_terms_is_not_a_term():
    chapters = [node("1", "调度术语"), node("1.1", "一次设备状态", "1")]
    blocks = [block(0, "1.1", "一次设备的状态分为运行、热备用、冷备用和检修四种。")]
    assert find_definitions("r", chapters, blocks, []) == []


def test_a_table_of_terms_and_meanings_is_read_row_by_row():
    rows = [
        ("用语", "含义", "适用设备"),
        ("合上", "由断开转为接通", "断路器"),
        ("拉开", "转为分断", ""),
    ]
    table = Table(
        table_id="r/t-a-1",
        reg_id="r",
        page_start=3,
        page_end=4,
        row_count=3,
        col_count=3,
        cells=tuple(
            TableCell(row=row, col=col, content=text, page_num=3 + row // 2)
            for row, texts in enumerate(rows)
            for col, text in enumerate(texts)
        ),
    )
    found = find_definitions("r", [], [], [table])
    assert [(it.term, it.text, it.page_num, it.row) for it in found] == [
        ("合上", "由断开转为接通", 3, 1),
        ("拉开", "转为分断", 4, 2),
    ]


def test_of_two_terms_that_overlap_in_a_text_the_longer_one_is_meant():
    terms = [
        Definition(reg_id="r", term=term, text="…", page_num=1, block_id="")
        for term in ("备用", "热备用状态", "失压")
    ]
    found = Glossary(reg_id="r", definitions=tuple(terms)).places_in("母线失压后转热备用状态")
    assert [(start, it.term) for start, it in found] == [(2, "失压"), (6, "热备用状态")]
