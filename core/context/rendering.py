"""A page of the window as text: open with its content, or one line."""

from collections.abc import Sequence

from core.model import ContentsPage, ContextPage, DetailPage, Evidence, PageIndex

_LINE_NAME = 80  # characters of a folded page: as much as tells it from the others
_LINE_DESCRIPTION = 120
_DEEPEST_HEADING = 6
_NAMED_IN_NOTE = 12
_BUDGET_PER_NAME = 50  # tokens: a small budget is not spent on names


def opened(page: ContextPage, depth: int) -> str:
    """Ends in a line break, as every part does: parts add up."""
    heading = f"{'#' * min(depth + 1, _DEEPEST_HEADING)} [{page.index}] {page.name}"
    parts = [heading]
    if page.description:
        parts.append(page.description)
    if isinstance(page, DetailPage):
        if page.detail:
            parts.append(page.detail)
        if page.evidence:
            parts.append(sources(page.evidence))
    return "\n".join(parts) + "\n\n"


def line(page: ContextPage, child_count: int = 0) -> str:
    name = _clipped(page.name, _LINE_NAME)
    inside = f" ({child_count})" if isinstance(page, ContentsPage) else ""
    description = _clipped(page.description, _LINE_DESCRIPTION)
    return f"- [{page.index}] {name}{inside}{f': {description}' if description else ''}\n"


def more(parent: PageIndex, count: int) -> str:
    return f"- … {count} more in {parent}\n"


def folding_note(folded: Sequence[PageIndex], budget: int) -> str:
    """Says what the budget folded away. Empty where nothing was."""
    if not folded:
        return ""
    most = min(_NAMED_IN_NOTE, budget // _BUDGET_PER_NAME)
    named = ", ".join(folded[:most]) + (", …" if len(folded) > most else "")
    return f"\n> Folded to keep {budget} tokens, {len(folded)} pages: {named}\n"


def sources(evidence: Sequence[Evidence]) -> str:
    return "Source: " + "; ".join(dict.fromkeys(proof.source for proof in evidence))


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
