"""Text of both sides with what changed marked, as data for the components that draw it.

Components set every word of a document as text (``textContent``), never as HTML.
"""

from collections.abc import Sequence
from typing import Any, Literal

from core.model.comparison import DiffSpan
from pages.ui.compare.wording import mark_name

Side = Literal["old", "new"]
Piece = dict[str, Any]

_AROUND = 60  # characters that are kept of unchanged text beside a change
_LONGEST = 420  # characters of a text that stands alone, where there is a list of them

CSS = """
.gone { background: color-mix(in srgb, #d0453e 20%, transparent); text-decoration: line-through;
  text-decoration-color: color-mix(in srgb, #d0453e 70%, transparent); border-radius: 2px; }
.come { background: color-mix(in srgb, #2e9b57 24%, transparent); border-radius: 2px; }
.number, .unit { font-weight: 650; box-shadow: inset 0 -2px 0 #2f7fc1; }
.modal { font-weight: 650; box-shadow: inset 0 -2px 0 #d98412; }
"""

JS = """
const pieces = (list) => list.map(({ text, cls, title }) => {
  const piece = document.createElement('span');
  piece.textContent = text;
  if (cls) piece.className = cls;
  if (title) piece.title = title;
  return piece;
});
const made = (tag, cls, ...inner) => {
  const element = document.createElement(tag);
  if (cls) element.className = cls;
  element.append(...inner);
  return element;
};
const opening = (element, nth, setTriggerValue) => {
  element.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (String(window.getSelection())) return;
    event.preventDefault();
    event.stopPropagation();
    setTriggerValue('picked', nth);
  });
  return element;
};
"""


def side_pieces(
    spans: Sequence[DiffSpan], plain: str, side: Side, *, is_short: bool = False
) -> list[Piece]:
    """One side of a change; ``plain`` where there is no other side to compare it with."""
    if not spans:
        return [{"text": _cut(plain, _LONGEST) if is_short else plain}]
    found: list[Piece] = []
    for index, span in enumerate(spans):
        words = span.new if side == "new" else span.old
        if not words:
            continue
        if span.kind != "equal":
            found.append(_marked(span, words, side))
        else:
            is_edge = (index == 0, index == len(spans) - 1)
            found.append({"text": _middle(words, *is_edge) if is_short else words})
    return found


def _marked(span: DiffSpan, words: str, side: Side) -> Piece:
    classes = ["come" if side == "new" else "gone", *span.marks]
    title = " · ".join(mark_name(mark) for mark in span.marks)
    return {"text": words, "cls": " ".join(classes), "title": title}


def _middle(words: str, is_first: bool, is_last: bool) -> str:
    """Unchanged text between changes, or before the first and behind the last."""
    if len(words) <= 2 * _AROUND + 20:
        return words
    head, tail = words[:_AROUND], words[-_AROUND:]
    if is_first:
        return f"…{tail}"
    return f"{head}…" if is_last else f"{head} … {tail}"


def _cut(words: str, longest: int) -> str:
    return words if len(words) <= longest else f"{words[:longest]}…"
