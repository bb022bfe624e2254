"""Out of one library and into another, with nothing lost."""

import json

import pytest

from core.errors import Conflict, InputRejected
from core.services.exchange import export_regulation, import_regulation
from core.services.indexing import Indexer
from core.store.database import Database
from core.store.regulations import load_regulation, save_regulation
from tests.made_regulations import rich_regulation


@pytest.fixture
def exported(database, settings, tmp_path):
    save_regulation(database, rich_regulation())
    images = settings.documents_dir / "markdowns" / "rich_2024"
    images.mkdir(parents=True)
    (images / "_page_2_Figure_1.png").write_bytes(b"png")
    return export_regulation(database, settings, "rich_2024", tmp_path / "out")


def test_the_folder_is_laid_out_as_the_original_was(exported):
    names = {path.name for path in exported.iterdir()}
    assert {"page_0001.json", "page_0003.json", "info.json", "toc.json", "tables.json"} <= names
    page = json.loads((exported / "page_0001.json").read_text(encoding="utf-8"))
    assert page["source"] == "rich_2024 P1"
    assert page["content_blocks"][1]["table_meta"]["is_truncated"]
    toc = json.loads((exported / "toc.json").read_text(encoding="utf-8"))
    assert toc["items"][0]["title"] == "第六章 事故处理"
    assert toc["items"][0]["children"][0]["section_number"] == "6.1"


def test_the_round_trip_is_exact(exported, settings, tmp_path):
    elsewhere = settings.model_copy(update={"data_dir": tmp_path / "elsewhere"})
    database = Database(elsewhere.database_path)
    import_regulation(database, elsewhere, Indexer(), exported)
    assert load_regulation(database, "rich_2024") == rich_regulation()
    image = elsewhere.documents_dir / "markdowns" / "rich_2024" / "_page_2_Figure_1.png"
    assert image.read_bytes() == b"png"
    again = export_regulation(database, elsewhere, "rich_2024", tmp_path / "again")
    database.close()
    for path in exported.glob("*.json"):
        assert (again / path.name).read_bytes() == path.read_bytes()


def test_an_id_that_is_taken_is_refused(exported, database, settings):
    with pytest.raises(Conflict):
        import_regulation(database, settings, Indexer(), exported)


def test_a_folder_with_something_in_it_is_not_overwritten(exported, database, settings):
    with pytest.raises(Conflict):
        export_regulation(database, settings, "rich_2024", exported)


@pytest.mark.parametrize("name", ["info.json", "page_0002.json"])
def test_a_folder_with_a_missing_file_is_refused_in_one_line(exported, database, settings, name):
    (exported / name).unlink()
    with pytest.raises(InputRejected, match=name) as caught:
        import_regulation(database, settings, Indexer(), exported)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", ["{", '{"reg_id": "x"}', "[]"])
def test_a_broken_file_is_refused(exported, database, settings, content):
    (exported / "page_0002.json").write_text(content)
    with pytest.raises(InputRejected):
        import_regulation(database, settings, Indexer(), exported)
    assert not list((settings.data_dir / "staging").glob("*"))
