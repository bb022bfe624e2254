"""Section numbers: what a chapter is called by, unique in its document.

第六章 is 6, its 第三节 6.3; decimals as printed; 附录A is A; 附件1 is 附件1, its 第十二条 附件1/12;
Article 4 is 4; R1. is R1 and Part 1.1 of it R1.1; (A) below 4.3(a)(3) is 4.3(a)(3)(A).
"""

import re

from core.structure.chapters.section import Section

_LONGEST_TITLE = 40


def section_number(section: Section, taken: set[str]) -> str:
    """A number that is not ``taken``: where the printed one is, the parent's goes before it."""
    number = _printed(section)
    above = "" if section.parent is None else section.parent.number
    if number in taken and above and not number.startswith(above):
        number = f"{above}/{number}"
    unique, again = number, 2
    while unique in taken:
        unique, again = f"{number}_{again}", again + 1
    return unique


def _printed(section: Section) -> str:
    label, above = section.candidate.label, section.parent
    if label is None:
        return re.sub(r"[\s/]+", "_", section.candidate.title)[:_LONGEST_TITLE].strip("_")
    own = ".".join(str(step) for step in label.path)
    if label.scheme == "outline" and above is not None:
        return f"{above.number}({own})"
    if label.scheme == "section" and above is not None and above.scheme == "chapter":
        return f"{above.number}.{own}"
    if label.scheme == "article":
        return own if above is None else f"{above.number}/{own}"
    if label.scheme == "decimal":
        return _decimal(section, own)
    if label.scheme == "requirement_part":
        return f"R{own}"
    if label.scheme == "requirement":
        return "".join(str(step) for step in label.path)
    if label.scheme == "appendix" and re.fullmatch("[A-Z]", own):
        return own
    if label.scheme in ("appendix", "attachment", "part", "named", "roman"):
        return label.printed.rstrip(".:：")
    return own


def _decimal(section: Section, own: str) -> str:
    above = section.parent
    if above is None:
        return own
    if above.number.startswith("R") and above.scheme in ("requirement", "decimal"):
        return f"R{own}"
    if above.scheme == "article" and len(section.count_path) == 1:
        return f"{above.number}({own})"
    outer = section.ancestors()[-1]
    # An attachment counts for itself; A.1 and A1.1 say where they belong.
    if outer.scheme in ("appendix", "attachment") and own[0].isdigit():
        return f"{outer.number}/{own}"
    return own
