"""All corrections of a regulation: who, when, why, where; undone in one click; taken elsewhere."""

from functools import partial

import streamlit as st

from core.model import Correction
from pages.ui import links
from pages.ui.corrections.applying import apply, is_applying
from pages.ui.corrections.author import author
from pages.ui.corrections.other_forms import page_forms
from pages.ui.i18n import has_text, text
from pages.ui.linked import stay_link
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_LONGEST = 120
_SNIPPET = 60
_IMPORTED = "imported_corrections"


def corrections_page(reg_id: str) -> None:
    made = workbench().corrections(reg_id)
    lost = [each for each in made if each.is_in_force and each.lost]
    if lost:
        st.warning(text("corrections.some_lost", count=len(lost)))
    correction_list(reg_id, made)
    with st.expander(text("corrections.by_page"), icon=":material/edit:"):
        author()
        page_forms(reg_id, workbench().get_info(reg_id).total_pages)
    _exchange(reg_id, is_any=bool(made))


def correction_list(reg_id: str, made: list[Correction]) -> None:
    """Newest first."""
    if not made:
        st.info(text("corrections.none"))
    for each in reversed(made):
        with st.container(border=True, key=f"correction_{each.correction_id}"):
            what, act = st.columns([5, 1], vertical_alignment="center")
            with what:
                _described(each)
            with act:
                _button(reg_id, each)


def _described(each: Correction) -> None:
    color, state = "green", text("corrections.in_force")
    if each.undone_at is not None:
        color, state = "gray", text("corrections.undone_state")
    elif each.lost:
        color, state = "orange", text("corrections.lost_state")
    st.markdown(f"**{text(f'corrections.kind_{each.kind}')}** :{color}-badge[{state}]")
    words = _change(each)
    if words:
        st.text(words)
    when = each.made_at.astimezone().strftime("%Y-%m-%d %H:%M")
    why = f" · {escaped(each.reason)}" if each.reason else ""
    st.caption(f"{escaped(each.made_by)} · {when}{why}")
    if each.lost:
        key = f"corrections.lost_{_LOST.get(each.lost, 'place')}"
        st.markdown(f":small[{text(key) if has_text(key) else escaped(each.lost)}]")
    if each.place is not None:
        label = text("tables.on_page", page=each.place.page_num)
        if each.place.table_id is not None:
            at = each.place
            shown = links.table(each.reg_id, at.table_id, at.row, at.col).params
            stay_link(label, shown, key=f"to_{each.correction_id}", icon=":material/table:")
        else:
            links.link(label, links.reader(each.reg_id, each.place.page_num, each.place.block_id))
    else:
        _where_it_was(each)


def _where_it_was(each: Correction) -> None:
    """An undone or lost one has no place: the page that it was made on, and what stood there."""
    block = each.anchor.get("block")
    if not isinstance(block, dict) or not isinstance(block.get("page_num"), int):
        return
    page = text("corrections.was_on_page", page=block["page_num"])
    st.caption(f"{page} {escaped(_short(block.get('text', ''), _SNIPPET))}")


_LOST = {
    "its place is no longer there": "place",
    "the cell no longer prints what was corrected": "cell",
    "the table above is no longer there": "upper",
    "the table above does not end there": "upper",
    "its table goes on from another one": "part",
    "it stands in the contents": "contents",
    "the cell is a part of another one": "part_of_cell",
    "it cannot be read": "unreadable",
    "the reference is no longer there": "reference",
    "what it should lead to is no longer there": "target",
}


def _change(each: Correction) -> str:
    """What was changed, in the document's own words."""
    change_made, block = each.change, each.anchor.get("block", {})
    match each.kind:
        case "fix_cell":
            old = change_made.get("before", each.anchor.get("cell", {}).get("text", ""))
            return f"{_short(old)} → {_short(change_made.get('content', ''))}"
        case "set_header_rows":
            return text("corrections.header_now", count=change_made.get("count", 0))
        case "fix_caption":
            return f"→ {_short(change_made.get('caption', ''))}"
        case "fix_heading":
            level = change_made.get("level", 0)
            now = (
                text("corrections.level", level=level) if level else text("corrections.no_heading")
            )
            return f"{_short(block.get('text', ''))} → {now}"
        case "fix_reference":
            target = change_made.get("target")
            leads = target.get("label", "") if target else text("corrections.nowhere")
            return f"{_short(change_made.get('text', ''))} → {_short(leads)}"
    return ""


def _button(reg_id: str, each: Correction) -> None:
    bench = workbench()
    if each.undone_at is None:
        label, do = text("corrections.undo"), bench.submit_undo
    else:
        label, do = text("corrections.redo"), bench.submit_redo
    st.button(
        label,
        key=f"change_{each.correction_id}",
        on_click=apply,
        args=(partial(do, reg_id, each.correction_id),),
        disabled=is_applying(reg_id),
    )


def _exchange(reg_id: str, *, is_any: bool) -> None:
    with st.expander(text("corrections.exchange"), icon=":material/swap_horiz:"):
        st.caption(text("corrections.exchange_lead"))
        st.download_button(
            text("corrections.export"),
            data=partial(workbench().export_corrections, reg_id),
            file_name=f"{reg_id}_corrections.json",
            mime="application/json",
            disabled=not is_any,
            on_click="ignore",
            key="export_corrections",
        )
        st.file_uploader(
            text("corrections.import"),
            type="json",
            key="import_corrections",
            on_change=partial(_import, reg_id),
        )
        imported = st.session_state.pop(_IMPORTED, None)
        if imported is not None:
            lost = sum(bool(each.lost) for each in imported)
            st.success(text("corrections.imported", added=len(imported), lost=lost))


def _import(reg_id: str) -> None:
    given = st.session_state["import_corrections"]
    if given is None:
        return
    exported = given.getvalue().decode("utf-8", "replace")

    def keep(added: list[Correction]) -> None:
        st.session_state[_IMPORTED] = added

    apply(partial(workbench().submit_corrections, reg_id, exported), keep)


def _short(words: object, most: int = _LONGEST) -> str:
    shown = " ".join(str(words).split())
    return shown if len(shown) <= most else f"{shown[:most]}…"
