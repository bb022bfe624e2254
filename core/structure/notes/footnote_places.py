"""Which block a footnote at the foot of a page belongs to: the one with its raised mark."""

import re

from core.structure.body import Body, BodyBlock

_MARK = re.compile(r"[(（]?(?P<mark>\d{1,3}|[a-z]|[*†‡]+)(?P<close>[)）]?)")


def cited_from(body: Body) -> dict[str, str]:
    """Footnote block to citing block, both on one page; a footnote that none cites is left out."""
    found: dict[str, str] = {}
    for blocks in body.by_page.values():
        for footnote in _at_the_foot(blocks):
            citing = _citing(footnote, blocks)
            if citing is not None:
                found[footnote.block_id] = citing.block_id
    return found


def _at_the_foot(blocks: tuple[BodyBlock, ...]) -> list[BodyBlock]:
    """The last blocks of the page, as far as they are footnotes with a mark."""
    found: list[BodyBlock] = []
    for block in reversed(blocks):
        if block.element.kind != "footnote" or _mark(block) is None:
            break
        found.append(block)
    return found


def _mark(block: BodyBlock) -> str | None:
    raised = next(
        (
            block.text[start:end]
            for start, end in block.element.superscripts
            if not block.text[:start].strip(" (（")
        ),
        None,
    )
    if raised is not None:
        return raised.strip(" ()（）")
    match = _MARK.match(block.text)
    return None if match is None else match["mark"]


def _citing(footnote: BodyBlock, blocks: tuple[BodyBlock, ...]) -> BodyBlock | None:
    mark = _mark(footnote)
    for block in blocks:
        if block.order >= footnote.order or block.element.kind == "footnote":
            continue
        element = block.element
        if any(
            element.text[start:end].strip(" ()（）") == mark for start, end in element.superscripts
        ):
            return block
    # Many files do not tell what is raised: the mark then ends a word, as in `in time2.`
    if mark is None:
        return None
    end = r"[)）]" if re.match(rf"{re.escape(mark)}[)）]", footnote.text) else r"(?![\w%])"
    printed = re.compile(rf"(?<=[a-z]{{2}}|[\u4e00-\u9fff”）]{{2}}){re.escape(mark)}{end}")
    return next(
        (
            block
            for block in blocks
            if block.order < footnote.order
            and block.element.kind in ("text", "list", "heading")
            and printed.search(block.text)
        ),
        None,
    )
