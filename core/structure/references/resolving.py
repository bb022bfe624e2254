"""Where references lead: one target, several candidates, or nowhere, with the reason.

A false "resolved" is worse than an honest "unresolved": what the place does not make clear stays
ambiguous.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.errors import ReferenceResolutionError
from core.model import ids
from core.model.annotations import Annotation
from core.model.chapters import ChapterNode
from core.model.figures import Figure
from core.model.references import Reference, ReferenceTarget
from core.model.regulations import RegulationInfo
from core.model.tables import Table
from core.structure.notes.choice import CitingPlace, NoteChooser
from core.structure.notes.labels import variant_key
from core.structure.references.chapter_lookup import (
    ChapterChoice,
    ChapterIndex,
    ChapterLookup,
    index_chapters,
)
from core.structure.references.finding import find_in_text
from core.structure.references.library_lookup import LibraryLookup
from core.structure.references.mentions import (
    PlacedMention,
    ReferenceMention,
    Step,
    is_told_by_place,
)
from core.structure.references.neighbours import UNCLEAR, Neighbours
from core.structure.references.picture_lookup import PictureLookup
from core.structure.references.target_text import announced, read_target
from core.structure.references.words import own_part_in

Found = tuple[tuple[ReferenceTarget, ...], str]
# What a reference to a part of another document leads to there: (its reg_id, the part) -> found.
FindPart = Callable[[str, ReferenceMention], Found]


def resolve(
    mentions: Sequence[PlacedMention],
    *,
    reg_id: str,
    chapters: Sequence[ChapterNode],
    chapter_of: Mapping[str, str],
    tables: Sequence[Table],
    figures: Sequence[Figure],
    annotations: Sequence[Annotation],
    library: Sequence[RegulationInfo],
    find_part: FindPart | None = None,
) -> tuple[Reference, ...]:
    """In the order given. A bare word that could be a reference (方案一, A.1) and leads nowhere is
    left out: it was none."""
    resolver = Resolver(
        reg_id=reg_id,
        chapters=index_chapters(chapters),
        chapter_of=chapter_of,
        tables=tables,
        figures=figures,
        annotations=annotations,
        library=library,
        find_part=find_part,
    )
    pictures = [it for it in mentions if it.mention.reference_type in ("table", "figure")]
    numbered = {_place(it) for it in pictures if not is_told_by_place(it.mention)}
    references: list[Reference] = []
    on_page: dict[int, int] = defaultdict(int)
    for placed in mentions:
        targets, reason = resolver.find(placed.mention, placed)
        if targets and is_told_by_place(placed.mention) and _place(placed) in numbered:
            reason = UNCLEAR  # 按表2执行，定值见下表: not the same table, though it comes first
        if not targets and _may_be_a_mere_word(placed.mention):
            continue
        on_page[placed.page_num] += 1
        reference_id = ids.reference_id(reg_id, placed.page_num, on_page[placed.page_num])
        references.append(make_reference(reference_id, reg_id, placed, targets, reason))
    return tuple(references)


def read_reference(text: str) -> list[ReferenceMention]:
    """What somebody typed: a reference as it is printed, in small letters, or mere numbers."""
    mentions = find_in_text(text) or read_target(text) or _read_numbers(text) or _read_small(text)
    if not mentions:
        raise ReferenceResolutionError(
            f"{text.strip()[:80]!r} names no chapter, table, figure, note or standard.",
            hint="Write it as it is printed: 第六章, 2.1.4, 表6-2, 附录A, 注1, GB/T 1234.5.",
        )
    return mentions


def _read_numbers(text: str) -> list[ReferenceMention]:
    stripped = text.strip()
    longer = announced(stripped)
    before = len(longer) - len(stripped)
    return [
        replace(
            it,
            start=max(0, it.start - before),
            end=it.end - before,
            text=longer[max(it.start, before) : it.end],
        )
        for it in find_in_text(longer)
    ]


def _read_small(text: str) -> list[ReferenceMention]:
    """table r1, 附录a"""
    large = text.upper()
    if len(large) != len(text):
        return []
    found = find_in_text(large) or read_target(large)
    return [replace(it, text=text[it.start : it.end]) for it in found]


class Resolver:
    """Everything of one document that a reference may lead to, indexed once."""

    def __init__(
        self,
        *,
        reg_id: str,
        chapters: ChapterIndex,
        chapter_of: Mapping[str, str],
        tables: Sequence[Table],
        figures: Sequence[Figure],
        annotations: Sequence[Annotation],
        library: Sequence[RegulationInfo],
        find_part: FindPart | None = None,
    ) -> None:
        """Without ``find_part`` a part of another document leads to that document as a whole."""
        self._chapter_of = chapter_of
        self._chapters = ChapterLookup(chapters)
        self._pictures = PictureLookup(tables, figures, self._chapters.paths)
        self._notes = NoteChooser(annotations, tables, chapter_of, self._chapters.paths)
        self._neighbours = Neighbours(tables, figures, self._chapters, chapter_of)
        self._library = LibraryLookup(library, reg_id)
        self._find_part = find_part

    def find(self, mention: ReferenceMention, placed: PlacedMention | None) -> Found:
        """The targets it may mean, and the reason unless it is exactly one."""
        if mention.document:
            return self._in_another_document(mention)
        step = mention.steps[-1]
        place = self._chapter_of.get(placed.block_id) if placed is not None else None
        if is_told_by_place(mention):
            return self._neighbour(mention, place, placed)
        if step.kind in ("table", "figure"):
            within = self._chapter_within(mention.within)
            return self._pictures.find(step.kind, mention.parsed_target, place, within)
        if step.kind in ("note", "plan"):
            return self._note(mention, placed)
        own_part = own_part_in(mention.text) if mention.is_own else None
        return _chosen(self._chapters.find(mention.steps, place, own_part), mention)

    def _neighbour(
        self, mention: ReferenceMention, place: str | None, placed: PlacedMention | None
    ) -> Found:
        step = mention.steps[-1]
        if step.kind == "article":
            return _chosen(self._neighbours.article(step.number, place), mention)
        return self._neighbours.picture(step.kind, step.number, placed)

    def _in_another_document(self, mention: ReferenceMention) -> Found:
        return in_another_document(self._library, mention, self._find_part)

    def _note(self, mention: ReferenceMention, placed: PlacedMention | None) -> Found:
        place = None
        if placed is not None:
            place = CitingPlace(placed.page_num, placed.block_id, placed.table_id)
        of_table = mention.within.number if mention.within is not None else ""
        choice = self._notes.choose(variant_key(mention.parsed_target), place, of_table)
        if choice.note is not None:
            return (_note_target(choice.note),), ""
        candidates = tuple(_note_target(note) for note in choice.candidates)
        return candidates, _reason(candidates, mention)

    def _chapter_within(self, step: Step | None) -> str | None:
        if step is None or step.kind not in ("appendix", "attachment"):
            return None
        node = self._chapters.find((step,), None).node
        return node.node_id if node is not None else None


def in_another_document(
    library: LibraryLookup, mention: ReferenceMention, find_part: FindPart | None
) -> Found:
    """The document, or the part of it that is named."""
    targets, reason = library.find(mention.document)
    part = mention.as_part_of_this_document()
    if len(targets) != 1 or reason or part is None:
        return targets, reason
    whole, named = targets[0], mention.parsed_target.removeprefix(mention.document).strip()
    if find_part is None:
        label = f"{whole.label} {named}"
        return (whole.model_copy(update={"label": label}),), ""
    inside, why = find_part(whole.reg_id, part)
    if not inside:
        return targets, f"{whole.label} is in the library and has no {named}"
    labelled = (it.model_copy(update={"label": f"{whole.label} {it.label}"}) for it in inside)
    return tuple(labelled), why


def settled(targets: tuple[ReferenceTarget, ...], reason: str) -> dict[str, object]:
    """What a reference says of itself: resolved if there is one target and no reason to doubt."""
    is_clear = len(targets) == 1 and not reason
    return {
        "state": "resolved" if is_clear else "ambiguous" if targets else "unresolved",
        "reason": reason,
        "target": targets[0] if is_clear else None,
        "candidates": () if is_clear else targets,
    }


def make_reference(
    reference_id: str,
    reg_id: str,
    placed: PlacedMention,
    targets: tuple[ReferenceTarget, ...],
    reason: str,
) -> Reference:
    mention = placed.mention
    return Reference(
        reference_id=reference_id,
        reg_id=reg_id,
        text=mention.text,
        reference_type=mention.reference_type,
        parsed_target=mention.parsed_target,
        **settled(targets, reason),
        page_num=placed.page_num,
        block_id=placed.block_id,
        table_id=placed.table_id,
        row=placed.row,
        col=placed.col,
        start=mention.start,
        end=mention.end,
        box=placed.box,
    )


def _may_be_a_mere_word(mention: ReferenceMention) -> bool:
    if not mention.is_bare or mention.document or not mention.steps:
        return False
    step = mention.steps[-1]
    return step.kind == "plan" or (step.kind == "appendix" and "." in step.number)


def _place(placed: PlacedMention) -> tuple[str, int | None, int | None, str]:
    return placed.block_id, placed.row, placed.col, placed.mention.reference_type


def _chosen(choice: ChapterChoice, mention: ReferenceMention) -> Found:
    if choice.node is not None:
        return (_chapter_target(choice.node),), ""
    candidates = tuple(_chapter_target(node) for node in choice.candidates)
    return candidates, _reason(candidates, mention)


def _reason(candidates: tuple[ReferenceTarget, ...], mention: ReferenceMention) -> str:
    if candidates:
        return UNCLEAR
    return f"there is no {mention.parsed_target} in this document"


def _chapter_target(node: ChapterNode) -> ReferenceTarget:
    return ReferenceTarget(
        target_id=node.node_id,
        reg_id=node.reg_id,
        page_num=node.page_start,
        label=f"{node.label} {node.title}".strip(),
    )


def _note_target(note: Annotation) -> ReferenceTarget:
    return ReferenceTarget(
        target_id=note.note_id,
        reg_id=note.reg_id,
        page_num=note.page_num,
        label=note.annotation_id,
    )
