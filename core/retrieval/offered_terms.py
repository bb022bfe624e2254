"""What is worth offering while somebody types: headings, captions and frequent words."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from core.model import Regulation, Suggestion
from core.retrieval.folding import fold
from core.retrieval.scripts import CJK
from core.retrieval.tokens import word_tokens
from core.retrieval.user_dictionary import UserDictionary

_MOST_TERMS = 400
_OFTEN = 3
_TERM = re.compile(rf"[{CJK}]{{2,}}|[a-z][a-z-]{{3,}}")


def suggestions(
    regulation: Regulation,
    folded_chunks: Iterable[str],
    dictionary: UserDictionary | None = None,
) -> dict[Suggestion, str]:
    """Each with its folded text. A word that is a heading already is not offered twice."""
    named = {each: fold(each.text).text for each in _named(regulation)}
    taken = set(named.values())
    counts: Counter[str] = Counter()
    for folded in folded_chunks:
        counts.update(word for word in word_tokens(folded, dictionary) if _TERM.fullmatch(word))
    terms = {
        Suggestion(reg_id=regulation.info.reg_id, kind="term", text=word, weight=count): word
        for word, count in counts.most_common(_MOST_TERMS)
        if count >= _OFTEN and word not in taken
    }
    return named | terms


def _named(regulation: Regulation) -> Iterator[Suggestion]:
    reg_id = regulation.info.reg_id
    for chapter in regulation.chapters:
        if chapter.title:
            yield Suggestion(
                reg_id=reg_id,
                kind="heading",
                text=f"{chapter.label} {chapter.title}".strip(),
                page_num=chapter.page_start,
                target_id=chapter.node_id,
            )
    for table in regulation.tables:
        if table.caption:
            yield Suggestion(
                reg_id=reg_id,
                kind="table",
                text=table.caption,
                page_num=table.page_start,
                target_id=table.table_id,
            )
    for figure in regulation.figures:
        if figure.caption:
            yield Suggestion(
                reg_id=reg_id,
                kind="figure",
                text=figure.caption,
                page_num=figure.page_num,
                target_id=figure.figure_id,
            )
