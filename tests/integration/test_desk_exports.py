"""A desk brought out: Markdown and DOCX with citations, JSON that comes back the same."""

import io
import json

import docx
import pytest

from core.errors import DeskNotFoundError, InputRejected, InvalidArguments
from core.model import Evidence
from core.store.regulations import save_regulation
from core.workbench import Workbench
from tests.made_regulations import rich_regulation


@pytest.fixture
def desk_id(workbench: Workbench) -> str:
    save_regulation(workbench._database, rich_regulation())
    desk = workbench.desks.create("母线 <失压>", question="怎么办？")
    system = workbench.desks.open(desk.desk_id)
    proof = workbench.desks.read_evidence(
        Evidence(reg_id="rich_2024", page_nums=(), table_id="rich_2024/t-6-2", rows=(0,))
    )
    folder = system.create_contents_page("处置")
    system.create_detail_page(
        "甲",
        detail="说明\x00\n| a | b\\|c |\n|---|---|\n| 1 | 2<br>3 |",
        evidence=[proof],
        parent=folder.index,
    )
    system.create_detail_page("乙", detail="同一出处", evidence=[proof], parent=folder.index)
    hidden = system.create_detail_page("丙", "摘要", "折叠的正文")
    system.hide(hidden.index)
    cold = system.create_detail_page("丁", detail="移出的")
    system.archive(cold.index, cold=True)
    return desk.desk_id


def test_markdown_cites_every_source_once_and_says_how_it_stands(workbench, desk_id):
    text = workbench.desks.markdown(desk_id, "zh")
    assert text.startswith("# 母线 \\<失压\\>\n\n> 问题: 怎么办？")
    assert "### 处置" in text
    assert "#### 甲[^1]" in text
    assert "#### 乙[^1]" in text
    assert text.count("[^1]:") == 1
    assert "[^1]: rich_2024 P1 表6-2 母线故障处置: “" in text
    assert "(与原文一致)" in text
    assert "折叠的正文" in text
    assert "移出的" not in text


def test_words_of_a_document_stay_words_in_the_markdown(workbench):
    desk = workbench.desks.create("案头")
    evil = '<img src=x onerror="x()"> **粗** [链](javascript:1)\n# 标题\n| a<b>c | 2<br>3 |'
    workbench.desks.open(desk.desk_id).create_detail_page("*名*", detail=evil)
    text = workbench.desks.markdown(desk.desk_id, "zh")
    assert r"### \*名\*" in text
    assert r'\<img src=x onerror="x()"\> \*\*粗\*\* \[链\](javascript:1)' in text
    assert r"\# 标题" in text
    assert r"| a\<b>c | 2<br>3 |" in text


def test_clauses_keep_their_numbers_and_no_line_makes_a_heading_of_another(workbench):
    desk = workbench.desks.create("案头")
    detail = "3. 断开断路器\n5. 汇报调度\n值班记录\n---\n- 待查\n-5 ℃\n2.1.4 送电"
    workbench.desks.open(desk.desk_id).create_detail_page("1) 处理", detail=detail)
    text = workbench.desks.markdown(desk.desk_id, "zh")
    assert r"### 1\) 处理" in text
    for line in (r"3\. 断开断路器", r"5\. 汇报调度", r"\---", r"\- 待查", "2.1.4 送电"):
        assert line in text.split("\n")


def test_a_changed_source_is_named_in_the_export(workbench, desk_id):
    rich = rich_regulation()
    table = rich.tables[0]
    cells = tuple(cell.model_copy(update={"content": "改"}) for cell in table.cells)
    changed = rich.model_copy(update={"tables": (table.model_copy(update={"cells": cells}),)})
    blank = [page.model_copy(update={"content_blocks": ()}) for page in changed.pages]
    save_regulation(workbench._database, changed.model_copy(update={"pages": tuple(blank)}))
    assert "(the text has changed)" in workbench.desks.markdown(desk_id, "en")


def test_docx_has_headings_tables_and_sources(workbench, desk_id):
    document = docx.Document(io.BytesIO(workbench.desks.docx(desk_id, "en")))
    headings = [it.text for it in document.paragraphs if it.style.name.startswith("Heading")]
    assert headings == ["Reading", "处置", "甲 [1]", "乙 [1]", "丙", "Sources"]
    [table] = document.tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["a", "b|c"],
        ["1", "2\n3"],
    ]
    assert document.paragraphs[-1].text.startswith("[1] rich_2024 P1 表6-2")


def test_json_comes_back_with_its_history(workbench, desk_id):
    exported = workbench.desks.json(desk_id)
    again = workbench.desks.import_json(exported)
    ours, theirs = workbench.desks.open(desk_id), workbench.desks.open(again.desk_id)
    assert theirs.tree.pages == ours.tree.pages
    assert theirs.steps == ours.steps
    theirs.undo()
    assert not theirs.tree.get("usr-5").is_cold
    assert ours.tree.get("usr-5").is_cold


@pytest.mark.parametrize(
    "spoil",
    [
        lambda found: found | {"format": "other"},
        lambda found: found | {"pages": found["pages"][:-1]},
        lambda found: found | {"events": found["events"][1:]},
        lambda found: found | {"began_with": []},
        lambda found: found | {"desk": {"name": 3}},
        lambda found: found | {"desk": found["desk"] | {"name": "\ud800"}},
        lambda found: found | {"events": [*found["events"], {"kind": "undone", "number": 1}]},
        lambda _: [1],
    ],
)
def test_a_spoilt_file_is_refused_and_nothing_is_imported(workbench, desk_id, spoil):
    found = json.loads(workbench.desks.json(desk_id))
    with pytest.raises(InputRejected) as caught:
        workbench.desks.import_json(json.dumps(spoil(found)))
    assert caught.value.hint
    with pytest.raises(InputRejected):
        workbench.desks.import_json(b"\xff not JSON")
    assert len(workbench.desks.all()) == 1


def test_desks_are_many_and_a_deleted_one_is_gone_for_those_who_have_it_open(workbench, desk_id):
    other = workbench.desks.create("频率")
    system = workbench.desks.open(other.desk_id)
    workbench.desks.delete(other.desk_id)
    with pytest.raises(DeskNotFoundError):
        system.create_detail_page("太晚")
    assert [desk.desk_id for desk in workbench.desks.all()] == [desk_id]
    with pytest.raises(DeskNotFoundError):
        workbench.desks.open(other.desk_id)


@pytest.mark.parametrize(("field", "value"), [("name", "x" * 300), ("token_budget", -5)])
def test_a_desk_that_could_not_be_made_here_is_not_imported(workbench, desk_id, field, value):
    found = json.loads(workbench.desks.json(desk_id))
    found["desk"][field] = value
    with pytest.raises(InvalidArguments):
        workbench.desks.import_json(json.dumps(found))
    with pytest.raises(InputRejected):
        workbench.desks.import_json("[" * 100_000)


def test_a_question_longer_than_any_question_is_refused(workbench, desk_id):
    long = "失" * 2001
    with pytest.raises(InvalidArguments):
        workbench.desks.change(desk_id, question=long)
    with pytest.raises(InvalidArguments):
        workbench.desks.create("另一个", question=long)
    exported = json.loads(workbench.desks.json(desk_id))
    exported["desk"]["question"] = long
    with pytest.raises(InvalidArguments):
        workbench.desks.import_json(json.dumps(exported))


def test_a_long_name_leaves_room_for_its_number(workbench, desk_id):
    workbench.desks.change(desk_id, name="母" * 200)
    names = {workbench.desks.import_json(workbench.desks.json(desk_id)).name for _ in range(2)}
    assert all(len(name) <= 200 and name.endswith(")") for name in names)
    assert len(names) == 2


def test_a_history_that_undoing_would_break_is_refused(workbench, desk_id):
    """It leads to a whole desk, but not by whole desks: a step and its reverse are forged."""
    found = json.loads(workbench.desks.json(desk_id))
    (root,) = [page for page in found["pages"] if page["index"] == "usr-0"]
    number = len(found["events"]) + 1

    def step(number, before, after):
        change = {"index": "usr-0", "before": {"parent": before}, "after": {"parent": after}}
        made = {"number": number, "action": "move", "subject": "usr-0", "actor": "analyst"}
        made |= {"made_at": root["updated_at"], "changes": [change]}
        return {"kind": "done", "number": number, "step": made}

    child = root["children"][0]
    found["events"] += [step(number, None, child), step(number + 1, child, None)]
    with pytest.raises(InputRejected, match=f"step {number}"):
        workbench.desks.import_json(json.dumps(found))


def test_a_desk_survives_a_restart_and_a_backup(workbench, settings, desk_id, tmp_path):
    from core.services.backup import restore
    from core.settings import Settings

    pages = dict(workbench.desks.open(desk_id).tree.pages)
    workbench.delete_regulation("rich_2024")
    workbench.back_up(tmp_path / "all.zip")
    elsewhere = Settings(data_dir=tmp_path / "elsewhere")
    restore(elsewhere, tmp_path / "all.zip")
    with Workbench(elsewhere) as again:
        assert again.desks.open(desk_id).tree.pages == pages
