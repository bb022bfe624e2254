"""Finding pages by their words, and how much a page has to do with a question."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

from core.context.tree import ContextTree
from core.model import ContextPage, DetailPage, PageIndex, PageLifecycle

_WORD = re.compile(r"[a-z0-9][a-z0-9.\-/]*|[\u3400-\u9fff]+")
_READ_FOR_RELATION = 4_000  # characters of a page: enough to tell what it is about


class FoldedPages:
    """The words of pages made comparable, kept as long as a page is the same."""

    def __init__(self) -> None:
        self._kept: dict[PageIndex, tuple[ContextPage, str, str]] = {}

    def of(self, page: ContextPage) -> tuple[ContextPage, str, str]:
        """-> the page, its name and description, and these with the rest behind them."""
        found = self._kept.get(page.index)
        if found is None or found[0] is not page:
            head = folded(f"{page.name}\n{page.description}")
            found = (page, head, f"{head}\n{folded(_body(page))}")
            self._kept[page.index] = found
        return found

    def of_all(self, pages: Iterable[ContextPage]) -> list[tuple[ContextPage, str, str]]:
        """As ``of``, without a call for each of ten thousand pages."""
        kept = self._kept.get
        return [
            found if (found := kept(page.index)) is not None and found[0] is page else self.of(page)
            for page in pages
        ]


def find(
    pages: FoldedPages, tree: ContextTree, query: str, among: Iterable[ContextPage] | None = None
) -> list[ContextPage]:
    """Pages that hold every word of the query, in any state; those that bear it in the name first.

    An index finds its page.
    """
    exact = tree.find(PageIndex(query.strip()))
    if exact is not None:
        return [exact]
    words = [word for word in map(folded, query.split()) if word]
    if not words:
        return []
    words.sort(key=len, reverse=True)  # few pages hold a long one: the others are not looked for
    found = pages.of_all(tree.pages.values() if among is None else among)
    for word in words:
        found = [entry for entry in found if word in entry[2]]
    ranked: defaultdict[tuple[int, bool], list[ContextPage]] = defaultdict(list)
    for page, head, _ in found:
        not_in_head = 0
        for word in words:
            if word not in head:
                not_in_head += 1
        ranked[not_in_head, page.lifecycle is PageLifecycle.COLD_ARCHIVED].append(page)
    return [page for rank in sorted(ranked) for page in ranked[rank]]


class Relation:
    """How much pages have to do with one question: 0 to 1, kept as long as a page is the same."""

    def __init__(self, pages: FoldedPages, question: str) -> None:
        self.question = question
        self._pages = pages
        self._terms = _terms(question)
        self._kept: dict[PageIndex, tuple[ContextPage, float]] = {}

    def of(self, page: ContextPage) -> float:
        if not self._terms:
            return 0.0
        found = self._kept.get(page.index)
        if found is None or found[0] is not page:
            text = self._pages.of(page)[2][:_READ_FOR_RELATION]
            found = (page, sum(term in text for term in self._terms) / len(self._terms))
            self._kept[page.index] = found
        return found[1]


def folded(text: str) -> str:
    """Width, case and blanks are setting, not words."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _terms(question: str) -> list[str]:
    """Words of letters and digits, and pairs of Chinese characters."""
    terms: dict[str, None] = {}
    for word in _WORD.findall(unicodedata.normalize("NFKC", question).casefold()):
        if word[0] < "\u3400" or len(word) == 1:
            terms[word] = None
        else:
            terms.update(dict.fromkeys(word[at : at + 2] for at in range(len(word) - 1)))
    return list(terms)


def _body(page: ContextPage) -> str:
    if not isinstance(page, DetailPage):
        return ""
    return "\n".join([page.detail, *(proof.quote for proof in page.evidence)])
