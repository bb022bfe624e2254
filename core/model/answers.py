"""Questions and what came of them: quotations with their place, and what a model made of them."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field, computed_field

from core.model import ids
from core.model.geometry import Box
from core.model.noun import Noun

Way = Literal["extractive", "stages", "agent"]
PassageKind = Literal["clause", "row", "note", "figure"]
ReplyState = Literal["running", "done", "cancelled"]


class Question(Noun):
    """``reg_ids`` None leaves the choice of regulations to the words of the question."""

    text: str
    reg_ids: tuple[str, ...] | None = None
    chapter_scope: str | None = None
    way: Way = "extractive"


class Citation(Noun):
    """A place that the reply rests on; ``number`` counts from 1.

    ``quote`` stands on the page as it is given here, if ``found``. ``section`` is the heading it
    stands under, ``context`` the caption and the header of a table, for reading only.
    ``followed_from`` is the number of the citation whose reference (``reference``) led here.
    """

    number: int
    kind: PassageKind
    reg_id: str
    page_num: int
    quote: str
    box: Box | None = None
    section_number: str | None = None
    section: str = ""
    block_id: str | None = None
    table_id: str | None = None
    row: int | None = None
    note_id: str | None = None
    figure_id: str | None = None
    image_name: str | None = None
    context: str = ""
    found: bool = True
    followed_from: int | None = None
    reference: str = ""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, detail=self.section_number or "")


class Conflict(Noun):
    """Two regulations that say the same of one thing, but for ``first_says`` and ``second_says``.

    ``first`` and ``second`` are numbers of citations.
    """

    first: int
    second: int
    first_says: tuple[str, ...]
    second_says: tuple[str, ...]


class Check(Noun):
    """One quotation, number or citation of a model's text, looked up on the page it cites.

    ``start`` and ``end`` are positions in the reply's text. ``citation`` is the number of the
    citation that it was found under, None where it was found nowhere or cites nothing.
    """

    kind: Literal["quote", "number", "page"]
    text: str
    start: int
    end: int
    found: bool
    citation: int | None = None
    reason: str = ""


class Step(Noun):
    """Something that was done for the answer: what was opened and why."""

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    reason: str = ""
    outcome: str = ""
    failed: bool = False


class Reply(Noun):
    """What came of a question.

    ``way`` is how it was answered in the end, that of ``question`` how it was meant to be;
    ``notes`` say why they differ. ``written_by`` names the model, and is empty where no model wrote
    anything. ``unread`` are regulations that fitted the question and that the model had no tokens
    left for. ``supported``: something in the regulations carries it.
    """

    question_id: str
    question: Question
    asked_at: datetime
    way: Way
    state: ReplyState = "done"
    written_by: str = ""
    text: str = ""
    citations: tuple[Citation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    checks: tuple[Check, ...] = ()
    steps: tuple[Step, ...] = ()
    reg_ids: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def supported(self) -> bool:
        return any(citation.found for citation in self.citations)

    @property
    def unverified(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.found)
