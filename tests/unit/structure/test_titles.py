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


def test_a_page_without_text_falls_back_to_the_file():
    assert propose_title(document(title="From the file"), "x.pdf") == "From the file"
    assert propose_title(document(), "规程.pdf") == "规程"
