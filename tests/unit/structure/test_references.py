"""Finding references in text; the parsing of each kind and the traps beside it."""

import pytest

from core.model.geometry import Box
from core.parsing.elements import ParsedElement, ParsedPage, TextLine
from core.structure.body import make_body
from core.structure.references.finding import find_in_text, find_references


def found(text):
    return [(m.text, m.reference_type, m.parsed_target) for m in find_in_text(text)]


def targets(text):
    return [(m.reference_type, m.parsed_target) for m in find_in_text(text)]


@pytest.mark.parametrize(
    ("text", "printed", "kind", "target"),
    [
        ("一次设备的操作见第六章。", "见第六章", "chapter", "6"),
        ("参见第十三章", "参见第十三章", "chapter", "13"),
        ("第一百二十三条", "第一百二十三条", "article", "123"),
        ("按第六章第三节处理", "按第六章第三节", "section", "6.3"),
        ("见第六章第三节第十二条", "见第六章第三节第十二条", "article", "6.3/12"),
        ("线路本身按第二节处理", "按第二节", "section", "第2节"),
        ("参见第十四条。", "参见第十四条", "article", "14"),
        (
            "依照本条例第二十条第二款第（三）项",
            "依照本条例第二十条第二款第（三）项",
            "article",
            "20",
        ),
        ("第十二条之一", "第十二条之一", "article", "12-1"),
        ("见第二编第三章第一节", "见第二编第三章第一节", "section", "3.1"),
        ("第二篇规定", "第二篇", "chapter", "第2篇"),
        ("执行本规程第1.2.1条的规定", "执行本规程第1.2.1条", "article", "1.2.1"),
        ("因违反本办法第八条造成", "本办法第八条", "article", "8"),
        ("恢复的顺序见6.5.3。", "见6.5.3", "section", "6.5.3"),
        ("按7.3.2确定的充放电策略", "按7.3.2", "section", "7.3.2"),
        ("详见6.3.2章节", "详见6.3.2章节", "section", "6.3.2"),
        ("按照５．４的要求", "按照５．４", "section", "5.4"),
        ("见表6-2", "见表6-2", "table", "6-2"),
        ("应符合表6.2的", "应符合表6.2", "table", "6-2"),
        ("见表6—2", "见表6—2", "table", "6-2"),
        ("见表 1 3；", "见表 1 3", "table", "13"),
        ("详见附表1", "详见附表1", "table", "附表1"),
        ("见附表一", "见附表一", "table", "附表1"),
        ("如图3-1所示", "如图3-1", "figure", "3-1"),
        ("详见下表。", "详见下表", "table", "下表"),
        ("如下图所示：", "如下图", "figure", "下图"),
        ("履行前条规定的职责", "前条", "article", "上条"),
        ("违反前条第二款", "前条", "article", "上条"),
        ("见附录A", "见附录A", "appendix", "A"),
        ("参见附录 B 中", "参见附录 B", "appendix", "B"),
        ("A.1所列术语", "A.1", "section", "A.1"),
        ("按附件2的格式", "按附件2", "attachment", "附件2"),
        ("详见附件1第五条", "详见附件1第五条", "article", "附件1/5"),
        ("3见注1", "见注1", "annotation", "注1"),
        ("5%注①", "注①", "annotation", "注1"),
        ("见注一", "见注一", "annotation", "注1"),
        ("见注十一", "见注十一", "annotation", "注11"),
        ("见注", "见注", "annotation", "注"),
        ("按方案A整定", "按方案A", "plan", "方案A"),
        ("see Section 4.2.", "see Section 4.2", "section", "4.2"),
        ("required by Section 4.3(b).", "Section 4.3(b)", "section", "4.3(b)"),
        ("under Article 5(1), the", "Article 5(1)", "article", "5(1)"),
        ("under Requirement R2 shows", "Requirement R2", "requirement", "R2"),
        ("required by Part 2.3.", "Part 2.3", "requirement", "R2.3"),
        ("under Measure M5.", "Measure M5", "requirement", "M5"),
        ("times of Table R1 unless", "Table R1", "table", "R1"),
        ("shown in Figure 1.", "Figure 1", "figure", "1"),
        ("and to Attachment 1.", "Attachment 1", "attachment", "Attachment 1"),
        ("set out in Annex A", "Annex A", "appendix", "A"),
        ("24 h see Note 1", "see Note 1", "annotation", "Note 1"),
        ("in accordance with paragraph 3", "paragraph 3", "section", "3"),
        ("paragraph 2 of Article 6", "paragraph 2 of Article 6", "article", "6(2)"),
        ("试验方法附录B", "附录B", "appendix", "B"),
        ("见3.0.1", "见3.0.1", "section", "3.0.1"),
        ("按5.2.1a)的要求", "按5.2.1", "section", "5.2.1"),
        ("见第六章6.3.2", "见第六章6.3.2", "section", "6.3.2"),
        ("见第六章第三节6.3.2", "见第六章第三节6.3.2", "section", "6.3.2"),
        ("按第三节6.3.2执行", "按第三节6.3.2", "section", "6.3.2"),
        ("见第五章6.3.2", "见第五章6.3.2", "section", "5/6.3.2"),
        ("见第五章 2.5 MPa", "见第五章", "chapter", "5"),
    ],
)
def test_every_kind_is_found_and_parsed(text, printed, kind, target):
    assert found(text) == [(printed, kind, target)]


@pytest.mark.parametrize(
    "text",
    [
        "按照GB/T 1234.5",
        "GB 38755—2019",
        "DL/T 5429-2009",
        "NB/T 31999—2021",
        "Q/LJD 10301—2024",
        "GB/T16706-1996",
        "JT/ T 808—2011",
        "NERC CIP-005-7",
        "CIP-005-7",
        "IEEE 1547-2018",
        "IEEE C37.113-2015",
        "ISO/IEC 27001:2013",
        "Regulation (EU) 2016/679",
        "IETF RFC 3550",
        "《临江电网调度控制管理规程（2023年版）》",
    ],
)
def test_standards_are_other_documents_and_never_sections(text):
    (mention,) = find_in_text(text)
    assert mention.reference_type == "standard"
    assert mention.steps == ()


@pytest.mark.parametrize(
    "text",
    [
        "3.5 秒内频率下降",
        "按2.5 MW计算",
        "不超过0.5 kV",
        "按1.2倍额定电流",
        "2024年3月5日",
        "自2016.8.1起",
        "版本 2.1.4",
        "第一次操作",
        "第三者责任",
        "第1页",
        "第一条消息",
        "第二条件",
        "仪表1",
        "备注1",
        "代表1人",
        "地图2",
        "LGJ-240",
        "192.168.1.1",
        "见表 5-。",
        "G.721 音频",
        "2 × 795 kcmil",
        "a table of contents",
        "part of the plan",
        "注意事项",
        "按3.5.1 kV",
        "paragraph 2 of that Article",
        "上表面不应有划痕",
        "以下表格",
        "目前条件",
        "以上条款",
        "第一编写组",
        "第2篇幅",
    ],
)
def test_what_is_no_reference(text):
    assert found(text) == []


def test_a_range_has_one_mention_per_member_with_the_same_text():
    assert found("表3-1～表3-3的数值") == [
        ("表3-1～表3-3", "table", "3-1"),
        ("表3-1～表3-3", "table", "3-2"),
        ("表3-1～表3-3", "table", "3-3"),
    ]
    assert targets("第五条至第七条") == [("article", "5"), ("article", "6"), ("article", "7")]
    assert targets("见6.1～6.3") == [("section", f"6.{n}") for n in (1, 2, 3)]
    assert targets("按6.1.1～6.1.3执行") == [("section", f"6.1.{n}") for n in (1, 2, 3)]
    assert targets("按1.2～1.5确定") == []  # factors
    assert targets("3.5.1～3.5.3所述") == [("section", f"3.5.{n}") for n in (1, 2, 3)]
    assert targets("Requirements R1 through R3") == [("requirement", f"R{n}") for n in (1, 2, 3)]


def test_a_list_has_one_mention_per_member():
    assert found("违反第6、7、9条规定的") == [
        ("第6、7、9条", "article", n) for n in ("6", "7", "9")
    ]
    assert targets("按照第三十条、三十一条办理") == [("article", "30"), ("article", "31")]
    assert targets("按照第三十、第三十一条办理") == [("article", "30"), ("article", "31")]
    assert targets("第六、第七和第九章") == [("chapter", "6"), ("chapter", "7"), ("chapter", "9")]
    assert targets("见第五至第七条") == [("article", "5"), ("article", "6"), ("article", "7")]
    assert [m.text for m in find_in_text("第五条、第六条")] == ["第五条", "第六条"]
    assert targets("按表2-1、2-2确定") == [("table", "2-1"), ("table", "2-2")]
    assert targets("见第6.1节、第4.2 a)") == [("section", "6.1")]
    assert targets("见4.2 a)") == [("section", "4.2")]
    assert targets("附录A、B为规范性附录") == [("appendix", "A"), ("appendix", "B")]
    assert targets("按照5.4和5.5的要求") == [("section", "5.4"), ("section", "5.5")]
    assert targets("表2，0 表示所有通道") == [("table", "2")]
    assert targets("按2.1.4、3.5 kV执行") == [("section", "2.1.4")]


def test_the_note_of_a_named_table_is_one_reference():
    (mention,) = find_in_text("其中持续时间的计算按表4-1注1。")
    assert (mention.text, mention.parsed_target) == ("按表4-1注1", "注1")
    assert mention.within.number == "4-1"
    plans = find_in_text("that Plan A or Plan B of Table F3 is in force")
    assert [(m.text, m.within and m.within.number) for m in plans] == [
        ("Plan A", "F3"),
        ("Plan B", "F3"),
        ("Table F3", None),
    ]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("按 DL/T 5429 第5条", "DL/T 5429 第5条"),
        ("按照JT/ T 1076—2016中的表2", "JT/T 1076—2016 表2"),
        ("采用JT/T 808—2011中4.4.3定义的", "JT/T 808—2011 4.4.3"),
        ("按照JT/T 415—2006中\n5. 4. 12的规定", "JT/T 415—2006 5.4.12"),
        ("依照《电力法》第三条", "电力法 第3条"),
        ("电力法第十条", "电力法 第10条"),
        ("1999年版的4.2", "1999年版 4.2"),
        ("Article 5 of Regulation (EU) 2016/679", "Regulation (EU) 2016/679 Article 5"),
        ("Article 8(1) of the Charter", "Charter Article 8(1)"),
        ("paragraph 1 of Article 5 of the Treaty", "Treaty Article 5(1)"),
        ("section 3 of the Insolvency and Bankruptcy Code", "Insolvency and Bankruptcy Code 3"),
        ("pursuant to 10 C.F.R. Section 73.54", "C.F.R. 73.54"),
    ],
)
def test_parts_of_another_document_are_not_parts_of_this_one(text, target):
    (mention,) = find_in_text(text)
    assert (mention.reference_type, mention.parsed_target) == ("standard", target)
    assert mention.document


def test_further_members_stay_in_the_other_document():
    assert targets("删除了原标准第4章产品分类、第7章检验规则") == [
        ("standard", "原标准 第4章"),
        ("standard", "原标准 第7章"),
    ]
    assert targets("bit0见JT/T 808—2011表18定义；bit32见表13") == [
        ("standard", "JT/T 808—2011 表18"),
        ("table", "13"),
    ]


def test_a_document_beside_a_reference_does_not_take_it_over():
    assert targets("Article 6 and the Charter") == [("article", "6")]
    assert targets("应符合GB/T 123、表2的规定") == [("standard", "GB/T 123"), ("table", "2")]


def test_a_title_behind_a_table_is_the_tables():
    assert targets("的表3《数据段结构规定》") == [("table", "3")]


def test_positions_are_those_of_the_printed_text():
    text = "参数要求　见表３－１。"
    (mention,) = find_in_text(text)
    assert text[mention.start : mention.end] == mention.text == "见表３－１"


BOX = Box(left=0.1, top=0.1, right=0.9, bottom=0.2)


def body_of(*elements, furniture=()):
    page = ParsedPage(page_num=3, width=600, height=800, elements=tuple(elements))
    return make_body("reg", [page], furniture)


def element(text, kind="text", **more):
    return ParsedElement(kind=kind, text=text, box=BOX, **more)


def in_body(*elements, **more):
    body = body_of(*elements, furniture=more.pop("furniture", ()))
    return [placed.mention.text for placed in find_references(body, (), {}, **more)]


def test_own_numbers_of_captions_headings_and_notes_are_no_references():
    assert in_body(element("表6-2 线路跳闸后的强送规定", "caption")) == []
    assert in_body(element("表4-2 中枢点电压控制值", "heading")) == []
    assert in_body(element("第十条 违反第六条规定的，给予批评。")) == ["第六条"]
    assert in_body(element("附录A 调度术语", "heading")) == []
    assert in_body(element("注1：按表4-1执行。", "footnote")) == ["按表4-1"]
    assert in_body(element("Part 2.3 record the start of Table R1.")) == ["Table R1"]


def test_a_caption_refers_to_its_own_number_nowhere():
    assert in_body(element("续表1", "caption")) == []
    assert in_body(element("表6 定值 Table 6 Settings", "caption")) == []
    assert in_body(element("表6 定值（按表5折算）", "caption")) == ["按表5"]


def test_a_sentence_may_begin_with_a_reference():
    assert in_body(element("表4中“宽度”仅包含字段内容。")) == ["表4"]
    assert in_body(element("A.1所列术语用于调度指令。")) == ["A.1"]


def test_contents_lines_are_no_references():
    assert in_body(element("附录A(规范性附录) 对照表……………… 39")) == []
    body = body_of(element("第六章 事故处理"), element("见第六章"))
    left_out = {body.blocks[1].block_id}
    assert find_references(body, (), {}, left_out=left_out) == ()


def test_the_documents_own_number_is_no_reference():
    running = element("JT/T 1078—2016")
    text = element("JT/T 1078—2016与JT/T 808—2011的关系，见JT/T 1078—2016第5章。")
    found = in_body(running, text, furniture={(3, 0)})
    assert found == ["JT/T 808—2011", "见JT/T 1078—2016第5章"]


def test_a_reference_knows_the_line_it_stands_in():
    second = Box(left=0.1, top=0.16, right=0.9, bottom=0.2)
    lines = (TextLine(start=0, end=6, box=BOX), TextLine(start=6, end=12, box=second))
    body = body_of(element("参数要求应当见表3-1。", lines=lines))
    (placed,) = find_references(body, (), {})
    assert placed.box == second


def test_a_raised_mark_is_no_part_of_a_number():
    (text,) = in_body(element("report under NERC CIP-0083.", superscripts=((25, 26),)))
    assert text == "NERC CIP-008"


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("Section 5.2 of DL/T 5429-2009.", ["DL/T 5429-2009 5.2"]),
        ("see Table 3 of IEC 61850-7-4", ["IEC 61850-7-4 Table 3"]),
        ("Annex A of ISO/IEC 27001:2013", ["ISO/IEC 27001:2013 Appendix A"]),
        (
            "Parts 1.1 and 1.2 of Requirement R1 of CIP-005-7",
            ["CIP-005-7 R1.1", "CIP-005-7 R1.2", "CIP-005-7 R1"],
        ),
        ("see Note 1 of DL/T 5429-2009", ["DL/T 5429-2009 Note 1"]),
        (
            "Plan A or Plan B of Table F3 of GB/T 1234",
            ["GB/T 1234 Plan A", "GB/T 1234 Plan B", "GB/T 1234 Table F3"],
        ),
    ],
)
def test_a_part_named_before_its_document_is_a_part_of_that_document(text, targets):
    assert [mention.parsed_target for mention in find_in_text(text)] == targets
    assert all(mention.document for mention in find_in_text(text))


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("按6.1.1—6.1.3执行", ["6.1.1", "6.1.2", "6.1.3"]),
        ("见6.1-6.2", ["6.1", "6.2"]),
        ("违反第5-7条", ["5", "6", "7"]),
        ("按1.2-1.5倍整定", []),
        ("取1.2-1.5", []),
        ("第5-1条", []),
    ],
)
def test_a_hyphen_makes_a_range_where_the_numbers_rise(text, targets):
    assert [mention.parsed_target for mention in find_in_text(text)] == targets
