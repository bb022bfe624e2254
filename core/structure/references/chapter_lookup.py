"""Chapters by the number that a reference gives, and which of equal numbers is meant."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from core.model.chapters import ChapterNode
from core.structure.chapters.chapter_paths import ChapterPaths
from core.structure.numerals import numeral_value
from core.structure.references.mentions import Step, StepKind, fold

_LABELS: tuple[tuple[StepKind, re.Pattern[str]], ...] = (
    ("chapter", re.compile(r"第 ?(.+?) ?[章篇编]$|(?i:chapter) ([\dIVXL]+)$")),
    ("section", re.compile(r"第 ?(.+?) ?节$")),
    ("article", re.compile(r"第 ?(.+?) ?条(之.)?$|(?i:article) ([\dIVXL]+[a-z]?)$")),
    ("appendix", re.compile(r"附 ?录 ?(.+)$|(?i:appendix|annex|schedule) (.+)$")),
    ("attachment", re.compile(r"附 ?件 ?(.+)$|(?i:attachment) (.+)$")),
    ("decimal", re.compile(r"([A-Z]?\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)$")),
)
_OUTLINE = re.compile(r"\([A-Za-z0-9]{1,4}\)$")


@dataclass(frozen=True)
class ChapterChoice:
    """``node`` is None when there is none, or when the place does not tell which is meant."""

    node: ChapterNode | None
    candidates: tuple[ChapterNode, ...] = ()


class ChapterLookup:
    def __init__(self, chapters: Sequence[ChapterNode]) -> None:
        self.paths = ChapterPaths(chapters)
        self._by_number: dict[tuple[StepKind, str], list[ChapterNode]] = defaultdict(list)
        self._by_section: dict[str, list[ChapterNode]] = defaultdict(list)
        for node in chapters:
            self._by_section[node.section_number].append(node)
            named = _named(node)
            if named is not None:
                self._by_number[named].append(node)
        self._has_articles_in = {
            self._part_of(node.node_id)
            for (kind, _), nodes in self._by_number.items()
            if kind == "article"
            for node in nodes
        }

    def find(self, steps: Sequence[Step], place: str | None) -> ChapterChoice:
        """``place`` is the chapter that the reference stands in, None if that is not known."""
        found = self._candidates(steps[-1])
        for outer in steps[:-1]:
            above = {node.node_id for node in self._candidates(outer)}
            found = [
                node
                for node in found
                if any(ancestor in above for ancestor in self.paths.upwards(node.node_id))
            ]
        if len(steps) > 1:
            return _only(found)
        return self._meant(steps[0], found, place)

    def _meant(self, step: Step, found: list[ChapterNode], place: str | None) -> ChapterChoice:
        if step.kind == "section":
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
        if part in self._has_articles_in or part is None:
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

    def _candidates(self, step: Step) -> list[ChapterNode]:
        number = step.number
        if step.kind == "part":
            return self._by_number.get(("requirement", f"R{number}"), [])
        if step.kind == "article" and "." in number:  # 第1.2.1条
            return self._numbered("decimal", number)
        if step.kind == "appendix" and "." in number:  # A.1
            return self._numbered("decimal", number)
        found = self._numbered(step.kind, number)
        if not found and step.kind == "chapter":  # 第4章 of a document that prints 4 范围
            found = [n for n in self._numbered("decimal", number) if n.level == 1]
        return found

    def _numbered(self, kind: StepKind, number: str) -> list[ChapterNode]:
        """4.3(b), or 4.3 where its items are no chapters of their own."""
        exact = self._by_number.get((kind, number), [])
        if exact or not number.endswith(")"):
            return exact
        if self._by_section.get(number):
            return self._by_section[number]
        return self._numbered(kind, _OUTLINE.sub("", number))

    def _part_of(self, node_id: str) -> str | None:
        """The appendix or attachment that a chapter is in; None for the main text."""
        for ancestor in self.paths.upwards(node_id):
            node = self.paths.nodes.get(ancestor)
            named = _named(node) if node is not None else None
            if named is not None and named[0] in ("appendix", "attachment"):
                return ancestor
        return None


def _only(found: Sequence[ChapterNode]) -> ChapterChoice:
    return ChapterChoice(found[0] if len(found) == 1 else None, tuple(found))


def _named(node: ChapterNode) -> tuple[StepKind, str] | None:
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
