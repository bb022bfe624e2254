"""Headings whose level an analyst has set."""

from collections.abc import Mapping

from core.structure.body import Body
from core.structure.chapters.heading_candidates import Candidate
from core.structure.chapters.numbering import read_label
from core.structure.chapters.section import Section

_AROUND_TITLES = " \t　:：–—-"


def correct_levels(body: Body, sections: list[Section], levels: Mapping[str, int]) -> list[Section]:
    """``levels`` by block, 0 for what is no heading; -> the sections in reading order.

    A section moves with all that is below it. It goes under the nearest section before it that is
    one level higher, or as deep as there is one.
    """
    for block_id in sorted(levels, key=body.position.__getitem__):
        level, place = levels[block_id], body.position[block_id]
        section = next((s for s in sections if s.candidate.place == place), None)
        if level:
            _move(sections, section or _insert(body, sections, place), level)
            continue
        if section is not None:
            _remove(sections, section)
    for section in sections:
        if levels.get(section.candidate.block.block_id) and not section.is_titled:
            section.candidate = _heading(body, section.candidate.place)  # it was a clause
    return sections


def _insert(body: Body, sections: list[Section], place: int) -> Section:
    candidate = _heading(body, place)
    section = Section(candidate, None, candidate.scheme)
    behind = next((n for n, s in enumerate(sections) if s.candidate.place > place), len(sections))
    sections.insert(behind, section)
    return section


def _remove(sections: list[Section], section: Section) -> None:
    sections.remove(section)
    for child in list(section.children):
        _put_under(child, section.parent)
    _put_under(section, None)


def _heading(body: Body, place: int) -> Candidate:
    block = body.blocks[place]
    label = read_label(block.text)
    title = block.text[label.end :] if label is not None else block.text
    return Candidate(
        place=place,
        block=block,
        label=label,
        title=" ".join(title.split()).strip(_AROUND_TITLES),
        is_heading=True,
        is_listed=False,
        rank=0.0,
    )


def _move(sections: list[Section], section: Section, level: int) -> None:
    at = sections.index(section)
    _put_under(section, None)
    above = None
    if level > 1 and at > 0:
        higher = [s for s in sections[at - 1].ancestors() if s.level < level]
        above = higher[0] if higher else None  # the innermost
    _put_under(section, above)
    # What has no number of its own belongs to the heading that it stands under.
    for follower in sections[at + 1 :]:
        if section in follower.ancestors():
            continue
        if follower.level <= section.level:
            break
        if follower.scheme is None:
            _put_under(follower, section)


def _put_under(section: Section, above: Section | None) -> None:
    if section.parent is not None:
        section.parent.children.remove(section)
    section.parent = above
    if above is not None:
        above.children.append(section)
        above.children.sort(key=lambda child: child.candidate.place)
