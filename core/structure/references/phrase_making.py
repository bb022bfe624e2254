"""Atoms put together as they are meant: 附件1第五条, 表2-2注1, JT/T 808—2011中的表18."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from core.structure.references import words
from core.structure.references.atoms import Atom, numbers_between
from core.structure.references.mentions import Step, StepKind
from core.structure.references.phrases import Phrase, picture_number

_DEPTH: dict[StepKind, int] = {"division": 1, "chapter": 2, "section": 3, "article": 4}
_OF_A_DOCUMENT = frozenset(
    (
        *(*_DEPTH, "decimal", "requirement", "part", "appendix", "attachment"),
        *("table", "figure", "note", "plan"),
    )
)


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
    _tell_whose_parts(phrases, folded)
    return phrases


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
        if words.is_measured(folded, atom.end):
            return None
        known = is_own or phrase.document != "" or phrase.within is not None
        is_listed = (before is not None and _goes_on(before, atom, folded)) or (
            behind is not None
            and _is_taken_along(atom, behind, folded, folded[phrase.start : atom.start])
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
    if is_member and _shares_outer(before, atom):
        return replace(phrase, outer=before.outer)
    is_part = before.kind in ("appendix", "attachment") and len(before.numbers) == 1
    if is_part and words.leads_inside(gap):
        inside = atom.kind in ("table", "figure") or atom.is_uncertain
        return replace(phrase, within=Step(before.kind, before.numbers[0])) if inside else phrase
    return phrase


def _shares_outer(before: Phrase, atom: Atom) -> bool:
    """第六章第三节和第四节, 附件1第五条、第六条: both of the same chapter or attachment."""
    if not before.outer or before.kind != atom.kind:
        return False
    return atom.kind == "section" or before.outer[0].kind in ("appendix", "attachment")


def _goes_on(before: Phrase, atom: Atom, folded: str) -> bool:
    """5.4和5.5: what follows a section in a list is one too."""
    gap = folded[before.end : atom.start]
    return before.kind == atom.kind and (words.joins_members(gap) or words.joins_ends(gap))


def _is_taken_along(atom: Atom, behind: Atom, folded: str, lead: str) -> bool:
    """3.5.1~3.5.4所述, 见6.1~6.3: what makes the last certain makes the first certain.

    按1.2~1.5 may as well be a range of factors.
    """
    gap = folded[atom.end : behind.start]
    is_list = words.joins_members(gap) or words.joins_ends(gap)
    is_alike = behind.is_uncertain and behind.kind == atom.kind
    has_lead = bool(lead) and ("见" in lead or atom.numbers[0].count(".") > 1)
    return is_list and is_alike and words.is_certain(folded, behind, has_lead)


def _joined(before: Phrase, atom: Atom, text: str, folded: str) -> Phrase | None:
    """Both as one phrase, or None if they are two."""
    gap = folded[before.end : atom.start]
    if before.is_whole_document:
        return _in_document(before, atom, text, folded)
    if before.kind == "paragraph" and words.leads_out(gap) and not before.document:
        return _paragraph_of(before, atom, folded)
    if before.kind in _OF_A_DOCUMENT and atom.kind == "document" and words.leads_out(gap):
        return replace(before, end=atom.end, document=_document_name(text, atom))
    single = len(before.numbers) == 1
    if single and before.kind == atom.kind and len(atom.numbers) == 1 and words.joins_ends(gap):
        numbers = numbers_between(before.numbers[0], atom.numbers[0])
        return replace(before, end=words.end_of_unit(folded, atom.end), numbers=numbers)
    if not (single and words.leads_inside(gap)):
        return None
    deeper, number = _DEPTH.get(atom.kind, 0), before.numbers[0]
    is_part = before.kind in ("appendix", "attachment") and not before.is_lettered
    if deeper and (is_part or 0 < _DEPTH.get(before.kind, 0) < deeper):
        outer = (*before.outer, Step(before.kind, number))
        return replace(before, end=atom.end, kind=atom.kind, numbers=atom.numbers, outer=outer)
    if before.kind in ("chapter", "section") and atom.kind == "decimal":
        return _clause_in(before, atom, folded)
    if before.kind == "table" and atom.kind == "note":
        whose = Step("table", picture_number(before.noun, before.numbers[0]))
        return replace(
            before, end=atom.end, kind="note", numbers=atom.numbers, noun=atom.noun, within=whose
        )
    return None


def _clause_in(before: Phrase, atom: Atom, folded: str) -> Phrase | None:
    """第六章6.3.2, 第三节6.3.2; of 第五章6.3.2, where the number says otherwise, both are kept."""
    if words.is_measured(folded, atom.end):
        return None
    here = Step(before.kind, before.numbers[0])
    steps = [step for step in (*before.outer, here) if step.kind in ("chapter", "section")]
    said = ".".join(step.number for step in steps).split(".")
    first = int(steps[0].kind == "section" and "." not in steps[0].number)
    parts = atom.numbers[0].split(".")
    says_again = parts[first : first + len(said)] == said and len(parts) > first + len(said)
    if not says_again and len(parts) < 3:
        return None  # 第六章 2.5 may as well be a quantity
    return replace(
        before,
        end=words.end_of_unit(folded, atom.end),
        kind="decimal",
        numbers=atom.numbers,
        outer=() if says_again else (*before.outer, here),
    )


def _paragraph_of(before: Phrase, atom: Atom, folded: str) -> Phrase | None:
    """Paragraph 2 of Article 6 is 6(2)."""
    if atom.kind not in ("article", "decimal", "paragraph") or len(atom.numbers) != 1:
        return None
    numbers = tuple(
        atom.numbers[0]
        + (number if number.startswith("(") else re.sub(r"^\d+", r"(\g<0>)", number))
        for number in before.numbers
    )
    document = words.another_document_behind(folded, atom.end)
    return replace(before, end=atom.end, kind=atom.kind, numbers=numbers, document=document)


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


def _tell_whose_parts(phrases: list[Phrase], folded: str) -> None:
    """Part 1.1 of Requirement R1 of CIP-005-7, Plan A or Plan B of Table F3 of GB/T 1234: all are
    of that document."""
    for index in range(len(phrases) - 2, -1, -1):
        inner, outer = phrases[index], phrases[index + 1]
        is_part = inner.kind in _OF_A_DOCUMENT and not inner.document and not inner.is_own
        is_of = outer.document and not outer.is_whole_document
        gap = folded[inner.end : outer.start]
        if is_part and is_of and (words.leads_out(gap) or _are_listed(inner, outer, gap)):
            phrases[index] = replace(inner, document=outer.document)


def _are_listed(inner: Phrase, outer: Phrase, gap: str) -> bool:
    is_alike = inner.kind == outer.kind and inner.within is not None
    return is_alike and inner.within == outer.within and words.joins_members(gap)


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
