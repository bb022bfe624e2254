import pytest

from core.model import Box
from core.parsing.elements import ParsedDocument, ParsedElement, ParsedPage
from core.structure.titles import propose_title


def document(*lines: tuple[str, float], title: str | None = None) -> ParsedDocument:
    box = Box(left=0, top=0, right=1, bottom=0.1)
    elements = tuple(
        ParsedElement(kind="text", text=text, box=box, font_height=height) for text, height in lines
    )
    page = ParsedPage(page_num=1, width=595, height=842, elements=elements)
    return ParsedDocument(pages=(page,), engine="grid", title=title)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([("Q/X 1", 10.0), ("调度规程", 22.0), ("某公司", 12.0)], "调度规程"),
        (
            [("调度控制", 22.0), ("管理规程", 22.0), ("2024 年版", 12.0)],
            "调度控制 管理规程（2024 年版）",
        ),
        ([("Grid Code", 22.0), ("Second Edition", 12.0)], "Grid Code (Second Edition)"),
    ],
)
def test_the_largest_print_is_the_title_and_the_edition_belongs_to_it(lines, expected):
    assert propose_title(document(*lines), "x.pdf") == expected


TEXT = ("The operator shall keep each facility within its limits. " * 6, 12.0)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [("中华人民共和国国家标准", 27.0), ("GB 38755—2019", 15.0), ("安全稳定导则", 26.9)],
            "安全稳定导则",
        ),
        (
            [("江 苏 省 团 体 标 准", 24.0), ("智能防控系统", 24.0), ("（通讯规范）", 24.0)],
            "智能防控系统 （通讯规范）",
        ),
        (
            [("NIR-3 — Cyber Security", 11.0), ("A. Introduction", 14.0), TEXT],
            "NIR-3 — Cyber Security",
        ),
        (
            [("ICS 29.020", 11.0), ("500 kV 变电站运行规程", 20.0), ("手", 20.0)],
            "500 kV 变电站运行规程",
        ),
        ([("污染物传输标准", 22.0), ("环 境 保 护 部 发布", 24.0)], "污染物传输标准"),
        ([("目  次", 16.0), ("1 范围", 12.0)], "x"),
        ([("267,154 a 246,154 b", 20.0)], "x"),
    ],
)
def test_series_codes_headings_and_figures_are_no_titles(lines, expected):
    assert propose_title(document(*lines), "x.pdf") == expected


def test_the_files_own_title_is_taken_where_it_is_printed_and_says_something():
    cover = ("Basel Committee", 33.0), ("Principles for", 34.0), ("risk reporting", 34.0)
    own = "Principles for risk reporting"
    assert propose_title(document(*cover, title=own), "x.pdf") == own
    assert propose_title(document(title="Microsoft Word - 规程.doc"), "x.pdf") == "x"
    assert propose_title(document(title="Document1"), "x.pdf") == "x"


def test_a_long_title_ends_with_a_whole_word():
    title = propose_title(document(("word " * 40, 20.0)), "x.pdf")
    assert title == " ".join(["word"] * 24) + "…"


def test_a_page_without_text_falls_back_to_the_file():
    assert propose_title(document(title="From the file"), "x.pdf") == "From the file"
    assert propose_title(document(), "规程.pdf") == "规程"


def test_the_first_clause_of_a_document_without_a_title_is_none():
    clauses = [("第一条 为了加强电网调度管理，制定本规程。", 10.5), ("1 总则", 12.0)]
    assert propose_title(document(*clauses), "规程.pdf") == "规程"
    assert propose_title(document(("DL/T 1-2021", 9.0), *clauses), "规程.pdf") == "规程"
    assert propose_title(document(("10 CFR Part 50", 18.0)), "x.pdf") == "10 CFR Part 50"
