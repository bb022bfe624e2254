"""Sections that may share a chunk: a heading with what stands below it, clauses of one parent."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.model import ChunkConfig
from core.retrieval.chapter_lineage import ChapterLineage, Lineage
from core.retrieval.chunk_text import Stretch


@dataclass
class Section:
    """Neighbouring stretches of one chapter, its subsections left out."""

    lineage: Lineage
    stretches: list[Stretch] = field(default_factory=list)

    @property
    def start(self) -> int:
        return self.stretches[0].start

    @property
    def end(self) -> int:
        return self.stretches[-1].end

    @property
    def is_heading_only(self) -> bool:
        return all(stretch.is_heading for stretch in self.stretches)


@dataclass
class Family:
    """``scope`` is the chapter whose text this is; sections outside it begin another family.

    ``of_clauses`` is true where no heading stands above: only further clauses may join then.
    """

    sections: list[Section]
    scope: Lineage
    of_clauses: bool = False

    @property
    def start(self) -> int:
        return self.sections[0].start

    @property
    def end(self) -> int:
        return self.sections[-1].end

    @property
    def length(self) -> int:
        return self.end - self.start


def families(
    stretches: Iterable[Stretch], lineages: ChapterLineage, config: ChunkConfig
) -> list[Family]:
    """In order, from stretches that follow one another without a table between them."""
    found: list[Family] = []
    for section in _sections(stretches, lineages):
        if not (found and _joined(found[-1], section, lineages)):
            found.append(_family(section, lineages))
    return _small_ones_joined(found, config)


def _sections(stretches: Iterable[Stretch], lineages: ChapterLineage) -> list[Section]:
    found: list[Section] = []
    for stretch in stretches:
        lineage = lineages.of(stretch.chapter_id)
        if not found or found[-1].lineage != lineage:
            found.append(Section(lineage))
        found[-1].stretches.append(stretch)
    return found


def _family(section: Section, lineages: ChapterLineage) -> Family:
    if section.lineage and not lineages.has_title(section.lineage[-1]):
        return Family([section], section.lineage[:-1], of_clauses=True)
    return Family([section], section.lineage)


def _joined(family: Family, section: Section, lineages: ChapterLineage) -> bool:
    if bool(section.lineage) != any(part.lineage for part in family.sections):
        return False  # a cover or a contents page does not run into the first chapter
    if section.lineage[: len(family.scope)] != family.scope:
        return False
    is_titled = bool(section.lineage) and lineages.has_title(section.lineage[-1])
    if family.of_clauses and is_titled:
        return False
    # Headings one below the other lead to the section that has text.
    if is_titled and all(part.is_heading_only for part in family.sections):
        family.scope = section.lineage
    family.sections.append(section)
    return True


def _small_ones_joined(found: list[Family], config: ChunkConfig) -> list[Family]:
    joined: list[Family] = []
    for family in found:
        previous = joined[-1] if joined else None
        if previous is not None and _may_share(previous, family, config):
            previous.sections += family.sections
        else:
            joined.append(family)
    return joined


def _may_share(upper: Family, lower: Family, config: ChunkConfig) -> bool:
    """Sections too small to stand alone share a chunk with the next one of their chapter."""
    parent, other_parent = _parent(upper), _parent(lower)
    return (
        bool(parent)
        and parent == other_parent
        and min(upper.length, lower.length) < config.min_chunk_size
        and lower.end - upper.start <= config.max_chunk_size
    )


def _parent(family: Family) -> Lineage:
    return family.scope if family.of_clauses else family.scope[:-1]
