"""Collections: regulations that are read and searched together. One may be in several."""

import unicodedata
from datetime import datetime
from typing import Literal

from core.model.noun import Noun

PREFIX = "collection:"  # names a collection wherever several regulations may be named

_LONGEST_NAME = 80


class Collection(Noun):
    """``reg_ids`` in the order of their titles."""

    name: str
    description: str = ""
    created_at: datetime
    reg_ids: tuple[str, ...] = ()

    @property
    def scope(self) -> str:
        """What stands for all its regulations where regulations are named."""
        return f"{PREFIX}{self.name}"


class ScopeChoice(Noun):
    """Something that a search, or another question, can be limited to.

    ``scope`` is what to pass on as a reg_id, ``label`` what people read.
    """

    scope: str
    kind: Literal["collection", "regulation"]
    label: str
    reg_ids: tuple[str, ...]


def collection_name(text: str) -> str | None:
    """The name as it is kept: one line without blanks around it; None where it cannot be one.

    No comma: lists of scopes are written with them.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    is_usable = all(char.isprintable() and char != "," for char in name)
    return name if is_usable and 0 < len(name) <= _LONGEST_NAME else None
