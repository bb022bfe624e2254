"""Stamps, logos and watermarks: the same picture at the same place on many pages."""

from collections import defaultdict
from collections.abc import Sequence

from core.parsing.elements import ElementPlace, ParsedPage

_FEWEST_PAGES = 4
_STEP = 0.005  # of the page: what rounding may shift a picture by


def repeated_pictures(pages: Sequence[ParsedPage]) -> set[ElementPlace]:
    """Places of pictures that say nothing of the page they stand on; none with words in it."""
    places: defaultdict[tuple[int, ...], list[ElementPlace]] = defaultdict(list)
    for page in pages:
        for index, element in enumerate(page.elements):
            if element.figure is not None and element.figure.is_raster and not element.text:
                box = element.box
                edges = (box.left, box.top, box.right, box.bottom)
                places[tuple(round(edge / _STEP) for edge in edges)].append((page.page_num, index))
    return {
        place
        for same in places.values()
        if len({page_num for page_num, _ in same}) >= _FEWEST_PAGES
        for place in same
    }
