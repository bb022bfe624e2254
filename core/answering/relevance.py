"""How well a passage fits a question: which of the question's words stand in it, and where."""

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from core.answering.passages import Passage
from core.retrieval.folding import fold
from core.retrieval.scripts import CJK
from core.retrieval.tokens import word_tokens
from core.retrieval.user_dictionary import UserDictionary, stands_alone

# Words that ask, and words that stand in every rule: they say nothing of what is asked for.
_ASKING = frozenset(
    """
    多少 多久 多长 多大 多高 多远 什么 哪些 哪个 哪种 哪几 几种 几类 哪里 哪 谁 几 几次 几个 何 何时
    如何 怎么 怎样 怎么办 为什么 是否 吗 呢 请问 请 告诉 说 讲 叫 叫做 意思 含义 指 应 应当 应该
    什 么 怎 样 需要 需 要 要求 规定 是 的 了 和 与 或 在 对 后 时 内 中
    上 下 里 有 有关 关于 可以 可 能 须 必须 会 被 把 将 为 及 以 其 该 本 每 最 时间 时候 情况 这个
    那个 进行 允许 不 不得 之 由 到 从 向 给 什么时候 什么时间 多长时间 长时间
    a an the of to in on at by for from with and or is are was were be been do does did must shall
    should may can will how what when which who whom whose where why many much long fast soon often
    it its this that these those there if not no any all as i me my we our you your about tell say
    says said explain mean means meant meaning
    """.split()  # noqa: SIM905 - two hundred words, each in quotes, would be no better to read
)
_ASKS_FOR_A_NUMBER = re.compile(
    r"多少|多久|多长|多大|多高|多远|几[次个分秒天回]|限额|范围|百分之几|最[大小高低长短][^，。？?]{0,12}$"
    r"|how (?:many|much|long|fast|soon|often|far|high|old)|limit|delay|m(?:ax|in)imum|at what",
    re.IGNORECASE,
)
# 鞍座最长多少: the size that is asked for, not 最大负荷.
_ASKS_FOR_THE_MOST = re.compile(
    r"最[长短大小高低多少快慢早晚远近](?=\s*(?:[多几][少久长大高远次个]|可以|可|能|是|为|不[超得]|[？?]|$))"
)
_ASKS_FOR_A_TIME = re.compile(
    r"多久|多长时间|什么时[候间]|何时|时限|期限|延时|周期|几(?:年|个?月|[天日周秒]|小时|分钟)"
    r"|how (?:long|soon|often|fast)|by when|^when\b|time limit|deadline|delay",
    re.IGNORECASE,
)
_ASKS_FOR_A_FIGURE = re.compile(
    r"图|曲线|\b(?:figure|diagram|chart|curve|drawing)s?\b", re.IGNORECASE
)
_ASKS_WHAT_IT_IS = re.compile(
    r"^(?:请问)?(?:什么是|什么叫做?|何谓|何为)(?P<zh>[^，。？?]+)[？?]?$"
    r"|^(?P<it>[^，。？?]+?)(?:是什么|指什么|是指什么|是什么意思|的含义|的定义)(?:是什么)?[？?]?$"
    r"|^what (?:is|are) (?:an? |the )?(?P<en>[\w -]+?)\??$",
)
# Where a pair of characters would be none of the question's own: 数据段最[长多]少个字符.
_ASKS_WITHIN = re.compile(
    r"什么时[候间]?|多长时间|[多几][少久长大高远]|为?什么|哪[些个里种]?|如何|怎么?[样办]?|是否|何时|几[次个]?"
)
_CJK_RUN = re.compile(f"[{CJK}]+")
_ENGLISH = re.compile(r"[a-z]{3,}")
_ENDING = re.compile(r"(?:ing|ed|es|s|e)$")
# No part of a name: CIP-008-6, 表3-1.
_NUMBER = re.compile(r"(?<![A-Za-z\d.\-—–表图注第条])\d+(?:[.,]\d+)*(?![\d.]*[-—–]\d)")
_NUMERAL = (
    r"(?:\d|[一二三四五六七八九十两半]|\b(?:one|two|three|four|five|six|ten|fifteen|thirty|sixty))"
)
_TIME = re.compile(
    rf"{_NUMERAL}\s*(?:个?工作日|个?月|[年日天周秒]|小时|分钟|(?:calendar |business )?"
    r"(?:year|month|week|day|hour|minute|second)s?\b|(?:min|ms|s|h|d)(?![a-z]))"
    r"|立即|每[年月日周季天]|\bonce (?:every|per|an? )|\bimmediately\b"
)
_IN_CONTEXT = 0.8  # of a word's weight, where it stands in caption or header only
_IN_OWN_HEADING = 0.8
_IN_HEADINGS = 0.45
_PAIR = 0.5  # of a word's weight: two characters beside each other
_NUMERIC = 1.5  # 49.0 Hz in a question means just that
_FOR_A_NUMBER = 0.06
_FOR_A_TIME = 0.12  # where a time is asked for, and a number that is none is worth nothing
_FOR_A_FIGURE = 0.15
_FOR_THE_PLACE = 0.4
_FOR_DEFINING = 0.4
_FOR_THE_SEARCH = 0.12  # what the search thought of the page
_LONG = 600  # characters; a passage that holds half the page holds many words by chance
_FOR_LENGTH = 0.1


# Whether a passage answers: most of the question stands there, or some of it and the sense is
# near. Measured with the bundled encoder; without one, words alone decide (decision 15).
_MOST_OF_IT = 0.5
_SOME_OF_IT = 0.15
_SENSE = 1.5  # what a cosine weighs beside the share
_WITH_THE_SENSE = 0.86
_BY_WORDS_ALONE = 0.26


@dataclass(frozen=True)
class Fit:
    """``score`` orders passages; ``share`` (0 to 1) is how much of the question stands there,
    ``near`` the cosine of both, None where nobody measured it."""

    passage: Passage
    score: float
    share: float
    near: float | None = None
    is_named: bool = False

    @property
    def answers(self) -> bool:
        if self.near is None:
            return self.share >= _BY_WORDS_ALONE
        return self.share >= _MOST_OF_IT or (
            self.share >= _SOME_OF_IT and self.share + _SENSE * self.near >= _WITH_THE_SENSE
        )


PassageKey = tuple[str, str, int | None]  # regulation, block, row


@dataclass(frozen=True)
class Asked:
    """A question as its telling words."""

    text: str
    dictionary: UserDictionary | None = None

    @cached_property
    def words(self) -> frozenset[str]:
        found = word_tokens(self._told, self.dictionary)
        return frozenset(w for w in found if w not in _ASKING and (len(w) > 1 or w.isalnum()))

    @cached_property
    def pairs(self) -> frozenset[str]:
        """Neighbouring characters, of which names are made that no word list knows: 岭风线."""
        folded = _ASKS_WITHIN.sub(" ", self._told)
        return frozenset(
            a + b
            for run in _CJK_RUN.findall(folded)
            for a, b in pairwise(run)
            if a not in _ASKING and b not in _ASKING and a + b not in _ASKING
        )

    @cached_property
    def _told(self) -> str:
        return _ASKS_FOR_THE_MOST.sub(" ", fold(self.text).text)

    @property
    def is_empty(self) -> bool:
        """Nothing but words that ask."""
        return not self.words and not self.pairs

    @cached_property
    def wants_a_number(self) -> bool:
        return _ASKS_FOR_A_NUMBER.search(self.text) is not None

    @cached_property
    def wants_a_time(self) -> bool:
        return _ASKS_FOR_A_TIME.search(self.text) is not None

    @cached_property
    def term(self) -> str:
        """What is to be defined, folded; empty where that is not the question."""
        asks = _ASKS_WHAT_IT_IS.match(fold(self.text).text.strip())
        return next((words.strip() for words in asks.groups() if words), "") if asks else ""

    @cached_property
    def wants_a_figure(self) -> bool:
        return _ASKS_FOR_A_FIGURE.search(self.text) is not None


def rank(
    asked: Asked,
    passages: Sequence[Passage],
    page_scores: Mapping[tuple[str, int], float],
    named: Collection[PassageKey] = (),
) -> list[Fit]:
    """Best first; as they come where the question has no words to weigh them by.

    ``page_scores`` (0 to 1) are those of the search, by regulation and page; ``named`` are
    passages of a place that the question names.
    """
    read = [_Read(passage) for passage in passages]
    weights = _weights(asked, read)
    total = sum(weights.values())
    fits = [
        _fit(
            asked,
            each,
            weights,
            total,
            page_scores.get((p.reg_id, p.page_num), 0.0),
            is_named=(p.reg_id, *p.key) in named,
        )
        for each in read
        for p in (each.passage,)
    ]
    return fits if asked.is_empty else sorted(fits, key=lambda fit: -fit.score)


class _Read:
    """A passage folded once, as the question is."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        self.text = fold(passage.text).text
        self.context = fold(passage.context).text
        # 2.4 受端系统: a definition does not repeat what it defines.
        self.own_heading = fold("".join(passage.chapter_path[-1:])).text
        self.headings = fold(" ".join(passage.chapter_path)).text

    def weight_of(self, term: str) -> float:
        if self.in_text(term):
            return 1.0
        if self.in_context(term):
            return _IN_CONTEXT
        if _is_in(term, self.own_heading, self._own_heading_stems):
            return _IN_OWN_HEADING
        return _IN_HEADINGS if _is_in(term, self.headings, self._heading_stems) else 0.0

    def defines(self, term: str) -> bool:
        """Under a heading that is the term, or beginning with it: 冷倒指…, ‘controller’ means …"""
        heading = re.sub(r"^[\d.\s]+", "", self.own_heading)
        rest = heading.removeprefix(term)
        is_clause = self.passage.kind == "clause"  # its notes say more of it
        if is_clause and rest != heading and not re.match(rf"[\s]*[{CJK}]", rest):
            return True
        begins = (
            rf"(?:[\d.:\s(（）)]|注\d*[:：])*\W?{re.escape(term)}\W{{0,2}}\s*(?:[:：]|是?指|means)"
        )
        return re.match(begins, self.text) is not None

    def in_text(self, term: str) -> bool:
        return _is_in(term, self.text, self._text_stems)

    def in_context(self, term: str) -> bool:
        return _is_in(term, self.context, self._context_stems)

    @cached_property
    def _text_stems(self) -> frozenset[str]:
        return _stems(self.text)

    @cached_property
    def _context_stems(self) -> frozenset[str]:
        return _stems(self.context)

    @cached_property
    def _own_heading_stems(self) -> frozenset[str]:
        return _stems(self.own_heading)

    @cached_property
    def _heading_stems(self) -> frozenset[str]:
        return _stems(self.headings)


def _weights(asked: Asked, read: Sequence[_Read]) -> dict[str, float]:
    """Rare words tell more. A word that stands nowhere weighs as much as a rare one."""
    weights: dict[str, float] = {}
    for terms, share in ((asked.words, 1.0), (asked.pairs - asked.words, _PAIR)):
        for term in terms:
            count = sum(each.in_text(term) or each.in_context(term) for each in read)
            rarity = math.log(1 + (len(read) - count + 0.5) / (max(count, 1) + 0.5))
            weights[term] = share * rarity * (_NUMERIC if term[0].isdigit() else 1.0)
    return weights


def _fit(
    asked: Asked,
    read: _Read,
    weights: Mapping[str, float],
    total: float,
    page_score: float,
    *,
    is_named: bool,
) -> Fit:
    got = sum(weight * read.weight_of(term) for term, weight in weights.items())
    share = got / total if total else 0.0
    score = share + _FOR_THE_SEARCH * page_score
    if asked.wants_a_time:
        score += _FOR_A_TIME if _TIME.search(_without_own_number(read.text)) else 0.0
    elif asked.wants_a_number and _NUMBER.search(_without_own_number(read.text)):
        score += _FOR_A_NUMBER
    if asked.wants_a_figure and read.passage.kind == "figure":
        score += _FOR_A_FIGURE
    score -= _FOR_LENGTH * min(1.0, len(read.text) / _LONG) ** 2
    if asked.term and read.defines(asked.term):
        score += _FOR_DEFINING
    if is_named and share:
        score += _FOR_THE_PLACE
    return Fit(read.passage, score, share, is_named=is_named)


def _without_own_number(text: str) -> str:
    return re.sub(r"^[\d.]+\s*", "", text)


def _is_in(term: str, folded: str, stems: frozenset[str]) -> bool:
    """English words by their stem: designated is what must be designate."""
    return _stem(term) in stems if _ENGLISH.fullmatch(term) else _stands(term, folded)


def _stems(folded: str) -> frozenset[str]:
    return frozenset(map(_stem, _ENGLISH.findall(folded)))


def _stem(word: str) -> str:
    """Rough, and the same for both sides: notify and notified are notifi."""
    stem = _ENDING.sub("", word)
    stem = stem if len(stem) >= 3 else word
    return stem[:-1] + "i" if stem.endswith("y") else stem


def _stands(term: str, folded: str) -> bool:
    start = folded.find(term)
    while start >= 0:
        if stands_alone(folded, start, start + len(term)):
            return True
        start = folded.find(term, start + 1)
    return False


def sentences(text: str) -> list[tuple[int, int]]:
    """Places of the sentences of a text; together they are all of it."""
    ends = [match.end() for match in re.finditer(r"[。；;!?！？]\s*|\n+|(?<=[a-z)])\.\s+", text)]
    edges: Iterable[int] = dict.fromkeys([0, *ends, len(text)])
    return [(a, b) for a, b in pairwise(edges) if text[a:b].strip()]
