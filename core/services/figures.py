"""Figures of a regulation, and describing them anew: found by search, shown in answers."""

import logging
from collections.abc import Callable, Collection, Mapping

from core.answering.figure_description import (
    Described,
    from_print,
    look_at,
    with_print,
    words_of_description,
)
from core.answering.language_model import is_configured, run_stoppable
from core.errors import FigureNotFoundError, ModelFailed
from core.model import Figure
from core.model.noun import Noun
from core.parsing import read_picture
from core.parsing.elements import ParsedDocument
from core.retrieval.chunking import ContentChunker
from core.services.document_files import DocumentFiles
from core.services.indexing import Indexer
from core.services.page_images import PageImages
from core.settings import Settings
from core.store import extractions, figures, regulations
from core.store.database import Database
from core.structure.figures import UNREAD, WordsInside, with_ocr, words_inside
from core.structure.whole_text import text_markdown

logger = logging.getLogger(__name__)

OnFigure = Callable[[int, int], None]  # figures done, figures in all; may raise to stop


class FigureReport(Noun):
    """``failed`` are figures that the model gave nothing on and that print describes instead."""

    reg_id: str
    described: int
    by_model: int
    failed: tuple[str, ...] = ()


class FigureDescriber:
    def __init__(
        self, database: Database, settings: Settings, indexer: Indexer, images: PageImages
    ) -> None:
        self._database = database
        self._settings = settings
        self._indexer = indexer
        self._images = images
        self._files = DocumentFiles(settings.data_dir)

    @property
    def looks(self) -> bool:
        """True where a model is configured that can look at pictures."""
        return is_configured(self._settings) and self._settings.llm_vision

    def describe(
        self,
        reg_id: str,
        figure_ids: Collection[str] | None = None,
        on_figure: OnFigure = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> FigureReport:
        """All figures of a regulation, or those named; saved together when all are done."""
        regulation = regulations.load_regulation(self._database, reg_id)
        wanted = [
            it for it in regulation.figures if figure_ids is None or it.figure_id in figure_ids
        ]
        read = self._read_before(reg_id)
        failed: list[str] = []
        made: dict[str, Figure] = {}
        for done, figure in enumerate(wanted):
            on_figure(done, len(wanted))
            inside = read.get(figure.image_name, words_of_description(figure))
            described = self._described(figure, inside, failed, cancelled)
            made[figure.figure_id] = figure.model_copy(update=vars(described))
        if made:
            kept = tuple(made.get(it.figure_id, it) for it in regulation.figures)
            changed = regulation.model_copy(update={"figures": kept})
            changed = changed.model_copy(update={"chunks": ContentChunker().chunk(changed)})
            material = self._indexer.material(changed)
            regulations.replace_figures(self._database, changed, material)
            target = self._files.place("text_markdown", reg_id)
            if target.is_file():
                target.write_text(text_markdown(changed), encoding="utf-8")
        by_model = sum(it.described_by == self._settings.llm_model for it in made.values())
        logger.info("described %d figures of %s", len(made), reg_id)
        return FigureReport(
            reg_id=reg_id,
            described=len(made),
            by_model=by_model if self.looks else 0,
            failed=tuple(failed),
        )

    def _described(
        self,
        figure: Figure,
        inside: WordsInside,
        failed: list[str],
        cancelled: Callable[[], bool],
    ) -> Described:
        if self.looks:
            try:
                image = self._images.figure(figure.reg_id, figure.image_name)
                seen = run_stoppable(
                    lambda: look_at(self._settings, figure, image.content, image.media_type),
                    self._settings.llm_seconds,
                    cancelled,
                )
                return with_print(seen, inside)
            except (ModelFailed, FigureNotFoundError) as error:
                logger.warning("%s was not described: %s", figure.figure_id, type(error).__name__)
                failed.append(figure.figure_id)
        return from_print(figure, self._read(figure, inside, cancelled))

    def _read_before(self, reg_id: str) -> Mapping[str, WordsInside]:
        """By image, what was read with the pages; nothing for imports and past editions."""
        stored = extractions.find_extraction(self._database, reg_id)
        if stored is None:
            return {}
        return {
            element.figure.image_name: words_inside(page, element)
            for page in ParsedDocument.model_validate_json(stored).pages
            for element in page.elements
            if element.figure is not None
        }

    def _read(
        self, figure: Figure, inside: WordsInside, cancelled: Callable[[], bool]
    ) -> WordsInside:
        """By OCR now, where nobody has looked at the picture yet."""
        image = self._files.place("markdown", figure.reg_id) / figure.image_name
        if inside.described_by != UNREAD or not image.is_file():
            return inside
        seen = read_picture(image, settings=self._settings, cancelled=cancelled)
        return inside if seen is None else with_ocr(inside.words, seen)


def figures_of(database: Database, reg_id: str) -> list[Figure]:
    """In the order of the document."""
    regulations.get_info(database, reg_id)
    return figures.figures_of(database, reg_id)
