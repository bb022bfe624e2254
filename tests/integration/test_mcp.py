"""Agents, with the official client, over HTTP and over stdio."""

import json
import os
from functools import partial

import anyio
import anyio.to_thread
import httpx
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

from core.mcp_server.prompts import PATTERNS
from core.tools import TOOLS
from tests.made_pdfs import write_pdf
from tests.served import Served

REG = "linjiang_dispatch_2024"
VALUES = {
    "reg_id": REG,
    "query": "母线失压",
    "table_id": f"{REG}/t-6-3",
    "block_id": f"{REG}/p0020/b01",
    "page_num": 20,
    "start_page": 20,
    "end_page": 21,
    "annotation_id": "注一",
    "reference_text": "见第六章",
    "section_number": "6.3",
    "section_a": "6.2",
    "section_b": "6.3",
    "reg_a": "linjiang_dispatch_2023",
    "reg_b": REG,
    "question": "母线失压怎么处理？",
    "segment": "usr",
    "name": "笔记",
    "new_parent": "usr-0",
}
ALSO = {"find_similar_content": {"query_text": "母线失去电压"}}  # one of two is wanted


def stdio(env) -> Client:
    [command, *arguments] = [*Served.command(None, "mcp")]
    kept = {name: env[name] for name in env if name.startswith(("GRIDCODE_", "PYTHON"))}
    return Client(stdio_client(StdioServerParameters(command=command, args=arguments, env=kept)))


@pytest.fixture(
    params=["http", "http, as clients of 2025", "stdio, asking the workbench", "stdio alone"]
)
def connect(request, served, samples_backup):
    """-> a client that is not connected yet."""
    if request.param == "stdio alone":
        samples_dir = request.getfixturevalue("samples_dir")
        return lambda: stdio(os.environ | {"GRIDCODE_DATA_DIR": str(samples_dir)})
    if request.param.startswith("stdio"):
        return lambda: stdio(served.env)
    mode = "legacy" if "2025" in request.param else "auto"
    return lambda: Client(f"{served.url}/mcp", mode=mode)


async def a_page_for(client: Client, tool: str) -> str:
    """A new page of the desk, in the state that the tool wants."""
    if "index" not in TOOLS[tool].arguments.model_fields:
        return ""
    made = await client.call_tool("create_detail_page", {"name": "页"})
    index = made.structured_content["page"]["index"]
    if tool == "restore_page":
        await client.call_tool("archive_page", {"index": index, "cold": True})
    return index


def test_every_tool_is_listed_and_answers_with_a_source(connect):
    async def use() -> None:
        async with connect() as client:
            listed = (await client.list_tools()).tools
            assert [tool.name for tool in listed] == list(TOOLS)
            for tool in listed:
                assert tool.description
                required = tool.input_schema.get("required", [])
                values = VALUES | {"index": await a_page_for(client, tool.name)}
                given = {name: values[name] for name in required} | ALSO.get(tool.name, {})
                answer = await client.call_tool(tool.name, given)
                assert not answer.is_error, (tool.name, answer.content)
                assert answer.structured_content["source"], tool.name
                assert json.loads(answer.content[0].text) == answer.structured_content

    anyio.run(use)


def test_an_answer_with_both_its_copies_keeps_the_budget(connect):
    """Some clients show a model the text and the data, and all of them carry both."""
    calls = [
        ("read_page_range", {"reg_id": REG, "start_page": 5, "end_page": 30}),
        ("get_table_by_id", {"reg_id": REG, "table_id": "附表1"}),
        ("get_toc", {"reg_id": REG}),
        ("list_references", {"reg_id": REG}),
        ("compare_regulations", {"reg_a": VALUES["reg_a"], "reg_b": REG}),
    ]

    async def use() -> None:
        async with connect() as client:
            for name, arguments in calls:
                answer = await client.call_tool(name, arguments)
                sent = answer.model_dump_json(by_alias=True, exclude_none=True)
                assert len(sent) <= 20_000, name
                assert answer.structured_content["rest"]["tool"] == name

    anyio.run(use)


def test_a_known_failure_is_an_answer_that_helps(connect):
    async def use() -> None:
        async with connect() as client:
            for tool, arguments, kind in (
                ("list_tables", {"reg_id": "nope"}, "RegulationNotFoundError"),
                ("list_tables", {}, "InvalidArguments"),
                ("nope", {}, "ToolNotFoundError"),
            ):
                answer = await client.call_tool(tool, arguments)
                assert answer.is_error
                assert answer.structured_content["type"] == kind
                assert answer.structured_content["error"]
                assert answer.structured_content["hint"]

    anyio.run(use)


def test_documents_are_resources(connect, edition_2024):
    figure = edition_2024.figures[0].image_name

    async def use() -> None:
        async with connect() as client:
            listed = (await client.list_resources()).resources
            assert f"gridcode://{REG}" in [str(one.uri) for one in listed]
            templates = (await client.list_resource_templates()).resource_templates
            assert {one.uri_template for one in templates} >= {
                "gridcode://{reg_id}/page/{page_num}",
                "gridcode://{reg_id}/table/{table_id}",
                "gridcode://{reg_id}/figure/{name}",
            }
            read = {
                name: (await client.read_resource(f"gridcode://{REG}/{name}")).contents[0]
                for name in ("page/20", "page/20.json", "table/t-6-3", f"figure/{figure}")
            }
            whole = (await client.read_resource(f"gridcode://{REG}")).contents[0]
            with pytest.raises(MCPError, match="There is no resource"):
                await client.read_resource(f"gridcode://{REG}/shelf/3")
            with pytest.raises(MCPError, match="There is no such figure"):
                await client.read_resource(f"gridcode://{REG}/figure/..%2F..%2Fcontent.md")
        assert "母线失压" in read["page/20"].text
        assert f"{REG} P20" in read["page/20"].text
        assert json.loads(read["page/20.json"].text)["page_num"] == 20
        assert "保护误动" in read["table/t-6-3"].text  # it stands on the table's second page
        assert read[f"figure/{figure}"].mime_type == "image/png"
        assert read[f"figure/{figure}"].blob.startswith("iVBORw0KGgo")  # PNG, in base64
        assert json.loads(whole.text)["total_pages"] == 35

    anyio.run(use)


def test_prompts_teach_the_ways_from_place_to_place(connect):
    async def use() -> None:
        async with connect() as client:
            listed = (await client.list_prompts()).prompts
            assert [one.name for one in listed] == [one.name for one in PATTERNS]
            given = await client.get_prompt("table_and_notes", {"question": "母线{reg_id}失压"})
            text = given.messages[0].content.text
            assert "lookup_annotation" in text
            assert "page_hint" in text
            with pytest.raises(MCPError, match="There is no prompt nope"):
                await client.get_prompt("nope")

    anyio.run(use)


def test_slow_calls_do_not_hold_up_the_others(served):
    """Twenty at once, from four clients: each gets its own answer."""
    pages = list(range(1, 21))

    async def one(number: int, found: dict[int, str]) -> None:
        async with Client(f"{served.url}/mcp") as client:
            read = await client.read_resource(f"gridcode://{REG}/page/{number}.json")
            found[number] = json.loads(read.contents[0].text)["page_num"]

    async def use() -> dict[int, str]:
        found: dict[int, str] = {}
        async with anyio.create_task_group() as group:
            for number in pages:
                group.start_soon(one, number, found)
        return found

    assert anyio.run(use) == {number: number for number in pages}


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


def _initialize(url: str, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(f"{url}/mcp", json=INITIALIZE, headers=ACCEPT | named).status_code


def test_on_this_machine_no_token_is_wanted_but_a_name_that_is_ours(served):
    assert _initialize(served.url) == 200
    assert _initialize(served.url, Origin=served.url) == 200
    assert _initialize(served.url, Host="rebound.example") == 421
    assert _initialize(served.url, Origin="http://elsewhere.example") == 403
    assert _initialize(served.url, Origin="null") == 403


def test_listening_to_others_mcp_wants_the_token(serve, tmp_path):
    far = serve(
        tmp_path / "far",
        *("--host", "0.0.0.0"),
        GRIDCODE_MCP_TOKEN="a long secret",
        GRIDCODE_ALLOWED_HOSTS="workbench.example",
    )
    token = {"Authorization": "Bearer a long secret"}
    assert _initialize(far.url) == 401
    assert _initialize(far.url, Authorization="Bearer wrong") == 401
    assert _initialize(far.url, Authorization="Basic a long secret") == 401
    assert _initialize(far.url, **token) == 200
    assert _initialize(far.url, **token, Host="workbench.example:8501") == 200
    assert _initialize(far.url, **token, Host="elsewhere.example") == 421
    assert _initialize(far.url, **token, Origin="http://elsewhere.example") == 403
    assert far.gridcode("list").returncode == 0


def test_a_client_on_stdio_goes_on_while_workbenches_come_and_go(serve, samples_dir, gridcode):
    """It opens the library itself, lets go of it for a workbench, and outlives that."""
    env = os.environ | {"GRIDCODE_DATA_DIR": str(samples_dir)}

    async def titles(client: Client) -> list[str]:
        answer = await client.call_tool("list_regulations", {})
        assert not answer.is_error, answer.content
        return [one["reg_id"] for one in answer.structured_content["regulations"]]

    async def use() -> None:
        async with stdio(env) as client:
            alone = await titles(client)
            beside = await anyio.to_thread.run_sync(gridcode, "list")
            assert beside.stdout.count("\n") == len(alone) == 3
            first = await anyio.to_thread.run_sync(serve, samples_dir)
            assert await titles(client) == alone
            await anyio.to_thread.run_sync(first.kill)
            assert await titles(client) == alone
            second = await anyio.to_thread.run_sync(serve, samples_dir)
            assert await titles(client) == alone
            second.stop()

    anyio.run(use)


def test_agents_commands_and_an_ingest_at_once(serve, samples_dir, tmp_path):
    served = serve(samples_dir)
    pdfs = [write_pdf(tmp_path / f"new{n}.pdf", [[f"1 New {n}"], ["2 Scope"]]) for n in range(3)]

    async def asked(client: Client, done: list[str]) -> None:
        for _ in range(5):
            answer = await client.call_tool("smart_search", {"query": "母线失压", "reg_id": REG})
            assert answer.structured_content["results"][0]["reg_id"] == REG
            done.append("asked")

    async def use() -> list[str]:
        done: list[str] = []
        async with (
            stdio(served.env) as near,
            Client(f"{served.url}/mcp") as far,
            anyio.create_task_group() as group,
        ):
            ingest = partial(served.gridcode, "ingest", *pdfs, "--json")
            group.start_soon(asked, near, done)
            group.start_soon(asked, far, done)
            call = partial(served.gridcode, "call", "list_tables", f"reg_id={REG}")
            assert (await anyio.to_thread.run_sync(call)).returncode == 0
            ended = await anyio.to_thread.run_sync(ingest)
            assert (ended.returncode, ended.stderr) == (0, "")
            assert len(json.loads(ended.stdout)) == 3
        return done

    assert anyio.run(use) == ["asked"] * 10
    assert served.gridcode("list").stdout.count("\n") == 6
