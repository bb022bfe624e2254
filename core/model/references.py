"""References: 见第六章, 参见表6-2, GB/T 1234.5, and whether they lead anywhere."""

from typing import Literal

from pydantic import computed_field

from core.model import ids
from core.model.geometry import Box
from core.model.noun import Noun

ReferenceType = Literal[
    "chapter",
    "section",
    "article",
    "table",
    "figure",
    "appendix",
    "attachment",
    "annotation",
    "plan",
    "requirement",
    "standard",
]
ReferenceState = Literal["resolved", "ambiguous", "unresolved"]


class ReferenceTarget(Noun):
    """Something a reference may lead to: a chapter, table, figure, note or whole regulation."""

    target_id: str
    reg_id: str
    page_num: int
    label: str

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, detail=self.label)


class Reference(Noun):
    """A reference where it stands. ``start`` and ``end`` are positions in the block's (or cell's)
    text. ``resolved`` means exactly one target; anything less says why in ``reason``.
    """

    reference_id: str
    reg_id: str
    text: str
    reference_type: ReferenceType
    parsed_target: str
    state: ReferenceState
    reason: str = ""
    target: ReferenceTarget | None = None
    candidates: tuple[ReferenceTarget, ...] = ()
    page_num: int
    block_id: str
    table_id: str | None = None
    row: int | None = None
    col: int | None = None
    start: int = 0
    end: int = 0
    box: Box | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num)
