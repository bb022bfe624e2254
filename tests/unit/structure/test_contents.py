"""Contents pages are told from pages that look like them."""

import pytest

from core.model.geometry import Box
from core.parsing.elements import ParsedCell, ParsedElement, ParsedTable, TextLine
from core.structure.chapters.contents import find_contents
from tests.unit.structure.made_pages import body_of, heading, line, page


def entries(contents):
    return [
        (entry.label, entry.title, entry.printed_page, entry.level) for entry in contents.entries
    ]


def several_lines(*texts):
    """Lines that parsing took for one paragraph."""
    text, lines, start = " ".join(texts), [], 0
    for nth, one in enumerate(texts):
        box = Box(left=0.12, top=0.2 + nth / 50, right=0.9, bottom=0.21 + nth / 50)
        lines.append(TextLine(start=start, end=start + len(one), box=box))
        start += len(one) + 1
    return line(text).model_copy(update={"lines": tuple(lines)})


def test_entries_have_label_title_page_and_level():
    body = body_of(
        page(
            1,
            heading("目 次"),
            "前言 ………………………… Ⅲ",
            "第一章 总则 ........................ 1",
            line("1.1 目的和依据 .................. 1", left=0.15),
            "附录A（规范性附录） 调度术语 ........ 23",
        )
    )
    assert entries(find_contents(body)) == [
        ("", "前言", "Ⅲ", 1),
        ("第一章", "总则", "1", 1),
        ("1.1", "目的和依据", "1", 2),
        ("附录A", "调度术语", "23", 1),
    ]


def test_contents_go_on_over_pages_and_end_where_text_begins():
    body = body_of(
        page(1, heading("Contents"), "1 Scope ........ 1", "2 Terms ........ 2"),
        page(2, "3 Rules ........ 3", "4 Records ....... 4"),
        page(3, heading("1 Scope"), "This standard applies to operators."),
    )
    contents = find_contents(body)
    assert len(contents.entries) == 4
    assert {body.blocks[body.position[one]].page_num for one in contents.block_ids} == {1, 2}


def test_lines_run_together_are_still_entries_of_their_own():
    body = body_of(
        page(
            1,
            heading("目次"),
            several_lines("1 范围 ........ 1", "2 术语 ........ 1", "3 总则 ...... 2"),
        )
    )
    assert [entry.title for entry in find_contents(body).entries] == ["范围", "术语", "总则"]


def test_a_title_over_two_lines_is_one_entry():
    body = body_of(
        page(
            1,
            heading("目次"),
            several_lines("6 一个很长的标题", "的后半部分 ........ 20"),
            "7 总则 ....... 21",
        )
    )
    assert entries(find_contents(body))[0][:3] == ("6", "一个很长的标题 的后半部分", "20")


@pytest.mark.parametrize("title", ["表目录", "List of tables"])
def test_lists_of_tables_are_contents_but_list_no_chapters(title):
    body = body_of(page(1, heading(title), "表1 参数 ........ 3", "表2 限额 ........ 5"))
    contents = find_contents(body)
    assert {entry.listed for entry in contents.entries} == {"tables"}
    assert len(contents.block_ids) == 3


def test_numbers_without_leaders_count_below_the_heading_only():
    body = body_of(page(1, heading("Contents"), "Scope 1", "Terms 2", "Rules 4"))
    assert len(find_contents(body).entries) == 3
    assert find_contents(body_of(page(1, "Scope 1", "Terms 2", "Rules 4"))).entries == ()


def test_leaders_make_a_contents_page_without_a_heading():
    body = body_of(page(2, *(f"{n} 第几部分 .............. {n}" for n in range(1, 7))))
    assert len(find_contents(body).entries) == 6


def test_a_real_table_on_the_first_page_is_none():
    cells = [
        ParsedCell(row=row, col=col, text=text, box=Box(left=0.1, top=0.2, right=0.2, bottom=0.3))
        for row, texts in enumerate([("调度机构", "人数"), ("中调", "5"), ("地调", "3")])
        for col, text in enumerate(texts)
    ]
    table = ParsedElement(
        kind="table",
        text="",
        box=Box(left=0.1, top=0.2, right=0.9, bottom=0.4),
        table=ParsedTable(row_count=3, col_count=2, cells=tuple(cells)),
    )
    assert (
        find_contents(body_of(page(1, "表2-1 岗位", table, "以下为正文。"))).block_ids
        == frozenset()
    )


def test_contents_that_parsing_took_for_a_table_are_contents():
    cells = [
        ParsedCell(
            row=row,
            col=col,
            text=text,
            box=Box(
                left=0.1 + col / 2, top=0.2 + row / 20, right=0.5 + col / 4, bottom=0.3 + row / 20
            ),
        )
        for row, texts in enumerate([("1 范围 ........", "1"), ("2 术语 ........", "2")])
        for col, text in enumerate(texts)
    ]
    table = ParsedElement(
        kind="table",
        text="",
        box=Box(left=0.1, top=0.2, right=0.9, bottom=0.4),
        table=ParsedTable(row_count=2, col_count=2, cells=tuple(cells)),
    )
    assert len(find_contents(body_of(page(1, heading("目次"), table))).entries) == 2
