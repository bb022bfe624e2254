"""What 上表, 下图 and 前条 mean: the neighbour of their place, where it is near and sure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.model.figures import Figure
from core.model.geometry import Box
from core.model.references import ReferenceTarget
from core.model.tables import Table
from core.structure.references.chapter_lookup import ChapterChoice, ChapterLookup, chapter_name
from core.structure.references.mentions import BEFORE, BEHIND, PlacedMention, Step, StepKind
from core.structure.references.picture_lookup import figure_target, table_target

_FARTHEST = 0.35  # of the page's height, margins at a page break not counted
_MARGINS = 0.2
_UNPLACED = "only the place where it stands tells which is meant"
UNCLEAR = "the place does not tell which of these is meant"


@dataclass(frozen=True)
class _Picture:
    """``begin`` and ``end`` are page and height."""

    target: ReferenceTarget
    chapter_id: str | None
    begin: tuple[int, float]
    end: tuple[int, float]


class Neighbours:
    def __init__(
        self,
        tables: Sequence[Table],
        figures: Sequence[Figure],
        chapters: ChapterLookup,
        chapter_of: Mapping[str, str],
    ) -> None:
        self._pictures: dict[str, list[_Picture]] = {
            "table": [_table(table) for table in tables if table.segments],
            "figure": [_figure(figure) for figure in figures],
        }
        self._chapters = chapters
        self._paths = chapters.paths
        self._chapter_of = chapter_of

    def picture(
        self, kind: StepKind, side: str, placed: PlacedMention | None
    ) -> tuple[tuple[ReferenceTarget, ...], str]:
        """The table or figure right above (上) or below (下), in the same chapter or below it."""
        if placed is None or placed.box is None:
            return (), _UNPLACED
        found = self._nearest(kind, side, placed, placed.box)
        if not found:
            return (), f"no {kind} stands near enough {'above' if side == BEFORE else 'below'} it"
        targets = tuple(picture.target for picture in found)
        place = self._chapter_of.get(placed.block_id)
        is_sure = len(found) == 1 and self._is_of_chapter(found[0], place)
        return targets, "" if is_sure else UNCLEAR

    def article(self, side: str, place: str | None) -> ChapterChoice:
        """The article before (上) or behind (下) the one around ``place``."""
        number = self._number_of_article(place)
        if number is None:
            return ChapterChoice(None)
        wanted = number - 1 if side == BEFORE else number + 1
        choice = self._chapters.find((Step("article", str(wanted)),), place)
        # 第十二条之一 may stand between the two.
        lower = min(number, wanted)
        inserted = self._chapters.find((Step("article", f"{lower}-1"),), place).candidates
        if inserted:
            return ChapterChoice(None, (*choice.candidates, *inserted))
        return choice

    def _number_of_article(self, place: str | None) -> int | None:
        for ancestor in self._paths.upwards(place or ""):
            node = self._paths.nodes.get(ancestor)
            name = chapter_name(node) if node is not None else None
            if name is not None and name[0] == "article":
                return int(name[1]) if name[1].isdigit() else None
        return None

    def _nearest(
        self, kind: StepKind, side: str, placed: PlacedMention, box: Box
    ) -> list[_Picture]:
        """One, or those that stand beside each other; a table is not its own neighbour."""
        others = [it for it in self._pictures[kind] if it.target.target_id != placed.table_id]
        if side == BEHIND:
            here = (placed.page_num, box.bottom)
            below = sorted(
                (it for it in others if it.begin > (placed.page_num, box.top)),
                key=lambda it: it.begin,
            )
            first = [it for it in below[:1] if _distance(here, it.begin) <= _FARTHEST]
            return [it for it in below if first and it.begin < first[0].end]
        here = (placed.page_num, box.top)
        above = sorted(
            (it for it in others if it.end < (placed.page_num, box.bottom)), key=lambda it: it.end
        )
        last = [it for it in above[-1:] if _distance(it.end, here) <= _FARTHEST]
        return [it for it in above if last and it.end > last[0].begin]

    def _is_of_chapter(self, picture: _Picture, place: str | None) -> bool:
        if place is None or picture.chapter_id is None:
            return place == picture.chapter_id
        return self._paths.is_within(picture.chapter_id, place) or self._paths.is_within(
            place, picture.chapter_id
        )


def _distance(upper: tuple[int, float], lower: tuple[int, float]) -> float:
    """In heights of a page; far more where pages lie between."""
    pages = lower[0] - upper[0]
    return pages + lower[1] - upper[1] - (_MARGINS if pages == 1 else 0)


def _table(table: Table) -> _Picture:
    first, last = table.segments[0], table.segments[-1]
    return _Picture(
        table_target(table),
        table.chapter_id,
        (first.page_num, first.box.top),
        (last.page_num, last.box.bottom),
    )


def _figure(figure: Figure) -> _Picture:
    return _Picture(
        figure_target(figure),
        figure.chapter_id,
        (figure.page_num, figure.box.top),
        (figure.page_num, figure.box.bottom),
    )
