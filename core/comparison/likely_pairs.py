"""Which regulations look like editions of one another."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from core.model import RegulationInfo

_DIGITS = re.compile(r"[0-9]+")


def likely_pairs(infos: Sequence[RegulationInfo]) -> list[tuple[RegulationInfo, RegulationInfo]]:
    """Older and newer of what looks like editions of one regulation: by id, or by a title that
    differs in numbers only."""
    families: defaultdict[str, list[RegulationInfo]] = defaultdict(list)
    for info in infos:
        families[_DIGITS.sub("#", info.title).strip()].append(info)
    found: dict[tuple[str, str], tuple[RegulationInfo, RegulationInfo]] = {}
    for family in families.values():
        ordered = sorted(family, key=lambda info: (_numbers(info.title), _age(info)))
        for older, newer in pairwise(ordered):
            found[older.reg_id, newer.reg_id] = (older, newer)
    by_id = {info.reg_id: info for info in infos}
    for info in infos:
        base, at, _ = info.reg_id.partition("@")
        if at and base in by_id and not any(info.reg_id == older for older, _ in found):
            found[info.reg_id, base] = (info, by_id[base])
    return list(found.values())


def _numbers(title: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in _DIGITS.findall(title))


def _age(info: RegulationInfo) -> tuple[str, int]:
    return info.reg_id.partition("@")[0], info.edition
