"""Which regulation a page is about: ``?reg=``."""

from collections.abc import Sequence

import streamlit as st

from core.model import RegulationSummary
from pages.ui import links
from pages.ui.i18n import text
from pages.ui.linked import linked_choice
from pages.ui.plain import escaped
from pages.ui.window_title import window_title


def regulation_choice(
    regulations: Sequence[RegulationSummary],
    label: str,
    *,
    page: str,
    default: str | None = None,
    others: dict[str, str] | None = None,
    clears: Sequence[str] = (),
) -> str:
    """``others`` are choices beside the regulations. A link to an unknown one stops the page.
    The window is named after the choice and the ``page``.
    """
    names = (others or {}) | {it.info.reg_id: _name(it) for it in regulations}
    asked = st.query_params.get("reg")
    if asked and asked not in names:
        st.warning(text("choosing.unknown_regulation", reg_id=escaped(asked[:80])))
        links.link(text("reader.to_library"), links.library(), icon=":material/library_books:")
        st.stop()
    first = default or next(iter(names))
    chosen = linked_choice("reg", label, names, default=first, clears=clears, as_list=True)
    window_title(names[chosen], page)
    return chosen


def _name(summary: RegulationSummary) -> str:
    info = summary.info
    return info.title if info.edition == 1 else f"{info.title} · {info.reg_id}"
