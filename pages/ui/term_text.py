"""A passage as text, with its defined terms explained where the pointer or the keyboard rests.

Words and definitions are data: the script sets them as text and never as HTML.
"""

from collections.abc import Iterator

import streamlit as st

from core.model.glossary import Glossary

_CSS = """
.passage {
  margin: 0; line-height: 1.65; white-space: pre-wrap; overflow-wrap: anywhere;
  color: var(--st-text-color); font-family: var(--st-font); font-size: 1rem;
}
.passage mark { background: #ffdf7a; color: #1f1a00; border-radius: 2px; }
.term {
  position: relative; cursor: help; outline-offset: 2px;
  text-decoration: underline dotted var(--st-primary-color) 1.5px; text-underline-offset: 0.2em;
}
.term .meaning {
  display: none; position: absolute; left: 0; bottom: 1.7em; z-index: 20;
  width: max-content; max-width: 22rem; padding: 0.5rem 0.7rem; border-radius: 4px;
  border: 1px solid var(--st-border-color); background: var(--st-secondary-background-color);
  color: var(--st-text-color); font-size: 0.87rem; line-height: 1.5; white-space: normal;
  box-shadow: 0 2px 10px rgb(0 0 0 / 18%);
}
.term:hover .meaning, .term:focus .meaning { display: block; }
"""

_JS = """
export default function({ data, parentElement }) {
  const passage = parentElement.querySelector('.passage');
  const pieces = data.pieces.map(({ words, marked, meaning }) => {
    const piece = document.createElement(marked ? 'mark' : 'span');
    piece.textContent = words;
    if (meaning) {
      piece.className = 'term';
      piece.tabIndex = 0;
      piece.setAttribute('aria-description', meaning);
      const tip = document.createElement('span');
      tip.className = 'meaning';
      tip.setAttribute('aria-hidden', 'true');
      tip.textContent = meaning;
      piece.append(tip);
      // Near the right edge the explanation opens to the left.
      const turn = () => {
        tip.style.left = '0'; tip.style.right = 'auto';
        if (tip.getBoundingClientRect().right > document.documentElement.clientWidth - 8) {
          tip.style.left = 'auto'; tip.style.right = '0';
        }
      };
      piece.onmouseenter = turn; piece.onfocus = turn;
    }
    return piece;
  });
  passage.replaceChildren(...pieces);
}
"""

_mount = st.components.v2.component("term_text", html='<p class="passage"></p>', css=_CSS, js=_JS)


def term_text(
    words: str, glossary: Glossary, *, key: str, start: int = 0, end: int = 0, besides: str = ""
) -> None:
    """``start`` to ``end`` is marked; the term ``besides`` is not explained."""
    found = pieces(words, glossary, start, end, besides)
    _mount(key=key, height="content", data={"pieces": found})


def pieces(
    words: str, glossary: Glossary, start: int = 0, end: int = 0, besides: str = ""
) -> list[dict[str, str]]:
    """The passage cut at its terms and at the mark; nothing of it is lost or doubled."""
    marked = [("", words[:start]), ("yes", words[start:end]), ("", words[end:])]
    cut = (piece for mark, part in marked for piece in _cut(part, glossary, mark, besides))
    return [piece for piece in cut if piece["words"]]


def _cut(part: str, glossary: Glossary, mark: str, besides: str) -> Iterator[dict[str, str]]:
    at = 0
    for start, definition in glossary.places_in(part, besides):
        end = start + len(definition.term)
        meaning = f"{definition.term}：{definition.text}（P{definition.page_num}）"
        yield {"words": part[at:start], "marked": mark, "meaning": ""}
        yield {"words": part[start:end], "marked": mark, "meaning": meaning}
        at = end
    yield {"words": part[at:], "marked": mark, "meaning": ""}
