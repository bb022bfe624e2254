"""Places that the text leads to, as links of the reader."""

from collections.abc import Sequence
from typing import Any

from core.model import Reference, ReferenceTarget, ids
from pages.ui import links
from pages.ui.following.names import reason
from pages.ui.reader.text_runs import Stretch

Jump = dict[str, Any]


def jump(reg_id: str, page_num: int, identifier: str = "") -> Jump:
    """``href`` for another tab, ``to`` for this one."""
    return {
        "href": links.reader(reg_id, page_num, identifier).address,
        "to": {"reg": reg_id, "page": page_num, "block": ids.own_name(identifier)},
    }


def target_jump(target: ReferenceTarget) -> Jump:
    return jump(target.reg_id, target.page_num, target.target_id)


def stretches(words: str, references: Sequence[Reference]) -> list[Stretch]:
    """Where the references of one block or cell stand in its text, each with what it leads to."""
    found: dict[tuple[int, int], Stretch] = {}
    for reference in references:
        place = _place(words, reference)
        if place is None or place in found:
            continue
        target = reference.target
        shown: dict[str, Any] = (
            {"to": target_jump(target)} if target else {"why": reason(reference)}
        )
        found[place] = Stretch(*place, shown)
    return list(found.values())


def listed(references: Sequence[Reference]) -> list[dict[str, Any]]:
    """For the list below the text; members of one printed reference stand together,
    and what is printed several times stands once."""
    groups: dict[tuple[str, str, int | None, int | None, int], list[Reference]] = {}
    for it in references:
        groups.setdefault((it.text, it.block_id, it.row, it.col, it.start), []).append(it)
    lines = [
        {
            "text": group[0].text,
            "places": [
                target_jump(target) | {"text": f"{target.label} P{target.page_num}"}
                for reference in group
                for target in ([reference.target] if reference.target else reference.candidates)
            ],
            "why": next((reason(it) for it in group if it.target is None), ""),
        }
        for group in groups.values()
    ]
    return [line for nth, line in enumerate(lines) if line not in lines[:nth]]


def _place(words: str, reference: Reference) -> tuple[int, int] | None:
    """As stored, or where its words stand: the text of a heading has lost its sign."""
    if words[reference.start : reference.end] == reference.text:
        return reference.start, reference.end
    start = words.find(reference.text)
    return (start, start + len(reference.text)) if start >= 0 and reference.text else None
