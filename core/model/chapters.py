"""The tree of a regulation: chapters, and the contents view of them."""

from typing import Literal, NamedTuple

from pydantic import computed_field

from core.model import ids
from core.model.geometry import Box
from core.model.noun import Noun

Numbering = Literal[
    "chapter",  # 第六章
    "section",  # 第三节
    "article",  # 第十二条, Article 5
    "decimal",  # 2.1.4
    "appendix",  # 附录A, A.1
    "attachment",  # 附件2
    "requirement",  # R1, Part 1.1
    "outline",  # (a)(1)(A)
    "unnumbered",
]


class ChapterNode(Noun):
    """A numbered or titled part of a regulation and the pages it covers, children included."""

    node_id: str
    reg_id: str
    section_number: str
    label: str
    title: str
    level: int
    numbering: Numbering
    parent_id: str | None = None
    children_ids: tuple[str, ...] = ()
    page_start: int
    page_end: int
    order: int
    heading_block_id: str | None = None
    heading_box: Box | None = None
    direct_block_ids: tuple[str, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_start, self.page_end, self.label)

    @property
    def has_direct_content(self) -> bool:
        return bool(self.direct_block_ids)


class OutlineRow(NamedTuple):
    """A chapter as contents and plots need it: how much is in it, not what."""

    node_id: str
    reg_id: str
    parent_id: str | None
    section_number: str
    label: str
    title: str
    level: int
    numbering: Numbering
    page_start: int
    page_end: int
    children_count: int
    direct_block_count: int
    heading_block_id: str | None

    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_start, self.page_end, self.label)


class ActiveChapter(Noun):
    """A chapter that a page belongs to; ``inherited`` when it began on an earlier page."""

    node_id: str
    section_number: str
    title: str
    level: int
    page_num: int
    inherited: bool = False


class TocItem(Noun):
    title: str
    level: int
    section_number: str
    node_id: str
    page_start: int
    page_end: int
    children: tuple["TocItem", ...] = ()


class TocTree(Noun):
    reg_id: str
    title: str
    total_pages: int
    items: tuple[TocItem, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, 1, self.total_pages)
