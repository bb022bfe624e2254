"""What an open reference may mean: an offer to choose from, never an answer."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from core.errors import AmbiguousNameError, ReferenceResolutionError
from core.model import Reference, ReferenceTarget
from core.retrieval.folding import fold
from core.services import reference_lookup
from core.store import annotations, chapters, figures, regulations, suggestions, tables
from core.store.database import Database

_MOST = 8  # offered for one reference
_NUMBERINGS = {
    "chapter": ("chapter",),
    "section": ("section", "decimal"),
    "article": ("article",),
    "appendix": ("appendix",),
    "attachment": ("attachment",),
    "requirement": ("requirement",),
}
_NOTE_TYPES = {"annotation": "note", "plan": "plan"}

Named = tuple[Sequence[str], ReferenceTarget]


def candidates_for(
    database: Database, reference: Reference, typed: str = ""
) -> list[ReferenceTarget]:
    """What a reference may mean: what was typed; else its candidates; else what is named alike.

    An offer to choose from, never an answer.
    """
    if typed.strip():
        return _named(database, reference.reg_id, typed.strip())
    if reference.candidates:
        return list(reference.candidates)
    alike = (
        (max(_likeness(reference, name) for name in names), target)
        for names, target in _of_the_same_kind(database, reference)
    )
    likely = sorted(alike, key=lambda it: (-it[0], abs(it[1].page_num - reference.page_num)))
    return [target for _, target in likely[:_MOST]]


def _named(database: Database, reg_id: str, typed: str) -> list[ReferenceTarget]:
    """By any name that leads somewhere, then by headings and captions that hold the words."""
    found: dict[str, ReferenceTarget] = {}
    try:
        answers = reference_lookup.resolve_reference(database, reg_id, typed)
    except (ReferenceResolutionError, AmbiguousNameError):
        answers = []
    for answer in answers:
        for target in [answer.target] if answer.target is not None else answer.candidates:
            found[target.target_id] = target
    folded = fold(typed).text
    for hit in suggestions.find(database, folded, reg_ids=[reg_id], limit=_MOST):
        if hit.target_id is not None and hit.page_num is not None:
            found.setdefault(
                hit.target_id,
                _target(reg_id, hit.target_id, hit.page_num, hit.text),
            )
    for info in regulations.list_infos(database):
        names = " ".join((info.reg_id, info.title, *info.keywords))
        if info.reg_id != reg_id and folded in fold(names).text:
            found.setdefault(info.reg_id, _whole(info.reg_id, info.title))
    return list(found.values())[: 2 * _MOST]


def _of_the_same_kind(database: Database, reference: Reference) -> Iterable[Named]:
    """Everything that a reference of this type could lead to, each with its names."""
    reg_id, kind = reference.reg_id, reference.reference_type
    if kind == "standard":
        return _other_regulations(database, reg_id)
    if kind in _NOTE_TYPES:
        return _notes(database, reg_id, _NOTE_TYPES[kind])
    if kind == "table":
        return _tables(database, reg_id)
    if kind == "figure":
        return _figures(database, reg_id)
    return _chapters(database, reg_id, _NUMBERINGS[kind])


def _other_regulations(database: Database, reg_id: str) -> Iterable[Named]:
    for info in regulations.list_infos(database):
        if info.reg_id != reg_id:
            yield (info.title, *info.keywords), _whole(info.reg_id, info.title)


def _notes(database: Database, reg_id: str, kind: str) -> Iterable[Named]:
    for note in annotations.search(database, reg_id, "", "", kind, 0, None)[0]:
        label = f"{note.annotation_id} {note.content[:40]}"
        yield (note.annotation_id,), _target(reg_id, note.note_id, note.page_num, label)


def _tables(database: Database, reg_id: str) -> Iterable[Named]:
    for table in tables.heads_between(database, reg_id, 0, None)[0]:
        name = table.number or table.caption
        if name:
            label = table.caption or name
            yield (name,), _target(reg_id, table.table_id, table.page_start, label)


def _figures(database: Database, reg_id: str) -> Iterable[Named]:
    for figure in figures.figures_of(database, reg_id):
        name = figure.number or figure.caption
        if name:
            label = figure.caption or name
            yield (name,), _target(reg_id, figure.figure_id, figure.page_num, label)


def _chapters(database: Database, reg_id: str, numberings: Sequence[str]) -> Iterable[Named]:
    for row in chapters.outline(database, reg_id):
        if row.numbering in numberings:
            names = (row.label, row.node_id.partition("/s")[2])
            label = f"{row.label} {row.title}".strip()
            yield names, _target(reg_id, row.node_id, row.page_start, label)


def _likeness(reference: Reference, name: str) -> float:
    """Of the number, or of the words as printed, to a name; from 0 to 1."""
    offered = fold(name).text
    return max(
        SequenceMatcher(None, fold(wanted).text, offered, autojunk=False).ratio()
        for wanted in (reference.parsed_target, reference.text)
    )


def _whole(reg_id: str, title: str) -> ReferenceTarget:
    return _target(reg_id, reg_id, 1, title)


def _target(reg_id: str, target_id: str, page_num: int, label: str) -> ReferenceTarget:
    return ReferenceTarget(target_id=target_id, reg_id=reg_id, page_num=page_num, label=label)
