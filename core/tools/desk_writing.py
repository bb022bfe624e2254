"""Tools that change a desk. Agents write only to desks that an analyst opened for writing."""

from typing import Annotated

from pydantic import Field

from core.context.context_system import ContextSystem
from core.errors import InvalidArguments
from core.model import Actor, Desk, Evidence
from core.tools.desk_items import (
    Description,
    Directory,
    OnDesk,
    OnPage,
    PageAnswer,
    PageName,
    Position,
    desk_for,
    desk_source,
    index_of,
    page_answer,
)
from core.tools.paging import Answer
from core.tools.registry import Tool
from core.workbench import Workbench

_NAMED = 50  # removed pages that are named one by one


class CreateContentsPage(OnDesk):
    name: PageName
    description: Description = ""
    parent: Directory = "usr-0"
    position: Position = None


class CreateDetailPage(CreateContentsPage):
    detail: Annotated[
        str,
        Field(
            description="正文，Markdown；缺省为出处的原文。 The text, Markdown; the words of the "
            "evidence if left out. 200,000 characters at most."
        ),
    ] = ""
    reg_id: Annotated[
        str | None,
        Field(
            description="出处所在的规程；有出处时必填。 "
            "Regulation that the page comes from; wanted "
            "with any of the following."
        ),
    ] = None
    page_nums: Annotated[
        list[int], Field(description="出处的 PDF 页码。 Pages of the PDF.", max_length=200)
    ] = Field(default_factory=list)
    block_ids: Annotated[
        list[str], Field(description="出处的块标识。 Ids of blocks.", max_length=200)
    ] = Field(default_factory=list)
    table_id: Annotated[
        str | None, Field(description="出处的表格标识或编号。 Id or printed number of a table.")
    ] = None
    rows: Annotated[
        list[int],
        Field(description="表格的行，从 0 开始。 Rows of the table, from 0.", max_length=2000),
    ] = Field(default_factory=list)
    quote: Annotated[
        str,
        Field(
            description="引用的原文，须与出处一致；缺省为该处全文。 "
            "Words that are cited; they must "
            "stand there. All of the place if left out."
        ),
    ] = ""


def create_contents_page(workbench: Workbench, arguments: CreateContentsPage) -> PageAnswer:
    desk, system = _opened(workbench, arguments)
    page = system.create_contents_page(
        arguments.name,
        arguments.description,
        index_of(arguments.parent),
        position=arguments.position,
        by=Actor.AGENT,
    )
    return page_answer(desk, page)


def create_detail_page(workbench: Workbench, arguments: CreateDetailPage) -> PageAnswer:
    desk, system = _opened(workbench, arguments)
    evidence = _evidence(workbench, arguments)
    page = system.create_detail_page(
        arguments.name,
        arguments.description,
        arguments.detail or "\n\n".join(proof.quote for proof in evidence),
        index_of(arguments.parent),
        evidence=evidence,
        position=arguments.position,
        by=Actor.AGENT,
    )
    return page_answer(desk, page)


class UpdatePage(OnPage):
    name: Annotated[str | None, Field(description="新名称。 New name; stays if left out.")] = None
    description: Annotated[
        str | None, Field(description="新摘要。 New summary; stays if left out.")
    ] = None
    detail: Annotated[
        str | None, Field(description="新正文（明细页）。 New text of a detail page.")
    ] = None


def update_page(workbench: Workbench, arguments: UpdatePage) -> PageAnswer:
    desk, system = _opened(workbench, arguments)
    page = system.update_page(
        index_of(arguments.index),
        name=arguments.name,
        description=arguments.description,
        detail=arguments.detail,
        by=Actor.AGENT,
    )
    return page_answer(desk, page)


def expand_details(workbench: Workbench, arguments: OnPage) -> PageAnswer:
    desk, system = _opened(workbench, arguments)
    return page_answer(desk, system.expand(index_of(arguments.index), by=Actor.AGENT))


def hide_details(workbench: Workbench, arguments: OnPage) -> PageAnswer:
    desk, system = _opened(workbench, arguments)
    return page_answer(desk, system.hide(index_of(arguments.index), by=Actor.AGENT))


class MovePage(OnPage):
    new_parent: Directory
    position: Position = None


def move_page(workbench: Workbench, arguments: MovePage) -> PageAnswer:
    desk, system = _opened(workbench, arguments)
    page = system.move_page(
        index_of(arguments.index),
        index_of(arguments.new_parent),
        arguments.position,
        by=Actor.AGENT,
    )
    return page_answer(desk, page)


class ArchivePage(OnPage):
    cold: Annotated[
        bool,
        Field(
            description="true 为冷归档：移出案头，只能用 find_page 找回。 "
            "True takes the page out of "
            "the tree: only find_page finds it."
        ),
    ] = False


def archive_page(workbench: Workbench, arguments: ArchivePage) -> PageAnswer:
    desk, system = _opened(workbench, arguments)
    index = index_of(arguments.index)
    return page_answer(desk, system.archive(index, cold=arguments.cold, by=Actor.AGENT))


class RestorePage(OnPage):
    parent: Annotated[
        str | None,
        Field(
            description="放回哪个目录；缺省为原处。 Contents page to put it in; where it stood if "
            "left out."
        ),
    ] = None


def restore_page(workbench: Workbench, arguments: RestorePage) -> PageAnswer:
    desk, system = _opened(workbench, arguments)
    to = index_of(arguments.parent) if arguments.parent is not None else None
    return page_answer(desk, system.restore(index_of(arguments.index), to, by=Actor.AGENT))


class RemovedPages(Answer):
    """``removed`` names the first of them. An analyst can undo it on the Desk page."""

    desk: str
    removed: list[str]
    removed_count: int


def remove_page(workbench: Workbench, arguments: OnPage) -> RemovedPages:
    desk, system = _opened(workbench, arguments)
    gone = system.remove_page(index_of(arguments.index), by=Actor.AGENT)
    return RemovedPages(
        desk=desk.desk_id,
        removed=list(gone[:_NAMED]),
        removed_count=len(gone),
        source=desk_source(desk),
    )


def _opened(workbench: Workbench, arguments: OnDesk) -> tuple[Desk, ContextSystem]:
    desk = desk_for(workbench, arguments.desk, writing=True)
    return desk, workbench.desks.open(desk.desk_id)


def _evidence(workbench: Workbench, arguments: CreateDetailPage) -> list[Evidence]:
    named = arguments.page_nums or arguments.block_ids or arguments.table_id or arguments.quote
    if arguments.reg_id is None:
        if named:
            raise InvalidArguments(
                "The evidence names no regulation.", hint="Give its reg_id, from list_regulations."
            )
        return []
    asked = Evidence(
        reg_id=arguments.reg_id,
        page_nums=tuple(sorted(set(arguments.page_nums))),
        block_ids=tuple(dict.fromkeys(arguments.block_ids)),
        table_id=arguments.table_id,
        rows=tuple(arguments.rows),
        quote=arguments.quote,
    )
    return [workbench.desks.read_evidence(asked)]


TOOLS = (
    Tool(
        name="create_detail_page",
        description=(
            "在案头上新建一页：正文与出处。出处会核对，引文必须与原文一致。"
            "Put a page on the desk: a text with where it comes from. The evidence is checked: a "
            "quote must stand where you say."
        ),
        arguments=CreateDetailPage,
        answer=PageAnswer,
        run=create_detail_page,
        writes=True,
    ),
    Tool(
        name="create_contents_page",
        description="在案头上新建目录页，用来归类。 Make a contents page, to group other pages in.",
        arguments=CreateContentsPage,
        answer=PageAnswer,
        run=create_contents_page,
        writes=True,
    ),
    Tool(
        name="update_page",
        description=(
            "修改页面的名称、摘要或正文；未给出的不变。"
            "Change name, description or detail of a page; what is left out stays."
        ),
        arguments=UpdatePage,
        answer=PageAnswer,
        run=update_page,
        writes=True,
    ),
    Tool(
        name="expand_details",
        description=(
            "展开页面，使其正文或子页面进入上下文；上级一并展开。"
            "Expand a page, so that its detail or children are in the window; the way to it is "
            "opened, and it comes out of the hot archive."
        ),
        arguments=OnPage,
        answer=PageAnswer,
        run=expand_details,
        writes=True,
    ),
    Tool(
        name="hide_details",
        description=(
            "折叠页面，只留摘要，省出 token。 Hide a page but for its description: saves tokens."
        ),
        arguments=OnPage,
        answer=PageAnswer,
        run=hide_details,
        writes=True,
    ),
    Tool(
        name="move_page",
        description=(
            "把页面（连同其下全部）移到另一目录或另一位置；不能移入自身之下。"
            "Move a page with everything in it to another contents page, or to another position."
        ),
        arguments=MovePage,
        answer=PageAnswer,
        run=move_page,
        writes=True,
    ),
    Tool(
        name="archive_page",
        description=(
            "归档：热归档留在原处、不进上下文；冷归档移出案头，可查找、可恢复。"
            "Archive a page with everything in it: hot stays in its place outside the window, cold "
            "leaves the tree and is found by find_page."
        ),
        arguments=ArchivePage,
        answer=PageAnswer,
        run=archive_page,
        writes=True,
    ),
    Tool(
        name="restore_page",
        description="把归档的页面恢复到上下文中。 Bring an archived page back into the window.",
        arguments=RestorePage,
        answer=PageAnswer,
        run=restore_page,
        writes=True,
    ),
    Tool(
        name="remove_page",
        description=(
            "删除页面及其下全部页面。不确定时用 archive_page。"
            "Remove a page with everything in it. When in doubt, use archive_page."
        ),
        arguments=OnPage,
        answer=RemovedPages,
        run=remove_page,
        writes=True,
    ),
)
