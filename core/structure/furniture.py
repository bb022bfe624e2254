"""Running headers, footers and page numbers, recognised over the whole document.

A line is furniture when it lies at the edge of its page, nothing but furniture lies further out,
and other pages carry the same line there. Numbers in it may differ only as page numbers do: the
heading ``Article 12`` at the top of many pages is no header, ``Page 12`` is.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.parsing.elements import ElementPlace, ParsedElement, ParsedPage
from core.structure.chapters.numbering import read_label, roman_value
from core.structure.tables.caption_text import read_caption
from core.structure.text_folding import fold_widths

_EDGE = 0.125  # of the page height, where headers and footers are set
_SAME_ROW = 0.012
_LONGEST = 300
_NUMBER = re.compile(r"\d+")
_DASH = re.compile(r"[‐‑‒–—―−]")
_ROMAN_PAGE = re.compile(r"[\s\-·]*([ivxlcIVXLCⅠ-Ⅻ]{1,6})[\s\-·]*")
_PAGE_NUMBER = re.compile(
    r"(?i)(?:[-·•|\s]*\d{1,4}[-·•|\s]*"
    r"|(?:page|seite|p\.)\s*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?"
    r"|\d{1,4}\s*(?:/|of)\s*\d{1,4}"
    r"|第\s*\d{1,4}\s*页(?:[\s,，/]*共\s*\d{1,4}\s*页)?"
    r"|共\s*\d{1,4}\s*页[\s,，/]*第\s*\d{1,4}\s*页)"
)
_DECORATED = re.compile(r"(?i)[-·]\s*\d+\s*[-·]|page\s*\d+.*|[第共]\s*\d+\s*页.*|\d+\s*/\s*\d+")
_ENDS_A_SENTENCE = tuple("。；;，,：:")


@dataclass(frozen=True)
class _EdgeLine:
    """A line near the top or bottom edge of a page."""

    place: ElementPlace
    at_top: bool
    page_shape: tuple[int, int]
    text: str
    masked: str
    print_style: tuple[int, bool]
    is_heading: bool
    middle: float
    numbers: tuple[int, ...]

    @property
    def page_num(self) -> int:
        return self.place[0]


def find_furniture(pages: Sequence[ParsedPage]) -> set[ElementPlace]:
    """Places of the elements to be kept out of the content; tables are never among them."""
    lines = [line for page in pages for line in _edge_lines(page)]
    repeated = _repeated(lines, len(pages)) | _page_numbers(lines, len(pages))
    known: defaultdict[tuple[bool, str], list[float]] = defaultdict(list)
    for line in lines:
        if line.place in repeated:
            known[line.at_top, line.masked].append(line.middle)
    shapes = Counter(shape for _, shape in {(line.page_num, line.page_shape) for line in lines})
    for line in lines:
        heights = known.get((line.at_top, line.masked), [])
        # A single landscape page has its furniture elsewhere: the same words at its edge will do.
        if heights and (
            shapes[line.page_shape] < 3
            or any(abs(line.middle - height) <= _SAME_ROW for height in heights)
        ):
            repeated.add(line.place)
    return {place for page in pages for place in _outermost(page, repeated)}


def _edge_lines(page: ParsedPage) -> Iterable[_EdgeLine]:
    for index, element in enumerate(page.elements):
        at_top = element.box.bottom <= _EDGE
        if not (at_top or element.box.top >= 1 - _EDGE) or not _may_be_furniture(element):
            continue
        text = _DASH.sub("-", " ".join(fold_widths(element.text).split()))
        yield _EdgeLine(
            place=(page.page_num, index),
            at_top=at_top,
            page_shape=(round(page.width / 10), round(page.height / 10)),
            text=text,
            masked=_NUMBER.sub("#", text),
            print_style=(round(element.font_height or 0), bool(element.is_bold)),
            is_heading=element.kind == "heading",
            middle=(element.box.top + element.box.bottom) / 2,
            numbers=tuple(int(number) for number in _NUMBER.findall(text)),
        )


def _may_be_furniture(element: ParsedElement) -> bool:
    if element.kind in ("table", "figure", "caption", "footnote"):
        return False
    text = element.text.strip()
    return 0 < len(text) <= _LONGEST and len(element.lines) <= 4 and read_caption(text) is None


def _repeated(lines: Sequence[_EdgeLine], page_count: int) -> set[ElementPlace]:
    found: set[ElementPlace] = set()
    groups: defaultdict[tuple[object, ...], list[_EdgeLine]] = defaultdict(list)
    for line in lines:
        # the cover, or the heading that the header repeats, has the same words in other print
        groups[line.at_top, line.page_shape, line.masked, line.print_style].append(line)
    for group in groups.values():
        if group[0].masked.strip("# -·") == "":
            continue  # bare page numbers are judged by their counting
        for row in _rows(group):
            members = _counting_as_pages_do(row)
            pages = {line.page_num for line in members}
            if pages and len(pages) >= _pages_needed(members, page_count):
                found.update(line.place for line in members)
    return found


def _pages_needed(members: Sequence[_EdgeLine], page_count: int) -> int:
    """Two pages are enough where there are hardly more, and for the header of a short chapter."""
    first = members[0]
    is_sentence = first.text.endswith(_ENDS_A_SENTENCE)
    if len({line.text for line in members}) > 1:
        # Chapter 1 on page 1, Chapter 2 on page 2: counting alone makes no header
        may_count = first.is_heading and not _is_numbered_alike(first.text)
        return page_count + 1 if may_count or is_sentence else 3
    page_nums = {line.page_num for line in members}
    are_neighbours = max(page_nums) - min(page_nums) <= 2 * len(page_nums) - 1
    return 2 if not is_sentence and (page_count <= 3 or are_neighbours) else 3


def _is_numbered_alike(text: str) -> bool:
    """``12 Rules of Operation``: headings with a mere number never share the words behind it."""
    label = read_label(text)
    is_number = label is not None and label.scheme == "decimal" and len(label.path) == 1
    return label is not None and is_number and any(char.isalpha() for char in text[label.end :])


def _rows(group: Sequence[_EdgeLine]) -> list[list[_EdgeLine]]:
    """Lines of one text by their height on the page.

    The same words may wander: some word processors set each page's header at another height.
    """
    if len(group) >= 3 and len({line.text for line in group}) == 1:
        return [list(group)]
    rows: list[list[_EdgeLine]] = []
    for line in sorted(group, key=lambda line: line.middle):
        if rows and line.middle - rows[-1][-1].middle <= _SAME_ROW:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _counting_as_pages_do(row: Sequence[_EdgeLine]) -> list[_EdgeLine]:
    """Those whose every number stays the same or grows with the pages."""
    width = min((len(line.numbers) for line in row), default=0)
    members = list(row)
    for slot in range(width):
        fixed, fixed_count = Counter(line.numbers[slot] for line in members).most_common(1)[0]
        offset, offset_count = Counter(
            line.numbers[slot] - line.page_num for line in members
        ).most_common(1)[0]
        if fixed_count >= offset_count:
            members = [line for line in members if line.numbers[slot] == fixed]
        else:
            members = [line for line in members if line.numbers[slot] - line.page_num == offset]
        if not members:
            break
    return members


def _page_numbers(lines: Sequence[_EdgeLine], page_count: int) -> set[ElementPlace]:
    candidates: list[tuple[_EdgeLine, int]] = []
    for line in lines:
        roman = _ROMAN_PAGE.fullmatch(line.text)
        if roman and (value := _roman(roman[1])) is not None:
            candidates.append((line, value))
        elif _PAGE_NUMBER.fullmatch(line.text):
            is_total_first = line.text.startswith("共")
            candidates.append((line, line.numbers[-1 if is_total_first else 0]))
    steps = Counter((line.at_top, value - line.page_num) for line, value in candidates)
    sure = [line for line, value in candidates if steps[line.at_top, value - line.page_num] >= 2]
    if page_count == 1:
        sure = [line for line, _ in candidates if _DECORATED.fullmatch(line.text)]
    rows = {(line.at_top, line.page_shape, round(line.middle / _SAME_ROW)) for line in sure}
    found = {line.place for line in sure}
    for line, _ in candidates:  # the only page with a roman number, in the row of the others
        step = round(line.middle / _SAME_ROW)
        if any((line.at_top, line.page_shape, step + near) in rows for near in (-1, 0, 1)):
            found.add(line.place)
    return found


def _roman(text: str) -> int | None:
    if len(text) == 1 and "Ⅰ" <= text <= "Ⅻ":
        return ord(text) - ord("Ⅰ") + 1
    return roman_value(text)


def _outermost(page: ParsedPage, accepted: set[ElementPlace]) -> set[ElementPlace]:
    """Of the accepted lines those with nothing but accepted lines between them and the edge."""
    kept: set[ElementPlace] = set()
    printed = [
        (element.box, (page.page_num, index))
        for index, element in enumerate(page.elements)
        if element.kind != "figure"  # a stamp or logo may lie anywhere
    ]
    for at_top in (True, False):
        inwards = sorted((box.top if at_top else -box.bottom, place) for box, place in printed)
        blocked_at: float | None = None
        for depth, place in inwards:
            if blocked_at is not None and depth - blocked_at > _SAME_ROW:
                break
            if place in accepted:
                kept.add(place)
            elif blocked_at is None:
                blocked_at = depth
    return kept
