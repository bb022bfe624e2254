"""Where decimal numbers belong: 2.1.4 below 2.1, and 1, 2, 3 below what counts for itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.structure.chapters.heading_candidates import Candidate
from core.structure.chapters.heading_shapes import is_front_or_back_title
from core.structure.chapters.numbered_paragraphs import clause_places
from core.structure.chapters.numbering import LabelPath
from core.structure.chapters.open_path import OpenPath
from core.structure.chapters.section import CONTAINERS, Section
from core.structure.chapters.sibling_counts import WIDEST_GAP, SiblingCounts, as_text

_KIND: Final = "decimal"
_LARGER_RANK = 0.2


class DecimalSections:
    def __init__(
        self, candidates: Sequence[Candidate], path: OpenPath, counts: SiblingCounts
    ) -> None:
        self._clauses = clause_places(candidates)
        self._path = path
        self._counts = counts

    def section(self, candidate: Candidate) -> Section | None:
        """For 2.1.4 and for Part 1.1 of a requirement."""
        label = candidate.label
        assert label is not None
        if len(label.path) == 1:
            return self._single_number(candidate)
        if (chapter := self._round_number(candidate)) is not None:
            return chapter
        prefix, value = label.path[:-1], int(label.path[-1])
        is_part = label.scheme == "requirement_part"
        parent = next(
            (
                above
                for above in self._path.numbered_sections()
                if _holds(above, prefix) and _may_hold(above, candidate, is_part=is_part)
            ),
            None,
        )
        if parent is None:
            return None if is_part else self._below_a_lost_heading(candidate)
        kind = _KIND if parent.holds(prefix) else as_text(prefix)
        fits = self._counts.continues(
            candidate, parent, kind, value, lambda number: (*prefix, number)
        )
        return Section(candidate, parent, label.scheme, value, label.path) if fits else None

    def _round_number(self, candidate: Candidate) -> Section | None:
        """4.0 Procedure is the chapter of 4.1 and 4.2 where no 4 stands above them."""
        label = candidate.label
        assert label is not None
        if len(label.path) != 2 or label.path[1] != 0 or not candidate.title:
            return None
        if any(above.count_path == label.path[:1] for above in self._path.sections()):
            return None
        alone = replace(candidate, label=replace(label, path=label.path[:1]))
        section = self._single_number(alone)
        if section is not None:
            section.candidate = candidate  # its number is 4.0, as printed
        return section

    def _below_a_lost_heading(self, candidate: Candidate) -> Section | None:
        """4.3.1 where 4.3 was never printed or never read, within 4."""
        assert candidate.label is not None
        path = candidate.label.path
        value = int(path[-1])
        beside = next(
            (above for above in self._path.sections() if above.count_path[:-1] == path[:-1]), None
        )
        if beside is not None:  # 4.1.2 behind 4.1.1, both without 4.1
            return self._beside(beside, candidate)
        if not (candidate.is_heading or value == 1):
            return None
        for length in range(len(path) - 2, -1, -1):
            prefix, lost, step = path[:length], path[: length + 1], path[length]
            holder = next((above for above in self._path.sections() if above.holds(prefix)), None)
            if holder is None and prefix:
                continue
            parent = holder or self._path.nearest(*CONTAINERS)
            last = self._counts.last(parent, _KIND)
            if not isinstance(step, int) or not last < step <= last + WIDEST_GAP:
                return None
            if self._counts.comes_later(candidate, lost):
                return None
            self._counts.doubt(candidate, f"{as_text(lost)} is missing above it")
            self._counts.set_last(parent, _KIND, step)
            self._counts.set_last(parent, as_text(path[:-1]), value)
            return Section(candidate, parent, _KIND, value, path)
        return None

    def _beside(self, section: Section, candidate: Candidate) -> Section | None:
        assert candidate.label is not None
        path = candidate.label.path
        prefix, value, parent = path[:-1], int(path[-1]), section.parent
        fits = self._counts.continues(
            candidate, parent, as_text(prefix), value, lambda number: (*prefix, number)
        )
        return Section(candidate, parent, _KIND, value, path) if fits else None

    def _single_number(self, candidate: Candidate) -> Section | None:
        assert candidate.label is not None
        path = candidate.label.path
        if not isinstance(path[0], int):
            return None
        value = path[0]
        if candidate.place in self._clauses:
            if not candidate.stands_out:  # short, but a clause like its neighbours
                candidate = replace(candidate, title="", is_heading=False)
            parent = self._parent_of_clause(value)
            self._counts.set_last(parent, _KIND, value)
            return Section(candidate, parent, _KIND, value, path)
        if not candidate.is_heading:
            return None
        parent = next(
            (above for above in self._path.sections() if _counts_below(above, candidate)), None
        )
        is_set_as_heading = candidate.block.element.kind == "heading" or candidate.is_listed
        last = self._counts.last(parent, _KIND)
        if not is_set_as_heading and not (last and value == last + 1):
            return None
        if not last and self._is_of_a_list(candidate, value):
            return None
        if (
            value == 1 < last
            and is_set_as_heading
            and self._counts.comes_later(candidate, (2,), True)
        ):
            self._counts.set_last(parent, _KIND, 0)  # a second document behind the first
            self._counts.doubt(candidate, "the numbering begins anew")
        if value > 1 and is_set_as_heading and self._begins_an_excerpt(candidate, value):
            self._counts.set_last(parent, _KIND, value - 1)
            self._counts.doubt(candidate, f"{value - 1} is missing before it")
        fits = self._counts.continues(candidate, parent, _KIND, value, lambda number: (number,))
        return Section(candidate, parent, _KIND, value, path) if fits else None

    def _is_of_a_list(self, candidate: Candidate, value: int) -> bool:
        """2.联系人名单 below 附件：1.任务分工表: it begins behind 1 and holds nothing."""
        if value == 1 or candidate.is_listed or candidate.stands_out:
            return False
        if self._counts.comes_next(candidate, (value + 1,)):
            return True
        goes_on = ((value + 1,), (value, 1))
        return not any(self._counts.comes_later(candidate, path) for path in goes_on)

    def _begins_an_excerpt(self, candidate: Candidate, value: int) -> bool:
        """12 before anything else, and 12.1 behind it: some pages of a longer document."""
        is_first = not self._path.numbered_sections()
        return is_first and self._counts.comes_later(candidate, (value, 1), True)

    def _parent_of_clause(self, value: int) -> Section | None:
        sections = self._path.sections()
        before = next((above for above in sections if above.count_path == (value - 1,)), None)
        if before is not None and before.scheme == _KIND:
            return before.parent
        return next((above for above in sections if _may_hold_clauses(above)), None)


def _holds(section: Section, prefix: LabelPath) -> bool:
    """4.0 holds 4.1, and 4.0.1 as well."""
    if section.holds(prefix):
        return True
    label = section.candidate.label
    return label is not None and label.path == prefix and prefix[-1] == 0


def _may_hold(section: Section, candidate: Candidate, *, is_part: bool) -> bool:
    if is_part:
        return section.scheme in ("requirement", "requirement_part")
    # 3.3 with a title is the next section, though R3. is open
    return not (section.scheme == "requirement" and candidate.title)


def _may_hold_clauses(section: Section) -> bool:
    if section.scheme == _KIND and len(section.count_path) == 1:
        return False  # its sibling
    return section.is_titled and section.scheme not in ("outline", "requirement")


def _counts_below(section: Section, candidate: Candidate) -> bool:
    """Whether headings 1, 2, 3 belong below this one."""
    if section.scheme in CONTAINERS or section.scheme in ("chapter", "section", "article"):
        return True
    if section.scheme not in (None, "roman", "named"):
        return False
    if is_front_or_back_title(section.candidate.title):
        return False
    return section.candidate.rank > candidate.rank + _LARGER_RANK
