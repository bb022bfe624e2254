"""Chapters by the number that a reference gives, and which of equal numbers is meant."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.model.chapters import ChapterNode
from core.structure.chapters.chapter_paths import ChapterPaths
from core.structure.numerals import numeral_value
from core.structure.references.mentions import Step, StepKind, fold

ChapterName = tuple[StepKind, str]

_LABELS: tuple[tuple[StepKind, re.Pattern[str]], ...] = (
    ("division", re.compile(r"第 ?(.+?) ?[编篇]$")),
    ("chapter", re.compile(r"第 ?(.+?) ?章$|(?i:chapter) ([\dIVXL]+)$")),
    ("section", re.compile(r"第 ?(.+?) ?节$")),
    ("article", re.compile(r"第 ?(.+?) ?条(之.)?$|(?i:article) ([\dIVXL]+[a-z]?)$")),
    ("appendix", re.compile(r"附 ?录 ?(.+)$|(?i:appendix|annex|schedule) (.+)$")),
    ("attachment", re.compile(r"附 ?件 ?(.+)$|(?i:attachment) (.+)$")),
    ("decimal", re.compile(r"(?:(?i:section) )?([A-Z]?\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)$")),
)
_OUTLINE = re.compile(r"\([A-Za-z0-9]{1,4}\)$")


@dataclass(frozen=True)
class ChapterChoice:
    """``node`` is None when there is none, or when the place does not tell which is meant."""

    node: ChapterNode | None
    candidates: tuple[ChapterNode, ...] = ()


@dataclass(frozen=True)
class ChapterIndex:
    """What a lookup asks of a document's chapters: all in memory, or fetched as it is asked.

    ``has_articles`` tells whether an appendix or attachment has articles of its own.
    """

    nodes: Mapping[str, ChapterNode]
    by_name: Mapping[ChapterName, Sequence[ChapterNode]]
    by_section: Mapping[str, Sequence[ChapterNode]]
    has_articles: Callable[[str], bool]


def index_chapters(chapters: Sequence[ChapterNode]) -> ChapterIndex:
    by_name: dict[ChapterName, list[ChapterNode]] = defaultdict(list)
    by_section: dict[str, list[ChapterNode]] = defaultdict(list)
    for node in chapters:
        by_section[node.section_number].append(node)
        name = chapter_name(node)
        if name is not None:
            by_name[name].append(node)
    return ChapterIndex(
        nodes={node.node_id: node for node in chapters},
        by_name=by_name,
        by_section=by_section,
        has_articles=parts_with_articles(chapters).__contains__,
    )


class ChapterLookup:
    def __init__(self, index: ChapterIndex) -> None:
        self.paths = ChapterPaths(index.nodes)
        self._by_number = index.by_name
        self._by_section = index.by_section
        self._has_articles = index.has_articles

    def find(
        self, steps: Sequence[Step], place: str | None, own_part: StepKind | None = None
    ) -> ChapterChoice:
        """``place`` is the chapter that the reference stands in, None if that is not known.

        ``own_part`` is the kind of the part around that place which the target is said to be in:
        of 本附件第五条 or 本章第五条.
        """
        choice = self._find(steps, place)
        if own_part is None or place is None:
            return choice
        around = self._around(place, own_part)
        if around is None:
            return ChapterChoice(None, choice.candidates)
        return _only([it for it in choice.candidates if self.paths.is_within(it.node_id, around)])

    def _around(self, place: str, kind: StepKind) -> str | None:
        for ancestor in self.paths.upwards(place):
            node = self.paths.nodes.get(ancestor)
            name = chapter_name(node) if node is not None else None
            if name is not None and name[0] == kind:
                return ancestor
        return None

    def _find(self, steps: Sequence[Step], place: str | None) -> ChapterChoice:
        found = self._below(self._candidates(steps[-1]), steps[:-1])
        if not found and [step.kind for step in steps] == ["chapter", "section"]:
            # 第六章第一节 of a document that prints 6.1
            printed = self._numbered("decimal", f"{steps[0].number}.{steps[1].number}")
            found = self._below(printed, steps[:1])
        if len(steps) > 1:
            return _only(found)
        return self._meant(steps[0], found, place)

    def _below(self, found: Sequence[ChapterNode], outer: Sequence[Step]) -> list[ChapterNode]:
        """Those that stand in a chapter of every outer step."""
        for step in outer:
            above = {node.node_id for node in self._candidates(step)}
            found = [
                node
                for node in found
                if any(ancestor in above for ancestor in self.paths.upwards(node.node_id))
            ]
        return list(found)

    def _meant(self, step: Step, found: list[ChapterNode], place: str | None) -> ChapterChoice:
        if step.kind == "section" and "." not in step.number:
            return self._in_same_chapter(found, place)
        if step.kind == "article" and "." not in step.number:
            return self._in_same_part(found, place)
        if step.kind == "paragraph":
            return self._paragraph(step.number, place)
        if len(found) <= 1 or place is None:
            return _only(found)
        part = self._part_of(place)
        return _only([node for node in found if self._part_of(node.node_id) == part] or found)

    def _in_same_chapter(self, found: list[ChapterNode], place: str | None) -> ChapterChoice:
        """第三节 alone is the third section of the chapter it stands in, or it is unclear."""
        here = list(self.paths.upwards(place or ""))
        same = [node for node in found if node.parent_id is not None and node.parent_id in here]
        return ChapterChoice(same[0] if len(same) == 1 else None, tuple(same or found))

    def _in_same_part(self, found: list[ChapterNode], place: str | None) -> ChapterChoice:
        """Each attachment may count its articles from 1; 第五条 means its own series."""
        if place is None:
            return _only(found)
        part = self._part_of(place)
        same = [node for node in found if self._part_of(node.node_id) == part]
        if same:
            return self._in_same_chapter_or_only(same, place)
        if part is None or self._has_articles(part):
            return ChapterChoice(None, tuple(found))
        return _only(found)

    def _in_same_chapter_or_only(self, same: list[ChapterNode], place: str) -> ChapterChoice:
        """Articles may start anew in every chapter, too."""
        if len(same) == 1:
            return _only(same)
        for ancestor in self.paths.upwards(place):
            near = [node for node in same if self.paths.is_within(node.node_id, ancestor)]
            if near:
                return ChapterChoice(near[0] if len(near) == 1 else None, tuple(near))
        return ChapterChoice(None, tuple(same))

    def _paragraph(self, number: str, place: str | None) -> ChapterChoice:
        """Paragraph 2 of the article it stands in."""
        marked = number if number.startswith("(") else re.sub(r"^(\d+)", r"(\1)", number)
        for ancestor in self.paths.upwards(place or ""):
            node = self.paths.nodes.get(ancestor)
            found = self._by_section.get(f"{node.section_number}{marked}", []) if node else []
            if found:
                return _only(found)
        return ChapterChoice(None)

    def _candidates(self, step: Step) -> Sequence[ChapterNode]:
        number = step.number
        if step.kind == "part":
            return self._by_number.get(("requirement", f"R{number}"), [])
        if step.kind == "article" and "." in number:  # 第1.2.1条; 第三节 of 第六章 is no 第6.3条
            return [n for n in self._numbered("decimal", number) if n.numbering != "section"]
        if step.kind in ("section", "chapter") and "." in number:  # 第6.1节
            return self._numbered("decimal", number)
        if step.kind == "appendix" and "." in number:  # A.1
            return self._numbered("decimal", number)
        found = self._numbered(step.kind, number)
        if not found and step.kind == "chapter":  # 第4章 of a document that prints 4 范围
            found = [n for n in self._numbered("decimal", number) if n.level == 1]
        return found

    def _numbered(self, kind: StepKind, number: str) -> Sequence[ChapterNode]:
        """4.3(b), or 4.3 where its items are no chapters of their own."""
        exact = self._by_number.get((kind, number), [])
        if not exact and kind == "decimal":  # 6.3 of a document that prints 第三节 in 第六章
            exact = [n for n in self._by_section.get(number, []) if n.numbering == "section"]
        if exact or not number.endswith(")"):
            return exact
        if self._by_section.get(number):
            return self._by_section[number]
        return self._numbered(kind, _OUTLINE.sub("", number))

    def _part_of(self, node_id: str) -> str | None:
        return _part_of(self.paths, node_id)


def chapter_name(node: ChapterNode) -> ChapterName | None:
    """What a reference would call this chapter, read off its printed label."""
    if node.numbering == "requirement":  # parts print 1.1 and are called R1.1
        return "requirement", node.section_number
    label = fold(node.label).strip().rstrip(".、: ")
    for kind, pattern in _LABELS:
        found = pattern.match(label)
        if found is None:
            continue
        number = next(group for group in found.groups() if group)
        value = numeral_value(number)
        number = number if value is None else str(value)
        if kind == "article" and found.group(2):
            number = f"{number}-{numeral_value(found.group(2)[1:])}"
        return kind, number
    return None


def parts_with_articles(chapters: Sequence[ChapterNode]) -> frozenset[str]:
    """The appendices and attachments that count articles of their own."""
    paths = ChapterPaths({node.node_id: node for node in chapters})
    parts = {
        _part_of(paths, node.node_id)
        for node in chapters
        if (name := chapter_name(node)) is not None and name[0] == "article"
    }
    return frozenset(part for part in parts if part is not None)


def _part_of(paths: ChapterPaths, node_id: str) -> str | None:
    """The appendix or attachment that a chapter is in; None for the main text."""
    for ancestor in paths.upwards(node_id):
        node = paths.nodes.get(ancestor)
        name = chapter_name(node) if node is not None else None
        if name is not None and name[0] in ("appendix", "attachment"):
            return ancestor
    return None


def _only(found: Sequence[ChapterNode]) -> ChapterChoice:
    return ChapterChoice(found[0] if len(found) == 1 else None, tuple(found))
