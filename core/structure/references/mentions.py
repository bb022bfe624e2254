"""A reference as it is printed, before anyone knows where it leads."""

from dataclasses import dataclass, replace
from typing import Literal

from core.model.geometry import Box
from core.model.references import ReferenceType

StepKind = Literal[
    "division",  # 第二编, 第二篇: chapters may count through all of them
    "chapter",
    "section",
    "article",
    "decimal",
    "appendix",
    "attachment",
    "requirement",
    "part",
    "paragraph",
    "table",
    "figure",
    "note",
    "plan",
    "document",
]

# Instead of a number, in 上表, 下图 and 前条: the place alone says which is meant.
BEFORE, BEHIND = "上", "下"

# Same length as the text they fold, so that positions stay what they are.
_FOLDED = str.maketrans(
    {
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict.fromkeys("～〜∼˜", "~"),
        **dict.fromkeys("\u3000\u00a0\n\t\r", " "),
        "＜": "<",
        "﹒": ".",
    }
)


def fold(text: str) -> str:
    """Full-width characters, dashes and blanks as their plain forms, place for place."""
    return text.translate(_FOLDED)


@dataclass(frozen=True)
class Step:
    """One step of the way to a target: 第六章, then 第三节. ``number`` is normalised."""

    kind: StepKind
    number: str


@dataclass(frozen=True)
class ReferenceMention:
    """``start`` and ``end`` are positions in the text; ``text`` is what stands there.

    ``steps`` lead from the outside in; ``document`` names another document that they start from;
    ``inner_target`` is ``parsed_target`` as it reads inside that document. ``within`` is the
    appendix or attachment that a table is said to stand in. ``is_own`` means
    that the text says 本规程 and the like. ``is_bare`` means that no word such as 见 announces it.
    """

    start: int
    end: int
    text: str
    reference_type: ReferenceType
    parsed_target: str
    steps: tuple[Step, ...]
    document: str = ""
    inner_target: str = ""
    part_type: ReferenceType | None = None
    within: Step | None = None
    is_own: bool = False
    is_bare: bool = False

    def as_part_of_this_document(self) -> "ReferenceMention | None":
        """The same, when the document that it names is the one it stands in; None if nothing
        but the document is named."""
        if self.part_type is None:
            return None
        return replace(
            self, reference_type=self.part_type, parsed_target=self.inner_target, document=""
        )


@dataclass(frozen=True)
class PlacedMention:
    """A mention and the block or cell it stands in."""

    mention: ReferenceMention
    page_num: int
    block_id: str
    table_id: str | None = None
    row: int | None = None
    col: int | None = None
    box: Box | None = None


def is_told_by_place(mention: ReferenceMention) -> bool:
    """Is it 上表, 下图 or 前条, which no number names?"""
    return bool(mention.steps) and mention.steps[-1].number in (BEFORE, BEHIND)
