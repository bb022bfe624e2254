"""Keeping an answer within a number of characters."""

import itertools
import json
from collections.abc import Callable

from core.tools.paging import Answer, Json, PagedAnswer, Rest


def fitted(answer: Answer, tool: str, arguments: Json, budget: int | None) -> Json:
    """The answer, or as many of its units as fit, one at least, with the call for the rest.

    What has a leaner form takes it before any unit is left out, and keeps it in later pieces.
    Where a tool has left something out itself (pages beyond the tenth), its own ``rest`` comes
    when everything before it has been given.
    """
    if not isinstance(answer, PagedAnswer):
        return answer.as_json()
    units = answer.unit_count()
    pieces: dict[int, Json] = {}

    def cut(count: int) -> PagedAnswer:
        short = answer.shortened(count)
        shown = answer.offset + short.unit_count()
        message = f"{answer.total - shown} of {answer.total} left out to keep the answer short."
        rest = Rest(
            message=f"{message} And then: {answer.rest.message}" if answer.rest else message,
            tool=tool,
            arguments=answer.going_on(arguments, shown),
        )
        return short.model_copy(update={"rest": rest})

    def length(count: int) -> int:
        pieces[count] = cut(count).as_json()
        return _length(pieces[count])

    # Less than the whole where a limit was asked for.
    whole = (cut(units) if units and answer.offset + units < answer.total else answer).as_json()
    if budget is None:
        return whole
    whole_length = _length(whole)
    if whole_length > budget or answer.offset:
        lean = answer.leaner(tool, arguments)
        if lean is not None:
            return fitted(lean, tool, arguments, budget)
    if whole_length <= budget or units <= 1:
        return whole
    most = min(units - 1, budget)  # a unit has one character at least
    fitting = most_fitting(length, most, budget, (units, whole_length))
    return pieces[fitting]


def most_fitting(
    length: Callable[[int], int], most: int, budget: int, too_much: tuple[int, int]
) -> int:
    """The largest count up to ``most`` whose length is within ``budget``; 1 where none is.

    ``too_much`` is a count that does not fit, and its length. Measuring is what costs, and units
    are much alike: we look where the line between what fits and what does not meets the budget,
    and in the middle now and then, for units that are not.
    """
    fits, fits_length = 0, 0
    above, above_length = min(too_much[0], most + 1), too_much[1]
    for step in itertools.count(1):
        if above - fits <= 1:
            break
        share = 0.5 if step % 3 == 0 else (budget - fits_length) / (above_length - fits_length)
        count = min(max(fits + int(share * (above - fits)), fits + 1), above - 1)
        found = length(count)
        if found <= budget:
            fits, fits_length = count, found
        else:
            above, above_length = count, found
    if not fits:
        length(1)
    return max(1, fits)


def _length(answer: Json) -> int:
    return len(json.dumps(answer, ensure_ascii=False))
