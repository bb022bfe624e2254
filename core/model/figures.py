"""Figures: a picture region of a page, saved as an image beside the markdown."""

from typing import Literal

from pydantic import computed_field

from core.model import ids
from core.model.geometry import Box
from core.model.noun import Noun

FigureType = Literal["Chart", "Diagram", "Logo", "Icon", "Natural Image", "Screenshot", "Other"]


class Figure(Noun):
    figure_id: str
    reg_id: str
    page_num: int
    box: Box
    image_name: str
    number: str | None = None
    caption: str | None = None
    block_id: str | None = None
    chapter_id: str | None = None
    context_before: str = ""
    context_after: str = ""
    description: str = ""
    described_by: str = ""
    figure_type: FigureType = "Other"

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, detail=self.caption or "")
