"""Answers of tools, and how a long one is taken in pieces.

An answer is a row of units: items of a list, rows of a table, characters of a text. Every piece
begins at an ``offset`` and says in ``rest`` which call goes on; all pieces together are the whole.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from core.model import ReferenceTarget

Json = dict[str, Any]
T = TypeVar("T")


class Item(BaseModel):
    """Part of an answer. Everything that can be cited says where it stands."""

    model_config = ConfigDict(frozen=True)

    source: str = Field(description="出处，可直接引用。 Where this stands, ready to be cited.")


class Call(BaseModel):
    """A call of a tool, ready to be made."""

    model_config = ConfigDict(frozen=True)

    tool: str
    arguments: dict[str, Any]


class Rest(Call):
    """What an answer left out, and the call that gives it."""

    message: str


class Target(Item):
    """A place that a name or reference may mean."""

    target_id: str
    reg_id: str
    page_num: int
    label: str

    @classmethod
    def of(cls, target: ReferenceTarget) -> "Target":
        return cls.model_validate(target.model_dump())


class Answer(Item):
    """``rest`` is null when nothing was left out."""

    rest: Rest | None = None

    def as_json(self) -> Json:
        return self.model_dump(mode="json")


class PagedAnswer(Answer):
    """``offset`` is the number of units before this answer, ``total`` that of the whole."""

    offset: int = 0
    total: int

    @abstractmethod
    def unit_count(self) -> int:
        """Units in this answer."""

    @abstractmethod
    def shortened(self, count: int) -> Self:
        """The same answer with its first ``count`` units only."""

    def going_on(self, arguments: Json, shown: int) -> Json:
        """The arguments of the call that gives what follows the first ``shown`` units."""
        return arguments | {"offset": shown}

    def leaner(self, tool: str, arguments: Json) -> Self | None:
        """The same units with less said of each, ``rest`` being the call that says all of it.

        None where there is no such form. ``tool`` and ``arguments`` are what was asked.
        """
        return None


class ListAnswer(PagedAnswer):
    """An answer whose units are the items of one list, named by ``listed``."""

    listed: ClassVar[str]

    def unit_count(self) -> int:
        return len(getattr(self, self.listed))

    def shortened(self, count: int) -> Self:
        return self.model_copy(update={self.listed: getattr(self, self.listed)[:count]})


class TextAnswer(PagedAnswer):
    """An answer whose units are the characters of its text; ``total`` counts those, too."""

    content_markdown: str

    def unit_count(self) -> int:
        return len(self.content_markdown)

    def shortened(self, count: int) -> Self:
        """Up to the end of a line where one is near."""
        line_end = self.content_markdown.rfind("\n", count // 2, count) + 1
        return self.model_copy(
            update={"content_markdown": self.content_markdown[: line_end or count]}
        )


def window(items: Sequence[T], offset: int, limit: int | None = None) -> list[T]:
    """Huge numbers are no mistake here: there is just nothing beyond the end."""
    end = len(items) if limit is None else min(len(items), offset + limit)
    return list(items[min(offset, len(items)) : end])
