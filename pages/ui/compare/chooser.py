"""What is compared: two regulations or editions, or a section of each."""

from collections.abc import Sequence
from typing import NoReturn

import streamlit as st

from core.comparison.likely_pairs import likely_pairs
from core.model import ChapterNode, RegulationInfo
from pages.ui import links
from pages.ui.compare.link_state import choice, forget_what_is_shown, param, put
from pages.ui.i18n import text
from pages.ui.icon_button import icon_button
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_INDENT = "\u3000"  # as wide as a character
_OTHER = {"a": "b", "b": "a"}
_MOST_PAIRS = 8


def chooser(infos: Sequence[RegulationInfo], *, is_open: bool) -> None:
    """Folded behind one line once something is compared."""
    by_id = {info.reg_id: info for info in infos}
    with st.expander(_line(by_id), expanded=is_open, icon=":material/compare:"):
        old, middle, new = st.columns([10, 1, 10], vertical_alignment="center")
        with old:
            _side("a", text("compare.old_side"), by_id)
        with middle:
            icon_button(text("compare.swap"), "swap_horiz", key="compare_swap", on_click=_swap)
        with new:
            _side("b", text("compare.new_side"), by_id)
        if param("section_a") and param("section_b"):
            _tables_switch()


def nothing_to_compare() -> NoReturn:
    """The page ends here."""
    st.info(f"**{text('compare.empty')}**\n\n{text('compare.empty_next')}")
    links.link(text("library.title"), links.library(), icon=":material/library_books:")
    st.stop()


def suggestions(infos: Sequence[RegulationInfo]) -> None:
    """Pairs that look like editions of one regulation, a click away."""
    pairs = likely_pairs(infos)[:_MOST_PAIRS]
    if not pairs:
        return
    st.subheader(text("compare.suggested"))
    for older, newer in pairs:
        names = [info.title for info in (older, newer)]
        if names[0] == names[1]:
            names = [name_of(info) for info in (older, newer)]
        links.link(
            " → ".join(escaped(name) for name in names),
            links.compare(older.reg_id, newer.reg_id),
            icon=":material/compare_arrows:",
        )


def name_of(info: RegulationInfo) -> str:
    """With the edition, where the title alone does not tell."""
    base, at, edition = info.reg_id.partition("@")
    number = edition if at else info.edition
    named = text("compare.edition", number=number) if at or info.edition > 1 else ""
    return " · ".join(part for part in (info.title, base, named) if part)


def _line(by_id: dict[str, RegulationInfo]) -> str:
    sides = [_short(by_id, param(side), param(f"section_{side}")) for side in ("a", "b")]
    return " → ".join(escaped(side) for side in sides) if any(sides) else text("compare.choose_two")


def _short(by_id: dict[str, RegulationInfo], reg_id: str, section: str) -> str:
    info = by_id.get(reg_id)
    return f"{info.title if info else reg_id} {section}".strip()


def _side(side: str, label: str, by_id: dict[str, RegulationInfo]) -> None:
    names = {reg_id: name_of(info) for reg_id, info in by_id.items()}

    def choose_regulation(reg_id: str) -> None:
        put(**{side: reg_id, "section_a": "", "section_b": ""})
        forget_what_is_shown()

    choice(label, names, side, choose_regulation)
    reg_id = param(side)
    if reg_id not in by_id:
        return
    sections = workbench().sections_to_compare(reg_id)

    def choose_section(section: str) -> None:
        put(**{f"section_{side}": section})
        other = _OTHER[side]
        if not section:
            put(**{f"section_{other}": ""})
        elif not param(f"section_{other}") and _has_section(param(other), section):
            put(**{f"section_{other}": section})
        forget_what_is_shown()

    choice(
        text("compare.section"),
        _options(sections, param(f"section_{side}")),
        f"section_{side}",
        choose_section,
    )


def _options(sections: Sequence[ChapterNode], named: str) -> dict[str, str]:
    """``named`` may be a clause without a title, or spelled in another way: it is offered too."""
    found = {"": text("compare.whole")}
    found |= {
        node.section_number: f"{_INDENT * (node.level - 1)}{node.label} {node.title}"
        for node in sections
    }
    return found if not named or named in found else found | {named: named}


def _has_section(reg_id: str, section: str) -> bool:
    if not reg_id:
        return False
    known = {node.section_number for node in workbench().sections_to_compare(reg_id)}
    return section in known


def _swap() -> None:
    first, second = param("a"), param("b")
    sections = param("section_a"), param("section_b")
    put(a=second, b=first, section_a=sections[1], section_b=sections[0])
    forget_what_is_shown()


def _tables_switch() -> None:
    st.session_state["compare_tables"] = param("tables") != "0"
    st.toggle(
        text("compare.with_tables"),
        key="compare_tables",
        on_change=lambda: put(tables="" if st.session_state["compare_tables"] else "0"),
    )
