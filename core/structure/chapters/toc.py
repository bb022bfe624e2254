"""The contents of a regulation as a tree, from its flat list of chapters."""

from collections import defaultdict
from collections.abc import Sequence

from core.model import ChapterNode, TocItem, TocTree


def table_of_contents(
    reg_id: str, title: str, total_pages: int, chapters: Sequence[ChapterNode]
) -> TocTree:
    children: dict[str | None, list[ChapterNode]] = defaultdict(list)
    for chapter in chapters:
        children[chapter.parent_id].append(chapter)

    def items(parent_id: str | None) -> tuple[TocItem, ...]:
        return tuple(_item(chapter, items(chapter.node_id)) for chapter in children[parent_id])

    return TocTree(reg_id=reg_id, title=title, total_pages=total_pages, items=items(None))


def _item(chapter: ChapterNode, children: tuple[TocItem, ...]) -> TocItem:
    return TocItem(
        title=f"{chapter.label} {chapter.title}".strip(),
        level=chapter.level,
        section_number=chapter.section_number,
        node_id=chapter.node_id,
        page_start=chapter.page_start,
        page_end=chapter.page_end,
        children=children,
    )
