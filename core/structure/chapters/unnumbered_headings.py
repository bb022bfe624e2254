"""Headings without a number: which of the lines in large or bold print begin a chapter."""

from collections import Counter
from collections.abc import Sequence

from core.structure.chapters.heading_candidates import Candidate
from core.structure.chapters.heading_shapes import is_front_or_back_title
from core.structure.chapters.numbering import Scheme
from core.structure.text_folding import fold_title

_STRUCTURAL: frozenset[Scheme | None] = frozenset(
    ("part", "chapter", "section", "article", "decimal", "paragraph sign", "letter")
)
_FEW = 3


class UnnumberedHeadings:
    """Known titles (前言) and those that contents or bookmarks list always count.

    Others need print that stands out, and a place where a chapter may begin: not the cover, not
    the document's title above its first chapter. Where chapters are numbered, bold print alone is
    emphasis or the caption of a table.
    """

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        numbered = [c for c in candidates if c.scheme in _STRUCTURAL and c.is_heading]
        articles = [c for c in candidates if c.scheme == "article"]
        self._is_numbered = len(numbered) >= _FEW or len(articles) >= _FEW
        self._first_numbered = min((c.place for c in (*numbered, *articles)), default=0)
        self._printed = Counter(fold_title(c.title) for c in candidates if c.label is None)
        listed = [c.place for c in candidates if c.is_listed]
        self._first_listed = listed[0] if len(listed) >= _FEW else None

    def accepts(self, candidate: Candidate) -> bool:
        if not candidate.is_heading:
            return False
        if is_front_or_back_title(candidate.title) or candidate.is_listed:
            return True
        if candidate.block.page_num == 1 or self._printed[fold_title(candidate.title)] >= _FEW:
            return False  # the cover; a watermark, or what every form has above it
        if self._first_listed is not None and candidate.place < self._first_listed:
            return False
        if self._is_numbered:
            return candidate.place > self._first_numbered and candidate.is_much_larger
        return True
