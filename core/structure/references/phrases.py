"""One printed reference, put together, and the mentions it stands for."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.model.references import ReferenceType
from core.structure.references.mentions import BEFORE, BEHIND, ReferenceMention, Step, StepKind

_TYPES: dict[StepKind, ReferenceType] = {
    "division": "chapter",
    "chapter": "chapter",
    "section": "section",
    "article": "article",
    "decimal": "section",
    "appendix": "appendix",
    "attachment": "attachment",
    "requirement": "requirement",
    "part": "requirement",
    "paragraph": "section",
    "table": "table",
    "figure": "figure",
    "note": "annotation",
    "plan": "plan",
    "document": "standard",
}


_CHINESE_PARTS: dict[StepKind, str] = {
    "table": "表{}",
    "figure": "图{}",
    "chapter": "第{}章",
    "article": "第{}条",
    "appendix": "附录{}",
}
_ENGLISH_PARTS: dict[StepKind, str] = {
    "table": "Table {}",
    "figure": "Figure {}",
    "chapter": "Chapter {}",
    "article": "Article {}",
    "appendix": "Appendix {}",
}


@dataclass(frozen=True)
class Phrase:
    """One printed reference, perhaps with several members; ``outer`` are the steps before the
    last. ``document`` is another document named with it."""

    start: int
    end: int
    kind: StepKind
    numbers: tuple[str, ...]
    noun: str = ""
    outer: tuple[Step, ...] = ()
    document: str = ""
    within: Step | None = None
    is_own: bool = False
    has_lead: bool = False
    is_lettered: bool = False

    @property
    def is_whole_document(self) -> bool:
        return self.kind == "document"


def mentions_of(phrase: Phrase, text: str) -> Iterator[ReferenceMention]:
    printed = text[phrase.start : phrase.end]
    reference_type = _reference_type(phrase)
    for number in phrase.numbers:
        step = Step(phrase.kind, number)
        target = _target(phrase, number)
        outside = bool(phrase.document)
        yield ReferenceMention(
            start=phrase.start,
            end=phrase.end,
            text=printed,
            reference_type="standard" if outside else reference_type,
            parsed_target=_outside_target(phrase, target, printed) if outside else target,
            steps=() if phrase.is_whole_document else (*phrase.outer, step),
            document=phrase.document,
            inner_target=target,
            part_type=None if phrase.is_whole_document else reference_type,
            within=phrase.within,
            is_own=phrase.is_own,
            is_bare=not phrase.has_lead,
        )


def picture_number(noun: str, number: str) -> str:
    """附表1 and 表1 are two numbers."""
    return f"{noun}{number}" if noun.startswith("附") else number


def _reference_type(phrase: Phrase) -> ReferenceType:
    return "section" if phrase.is_lettered else _TYPES[phrase.kind]


def _target(phrase: Phrase, number: str) -> str:
    """The target in one normalised word: 6.3, 附件1/5, 附表1, 注1, R2.3."""
    kind = phrase.kind
    if kind == "document":
        return ""
    if number in (BEFORE, BEHIND):
        return f"{number}{phrase.noun}"
    if kind in ("table", "figure"):
        return picture_number(phrase.noun, number)
    if kind in ("note", "plan", "attachment"):
        blank = " " if phrase.noun.isascii() and number else ""
        return f"{phrase.noun}{blank}{number}"
    if kind == "part":
        return f"R{number}"
    if kind == "division":
        return f"第{number}{phrase.noun}"
    if kind == "section" and "." not in number:
        chapter = next((step.number for step in phrase.outer if step.kind == "chapter"), "")
        return f"{chapter}.{number}" if chapter else f"第{number}节"
    if kind in ("article", "decimal") and phrase.outer:
        return f"{_outer_target(phrase)}/{number}"
    return number


def _outside_target(phrase: Phrase, target: str, printed: str) -> str:
    """JT/T 808—2011 表18: the kind of the part is kept, as nothing else tells it."""
    written = (_ENGLISH_PARTS if printed.isascii() else _CHINESE_PARTS).get(phrase.kind, "{}")
    if not phrase.outer and not target.startswith("附"):
        target = written.format(target)
    return f"{phrase.document} {target}".strip()


def _outer_target(phrase: Phrase) -> str:
    return ".".join(
        f"附件{step.number}" if step.kind == "attachment" else step.number for step in phrase.outer
    )
