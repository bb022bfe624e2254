"""上表, 下图 and 前条: only the place where they stand says what they mean."""

import pytest

from core.model import Box, ChapterNode, Figure, Table, TableSegment
from core.structure.references.finding import find_in_text
from core.structure.references.mentions import PlacedMention
from core.structure.references.resolving import resolve


def box(top, bottom):
    return Box(left=0.1, top=top, right=0.9, bottom=bottom)


def made_table(name, chapter, *parts):
    """``parts`` are page, top and bottom."""
    return Table(
        table_id=name,
        reg_id="reg",
        page_start=parts[0][0],
        page_end=parts[-1][0],
        chapter_id=f"reg/s{chapter}",
        row_count=2,
        col_count=2,
        segments=tuple(
            TableSegment(
                segment_id=f"{name}/{at}", page_num=page, box=box(top, bottom), row_range=(at, 1)
            )
            for at, (page, top, bottom) in enumerate(parts)
        ),
    )


def made_chapter(number, label, order, parent=None):
    return ChapterNode(
        node_id=f"reg/s{number}",
        reg_id="reg",
        section_number=number,
        label=label,
        title="",
        level=1,
        numbering="article",
        parent_id=parent,
        page_start=1,
        page_end=9,
        order=order,
    )


CHAPTERS = (
    made_chapter("5", "第五条", 1),
    made_chapter("6", "第六条", 2),
    made_chapter("6-1", "第六条之一", 3),
    made_chapter("7", "第七条", 4),
)
TABLES = (
    made_table("first", "5", (1, 0.3, 0.4)),
    made_table("long", "6", (2, 0.6, 0.9), (3, 0.1, 0.3)),
    made_table("left", "7", (5, 0.4, 0.6)),
    made_table("right", "7", (5, 0.41, 0.6)),
)
FIGURE = Figure(
    figure_id="figure", reg_id="reg", page_num=1, box=box(0.6, 0.7), image_name="f", chapter_id="x"
)


def one(text, page, top, chapter, **more):
    placed = [
        PlacedMention(mention, page, "block", box=box(top, top + 0.02), **more)
        for mention in find_in_text(text)
    ]
    return resolve(
        placed,
        reg_id="reg",
        chapters=CHAPTERS,
        chapter_of={"block": f"reg/s{chapter}"},
        tables=TABLES,
        figures=(FIGURE,),
        annotations=(),
        library=(),
    )[-1]


@pytest.mark.parametrize(
    ("text", "page", "top", "chapter", "target"),
    [
        ("见下表。", 1, 0.2, "5", "first"),
        ("见上表。", 1, 0.42, "5", "first"),
        ("见下表。", 2, 0.5, "6", "long"),
        ("见上表。", 3, 0.32, "6", "long"),
    ],
)
def test_the_table_next_to_its_place_is_meant(text, page, top, chapter, target):
    reference = one(text, page, top, chapter)
    assert (reference.state, reference.target.target_id) == ("resolved", target)


def test_what_is_far_away_or_beside_another_is_not_resolved():
    assert one("见上表。", 1, 0.2, "5").state == "unresolved"
    assert one("见下表。", 3, 0.5, "6").state == "unresolved"
    assert one("见下图。", 1, 0.1, "5").state == "unresolved"
    beside = one("见下表。", 5, 0.3, "7")
    assert (beside.state, len(beside.candidates)) == ("ambiguous", 2)
    assert one("见下表。", 2, 0.5, "5").state == "ambiguous"  # a table of another chapter
    assert one("按表2执行，定值见下表。", 2, 0.5, "6").state == "ambiguous"
    assert one("见下表。", 2, 0.7, "6", table_id="long").state == "unresolved"


def test_the_article_before_is_the_one_that_counts_before():
    reference = one("履行前条规定的职责。", 2, 0.5, "6")
    assert (reference.state, reference.target.target_id) == ("resolved", "reg/s5")
    assert one("前条规定", 2, 0.5, "5").state == "unresolved"
    assert one("前条规定", 2, 0.5, "7").state == "ambiguous"  # 第六条, or 第六条之一
