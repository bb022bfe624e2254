"""Where references lead. A false "resolved" is worse than an honest "unresolved"."""

from datetime import UTC, datetime

import pytest

from core.errors import ReferenceResolutionError
from core.model import Annotation, Box, ChapterNode, Figure, RegulationInfo, Table
from core.structure.references.chapter_lookup import ChapterLookup, index_chapters
from core.structure.references.finding import find_in_text
from core.structure.references.mentions import PlacedMention
from core.structure.references.resolving import (
    Resolver,
    make_reference,
    read_reference,
    resolve,
)


def chapter(number, label, page, parent=None, level=1, numbering="decimal", title=""):
    return ChapterNode(
        node_id=f"reg/s{number}",
        reg_id="reg",
        section_number=number,
        label=label,
        title=title,
        level=level,
        numbering=numbering,
        parent_id=f"reg/s{parent}" if parent else None,
        page_start=page,
        page_end=page,
        order=page,
    )


CHAPTERS = (
    chapter("2", "第二章", 6, numbering="chapter"),
    chapter("2.1", "2.1", 6, "2", 2),
    chapter("2.1.4", "2.1.4", 7, "2.1", 3),
    chapter("5", "第五章", 15, numbering="chapter"),
    chapter("6", "第六章", 18, numbering="chapter", title="事故处理"),
    chapter("6.2", "第二节", 19, "6", 2, "section"),
    chapter("6.3", "第三节", 20, "6", 2, "section"),
    chapter("7", "第七章", 23, numbering="chapter"),
    chapter("7.2", "第二节", 24, "7", 2, "section"),
    chapter("13", "第十三章", 26, numbering="chapter"),
    chapter("A", "附录A", 27, numbering="appendix"),
    chapter("A.1", "A.1", 27, "A", 2),
    chapter("附件1", "附件1", 33, numbering="attachment"),
    chapter("附件1/5", "第五条", 33, "附件1", 2, "article"),
    chapter("附件1/6", "第六条", 33, "附件1", 2, "article"),
    chapter("附件2", "附件2", 35, numbering="attachment"),
    chapter("附件2/5", "第五条", 35, "附件2", 2, "article"),
    chapter("R2", "R2.", 40, numbering="requirement"),
    chapter("R2.3", "Part 2.3", 40, "R2", 2, "requirement"),
)


def made_table(number, page, chapter_id=None, nth=1):
    return Table(
        table_id=f"reg/p{page:04d}/t{nth}",
        reg_id="reg",
        number=number,
        caption=f"表{number}",
        page_start=page,
        page_end=page,
        chapter_id=chapter_id,
        row_count=1,
        col_count=1,
    )


TABLES = (made_table("6-2", 19), made_table("附表1", 29), made_table("1", 27, "reg/sA"))
FIGURES = (
    Figure(
        figure_id="reg/p0009/f1",
        reg_id="reg",
        page_num=9,
        box=Box(left=0, top=0, right=1, bottom=1),
        image_name="f.png",
        number="3-1",
    ),
)


def made_note(label, key, page, table=None, order=3):
    return Annotation(
        note_id=f"reg/p{page:04d}/n{order}",
        reg_id="reg",
        annotation_id=label,
        annotation_type="note",
        variant_key=key,
        content="说明",
        page_num=page,
        block_id=f"reg/p{page:04d}/b{order:02d}",
        table_id=table,
    )


NOTES = (
    made_note("注1", "note:1", 6),
    made_note("注1", "note:1", 19, TABLES[0].table_id),
    made_note("注①", "note:1", 29, TABLES[1].table_id),
)


def regulation(reg_id, title, *keywords):
    return RegulationInfo(
        reg_id=reg_id,
        title=title,
        source_file=f"{reg_id}.pdf",
        total_pages=10,
        indexed_at=datetime(2026, 1, 1, tzinfo=UTC),
        keywords=keywords,
    )


def resolved(text, *, page=15, block="reg/p0015/b00", chapter="5", library=(), **more):
    placed = [PlacedMention(mention, page, block, **more) for mention in find_in_text(text)]
    return resolve(
        placed,
        reg_id="reg",
        chapters=CHAPTERS,
        chapter_of={block: f"reg/s{chapter}"},
        tables=TABLES,
        figures=FIGURES,
        annotations=NOTES,
        library=library,
    )


def one(text, **more):
    (reference,) = resolved(text, **more)
    return reference


@pytest.mark.parametrize(
    ("text", "target", "page"),
    [
        ("见第六章", "reg/s6", 18),
        ("第十三章", "reg/s13", 26),
        ("见第六章第三节", "reg/s6.3", 20),
        ("见2.1.4", "reg/s2.1.4", 7),
        ("本规程第2.1.4条", "reg/s2.1.4", 7),
        ("参见表6-2", "reg/p0019/t1", 19),
        ("应符合表6.2的", "reg/p0019/t1", 19),
        ("见附表1", "reg/p0029/t1", 29),
        ("如图3-1所示", "reg/p0009/f1", 9),
        ("见附录A", "reg/sA", 27),
        ("A.1所列", "reg/sA.1", 27),
        ("按附件2", "reg/s附件2", 35),
        ("详见附件1第五条", "reg/s附件1/5", 33),
        ("见6.3", "reg/s6.3", 20),
        ("按第二章第一节", "reg/s2.1", 6),
        ("见第二章2.1.4", "reg/s2.1.4", 7),
        ("第二章 2.1.4的规定", "reg/s2.1.4", 7),
        ("under Requirement R2", "reg/sR2", 40),
        ("required by Part 2.3.", "reg/sR2.3", 40),
    ],
)
def test_a_reference_leads_to_its_one_target(text, target, page):
    reference = one(text)
    assert (reference.state, reference.reason) == ("resolved", "")
    assert (reference.target.target_id, reference.target.page_num) == (target, page)


@pytest.mark.parametrize(
    "text",
    ["见第二十章", "参见8.8.8", "按附录Z", "见表9-9", "见图7", "附件1第九条", "见注7", "见29.1"],
)
def test_what_is_not_there_is_unresolved_with_a_reason(text):
    reference = one(text)
    assert reference.state == "unresolved"
    assert reference.target is None
    assert "there is no" in reference.reason


def test_ids_count_the_references_of_a_page():
    references = resolved("见第六章，见表6-2")
    assert [reference.reference_id for reference in references] == [
        "reg/p0015/r1",
        "reg/p0015/r2",
    ]


def test_a_section_without_its_chapter_is_looked_for_in_the_chapter_it_stands_in():
    assert one("按第二节处理", chapter="6.3").target.target_id == "reg/s6.2"
    assert one("按第二节处理", chapter="7.2").target.target_id == "reg/s7.2"
    elsewhere = one("按第二节处理", chapter="5")
    assert elsewhere.state == "ambiguous"
    assert [c.target_id for c in elsewhere.candidates] == ["reg/s6.2", "reg/s7.2"]


def test_further_members_of_a_list_stay_in_the_chapter_or_attachment_of_the_first():
    found = resolved("按第六章第三节和第二节执行", chapter="7.2")
    assert [it.target.target_id for it in found] == ["reg/s6.3", "reg/s6.2"]
    found = resolved("见附件1第五条、第六条", chapter="附件2/5")
    assert [it.target.target_id for it in found] == ["reg/s附件1/5", "reg/s附件1/6"]
    assert resolved("见附件2第五条和第六条", chapter="附件1/5")[1].state == "unresolved"


def test_a_number_is_never_cut_to_a_shorter_one():
    assert one("see Article 4.3").parsed_target == "4.3"
    assert one("第六章6.9的规定").state == "unresolved"
    assert [it.parsed_target for it in resolved("第六章 6.3 kV")] == ["6"]


def test_a_division_and_a_chapter_of_one_number_are_not_mixed_up():
    chapters = (
        chapter("第二编", "第二编", 5, numbering="chapter"),
        chapter("2", "第二章", 3, numbering="chapter"),
        chapter("3", "第三章", 6, "第二编", 2, "chapter"),
    )
    lookup = ChapterLookup(index_chapters(chapters))

    def target(text):
        return lookup.find(find_in_text(text)[0].steps, None).node

    assert target("见第二章") == chapters[1]
    assert target("见第二编") == chapters[0]
    assert target("见第二编第三章") == chapters[2]
    assert target("见第一编第三章") is None


def test_an_own_attachment_without_articles_means_none_of_the_main_text():
    chapters = (
        chapter("1", "第一条", 2, numbering="article"),
        chapter("附件1", "附件1", 5, numbering="attachment"),
        chapter("附件1/2", "第二条", 5, "附件1", 2, "article"),
    )

    def state(text, place):
        placed = [PlacedMention(mention, 5, "b") for mention in find_in_text(text)]
        (reference,) = resolve(
            placed,
            reg_id="reg",
            chapters=chapters,
            chapter_of={"b": place},
            tables=(),
            figures=(),
            annotations=(),
            library=(),
        )
        return reference.state

    assert state("见本附件第一条", "reg/s附件1") == "unresolved"
    assert state("见本附件第二条", "reg/s附件1") == "resolved"
    assert state("见本附件第一条", "reg/s1") == "ambiguous"  # it stands in none
    assert state("见本规程第一条", "reg/s1") == "resolved"


def test_an_english_section_is_found_by_the_number_it_prints():
    chapters = (
        chapter("2", "Chapter II", 5, numbering="chapter"),
        chapter("2.9", "Section 9.", 6, "2", 2, "section"),
    )
    lookup = ChapterLookup(index_chapters(chapters))
    mention = find_in_text("as described in Section 9.")[0]
    assert lookup.find(mention.steps, None).node == chapters[1]


def test_a_section_counted_below_its_chapter_is_no_numbered_article():
    assert one("见6.3").target.target_id == "reg/s6.3"
    assert one("见第6.3节").target.target_id == "reg/s6.3"
    assert one("见第6.3条").state == "unresolved"


def test_a_table_is_not_looked_for_outside_the_appendix_that_is_named():
    assert resolved("见附录A的表1")[1].state == "resolved"
    reference = resolved("见附录A的表6-2")[1]
    assert (reference.state, len(reference.candidates)) == ("ambiguous", 1)


def test_an_article_is_looked_for_in_the_series_it_stands_in():
    assert one("参见第五条", chapter="附件1/6").target.target_id == "reg/s附件1/5"
    assert one("参见第五条", chapter="附件2").target.target_id == "reg/s附件2/5"
    assert one("参见第五条", chapter="5").state == "ambiguous"
    assert one("参见第六条", chapter="附件2").state == "ambiguous"  # 附件2 counts its own
    assert one("参见第六条", chapter="5").state == "ambiguous"  # the main text has no articles


def test_a_note_is_the_nearest_and_never_the_first():
    in_cell = one("见注1", page=19, block="reg/p0019/b01", table_id="reg/p0019/t1", row=1, col=1)
    assert in_cell.target.target_id == "reg/p0019/n3"
    assert one("见注1", page=29, block="reg/p0029/b01").target.page_num == 29
    assert one("按附表1注1", page=7, block="reg/p0007/b01").target.page_num == 29
    far = one("见注1", page=24, block="reg/p0024/b01", chapter="7")
    assert (far.state, len(far.candidates)) == ("ambiguous", 3)


def test_a_table_number_that_stands_twice_is_the_one_of_the_same_appendix():
    twice = (*TABLES, made_table("1", 33, "reg/s附件1"))
    placed = [PlacedMention(m, 33, "reg/p0033/b00") for m in find_in_text("见表1")]
    common = {
        "reg_id": "reg",
        "chapters": CHAPTERS,
        "tables": twice,
        "figures": (),
        "annotations": (),
        "library": (),
    }
    (near,) = resolve(placed, chapter_of={"reg/p0033/b00": "reg/s附件1/5"}, **common)
    assert near.target.page_num == 33
    (far,) = resolve(placed, chapter_of={"reg/p0033/b00": "reg/s5"}, **common)
    assert far.state == "ambiguous"
    (named,) = resolve(
        [PlacedMention(find_in_text("见附录A表1")[1], 33, "reg/p0033/b00")],
        chapter_of={"reg/p0033/b00": "reg/s附件1/5"},
        **common,
    )
    assert named.target.page_num == 27


def test_a_mere_word_that_leads_nowhere_was_no_reference():
    assert resolved("比较方案一和方案二") == ()
    assert one("按方案一执行").state == "unresolved"


def test_a_standard_is_resolved_when_exactly_one_regulation_bears_its_number():
    library = (
        regulation("gb38755", "GB 38755—2019 电力系统安全稳定导则"),
        regulation("dl5429", "电力系统设计技术规程", "DL/T 5429"),
        regulation("other", "GB/T 3875 别的"),
    )
    assert one("GB 38755", library=library).target.target_id == "gb38755"
    assert one("符合GB 38755-2019的", library=library).target.reg_id == "gb38755"
    assert one("按 DL/T 5429 第5条", library=library).target.label.endswith("第5条")
    older = one("GB 38755—2001", library=library)
    assert (older.state, older.target) == ("unresolved", None)
    assert "another edition" in older.reason
    undated = one("DL/T 5429—2009", library=library)
    assert (undated.state, len(undated.candidates)) == ("ambiguous", 1)
    twice = one("GB 38755", library=(*library, regulation("copy", "GB 38755—2001")))
    assert (twice.state, len(twice.candidates)) == ("ambiguous", 2)


def test_a_title_is_resolved_to_the_regulation_that_bears_it():
    library = (
        regulation("reg", "临江电网调度控制管理规程（2024年版）"),
        regulation("old", "临江电网调度控制管理规程（2023年版）"),
    )
    text = "替代《临江电网调度控制管理规程（2023年版）》"
    assert one(text, library=library).target.target_id == "old"
    undated = (regulation("old", "临江电网调度控制管理规程"),)
    assert one(text, library=undated).state == "ambiguous"


@pytest.mark.parametrize(
    "text", ["按 DL/T 5429 第六章", "《电力法》第六章", "Article 5 of Regulation (EU) 2016/679"]
)
def test_a_part_of_another_document_is_never_resolved_in_this_one(text):
    reference = one(text)
    assert (reference.state, reference.reference_type) == ("unresolved", "standard")
    assert "not in the library" in reference.reason


def free(text, page_num=None):
    resolver = Resolver(
        reg_id="reg",
        chapters=index_chapters(CHAPTERS),
        chapter_of={},
        tables=TABLES,
        figures=FIGURES,
        annotations=NOTES,
        library=(),
    )
    references = []
    for mention in read_reference(text):
        placed = PlacedMention(mention, page_num or 1, "")
        targets, reason = resolver.find(mention, placed if page_num else None)
        references.append(make_reference("reg/ref", "reg", placed, targets, reason))
    return references


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("见第六章", "reg/s6"),
        ("第13章相关规定", "reg/s13"),
        ("参见表6-2", "reg/p0019/t1"),
        ("表6.2", "reg/p0019/t1"),
        ("2.1.4", "reg/s2.1.4"),
        ("2.1", "reg/s2.1"),
        ("附录A", "reg/sA"),
        ("A.1", "reg/sA.1"),
        ("R2", "reg/sR2"),
        ("附录a", "reg/sA"),
        ("r2", "reg/sR2"),
    ],
)
def test_free_text_is_read_as_an_analyst_types_it(text, target):
    (reference,) = free(text)
    assert reference.target.target_id == target


@pytest.mark.parametrize(
    ("text", "printed", "targets"),
    [
        ("2.1、2.1.4", ["2.1", "2.1.4"], ["reg/s2.1", "reg/s2.1.4"]),
        (" 2.1和6.3 ", ["2.1", "6.3"], ["reg/s2.1", "reg/s6.3"]),
        ("R2 and R3", ["R2 and R3"] * 2, ["reg/sR2", None]),
    ],
)
def test_several_numbers_may_be_typed(text, printed, targets):
    found = free(text)
    assert [it.text for it in found] == printed
    assert [it.target and it.target.target_id for it in found] == targets


def test_free_text_without_a_place_does_not_guess():
    assert free("注1")[0].state == "ambiguous"
    assert free("第二节")[0].state == "ambiguous"
    assert free("注1", page_num=29)[0].target.page_num == 29


@pytest.mark.parametrize("text", ["", "频率控制的要求", "3.5 秒"])
def test_text_that_names_nothing_is_an_error(text):
    with pytest.raises(ReferenceResolutionError):
        free(text)
