"""Words that both sides use, and words that only one of them uses."""

from collections import Counter
from collections.abc import Iterable

from core.comparison.quantities import UNITS
from core.model.comparison import Terms, TermUse
from core.retrieval.folding import fold
from core.retrieval.tokens import word_tokens

_MOST = 30
_IN_EVERY_TEXT = frozenset(
    word
    for words in (
        "以及 或者 并且 应当 应该 可以 不得 不应 必须 按照 根据 进行 以上 以下 以内 其他 下列 有关",
        "the of and or to in a an that is are be by for with on as at from this which it its not",
        "any each shall should may must if has have been was were will their such other than",
    )
    for word in words.split()
)
_FOLDED_UNITS = frozenset(unit.lower() for unit in UNITS)


def shared_terms(old: Iterable[str], new: Iterable[str]) -> Terms:
    """Common terms by how often both use them together; letters, numbers, units are no terms."""
    one, other = _counted(old), _counted(new)
    common = sorted(one.keys() & other.keys(), key=lambda term: (-one[term] - other[term], term))
    return Terms(
        common=tuple(
            TermUse(term=term, old_count=one[term], new_count=other[term])
            for term in common[:_MOST]
        ),
        only_old=tuple(
            TermUse(term=term, old_count=count) for term, count in _only(one, other.keys())
        ),
        only_new=tuple(
            TermUse(term=term, new_count=count) for term, count in _only(other, one.keys())
        ),
    )


def _counted(texts: Iterable[str]) -> Counter[str]:
    return Counter(token for text in texts for token in word_tokens(fold(text).text) if _is(token))


def _is(token: str) -> bool:
    is_common = token in _IN_EVERY_TEXT or token in _FOLDED_UNITS
    return len(token) > 1 and not is_common and not token[0].isdigit()


def _only(counts: Counter[str], others: Iterable[str]) -> list[tuple[str, int]]:
    left_out = set(others)
    own = [(term, count) for term, count in counts.items() if term not in left_out]
    return sorted(own, key=lambda entry: (-entry[1], entry[0]))[:_MOST]
