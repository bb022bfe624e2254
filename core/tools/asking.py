"""The tool that answers a question with quotations from the pages."""

from typing import Annotated, ClassVar

from pydantic import Field

from core.model.answers import Check, Citation, Conflict, PassageKind, Question, Reply, Way
from core.tools.paging import Item, ListAnswer, window
from core.tools.registry import Arguments, Offset, Tool
from core.tools.search_scope import MOST_NAMED, ChapterScope, Scope, reg_ids_of, source_of
from core.workbench import Workbench

NOT_FOUND = "在这些规程中未找到。 Not found in these regulations."


class Ask(Arguments):
    question: Annotated[str, Field(description="问题，用自然语言。 The question, in plain words.")]
    reg_id: Scope = None
    chapter_scope: ChapterScope = None
    way: Annotated[
        Way | None,
        Field(
            description="extractive：只摘原文，不用模型；stages、agent：由已配置的模型撰写。缺省为 "
            "extractive。 extractive quotes without a model (the default); stages and agent let "
            "the configured model write, if there is one."
        ),
    ] = None
    offset: Offset = 0


class CitationItem(Item):
    """``quote`` stands on the page as given here if ``found``; ``box`` is left, top, right, bottom
    in fractions of the page. ``followed_from`` is the citation whose reference led here."""

    number: int
    kind: PassageKind
    reg_id: str
    page_num: int
    quote: str
    box: list[float] | None
    section_number: str | None
    section: str
    block_id: str | None
    table_id: str | None
    row: int | None
    note_id: str | None
    figure_id: str | None
    context: str
    found: bool
    followed_from: int | None
    reference: str


class ConflictItem(Item):
    """Two citations that say the same of one thing but for these words."""

    first: int
    second: int
    first_says: list[str]
    second_says: list[str]


class UnverifiedItem(Item):
    """A quotation or number of the model that is not on the page it cites."""

    kind: str
    text: str
    reason: str


class AskAnswer(ListAnswer):
    """``answer`` is what the model wrote, or where the quotations of ``citations`` stand;
    ``written_by`` is empty where no model wrote anything. ``supported`` false: nothing in the
    regulations carries it."""

    listed: ClassVar[str] = "citations"

    question: str
    answer: str
    supported: bool
    way: Way
    written_by: str
    citations: list[CitationItem]
    conflicts: list[ConflictItem]
    unverified: list[UnverifiedItem]
    reg_ids: list[str]
    note: str


def ask(workbench: Workbench, arguments: Ask) -> AskAnswer:
    reply = workbench.questions.ask(
        Question(
            text=arguments.question,
            reg_ids=reg_ids_of(arguments.reg_id),
            chapter_scope=arguments.chapter_scope,
            way=arguments.way or "extractive",
        ),
        keep=False,
    )
    return _answer(reply, arguments.offset)


def _answer(reply: Reply, offset: int) -> AskAnswer:
    sources = list(dict.fromkeys(it.source for it in reply.citations if it.found))
    return AskAnswer(
        question=reply.question.text,
        answer=_text(reply),
        supported=reply.supported,
        way=reply.way,
        written_by=reply.written_by,
        citations=[_citation(it) for it in window(reply.citations, offset)],
        offset=offset,
        total=len(reply.citations),
        conflicts=[_conflict(it, reply) for it in reply.conflicts],
        unverified=[_unverified(it) for it in reply.unverified],
        reg_ids=list(reply.reg_ids[:MOST_NAMED]),
        note=" ".join(reply.notes if reply.supported else (NOT_FOUND, *reply.notes)),
        source="; ".join(sources) or source_of(reply.reg_ids),
    )


def _citation(citation: Citation) -> CitationItem:
    values = citation.model_dump(mode="json")
    values["box"] = citation.box.rounded() if citation.box is not None else None
    return CitationItem.model_validate(values)


def _conflict(conflict: Conflict, reply: Reply) -> ConflictItem:
    first, second = (reply.citations[n - 1].source for n in (conflict.first, conflict.second))
    return ConflictItem(
        first=conflict.first,
        second=conflict.second,
        first_says=list(conflict.first_says),
        second_says=list(conflict.second_says),
        source=f"{first}; {second}",
    )


def _unverified(check: Check) -> UnverifiedItem:
    return UnverifiedItem(
        kind=check.kind, text=check.text, reason=check.reason, source="the model's answer"
    )


def _text(reply: Reply) -> str:
    """The quotations are in ``citations``: they are not said twice."""
    if reply.written_by and reply.text:
        return reply.text
    if not reply.supported:
        return NOT_FOUND
    return " ".join(f"[{it.number}] {it.source}" for it in reply.citations)


TOOLS = (
    Tool(
        name="ask",
        description=(
            "提问并得到有出处的回答：逐字摘录的条文、表格行和注释，附页码、位置和章节，沿引用再查一步，"
            "并列出规程之间不一致之处；没有依据时明确说明。"
            "Answer a question with quotations: the clauses, table rows and notes that answer, "
            "each with page, box and section, references followed one hop, and where regulations "
            "differ. Says so where nothing answers. No model is used unless `way` asks for one and "
            "one is configured. Next: read_page_range around a citation, get_table_by_id."
        ),
        arguments=Ask,
        answer=AskAnswer,
        run=ask,
    ),
)
