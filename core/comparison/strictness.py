"""Whether a rule became tighter or looser; said only where every change of it says so.

Two signs count: a modal word that binds more or less, and a number behind a bound (不大于, within)
or in a range to keep to. Any other changed word makes the answer None, and so does a bound that
says whom or when a rule concerns: 负荷不超过 300 MW 的用户.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.comparison.modals import binding, is_modal, strength
from core.comparison.quantities import quantity
from core.comparison.words import is_unit, tokens_of
from core.model.comparison import DiffSpan, Direction

_UPPER = re.compile(
    r"(?:不(?:得|应|宜|能|可)?(?:大于|超过|高于|多于|长于|晚于|迟于)|≤|至多|最多"
    r"|(?<!不)(?:应|应当|须|必须)(?:小于|低于|少于|短于|[<＜])"
    r"|(?:no|not) (?:more|greater|later|longer) than|(?:not|n't|never) (?:to )?exceed(?:ing)?"
    r"|(?:shall|must|should) be (?:(?:less|fewer|shorter) than|below)"
    r"|at most|within|at least once every)[^0-9,;，；。]{0,12}\Z",
    re.IGNORECASE,
)
_LOWER = re.compile(
    r"(?:不(?:得|应|宜|能|可)?(?:小于|低于|少于|短于)|≥|至少|最少"
    r"|(?<!不)(?:应|应当|须|必须)(?:大于|高于|多于|长于|超过|[>＞])"
    r"|(?:shall|must|should) be (?:(?:more|greater|longer) than|above)"
    r"|(?:no|not) (?:less|fewer) than|at least|a minimum of)[^0-9,;，；。]{0,12}\Z",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"\s*(?:[a-zA-Z]{1,3}|个?工作日|分钟|小时|秒|[日天月年周]|个月)?\s*(?:以|之)?内"
)
# 保持在额定值的 95%～105%: what the range is a part of may stand between.
_KEPT_IN = re.compile(r"(?:保持|控制|维持|限制|调整)(?:[在到于为][^\d，。；,;]{0,12})?\Z")
_IN_THE_RANGE = re.compile(r"\s*[%％a-zA-Z℃°]{0,4}\s*(?:的?范围|之间|以?内)")
_RANGE_SIGN = re.compile(r"\s*[%％a-zA-Z℃°]{0,4}\s*[～~—–至到-]\s*\Z")
_ENDS_IN_NUMBER = re.compile(r"(?:\d+(?:\.\d+)?|[〇零一二三四五六七八九十百千两]+)\s*\Z")
_STOPS = re.compile(r"[，。；,;：:]|\.\s")
# The clause says when a rule applies, or what was missed, not what it demands.
_CONDITION = re.compile(
    r"(?:的|时|者|后|前|期间)\Z|内(?:不能|未|仍|无法)|未(?!经)"
    r"|\b(?:if|when|where|unless|(?:did|does|do|has|have|had) not|fail(?:s|ed)? to)\b",
    re.IGNORECASE,
)
_ABOUT_SOME = re.compile(r"\s*(?:对于?|凡|当|如果?|若|除|(?:for|with|in|during)\b)", re.IGNORECASE)
# 300 MW 的用户: the number belongs to the user. 5 min 的时间内: it does not.
_OF_A_NOUN = re.compile(
    r"\s*(?:[a-zA-Z℃%％]{1,4}|个?工作日|分钟|小时|秒|[日天月年周人次]|个月)?\s*(?:以[内上下]|及以[上下])?的"
    r"(?!时间|时限|期限|范围|速[率度]|精度|裕度|余量|偏差|误差|水平|比例|间隔|要求)"
)
_TIGHTER, _LOOSER = 1, -1


@dataclass(frozen=True)
class _Changed:
    old: str
    new: str
    before: str
    after: str


def direction_of(spans: Sequence[DiffSpan], heading: str = "") -> Direction | None:
    """``heading`` is what stands before the text, such as the header of a cell's column."""
    changes = list(_changes(spans, heading))
    signs = list(_signs(changes)) if changes else []
    if not signs or 0 in signs or len(set(signs)) > 1:
        return None
    return "tightened" if signs[0] == _TIGHTER else "loosened"


def _changes(spans: Sequence[DiffSpan], heading: str) -> Iterator[_Changed]:
    before = f"{heading} " if heading else ""
    for index, span in enumerate(spans):
        if span.kind != "equal":
            after = "".join(each.new for each in spans[index + 1 :])
            yield _with_its_number(_Changed(span.old.strip(), span.new.strip(), before, after))
        before += span.new


def _with_its_number(change: _Changed) -> _Changed:
    """5 min → 5 s, where only the unit changed."""
    number = _ENDS_IN_NUMBER.search(change.before)
    if number is None or not is_unit(change.old) or not is_unit(change.new):
        return change
    before = change.before[: number.start()]
    return _Changed(number[0] + change.old, number[0] + change.new, before, change.after)


def _signs(changes: Sequence[_Changed]) -> Iterator[int]:
    """1 for tighter, -1 for looser, 0 for what cannot be told."""
    skip = False
    for change, following in zip(changes, [*changes[1:], None], strict=True):
        if skip:
            skip = False
            continue
        if following is not None and _is_range(change, following):
            skip = True
            yield _range_sign(change, following)
        else:
            yield _sign(change)


def _sign(change: _Changed) -> int:
    old_modal, new_modal = strength(change.old), strength(change.new)
    if old_modal is not None and new_modal is not None:
        return binding(old_modal, new_modal)
    amounts = _amounts(change)
    if amounts is None or amounts[0] == amounts[1] or _is_condition(change):
        return 0
    before, rises = _STOPS.split(change.before)[-1], amounts[1] > amounts[0]
    if _UPPER.search(before) or _WITHIN.match(change.after):
        return _LOOSER if rises else _TIGHTER
    if _LOWER.search(before):
        return _TIGHTER if rises else _LOOSER
    return 0


def _is_condition(change: _Changed) -> bool:
    before, after = _STOPS.split(change.before)[-1], _STOPS.split(change.after)[0]
    if _CONDITION.search((before + change.new + after).strip()) or _OF_A_NOUN.match(after):
        return True
    if any(map(is_modal, tokens_of(before))):
        return False
    return _ABOUT_SOME.match(before) is not None or any(map(is_modal, tokens_of(after)))


def _amounts(change: _Changed) -> tuple[float, float] | None:
    """Old and new in one unit."""
    old, new = quantity(change.old), quantity(change.new)
    if old is None or new is None or old.kind != new.kind:
        return None
    return old.amount, new.amount


def _is_range(low: _Changed, high: _Changed) -> bool:
    between = high.before[len(low.before) + len(low.new) :]
    known = _amounts(low) is not None and _amounts(high) is not None
    return known and _RANGE_SIGN.match(between) is not None


def _range_sign(low: _Changed, high: _Changed) -> int:
    if not _is_to_be_kept(low, high):
        return 0
    lows, highs = _amounts(low), _amounts(high)
    if lows is None or highs is None:
        return 0
    if lows[1] <= lows[0] and highs[1] >= highs[0]:
        return _LOOSER
    return _TIGHTER if lows[1] >= lows[0] and highs[1] <= highs[0] else 0


def _is_to_be_kept(low: _Changed, high: _Changed) -> bool:
    if _KEPT_IN.search(low.before) or "between" in low.before[-10:].lower():
        return True
    before = tokens_of(_STOPS.split(low.before)[-1])
    return (
        _IN_THE_RANGE.match(high.after) is not None
        and any(map(is_modal, before))
        and not _is_condition(high)
    )
