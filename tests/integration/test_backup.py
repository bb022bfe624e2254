"""The whole library out and back."""

import json
import subprocess
import zipfile

import pytest

from core.errors import Conflict, InputRejected, StoreBusy
from core.services.backup import restore
from core.services.ingest import IngestRequest
from core.settings import Settings
from core.workbench import Workbench
from tests.made_pdfs import write_pdf


@pytest.fixture
def filled(workbench, tmp_path):
    for name in ("one", "two"):
        workbench.ingest(IngestRequest(write_pdf(tmp_path / f"{name}.pdf", [[f"1 {name}", "x."]])))
    return workbench


@pytest.fixture
def elsewhere(tmp_path):
    return Settings(data_dir=tmp_path / "elsewhere")


def test_everything_comes_back(filled, elsewhere, tmp_path):
    made = filled.back_up(tmp_path / "b.zip")
    assert sorted(made["regulations"]) == ["one", "two"]
    restore(elsewhere, tmp_path / "b.zip")
    with Workbench(elsewhere) as restored:
        assert restored.list_regulations() == filled.list_regulations()
        assert restored.load_page("two", 1) == filled.load_page("two", 1)
        assert restored.search("two").results[0].reg_id == "two"
        assert restored.page_image("one", 1) == filled.page_image("one", 1)
        assert all(found.ok for found in restored.examine())
    assert sorted(path.name for path in elsewhere.data_dir.iterdir()) == [
        "documents",
        "gridcode.duckdb",
    ]
    assert not list(filled.data_dir.glob("snapshot-*"))


def test_a_filled_library_is_replaced_only_when_told_to(filled, elsewhere, tmp_path):
    filled.back_up(tmp_path / "two.zip")
    filled.delete_regulation("two")
    filled.back_up(tmp_path / "one.zip")
    restore(elsewhere, tmp_path / "two.zip")
    with pytest.raises(Conflict, match="holds 2 regulations"):
        restore(elsewhere, tmp_path / "one.zip")
    restore(elsewhere, tmp_path / "one.zip", replace=True)
    with Workbench(elsewhere) as restored:
        assert [found.info.reg_id for found in restored.list_regulations()] == ["one"]
        assert all(found.ok for found in restored.examine())


@pytest.mark.parametrize("share", [0.0, 0.4, 0.9])
def test_a_library_whose_store_was_cut_short_is_replaced_when_told_to(
    filled, elsewhere, tmp_path, share
):
    filled.back_up(tmp_path / "b.zip")
    restore(elsewhere, tmp_path / "b.zip")
    with elsewhere.database_path.open("r+b") as file:
        file.truncate(int(elsewhere.database_path.stat().st_size * share))
    restore(elsewhere, tmp_path / "b.zip", replace=True)
    with Workbench(elsewhere) as restored:
        assert len(restored.list_regulations()) == 2


def test_a_library_that_is_open_is_not_replaced(filled, gridcode, tmp_path, settings):
    filled.back_up(tmp_path / "b.zip")
    done = gridcode("restore", tmp_path / "b.zip", "--force", "--json")
    assert json.loads(done.stdout)["type"] == StoreBusy.__name__
    assert len(filled.list_regulations()) == 2


def _changed(source, target, change) -> None:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            renamed, content = change(name, old.read(name))
            if renamed:
                new.writestr(renamed, content)


@pytest.mark.parametrize(
    "change",
    [
        lambda name, content: (name, content + b" " if name.endswith("one.pdf") else content),
        lambda name, content: (None if name.endswith("one.pdf") else name, content),
        lambda name, content: (None if name == "manifest.json" else name, content),
        lambda name, content: (name, content.replace(b"backup-1", b"backup-9")),
        lambda name, content: (
            name.replace("documents/pdfs/one.pdf", "../../one.pdf"),
            content.replace(b"documents/pdfs/one.pdf", b"../../one.pdf")
            if name == "manifest.json"
            else content,
        ),
    ],
    ids=["changed file", "lost file", "no manifest", "later format", "outside"],
)
def test_a_backup_that_is_not_whole_changes_nothing(filled, elsewhere, tmp_path, change):
    filled.back_up(tmp_path / "b.zip")
    restore(elsewhere, tmp_path / "b.zip")
    before = elsewhere.database_path.read_bytes()
    _changed(tmp_path / "b.zip", tmp_path / "bad.zip", change)
    with pytest.raises(InputRejected, match="cannot be restored"):
        restore(elsewhere, tmp_path / "bad.zip", replace=True)
    assert elsewhere.database_path.read_bytes() == before
    assert sorted(path.name for path in elsewhere.data_dir.iterdir()) == [
        "documents",
        "gridcode.duckdb",
    ]


def test_a_file_that_is_no_backup_is_told_in_one_line(gridcode, tmp_path):
    (tmp_path / "x.zip").write_text("no zip")
    for name in ("x.zip", "missing.zip"):
        done = gridcode("restore", tmp_path / name)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert "cannot be restored" in done.stderr


def test_a_backup_taken_while_serving_and_ingesting_is_whole(serve, tmp_path, elsewhere):
    served = serve(tmp_path / "data")
    first = write_pdf(tmp_path / "first.pdf", [["1 First", "x."]])
    served.gridcode("ingest", first)
    many = [
        write_pdf(tmp_path / f"more{number}.pdf", [[f"1 More {number}"]]) for number in range(4)
    ]
    ingesting = subprocess.Popen(
        served.command("ingest", *many), env=served.env, stdout=subprocess.DEVNULL
    )
    taken = []
    while ingesting.poll() is None:
        target = tmp_path / f"b{len(taken)}.zip"
        assert served.gridcode("backup", target).returncode == 0
        taken.append(target)
    assert ingesting.returncode == 0
    for target in taken:
        restore(elsewhere, target, replace=True)
        with Workbench(elsewhere) as restored:
            assert all(found.ok for found in restored.examine())
