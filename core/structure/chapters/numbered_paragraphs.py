"""Paragraphs numbered 1., 2., 3.: clauses of the text, or the items of a list.

One such number says nothing; a run of them does, by where it stands and how far it goes.
"""

from collections.abc import Sequence

from core.structure.chapters.heading_candidates import Candidate
from core.structure.chapters.numbering import Scheme

_MANY = 8
_SEVERAL_PAGES = 3
# Below these, plain numbers are the next level of counting.
_COUNTED_BY_PARAGRAPH: frozenset[Scheme | None] = frozenset(("article", "letter", "paragraph sign"))


def clause_places(candidates: Sequence[Candidate]) -> frozenset[int]:
    """Places of the candidates with a single number and no title that are clauses."""
    found: set[int] = set()
    run: list[tuple[int, Candidate]] = []
    above: Scheme | None = None
    above_run: Scheme | None = None
    for index, candidate in enumerate(candidates):
        label = candidate.label
        if label is None or label.scheme != "decimal" or len(label.path) != 1:
            if candidate.is_heading and candidate.scheme != "decimal":
                above = candidate.scheme
            continue
        # one number may be lost, as where a margin note runs into its line
        follows = run and 1 <= _value(candidate) - _value(run[-1][1]) <= 2
        if not follows:
            found |= _if_clauses(run, candidates, above_run)
            run, above_run = [], above
        run.append((index, candidate))
    return frozenset(found | _if_clauses(run, candidates, above_run))


def _value(candidate: Candidate) -> int:
    assert candidate.label is not None
    value = candidate.label.path[0]
    return value if isinstance(value, int) else 0


def _if_clauses(
    run: Sequence[tuple[int, Candidate]], candidates: Sequence[Candidate], above: Scheme | None
) -> set[int]:
    if not run or _value(run[0][1]) != 1:
        return set()
    pages = {candidate.block.page_num for _, candidate in run}
    is_long = len(run) >= _MANY and len(pages) >= _SEVERAL_PAGES
    # otherwise they are headings: 1 范围, 2 术语
    are_clauses = 3 * sum(candidate.is_clause for _, candidate in run) >= len(run)
    if above in _COUNTED_BY_PARAGRAPH or (
        are_clauses and (is_long or _has_decimals_below(run, candidates))
    ):
        return {candidate.place for _, candidate in run}
    return set()


def _has_decimals_below(
    run: Sequence[tuple[int, Candidate]], candidates: Sequence[Candidate]
) -> bool:
    """4. is followed by 4.1 before 5. comes."""
    ends = [index for index, _ in run[1:]] + [len(candidates)]
    for (index, candidate), end in zip(run, ends, strict=True):
        first_below = (_value(candidate), 1)
        if any(
            following.label is not None and following.label.path == first_below
            for following in candidates[index + 1 : end]
        ):
            return True
    return False
