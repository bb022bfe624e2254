"""Several passages read as one, beside the one they were split from or merged into."""

from collections.abc import Sequence

from core.comparison.folding import key_of
from core.model.comparison import Passage


def texts_of(passages: Sequence[Passage], others: Sequence[Passage]) -> list[str]:
    """The first without its number, which is told apart; so with further clauses, unless their
    number is part of the text on the other side. The marks of a list are part of the text."""
    if not passages:
        return []
    return [
        passages[0].body,
        *(one.text if is_in_text(one, others) else one.body for one in passages[1:]),
    ]


def labels_of(passages: Sequence[Passage], others: Sequence[Passage]) -> str:
    """The numbers that :func:`texts_of` leaves out."""
    told = [one for one in passages[1:] if not is_in_text(one, others)]
    return ", ".join(one.label for one in [*passages[:1], *told] if one.label)


def is_in_text(passage: Passage, others: Sequence[Passage]) -> bool:
    if passage.subject not in ("clause", "heading"):
        return True
    return any(key_of(passage.text) in key_of(other.text) for other in others)
