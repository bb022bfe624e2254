"""What two texts keep, chosen by weight: a name is kept before the "and" in front of it.

:class:`~difflib.SequenceMatcher` keeps the longest run of equal words and, of several as long, the
first: of ``A and B`` and ``A, B, and C`` it keeps ``and``, and B seems to have become C.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

Operation = tuple[str, int, int, int, int]

_JOINS = frozenset(
    (
        *("and", "or", "the", "a", "an", "of", "to", "in", "on", "for", "with", "by"),
        *("is", "are", "be", "和", "或", "与", "及", "及其", "以及", "的"),
    )
)
_IS_WORD = re.compile(r"\w")
_MOST_PAIRS = 10_000  # of words in one stretch


def by_weight(
    operations: Sequence[Operation], left: Sequence[str], right: Sequence[str]
) -> list[Operation]:
    """The same operations, but for stretches held together by joining words alone, in which a
    word of more weight was lost on one side and found on the other."""
    found: list[Operation] = []
    for is_loose, group in groupby(operations, lambda each: _is_loose(each, left)):
        stretch = list(group)
        if is_loose and _loses_a_word(stretch, left, right):
            stretch = list(_aligned(stretch, left, right))
        found += stretch
    return list(_joined(found))


def _joined(operations: Sequence[Operation]) -> Iterator[Operation]:
    """What is equal side by side is one."""
    for tag, group in groupby(operations, lambda each: each[0]):
        if tag != "equal":
            yield from group
            continue
        run = list(group)
        yield tag, run[0][1], run[-1][2], run[0][3], run[-1][4]


def _is_loose(operation: Operation, left: Sequence[str]) -> bool:
    tag, a, b, _, _ = operation
    return tag != "equal" or not any(map(_tells, left[a:b]))


def _tells(key: str) -> bool:
    return key not in _JOINS and _IS_WORD.search(key) is not None


def _loses_a_word(stretch: Sequence[Operation], left: Sequence[str], right: Sequence[str]) -> bool:
    if not any(each[0] == "equal" for each in stretch):
        return False
    gone = {key for tag, a, b, _, _ in stretch if tag != "equal" for key in left[a:b]}
    come = {key for tag, _, _, c, d in stretch if tag != "equal" for key in right[c:d]}
    return any(map(_tells, gone & come))


def _aligned(
    stretch: Sequence[Operation], left: Sequence[str], right: Sequence[str]
) -> Iterator[Operation]:
    start, end = (stretch[0][1], stretch[0][3]), (stretch[-1][2], stretch[-1][4])
    if (end[0] - start[0]) * (end[1] - start[1]) > _MOST_PAIRS:
        yield from stretch
        return
    kept = _heaviest(left[start[0] : end[0]], right[start[1] : end[1]])
    a, c = start
    for i, j in [*((start[0] + i, start[1] + j) for i, j in kept), end]:
        if i > a and j > c:
            yield "replace", a, i, c, j
        elif i > a:
            yield "delete", a, i, c, j
        elif j > c:
            yield "insert", a, i, c, j
        if (i, j) != end:
            yield "equal", i, i + 1, j, j + 1
        a, c = i + 1, j + 1


def _heaviest(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Places of the equal words that can be kept in order and weigh most together."""
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        weight = 1.0 if _tells(left[i]) else 0.1
        for j in reversed(range(len(right))):
            with_both = best[i + 1][j + 1] + weight if left[i] == right[j] else 0.0
            best[i][j] = max(with_both, best[i + 1][j], best[i][j + 1])
    kept: list[tuple[int, int]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j] and best[i][j] > max(best[i + 1][j], best[i][j + 1]) - 1e-9:
            weight = 1.0 if _tells(left[i]) else 0.1
            if abs(best[i][j] - best[i + 1][j + 1] - weight) < 1e-9:
                kept.append((i, j))
                i, j = i + 1, j + 1
                continue
        if best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return kept
