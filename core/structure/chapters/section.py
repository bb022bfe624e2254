"""A section while the tree of chapters grows."""

from dataclasses import dataclass, field

from core.structure.chapters.heading_candidates import Candidate
from core.structure.chapters.numbering import LabelPath, Scheme
from core.structure.chapters.outline_tokens import Count

CONTAINERS: frozenset[Scheme | None] = frozenset(
    ("part", "appendix", "attachment", "letter", "paragraph sign")
)


@dataclass(eq=False)
class Section:
    """``count_path`` is what decimal numbers below begin with: (6, 3) in 第三节 of 第六章.

    ``count`` is the way an outline counts, ``value`` where it stands in it; ``number`` is its
    section number once it has one.
    """

    candidate: Candidate
    parent: "Section | None"
    scheme: Scheme | None
    value: int = 0
    count_path: LabelPath = ()
    count: Count | None = None
    number: str = ""
    children: list["Section"] = field(default_factory=list)

    @property
    def is_titled(self) -> bool:
        return self.candidate.is_heading or bool(self.candidate.title)

    @property
    def level(self) -> int:
        return 1 if self.parent is None else self.parent.level + 1

    def ancestors(self) -> "list[Section]":
        """Itself and all above it, the innermost first."""
        found: list[Section] = []
        section: Section | None = self
        while section is not None:
            found.append(section)
            section = section.parent
        return found

    def holds(self, prefix: LabelPath) -> bool:
        """Whether numbers that begin with ``prefix`` belong here: A1.2 belongs to Attachment 1."""
        if not prefix or not self.count_path:
            return False
        if self.count_path == prefix:
            return True
        token = prefix[0]
        return (
            len(prefix) == 1
            and self.scheme in ("appendix", "attachment")
            and isinstance(token, str)
            and token[1:].isdigit()
            and int(token[1:]) == self.count_path[-1]
        )
