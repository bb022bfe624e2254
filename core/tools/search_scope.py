"""Where a tool looks: which regulations, which of their chapters."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

MOST_NAMED = 50  # regulations: naming hundreds would leave an answer no room

Scope = Annotated[
    str | list[str] | None,
    Field(
        description='一个或几个规程标识，或 collection:文集名；"all" 为全部；不填则自动选择。 '
        "One reg_id or several; collection:NAME stands for all regulations of a collection "
        '(list_regulations shows which there are); "all", or nothing: then the regulations '
        "that the query names, or all current ones."
    ),
]
ChapterScope = Annotated[
    str | None,
    Field(
        description="限定章节：编号或标题的一部分，如 第六章。 Only inside chapters with this "
        "number or words in their heading, and all below them."
    ),
]


def source_of(reg_ids: Sequence[str]) -> str:
    """A large library is not named regulation by regulation."""
    return ", ".join(reg_ids) if 0 < len(reg_ids) <= MOST_NAMED else "library"


def reg_ids_of(asked: str | list[str] | None) -> tuple[str, ...] | None:
    """None where no regulation is named: nothing, "auto" or "all"."""
    named = [asked] if isinstance(asked, str) else asked or []
    named = [each.strip() for each in named if each.strip() not in ("", "auto")]
    return None if not named or "all" in named else tuple(named)


def is_everywhere(asked: str | list[str] | None) -> bool:
    return asked is not None and "all" in ([asked] if isinstance(asked, str) else asked)
