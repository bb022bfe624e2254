"""The tool that gives a desk as a context for a model."""

from typing import Annotated, Literal, Self

from pydantic import Field

from core.context.window import LEAST_BUDGET, MOST_BUDGET
from core.tools.desk_items import OnDesk, desk_for, desk_source
from core.tools.paging import Item, PagedAnswer
from core.tools.registry import Offset, Tool
from core.workbench import Workbench


class GetContextWindow(OnDesk):
    token_budget: Annotated[
        int | None,
        Field(
            ge=LEAST_BUDGET,
            le=MOST_BUDGET,
            description="最多多少 token；缺省为案头的设定。 "
            "Tokens at most; the desk's own budget if "
            "left out.",
        ),
    ] = None
    question: Annotated[
        str | None,
        Field(
            description="当前的问题：超出预算时先折叠与它无关的。 "
            "What is being asked now: over budget, "
            "what has least to do with it is folded first."
        ),
    ] = None
    format: Annotated[
        Literal["markdown", "messages"],
        Field(description="markdown 或消息列表。 Markdown, or a list of messages for a model."),
    ] = "markdown"
    offset: Offset = 0


class Message(Item):
    role: str
    content: str


class WindowAnswer(PagedAnswer):
    """Its units are the characters of the text, message by message."""

    desk: str
    tokens: int
    token_budget: int
    counted_with: str
    folded: list[str]
    folded_total: int
    content_markdown: str | None
    messages: list[Message] | None

    def unit_count(self) -> int:
        if self.messages is not None:
            return sum(len(message.content) for message in self.messages)
        return len(self.content_markdown or "")

    def shortened(self, count: int) -> Self:
        if self.messages is None:
            cut: dict[str, object] = {"content_markdown": (self.content_markdown or "")[:count]}
        else:
            cut = {"messages": _between(self.messages, 0, count)}
        return self.model_copy(update=cut)


def get_context_window(workbench: Workbench, arguments: GetContextWindow) -> WindowAnswer:
    desk = desk_for(workbench, arguments.desk)
    made = workbench.desks.window(
        desk.desk_id, token_budget=arguments.token_budget, question=arguments.question
    )
    source = desk_source(desk)
    messages = [Message(**message, source=source) for message in made.messages]
    as_messages = arguments.format == "messages"
    total = sum(len(it.content) for it in messages) if as_messages else len(made.markdown)
    start = min(arguments.offset, total)
    return WindowAnswer(
        desk=desk.desk_id,
        tokens=made.tokens,
        token_budget=made.budget,
        counted_with=made.counted_with,
        folded=list(made.folded[:50]),
        folded_total=len(made.folded),
        content_markdown=None if as_messages else made.markdown[start:],
        messages=_between(messages, start, total) if as_messages else None,
        offset=arguments.offset,
        total=total,
        source=source,
    )


def _between(messages: list[Message], start: int, end: int) -> list[Message]:
    """Characters ``start`` to ``end`` of all messages, put one behind the other."""
    found, at = [], 0
    for message in messages:
        piece = message.content[max(0, start - at) : max(0, end - at)]
        at += len(message.content)
        if piece:
            found.append(message.model_copy(update={"content": piece}))
    return found


TOOLS = (
    Tool(
        name="get_context_window",
        description=(
            "把案头上的内容按 token 预算排成一份上下文："
            "展开的给全文，折叠的给摘要，并说明折叠了什么。"
            "The desk as a context for a model, within a budget of tokens: expanded pages in full, "
            "hidden ones as a line. `folded` are pages that did not fit."
        ),
        arguments=GetContextWindow,
        answer=WindowAnswer,
        run=get_context_window,
    ),
)
