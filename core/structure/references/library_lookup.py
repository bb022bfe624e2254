"""Other regulations by the number or the title that a reference gives."""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.model.references import ReferenceTarget
from core.model.regulations import RegulationInfo
from core.structure.references.standards import (
    StandardNumber,
    read_standard,
    standards_in,
    title_key,
)

_EDITION = re.compile(r"\d{4}年?[^\d]{0,4}[版本]$")


SQUEEZED_OUT = " \t\n\u3000《》()（）[]［］-—–‐:："


class LibraryLookup:
    def __init__(self, library: Sequence[RegulationInfo], own_reg_id: str) -> None:
        self._others = [info for info in library if info.reg_id != own_reg_id]
        self._numbers = {
            info.reg_id: frozenset().union(*map(_numbers, _names(info))) for info in self._others
        }

    def holds(self, reg_id: str) -> bool:
        return reg_id in self._numbers

    def is_meant(self, document: str) -> bool:
        """Does the name mean one of these regulations and leave no doubt?"""
        found, doubt = self.find(document)
        return len(found) == 1 and not doubt

    def find(self, document: str) -> tuple[tuple[ReferenceTarget, ...], str]:
        """The regulations that the name may mean, and the reason unless it is exactly one."""
        number = read_standard(document)
        if number is None:
            return self._by_title(document)
        same = [
            (info, {known.year for known in self._numbers[info.reg_id] if known.key == number.key})
            for info in self._others
        ]
        carrying = [(info, years) for info, years in same if years]
        if not carrying:
            return (), f"{document} is another document that is not in the library"
        if number.year:
            exact = [info for info, years in carrying if number.year in years]
            undated = [info for info, years in carrying if years == {""}]
            if not exact and not undated:
                return (), f"the library holds another edition of {document}"
            if not exact:
                return _targets(undated), f"the library does not say which edition of {document}"
            carrying = [(info, years) for info, years in carrying if info in exact]
        found = _present([info for info, _ in carrying])
        return _targets(found), "" if len(found) == 1 else "several regulations bear that number"

    def _by_title(self, title: str) -> tuple[tuple[ReferenceTarget, ...], str]:
        wanted = title_key(title)
        bearing = [i for i in self._others if wanted in {title_key(name) for name in _names(i)}]
        exact = _present(bearing)
        if len(exact) == 1:
            return _targets(exact), ""
        if exact:
            return _targets(exact), "several regulations bear that title"
        undated = _EDITION.sub("", wanted)
        near = [
            info
            for info in self._others
            if undated and undated in {_EDITION.sub("", title_key(name)) for name in _names(info)}
        ]
        if near:
            return _targets(near), f"the library does not say which edition of {title}"
        return (), f"{title} is another document that is not in the library"


def document_keys(info: RegulationInfo) -> set[str]:
    """What of its number or title stands in every reference to it, squeezed by :func:`squeezed`."""
    names = _names(info)
    numbers = {number.key for name in names for number in _numbers(name)}
    titles = {_EDITION.sub("", title_key(name)) for name in names}
    return {key for key in map(squeezed, numbers | titles) if key}


def squeezed(name: str) -> str:
    """However a name is set, it reads the same."""
    return name.lower().translate(dict.fromkeys(map(ord, SQUEEZED_OUT))).replace("std", "")


def _present(found: list[RegulationInfo]) -> list[RegulationInfo]:
    """Without past editions of what is there itself: a name means what is in force."""
    in_force = {info.reg_id for info in found}
    return [info for info in found if _base(info.reg_id) not in in_force - {info.reg_id}]


def _base(reg_id: str) -> str:
    return reg_id.partition("@")[0]


@lru_cache(maxsize=4096)
def _numbers(name: str) -> frozenset[StandardNumber]:
    return frozenset(standards_in(name))


def _names(info: RegulationInfo) -> tuple[str, ...]:
    return (info.title, *info.keywords, *info.numbers)


def _targets(found: Sequence[RegulationInfo]) -> tuple[ReferenceTarget, ...]:
    return tuple(
        ReferenceTarget(target_id=i.reg_id, reg_id=i.reg_id, page_num=1, label=i.title)
        for i in found
    )
