"""Figures with their caption, what stands around them, and an honest description."""

import re
from collections.abc import Mapping

from core.model import Figure, ids
from core.model.figures import FigureType
from core.structure.body import Body, BodyBlock
from core.structure.tables.captions import Caption

_LABEL = re.compile(
    r"(?P<kind>图|Figure|Fig\.?)\s?(?P<number>[A-Z]?[.-]?\d+(?:[.-]\d+)*)", re.IGNORECASE
)
_CONTEXT = 500  # characters before and after
DESCRIBED_BY = "caption and context"  # no model has looked at the picture
# What a caption's words say of the picture; the first that occurs decides.
_TYPE_WORDS: tuple[tuple[FigureType, tuple[str, ...]], ...] = (
    ("Screenshot", ("截图", "界面", "screenshot")),
    ("Logo", ("标志", "徽标", "logo")),
    ("Natural Image", ("照片", "实物", "photo")),
    ("Chart", ("曲线", "柱状", "饼图", "折线", "趋势", "chart", "curve", "plot")),
    (
        "Diagram",
        (
            "示意",
            "流程",
            "接线",
            "结构",
            "框图",
            "原理",
            "拓扑",
            "时序",
            "diagram",
            "flow",
            "scheme",
        ),
    ),
)


def find_figures(
    body: Body, captions: Mapping[str, Caption], chapter_of: Mapping[str, str]
) -> dict[str, Figure]:
    """Block id to figure, in the order of the document."""
    found: dict[str, Figure] = {}
    for page_num, blocks in body.by_page.items():
        pictures = [block for block in blocks if block.element.figure is not None]
        for nth, block in enumerate(pictures, start=1):
            figure_id = ids.figure_id(body.reg_id, page_num, nth)
            found[block.block_id] = _figure(figure_id, body, block, captions, chapter_of)
    return found


def _figure(
    figure_id: str,
    body: Body,
    block: BodyBlock,
    captions: Mapping[str, Caption],
    chapter_of: Mapping[str, str],
) -> Figure:
    assert block.element.figure is not None
    caption = captions.get(block.block_id)
    beside = {block.block_id} | ({caption.block_id} if caption else set())
    place = body.position[block.block_id]
    before = _text(body.blocks[max(0, place - 40) : place], beside)[-_CONTEXT:]
    after = _text(body.blocks[place + 1 : place + 41], beside)[:_CONTEXT]
    title = caption.text if caption else None
    return Figure(
        figure_id=figure_id,
        reg_id=body.reg_id,
        page_num=block.page_num,
        box=block.element.box,
        image_name=block.element.figure.image_name,
        number=caption.number if caption else None,
        caption=title,
        block_id=block.block_id,
        chapter_id=chapter_of.get(block.block_id),
        context_before=before,
        context_after=after,
        description=_description(title, block.text, lead_line(title, before, after)),
        described_by=DESCRIBED_BY,
        figure_type=figure_type_of(title or ""),
    )


def lead_line(title: str | None, before: str, after: str) -> str:
    """The nearest line that names the figure (见图4-1); where none does, the one before it."""
    lines = [*reversed(before.rstrip().split("\n")), *after.split("\n")]
    label = _LABEL.match(title or "")
    if label is not None:
        named = rf"{label['kind']}\s?{re.escape(label['number'])}(?![\d.-]*\d)"
        name = re.compile(named, re.IGNORECASE)
        return next((line for line in lines if name.search(line)), lines[0])
    return lines[0]


def _description(title: str | None, words_inside: str, lead: str) -> str:
    """Only what is printed: the caption, the words inside the picture, the line that leads to
    it."""
    parts = [title or "", " ".join(words_inside.split()), lead]
    return "\n".join(part for part in parts if part)


def figure_type_of(title: str) -> FigureType:
    folded = title.casefold()
    for kind, words in _TYPE_WORDS:
        if any(word in folded for word in words):
            return kind
    return "Other"


def _text(blocks: tuple[BodyBlock, ...], left_out: set[str]) -> str:
    """Paragraphs, not tables: cells out of their table say little about a picture."""
    return "\n".join(
        block.text
        for block in blocks
        if block.block_id not in left_out and block.element.kind not in ("table", "figure")
    )
