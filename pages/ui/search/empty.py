"""What to do where there is nothing to show."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from pages.ui import links
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import workbench
from pages.ui.search.answer import known_collections
from pages.ui.search.asked import Asked, ask, ask_button, write_link

_QUOTES = str.maketrans("", "", '"＂“”‘’「」『』〝〞«»')
_MOST_TRIED = 5
_MOST_LOOKUPS = 12
_LONGEST_WORD = 40
_EXAMPLES_WIDE = 250  # pixels: what each is good for stands in a column of its own


def nothing_to_search() -> None:
    st.info(f"**{text('search.no_library')}**\n\n{text('search.no_library_next')}")
    links.link(text("search.to_library"), links.library(), icon=":material/library_books:")


def nothing_asked(now: Asked, titles: Mapping[str, str]) -> None:
    """How to ask; each way is said with an example that can be tried."""
    if now.reg_ids:
        _within(now, titles)
    st.markdown(f"##### {text('search.how')}")
    with st.container(key="search_how", gap="xxsmall"):
        for nth, (way, example) in enumerate(_ways()):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                with st.container(width=_EXAMPLES_WIDE):
                    ask_button(
                        f":primary[**{escaped(example)}**]",
                        replace(now, query=example),
                        key=f"search_example_{nth}",
                    )
                st.markdown(f":small[{way}]", width="content")


def _within(now: Asked, titles: Mapping[str, str]) -> None:
    """From the Reader one comes with its regulation in the link."""
    known = {**titles, **known_collections()}
    names = "、".join(known.get(each, each) for each in now.reg_ids)
    with st.container(horizontal=True, vertical_alignment="center", key="search_within"):
        st.markdown(f":small[{text('search.within', names=escaped(names))}]", width="content")
        st.button(
            f":primary[{text('search.search_all')}]",
            key="search_anywhere",
            type="tertiary",
            on_click=write_link,
            args=(now.without_filters(),),
        )


def nothing_found(now: Asked) -> None:
    st.info(
        f"**{text('search.nothing', query=escaped(now.query))}**\n\n{text('search.nothing_next')}"
    )
    with st.container(horizontal=True, key="search_try"):
        without_quotes = now.query.translate(_QUOTES).strip()
        if without_quotes and without_quotes != now.query:
            st.button(
                text("search.try_without_quotes"),
                key="search_unquote",
                on_click=ask,
                kwargs={"query": without_quotes},
            )
        if now.is_narrowed:
            st.button(
                text("search.clear_filters"),
                key="search_widen",
                on_click=write_link,
                args=(now.without_filters(),),
            )
    _try_instead(without_quotes)


def _try_instead(query: str) -> None:
    """Headings, captions and terms that hold a part of what was asked, the longest part first."""
    words = query.split()
    parts = [
        word[start : start + length]
        for length in (_LONGEST_WORD, 4, 2)
        for word in words
        for start in range(0, max(len(word) - length + 1, 1), 2)
    ]
    found: dict[str, None] = {}
    for part in list(dict.fromkeys(parts))[:_MOST_LOOKUPS]:
        if len(part) >= 2 and len(found) < _MOST_TRIED:
            found |= dict.fromkeys(
                each.text for each in workbench().suggest(part, None, _MOST_TRIED)
            )
    if not found:
        return
    st.markdown(f":small[{text('search.try_instead')}]")
    for nth, each in enumerate(list(found)[:_MOST_TRIED]):
        ask_button(
            escaped(each), Asked(query=each), key=f"search_try_{nth}", icon=":material/search:"
        )


def _ways() -> list[tuple[str, str]]:
    return [
        (text("search.how_words"), text("search.example_words")),
        (text("search.how_question"), text("search.example_question")),
        (text("search.how_phrase"), text("search.example_phrase")),
        (text("search.how_section"), "6.3"),
        (text("search.how_table"), text("search.example_table")),
        (text("search.how_page"), "P12"),
    ]
