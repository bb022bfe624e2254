"""The page in hand: its words, its proof, and changing them."""

import re

import pandas as pd
import streamlit as st

from core.context.context_system import ContextSystem
from core.context.tree import is_root
from core.model import CheckedEvidence, ContentsPage, ContextPage, DetailPage
from pages.ui import links
from pages.ui.desk.actions import page_actions, place_of
from pages.ui.desk.state import attempt
from pages.ui.desk.tree import page_name
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_RULE = re.compile(r"\|(\s*:?-+:?\s*\|)+\s*")
_CELL_END = re.compile(r"(?<!\\)\|")
_MOST_WHOLE = 60  # rows of a table that are set in full; more are a list to scroll
_ICONS = {
    "same": ":material/check_circle:",
    "moved": ":material/move_down:",
    "changed": ":material/warning:",
    "gone": ":material/link_off:",
}


def one_page(system: ContextSystem, page: ContextPage) -> None:
    st.subheader(escaped(page_name(page)), anchor=False)
    where = text("desk.in_cold_archive") if page.is_cold else place_of(system, page.index)
    st.caption(f"{escaped(page.index)} · {escaped(where)}")
    page_actions(system, page)
    if page.description:
        st.text(page.description)
    if isinstance(page, ContentsPage):
        st.caption(text("desk.holds", count=len(page.children)))
    else:
        _detail(page.detail)
        for nth, proof in enumerate(page.evidence):
            _proof(workbench().desks.check_evidence(proof), f"{page.index}_{nth}")
    if not page.is_cold and not is_root(page.index):
        with st.expander(text("desk.edit"), icon=":material/edit:"):
            _edit(system, page)


def _detail(words: str) -> None:
    """Words as text; what is a table in Markdown, as a table. Nothing of it is markup."""
    plain: list[str] = []
    rows: list[list[str]] = []
    for line in [*words.split("\n"), ""]:
        if line.startswith("|"):
            if "\n".join(plain).strip():
                st.text("\n".join(plain).strip("\n"))
            plain = []
            if not _RULE.fullmatch(line):
                rows.append(_cells(line))
            continue
        if rows:
            _table(rows)
            rows = []
        plain.append(line)
    if "\n".join(plain).strip():
        st.text("\n".join(plain).strip("\n"))


def _table(rows: list[list[str]]) -> None:
    width = max(map(len, rows))
    header, *body = [row + [""] * (width - len(row)) for row in rows]
    # Columns need names of their own: equal and empty ones are told apart by a number.
    unique = [
        name if name and header.count(name) == 1 else f"{name} ({nth})".strip()
        for nth, name in enumerate(header, 1)
    ]
    if len(body) > _MOST_WHOLE:
        st.dataframe(pd.DataFrame(body, columns=unique), hide_index=True)
        return
    whole = [[escaped(cell) for cell in row] for row in body]  # in full, over several lines
    st.table(pd.DataFrame(whole, columns=list(map(escaped, unique))), hide_index=True)


def _cells(line: str) -> list[str]:
    cells = _CELL_END.split(line.strip())[1:]
    if cells and not cells[-1].strip():
        cells.pop()
    return [
        cell.strip().replace("<br>", "\n").replace("\\|", "|").replace("\\\\", "\\")
        for cell in cells
    ]


def _proof(checked: CheckedEvidence, key: str) -> None:
    """Where it stands, whether it still does, and the way there."""
    evidence, place = checked.evidence, checked.place
    with st.container(border=True, key=f"proof_{key}", gap="xsmall"):
        block = place.block_ids[0] if place.block_ids else None
        page_num = place.page_nums[0] if place.page_nums else None
        if checked.state == "gone":
            st.markdown(f":material/link_off: {escaped(evidence.source)}")
        elif place.table_id:
            links.link(
                escaped(place.source),
                links.table(place.reg_id, place.table_id, place.rows[0] if place.rows else None),
                icon=":material/table:",
            )
        else:
            links.link(
                escaped(place.source),
                links.reader(place.reg_id, page_num, block),
                icon=":material/menu_book:",
            )
        st.caption(f"{_ICONS[checked.state]} {_state(checked)}")
        if checked.older_edition is not None:
            old_block = block.rpartition("/")[2] if block else None
            links.link(
                text("desk.old_words", edition=escaped(checked.older_edition)),
                links.reader(checked.older_edition, page_num, old_block),
                icon=":material/history:",
            )
        if evidence.quote:
            with st.expander(text("desk.quote")):
                st.text(evidence.quote)


def _state(checked: CheckedEvidence) -> str:
    if checked.state == "moved":
        return text("desk.state_moved", before=escaped(checked.evidence.source))
    return {
        "same": text("desk.state_same"),
        "changed": text("desk.state_changed"),
        "gone": text("desk.state_gone"),
    }[checked.state]


def _edit(system: ContextSystem, page: ContextPage) -> None:
    # The time in the key: what somebody else changed meanwhile is shown, not written over.
    key = f"{page.index}_{page.updated_at.isoformat()}"
    st.text_input(text("desk.page_name"), value=page.name, key=f"name_{key}", max_chars=200)
    st.text_area(
        text("desk.description"), value=page.description, key=f"description_{key}", height=80
    )
    if isinstance(page, DetailPage):
        st.text_area(text("desk.note_text"), value=page.detail, key=f"detail_{key}", height=220)

    def save() -> None:
        attempt(
            system.update_page,
            page.index,
            name=st.session_state[f"name_{key}"],
            description=st.session_state[f"description_{key}"],
            detail=st.session_state[f"detail_{key}"] if isinstance(page, DetailPage) else None,
        )

    st.button(text("desk.save"), key="save_page", type="primary", on_click=save)
