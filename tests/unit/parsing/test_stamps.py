from core.model import Box
from core.parsing.elements import ParsedElement, ParsedFigure, ParsedPage
from core.parsing.stamps import repeated_pictures
from core.structure.body import make_body


def pages(count, *, left=0.6, text=""):
    return [
        ParsedPage(
            page_num=number,
            width=595,
            height=842,
            elements=(
                ParsedElement(
                    kind="figure",
                    text=text,
                    box=Box(left=left, top=0.7, right=0.8, bottom=0.8),
                    figure=ParsedFigure(image_name=f"_page_{number}_Figure_1.png", is_raster=True),
                ),
            ),
        )
        for number in range(1, count + 1)
    ]


def test_a_picture_on_many_pages_at_one_place_is_a_stamp():
    assert repeated_pictures(pages(5)) == {(number, 0) for number in range(1, 6)}
    assert make_body("a", pages(5), repeated_pictures(pages(5))).furniture[1] == ()


def test_a_picture_on_a_few_pages_or_with_words_is_a_figure():
    assert repeated_pictures(pages(3)) == set()
    assert repeated_pictures(pages(6, text="图例")) == set()
