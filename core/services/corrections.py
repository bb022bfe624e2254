"""Corrections: made, undone, exported, imported; each applied everywhere in one transaction.

The extraction is never changed. A regulation is understood anew from what parsing read, with the
corrections in force laid over it, and saved with its search index in place of what was there.
"""

import logging
import secrets
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from core.errors import Conflict, NotFound
from core.model import Asked, Correction, Figure, Regulation, RegulationInfo
from core.parsing import parse_pdf
from core.parsing.elements import ParsedDocument
from core.retrieval.chunking import ContentChunker
from core.services.collecting import collecting_seldom
from core.services.correction_authors import checked_name, checked_reason
from core.services.correction_files import put_under
from core.services.document_files import DocumentFiles
from core.services.indexing import Indexer, OnEmbedded
from core.services.ingest import Watcher
from core.services.outward_references import relinked
from core.services.reference_lookup import part_finder
from core.settings import Settings
from core.store import extractions, records, regulations, search_sets
from core.store.corrections import MaterialChanges, save_corrected
from core.store.database import Database
from core.store.search_material import SearchMaterial
from core.structure.corrections.making import make_correction
from core.structure.understanding import Understood, body_of, understand_corrected
from core.structure.whole_text import content_markdown, text_markdown

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class _State:
    """Another one after each write to the regulation. ``stamp`` is that of its search index."""

    info: RegulationInfo
    corrections: list[Correction]
    stamp: str | None


@dataclass(frozen=True)
class _Standing:
    """A regulation as the store has it, and what parsing read of it."""

    state: _State
    regulation: Regulation
    parsed: ParsedDocument

    @property
    def corrections(self) -> list[Correction]:
        return self.state.corrections


class _Overtaken(Exception):
    """Somebody has written to the regulation since it was read."""


class Corrector:
    """What every correction needs: the store, the files, and who makes the search index."""

    def __init__(self, database: Database, settings: Settings, indexer: Indexer) -> None:
        self._database = database
        self._settings = settings
        self._indexer = indexer

    def correct(
        self,
        reg_id: str,
        asked: Asked,
        made_by: str,
        reason: str = "",
        watcher: Watcher | None = None,
    ) -> Correction:
        """Applied everywhere at once; one that cannot be applied is refused."""
        name, why = checked_name(made_by), checked_reason(reason)
        correction_id = secrets.token_hex(6)

        def with_this(standing: _Standing) -> list[Correction]:
            anchor, change = make_correction(
                body_of(reg_id, standing.parsed), standing.regulation, self._library(), asked
            )
            correction = Correction(
                correction_id=correction_id,
                reg_id=reg_id,
                kind=asked.kind,
                anchor=anchor,
                change=change,
                made_by=name,
                made_at=datetime.now(UTC),
                reason=why,
            )
            return [*standing.corrections, correction]

        return self._apply(reg_id, with_this, watcher, must_hold=correction_id)[correction_id]

    def undo(self, reg_id: str, correction_id: str, watcher: Watcher | None = None) -> Correction:
        changed = _with_undone(reg_id, correction_id, datetime.now(UTC))
        return self._apply(reg_id, changed, watcher)[correction_id]

    def redo(self, reg_id: str, correction_id: str, watcher: Watcher | None = None) -> Correction:
        """An undone correction in force again, in its old place among the others."""
        changed = _with_undone(reg_id, correction_id, None)
        return self._apply(reg_id, changed, watcher, must_hold=correction_id)[correction_id]

    def import_corrections(
        self, reg_id: str, given: Sequence[Correction], watcher: Watcher | None = None
    ) -> list[Correction]:
        """-> those that were not there yet; one whose place is not found is listed as lost."""
        regulations.get_info(self._database, reg_id)
        known = {it.correction_id for it in records.corrections_of(self._database, reg_id)}
        new = [put_under(each, reg_id) for each in given if each.correction_id not in known]
        if not new:
            return []

        def with_these(standing: _Standing) -> list[Correction]:
            there = {it.correction_id for it in standing.corrections}
            added = [each for each in new if each.correction_id not in there]
            together = (*standing.corrections, *added)
            return sorted(together, key=lambda each: (each.made_at, each.correction_id))

        applied = self._apply(reg_id, with_these, watcher)
        return [applied[each.correction_id] for each in new]

    def _apply(
        self,
        reg_id: str,
        changed: Callable[[_Standing], list[Correction]],
        watcher: Watcher | None,
        must_hold: str | None = None,
    ) -> dict[str, Correction]:
        """-> the corrections by id; where one that must take hold does not, nothing is changed.

        Others may write while we think. Where they wrote to this regulation we think again, and
        they wait.
        """
        watching = watcher or Watcher()
        watching.step("extraction")
        self._keep_extraction(reg_id)
        with collecting_seldom():
            try:
                return self._attempt(reg_id, changed, watching, must_hold)
            except _Overtaken:
                with self._database.alone():
                    return self._attempt(reg_id, changed, watching, must_hold)

    def _attempt(
        self,
        reg_id: str,
        changed: Callable[[_Standing], list[Correction]],
        watcher: Watcher,
        must_hold: str | None,
    ) -> dict[str, Correction]:
        standing = self._standing(reg_id)
        corrections = changed(standing)
        watcher.step("structure")
        understood = understand_corrected(
            standing.regulation.info,
            standing.parsed,
            self._library(),
            corrections,
            part_finder(self._database),
        )
        by_id = {each.correction_id: each for each in understood.corrections}
        if must_hold is not None and by_id[must_hold].lost:
            raise Conflict(
                f"The correction cannot be applied: {by_id[must_hold].lost}.",
                hint="Nothing was changed.",
            )
        self._save(standing, understood, watcher)
        return by_id

    def _save(self, standing: _Standing, understood: Understood, watcher: Watcher) -> None:
        before = standing.regulation
        regulation = _with_descriptions(understood.regulation, before.figures)
        regulation = regulation.model_copy(update={"chunks": ContentChunker().chunk(regulation)})
        reg_id = regulation.info.reg_id
        watcher.step("index")
        material = self._material(before, regulation, partial(watcher.step, "index"))
        watcher.step("save")
        with self._database.alone():
            if self._state(reg_id) != standing.state:
                raise _Overtaken
            anew = relinked(
                self._database, gone=[reg_id], come=[regulation.info], made=[regulation]
            )
            made = understood.corrections
            save_corrected(self._database, before, regulation, made, material, anew)
        files = DocumentFiles(self._settings.data_dir)
        _write(files.place("markdown", reg_id) / "content.md", content_markdown(regulation))
        _write(files.place("text_markdown", reg_id), text_markdown(regulation))
        in_force = [each for each in understood.corrections if each.is_in_force]
        lost = sum(bool(each.lost) for each in in_force)
        logger.info("corrected %s: %d in force, %d lost", reg_id, len(in_force), lost)

    def _material(
        self, standing: Regulation, regulation: Regulation, on_embedded: OnEmbedded
    ) -> SearchMaterial | MaterialChanges | None:
        """Chunks that read as before keep their tokens and vectors, under whatever id they have."""
        tokenizer = search_sets.tokenizer_of(self._database, standing.info.reg_id)
        if tokenizer != self._indexer.tokenizer:
            return self._indexer.material(regulation, on_embedded)
        if standing.chunks == regulation.chunks:
            return None
        return self._indexer.changes(standing, regulation, on_embedded)

    def _standing(self, reg_id: str) -> _Standing:
        if "@" in reg_id:
            raise Conflict(
                f"{reg_id} is a past edition and stays as it was.",
                hint="Correct the present edition.",
            )
        state = self._state(reg_id)
        stored = extractions.find_extraction(self._database, reg_id)
        if stored is None:
            raise Conflict(f"{reg_id} was changed meanwhile.", hint="Try again.")
        return _Standing(
            state=state,
            regulation=regulations.load_regulation(self._database, reg_id),
            parsed=ParsedDocument.model_validate_json(stored),
        )

    def _state(self, reg_id: str) -> _State:
        return _State(
            info=regulations.get_info(self._database, reg_id),
            corrections=records.corrections_of(self._database, reg_id),
            stamp=search_sets.stamp_of(self._database, reg_id),
        )

    def _keep_extraction(self, reg_id: str) -> None:
        """A regulation that was saved before extractions were kept is read again, once."""
        regulations.get_info(self._database, reg_id)
        if "@" in reg_id or extractions.find_extraction(self._database, reg_id) is not None:
            return
        pdf = DocumentFiles(self._settings.data_dir).pdf(reg_id)
        if not pdf.is_file():
            raise Conflict(
                f"{reg_id} was brought in without its PDF and cannot be corrected.",
                hint="Ingest the PDF under the same reg_id.",
            )
        with tempfile.TemporaryDirectory() as images:
            parsed = parse_pdf(pdf, settings=self._settings, image_dir=Path(images))
        extractions.save(self._database, reg_id, parsed.model_dump_json(round_trip=True))

    def _library(self) -> list[RegulationInfo]:
        return [summary.info for summary in regulations.list_summaries(self._database)]


def corrections_of(database: Database, reg_id: str) -> list[Correction]:
    """In the order in which they were made, undone and lost ones too."""
    regulations.get_info(database, reg_id)
    return records.corrections_of(database, reg_id)


def _with_undone(
    reg_id: str, correction_id: str, undone_at: datetime | None
) -> Callable[[_Standing], list[Correction]]:
    def changed(standing: _Standing) -> list[Correction]:
        if correction_id not in {each.correction_id for each in standing.corrections}:
            raise NotFound(
                f"{reg_id} has no correction {correction_id}.",
                hint="`gridcode corrections list` shows what there is.",
            )
        return [
            each.model_copy(update={"undone_at": undone_at})
            if each.correction_id == correction_id
            else each
            for each in standing.corrections
        ]

    return changed


def _with_descriptions(regulation: Regulation, known: Sequence[Figure]) -> Regulation:
    """What somebody else said of a figure after it was read stays said."""
    by_name = {figure.image_name: figure for figure in known}
    figures = []
    for figure in regulation.figures:
        stored = by_name.get(figure.image_name, figure)
        if stored.described_by != figure.described_by:
            kept = ("description", "described_by", "figure_type")
            figure = figure.model_copy(update={name: getattr(stored, name) for name in kept})
        figures.append(figure)
    return regulation.model_copy(update={"figures": tuple(figures)})


def _write(path: Path, text: str) -> None:
    """Whole or not at all; nothing where the regulation has no files."""
    if not path.parent.is_dir():
        return
    half = path.with_name(f".{path.name}.half")
    half.write_text(text, encoding="utf-8")
    half.replace(path)
