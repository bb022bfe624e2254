"""Places on a page."""

from typing import Self

from pydantic import model_serializer, model_validator

from core.model.noun import Noun

_SLACK = 1e-6  # rounding in a PDF's own numbers may put an edge a hair outside the page


class Box(Noun):
    """A rectangle in fractions of the page: (0, 0) is the top left corner, (1, 1) the bottom right.

    The page is taken upright, as a reader shows it: rotation and crop box are applied.
    Written as ``[left, top, right, bottom]`` wherever it is serialised.
    """

    left: float
    top: float
    right: float
    bottom: float

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, value: object) -> object:
        if isinstance(value, (list, tuple)) and len(value) == 4:
            return dict(zip(("left", "top", "right", "bottom"), value, strict=True))
        return value

    @model_validator(mode="after")
    def _is_a_rectangle_on_the_page(self) -> Self:
        if not (self.left <= self.right and self.top <= self.bottom):
            raise ValueError("a box needs left <= right and top <= bottom")
        if min(self.left, self.top) < -_SLACK or max(self.right, self.bottom) > 1 + _SLACK:
            raise ValueError("a box lies on the page: all four numbers are from 0 to 1")
        return self

    @model_serializer
    def _to_list(self) -> list[float]:
        return [self.left, self.top, self.right, self.bottom]

    def rounded(self) -> list[float]:
        """To a tenth of a millimetre or finer, for reading."""
        return [round(edge, 4) for edge in (self.left, self.top, self.right, self.bottom)]

    @classmethod
    def around(cls, boxes: "list[Box]") -> "Box":
        """The smallest box that holds all of ``boxes``, which must not be empty."""
        return cls(
            left=min(box.left for box in boxes),
            top=min(box.top for box in boxes),
            right=max(box.right for box in boxes),
            bottom=max(box.bottom for box in boxes),
        )


class PlacedBox(Noun):
    """A box and the page it lies on."""

    page_num: int
    box: Box
