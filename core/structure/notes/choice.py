"""Which of several notes with one label a citation means: the nearest, never just the first."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.model import ids
from core.model.annotations import Annotation
from core.model.tables import Table
from core.structure.chapters.chapter_paths import ChapterPaths

_CHAPTER_REACH = 5  # pages; farther away even the only 注1 of a chapter is a guess
_OPEN_REACH = 1
_BLOCK_ID = re.compile(r".*/p(\d+)/b(\d+)$")


@dataclass(frozen=True)
class CitingPlace:
    page_num: int
    block_id: str
    table_id: str | None = None


@dataclass(frozen=True)
class NoteChoice:
    """``note`` is None when there is none, or when ``candidates`` are equally near."""

    note: Annotation | None
    candidates: tuple[Annotation, ...] = ()


class NoteChooser:
    def __init__(
        self,
        annotations: Iterable[Annotation],
        tables: Sequence[Table],
        chapter_of: Mapping[str, str],
        paths: ChapterPaths,
    ) -> None:
        self._by_key: dict[str, list[Annotation]] = defaultdict(list)
        for note in annotations:
            self._by_key[note.variant_key].append(note)
        self._table_numbers = {
            table.table_id: ids.slug_of_number(table.number) for table in tables if table.number
        }
        self._chapter_of = chapter_of
        self._paths = paths

    def knows(self, variant_key: str) -> bool:
        return variant_key in self._by_key

    def choose(self, variant_key: str, place: CitingPlace | None, of_table: str = "") -> NoteChoice:
        """``of_table`` is the printed number in 表2-2注1. Without a place only a label that stands
        once in the document is clear."""
        notes = self._by_key.get(variant_key, [])
        if not notes and variant_key.startswith("note:"):  # 注① may cite a note printed as ①
            notes = self._by_key.get(variant_key.replace("note:", "footnote:"), [])
            if place is None and not of_table:
                return NoteChoice(None, tuple(notes))  # and may as well cite nothing
        if of_table:
            wanted = ids.slug_of_number(of_table)
            notes = [
                note for note in notes if self._table_numbers.get(note.table_id or "") == wanted
            ]
            return _only(notes)
        if place is None or not notes:
            return _only(notes)
        for near in self._circles(notes, place):
            if near:
                return _nearest(near, place) or NoteChoice(None, tuple(near))
        return NoteChoice(None, tuple(notes))

    def choose_raised(self, variant_keys: Sequence[str], place: CitingPlace) -> NoteChoice:
        """For a superscript: a note of the same table, or one at the foot of the same page."""
        notes = [note for key in variant_keys for note in self._by_key.get(key, [])]
        of_table = [note for note in notes if note.table_id and note.table_id == place.table_id]
        if of_table:
            return _only(of_table)
        return _only(
            [note for note in notes if note.page_num == place.page_num and not note.table_id]
        )

    def _circles(self, notes: list[Annotation], place: CitingPlace) -> Iterable[list[Annotation]]:
        """From the nearest circle outwards; a farther one counts only if the nearer is empty."""
        if place.table_id is not None:
            yield [note for note in notes if note.table_id == place.table_id]
        yield [note for note in notes if note.page_num == place.page_num]
        own = self._chapter_of.get(place.block_id, "")
        within_reach = [
            note for note in notes if abs(note.page_num - place.page_num) <= _CHAPTER_REACH
        ]
        for ancestor in self._paths.upwards(own):
            yield [
                note
                for note in within_reach
                if self._paths.is_within(self._chapter_of.get(note.block_id or "", ""), ancestor)
            ]
        yield [note for note in notes if abs(note.page_num - place.page_num) <= _OPEN_REACH]


def _only(notes: Sequence[Annotation]) -> NoteChoice:
    return NoteChoice(notes[0] if len(notes) == 1 else None, tuple(notes))


def _nearest(notes: list[Annotation], place: CitingPlace) -> NoteChoice | None:
    """None on a tie. Of notes on different pages a nearer page decides; on one page the block."""
    if len(notes) == 1:
        return _only(notes)
    ranked = sorted((_distance(note, place), index) for index, note in enumerate(notes))
    if ranked[0][0] == ranked[1][0]:
        return None
    return NoteChoice(notes[ranked[0][1]], tuple(notes))


def _distance(note: Annotation, place: CitingPlace) -> tuple[int, int]:
    pages = abs(note.page_num - place.page_num)
    ours, theirs = _BLOCK_ID.match(place.block_id), _BLOCK_ID.match(note.block_id or "")
    if pages or ours is None or theirs is None:
        return (pages, 0)
    return (0, abs(int(ours.group(2)) - int(theirs.group(2))))
