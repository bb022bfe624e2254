"""A correction as agents see it, with the official client, over HTTP and over stdio."""

import json
from functools import partial

import anyio
import anyio.to_thread
import pypdfium2 as pdfium
import pytest
from mcp import Client

from core.model import SplitTable
from core.services.backup import restore
from core.settings import Settings
from core.workbench import Workbench
from tests.integration.conftest import SAMPLES
from tests.integration.test_mcp import REG, stdio

TABLE = f"{REG}/t-附表1"


@pytest.fixture
def split_file(samples_backup, tmp_path):
    """-> the file in which an analyst took the split of the table elsewhere."""
    settings = Settings(data_dir=tmp_path / "elsewhere")
    restore(settings, samples_backup)
    with Workbench(settings) as workbench:
        asked = SplitTable(table_id=TABLE, segment_id=f"{TABLE}/g1")
        workbench.correct(REG, asked, "林工", "两张表")
        exported = workbench.export_corrections(REG)
    file = tmp_path / "split.json"
    file.write_text(exported, encoding="utf-8")
    return file


@pytest.fixture
def shifted_pdf(tmp_path):
    """The same regulation with a blank page in front."""
    pdf = pdfium.PdfDocument(SAMPLES / f"{REG}.pdf")
    pdf.new_page(*pdf[0].get_size(), index=0)
    pdf.save(tmp_path / "shifted.pdf")
    return tmp_path / "shifted.pdf"


async def seen(client: Client) -> dict[str, object]:
    """The table and what follows it, in every way in which an agent can ask."""

    async def ask(tool: str, **arguments: object):
        answer = await client.call_tool(tool, {"reg_id": REG} | arguments)
        assert not answer.is_error, answer.content
        return answer.structured_content

    async def split_off() -> list[tuple[int, str]]:
        """The first page of each table that an analyst split off another, and who it was."""
        listed: list[dict] = []
        total = 1
        while len(listed) < total:  # an answer holds as many as fit its budget
            part = await ask("list_tables", limit=200, offset=len(listed))
            listed, total = listed + part["tables"], part["total"]
            assert part["tables"]
        own = [it["table_id"] for it in listed if not it["caption"] and it["page_start"] > first]
        told = [await ask("get_table_by_id", table_id=table_id) for table_id in own]
        return [
            (table["page_start"], made["made_by"])
            for table in told
            for made in table["corrections"]
            if made["kind"] == "split_table"
        ]

    upper = await ask("get_table_by_id", table_id=TABLE)
    first, last = upper["page_start"], upper["page_end"]
    overleaf = last + 1 if first == last else last
    read = await ask("read_page_range", start_page=overleaf, end_page=overleaf)
    found = await ask("smart_search", query=upper["caption"], limit=20)
    resource = await client.read_resource(f"gridcode://{REG}/table/t-附表1")
    return {
        "pages": (first, last),
        "split_off": await split_off(),
        "overleaf_is_its_own": TABLE not in json.dumps(read, ensure_ascii=False),
        "found_to": max(
            hit.get("page_end") or hit["page_num"]
            for hit in found["results"]
            if hit["page_num"] == first
        ),
        "resource_rows": resource.contents[0].text.count("\n|"),
    }


def test_agents_see_a_split_after_correcting_re_ingest_and_undo(
    serve, samples_dir, split_file, shifted_pdf
):
    """Each client stays connected all the time: nothing that it saw before is held against it."""
    served = serve(samples_dir)

    async def run(*arguments: object) -> str:
        ended = await anyio.to_thread.run_sync(partial(served.gridcode, *arguments))
        assert (ended.returncode, ended.stderr) == (0, "")
        return ended.stdout

    async def use() -> None:
        async with stdio(served.env) as near, Client(f"{served.url}/mcp") as far:

            async def both() -> dict[str, object]:
                views = [await seen(near), await seen(far)]
                assert views[0] == views[1]
                return views[0]

            whole = await both()
            first, last = whole["pages"]
            assert last > first
            assert whole["split_off"] == []
            assert not whole["overleaf_is_its_own"]

            await run("corrections", "import", REG, split_file)
            split = await both()
            assert split["pages"] == (first, first)
            assert split["split_off"] == [(first + 1, "林工")]
            assert split["overleaf_is_its_own"]
            assert split["resource_rows"] < whole["resource_rows"]

            await run("ingest", shifted_pdf, "--reg-id", REG)
            again = await both()
            assert again == split | {
                "pages": (first + 1, first + 1),
                "split_off": [(first + 2, "林工")],
                "found_to": split["found_to"] + 1,
            }

            listed = json.loads(await run("corrections", "list", REG, "--json"))
            (made,) = listed["corrections"]
            await run("corrections", "undo", REG, made["correction_id"])
            undone = await both()
            assert undone == whole | {
                "pages": (first + 1, last + 1),
                "found_to": whole["found_to"] + 1,
            }

    anyio.run(use)
