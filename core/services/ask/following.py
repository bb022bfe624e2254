"""One hop further: what the references in a passage lead to, as passages."""

from collections.abc import Iterator

from core.answering.extractive import Followed
from core.answering.passages import Passage
from core.answering.relevance import Asked, rank
from core.model import ReferenceTarget
from core.services.ask.evidence import passages_of
from core.services.ask.targets import passages_at
from core.store import pages, references
from core.store.database import Database

_MOST_PAGES = 5  # of a chapter or table that is referred to


class Follower:
    """Calls with a passage; -> the passages its references lead to, those resolved for sure."""

    def __init__(self, database: Database, asked: Asked) -> None:
        self._database = database
        self._asked = asked

    def __call__(self, passage: Passage) -> Iterator[Followed]:
        yield from self._notes(passage)
        blocks = {passage.block_id, *passage.item_ids}
        for reference in references.references_on(self._database, passage.reg_id, passage.page_num):
            if reference.block_id not in blocks or reference.target is None:
                continue
            if passage.row is not None and reference.row != passage.row:
                continue
            found = self._best(reference.target)
            if found is not None:
                yield Followed(reference.text, found)

    def _notes(self, passage: Passage) -> Iterator[Followed]:
        """Notes that the passage cites, marks without words (1), *) included."""
        blocks = {passage.block_id, *passage.item_ids}
        for page_num in (passage.page_num, passage.page_num + 1, passage.page_num + 2):
            page = pages.find_page(self._database, passage.reg_id, page_num)
            for note in page.annotations if page is not None else ():
                for link in note.links:
                    cited = link.block_id in blocks
                    if passage.row is not None:
                        cited = link.table_id == passage.table_id and link.row == passage.row
                    if cited and (found := self._note(note.reg_id, page_num, note.note_id)):
                        yield Followed(link.text or note.annotation_id, found)
                        break

    def _note(self, reg_id: str, page_num: int, note_id: str) -> Passage | None:
        on_page = passages_of(self._database, [(reg_id, page_num)])
        return next((it for it in on_page if it.note_id == note_id), None)

    def _best(self, target: ReferenceTarget) -> Passage | None:
        """What there answers best; the whole of it can be read where the citation leads."""
        fits = rank(self._asked, passages_at(self._database, target, _MOST_PAGES), {})
        return fits[0].passage if fits else None
