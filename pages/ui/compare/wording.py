"""The names of kinds of change and of what changed, in the language of the interface."""

from core.model.comparison import Change
from pages.ui.i18n import text

_KINDS = {
    "added": "compare.added",
    "removed": "compare.removed",
    "changed": "compare.changed",
    "tightened": "compare.tightened",
    "loosened": "compare.loosened",
    "moved": "compare.moved",
    "renumbered": "compare.renumbered",
    "renamed": "compare.renamed",
    "split": "compare.split",
    "merged": "compare.merged",
}
KINDS = tuple(_KINDS)
_SUBJECTS = {
    "heading": "compare.heading",
    "clause": "compare.clause",
    "paragraph": "compare.paragraph",
    "list_item": "compare.list_item",
    "note": "compare.note",
    "figure": "compare.figure",
    "table": "compare.table",
    "table_column": "compare.table_column",
    "table_row": "compare.table_row",
    "table_cell": "compare.table_cell",
}
_MARKS = {"number": "compare.number", "unit": "compare.unit", "modal": "compare.modal"}


def kind_name(kind: str) -> str:
    return text(_KINDS[kind])


def subject_name(subject: str) -> str:
    return text(_SUBJECTS[subject])


def mark_name(mark: str) -> str:
    return text(_MARKS[mark])


def kinds_of(change: Change) -> list[str]:
    """Kinds and the direction."""
    return [*change.kinds, *([change.direction] if change.direction else [])]
