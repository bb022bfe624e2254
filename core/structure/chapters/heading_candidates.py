"""Blocks that may begin a chapter, with all that can be said of each one by itself.

Nothing is decided by number order here: that takes the neighbours (chapter_order).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.parsing.elements import Bookmark, ParsedElement
from core.structure.body import Body, BodyBlock
from core.structure.chapters.contents import Contents
from core.structure.chapters.heading_shapes import (
    Typography,
    asks_for_a_number,
    could_be_title,
    goes_on_small,
    is_amount,
    is_cited,
    is_front_or_back_title,
    is_made_of_words,
    is_short,
    split_appendix_kind,
    typography_of,
)
from core.structure.chapters.numbering import Label, Scheme, read_label
from core.structure.notes.labels import further_items, labelled_notes
from core.structure.tables.caption_text import read_caption
from core.structure.text_folding import fold_title, is_chinese

_AROUND_TITLES = " \t　:：–—-"
_TITLED_BELOW: frozenset[Scheme] = frozenset(
    ("part", "chapter", "section", "article", "appendix", "attachment", "decimal", "paragraph sign")
)
_NEVER_TITLED: frozenset[Scheme] = frozenset(("requirement", "requirement_part", "outline"))
_ONLY_IN_PRINT_THAT_STANDS_OUT: frozenset[Scheme] = frozenset(("roman", "letter", "named"))


@dataclass(frozen=True)
class Candidate:
    """``title_places`` are the blocks below a bare label that carry its title.

    ``is_heading`` says that it is set as a heading, ``is_listed`` that the contents or the
    bookmarks name it, ``stands_out`` that its print is larger or bolder than the text's. ``rank``
    is greater for larger print.
    """

    place: int
    block: BodyBlock
    label: Label | None
    title: str
    is_heading: bool
    is_listed: bool
    rank: float
    stands_out: bool = False
    is_much_larger: bool = False
    title_places: tuple[int, ...] = ()

    @property
    def scheme(self) -> Scheme | None:
        return None if self.label is None else self.label.scheme

    @property
    def left(self) -> float:
        return self.block.element.box.left

    @property
    def is_clause(self) -> bool:
        """A number whose text follows directly."""
        return self.label is not None and not self.title and not self.is_heading


def find_candidates(
    body: Body, bookmarks: Sequence[Bookmark], contents: Contents
) -> list[Candidate]:
    reader = _Reader(body, typography_of(body), _listed(bookmarks, contents), contents.block_ids)
    found: list[Candidate] = []
    used = _items_of_notes(body)
    for place, block in enumerate(body.blocks):
        if place in used or block.block_id in contents.block_ids:
            continue
        candidate = reader.candidate(place, block)
        if candidate is not None:
            used.update(candidate.title_places)
            found.append(candidate)
    if _are_enumerated(found):
        return found
    return [c for c in found if c.scheme != "enumerated" or c.stands_out or c.is_listed]


_COUNTED_ABOVE: frozenset[Scheme | None] = frozenset(
    ("part", "chapter", "section", "article", "paragraph sign")
)


def _are_enumerated(candidates: Sequence[Candidate]) -> bool:
    """Do 一、 and 二、 in the print of the text count the chapters, as official letters have it?

    Not where anything else counts them, and not where the numbers are those of a list.
    """
    plain: list[Candidate] = []
    for candidate in candidates:
        label = candidate.label
        if label is None:
            continue
        is_decimal = candidate.scheme == "decimal" and len(label.path) > 1 and candidate.title
        if candidate.scheme in _COUNTED_ABOVE or is_decimal:
            return False
        if candidate.scheme == "enumerated":
            if candidate.stands_out or not candidate.title or label.printed[0].isdigit():
                return False
            plain.append(candidate)
    firsts = [c.label.path for c in plain[:2] if c.label is not None]
    has_text = all(other.place > one.place + 1 for one, other in pairwise(plain))
    return firsts == [(1,), (2,)] and has_text


def _items_of_notes(body: Body) -> set[int]:
    """注：1.… and 2.… on a line of its own below it, in the same print: no second chapter."""
    found: set[int] = set()
    item: tuple[str, int] | None = None
    height: float | None = None
    is_below_table = False
    for place, block in enumerate(body.blocks):
        element = block.element
        if element.table is not None or element.kind == "heading":
            item, is_below_table = None, element.table is not None
            continue
        starts = tuple(line.start for line in element.lines)
        notes = labelled_notes(element.text, starts, is_below_table=is_below_table)
        is_below_table = False
        if not notes and item is not None and element.font_height == height:
            notes = further_items(element.text, item)
            found.update([place] if notes else [])
        item, height = (notes[-1].item if notes else None), element.font_height
    return found


def _listed(bookmarks: Sequence[Bookmark], contents: Contents) -> dict[str, set[int | None]]:
    """Folded titles that the file itself lists, with the page that a bookmark names."""
    listed: dict[str, set[int | None]] = {}
    for bookmark in bookmarks:
        listed.setdefault(fold_title(bookmark.title), set()).add(bookmark.page_num)
    for entry in contents.entries:
        if entry.listed == "chapters":
            listed.setdefault(fold_title(entry.label + entry.title), set()).add(None)
    return listed


@dataclass(frozen=True)
class _Reader:
    body: Body
    typography: Typography
    listed: Mapping[str, set[int | None]]
    in_contents: frozenset[str]

    def candidate(self, place: int, block: BodyBlock) -> Candidate | None:
        element = block.element
        if element.kind not in ("text", "heading", "list") or _is_note(element, self.typography):
            return None
        if read_caption(element.text) is not None:
            return None
        label = read_label(element.text)
        if label is None:
            return self._unnumbered(place, block)
        return self._numbered(place, block, label)

    def _unnumbered(self, place: int, block: BodyBlock) -> Candidate | None:
        element = block.element
        text = " ".join(element.text.split())
        stands_out = element.kind == "heading" or self.typography.stands_out(element)
        if not stands_out or not could_be_title(text, element, self.typography):
            return None
        if not is_made_of_words(text):
            return None
        if self.typography.is_smaller(element):
            return None  # the caption of a table without a number
        if not self.typography.is_larger(element) and (text.endswith(".") or not is_short(text)):
            return None  # a sentence in bold
        return Candidate(
            place=place,
            block=block,
            label=None,
            title=_without_cjk_blanks(text),
            is_heading=self.typography.stands_out(element) or is_front_or_back_title(text),
            is_listed=self._is_listed(block, text),
            rank=self.typography.rank(element),
            stands_out=self.typography.stands_out(element),
            is_much_larger=self.typography.is_much_larger(element),
        )

    def _numbered(self, place: int, block: BodyBlock, label: Label) -> Candidate | None:
        element = block.element
        behind = element.text[label.end :]
        stands_out = self.typography.stands_out(element)
        is_listed = self._is_listed(block, element.text)
        if not is_listed and (_is_cited(label, behind) or _is_amount(label, behind)):
            return None
        if goes_on_small(behind) and self._asks_for_a_number_before(place):
            return None
        if label.scheme in _ONLY_IN_PRINT_THAT_STANDS_OUT and not (stands_out or is_listed):
            return None
        if label.scheme == "outline" and is_chinese(behind):
            return None  # an item of a list: (1) 断电操作顺序
        title, appendix_kind = split_appendix_kind(behind)
        is_title = self._is_title(label, title, element, is_listed)
        candidate = Candidate(
            place=place,
            block=block,
            label=label,
            title=_without_cjk_blanks(title.strip(_AROUND_TITLES)) if is_title else "",
            is_heading=is_title or (not title.strip() and (stands_out or bool(appendix_kind))),
            is_listed=is_listed,
            rank=self.typography.rank(element),
            stands_out=stands_out,
        )
        if not title.strip() and label.scheme in _TITLED_BELOW:
            return self._with_title_below(candidate)
        if candidate.is_heading or _may_be_clause(candidate, self.typography):
            return candidate
        return None

    def _asks_for_a_number_before(self, place: int) -> bool:
        """…in Applicability section / 4.2.1 above. where a line was taken for a paragraph."""
        return place > 0 and asks_for_a_number(self.body.blocks[place - 1].text)

    def _is_title(self, label: Label, title: str, element: ParsedElement, is_listed: bool) -> bool:
        if label.scheme in _NEVER_TITLED or not title.strip():
            return False
        if is_listed and could_be_title(title, element, self.typography):
            return True
        if not could_be_title(title, element, self.typography):
            # "4. Applicability:" in bold
            stripped = title.rstrip(" :：.")
            if not self.typography.stands_out(element) or not could_be_title(
                stripped, element, self.typography
            ):
                return False
        if label.scheme == "article":
            return self.typography.stands_out(element)
        return (
            self.typography.stands_out(element)
            or element.kind == "heading"
            or (is_short(title) and len(element.lines) <= 1)
        )

    def _with_title_below(self, bare: Candidate) -> Candidate | None:
        """The title of a bare label is the next block: 第一章 / 总则, 3.1.1 / 码率 code rate."""
        title, places = self._title_below(bare)
        if title or bare.scheme not in ("decimal", "article"):
            return replace(bare, title=title, title_places=places, is_heading=True)
        if bare.scheme == "decimal" and bare.label is not None and len(bare.label.path) == 1:
            return None  # one of a column of row numbers
        is_heading = bare.is_heading or bare.block.element.kind == "heading"
        return replace(bare, is_heading=is_heading)

    def _title_below(self, bare: Candidate) -> tuple[str, tuple[int, ...]]:
        places: list[int] = []
        for place in range(bare.place + 1, min(bare.place + 3, len(self.body.blocks))):
            block = self.body.blocks[place]
            if block.element.kind not in ("text", "heading") or block.block_id in self.in_contents:
                break
            if block.page_num > bare.block.page_num + 1:
                break
            behind, appendix_kind = split_appendix_kind(block.text)
            if appendix_kind and not behind.strip():
                places.append(place)
                continue
            if read_label(block.text) is None and self._titles(bare, block.element, behind):
                return _without_cjk_blanks(behind), (*places, place)
            break
        return "", tuple(places)

    def _titles(self, bare: Candidate, element: ParsedElement, text: str) -> bool:
        if read_caption(text) is not None or not could_be_title(text, element, self.typography):
            return False
        if bare.scheme == "decimal":
            return len(element.lines) <= 1 or self.typography.stands_out(element)
        if element.kind == "heading" or self.typography.stands_out(element):
            return True
        return bare.scheme != "article" and is_short(text)

    def _is_listed(self, block: BodyBlock, text: str) -> bool:
        pages = self.listed.get(fold_title(text))
        label = read_label(text)
        if pages is None and label is not None:
            title, _ = split_appendix_kind(text[label.end :])
            pages = self.listed.get(fold_title(label.printed + title))
        if pages is None:
            return False
        near = (block.page_num - 1, block.page_num, block.page_num + 1)
        return None in pages or any(page in near for page in pages)


def _is_note(element: ParsedElement, typography: Typography) -> bool:
    """Small print with a raised number in front is a footnote, whatever it looks like."""
    begins_raised = any(start <= 2 for start, _ in element.superscripts)
    return begins_raised and (typography.is_smaller(element) or element.kind != "heading")


def _is_cited(label: Label, behind: str) -> bool:
    if label.scheme in _NEVER_TITLED or label.printed.endswith("."):
        return False
    is_long_number = label.scheme == "decimal" and len(label.path) > 2
    return is_cited(behind) or (goes_on_small(behind) and not is_long_number)


def _is_amount(label: Label, behind: str) -> bool:
    """Amounts have one or two steps; 2.1.4 never is one."""
    if label.scheme != "decimal" or len(label.path) > 2 or label.printed.endswith("."):
        return False
    return isinstance(label.path[0], int) and (label.path[0] == 0 or is_amount(behind))


def _may_be_clause(candidate: Candidate, typography: Typography) -> bool:
    if typography.is_smaller(candidate.block.element):
        return False  # 1 号主变 beside a drawing
    return candidate.scheme in (
        "decimal",
        "article",
        "requirement",
        "requirement_part",
        "outline",
        "paragraph sign",
    )


def _without_cjk_blanks(text: str) -> str:
    """`前 言` is set wide, `码率 code rate` is two words."""
    collapsed = " ".join(text.split())
    if re.fullmatch(r"(?:[\u4e00-\u9fff]\s)+[\u4e00-\u9fff]", collapsed):
        return collapsed.replace(" ", "")
    return collapsed
