"""Where to search: which regulations, which of their chunks."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from core.model import ContentBlock, RegulationInfo
from core.retrieval.folding import fold
from core.retrieval.query import Query
from core.retrieval.tokens import word_tokens
from core.services.collections import expand
from core.services.outline import outline
from core.store import chapters, chunks, regulations
from core.store.database import Database

_NUMBER = re.compile(r"[a-z]?[0-9]*(?:\.[0-9]+)*")
_SHORTEST_NAME = 2  # characters of a word that can name a regulation


@dataclass(frozen=True)
class SearchFilters:
    """None lets everything through.

    ``reg_ids`` None leaves the choice to the query (auto); an empty tuple is no regulation at all;
    ``collection:NAME`` among them stands for all regulations of a collection.
    ``chapter_scope`` is a section number or a part of a heading, ``section_number`` the number of
    one section alone. Past editions are searched where they are named or asked for.
    """

    reg_ids: tuple[str, ...] | None = None
    every_regulation: bool = False
    chapter_scope: str | None = None
    section_number: str | None = None
    block_types: tuple[str, ...] | None = None
    past_editions: bool = False


@dataclass(frozen=True)
class Scope:
    """``only`` are the chunks that may be found, None for all of the regulations'.

    ``block_ids`` and ``block_types`` say the same of blocks, for where there are no chunks.
    """

    kind: Literal["given", "all", "auto"]
    infos: tuple[RegulationInfo, ...]
    only: frozenset[str] | None = None
    block_ids: frozenset[str] | None = None
    block_types: frozenset[str] | None = None

    @property
    def reg_ids(self) -> tuple[str, ...]:
        return tuple(info.reg_id for info in self.infos)

    def without(self, reg_ids: Collection[str]) -> "Scope":
        return replace(self, infos=tuple(it for it in self.infos if it.reg_id not in reg_ids))

    def only_of(self, reg_ids: Collection[str]) -> "Scope":
        return replace(self, infos=tuple(it for it in self.infos if it.reg_id in reg_ids))

    def has(self, block: ContentBlock) -> bool:
        return (self.block_ids is None or block.block_id in self.block_ids) and (
            self.block_types is None or block.block_type in self.block_types
        )


def resolve_scope(database: Database, filters: SearchFilters, query: Query) -> Scope:
    """Raises where a regulation that is named is not in the library."""
    if filters.reg_ids is not None:
        reg_ids = expand(database, filters.reg_ids)
        infos = [regulations.get_info(database, reg_id) for reg_id in reg_ids]
        kind: Literal["given", "all", "auto"] = "given"
    else:
        asked = query.text.lower().split()
        infos = [
            info
            for info in regulations.list_infos(database)
            if filters.past_editions or "@" not in info.reg_id or info.reg_id.lower() in asked
        ]
        kind = "all" if filters.every_regulation else "auto"
        if kind == "auto":
            infos = named_by(query, infos) or infos
    return _narrowed(database, filters, kind, infos)


def without_names(text: str, scope: Scope) -> str:
    """A query without the ids of regulations in it: they say where to search, not for what."""
    reg_ids = {reg_id.lower() for reg_id in scope.reg_ids}
    words = [word for word in text.split() if word.lower() not in reg_ids]
    return " ".join(words) if words and len(words) < len(text.split()) else text


def named_by(query: Query, infos: Iterable[RegulationInfo]) -> list[RegulationInfo]:
    """The regulations that the query names: by id, or by words that not every title has.

    ``临江规程 母线失压`` names those of 临江; ``母线失压`` names none, whatever stands in titles,
    because a word that all titles share tells none of them apart.
    """
    infos = list(infos)
    by_id = [info for info in infos if info.reg_id.lower() in query.text.lower().split()]
    if by_id or len(infos) < 2:
        return by_id
    words = {word for word in query.words if len(word) >= _SHORTEST_NAME}
    names = {info.reg_id: words & _name_words(info) for info in infos}
    shared = set.intersection(*names.values())
    telling = {reg_id: found - shared for reg_id, found in names.items()}
    most = max(len(found) for found in telling.values())
    # One word may stand in a title by chance; a name is at least two of the title's words.
    if most < 2:
        return []
    return [info for info in infos if len(telling[info.reg_id]) == most]


def _name_words(info: RegulationInfo) -> frozenset[str]:
    return _words_in(" ".join((info.title, *info.keywords, info.description)))


@lru_cache(maxsize=10_000)
def _words_in(named: str) -> frozenset[str]:
    """Every search without a scope asks for the names of all regulations."""
    return frozenset(word_tokens(fold(named).text))


def _narrowed(
    database: Database,
    filters: SearchFilters,
    kind: Literal["given", "all", "auto"],
    infos: Sequence[RegulationInfo],
) -> Scope:
    reg_ids = [info.reg_id for info in infos]
    blocks = None
    if filters.chapter_scope or filters.section_number:
        blocks = blocks_of_chapters(
            database, reg_ids, filters.chapter_scope, filters.section_number
        )
    if blocks is None and filters.block_types is None:
        return Scope(kind, tuple(infos))
    found = chunks.chunk_ids_with(
        database, reg_ids=reg_ids, block_types=filters.block_types, block_ids=blocks
    )
    return Scope(
        kind,
        tuple(infos),
        only=frozenset(found),
        block_ids=None if blocks is None else frozenset(blocks),
        block_types=None if filters.block_types is None else frozenset(filters.block_types),
    )


def blocks_of_chapters(
    database: Database,
    reg_ids: Collection[str],
    chapter_scope: str | None,
    section_number: str | None = None,
) -> set[str]:
    """Blocks of the chapters that are named and of all below them."""
    wanted = fold(chapter_scope or "").text
    number = fold(section_number or "").text
    blocks: set[str] = set()
    for reg_id in reg_ids:
        inside: set[str] = set()
        for chapter in _folded_chapters(database, reg_id):  # parents come first
            in_scope = not wanted or wanted in chapter.names or _is_in_heading(wanted, chapter)
            has_number = not number or number in chapter.names
            if chapter.parent_id in inside or (in_scope and has_number):
                inside.add(chapter.node_id)
        if inside:
            blocks |= chapters.direct_blocks(database, reg_id, inside)
    return blocks


class _FoldedChapter(NamedTuple):
    node_id: str
    parent_id: str | None
    names: frozenset[str]
    heading: str


def _folded_chapters(database: Database, reg_id: str) -> list[_FoldedChapter]:
    """Folding thousands of headings takes longer than the search itself: once, not each time."""

    def read() -> list[_FoldedChapter]:
        return [
            _FoldedChapter(
                row.node_id,
                row.parent_id,
                frozenset(fold(name).text for name in (row.section_number, row.label)),
                fold(f"{row.label} {row.title}").text,
            )
            for row in outline(database, reg_id).rows.values()
        ]

    return database.remembered(f"folded headings of {reg_id}", read)


def _is_in_heading(wanted: str, chapter: _FoldedChapter) -> bool:
    """6 and 6.2 are numbers of chapters: 第六条 and 6.2.1 hold them and are not meant."""
    return _NUMBER.fullmatch(wanted) is None and wanted in chapter.heading
