"""Tables and figures by their printed number."""

import re
from collections import defaultdict
from collections.abc import Sequence

from core.model import ids
from core.model.figures import Figure
from core.model.references import ReferenceTarget
from core.model.tables import Table
from core.structure.chapters.chapter_paths import ChapterPaths
from core.structure.references.mentions import StepKind

_NOUN = re.compile(r"(?:表|图|table|figure|fig\.?)\s*", re.IGNORECASE)


class PictureLookup:
    def __init__(
        self, tables: Sequence[Table], figures: Sequence[Figure], paths: ChapterPaths
    ) -> None:
        self._paths = paths
        self._by_number: dict[tuple[str, str], list[tuple[ReferenceTarget, str]]] = defaultdict(
            list
        )
        for table in tables:
            if table.number:
                self._by_number["table", picture_key(table.number)].append(
                    (table_target(table), table.chapter_id or "")
                )
        for figure in figures:
            if figure.number:
                self._by_number["figure", picture_key(figure.number)].append(
                    (figure_target(figure), figure.chapter_id or "")
                )

    def find(
        self, kind: StepKind, number: str, place: str | None, within: str | None
    ) -> tuple[tuple[ReferenceTarget, ...], str]:
        """``place`` is the chapter of the reference, ``within`` the one that it names itself."""
        found = self._by_number.get((kind, picture_key(number)), [])
        if not found:
            return (), f"there is no {kind} {number} in this document"
        if within is not None:
            inside = [pair for pair in found if self._paths.is_within(pair[1], within)]
            if not inside:
                return tuple(target for target, _ in found), f"no {kind} {number} stands there"
            found = inside
        if len(found) > 1 and place:
            found = self._nearest(found, place)
        targets = tuple(target for target, _ in found)
        if len(targets) == 1:
            return targets, ""
        return targets, "the place does not tell which of these is meant"

    def _nearest(
        self, found: list[tuple[ReferenceTarget, str]], place: str
    ) -> list[tuple[ReferenceTarget, str]]:
        """Numbers may start anew in every appendix: the lowest chapter that has one decides."""
        for ancestor in self._paths.upwards(place):
            near = [pair for pair in found if self._paths.is_within(pair[1], ancestor)]
            if near:
                return near
        return found


def table_target(table: Table) -> ReferenceTarget:
    label = table.caption or (f"表{table.number}" if table.number else table.table_id)
    page_num = table.caption_page or table.page_start  # where the reader finds it
    return _target(table.table_id, table.reg_id, page_num, label)


def figure_target(figure: Figure) -> ReferenceTarget:
    label = figure.caption or (f"图{figure.number}" if figure.number else figure.figure_id)
    return _target(figure.figure_id, figure.reg_id, figure.page_num, label)


def _target(target_id: str, reg_id: str, page_num: int, label: str) -> ReferenceTarget:
    return ReferenceTarget(target_id=target_id, reg_id=reg_id, page_num=page_num, label=label)


def picture_key(number: str) -> str:
    """Equal for numbers that print alike: 6-2, 6.2, 表6-2 and Table 6-2."""
    return ids.slug_of_number(_NOUN.sub("", number, count=1) if _NOUN.match(number) else number)
