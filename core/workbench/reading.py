"""Reading: pages, chapters, images, terms, and the figures about a regulation."""

from collections.abc import Sequence

from core.model import (
    ChapterNode,
    PageContent,
    PageDocument,
    RegulationInfo,
)
from core.model.chapters import OutlineRow
from core.model.glossary import EVERYWHERE, Glossary, TermPlace, TermUses
from core.model.insights import LibraryInsights, RegulationInsights
from core.services import (
    contents,
    glossary,
    insights,
    reading,
)
from core.services.outline import ShownChapters
from core.services.page_images import Picture
from core.services.reading import BlockInContext
from core.workbench.wiring import Wiring


class Reading(Wiring):
    """One page, many pages, a chapter."""

    def load_page(self, reg_id: str, page_num: int) -> PageDocument:
        return reading.load_page(self._database, reg_id, page_num)

    def load_page_range(self, reg_id: str, start_page: int, end_page: int) -> PageContent:
        return reading.load_page_range(self._database, reg_id, start_page, end_page)

    def load_chapter(self, reg_id: str, node_id: str) -> PageContent:
        return self.read_chapter(reg_id, node_id)[1]

    def read_chapter(
        self, reg_id: str, name: str, *, include_children: bool = True
    ) -> tuple[ChapterNode, PageContent]:
        """``name`` in any spelling: 6.3, 第六章, 附录A, R1, Article 5, a title, a node id."""
        return reading.load_chapter(self._database, reg_id, name, include_children=include_children)

    def contents(self, reg_id: str) -> tuple[RegulationInfo, list[ChapterNode]]:
        return contents.contents(self._database, reg_id)

    def contents_to_depth(
        self, reg_id: str, depth: int | None = None, expand: str | None = None
    ) -> tuple[RegulationInfo, ShownChapters]:
        """All levels if ``depth`` is None; ``expand`` names a chapter to show with all below it."""
        return contents.contents_to_depth(self._database, reg_id, depth, expand)

    def contents_list(self, reg_id: str) -> bytes:
        """For the browser, which keeps it as long as :meth:`stamp` is the same."""
        return contents.contents_list(self._database, reg_id)

    def chapter_structure(
        self, reg_id: str, section: str | None = None
    ) -> tuple[RegulationInfo, Sequence[OutlineRow]]:
        return contents.chapter_structure(self._database, reg_id, section)

    def page_chapters(
        self, reg_id: str, page_num: int
    ) -> tuple[PageDocument, dict[str, ChapterNode]]:
        return contents.page_chapters(self._database, reg_id, page_num)

    def block_with_context(self, reg_id: str, block_id: str, count: int) -> BlockInContext:
        return reading.block_with_context(self._database, reg_id, block_id, count)

    def page_image_tag(self, reg_id: str, page_num: int, dpi: int | None = None) -> str:
        """The same as long as the picture is; known without drawing it."""
        return self._page_images.tag(reg_id, page_num, dpi)

    def page_image(self, reg_id: str, page_num: int, dpi: int | None = None) -> Picture:
        return self._page_images.page(reg_id, page_num, dpi)

    def figure_image(self, reg_id: str, image_name: str) -> Picture:
        return self._page_images.figure(reg_id, image_name)

    def glossary(self, reg_id: str) -> Glossary:
        return glossary.glossary(self._database, reg_id)

    def term_uses(self, reg_id: str) -> TermUses:
        return insights.term_uses(self._database, reg_id)

    def places_of_term(
        self, reg_id: str, term: str, chapter_id: str | None = EVERYWHERE
    ) -> list[TermPlace]:
        """What :meth:`term_uses` counts for a chapter (None: before the first), or in all."""
        return insights.places_of_term(self._database, reg_id, term, chapter_id)

    def insights(self, reg_id: str) -> RegulationInsights:
        return insights.regulation_insights(self._database, reg_id)

    def library_insights(self) -> LibraryInsights:
        return insights.library_insights(self._database)

    def pages_of_quality(self, reg_id: str, quality: str) -> list[int]:
        return insights.pages_of_quality(self._database, reg_id, quality)
