"""A target that somebody typed without any word around it: 2.1.4, A.1, 6-2."""

import re

from core.structure.references.mentions import ReferenceMention, Step, StepKind, fold

_NUMBER = re.compile(r"\s*(?:第\s*)?(\d{1,2}(?:\.\d{1,3})*(?:\([A-Za-z0-9]{1,4}\))*)\s*")
_LETTERED = re.compile(r"\s*([A-Z](?:\.\d{1,2})*)\s*")
_REQUIREMENT = re.compile(r"\s*([RM]\d{1,2}(?:\.\d{1,2})*)\s*")
_ANY_NUMBER = r"(?:[RM]?\d{1,2}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,2})+)"
_SEVERAL = re.compile(
    rf"{_ANY_NUMBER}(?: ?(?:[、,~和及与或至到]|, and|and|or|to|through) ?{_ANY_NUMBER})+"
)
_CLAUSE = re.compile(r"\d{1,2}(?:\.\d{1,3}){2,5}(?![\d.-])")


def announced(text: str) -> str:
    """2.1.1、2.1.2, R1 to R3 or 2.1.4第3款, behind the word that makes references of numbers; or
    empty."""
    folded = fold(text)
    if _SEVERAL.fullmatch(folded) is None and _CLAUSE.match(folded) is None:
        return ""
    return ("Requirements " if folded[0] in "RM" else "见") + text


def read_target(text: str) -> list[ReferenceMention]:
    """Empty if the text is not just a number; sections are all that bare numbers can mean."""
    folded = fold(text)
    patterns: tuple[tuple[StepKind, re.Pattern[str]], ...] = (
        ("decimal", _NUMBER),
        ("requirement", _REQUIREMENT),
        ("appendix", _LETTERED),
    )
    for kind, pattern in patterns:
        found = pattern.fullmatch(folded)
        if found is not None:
            number = found.group(1)
            if kind == "decimal" and number.isdigit():
                kind = "chapter"  # 6 alone is the sixth chapter, however it is printed
            return [
                ReferenceMention(
                    start=0,
                    end=len(text),
                    text=text,
                    reference_type="requirement" if kind == "requirement" else "section",
                    parsed_target=number,
                    steps=(Step(kind, number),),
                )
            ]
    return []
