"""Places that a question names: 第六章第三节, 表6-2, 注1, Article 17, 第20页, 电力法.

A name says where to look, not what for: it is taken out of the question's words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.answering.passages import Passage
from core.answering.relevance import Asked
from core.errors import GridCodeError
from core.model import ReferenceTarget
from core.services.ask.targets import passages_at, passages_between
from core.services.reference_lookup import resolve_reference
from core.store import regulations
from core.store.database import Database
from core.structure.references.finding import find_in_text
from core.structure.references.mentions import ReferenceMention

_PAGE = re.compile(r"第\s?(?P<zh>\d{1,5})\s?页|\bpage\s(?P<en>\d{1,5})\b", re.IGNORECASE)
# 电力法 is asked for under the title 中华人民共和国电力法, a 规程 without its （2024年版）.
_AROUND_TITLE = re.compile(r"^中华人民共和国|[（(][^（）()]*[)）]$")
_IS_OF_A_DOCUMENT = re.compile(
    r"(?:法|条例|规定|办法|规程|规范|标准|导则|细则|准则|规则|制度|要求|指南|手册)$"
)
_MOST_REGULATIONS = 20
_MOST_TARGETS = 6  # 注1 alone may be one of many
_MOST_PAGES = 12  # of a chapter


@dataclass(frozen=True)
class NamedPlaces:
    """``rest`` is the question without the names; ``passages`` are those of the places, in reading
    order, none where no regulation has such a place."""

    rest: str
    passages: tuple[Passage, ...] = ()


def named_places(database: Database, question: str, reg_ids: Sequence[str]) -> NamedPlaces:
    """Standards of others (GB/T 1234) are words like any other."""
    mentions = [it for it in find_in_text(question) if not it.document]
    spans = [(it.start, it.end) for it in mentions]
    on_pages = list(_PAGE.finditer(question))
    spans += [match.span() for match in on_pages]
    rest = _without(question, [*spans, *_titles_in(database, question, reg_ids)])
    if not spans and Asked(rest).is_empty:
        return NamedPlaces(question)  # 什么是电力法
    found: dict[tuple[str, str, int | None], Passage] = {}
    for reg_id in reg_ids[:_MOST_REGULATIONS]:
        for target in _targets(database, reg_id, mentions):
            for passage in passages_at(database, target, _MOST_PAGES):
                found.setdefault((reg_id, *passage.key), passage)
        for match in on_pages:
            page_num = int(match["zh"] or match["en"])
            if 1 <= page_num <= regulations.get_info(database, reg_id).total_pages:
                for passage in passages_between(database, reg_id, page_num, page_num):
                    found.setdefault((reg_id, *passage.key), passage)
    return NamedPlaces(rest, tuple(found.values()))


def _without(question: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        question = question[:start] + " " * (end - start) + question[end:]
    return question


def _titles_in(
    database: Database, question: str, reg_ids: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Where the question names a regulation. A title that only says what it is about names none."""
    for reg_id in reg_ids[:_MOST_REGULATIONS]:
        title = regulations.get_info(database, reg_id).title
        name = _AROUND_TITLE.sub("", _AROUND_TITLE.sub("", title))
        if _IS_OF_A_DOCUMENT.search(name) and len(name) > 2:
            yield from (match.span() for match in re.finditer(re.escape(name), question))


def _targets(
    database: Database, reg_id: str, mentions: Sequence[ReferenceMention]
) -> Iterator[ReferenceTarget]:
    for mention in mentions:
        try:
            references = resolve_reference(database, reg_id, mention.text)
        except GridCodeError:
            continue  # nothing of that name
        for reference in references:
            if reference.target is not None:
                yield reference.target
            else:
                yield from reference.candidates[:_MOST_TARGETS]
