"""The words of a search, marked where they stand: on the page's image and in its text."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import pypdfium2

from core.errors import GridCodeError
from core.model import Box, PageDocument, PageMarks, RegulationInfo
from core.parsing.messages import PdfSource
from core.parsing.opening import open_pdf
from core.parsing.word_places import word_places
from core.retrieval.highlights import Span, highlights
from core.retrieval.user_dictionary import UserDictionary
from core.services.document_files import DocumentFiles
from core.services.page_images import PDFIUM
from core.settings import Settings
from core.store import pages, regulations
from core.store.database import Database

_KEPT = 256  # answers: a page is drawn again at every click on it
_BETWEEN = "\ue000"  # parts texts and stands in none: no word is found over it
_LONGEST_QUERY = 200


class PageMarker:
    """Keeps its latest answers. Safe to share between threads."""

    def __init__(
        self, database: Database, settings: Settings, dictionary: UserDictionary | None
    ) -> None:
        self._database = database
        self._files = DocumentFiles(settings.data_dir)
        self._dictionary = dictionary
        self._lock = Lock()
        self._answers: OrderedDict[tuple[str, str, int, str], PageMarks] = OrderedDict()

    def find_on_page(self, reg_id: str, page_num: int, query: str) -> PageMarks:
        """An empty query, or one whose words are not there, marks nothing."""
        info = regulations.get_info(self._database, reg_id)
        page = pages.load_page(self._database, reg_id, page_num)
        query = query.strip()[:_LONGEST_QUERY]
        key = (reg_id, f"{info.sha256}{info.indexed_at.isoformat()}", page_num, query)
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
        found = self._find(info, page, query)
        with self._lock:
            self._answers[key] = found
            while len(self._answers) > _KEPT:
                self._answers.popitem(last=False)
        return found

    def mark_texts(self, texts: Sequence[str], query: str) -> list[tuple[Span, ...]]:
        """As one text: a query is taken apart once, not for every cell of a page."""
        query = query.strip()[:_LONGEST_QUERY]
        marked: list[tuple[Span, ...]] = [()] * len(texts)
        if not query:
            return marked
        plain = [text.replace(_BETWEEN, " ") for text in texts]
        spans = list(highlights(_BETWEEN.join(plain), query, self._dictionary))
        start = 0
        for nth, text in enumerate(plain):
            end = start + len(text)
            while spans and spans[0][1] <= start:
                spans.pop(0)
            inside = [(max(s, start), min(e, end)) for s, e in spans if s < end and e > start]
            marked[nth] = tuple((s - start, e - start) for s, e in inside if s < e)
            start = end + len(_BETWEEN)
        return marked

    def _find(self, info: RegulationInfo, page: PageDocument, query: str) -> PageMarks:
        marked = self.mark_texts([it.content_markdown for it in page.content_blocks], query)
        blocks = [it for it, spans in zip(page.content_blocks, marked, strict=True) if spans]
        has_text_layer = page.ocr_confidence is None and page.text_quality in ("good", "folded")
        boxes = [block.box for block in blocks if block.box is not None]
        around_blocks = tuple(dict.fromkeys(boxes))
        words: tuple[Box, ...] = ()
        if around_blocks and has_text_layer:
            found = self._words(info.reg_id, page.page_num, query)
            # The running header and the page number are no content.
            words = tuple(word for word in found if _is_in_one_of(word, around_blocks))
        return PageMarks(
            reg_id=info.reg_id,
            page_num=page.page_num,
            query=query,
            boxes=words or around_blocks,
            are_words=bool(words),
            block_ids=tuple(block.block_id for block in blocks),
        )

    def _words(self, reg_id: str, page_num: int, query: str) -> tuple[Box, ...]:
        """Nothing where the PDF is gone, locked or broken: its text is here all the same."""
        path = self._files.pdf(reg_id)
        if not path.is_file():
            return ()
        with PDFIUM:
            try:
                pdf = open_pdf(PdfSource(path=path))
            except GridCodeError:
                return ()
            try:
                page = pdf[page_num - 1]
                return word_places(page, lambda text: highlights(text, query, self._dictionary))
            except pypdfium2.PdfiumError:
                return ()
            finally:
                pdf.close()


def _is_in_one_of(word: Box, boxes: Sequence[Box]) -> bool:
    across, down = (word.left + word.right) / 2, (word.top + word.bottom) / 2
    return any(box.left <= across <= box.right and box.top <= down <= box.bottom for box in boxes)
