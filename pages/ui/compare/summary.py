"""What one can read in a minute: how much changed, and which changes say most."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.comparison.digest import DigestEntry, DigestPart, digest_of
from core.model.comparison import Change, Comparison
from pages.ui.compare import marked_text
from pages.ui.compare.link_state import address, put
from pages.ui.compare.wording import kind_name
from pages.ui.i18n import text

_CSS = (
    """
.parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1rem;
  font-size: 0.93rem; line-height: 1.55; }
.part { border: 1px solid var(--st-border-color); border-radius: 0.4rem; padding: 0.7rem 0.9rem;
  border-top: 3px solid color-mix(in srgb, var(--st-text-color) 30%, transparent); }
.part.added { border-top-color: #2e9b57; } .part.removed { border-top-color: #d0453e; }
.part.tightened { border-top-color: #d98412; } .part.loosened { border-top-color: #1b9aa0; }
h4 { margin: 0 0 0.4rem; font-size: 1rem; font-weight: 600; }
h4 a, li a { color: inherit; text-decoration: none; }
h4 .total { font-size: 1.25rem; margin-left: 0.4rem; }
a:hover, a:focus-visible { text-decoration: underline; }
ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.14rem 0; overflow-wrap: anywhere; }
li .label { font-weight: 650; margin-right: 0.2em; }
li .text { color: color-mix(in srgb, var(--st-text-color) 78%, transparent); }
li .pair { margin-right: 0.35em; white-space: nowrap; }
.rest { color: var(--st-link-color); font-size: 0.88rem; }
"""
    + marked_text.CSS
)

_JS = (
    marked_text.JS
    + """
export default function({ data, parentElement, setTriggerValue }) {
  const anchor = (cls, href, picked, ...inner) => {
    const element = made('a', cls, ...inner);
    element.href = href;
    return opening(element, picked, setTriggerValue);
  };
  const entry = ({ label, text, changed, href, nth }) => made('li', '', anchor('', href, `${nth}`,
    ...(label ? [made('span', 'label', label), ' '] : []),
    ...changed.flatMap(([old, now]) => [made('span', 'pair',
      made('span', 'gone', old), ' → ', made('span', 'come', now)), ' ']),
    made('span', 'text', text)));
  const part = ({ kind, name, total, entries, href, rest }) => made('section', `part ${kind}`,
    made('h4', '', anchor('', href, kind, name, made('span', 'total', `${total}`))),
    made('ul', '', ...entries.map(entry),
      ...(rest ? [made('li', '', anchor('rest', href, kind, rest))] : [])));
  parentElement.querySelector('.parts').replaceChildren(...data.parts.map(part));
}
"""
)

_mount = st.components.v2.component(
    "comparison_digest", html='<div class="parts"></div>', css=_CSS, js=_JS
)


def summary(comparison: Comparison, changes: Sequence[Change]) -> None:
    """``changes`` as the link counts them."""
    counts = comparison.counts
    body = sum(change.part == "body" and bool(change.kinds) for change in changes)
    if not body:
        st.success(text("compare.no_changes", same=counts.unchanged))
        return
    st.markdown(text("compare.in_short", changes=body, same=counts.unchanged))
    key = "compare_digest"

    def picked() -> None:
        chosen = st.session_state[key].picked
        if chosen is not None and str(chosen).isdigit():
            put(change=chosen)
        elif chosen is not None:
            put(view="changes", kind=chosen)

    parts = digest_of(changes)
    _mount(
        key=key,
        height="content",
        on_picked_change=picked,
        data={"parts": [_part(part) for part in parts]},
    )
    st.caption(text("compare.strictness"))


def _part(part: DigestPart) -> dict[str, Any]:
    return {
        "kind": part.kind,
        "name": kind_name(part.kind),
        "total": part.total,
        "href": address(view="changes", kind=part.kind),
        "entries": [_entry(entry) for entry in part.entries],
        "rest": "" if part.is_all else text("compare.show_all", count=part.total),
    }


def _entry(entry: DigestEntry) -> dict[str, Any]:
    return {
        "nth": entry.nth,
        "label": entry.label,
        "text": entry.text,
        "changed": [list(pair) for pair in entry.changed[:3]],
        "href": address(change=entry.nth),
    }
