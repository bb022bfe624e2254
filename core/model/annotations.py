"""Notes: what a cell or a sentence sends the reader to."""

from typing import Literal

from pydantic import computed_field

from core.model import ids
from core.model.geometry import Box
from core.model.noun import Noun

AnnotationType = Literal["note", "plan", "footnote", "mark"]


class AnnotationLink(Noun):
    """A place that cites a note: a block, or one cell of a table."""

    note_id: str
    page_num: int
    block_id: str
    table_id: str | None = None
    row: int | None = None
    col: int | None = None
    text: str = ""


class Annotation(Noun):
    """``annotation_id`` is the label as printed (注1, 方案A); ``note_id`` is unique.

    ``variant_key`` is equal for labels that mean the same: 注1, 注① and 注一 are all ``note:1``.
    """

    note_id: str
    reg_id: str
    annotation_id: str
    annotation_type: AnnotationType
    variant_key: str
    content: str
    page_num: int
    box: Box | None = None
    block_id: str | None = None
    table_id: str | None = None
    related_blocks: tuple[str, ...] = ()
    links: tuple[AnnotationLink, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, detail=self.annotation_id)
