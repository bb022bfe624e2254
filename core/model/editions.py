"""Editions: an older one keeps everything under ``reg_id@N``."""

from collections.abc import Callable

from core.model.regulations import Regulation

_ID_FIELDS = frozenset(
    {
        "reg_id",
        "block_id",
        "block_ids",
        "table_id",
        "segment_id",
        "upper_segment",
        "lower_segment",
        "note_id",
        "related_blocks",
        "chapter_id",
        "node_id",
        "parent_id",
        "children_ids",
        "heading_block_id",
        "direct_block_ids",
        "figure_id",
        "reference_id",
        "target_id",
        "chunk_id",
    }
)


def edition_id(reg_id: str, edition: int) -> str:
    return f"{reg_id}@{edition}"


def under_another_id(regulation: Regulation, reg_id: str) -> Regulation:
    """The same regulation with every id, and only ids, beginning with ``reg_id``."""
    old = regulation.info.reg_id

    def renamed(identifier: str) -> str:
        if identifier == old:
            return reg_id
        return reg_id + identifier[len(old) :] if identifier.startswith(f"{old}/") else identifier

    dumped = regulation.model_dump(mode="json", round_trip=True)
    return Regulation.model_validate(_with_ids(dumped, renamed))


def _with_ids(value: object, rename: Callable[[str], str], *, is_id: bool = False) -> object:
    if isinstance(value, dict):
        return {
            key: _with_ids(item, rename, is_id=key in _ID_FIELDS) for key, item in value.items()
        }
    if isinstance(value, list):
        return [_with_ids(item, rename, is_id=is_id) for item in value]
    if is_id and isinstance(value, str):
        return rename(value)
    return value
