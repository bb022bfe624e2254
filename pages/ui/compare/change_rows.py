"""Changes one below the other, both sides beside each other. A click opens one."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.model.comparison import Change
from pages.ui.compare import marked_text
from pages.ui.compare.link_state import address, put
from pages.ui.compare.marked_text import Side, side_pieces
from pages.ui.compare.wording import kind_name, kinds_of, mark_name, subject_name
from pages.ui.i18n import text

_DOUBTFUL = 0.5  # confidence below which the pairing is said to be doubtful

_CSS = (
    """
.rows { font-size: 0.95rem; line-height: 1.65; }
.row, .head { display: grid; gap: 1.1rem;
  grid-template-columns: clamp(8.5rem, 13%, 13rem) 1fr 1fr; }
.row { padding: 0.75rem 0.6rem; border-top: 1px solid var(--st-border-color); cursor: pointer; }
.row:hover { background: color-mix(in srgb, var(--st-primary-color) 5%, transparent); }
.row.same { color: color-mix(in srgb, var(--st-text-color) 66%, transparent); }
.row.whole { cursor: auto; } .row.whole:hover { background: none; }
.head { padding: 0 0.6rem 0.4rem; font-size: 0.85rem; }
.head, .src, .about { color: color-mix(in srgb, var(--st-text-color) 62%, transparent); }
.about { font-size: 0.85rem; line-height: 1.5; } .src { font-size: 0.8rem; margin-top: 0.25rem; }
.kinds { display: flex; flex-wrap: wrap; gap: 0.25rem; margin-bottom: 0.25rem; }
.kind { padding: 0 0.45rem; border-radius: 0.6rem; font-size: 0.8rem; color: var(--st-text-color);
  background: color-mix(in srgb, var(--st-text-color) 11%, transparent); }
.kind.added { background: color-mix(in srgb, #2e9b57 26%, transparent); }
.kind.removed { background: color-mix(in srgb, #d0453e 24%, transparent); }
.kind.tightened { background: color-mix(in srgb, #d98412 32%, transparent); }
.kind.loosened { background: color-mix(in srgb, #1b9aa0 30%, transparent); }
.kind.changed { background: color-mix(in srgb, #2f7fc1 22%, transparent); }
.label { font-weight: 650; margin-right: 0.15em; } .none { opacity: 0.55; }
.words { white-space: pre-wrap; overflow-wrap: anywhere; }
.open { color: var(--st-link-color); text-decoration: none; }
.open:hover, .open:focus-visible { text-decoration: underline; }
.legend { white-space: nowrap; } .legend span { margin-right: 0.9em; padding: 0 0.15em; }
"""
    + marked_text.CSS
)

_JS = (
    marked_text.JS
    + """
export default function({ data, parentElement, setTriggerValue }) {
  const side = ({ label, words, sources, none }) => made('div', none ? 'side none' : 'side',
    made('div', 'words', ...(label ? [made('span', 'label', label), ' '] : []),
      ...(none ? [none] : pieces(words))),
    ...sources.map((source) => made('div', 'src', source)));
  const row = (change) => {
    const kinds = change.kinds.map(({ id, name }) => made('span', `kind ${id}`, name));
    const about = made('div', 'about', made('div', 'kinds', ...kinds),
      ...change.about.map((line) => made('div', '', line)));
    if (change.href) {
      const open = made('a', 'open', change.open);
      open.href = change.href;
      about.append(opening(open, change.nth, setTriggerValue));
    }
    const element = made('div', `row${change.kinds.length ? '' : ' same'}`,
      about, side(change.old), side(change.new));
    element.dataset.change = change.nth;
    if (change.href) return opening(element, change.nth, setTriggerValue);
    element.classList.add('whole');
    return element;
  };
  const legend = made('div', 'legend', ...pieces(data.legend));
  const head = made('div', 'head', legend, ...data.heads.map((name) => made('div', '', name)));
  parentElement.querySelector('.rows').replaceChildren(head, ...data.rows.map(row));
}
"""
)

_mount = st.components.v2.component(
    "compared_changes", html='<div class="rows"></div>', css=_CSS, js=_JS
)


def change_rows(numbered: Sequence[tuple[int, Change]], *, heads: tuple[str, str]) -> None:
    """``numbered`` as the link counts them, from 1; ``heads`` name the sides."""
    key = "compare_rows"

    def picked() -> None:
        nth = st.session_state[key].picked
        if nth is not None:
            put(change=nth)

    _mount(
        key=key,
        height="content",
        on_picked_change=picked,
        data=_data([_row(nth, change, is_short=True) for nth, change in numbered], heads),
    )


def whole_change(nth: int, change: Change, *, heads: tuple[str, str]) -> None:
    """One change with all of its words; its pages, which follow, have the citations."""
    row = _row(nth, change, is_short=False) | {"href": ""}
    _mount(key="compare_whole", height="content", data=_data([row], heads))


def _data(rows: list[dict[str, Any]], heads: tuple[str, str]) -> dict[str, Any]:
    legend = [{"text": mark_name(mark), "cls": mark} for mark in ("number", "modal")]
    return {"rows": rows, "heads": list(heads), "legend": legend}


def _row(nth: int, change: Change, *, is_short: bool) -> dict[str, Any]:
    about = [subject_name(change.subject)]
    about += [name for name in (change.table, change.column) if name]
    if change.kinds and change.confidence < _DOUBTFUL:
        about.append(text("compare.doubtful"))
    return {
        "nth": nth,
        "kinds": [{"id": kind, "name": kind_name(kind)} for kind in kinds_of(change)],
        "about": about,
        "open": text("compare.open", nth=nth),
        "href": address(change=nth),
        "old": _side(change, "old", is_short=is_short),
        "new": _side(change, "new", is_short=is_short),
    }


def _side(change: Change, side: Side, *, is_short: bool) -> dict[str, Any]:
    old = side == "old"
    places = change.old_places if old else change.new_places
    words = change.old_text if old else change.new_text
    return {
        "label": change.old_label if old else change.new_label,
        "words": side_pieces(change.spans, words, side, is_short=is_short and bool(change.kinds)),
        "sources": [place.source for place in places] if is_short else [],
        "none": "" if places else text("compare.nothing"),
    }
