"""The sections that are open at a place in the text, from the innermost to the top."""

from core.structure.chapters.numbering import Scheme
from core.structure.chapters.section import Section


class OpenPath:
    def __init__(self) -> None:
        self.innermost: Section | None = None
        self._innermost_numbered: Section | None = None

    def enter(self, section: Section) -> None:
        self.innermost = section
        if section.scheme is not None:
            self._innermost_numbered = section

    def sections(self) -> list[Section]:
        return [] if self.innermost is None else self.innermost.ancestors()

    def numbered_sections(self) -> list[Section]:
        """Also those that a heading without number has left: 5.4 may go on behind it."""
        path = self.sections()
        left = self._innermost_numbered
        if left is None or left in path:
            return path
        return [*path, *(section for section in left.ancestors() if section not in path)]

    def nearest(self, *schemes: Scheme | None) -> Section | None:
        return next((section for section in self.sections() if section.scheme in schemes), None)

    def scope(self) -> Section | None:
        """What counts for itself: an appendix, an attachment; None is the document."""
        return self.nearest("appendix", "attachment")
