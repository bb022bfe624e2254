"""From candidates to sections: numbers must follow their siblings.

Candidates come in reading order; the open sections form a path from the root to the innermost.
Each candidate finds its parent on that path and must continue the count there. A gap is taken
when the number in between never comes; a number that jumps back begins nothing, unless a new
appendix, attachment or part has begun to count anew.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.structure.heading_candidates import Candidate
from core.structure.heading_shapes import is_front_or_back_title
from core.structure.numbered_paragraphs import clause_places
from core.structure.numbering import LabelPath, Scheme
from core.structure.outline_tokens import counts_of
from core.structure.section import CONTAINERS, Section
from core.structure.text_folding import fold_title
from core.structure.unnumbered_headings import UnnumberedHeadings

_WIDEST_GAP = 6
_RANK_SLACK = 0.2
_INDENT = 0.01
_CountKey = tuple[int, str]


class ChapterOrder:
    """Takes candidates one by one; ``sections`` are those accepted, in reading order."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self.sections: list[Section] = []
        self.doubts: list[str] = []
        self._candidates = candidates
        self._order = [candidate.place for candidate in candidates]
        self._innermost: Section | None = None
        self._last: dict[_CountKey, int] = {}
        self._last_title: dict[_CountKey, str] = {}
        self._innermost_numbered: Section | None = None
        self._clauses = clause_places(candidates)
        self._unnumbered = UnnumberedHeadings(candidates)
        self._places: defaultdict[tuple[Scheme | None, LabelPath], list[Candidate]] = defaultdict(
            list
        )
        self._scope_starts: list[int] = []
        for candidate in candidates:
            if candidate.label is not None:
                self._places[candidate.scheme, candidate.label.path].append(candidate)
            if candidate.scheme in CONTAINERS and candidate.is_heading:
                self._scope_starts.append(candidate.place)

    def take_all(self) -> None:
        placing: dict[Scheme | None, Callable[[Candidate], Section | None]] = {
            None: self._unnumbered_heading,
            "part": self._part,
            "chapter": self._chapter,
            "section": self._section_of_chapter,
            "article": self._article,
            "appendix": self._appendix,
            "attachment": self._appendix,
            "paragraph sign": self._paragraph_sign,
            "decimal": self._decimal,
            "requirement": self._requirement,
            "requirement_part": self._decimal,
            "roman": self._by_rank,
            "letter": self._by_rank,
            "named": self._by_rank,
            "enumerated": self._enumerated,
            "outline": self._outline,
        }
        for candidate in self._candidates:
            section = placing[candidate.scheme](candidate)
            if section is None:
                continue
            if section.parent is not None:
                section.parent.children.append(section)
            self._innermost = section
            if section.scheme is not None:
                self._innermost_numbered = section
            self.sections.append(section)

    # --- where the path is open -------------------------------------------------------------

    def _path(self) -> list[Section]:
        return [] if self._innermost is None else self._innermost.ancestors()

    def _numbered_path(self) -> list[Section]:
        """The path, and the one that a heading without number has left: 5.4 may go on behind it."""
        path = self._path()
        left = self._innermost_numbered
        if left is None or left in path:
            return path
        return [*path, *(section for section in left.ancestors() if section not in path)]

    def _open(self, *schemes: Scheme | None) -> Section | None:
        return next((section for section in self._path() if section.scheme in schemes), None)

    def _scope(self) -> Section | None:
        """What counts for itself: an appendix, an attachment; None is the document."""
        return self._open("appendix", "attachment")

    # --- counting ---------------------------------------------------------------------------

    def _continues(
        self,
        candidate: Candidate,
        parent: Section | None,
        value: int,
        *,
        kind: str,
        expected: Callable[[int], LabelPath],
        running: bool = False,
    ) -> bool:
        """Whether ``value`` is the next below ``parent``; a gap or a misprint leaves a doubt.

        ``running`` numbers go on through the whole document, or its attachment.
        """
        key = (id(self._scope() if running else parent), kind)
        last = self._last.get(key, 0)
        following = expected(last + 1)
        if value == last + 1:
            accepted = candidate.is_heading or not self._comes_later(candidate, following, True)
        elif self._comes_later(candidate, following, False):
            accepted = False
        elif value > last + 1:
            accepted = value - last <= _WIDEST_GAP and self._is_credible(candidate)
            if accepted:
                self._doubt(candidate, f"{_written(following)} is missing before it")
        else:
            accepted = value == last and candidate.is_heading and self._is_new_title(key, candidate)
            if accepted:
                self._doubt(candidate, "its number was used before")
        if accepted:
            self._last[key] = value
            self._last_title[key] = candidate.title
        return accepted

    def _is_new_title(self, key: _CountKey, candidate: Candidate) -> bool:
        title = fold_title(candidate.title)
        return bool(title) and title != fold_title(self._last_title.get(key, ""))

    def _is_credible(self, candidate: Candidate) -> bool:
        label = candidate.label
        return candidate.is_heading or (label is not None and len(label.path) > 2)

    def _comes_later(self, candidate: Candidate, path: LabelPath, as_heading: bool) -> bool:
        """Whether this number comes before the next appendix, attachment or part begins."""
        after = bisect_right(self._scope_starts, candidate.place)
        end = self._scope_starts[after] if after < len(self._scope_starts) else None
        return any(
            other.place > candidate.place
            and (end is None or other.place < end)
            and (other.is_heading or not as_heading)
            for other in self._places.get((candidate.scheme, path), ())
        )

    def _doubt(self, candidate: Candidate, why: str) -> None:
        label = candidate.label.printed if candidate.label else candidate.title
        self.doubts.append(f"{label} (page {candidate.block.page_num}): {why}")

    # --- chapters, sections, articles -------------------------------------------------------

    def _part(self, candidate: Candidate) -> Section | None:
        return self._counted(candidate, None, count_path=()) if candidate.is_heading else None

    def _chapter(self, candidate: Candidate) -> Section | None:
        if not candidate.is_heading:
            return None
        value = _value(candidate)
        holders = (self._open("part"), self._scope(), None)
        for parent in dict.fromkeys(holders):
            begins = value == 1 and parent is not None and not parent.children
            if begins or parent is None or self._last.get((id(parent), "chapter"), 0) + 1 == value:
                return self._counted(candidate, parent, count_path=(value,))
        return None

    def _section_of_chapter(self, candidate: Candidate) -> Section | None:
        if not candidate.is_heading:
            return None
        parent = self._open("chapter") or self._open("part", "appendix", "attachment")
        above = () if parent is None or parent.scheme != "chapter" else parent.count_path
        return self._counted(candidate, parent, count_path=(*above, _value(candidate)))

    def _article(self, candidate: Candidate) -> Section | None:
        parent = self._open("section", "chapter", "part", "appendix", "attachment")
        label = candidate.label
        assert label is not None
        value = _value(candidate)
        key = (id(self._scope()), "article")
        if len(label.path) == 2:  # 第十二条之一
            inserted = self._last.get(key) == value
            return Section(candidate, parent, "article", value) if inserted else None
        begins_anew = value == 1 and parent is not None and not parent.children
        if begins_anew and self._comes_later(candidate, (2,), False):
            self._last[key] = 0
        section = Section(candidate, parent, "article", value, (value,))
        fits = self._continues(
            candidate, parent, value, kind="article", expected=lambda n: (n,), running=True
        )
        return section if fits else None

    def _counted(
        self, candidate: Candidate, parent: Section | None, *, count_path: LabelPath
    ) -> Section | None:
        """A section whose one number continues the count of its scheme below ``parent``."""
        scheme, value = candidate.scheme, _value(candidate)
        assert scheme is not None
        fits = self._continues(
            candidate, parent, value, kind=scheme, expected=lambda n: _like(candidate, n)
        )
        return Section(candidate, parent, scheme, value, count_path) if fits else None

    def _appendix(self, candidate: Candidate) -> Section | None:
        label = candidate.label
        assert label is not None
        if not candidate.is_heading:
            return None
        if label.path == ("",):  # 附件, the only one
            return Section(candidate, None, label.scheme)
        return self._counted(candidate, None, count_path=label.path)

    def _paragraph_sign(self, candidate: Candidate) -> Section | None:
        if not candidate.is_heading:
            return None
        assert candidate.label is not None
        parent = self._open("part", "chapter")
        return Section(candidate, parent, "paragraph sign", 0, candidate.label.path)

    # --- decimals ---------------------------------------------------------------------------

    def _decimal(self, candidate: Candidate) -> Section | None:
        label = candidate.label
        assert label is not None
        path = label.path
        if len(path) == 1:
            return self._single_number(candidate)
        prefix, value = path[:-1], path[-1]
        assert isinstance(value, int)
        is_part = label.scheme == "requirement_part"
        parent = next(
            (
                above
                for above in self._numbered_path()
                if above.holds(prefix)
                # 3.3 with a title is the next section, though R3. is open
                and not (above.scheme == "requirement" and candidate.title)
                and (not is_part or above.scheme in ("requirement", "requirement_part"))
            ),
            None,
        )
        if parent is None:
            return None if is_part else self._below_a_lost_heading(candidate)
        fits = self._continues(
            candidate, parent, value, kind="decimal", expected=lambda n: (*prefix, n)
        )
        return Section(candidate, parent, label.scheme, value, path) if fits else None

    def _below_a_lost_heading(self, candidate: Candidate) -> Section | None:
        """4.3.1 where 4.3 was never printed or never read, within 4."""
        assert candidate.label is not None
        path = candidate.label.path
        value = path[-1]
        assert isinstance(value, int)
        if not (candidate.is_heading or value == 1):
            return None
        for length in range(len(path) - 2, -1, -1):
            prefix, lost, step = path[:length], path[: length + 1], path[length]
            holder = next((above for above in self._path() if above.holds(prefix)), None)
            if holder is None and prefix:
                continue
            parent = holder or self._open(*CONTAINERS)
            key = (id(parent), "decimal")
            last = self._last.get(key, 0)
            if not isinstance(step, int) or not last < step <= last + _WIDEST_GAP:
                return None
            if self._comes_later(candidate, lost, False):
                return None
            self._doubt(candidate, f"{_written(lost)} is missing above it")
            self._last[key] = step
            return Section(candidate, parent, "decimal", value, path)
        return None

    def _single_number(self, candidate: Candidate) -> Section | None:
        value = _value(candidate)
        if candidate.place in self._clauses:
            path = self._path()
            before = next((above for above in path if above.count_path == (value - 1,)), None)
            if before is not None and before.scheme == "decimal":
                parent = before.parent
            else:
                parent = next((above for above in path if _may_hold_clauses(above)), None)
            if not candidate.stands_out:  # short, but a clause like its neighbours
                candidate = replace(candidate, title="", is_heading=False)
            return Section(candidate, parent, "decimal", value, (value,))
        if not candidate.is_heading:
            return None
        parent = next((above for above in self._path() if _counts_below(above, candidate)), None)
        is_set_as_heading = candidate.block.element.kind == "heading" or candidate.is_listed
        last = self._last.get((id(parent), "decimal"), 0)
        if not is_set_as_heading and not (last and value == last + 1):
            return None
        if value == 1 < last and is_set_as_heading and self._comes_later(candidate, (2,), True):
            self._last[id(parent), "decimal"] = 0  # a second document behind the first
            self._doubt(candidate, "the numbering begins anew")
        return self._counted(candidate, parent, count_path=(value,))

    # --- requirements and outlines ----------------------------------------------------------

    def _requirement(self, candidate: Candidate) -> Section | None:
        assert candidate.label is not None
        kind, value = candidate.label.path
        assert isinstance(value, int)
        parent = next((above for above in self._path() if above.is_titled), None)
        if parent is None:
            return None
        fits = self._continues(
            candidate,
            parent,
            value,
            kind=f"requirement {kind}",
            expected=lambda n: (kind, n),
            running=True,
        )
        count_path = (value,) if kind == "R" else ()
        return Section(candidate, parent, "requirement", value, count_path) if fits else None

    def _outline(self, candidate: Candidate) -> Section | None:
        assert candidate.label is not None
        counts = counts_of(str(candidate.label.path[0]))
        levels = [above for above in self._path() if above.scheme == "outline"]
        sibling = next(
            (above for above in levels if counts.get(above.count or "number") == above.value + 1),
            None,
        )
        first = next((count for count, value in counts.items() if value == 1), None)
        if sibling is not None and (
            first is None or not self._begins_level(candidate, first, sibling)
        ):
            return Section(
                candidate,
                sibling.parent,
                "outline",
                sibling.value + 1,
                count=sibling.count,
            )
        if first is not None and self._innermost is not None and self._has_second(candidate):
            same = next((above for above in levels if above.count == first), None)
            if same is None:
                return Section(candidate, self._innermost, "outline", 1, count=first)
            # No level counts like one above it: the heading in between was not read.
            self._doubt(candidate, "its count begins anew")
            return Section(candidate, same.parent, "outline", 1, count=first)
        for above in levels:
            value = counts.get(above.count or "number", 0)
            if above.value + 1 < value <= above.value + 3:
                self._doubt(candidate, "an item before it is missing")
                return Section(candidate, above.parent, "outline", value, count=above.count)
        return None

    def _begins_level(self, candidate: Candidate, first: str, sibling: Section) -> bool:
        """(i) behind (h): a new level if (ii) follows or if it is set further in."""
        following = next(self._outlines_after(candidate), None)
        if following is not None:
            assert following.label is not None
            second = counts_of(str(following.label.path[0]))
            if dict(second).get(first) == 2:  # type: ignore[call-overload]
                return True
            if sibling.count is not None and second.get(sibling.count) == sibling.value + 2:
                return False
        return candidate.left > sibling.candidate.left + _INDENT

    def _has_second(self, candidate: Candidate) -> bool:
        assert candidate.label is not None
        seconds = [count for count, n in counts_of(str(candidate.label.path[0])).items() if n == 1]
        for other in self._outlines_after(candidate):
            assert other.label is not None
            others = counts_of(str(other.label.path[0]))
            if any(others.get(count) == 2 for count in seconds):
                return True
        return False

    def _outlines_after(self, candidate: Candidate) -> Iterator[Candidate]:
        """The outline items that follow, up to the next heading."""
        start = bisect_right(self._order, candidate.place)
        for other in self._candidates[start:]:
            if other.scheme == "outline":
                yield other
            elif other.is_heading and other.label is not None:
                return

    # --- headings known by their print ------------------------------------------------------

    def _by_rank(self, candidate: Candidate) -> Section | None:
        """I., A., Principle 1: below the innermost heading in larger print."""
        assert candidate.label is not None and candidate.scheme is not None
        value = _value(candidate)
        scheme = candidate.scheme
        if scheme == "roman" and len(candidate.label.printed) == 2:
            letter = ord(candidate.label.printed[0]) - ord("A") + 1
            before = self._open("letter")
            if before is not None and before.value + 1 == letter:
                scheme, value = "letter", letter
        word = str(candidate.label.path[0]) if scheme == "named" else ""
        before = next(
            (
                above
                for above in self._path()
                if above.scheme == scheme and _word(above) == word and above.value + 1 == value
            ),
            None,
        )
        parent = before.parent if before is not None else self._larger(candidate)
        fits = self._continues(
            candidate,
            parent,
            value,
            kind=f"{scheme} {word}",
            expected=lambda n: (word, n) if word else _like(candidate, n),
            running=scheme == "named",
        )
        return Section(candidate, parent, scheme, value) if fits else None

    def _larger(self, candidate: Candidate) -> Section | None:
        for above in self._path():
            if above.scheme in ("appendix", "attachment"):
                return above if above.candidate.rank >= candidate.rank - _RANK_SLACK else None
            if is_front_or_back_title(above.candidate.title):
                continue
            if above.is_titled and above.candidate.rank > candidate.rank + _RANK_SLACK:
                return above
        return None

    def _enumerated(self, candidate: Candidate) -> Section | None:
        parent = self._larger(candidate)
        return self._counted(candidate, parent, count_path=())

    def _unnumbered_heading(self, candidate: Candidate) -> Section | None:
        if not self._unnumbered.accepts(candidate):
            return None
        title = fold_title(candidate.title)
        if any(fold_title(above.candidate.title) == title for above in self._path()):
            return None  # printed once more, as on the first page behind the cover
        parent = self._larger(candidate)
        if is_front_or_back_title(candidate.title) and parent is not None:
            parent = parent if parent.scheme is None else None
        return Section(candidate, parent, None)


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


def _written(path: LabelPath) -> str:
    return ".".join(str(step) for step in path)


def _may_hold_clauses(section: Section) -> bool:
    if section.scheme == "decimal" and len(section.count_path) == 1:
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
    return section.candidate.rank > candidate.rank + _RANK_SLACK
