"""Pages of text made for tests: a line is a tuple, or a string for a plain paragraph."""

from core.model.geometry import Box
from core.parsing.elements import ParsedElement, ParsedPage, TextLine
from core.structure.body import make_body
from core.structure.chapters.contents import find_contents
from core.structure.chapters.tree import find_chapters
from core.structure.furniture import find_furniture

BODY_HEIGHT = 10.0


def line(text, *, top=0.3, left=0.12, height=BODY_HEIGHT, kind="text", bold=False, raised=()):
    box = Box(left=left, top=top, right=0.9, bottom=min(top + 0.015, 1.0))
    return ParsedElement(
        kind=kind,
        text=text,
        box=box,
        lines=(TextLine(start=0, end=len(text), box=box),),
        font_height=height,
        is_bold=bold,
        superscripts=raised,
    )


def heading(text, *, height=14.0, **others):
    return line(text, height=height, kind="heading", bold=True, **others)


def page(page_num, *elements, width=595.0, height=842.0):
    """Strings are paragraphs; what has no own place is set one below the other."""
    placed = []
    for index, element in enumerate(elements):
        made = element if isinstance(element, ParsedElement) else line(element)
        if made.box.top == 0.3:
            top = 0.15 + 0.7 * index / max(len(elements), 1)
            box = Box(left=made.box.left, top=top, right=0.9, bottom=top + 0.015)
            lines = tuple(one.model_copy(update={"box": box}) for one in made.lines)
            made = made.model_copy(update={"box": box, "lines": lines})
        placed.append(made)
    return ParsedPage(page_num=page_num, width=width, height=height, elements=tuple(placed))


def body_of(*pages):
    return make_body("made", pages, find_furniture(pages))


def tree_of(*pages, bookmarks=()):
    body = body_of(*pages)
    return find_chapters(body, bookmarks, find_contents(body))


def numbers(tree):
    return [node.section_number for node in tree.nodes]
