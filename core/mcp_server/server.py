"""The MCP server: it translates, the registry decides."""

import json
import logging
from collections.abc import Awaitable
from importlib.metadata import version
from typing import Any, Protocol

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from core.errors import GridCodeError, InvalidArguments
from core.mcp_server.prompts import PATTERNS, prompt_text
from core.mcp_server.resources import SCHEME, TEMPLATES
from core.serving.wire import Json
from core.tools import TOOLS, error_answer

logger = logging.getLogger(__name__)

# Characters an answer may have: what is cut says so. It goes out twice (see _result), and some
# clients show a model both; with what JSON escapes in the text, they have 20,000 together.
BUDGET = 9_500

_INSTRUCTIONS = """
规程工作台：按页保存的规程，跨页表格已拼接，注释和引用可追踪。每个答案都有 source，引用时请写出。
Regulations, page by page, with every table whole and every note and reference to follow.
Start with list_regulations; every answer has a `source` to cite. The prompts show how to go from
one place to the next.
""".strip()

_AT_ONCE = 8  # tool calls; more wait, so that pages are still served
_SIGN_OF_LIFE_SECONDS = 2.0

Context = ServerRequestContext[Any, Any]


class Ask(Protocol):
    """Put a command (core.serving.commands) to whoever holds the store; blocks."""

    def __call__(self, command: str, **arguments: Json) -> Json: ...


def build_server(ask: Ask) -> Server[Any]:
    limiter: list[anyio.CapacityLimiter] = []  # made inside the event loop that uses it

    async def in_thread(command: str, **arguments: Json) -> Json:
        if not limiter:
            limiter.append(anyio.CapacityLimiter(_AT_ONCE))
        return await anyio.to_thread.run_sync(
            lambda: ask(command, **arguments), limiter=limiter[0], abandon_on_cancel=True
        )

    async def list_tools(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name) for name in TOOLS])

    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        try:
            work = in_thread(
                "call_tool", tool=params.name, arguments=params.arguments or {}, budget=BUDGET
            )
            return _result(await _with_signs_of_life(context, work))
        except GridCodeError as error:
            return _result(error_answer(error), is_error=True)
        except Exception:
            # A bug: the log has it; the agent is told that it happened and can go on.
            logger.exception("the tool %s failed", params.name)
            failure = GridCodeError("An internal error.", hint="The program's log has details.")
            return _result(error_answer(failure), is_error=True)

    async def list_resources(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        found = await in_thread("list_resources")
        return types.ListResourcesResult(
            resources=[types.Resource.model_validate(one, by_name=True) for one in found]
        )

    async def list_templates(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    name=name,
                    uri_template=f"{SCHEME}://{{reg_id}}/{rest}",
                    mime_type=media_type,
                    description=description,
                )
                for name, rest, media_type, description in TEMPLATES
            ]
        )

    async def read_resource(
        _: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        try:
            found = await in_thread("read_resource", uri=uri)
        except GridCodeError as error:
            raise _protocol_error(error) from error
        contents = types.BlobResourceContents if "blob" in found else types.TextResourceContents
        return types.ReadResourceResult(
            contents=[contents.model_validate({"uri": uri, **found}, by_name=True)]
        )

    async def list_prompts(
        _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=pattern.name,
                    title=pattern.title,
                    description=pattern.description,
                    arguments=[
                        types.PromptArgument(name=name, description=meaning, required=False)
                        for name, meaning in pattern.arguments.items()
                    ],
                )
                for pattern in PATTERNS
            ]
        )

    async def get_prompt(_: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        for pattern in PATTERNS:
            if pattern.name == params.name:
                text = types.TextContent(
                    type="text", text=prompt_text(pattern, params.arguments or {})
                )
                return types.GetPromptResult(
                    description=pattern.description,
                    messages=[types.PromptMessage(role="user", content=text)],
                )
        names = ", ".join(pattern.name for pattern in PATTERNS)
        raise _protocol_error(
            InvalidArguments(f"There is no prompt {params.name}.", hint=f"There are: {names}.")
        )

    return Server(
        "gridcode",
        version=version("gridcode-workbench"),
        title="GridCode Workbench",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _tool(name: str) -> types.Tool:
    tool = TOOLS[name]
    return types.Tool(
        name=name,
        description=tool.description,
        input_schema=tool.arguments.model_json_schema(),
        output_schema=tool.answer.model_json_schema(mode="serialization"),
        annotations=types.ToolAnnotations(
            open_world_hint=False,
            read_only_hint=not tool.writes,
            destructive_hint=False,  # an analyst can undo whatever happens to a desk
        ),
    )


def _result(answer: Json, *, is_error: bool = False) -> types.CallToolResult:
    """As text for every client, and as data for those that read it."""
    written = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    text = types.TextContent(type="text", text=written)
    return types.CallToolResult(content=[text], structured_content=answer, is_error=is_error)


async def _with_signs_of_life(context: Context, work: Awaitable[Json]) -> Json:
    """The answer; as long as it takes, a client that asked for progress hears how long it took."""

    async def tell() -> None:
        seconds = 0.0
        while True:
            await anyio.sleep(_SIGN_OF_LIFE_SECONDS)
            seconds += _SIGN_OF_LIFE_SECONDS
            await context.session.report_progress(seconds, None, "working")

    failure: Exception | None = None
    answer: Json = None
    async with anyio.create_task_group() as group:
        group.start_soon(tell)
        try:
            answer = await work
        except Exception as error:
            failure = error  # raised inside, it would come out wrapped in a group
        group.cancel_scope.cancel()
    if failure is not None:
        raise failure
    return answer


def _protocol_error(error: GridCodeError) -> MCPError:
    message = f"{error} {error.hint}".strip()
    return MCPError(code=types.INVALID_PARAMS, message=message, data=error_answer(error))
