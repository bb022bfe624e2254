"""An answer without a model: the passages that answer, in order, quoted as they are printed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from core.answering.conflicts import conflicts_between
from core.answering.page_lookup import shortened
from core.answering.passages import Passage
from core.answering.relevance import Asked, Fit
from core.model.answers import Citation, Conflict

_MOST = 6  # citations that answer; what they refer to comes on top
_MOST_FOLLOWED = 4
_SMALL_PLACE = 3  # passages of a place that answer by being asked for by name
_BEHIND_THE_BEST = 0.6  # of the best score


@dataclass(frozen=True)
class Followed:
    """A passage that a reference in another one leads to."""

    reference: str
    passage: Passage


@dataclass(frozen=True)
class Extract:
    citations: tuple[Citation, ...]
    conflicts: tuple[Conflict, ...]


Follow = Callable[[Passage], Iterable[Followed]]


def extract(asked: Asked, fits: Sequence[Fit], follow: Follow) -> Extract:
    """``fits`` best first. Nothing is cited where nothing answers."""
    telling = sorted(asked.words | asked.pairs)
    chosen = _chosen(asked, fits)
    citations = [
        citation_of(shortened(passage, telling), number)
        for number, passage in enumerate(chosen, start=1)
    ]
    told = {part for passage in chosen for part in _parts(passage)}
    for number, passage in enumerate(chosen, start=1):
        for followed in follow(passage):
            if len(citations) >= len(chosen) + _MOST_FOLLOWED:
                break
            if not told.isdisjoint(_parts(followed.passage)):
                continue
            told |= _parts(followed.passage)
            citations.append(
                citation_of(
                    shortened(followed.passage, telling),
                    len(citations) + 1,
                    followed_from=number,
                    reference=followed.reference,
                )
            )
    return Extract(tuple(citations), conflicts_between(citations))


def citation_of(
    passage: Passage, number: int, *, followed_from: int | None = None, reference: str = ""
) -> Citation:
    figure = passage.figure
    return Citation(
        number=number,
        kind=passage.kind,
        reg_id=passage.reg_id,
        page_num=passage.page_num,
        quote=passage.text,
        box=passage.box,
        section_number=passage.section_number,
        section=passage.chapter_path[-1] if passage.chapter_path else "",
        block_id=passage.block_id,
        table_id=passage.table_id,
        row=passage.row,
        note_id=passage.note_id,
        figure_id=figure.figure_id if figure else None,
        image_name=figure.image_name if figure else None,
        context=passage.context,
        followed_from=followed_from,
        reference=reference,
    )


def numbered_quotes(citations: Iterable[Citation]) -> str:
    """``[1] quote`` line by line: the text of an answer that nobody wrote."""
    return "\n\n".join(f"[{it.number}] {it.quote}" for it in citations)


def _chosen(asked: Asked, fits: Sequence[Fit]) -> list[Passage]:
    named = [fit for fit in fits if fit.is_named]
    answering = [fit for fit in fits if fit.answers]
    if asked.is_empty or (not answering and len(named) <= _SMALL_PLACE):
        # 表6-2注1是什么: the place is all that is asked for.
        return _each_once(fit.passage for fit in named)
    least = answering[0].score * _BEHIND_THE_BEST if answering else 0.0
    return _each_once(fit.passage for fit in answering if fit.score >= least)


def _each_once(passages: Iterable[Passage]) -> list[Passage]:
    chosen: list[Passage] = []
    told: set[tuple[str, int | None]] = set()
    for passage in passages:
        if len(chosen) < _MOST and told.isdisjoint(_parts(passage)):
            told |= _parts(passage)
            chosen.append(passage)
    return chosen


def _parts(passage: Passage) -> set[tuple[str, int | None]]:
    """Blocks and rows that the passage quotes; two passages that share one say the same twice."""
    return {passage.key, *((block_id, None) for block_id in passage.item_ids)}
