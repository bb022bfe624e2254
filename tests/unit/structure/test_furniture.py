"""Running headers, footers and page numbers are told from the text."""

import pytest

from core.parsing.elements import ParsedElement, ParsedTable
from core.structure.furniture import find_furniture
from tests.unit.structure.made_pages import heading, line, page

TEXT = "本章规定调度机构的职责。"


def texts(pages):
    return {
        (page_num, pages[page_num - 1].elements[index].text)
        for page_num, index in find_furniture(pages)
    }


def header(text, **others):
    return line(text, top=0.05, height=9.0, **others)


def footer(text, **others):
    return line(text, top=0.94, height=9.0, **others)


def test_a_header_and_counting_footers_are_furniture():
    pages = [page(n, header("调度规程"), TEXT, footer(f"— {n} —")) for n in range(1, 6)]
    assert texts(pages) == {(n, "调度规程") for n in range(1, 6)} | {
        (n, f"— {n} —") for n in range(1, 6)
    }


@pytest.mark.parametrize(
    "written",
    [
        "{}",
        "Page {} of 14",
        "第 {} 页 共 14 页",
        "- {} -",
        "{} / 14",
        "共14页 第{}页",
        "§25.181--{}",
    ],
)
def test_page_numbers_are_known_however_written(written):
    pages = [page(n, TEXT, footer(written.format(n + 3))) for n in range(1, 5)]
    assert len(find_furniture(pages)) == 4


def test_roman_page_numbers_go_over_into_arabic_ones():
    printed = ["Ⅰ", "II", "1", "2", "3"]
    pages = [page(n, TEXT, footer(number)) for n, number in enumerate(printed, start=1)]
    assert len(find_furniture(pages)) == 5


def test_headers_of_odd_and_even_pages_alternate():
    names = {0: "L 119/{} EN", 1: "EN L 119/{}"}
    pages = [page(n, header(names[n % 2].format(n)), TEXT) for n in range(1, 9)]
    assert len(find_furniture(pages)) == 8


def test_a_header_that_follows_the_chapter_is_furniture_in_each_of_them():
    chapter = {1: "总则", 2: "总则", 3: "总则", 4: "操作", 5: "操作", 6: "操作"}
    pages = [page(n, header(name), TEXT) for n, name in chapter.items()]
    assert len(find_furniture(pages)) == 6


def test_a_heading_at_the_top_of_a_page_is_none():
    pages = [page(n, heading(f"第{n}章 总则", top=0.09), TEXT) for n in range(1, 6)]
    assert find_furniture(pages) == set()


def test_a_page_number_before_the_running_title_makes_no_heading_of_it():
    title = "{} · 东海电网有限公司文件"
    pages = [
        page(n, *([heading(title.format(n), top=0.09)] if n % 2 == 0 else []), TEXT)
        for n in range(1, 8)
    ]
    assert texts(pages) == {(n, title.format(n)) for n in (2, 4, 6)}


def test_a_heading_whose_number_does_not_count_pages_is_none():
    starts = {1: 1, 2: 4, 3: 5, 4: 11, 5: 12, 6: 19}
    pages = [page(n, heading(f"Article {k}", top=0.09), TEXT) for n, k in starts.items()]
    assert find_furniture(pages) == set()


def test_continued_captions_at_the_top_of_pages_are_none():
    pages = [page(n, line("表2 (续)", top=0.09, kind="caption"), TEXT) for n in range(1, 6)]
    assert find_furniture(pages) == set()


def test_text_that_goes_on_at_the_top_of_a_page_is_none():
    pages = [page(n, line(f"第 {n} 种情况下继续运行。", top=0.085), TEXT) for n in range(1, 6)]
    assert find_furniture(pages) == set()


def test_a_table_is_never_furniture():
    table = ParsedElement(
        kind="table",
        text="",
        box=line("x", top=0.05).box,
        table=ParsedTable(row_count=1, col_count=1, cells=()),
    )
    assert find_furniture([page(n, table, TEXT) for n in range(1, 6)]) == set()


def test_a_line_inside_of_text_is_not_furniture_though_it_repeats():
    above = dict(enumerate("甲乙丙丁戊", start=1))
    pages = [
        page(n, line(f"{name}站的规定", top=0.05), line("规程", top=0.08), TEXT)
        for n, name in above.items()
    ]
    assert find_furniture(pages) == set()


def test_the_cover_prints_the_words_of_the_header_larger():
    cover = page(1, line("Q/LJD 10301", top=0.08, height=13.0), heading("调度规程"))
    pages = [cover, *(page(n, header("Q/LJD 10301"), TEXT) for n in range(2, 7))]
    assert (1, "Q/LJD 10301") not in texts(pages)


def test_one_landscape_page_has_its_furniture_elsewhere():
    pages = [page(n, header("调度规程"), TEXT, footer(str(n))) for n in range(1, 7)]
    turned = page(
        7, line("调度规程", top=0.07), TEXT, line("7", top=0.92), width=842.0, height=595.0
    )
    assert {text for number, text in texts([*pages, turned]) if number == 7} == {"调度规程", "7"}


def test_two_pages_are_enough_for_the_same_words_in_the_same_place():
    pages = [page(n, header("试验记录表"), f"{TEXT}{n}", footer(f"{n}")) for n in (1, 2)]
    assert len(find_furniture(pages)) == 4


def test_a_single_page_keeps_what_looks_like_a_number():
    assert find_furniture([page(1, TEXT, footer("12"))]) == set()
    assert len(find_furniture([page(1, TEXT, footer("Page 1 of 1"))])) == 1


def test_a_page_with_nothing_but_furniture():
    pages = [page(n, header("规程"), TEXT, footer(str(n))) for n in range(1, 5)]
    empty = page(5, header("规程"), footer("5"))
    assert {text for number, text in texts([*pages, empty]) if number == 5} == {"规程", "5"}


def test_headers_may_stand_at_another_height_on_each_page():
    heights = {1: 0.04, 2: 0.055, 3: 0.07, 4: 0.085}
    pages = [page(n, line("专业规程", top=top), TEXT) for n, top in heights.items()]
    assert len(find_furniture(pages)) == 4


def test_the_heading_that_a_header_repeats_is_none():
    pages = [page(n, header("技术说明"), TEXT) for n in range(2, 7)]
    first = page(1, header("附录1"), line("技术说明", top=0.1, height=9.0, bold=True), TEXT)
    assert (1, "技术说明") not in texts([first, *pages])
