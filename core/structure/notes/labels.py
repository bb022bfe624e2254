"""Labels of notes: 注1, 注①, 注一 and (注1) are one label, 方案A and 方案甲 are two."""

import re
import unicodedata
from dataclasses import dataclass, replace

from core.model.annotations import AnnotationType
from core.structure.numerals import numeral_value
from core.structure.references.mentions import fold

_HAN = "[〇零一二三四五六七八九十百]{1,4}"
_CIRCLED = "[①-⑳]"
_COUNT = rf"(?:\d{{1,2}}|{_CIRCLED}|{_HAN})"


def _opening(nouns: str) -> re.Pattern[str]:
    """A label opens a note only with what sets it off from the words: 注1： 注1、 (注1) 方案A："""
    counted = r"(?<=[\d①-⑳一二三四五六七八九十])(?:[、.]|\s(?=\S))"
    return re.compile(
        rf"(?P<bracketed>\(\s?注\s?{_COUNT}?\s?\))\s?[:、.]?\s?"
        rf"|(?P<note>(?:{nouns})\s?{_COUNT}?)\s?(?:[:]|{counted})\s?"
        r"|(?P<english>(?:Note|NOTE|Notes|NOTES)(?:\s?\d{1,2})?)\s?(?:[:]|\.(?=\s)|\s-\s)\s?"
        rf"|(?P<plan>方案\s?(?:[A-Za-z]|[甲乙丙丁戊己庚辛]|{_COUNT})|Plan\s[A-Z])\s?:\s?"
    )


_OPENING = _opening("附注|脚注|注")
# Elsewhere 说明： leads a paragraph and 备注 heads a column.
_OPENING_BELOW_TABLE = _opening(r"附注|脚注|备\s?注|注|说\s?明")
# Marks that count as labels only where a table or text cites them.
_MARK = re.compile(
    r"(?P<mark>\*{1,4}|[†‡§#])\s?(?=\S)"
    r"|(?P<footnote>\(?\d{1,2}\)|\[\d{1,2}\]|[a-z]\)|[①-⑳])\s?"
    r"|(?P<letter>[a-z])\s(?=\S)"
    r"|(?P<digit>\d{1,2})(?:\s(?=\S)|(?=[A-Z\u4e00-\u9fff“\"]))"
)
# A cell that holds 注1、注2 or 注1~3 names notes and is none.
_ONLY_LABELS = re.compile(
    rf"\s*(?:附注|脚注|注)\s?{_COUNT}(?:\s?[、,和及与或~至-]\s?(?:附注|脚注|注)?\s?{_COUNT})+\s?[。;.]?\s*"
)
# 注:1、... 2、...: the numbers belong to the label.
_ITEM = re.compile(r"\s?(?P<item>\(?\d{1,2})(?:[、)]|\.(?!\d))\s?")
_NOUN = re.compile("[附脚备]?注|说明")
_BETWEEN_NOTES = re.compile(r"[。;.!?:)\s]")


@dataclass(frozen=True)
class LabelledNote:
    """A note inside a text: the label from ``start``, the words from ``content_start``.

    ``item`` is the noun and number of one that is counted below the noun: 注：1、… 2、….
    """

    label: str
    variant_key: str
    annotation_type: AnnotationType
    start: int
    content_start: int
    end: int
    item: tuple[str, int] | None = None


def variant_key(label: str) -> str:
    """Equal for labels that mean the same: 注1, 注①, 注一, 注 1 and (注1) are ``note:1``."""
    folded = re.sub(r"[\s()\[\]:、.]", "", fold(label))
    if (noun := _NOUN.match(folded)) is not None:
        return f"note:{_number(folded[noun.end() :])}"
    if folded.lower().startswith("note"):
        return f"note:{_number(folded.lower().removeprefix('notes').removeprefix('note'))}"
    if folded.startswith("方案"):
        return f"plan:{_number(folded.removeprefix('方案'))}"
    if folded.startswith("Plan"):
        return f"plan:{_number(folded.removeprefix('Plan'))}"
    if folded and all(char in "*†‡§#" for char in folded):
        return f"mark:{folded}"
    return f"footnote:{_mark(folded)}"


def labelled_notes(
    text: str, line_starts: tuple[int, ...] = (), *, is_below_table: bool = False
) -> list[LabelledNote]:
    """The notes of a text that begins with one, in order; empty if it does not.

    A further label opens a note at the beginning of a line or behind the end of a sentence.
    """
    folded = fold(text)
    pattern = _OPENING_BELOW_TABLE if is_below_table else _OPENING
    first = pattern.match(folded, _indent(folded))
    if first is None or _ONLY_LABELS.fullmatch(folded):
        return []
    openings = [first]
    for found in pattern.finditer(folded, first.end()):
        is_apart = found.start() in line_starts or _BETWEEN_NOTES.match(folded[found.start() - 1])
        if is_apart and not found.group().startswith("("):
            openings.append(found)
    ends = [opening.start() for opening in openings[1:]] + [len(text)]
    notes: list[LabelledNote] = []
    for opening, end in zip(openings, ends, strict=True):
        notes += _numbered_items(text, folded, opening, end) or [_note(text, opening, end)]
    return notes


def further_items(text: str, last: tuple[str, int]) -> list[LabelledNote]:
    """2、… on a line of its own below 注：1、…: the notes that go on behind the item ``last``."""
    noun, number = last
    folded = fold(text)
    return _items(text, folded, (_indent(folded), len(text)), (noun, number + 1))


def marked_note(text: str) -> LabelledNote | None:
    """A note that begins with a mere mark: ``* …``, ``1) …``, ``a …``, ``①…``."""
    folded = fold(text)
    found = _MARK.match(folded, _indent(folded))
    if found is None:
        return None
    label = text[found.start() : found.end()].strip()
    kind: AnnotationType = "mark" if found.group("mark") else "footnote"
    return LabelledNote(label, variant_key(label), kind, found.start(), found.end(), len(text))


def counts_on(label: str, last: str) -> bool:
    """② behind ①, b) behind a), ** behind *: two marks of one list."""
    before, here = variant_key(last), variant_key(label)
    if not (before.startswith(("mark:", "footnote:")) and len(label) - len(last) in (0, 1)):
        return False
    one, other = before.partition(":")[2], here.partition(":")[2]
    if before.startswith("mark:"):
        return here.startswith("mark:") and other == one + one[0]
    if one.isdigit() and other.isdigit():
        return _set_alike(label, last) and int(other) == int(one) + 1
    return len(one) == len(other) == 1 and _set_alike(label, last) and ord(other) == ord(one) + 1


def _set_alike(one: str, other: str) -> bool:
    """Both circled, both in brackets, both bare."""
    shapes = [re.sub(r"[①-⑳]", "①", re.sub(r"\d+", "0", label)) for label in (one, other)]
    return re.sub("[a-z]", "a", shapes[0]) == re.sub("[a-z]", "a", shapes[1])


def label_stretches(text: str) -> list[tuple[int, int]]:
    """Where a text that is a note prints its own labels: these cite nothing."""
    return [(note.start, note.content_start) for note in labelled_notes(text)]


def _note(text: str, opening: re.Match[str], end: int) -> LabelledNote:
    printed = next(group for group in opening.groups() if group is not None)
    start = opening.start()
    label = text[start : start + len(printed)].strip("()（） ")
    kind: AnnotationType = "plan" if opening.group("plan") else "note"
    return LabelledNote(label, variant_key(label), kind, start, opening.end(), end)


def _numbered_items(text: str, folded: str, opening: re.Match[str], end: int) -> list[LabelledNote]:
    """注：1、… 2、…: as many notes as there are numbers in order; none if it counts nothing."""
    printed = opening.group("note") or opening.group("english")
    if printed is None or re.search(rf"{_COUNT}$", printed):
        return []
    notes = _items(text, folded, (opening.end(), end), (printed.strip(), 1))
    return [replace(notes[0], start=opening.start()), *notes[1:]] if notes else []


def _items(
    text: str, folded: str, stretch: tuple[int, int], first: tuple[str, int]
) -> list[LabelledNote]:
    """The notes of a list that goes on with the noun and number ``first``."""
    begin, end = stretch
    noun, count = first
    starts: list[re.Match[str]] = []
    for found in _ITEM.finditer(folded, begin, end):
        if not starts and found.start() != begin:
            break
        is_apart = _BETWEEN_NOTES.match(folded[found.start() - 1]) or folded[found.start()] == " "
        if found.group("item").strip("(") == str(count + len(starts)) and (is_apart or not starts):
            starts.append(found)
    ends = [found.start() for found in starts[1:]] + [end] if starts else []
    blank = " " if noun.isascii() else ""
    notes = []
    for number, (found, stop) in enumerate(zip(starts, ends, strict=True), start=count):
        label = f"{noun}{blank}{number}"
        notes.append(
            LabelledNote(
                label, variant_key(label), "note", found.start(), found.end(), stop, (noun, number)
            )
        )
    return notes


def _indent(folded: str) -> int:
    return len(folded) - len(folded.lstrip())


def _number(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text)
    value = numeral_value(text) if text else None
    if value is None:
        value = numeral_value(folded)
    return folded.upper() if value is None else str(value)


def _mark(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text)
    return str(int(folded)) if folded.isdigit() else folded
