"""The names under which things of a regulation are looked up, one spelling for all of print."""

from collections.abc import Iterator, Sequence

from core.model import Annotation, ChapterNode, Figure, Table
from core.structure.references.chapter_lookup import (
    ChapterName,
    chapter_name,
    parts_with_articles,
)
from core.structure.references.picture_lookup import picture_key
from core.structure.text_folding import fold_title

Named = tuple[str, str, int]  # name, id, page


def named_things(
    chapters: Sequence[ChapterNode],
    tables: Sequence[Table],
    figures: Sequence[Figure],
    annotations: Sequence[Annotation],
) -> Iterator[Named]:
    """Every name of a regulation with what bears it; a thing may have several names."""
    for node in chapters:
        for name in sorted(_chapter_names(node)):
            yield name, node.node_id, node.page_start
    for part in sorted(parts_with_articles(chapters)):
        yield articles_name(part), part, 0
    for table in tables:
        if table.number:
            yield picture_name("table", table.number), table.table_id, table.page_start
    for figure in figures:
        if figure.number:
            yield picture_name("figure", figure.number), figure.figure_id, figure.page_num
    for note in annotations:
        yield note_name(note.variant_key), note.note_id, note.page_num


def numbered_name(name: ChapterName) -> str:
    kind, number = name
    return f"chapter:{kind}:{number}"


def title_name(title: str) -> str:
    return f"title:{fold_title(title)}"


def articles_name(part_id: str) -> str:
    """Borne by an appendix or attachment that counts articles of its own."""
    return f"articles in:{part_id}"


def picture_name(kind: str, number: str) -> str:
    return f"{kind}:{picture_key(number)}"


def note_name(variant_key: str) -> str:
    return f"annotation:{variant_key}"


def _chapter_names(node: ChapterNode) -> set[str]:
    printed = chapter_name(node)
    names = {numbered_name(printed)} if printed is not None else set()
    if fold_title(node.title):
        names |= {title_name(node.title), title_name(node.label + node.title)}
    return names
