"""What belongs to a table: notes and the cells that cite them, references, why it was joined."""

import re
from itertools import groupby

import streamlit as st

from core.model import Annotation, JoinSign, Reference, TableJoin
from pages.ui import links
from pages.ui.following.places import place_of
from pages.ui.i18n import has_text, text
from pages.ui.plain import escaped
from pages.ui.tables.shown import ShownTable, choose

_MOST_BUTTONS = 12
_COLUMNS = re.compile(r"(\d+) and (\d+) columns")  # how core words what it compared


def notes_of(shown: ShownTable, chosen: tuple[int, int | None] | None) -> None:
    """Those that the chosen cell cites come first and stand out."""
    if not shown.notes:
        st.caption(text("tables.no_notes"))
        return
    place = _cell_place(shown, chosen)
    ranked = sorted(shown.notes, key=lambda note: place not in _citing(shown, note))
    for note in ranked:
        citing = _citing(shown, note)
        is_cited = place is not None and place in citing
        with st.container(border=is_cited, key=f"note_{note.note_id}"):
            label = (
                f"**{escaped(note.annotation_id)}** {text('tables.on_page', page=note.page_num)}"
            )
            links.link(label, links.reader(note.reg_id, note.page_num, note.block_id))
            st.text(note.content)
            _citing_buttons(shown, note, citing)


def references_of(shown: ShownTable) -> None:
    if not shown.references:
        st.caption(text("tables.no_references"))
        return
    for reference in shown.references:
        words, target = st.columns([2, 3], vertical_alignment="center")
        words.button(
            escaped(reference.text),
            key=f"cell_of_{reference.reference_id}",
            type="tertiary",
            help=text("tables.show_cell"),
            on_click=choose,
            args=(reference.row or 0, reference.col),
        )
        with target:
            _target(reference)


def evidence_of(shown: ShownTable) -> None:
    table = shown.table
    if not table.joins:
        st.caption(text("tables.not_joined"))
        return
    pages = {segment.segment_id: segment.page_num for segment in table.segments}
    for join in table.joins:
        upper, lower = pages.get(join.upper_segment), pages.get(join.lower_segment)
        st.markdown(
            f"**P{upper} → P{lower}** · {text('tables.strength', strength=f'{join.strength:.0%}')}"
        )
        if join.row_cut:
            st.caption(text("tables.row_was_cut"))
        st.dataframe(
            [_sign(sign) for sign in _by_weight(join)],
            hide_index=True,
            column_config={
                "sign": st.column_config.TextColumn(text("tables.sign"), width="medium"),
                "weight": st.column_config.NumberColumn(
                    text("tables.weight"), format="%+.1f", width="small"
                ),
                "detail": st.column_config.TextColumn(text("tables.detail"), width="medium"),
            },
        )


def _by_weight(join: TableJoin) -> list[JoinSign]:
    return sorted(join.signs, key=lambda sign: -abs(sign.weight))


def _sign(sign: JoinSign) -> dict[str, object]:
    key = f"tables.sign_{sign.name}"
    return {
        "sign": text(key) if has_text(key) else sign.name,
        "weight": sign.weight,
        "detail": _detail(sign.detail),
    }


def _detail(words: str) -> str:
    """Words of the document as they are, words of ours in the reader's language."""
    columns = _COLUMNS.fullmatch(words)
    return text("tables.columns_compared", upper=columns[1], lower=columns[2]) if columns else words


def _cell_place(shown: ShownTable, chosen: tuple[int, int | None] | None) -> tuple[int, int] | None:
    if chosen is None or chosen[1] is None:
        return None
    cell = shown.places.get((chosen[0], chosen[1]))
    return (cell.row, cell.col) if cell is not None else None


def _citing(shown: ShownTable, note: Annotation) -> list[tuple[int, int]]:
    """The cells of this table that cite a note, each once."""
    found = sorted(
        (link.row, link.col)
        for link in note.links
        if link.table_id == shown.table.table_id and link.row is not None and link.col is not None
    )
    return [place for place, _ in groupby(found)]


def _citing_buttons(shown: ShownTable, note: Annotation, citing: list[tuple[int, int]]) -> None:
    if not citing:
        st.caption(text("tables.cited_nowhere"))
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(text("tables.cited_by"), width="content")
        for row, col in citing[:_MOST_BUTTONS]:
            st.button(
                text("tables.place", row=row + 1, col=col + 1),
                key=f"cites_{note.note_id}_{row}_{col}",
                type="tertiary",
                on_click=choose,
                args=(row, col),
            )
        if len(citing) > _MOST_BUTTONS:
            st.caption(text("tables.and_more", count=len(citing) - _MOST_BUTTONS), width="content")


def _target(reference: Reference) -> None:
    if reference.target is None:
        st.caption(text(f"tables.state_{reference.state}"))
        return
    target = reference.target
    links.link(
        f"{escaped(target.label)} · P{target.page_num}",
        place_of(target),
        icon=":material/arrow_forward:",
    )
