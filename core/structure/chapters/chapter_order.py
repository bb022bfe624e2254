"""From candidates to sections: numbers must follow their siblings.

Candidates come in reading order. Each finds its parent among the open sections and must continue
the count there; a new appendix, attachment or part counts anew.
"""

from collections.abc import Callable, Sequence

from core.structure.chapters.decimal_sections import DecimalSections
from core.structure.chapters.heading_candidates import Candidate
from core.structure.chapters.heading_shapes import is_front_or_back_title
from core.structure.chapters.numbering import LabelPath, Scheme
from core.structure.chapters.open_path import OpenPath
from core.structure.chapters.outline_sections import OutlineSections
from core.structure.chapters.section import Section
from core.structure.chapters.sibling_counts import SiblingCounts
from core.structure.chapters.unnumbered_headings import UnnumberedHeadings
from core.structure.text_folding import fold_title

_LARGER_RANK = 0.2


def order_sections(candidates: Sequence[Candidate]) -> tuple[list[Section], list[str]]:
    """The sections in reading order, tied to their parents, and what is doubtful about them."""
    order = _ChapterOrder(candidates)
    sections: list[Section] = []
    for candidate in candidates:
        section = order.section(candidate)
        if section is None:
            continue
        if section.parent is not None:
            section.parent.children.append(section)
        order.path.enter(section)
        sections.append(section)
    return sections, order.counts.doubts


class _ChapterOrder:
    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self.path = OpenPath()
        self.counts = SiblingCounts(candidates)
        self._unnumbered = UnnumberedHeadings(candidates)
        self._last_counted: dict[Scheme, int] = {}
        decimals = DecimalSections(candidates, self.path, self.counts)
        outlines = OutlineSections(candidates, self.path, self.counts)
        self._placing: dict[Scheme | None, Callable[[Candidate], Section | None]] = {
            None: self._unnumbered_heading,
            "part": lambda candidate: self._counted(candidate, None, ()),
            "chapter": self._chapter,
            "section": self._section_of_chapter,
            "article": self._article,
            "appendix": self._appendix,
            "attachment": self._appendix,
            "paragraph sign": self._paragraph_sign,
            "decimal": decimals.section,
            "requirement_part": decimals.section,
            "requirement": self._requirement,
            "outline": outlines.section,
            "roman": self._by_rank,
            "letter": self._by_rank,
            "named": self._by_rank,
            "enumerated": lambda candidate: self._counted(candidate, self._larger(candidate), ()),
        }

    def section(self, candidate: Candidate) -> Section | None:
        return self._placing[candidate.scheme](candidate)

    def _counted(
        self, candidate: Candidate, parent: Section | None, count_path: LabelPath
    ) -> Section | None:
        """A heading whose one number continues the count of its scheme below ``parent``."""
        scheme, value = candidate.scheme, _value(candidate)
        if scheme is None or not candidate.is_heading:
            return None
        fits = self.counts.continues(
            candidate, parent, scheme, value, lambda number: _like(candidate, number)
        )
        if not fits:
            return None
        self._last_counted[scheme] = value
        return Section(candidate, parent, scheme, value, count_path)

    def _count_through(self, parent: Section | None, scheme: Scheme, value: int) -> None:
        """The first of its scheme below ``parent`` may go on with the count of the part before."""
        last = self._last_counted.get(scheme, 0)
        if parent is not None and last + 1 == value and not self.counts.last(parent, scheme):
            self.counts.set_last(parent, scheme, last)

    def _chapter(self, candidate: Candidate) -> Section | None:
        """Chapters are counted anew in every part, or through all of them."""
        value = _value(candidate)
        return self._counted(candidate, self._owner_of_chapter(value), (value,))

    def _owner_of_chapter(self, value: int) -> Section | None:
        part = self.path.nearest("part")
        self._count_through(part, "chapter", value)
        for parent in (part, self.path.scope()):
            if parent is None:
                continue
            begins = value == 1 and not parent.children
            if begins or self.counts.last(parent, "chapter") + 1 == value:
                return parent
        return None

    def _section_of_chapter(self, candidate: Candidate) -> Section | None:
        parent = self.path.nearest("chapter") or self.path.nearest("part", "appendix", "attachment")
        above = parent.count_path if parent is not None and parent.scheme == "chapter" else ()
        self._count_through(parent, "section", _value(candidate))
        return self._counted(candidate, parent, (*above, _value(candidate)))

    def _article(self, candidate: Candidate) -> Section | None:
        """Articles are counted through all chapters of the document, or of its attachment."""
        assert candidate.label is not None
        parent = self.path.nearest("section", "chapter", "part", "appendix", "attachment")
        scope, value = self.path.scope(), _value(candidate)
        if len(candidate.label.path) == 2:  # 第十二条之一
            is_inserted = self.counts.last(scope, "article") == value
            return Section(candidate, parent, "article", value) if is_inserted else None
        begins_anew = value == 1 and parent is not None and not parent.children
        if begins_anew and self.counts.comes_later(candidate, (2,)):
            self.counts.set_last(scope, "article", 0)
        fits = self.counts.continues(candidate, scope, "article", value, lambda number: (number,))
        return Section(candidate, parent, "article", value, (value,)) if fits else None

    def _appendix(self, candidate: Candidate) -> Section | None:
        assert candidate.label is not None
        if candidate.label.path == ("",):  # 附件, the only one
            is_heading = candidate.is_heading and candidate.stands_out
            return Section(candidate, None, candidate.scheme) if is_heading else None
        return self._counted(candidate, None, candidate.label.path)

    def _paragraph_sign(self, candidate: Candidate) -> Section | None:
        assert candidate.label is not None
        if not candidate.is_heading:
            return None
        parent = self.path.nearest("part", "chapter")
        return Section(candidate, parent, "paragraph sign", 0, candidate.label.path)

    def _requirement(self, candidate: Candidate) -> Section | None:
        assert candidate.label is not None
        letter, value = str(candidate.label.path[0]), int(candidate.label.path[1])
        parent = next((above for above in self.path.sections() if above.is_titled), None)
        if parent is None:
            return None
        kind = f"requirement {letter}"
        fits = self.counts.continues(
            candidate, self.path.scope(), kind, value, lambda number: (letter, number)
        )
        count_path = (value,) if letter == "R" else ()
        return Section(candidate, parent, "requirement", value, count_path) if fits else None

    def _by_rank(self, candidate: Candidate) -> Section | None:
        """I., A., Principle 1: beside the one before it, or below the nearest larger heading."""
        assert candidate.label is not None
        scheme, value = self._roman_or_letter(candidate)
        word = str(candidate.label.path[0]) if scheme == "named" else ""
        before = next(
            (
                above
                for above in self.path.sections()
                if above.scheme == scheme and _word(above) == word and above.value + 1 == value
            ),
            None,
        )
        parent = before.parent if before is not None else self._larger(candidate)
        fits = self.counts.continues(
            candidate,
            self.path.scope() if scheme == "named" else parent,
            f"{scheme} {word}",
            value,
            lambda number: (word, number) if word else _like(candidate, number),
        )
        return Section(candidate, parent, scheme, value) if fits else None

    def _roman_or_letter(self, candidate: Candidate) -> tuple[Scheme | None, int]:
        """I. behind H. is a letter."""
        assert candidate.label is not None
        printed = candidate.label.printed
        before = self.path.nearest("letter")
        if candidate.scheme == "roman" and len(printed) == 2 and before is not None:
            letter = ord(printed[0]) - ord("A") + 1
            if before.value + 1 == letter:
                return "letter", letter
        return candidate.scheme, _value(candidate)

    def _unnumbered_heading(self, candidate: Candidate) -> Section | None:
        if not self._unnumbered.accepts(candidate):
            return None
        title = fold_title(candidate.title)
        if any(fold_title(above.candidate.title) == title for above in self.path.sections()):
            return None  # printed once more, as on the first page behind the cover
        parent = self._larger(candidate)
        if is_front_or_back_title(candidate.title) and parent is not None and parent.scheme:
            parent = None
        return Section(candidate, parent, None)

    def _larger(self, candidate: Candidate) -> Section | None:
        """The nearest heading in larger print; an appendix holds print of its own size too."""
        for above in self.path.sections():
            if above.scheme in ("appendix", "attachment"):
                return above if above.candidate.rank >= candidate.rank - _LARGER_RANK else None
            if above.scheme is None and is_front_or_back_title(above.candidate.title):
                continue
            if above.is_titled and above.candidate.rank > candidate.rank + _LARGER_RANK:
                return above
        return None


def _value(candidate: Candidate) -> int:
    """The number that is counted; letters count from A."""
    assert candidate.label is not None
    step = candidate.label.path[1 if candidate.scheme == "named" else 0]
    return step if isinstance(step, int) else ord(step[:1] or "A") - ord("A") + 1


def _like(candidate: Candidate, value: int) -> LabelPath:
    """``value`` written as the candidate writes its number: 2 or B."""
    assert candidate.label is not None
    is_letter = isinstance(candidate.label.path[0], str)
    return (chr(ord("A") + value - 1),) if is_letter else (value,)


def _word(section: Section) -> str:
    label = section.candidate.label
    return str(label.path[0]) if label is not None and section.scheme == "named" else ""
