"""References whose target an analyst has set."""

from collections.abc import Iterator, Mapping, Sequence

from core.model import (
    Annotation,
    ChapterNode,
    Figure,
    Reference,
    ReferenceTarget,
    RegulationInfo,
    Table,
)
from core.structure.body import Body
from core.structure.corrections.anchors import ReferenceAnchor, is_alike
from core.structure.corrections.repairs import ReferenceRepair, Repairs
from core.structure.tables.caption_text import fold

BY_AN_ANALYST = "set by an analyst"
_CONTEXT = 300  # characters of the text around


def possible_targets(
    chapters: Sequence[ChapterNode],
    tables: Sequence[Table],
    figures: Sequence[Figure],
    annotations: Sequence[Annotation],
    library: Sequence[RegulationInfo],
) -> Iterator[ReferenceTarget]:
    """Everything that a reference may lead to."""

    def target(target_id: str, reg_id: str, page_num: int, label: str) -> ReferenceTarget:
        return ReferenceTarget(target_id=target_id, reg_id=reg_id, page_num=page_num, label=label)

    for node in chapters:
        label = f"{node.label} {node.title}".strip()
        yield target(node.node_id, node.reg_id, node.page_start, label or node.section_number)
    for table in tables:
        label = table.caption or table.number or table.table_id
        page_num = table.caption_page or table.page_start
        yield target(table.table_id, table.reg_id, page_num, label)
    for figure in figures:
        label = figure.caption or figure.number or figure.figure_id
        yield target(figure.figure_id, figure.reg_id, figure.page_num, label)
    for note in annotations:
        yield target(note.note_id, note.reg_id, note.page_num, note.annotation_id)
    for info in library:
        yield target(info.reg_id, info.reg_id, 1, info.title)


def anchor_reference(
    body: Body, tables: Mapping[str, Table], references: Sequence[Reference], wanted: Reference
) -> ReferenceAnchor:
    texts = _Contexts(body, tables)
    alike = [each for each in references if _same_words(texts, each, wanted)]
    return ReferenceAnchor(text=wanted.text, context=texts.of(wanted), nth=alike.index(wanted))


def fix_references(
    body: Body,
    tables: Sequence[Table],
    references: Sequence[Reference],
    targets: Sequence[ReferenceTarget],
    repairs: Repairs,
) -> tuple[Reference, ...]:
    fixed = list(references)
    texts = _Contexts(body, {table.table_id: table for table in tables})
    for repair in repairs.references:
        at = _find(texts, fixed, repair)
        if at is None:
            repairs.lose(repair.correction_id, "the reference is no longer there")
            continue
        target = find_target(targets, repair.target) if repair.target is not None else None
        if repair.target is not None and target is None:
            repairs.lose(repair.correction_id, "what it should lead to is no longer there")
            continue
        fixed[at] = fixed[at].model_copy(
            update={
                "state": "resolved" if target is not None else "unresolved",
                "target": target,
                "candidates": (),
                "reason": BY_AN_ANALYST,
            }
        )
        place = {name: getattr(fixed[at], name) for name in ("table_id", "row", "col")}
        repairs.places[repair.correction_id] = repairs.places[repair.correction_id].model_copy(
            update=place
        )
    return tuple(fixed)


def find_target(
    targets: Sequence[ReferenceTarget], chosen: Mapping[str, object]
) -> ReferenceTarget | None:
    """The same id with the same words, else the only thing with the same words."""
    label = fold(str(chosen["label"]))
    by_id = next((it for it in targets if it.target_id == chosen["target_id"]), None)
    if by_id is not None and fold(by_id.label) == label:
        return by_id
    named = [it for it in targets if fold(it.label) == label]
    if len(named) == 1:
        return named[0]
    if by_id is not None and not named and is_alike(by_id.label, str(chosen["label"])):
        return by_id
    return None


class _Contexts:
    """The text that a reference stands in: its cell, or its block."""

    def __init__(self, body: Body, tables: Mapping[str, Table]) -> None:
        self._body = body
        self._cells = {
            (table_id, cell.row, cell.col): cell.content
            for table_id, table in tables.items()
            for cell in table.cells
        }

    def of(self, reference: Reference) -> str:
        if reference.table_id is None or reference.row is None or reference.col is None:
            text = self._body.blocks[self._body.position[reference.block_id]].text
        else:
            text = self._cells.get((reference.table_id, reference.row, reference.col), "")
        return fold(text)[:_CONTEXT]


def _same_words(texts: _Contexts, one: Reference, other: Reference) -> bool:
    return (one.block_id, one.text) == (other.block_id, other.text) and texts.of(one) == texts.of(
        other
    )


def _find(texts: _Contexts, references: Sequence[Reference], repair: ReferenceRepair) -> int | None:
    anchor = repair.anchor
    printed = [
        at
        for at, each in enumerate(references)
        if each.block_id == repair.block_id and fold(each.text) == fold(anchor.text)
    ]
    exact = [at for at in printed if texts.of(references[at]) == anchor.context]
    if anchor.nth < len(exact):
        return exact[anchor.nth]
    alike = [at for at in printed if is_alike(texts.of(references[at]), anchor.context)]
    return alike[0] if len(alike) == 1 else None
