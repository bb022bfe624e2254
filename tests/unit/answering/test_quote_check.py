"""What a model claims, looked up on a page made by hand."""

import pytest

from core.answering.claims import claims_in, marks_in
from core.answering.page_lookup import PageWords
from core.answering.passages import passages_on
from core.answering.quote_check import NO_PAGE_CITED, NO_SUCH_PAGE, NOT_THERE, check_text
from core.model import Box, ContentBlock, PageDocument, TableCell, TableMeta

BOX = Box(left=0.1, top=0.1, right=0.9, bottom=0.2)
CLAUSE = "6.3.2 母线失压后，厂站运行人员应在 8 min 内报告，18 h 内补报书面材料。"
ROWS = [
    ("轮次", "动作频率 Hz", "延时 s"),
    ("基本第一轮", "49.0", "0.15"),
    ("基本第二轮", "48.8", "0.2"),
]


def table_block() -> ContentBlock:
    cells = tuple(
        TableCell(row=row, col=col, content=words, is_header=row == 0, page_num=7, box=BOX)
        for row, line in enumerate(ROWS)
        for col, words in enumerate(line)
    )
    lines = ["| " + " | ".join(line) + " |" for line in ROWS]
    return ContentBlock(
        block_id="r/p0007/b01",
        block_type="table",
        order_in_page=1,
        content_markdown="\n".join([lines[0], "| --- | --- | --- |", *lines[1:]]),
        box=BOX,
        table_meta=TableMeta(
            table_id="r/t-5-2",
            caption="表5-2 低频减负荷",
            col_headers=ROWS[0],
            header_row_count=1,
            row_count=3,
            col_count=3,
            cells=cells,
        ),
    )


PAGE = PageDocument(
    reg_id="r",
    page_num=7,
    content_blocks=(
        ContentBlock(
            block_id="r/p0007/b00",
            block_type="text",
            order_in_page=0,
            content_markdown=CLAUSE,
            box=BOX,
            chapter_id="r/s6.3.2",
        ),
        table_block(),
    ),
)
WORDS = PageWords(PAGE, tuple(passages_on(PAGE, {}, {})))


def checked(text: str):
    return check_text(text, lambda reg_id, num: WORDS if (reg_id, num) == ("r", 7) else None, ["r"])


@pytest.mark.parametrize(
    "text",
    [
        "“厂站运行人员应在 8 min 内报告”[r P7]",
        "“厂站运行人员应在8min内报告”（P7）",
        "「母线失压后，…应在 8 min 内报告」【r P7】",
        "应在 8 分钟内报告 [r P7]",
        "延时为 0.15 s [P7]。",
        "频率为 49.0 赫兹 [r P7]",
        '"基本第一轮 49.0 0.15" [r P.7]',
    ],
)
def test_what_stands_on_the_page_is_found(text):
    made = checked(text)
    assert [check.found for check in made.checks] == [True]
    assert made.citations[0].found
    assert made.citations[0].box == BOX


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("“厂站运行人员应在 18 min 内报告”[r P7]", NOT_THERE),
        ("应在 18 min 内报告 [r P7]", NOT_THERE),
        ("延时为 0.15 min [r P7]", NOT_THERE),
        ("动作频率 9.0 Hz [r P7]", NOT_THERE),
        ("应在 8 min 内报告", NO_PAGE_CITED),
        ("应在 8 min 内报告 [r P8]", NO_SUCH_PAGE),
        ("“报告…母线失压后” [r P7]", NOT_THERE),
    ],
)
def test_what_does_not_stand_there_is_marked(text, reason):
    made = checked(text)
    assert made.checks[0].reason == reason
    assert not any(citation.found for citation in made.citations)


@pytest.mark.parametrize(
    ("printed", "quoted", "found"),
    [
        ("应在 18 h 内补报", "8 h 内补报", False),
        ("应在 18 h 内补报", "应在 1", False),
        ("频率为 49.05 Hz", "频率为 49.0", False),
        ("频率为 49.05 Hz", "05 Hz", False),
        ("220 kV 母线", "20 kV 母线", False),
        ("电量 15 MWh", "电量 15 MW", False),
        ("见表6-2 | 15 min", "15 min", True),
        ("第 1 行<br>15 min", "15 min", True),
        ("不应停用重合闸", "应停用重合闸", False),
        ("不得强送，应停用重合闸", "应停用重合闸", True),
        ("应立即报告", "宜立即报告", False),
        ("应在 8\nmin 内", "应在８min内", True),
        ("保持在 15%～85% 之间", "保持在 15%-85% 之间", True),
        ("装机 1 000 kW", "装机 1000 kW", True),
        ("未经许可不得操作", "经许可不得操作", False),
        ("无需报告调度", "需报告调度", False),
        ("非调度设备可停用", "调度设备可停用", False),
        ("除非另有规定", "另有规定", True),
        ("严禁带负荷拉隔离开关", "带负荷拉隔离开关", False),
        ("严禁带负荷拉隔离开关", "严禁带负荷拉隔离开关", True),
        ("must never shed load", "shed load", False),
        ("must never shed load", "never shed load", True),
    ],
)
def test_a_quotation_is_not_found_inside_a_number_a_word_or_a_denial(printed, quoted, found):
    assert verdicts(printed, f"规定“{quoted}”") == [(quoted, found)]


def test_a_quotation_that_holds_a_title_is_looked_up_like_any_other():
    page = page_saying("本规程替代《临江规程》，自 5 月起施行")
    text = "“本规程替代《临江规程》，自 6 月起施行”[reg1 P7]，见“临江规程”。"
    made = check_text(text, lambda *_: page, ["reg1"], ["临江规程"])
    assert [(check.kind, check.found) for check in made.checks] == [("quote", False)]


def test_citations_become_numbers_and_the_checks_keep_their_place():
    text = "一是“应在 8 min 内报告”[r P7]；\n二是延时 0.2 s [r P7]。"
    made = checked(text)
    assert made.text == "一是“应在 8 min 内报告”[1]；\n二是延时 0.2 s [2]。"
    assert [made.text[check.start : check.end] for check in made.checks] == [
        "“应在 8 min 内报告”",
        "0.2 s",
    ]
    assert [(it.kind, it.quote) for it in made.citations] == [
        ("clause", CLAUSE),
        ("row", "基本第二轮 | 48.8 | 0.2"),
    ]


def test_a_page_that_nothing_is_said_of_is_cited_without_support():
    made = checked("应立即报告 [r P7]。")
    assert made.text == "应立即报告 [1]。"
    assert [(it.quote, it.found) for it in made.citations] == [("", False)]


def test_numbers_of_lists_citations_and_editions_claim_nothing():
    text = "1. 见《规程（2024年版）》[angui_2024 P72]\n2) 第二条"
    marks = marks_in(text, ["angui_2024", "other"])
    assert [mark.pages for mark in marks] == [(("angui_2024", 72),)]
    assert claims_in(text, marks) == []


def page_saying(words: str) -> PageWords:
    block = PAGE.content_blocks[0].model_copy(
        update={"content_markdown": words, "chapter_path": ("第六章 事故处理", "6.3 母线")}
    )
    page = PAGE.model_copy(update={"content_blocks": (block,)})
    return PageWords(page, tuple(passages_on(page, {}, {})))


def verdicts(words: str, answer: str) -> list[tuple[str, bool]]:
    page = page_saying(words)
    made = check_text(f"{answer} [r P7]。", lambda *_: page, ["r"])
    return [(check.text, check.found) for check in made.checks]


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("应在三十分钟内报告", "三十分钟"),
        ("应在 30 min 内报告", "三十分钟"),
        ("应在30分钟内报告", "三十分钟"),
        ("应在三十分钟内报告", "30 min"),
        ("应在半小时内报告", "30分钟"),
        ("应在 90 min 内报告", "一个半小时"),
        ("偏差不超过百分之五", "5 %"),
        ("偏差不超过 5%", "百分之五"),
        ("偏差不超过 0.5 %", "百分之零点五"),
        ("应投入 2 台主变", "两台"),
        ("应投入两台主变", "2 台"),
        ("母线电压为 123 kV", "一百二十三 kV"),
        ("母线电压为一百一十千伏", "110 kV"),
        ("装机 3 万千瓦", "三万千瓦"),
        ("装机 30,000 kW", "三万千瓦"),
        ("延时 0.15 s", "零点一五秒"),
        ("在三个工作日内批复", "3 个工作日"),
        ("电流为额定值的 1.5 倍", "一点五倍"),
        ("自二〇二四年施行", "2024 年"),
        ("至少三分之一", "三分之一"),
    ],
)
def test_a_number_in_words_is_the_same_number_in_figures(printed, written):
    assert verdicts(printed, f"规定为{written}") == [(written, True)]


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("应在 13 min 内报告", "三十分钟"),
        ("应在三十分钟内报告", "三十秒"),
        ("应在二十三分钟内报告", "三分钟"),
        ("应在数十分钟内报告", "十分钟"),
        ("偏差不超过 15%", "百分之五"),
        ("应投入十二台主变", "两台"),
        ("第二次强送", "两次"),
        ("上半年完成", "半年"),
    ],
)
def test_another_number_in_words_is_not_found(printed, written):
    assert verdicts(printed, f"规定为{written}") == [(written, False)]


@pytest.mark.parametrize(
    "words",
    [
        "一般应保持一致，统一指挥，一律不得擅自操作",
        "发生三相短路时，两侧断路器跳闸，双方一同确认",
        "一是立即汇报；二是查明原因；三是恢复送电",
        "（二十一）其他情形",
        "十分重要，千万不可大意，万一失败",
        "任一台主变、同一回线路、上一级调度机构",
        "一次设备和二次回路均应检查",
        "包括三个方面、两个条件",
        "隔离一段时间",
        "二三次",
    ],
)
def test_a_numeral_inside_a_word_claims_nothing(words):
    assert claims_in(words, []) == []


@pytest.mark.parametrize(
    ("written", "found"),
    [("第六章", True), ("第 6 章", True), ("第6.3条", True), ("第七章", False), ("第63条", False)],
)
def test_a_section_is_looked_up_by_where_the_page_stands(written, found):
    assert verdicts(CLAUSE, f"根据{written}应立即报告") == [(written, found)]


def test_numbers_in_words_inside_quotations_are_part_of_the_quotation():
    assert [claim.kind for claim in claims_in("“应在三十分钟内报告”", [])] == ["quote"]


def test_a_range_of_pages_is_cited_page_by_page():
    (mark,) = marks_in("[angui_2024 P72-P74 表6-2]", ["angui_2024"])
    assert mark.pages == (("angui_2024", 72), ("angui_2024", 73), ("angui_2024", 74))


def test_a_quotation_may_leave_to_the_text_around_it_that_it_is_denied():
    assert verdicts("严禁带负荷拉隔离开关。", "严禁“带负荷拉隔离开关”") == [
        ("带负荷拉隔离开关", True)
    ]


@pytest.mark.parametrize(
    ("printed", "written", "found"),
    [
        ("偏差为 -0.2 Hz", "偏差为 0.2 Hz", False),
        ("偏差为 0.2 Hz", "偏差为 -0.2 Hz", False),
        ("偏差为 −0.2 Hz", "偏差为 -0.2 Hz", True),
        ("偏差为 ±0.2 Hz", "偏差为 0.2 Hz", True),
        ("温度为 -10～40 ℃", "温度为 40 ℃", True),
        ("电量为 15%-85%", "不超过 85%", True),
        ("长期—5 min", "为 5 min", True),
    ],
)
def test_a_minus_is_a_part_of_its_number(printed, written, found):
    assert [verdict for _, verdict in verdicts(printed, written)] == [found]
