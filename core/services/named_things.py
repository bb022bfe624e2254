"""Things of a stored regulation by the name that somebody gives them.

Everything is fetched as it is asked for, through an index: a lookup costs the same in a regulation
of 200 pages and in one of 5,000.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from core.errors import (
    AmbiguousNameError,
    BlockNotFoundError,
    ChapterNotFoundError,
    TableNotFoundError,
)
from core.model import Annotation, ChapterNode, Figure, ReferenceTarget, Table, ids
from core.store import chapters, figures, lookups, pages, regulations, tables
from core.store.database import Database
from core.store.lookups import Place
from core.structure.references.chapter_lookup import (
    ChapterChoice,
    ChapterIndex,
    ChapterLookup,
    ChapterName,
)
from core.structure.references.finding import find_in_text
from core.structure.references.mentions import ReferenceMention, fold
from core.structure.references.names import (
    articles_name,
    note_name,
    numbered_name,
    picture_name,
    title_name,
)
from core.structure.references.target_text import read_target
from core.structure.text_folding import fold_title

K = TypeVar("K")
V = TypeVar("V")

_CHAPTER_STEPS = frozenset(
    (
        *("division", "chapter", "section", "article", "decimal"),
        *("appendix", "attachment", "requirement", "part"),
    )
)


class Fetched(Mapping[K, V]):
    """A mapping that asks for a value when it is first wanted; it lists only what was asked."""

    def __init__(self, fetch: Callable[[K], V | None]) -> None:
        self._fetch = fetch
        self._known: dict[K, V | None] = {}

    def __getitem__(self, key: K) -> V:
        if key not in self._known:
            self._known[key] = self._fetch(key)
        value = self._known[key]
        if value is None:
            raise KeyError(key)
        return value

    def __iter__(self) -> Iterator[K]:
        return (key for key, value in self._known.items() if value is not None)

    def __len__(self) -> int:
        return sum(value is not None for value in self._known.values())


def chapter_index(database: Database, reg_id: str) -> ChapterIndex:
    nodes: Fetched[str, ChapterNode] = Fetched(
        lambda node_id: chapters.find_chapter(database, reg_id, node_id)
    )

    def named(name: ChapterName) -> list[ChapterNode]:
        return _nodes(nodes, lookups.find(database, reg_id, numbered_name(name)))

    def numbered(section_number: str) -> list[ChapterNode]:
        node = nodes.get(ids.chapter_id(reg_id, section_number))
        return [node] if node is not None else []

    return ChapterIndex(
        nodes=nodes,
        by_name=Fetched(named),
        by_section=Fetched(numbered),
        has_articles=lambda part: bool(lookups.find(database, reg_id, articles_name(part))),
    )


def block_chapters(database: Database, reg_id: str) -> Mapping[str, str]:
    """The chapter of a block, by the block's id."""

    def chapter_of(block_id: str) -> str | None:
        try:
            return pages.get_block(database, reg_id, block_id)[1].chapter_id
        except BlockNotFoundError:
            return None

    return Fetched(chapter_of)


def places_of_tables(database: Database, reg_id: str, number: str) -> list[Place]:
    return lookups.find(database, reg_id, picture_name("table", number))


def tables_numbered(database: Database, reg_id: str, number: str) -> list[Table]:
    """Without segments and cells."""
    found = places_of_tables(database, reg_id, number)
    heads = [tables.find_head(database, reg_id, place.item_id) for place in found]
    return [head for head in heads if head is not None]


def id_of_table(database: Database, reg_id: str, name: str) -> str:
    """By its id, with or without the regulation in front, the id of one of its segments, or its
    printed number: 表6-2."""
    own = own_table_id(reg_id, name)
    if tables.spans(database, reg_id, [own]):
        return own
    places = [
        place
        for number in _table_numbers(name)
        for place in places_of_tables(database, reg_id, number)
    ]
    found = list(dict.fromkeys(place.item_id for place in places))
    if not found:
        raise TableNotFoundError(
            f"{reg_id} has no table {name.strip()[:80]}.", hint="list_tables shows what there is."
        )
    if len(found) > 1:
        heads = [tables.find_head(database, reg_id, each) for each in found]
        raise AmbiguousNameError(
            f"{name.strip()[:80]} may mean {len(found)} tables of {reg_id}.",
            hint="Give the table_id of one of the candidates.",
            candidates=[_table_target(head).model_dump() for head in heads if head is not None],
        )
    return found[0]


def own_table_id(reg_id: str, name: str) -> str:
    """The id that ``name`` is, if it is one: t-6-2, angui_2024/t-6-2 or angui_2024/t-6-2/g2."""
    return f"{reg_id}/{name.strip().removeprefix(f'{reg_id}/')}".partition("/g")[0]


def _table_numbers(text: str) -> list[str]:
    """表6-2, 参见表6.2, Table R2, or the mere number."""
    mentions = [m for m in find_in_text(text) if m.reference_type == "table" and not m.document]
    return [mention.parsed_target for mention in mentions] or [text]


def _table_target(table: Table) -> ReferenceTarget:
    label = table.caption or f"表{table.number}"
    return ReferenceTarget(
        target_id=table.table_id, reg_id=table.reg_id, page_num=table.page_start, label=label
    )


def figures_numbered(database: Database, reg_id: str, number: str) -> list[Figure]:
    found = lookups.find(database, reg_id, picture_name("figure", number))
    fetched = [figures.find_figure(database, reg_id, place.item_id) for place in found]
    return [figure for figure in fetched if figure is not None]


def nearest_notes(
    database: Database, reg_id: str, variant_key: str, page_num: int, limit: int
) -> tuple[list[Annotation], int]:
    """Notes with this label, nearest to a page first, and how many there are in all.

    注① may mean a note printed as a mere ①, and the other way round.
    """
    kind, _, number = variant_key.partition(":")
    twin = {"note": "footnote", "footnote": "note"}.get(kind)
    names = [variant_key] if twin is None else [variant_key, f"{twin}:{number}"]
    for name in names:
        places, total = lookups.find_nearest(database, reg_id, note_name(name), page_num, limit)
        if places:
            return _load_notes(database, reg_id, places), total
    return [], 0


def _load_notes(database: Database, reg_id: str, places: Sequence[Place]) -> list[Annotation]:
    """With their links, in the order of ``places``."""
    standing = pages.find_pages(database, reg_id, (place.page_num for place in places))
    return [
        note
        for place in places
        if place.page_num in standing
        for note in standing[place.page_num].annotations
        if note.note_id == place.item_id
    ]


def get_chapter(database: Database, reg_id: str, name: str) -> ChapterNode:
    """By node id, section number, printed number in any spelling (6.3, 第六章, 附录A), or title.

    A name that several chapters bear is refused with the candidates.
    """
    regulations.get_info(database, reg_id)
    index = chapter_index(database, reg_id)
    found = _chapters_called(database, reg_id, index, name.strip())
    if len(found) == 1:
        return found[0]
    if not found:
        raise ChapterNotFoundError(
            f"{reg_id} has no chapter {name.strip()[:80]}.", hint=_hint_for_no_chapter(name)
        )
    raise AmbiguousNameError(
        f"{name.strip()[:80]} may mean {len(found)} chapters of {reg_id}.",
        hint="Give the id of one of the candidates.",
        candidates=[chapter_target(node).model_dump() for node in found],
    )


def chapter_target(node: ChapterNode) -> ReferenceTarget:
    return ReferenceTarget(
        target_id=node.node_id,
        reg_id=node.reg_id,
        page_num=node.page_start,
        label=f"{node.label} {node.title}".strip(),
    )


def _chapters_called(
    database: Database, reg_id: str, index: ChapterIndex, name: str
) -> list[ChapterNode]:
    if name.startswith(f"{reg_id}/"):
        node = index.nodes.get(name)
        return [node] if node is not None else []
    folded = fold(name).strip()
    for number in (name, folded, folded.upper()):
        if index.by_section.get(number):
            return list(index.by_section[number])
    if fold_title(name):
        titled = _nodes(index.nodes, lookups.find(database, reg_id, title_name(name)))
        if titled:
            return titled
    found: dict[str, ChapterNode] = {}
    for mention in _chapter_mentions(name) or _chapter_mentions(name.upper()):
        choice = _choice(index, mention)
        for node in [choice.node] if choice.node is not None else choice.candidates:
            found[node.node_id] = node
    return list(found.values())


def _chapter_mentions(name: str) -> list[ReferenceMention]:
    mentions = find_in_text(name) or read_target(name)
    return [
        mention
        for mention in mentions
        if not mention.document and all(step.kind in _CHAPTER_STEPS for step in mention.steps)
    ]


def _choice(index: ChapterIndex, mention: ReferenceMention) -> ChapterChoice:
    choice = ChapterLookup(index).find(mention.steps, None)
    kind, number = mention.steps[-1].kind, mention.steps[-1].number
    may_be_it = kind in ("chapter", "section", "decimal") and "." in number
    if choice.node is None and not choice.candidates and may_be_it:
        # 第6.3节 of a document that prints 第三节 in 第六章
        same = index.by_section.get(number, [])
        return ChapterChoice(same[0] if same else None)
    return choice


def _nodes(nodes: Mapping[str, ChapterNode], found: Sequence[Place]) -> list[ChapterNode]:
    named = {place.item_id: nodes.get(place.item_id) for place in found}
    return sorted((node for node in named.values() if node), key=lambda node: node.order)


def _hint_for_no_chapter(name: str) -> str:
    kinds = {mention.reference_type for mention in find_in_text(name)}
    if kinds & {"table"}:
        return "get_table_by_id takes the number of a table."
    if kinds & {"annotation", "plan"}:
        return "lookup_annotation takes the label of a note."
    if kinds:
        return "resolve_reference says where it leads; get_toc shows the chapters."
    return "get_toc shows what there is."
