"""Atoms put together as they are meant: 附件1第五条, 表2-2注1, JT/T 808—2011中的表18."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest

from core.model.references import ReferenceType
from core.structure import reference_words as words
from core.structure.mentions import ReferenceMention, Step, StepKind
from core.structure.reference_atoms import Atom, numbers_between

_DEPTH: dict[StepKind, int] = {"chapter": 1, "section": 2, "article": 3}
_TYPES: dict[StepKind, ReferenceType] = {
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


def make_phrases(text: str, folded: str, atoms: Iterable[Atom]) -> list[Phrase]:
    """``text`` is what is printed, ``folded`` the same place for place."""
    phrases: list[Phrase] = []
    in_order = list(atoms)
    for atom, behind in zip_longest(in_order, in_order[1:]):
        before = phrases[-1] if phrases else None
        if before is not None:
            gap = folded[before.end : atom.start]
            if _is_title_of(before, atom, gap):
                continue
            joined = _joined(before, atom, text, folded)
            if joined is not None:
                phrases[-1] = joined
                continue
        phrase = _begun(text, folded, atom, before, behind)
        if phrase is None:
            continue
        if phrase.kind == "table" and phrases:
            _tell_whose_notes(phrases, phrase, folded)
        phrases.append(phrase)
    return phrases


def mentions_of(phrase: Phrase, text: str) -> Iterable[ReferenceMention]:
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
            part_type=None if phrase.is_whole_document else reference_type,
            within=phrase.within,
            is_own=phrase.is_own,
            is_bare=not phrase.has_lead,
        )


def _begun(
    text: str, folded: str, atom: Atom, before: Phrase | None, behind: Atom | None
) -> Phrase | None:
    """A phrase that starts with this atom; None where the words around speak against it."""
    start = words.own_before(folded, atom.start)
    is_own = start != atom.start
    lead = words.lead_before(folded, start)
    phrase = Phrase(
        start=lead,
        end=atom.end,
        kind=atom.kind,
        numbers=atom.numbers,
        noun=atom.noun,
        is_own=is_own,
        has_lead=lead != start,
        is_lettered=atom.is_uncertain and atom.kind == "appendix",
    )
    if atom.kind == "document":
        return replace(phrase, document=_document_name(text, atom), numbers=("",))
    if atom.kind == "paragraph" and words.means_elsewhere(folded, atom.end):
        return None
    phrase = _placed_behind(phrase, atom, before, folded)
    if phrase.document == "" and not is_own and atom.kind not in ("note", "plan"):
        name = words.another_document_before(folded, atom.start)
        phrase = replace(phrase, document=name or words.another_document_behind(folded, atom.end))
    if atom.is_uncertain:
        known = is_own or phrase.document != "" or phrase.within is not None
        is_listed = (before is not None and _goes_on(before, atom, folded)) or (
            behind is not None and _is_taken_along(atom, behind, folded)
        )
        if not (known or is_listed or words.is_certain(folded, atom, phrase.has_lead)):
            return None
        phrase = replace(phrase, end=words.end_of_unit(folded, atom.end))
    return phrase


def _placed_behind(phrase: Phrase, atom: Atom, before: Phrase | None, folded: str) -> Phrase:
    """What the reference just before says about where this one is to be looked for."""
    if before is None:
        return phrase
    gap = folded[before.end : atom.start]
    is_member = not phrase.has_lead and not phrase.is_own and words.adds_member(gap)
    if before.document and not before.is_whole_document and is_member:
        return replace(phrase, document=before.document)
    is_part = before.kind in ("appendix", "attachment") and len(before.numbers) == 1
    if is_part and words.leads_inside(gap):
        inside = atom.kind in ("table", "figure") or atom.is_uncertain
        return replace(phrase, within=Step(before.kind, before.numbers[0])) if inside else phrase
    return phrase


def _goes_on(before: Phrase, atom: Atom, folded: str) -> bool:
    """5.4和5.5: what follows a section in a list is one too."""
    gap = folded[before.end : atom.start]
    return before.kind == atom.kind and (words.joins_members(gap) or words.joins_ends(gap))


def _is_taken_along(atom: Atom, behind: Atom, folded: str) -> bool:
    """3.5.1~3.5.4所述: what makes the last certain makes the first certain."""
    gap = folded[atom.end : behind.start]
    is_list = words.joins_members(gap) or words.joins_ends(gap)
    is_alike = behind.is_uncertain and behind.kind == atom.kind
    return is_list and is_alike and words.is_certain(folded, behind, has_lead=False)


def _joined(before: Phrase, atom: Atom, text: str, folded: str) -> Phrase | None:
    """Both as one phrase, or None if they are two."""
    gap = folded[before.end : atom.start]
    if before.is_whole_document:
        return _in_document(before, atom, text, folded)
    if before.kind == "paragraph" and words.leads_out(gap) and not before.document:
        return _paragraph_of(before, atom)
    if before.kind in ("article", "chapter") and atom.kind == "document" and words.leads_out(gap):
        return replace(before, end=atom.end, document=_document_name(text, atom))
    single = len(before.numbers) == 1
    if single and before.kind == atom.kind and len(atom.numbers) == 1 and words.joins_ends(gap):
        numbers = numbers_between(before.numbers[0], atom.numbers[0])
        return replace(before, end=words.end_of_unit(folded, atom.end), numbers=numbers)
    if not (single and words.leads_inside(gap)):
        return None
    deeper = _DEPTH.get(atom.kind, 0)
    is_part = before.kind in ("appendix", "attachment") and not before.is_lettered
    if deeper and (is_part or 0 < _DEPTH.get(before.kind, 0) < deeper):
        outer = (*before.outer, Step(before.kind, before.numbers[0]))
        return replace(before, end=atom.end, kind=atom.kind, numbers=atom.numbers, outer=outer)
    if before.kind == "table" and atom.kind == "note":
        whose = Step("table", _picture(before.noun, before.numbers[0]))
        return replace(
            before, end=atom.end, kind="note", numbers=atom.numbers, noun=atom.noun, within=whose
        )
    return None


def _paragraph_of(before: Phrase, atom: Atom) -> Phrase | None:
    """Paragraph 2 of Article 6 is 6(2)."""
    if atom.kind not in ("article", "decimal", "paragraph") or len(atom.numbers) != 1:
        return None
    numbers = tuple(
        atom.numbers[0]
        + (number if number.startswith("(") else re.sub(r"^\d+", r"(\g<0>)", number))
        for number in before.numbers
    )
    return replace(before, end=atom.end, kind=atom.kind, numbers=numbers)


def _in_document(before: Phrase, atom: Atom, text: str, folded: str) -> Phrase | None:
    gap = folded[before.end : atom.start]
    if atom.kind == "document":
        # 《数据传输标准》(HJ/T 212-2005): a title and its number
        if folded[atom.start] == "《" and gap.strip() == "" and folded[before.end - 1] != "》":
            return replace(before, end=atom.end)  # DL 755-2001《电力系统安全稳定导则》
        is_number = gap.strip() in ("", "(") and folded[before.end - 1] == "》"
        if not is_number or folded[atom.start] == "《":
            return None
        closed = folded[atom.end : atom.end + 1] == ")" and "(" in gap
        return replace(before, end=atom.end + closed, document=_document_name(text, atom))
    if not words.leads_into_document(gap):
        return None
    return replace(
        before,
        end=words.end_of_unit(folded, atom.end) if atom.is_uncertain else atom.end,
        kind=atom.kind,
        numbers=atom.numbers,
        noun=atom.noun,
        is_lettered=atom.is_uncertain and atom.kind == "appendix",
    )


def _document_name(text: str, atom: Atom) -> str:
    printed = text[atom.start : atom.end].strip("《》")
    return re.sub(r"\s*/\s*", "/", re.sub(r"\s+", " ", printed))


def _is_title_of(before: Phrase, atom: Atom, gap: str) -> bool:
    """表3《数据段结构规定》: the title of the table, not of a document."""
    is_title = atom.kind == "document" and atom.numbers[0].startswith("《")
    return is_title and not before.is_whole_document and gap.strip() == ""


def _tell_whose_notes(phrases: list[Phrase], table: Phrase, folded: str) -> None:
    """Plan A or Plan B of Table F3."""
    end = table.start
    for index in range(len(phrases) - 1, -1, -1):
        phrase = phrases[index]
        gap = folded[phrase.end : end]
        is_last = index == len(phrases) - 1
        if phrase.kind not in ("note", "plan") or phrase.within is not None:
            return
        if not (words.leads_out(gap) if is_last else words.joins_members(gap)):
            return
        phrases[index] = replace(phrase, within=Step("table", table.numbers[0]))
        end = phrase.start


def _reference_type(phrase: Phrase) -> ReferenceType:
    return "section" if phrase.is_lettered else _TYPES[phrase.kind]


def _picture(noun: str, number: str) -> str:
    return f"{noun}{number}" if noun.startswith("附") else number


def _target(phrase: Phrase, number: str) -> str:
    """The target in one normalised word: 6.3, 附件1/5, 附表1, 注1, R2.3."""
    kind = phrase.kind
    if kind == "document":
        return ""
    if kind in ("table", "figure"):
        return _picture(phrase.noun, number)
    if kind in ("note", "plan", "attachment"):
        blank = " " if phrase.noun.isascii() and number else ""
        return f"{phrase.noun}{blank}{number}"
    if kind == "part":
        return f"R{number}"
    if kind == "section":
        chapter = next((step.number for step in phrase.outer if step.kind == "chapter"), "")
        return f"{chapter}.{number}" if chapter else f"第{number}节"
    if kind == "article" and phrase.outer:
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
