"""Following notes and references, both ways."""

from core.model import (
    Annotation,
    Reference,
    ReferenceTarget,
    Table,
)
from core.model.reference_graph import NamedDocument, NamedTarget, ReferenceContext, ReferenceGraph
from core.services import (
    notes,
    reference_choices,
    reference_graph,
    reference_lookup,
    reference_work,
)
from core.services.notes import NoteFound
from core.services.reference_lookup import TargetView
from core.workbench.wiring import Wiring


class Following(Wiring):
    """From a citation to what it means, and back."""

    def lookup_annotation(
        self, reg_id: str, label: str, page_hint: int | None = None, table_id: str | None = None
    ) -> NoteFound:
        return notes.lookup_annotation(self._database, reg_id, label, page_hint, table_id)

    def search_annotations(
        self,
        reg_id: str,
        pattern: str | None = None,
        annotation_type: str | None = None,
        *,
        offset: int = 0,
        limit: int | None = None,
    ) -> tuple[list[Annotation], int]:
        return notes.search_annotations(
            self._database, reg_id, pattern, annotation_type, offset, limit
        )

    def notes_of_table(self, table: Table) -> list[Annotation]:
        return notes.notes_of_table(self._database, table)

    def resolve_reference(
        self, reg_id: str, text: str, page_num: int | None = None, block_id: str | None = None
    ) -> list[Reference]:
        return reference_lookup.resolve_reference(self._database, reg_id, text, page_num, block_id)

    def list_references(
        self,
        reg_id: str,
        *,
        state: str | None = None,
        reference_type: str | None = None,
        page_num: int | None = None,
        target: str | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> tuple[list[Reference], int]:
        return reference_lookup.list_references(
            self._database,
            reg_id,
            state=state,
            reference_type=reference_type,
            page_num=page_num,
            target=target,
            offset=offset,
            limit=limit,
        )

    def list_notes(
        self,
        reg_id: str,
        *,
        words: str = "",
        annotation_type: str | None = None,
        cited: bool | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> tuple[list[Annotation], int]:
        """With the places that cite each; -> also how many there are in all."""
        return notes.list_notes(
            self._database,
            reg_id,
            words=words,
            annotation_type=annotation_type,
            cited=cited,
            offset=offset,
            limit=limit,
        )

    def find_references(
        self,
        reg_id: str,
        *,
        states: tuple[str, ...] | None = None,
        types: tuple[str, ...] | None = None,
        words: str = "",
        source: str | None = None,
        target: str | None = None,
        opened: str | None = None,
        document: str | None = None,
        is_undecided: bool = False,
        offset: int = 0,
        limit: int | None = None,
    ) -> tuple[list[Reference], int]:
        """``source``, ``target``: nodes of :meth:`reference_graph` with the chapter ``opened``;
        ``document``: a node of :meth:`library_graph`.

        ``is_undecided``: not those that an analyst has decided.
        """
        return reference_work.find_references(
            self._database,
            reg_id,
            states=states,
            types=types,
            words=words,
            source=source,
            target=target,
            opened=opened,
            document=document,
            is_undecided=is_undecided,
            offset=offset,
            limit=limit,
        )

    def get_reference(self, reg_id: str, reference_id: str) -> Reference:
        return reference_work.get_reference(self._database, reg_id, reference_id)

    def words_around(self, reference: Reference) -> ReferenceContext:
        return reference_work.words_around(self._database, reference)

    def reference_candidates(self, reference: Reference, typed: str = "") -> list[ReferenceTarget]:
        """What it may mean, to choose from; ``typed`` looks for something else."""
        return reference_choices.candidates_for(self._database, reference, typed)

    def references_to(
        self, reg_id: str, name: str, *, with_parts: bool = False
    ) -> tuple[ReferenceTarget | None, list[Reference]]:
        """What refers to 2.1.4? From the whole library."""
        return reference_work.references_to(self._database, reg_id, name, with_parts=with_parts)

    def most_named(self, reg_id: str, limit: int = 20) -> list[NamedTarget]:
        return reference_work.most_named(self._database, reg_id, limit)

    def documents_named(self, reg_id: str) -> list[NamedDocument]:
        return reference_work.documents_named(self._database, reg_id)

    def reference_graph(self, reg_id: str, chapter_id: str | None = None) -> ReferenceGraph:
        return reference_graph.graph_of_regulation(self._database, reg_id, chapter_id)

    def library_graph(self, reg_id: str | None = None) -> ReferenceGraph:
        """Between regulations; with ``reg_id`` only what this one names."""
        return reference_graph.graph_of_library(self._database, reg_id)

    def view_target(self, target: ReferenceTarget) -> TargetView:
        return reference_lookup.view_target(self._database, target)
