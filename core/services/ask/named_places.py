"""Places that a question names: 第六章第三节, 表6-2, 注1, Article 17, 第20页.

A name says where to look, not what for: it is taken out of the question's words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.answering.passages import Passage
from core.errors import GridCodeError
from core.model import ReferenceTarget
from core.services.ask.targets import passages_at, passages_between
from core.services.reference_lookup import resolve_reference
from core.store import regulations
from core.store.database import Database
from core.structure.references.finding import find_in_text
from core.structure.references.mentions import ReferenceMention

_PAGE = re.compile(r"第\s?(?P<zh>\d{1,5})\s?页|\bpage\s(?P<en>\d{1,5})\b", re.IGNORECASE)
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
    if not spans:
        return NamedPlaces(question)
    rest = question
    for start, end in spans:
        rest = rest[:start] + " " * (end - start) + rest[end:]
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
