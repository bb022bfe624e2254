"""The chapters of a document: their tree, and which chapter each block belongs to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from core.model import ids
from core.model.chapters import ActiveChapter, ChapterNode, Numbering, TocTree
from core.model.geometry import Box
from core.parsing.elements import Bookmark
from core.structure.body import Body, BodyBlock
from core.structure.chapters.chapter_order import order_sections
from core.structure.chapters.contents import Contents, ContentsEntry
from core.structure.chapters.corrected_levels import correct_levels
from core.structure.chapters.heading_candidates import find_candidates
from core.structure.chapters.numbering import Scheme
from core.structure.chapters.section import Section
from core.structure.chapters.section_numbers import section_number
from core.structure.chapters.toc import table_of_contents
from core.structure.notes.footnote_places import cited_from
from core.structure.text_folding import fold_title

_NUMBERING: Mapping[Scheme | None, Numbering] = {
    None: "unnumbered",
    "part": "chapter",
    "chapter": "chapter",
    "roman": "chapter",
    "letter": "chapter",
    "section": "section",
    "paragraph sign": "section",
    "enumerated": "section",
    "named": "section",
    "article": "article",
    "decimal": "decimal",
    "appendix": "appendix",
    "attachment": "attachment",
    "requirement": "requirement",
    "requirement_part": "requirement",
    "outline": "outline",
}


@dataclass(frozen=True)
class ChapterTree:
    """``nodes`` are in document order.

    ``chapter_of`` has every block from the first heading on, except those of contents pages.
    ``heading_levels`` are the blocks set as headings, a title below its bare label too. A clause
    whose text follows its number is a node without a title and in no way a heading.
    """

    nodes: tuple[ChapterNode, ...] = ()
    chapter_of: Mapping[str, str] = field(default_factory=dict)
    heading_levels: Mapping[str, int] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, ChapterNode]:
        return {node.node_id: node for node in self.nodes}


def find_chapters(
    body: Body,
    bookmarks: Sequence[Bookmark],
    contents: Contents,
    levels: Mapping[str, int] | None = None,
) -> ChapterTree:
    """One detector for text and structure: what is no node here is no heading anywhere.

    ``levels`` are those that an analyst has set, by block.
    """
    sections, doubts = order_sections(find_candidates(body, bookmarks, contents))
    if levels:
        sections = correct_levels(body, sections, levels)
    taken: set[str] = set()
    for section in sections:
        section.number = section_number(section, taken)
        taken.add(section.number)
    section_of = _blocks_to_sections(body, contents, sections)
    return ChapterTree(
        nodes=_nodes(body, sections, section_of),
        chapter_of={
            block_id: ids.chapter_id(body.reg_id, section.number)
            for block_id, section in section_of.items()
        },
        heading_levels={
            body.blocks[place].block_id: section.level
            for section in sections
            if section.is_titled
            for place in (section.candidate.place, *section.candidate.title_places)
        },
        doubts=(*doubts, *_not_found(contents, sections)),
    )


def active_chapters(tree: ChapterTree, body: Body) -> dict[int, tuple[ActiveChapter, ...]]:
    """For every page the chapters it belongs to, in document order, new and inherited ones."""
    found: dict[int, list[ActiveChapter]] = {page.page_num: [] for page in body.pages}
    for node in tree.nodes:
        for page_num in range(node.page_start, node.page_end + 1):
            found[page_num].append(
                ActiveChapter(
                    node_id=node.node_id,
                    section_number=node.section_number,
                    title=node.title,
                    level=node.level,
                    page_num=page_num,
                    inherited=page_num > node.page_start,
                )
            )
    return {page_num: tuple(chapters) for page_num, chapters in found.items()}


def chapter_path(tree: ChapterTree, node_id: str) -> tuple[str, ...]:
    """Labels and titles from the top level down to this chapter."""
    path: list[str] = []
    above: str | None = node_id
    while above is not None:
        node = tree.by_id[above]
        path.append(_heading(node))
        above = node.parent_id
    return tuple(reversed(path))


def toc(tree: ChapterTree, title: str, total_pages: int) -> TocTree:
    """Chapters with a heading, and what is above them; other clauses are left out."""
    shown: set[str] = set()
    for node in reversed(tree.nodes):
        if node.heading_block_id in tree.heading_levels or shown.intersection(node.children_ids):
            shown.add(node.node_id)
    chapters = [node for node in tree.nodes if node.node_id in shown]
    reg_id = tree.nodes[0].reg_id if tree.nodes else ""
    return table_of_contents(reg_id, title, total_pages, chapters)


def _heading(node: ChapterNode) -> str:
    return f"{node.label} {node.title}".strip()


def _blocks_to_sections(
    body: Body, contents: Contents, sections: Sequence[Section]
) -> dict[str, Section]:
    begins = {section.candidate.place: section for section in sections}
    found: dict[str, Section] = {}
    current: Section | None = None
    for place, block in enumerate(body.blocks):
        current = begins.get(place, current)
        if current is not None and block.block_id not in contents.block_ids:
            is_title_above = place not in begins and _heads(block)
            found[block.block_id] = begins.get(place + 1, current) if is_title_above else current
    # A footnote stands at the foot of the page and belongs to the paragraph that sends there.
    for footnote_id, citing_id in cited_from(body).items():
        if footnote_id in found and citing_id in found:
            found[footnote_id] = found[citing_id]
    return found


def _heads(block: BodyBlock) -> bool:
    """The document's title at the top of a page belongs to the chapter that begins below it."""
    return block.order == 0 and block.element.kind == "heading"


def _nodes(
    body: Body, sections: Sequence[Section], section_of: Mapping[str, Section]
) -> tuple[ChapterNode, ...]:
    last_page: dict[Section, int] = {}
    direct: dict[Section, list[str]] = {section: [] for section in sections}
    headings = {
        place
        for section in sections
        if section.is_titled
        for place in (section.candidate.place, *section.candidate.title_places)
    }
    for place, block in enumerate(body.blocks):
        section = section_of.get(block.block_id)
        if section is None:
            continue
        if place not in headings:
            direct[section].append(block.block_id)
        for above in section.ancestors():
            last_page[above] = max(last_page.get(above, 0), block.page_num)
    return tuple(
        _node(body, section, order, tuple(direct[section]), last_page[section])
        for order, section in enumerate(sections)
    )


def _node(
    body: Body, section: Section, order: int, direct: tuple[str, ...], page_end: int
) -> ChapterNode:
    candidate = section.candidate
    number = ids.chapter_id(body.reg_id, section.number)
    above = section.parent
    return ChapterNode(
        node_id=number,
        reg_id=body.reg_id,
        section_number=section.number,
        label="" if candidate.label is None else candidate.label.printed,
        title=candidate.title,
        level=section.level,
        numbering=_numbering(section),
        parent_id=None if above is None else ids.chapter_id(body.reg_id, above.number),
        children_ids=tuple(ids.chapter_id(body.reg_id, c.number) for c in section.children),
        page_start=candidate.block.page_num,
        page_end=page_end,
        order=order,
        heading_block_id=candidate.block.block_id,
        heading_box=_heading_box(body, section),
        direct_block_ids=direct,
    )


def _numbering(section: Section) -> Numbering:
    label, above = section.candidate.label, section.parent
    if section.scheme == "decimal" and label is not None:
        if isinstance(label.path[0], str):
            return "appendix"  # A.1
        if above is not None and _numbering(above) == "requirement":
            return "requirement"
        if above is not None and above.scheme == "article" and not section.is_titled:
            return "outline"
    return _NUMBERING[section.scheme]


def _heading_box(body: Body, section: Section) -> Box:
    candidate = section.candidate
    boxes = [candidate.block.element.box]
    for place in candidate.title_places:
        block = body.blocks[place]
        if block.page_num == candidate.block.page_num:
            boxes.append(block.element.box)
    return Box.around(boxes)


def _not_found(contents: Contents, sections: Sequence[Section]) -> list[str]:
    """Entries of the contents that no chapter answers to."""
    found: set[str] = set()
    for section in sections:
        candidate = section.candidate
        found.add(fold_title(candidate.title))
        if candidate.label is not None:
            found.add(fold_title(candidate.label.printed + candidate.title))
            found.add(fold_title(candidate.block.text))
    return [
        f"The contents list {_entry(entry)}, which was not found."
        for entry in contents.entries
        if entry.listed == "chapters"
        and fold_title(entry.label + entry.title) not in found
        and fold_title(entry.title) not in found
    ]


def _entry(entry: ContentsEntry) -> str:
    return f"{entry.label} {entry.title}".strip()
