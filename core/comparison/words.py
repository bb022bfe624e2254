"""The difference of two texts word by word, with numbers, units and modal words marked."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from core.comparison.anchors import Operation, by_weight
from core.comparison.folding import key_of
from core.comparison.modals import is_modal, negates
from core.comparison.quantities import NUMBER, UNITS, is_spelled_number
from core.model.comparison import DiffSpan, Mark, SpanKind
from core.retrieval.scripts import CJK

_TOKEN = re.compile(
    rf"(?P<cjk>[{CJK}]+)|(?P<number>{NUMBER})|(?P<word>[^\W\d_{CJK}]+(?:['’][^\W\d_{CJK}]+)*)"
    r"|[‐‑‒–—―−─~～-]+|[.．·…]{4,}|.",
    re.DOTALL,
)
_STOPS = frozenset("。.;:!?")
_MOST_PAIRS = 4_000_000  # of words; beyond that a diff takes seconds
_IS_NUMBER = re.compile(rf"{NUMBER}\s*\Z")
# 应在, 应立即, 于三人: the word list takes the modal word, or 于, and what follows as one.
_CUT_BEHIND_FIRST = re.compile(
    "[应宜须][在由按将以经与向从于为能先立]|可[在由按将经与向从先立]"
    "|[于达满过超近约每][〇零一二三四五六七八九十百千两]"
)
# 改接后应, 运维人员应: read as a word of their own.
_CUT_BEFORE_LAST = re.compile(
    "[后时前内中上下还仍只也都均且并则即方才亦员人者构位司厂站所组部门处][应宜须可]"
)
# 一次设备 and 二次回路 are kinds of things, not how often something is done.
_ORDINAL = frozenset(("一次", "二次"))
_OF_AN_ORDER = re.compile(
    "设备|回路|系统|侧|电流|电压|值|接线|电缆|图|部分|绕组|谐波|调频|能源|专业|人员|融冰|端子|[盘屏]"
)


def word_diff(old: str, new: str) -> tuple[DiffSpan, ...]:
    """Spans that hold all of both texts. Blanks, width, quotes and dashes make no difference."""
    left, right = tokens_of(old), tokens_of(new)
    spans: list[DiffSpan] = []
    keys = _keys(left), _keys(right)
    for tag, a, b, c, d in by_weight(_operations(*keys), *keys):
        before, after = "".join(left[a:b]), "".join(right[c:d])
        if tag == "equal":
            spans.append(DiffSpan(kind="equal", old=before, new=after))
        else:
            spans += _changed(before, after, left, right, (a, b, c, d))
    return tuple(spans)


def tokens_of(text: str) -> tuple[str, ...]:
    """Words, numbers and signs, each with the blanks behind it; together they are the text."""
    return _cut(text)


def is_number(token: str) -> bool:
    return _IS_NUMBER.match(token) is not None or is_spelled_number(token)


def is_unit(token: str) -> bool:
    return token.strip() in UNITS


@lru_cache(maxsize=4096)
def _cut(text: str) -> tuple[str, ...]:
    tokens: list[str] = []
    for match in re.finditer(r"\s+|\S+", text):
        if match[0].isspace():
            if tokens:
                tokens[-1] += match[0]
            else:
                tokens.append(match[0])
            continue
        for run in _TOKEN.finditer(match[0]):
            if run.lastgroup == "cjk":
                tokens += _chinese(run[0])
            else:
                tokens.append(run[0])
    return tuple(tokens)


def _chinese(run: str) -> list[str]:
    import rjieba  # slow to load: many commands cut no words

    words: list[str] = []
    for word in rjieba.cut(run):
        if _CUT_BEHIND_FIRST.match(word):
            words += [word[:1], word[1:]]
        elif _CUT_BEFORE_LAST.fullmatch(word):
            words += [word[:-1], word[-1:]]
        else:
            words.append(word)
    return words


def _keys(tokens: tuple[str, ...]) -> list[str]:
    return [key_of(token) for token in tokens]


def _operations(left: list[str], right: list[str]) -> Sequence[Operation]:
    """As :class:`SequenceMatcher` gives them; where the texts are very long, sentences first."""
    if len(left) * len(right) <= _MOST_PAIRS:
        return SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    starts = _sentence_starts(left), _sentence_starts(right)
    sentences = _joined(left, starts[0]), _joined(right, starts[1])
    found: list[Operation] = []
    for tag, i, j, k, m in SequenceMatcher(None, *sentences).get_opcodes():
        a, b, c, d = starts[0][i], starts[0][j], starts[1][k], starts[1][m]
        if tag == "replace" and (b - a) * (d - c) <= _MOST_PAIRS:
            inner = SequenceMatcher(None, left[a:b], right[c:d], autojunk=False).get_opcodes()
            found += [(t, a + w, a + x, c + y, c + z) for t, w, x, y, z in inner]
        else:
            found.append((tag, a, b, c, d))
    return found


def _sentence_starts(keys: list[str]) -> list[int]:
    """Where sentences begin, and the end of the text."""
    inside = [index + 1 for index, key in enumerate(keys[:-1]) if key in _STOPS]
    return [0, *inside, len(keys)]


def _joined(keys: list[str], starts: list[int]) -> list[str]:
    return ["".join(keys[start:end]) for start, end in pairwise(starts)]


def _changed(
    before: str,
    after: str,
    left: tuple[str, ...],
    right: tuple[str, ...],
    place: tuple[int, int, int, int],
) -> list[DiffSpan]:
    """One changed stretch; a single character where no more than that changed in a word."""
    a, b, c, d = place
    if key_of(before) == key_of(after):  # cut into words differently
        return [DiffSpan(kind="equal", old=before, new=after)]
    marks = _marks(left, a, b) | _marks(right, c, d)
    if is_modal(before) and is_modal(after):  # 不应 and 不得 are told as the words they are
        return [_span(None, before, after, marks)]
    head, tail = _common_ends(before, after)
    middle_old, middle_new = before[head : len(before) - tail], after[head : len(after) - tail]
    if (head or tail) and max(len(middle_old), len(middle_new)) == 1 and "number" not in marks:
        if is_modal(middle_old) or is_modal(middle_new):
            marks = marks | {"modal"}
        spans = [
            _span("equal", before[:head], after[:head]),
            _span(None, middle_old, middle_new, marks),
            _span("equal", before[len(before) - tail :], after[len(after) - tail :]),
        ]
        return [span for span in spans if span.old or span.new]
    return [_span(None, before, after, marks)]


def _span(
    kind: SpanKind | None, old: str, new: str, marks: frozenset[Mark] = frozenset()
) -> DiffSpan:
    if kind is None:
        kind = "replaced" if old and new else "removed" if old else "added"
    return DiffSpan(kind=kind, old=old, new=new, marks=tuple(sorted(marks)))


def _common_ends(before: str, after: str) -> tuple[int, int]:
    """Lengths of what both begin and end with, Chinese characters only."""
    shortest = min(len(before), len(after))
    head = 0
    while head < shortest and before[head] == after[head] and _is_chinese(before[head]):
        head += 1
    tail = 0
    while (
        tail < shortest - head
        and before[-1 - tail] == after[-1 - tail]
        and _is_chinese(before[-1 - tail])
    ):
        tail += 1
    return head, tail


def _is_chinese(char: str) -> bool:
    return re.match(f"[{CJK}]", char) is not None


def _counts(tokens: tuple[str, ...], index: int) -> bool:
    if tokens[index].strip() in _ORDINAL and index + 1 < len(tokens):
        return _OF_AN_ORDER.match(tokens[index + 1]) is None
    return is_number(tokens[index])


def _marks(tokens: tuple[str, ...], start: int, end: int) -> frozenset[Mark]:
    found: set[Mark] = set()
    stretch = tokens[start:end]
    if any(is_modal(token) for token in stretch) or any(
        negates(word) and is_modal(beside)
        for index, word in enumerate(stretch, start=start)
        for beside in (*tokens[max(index - 1, 0) : index], *tokens[index + 1 : index + 2])
    ):
        found.add("modal")
    if any(_counts(tokens, index) for index in range(start, end)):
        found.add("number")
    with_one_before = tokens[max(start - 1, 0) : end]
    if any(is_number(one) and is_unit(two) for one, two in pairwise(with_one_before)):
        found |= {"unit"} if any(is_unit(token) for token in stretch) else set()
    return frozenset(found)
