"""Names found through the index, also in stores that were written before there was one."""

import duckdb
import pytest

from core.model import ids
from core.services.notes import lookup_annotation
from core.services.outline import outline
from core.store import chapters, figures, lookups, references, regulations
from core.store.database import Database
from core.store.regulations import load_regulation, save_regulation
from core.structure.references.names import named_things
from tests.bench.long_regulation import long_regulation
from tests.made_regulations import rich_regulation

REG = "rich_2024"


def all_lookups(database):
    with database.reading() as cursor:
        return sorted(cursor.execute("SELECT * FROM lookups").fetchall())


def make_old(path):
    """The store as it was before lookups."""
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            """
            CREATE TABLE plain_references AS
                SELECT * EXCLUDE (page_key, target_key) FROM cross_references;
            DROP TABLE cross_references;
            ALTER TABLE plain_references RENAME TO cross_references;
            CREATE TABLE plain_figures AS SELECT * EXCLUDE (figure_key) FROM figures;
            DROP TABLE figures;
            ALTER TABLE plain_figures RENAME TO figures;
            DROP TABLE lookups;
            DELETE FROM migrations WHERE name = '0006_lookups.sql';
            """
        )


@pytest.fixture
def rich(database):
    regulation = rich_regulation()
    save_regulation(database, regulation)
    return regulation


def test_every_name_leads_to_its_thing(database, rich):
    notes = [note for page in rich.pages for note in page.annotations]
    named = list(named_things(rich.chapters, rich.tables, rich.figures, notes))
    assert len(named) > 5
    for name, item_id, page_num in named:
        assert (item_id, page_num) in lookups.find(database, REG, name)


def test_a_name_of_another_regulation_is_not_found(database, rich):
    assert lookups.find(database, "other", "table:6-2") == []
    assert [place.item_id for place in lookups.find(database, REG, "table:6-2")] == [
        ids.table_id(REG, 1, 1, "6-2")
    ]


def test_an_older_store_gets_its_lookups_when_it_is_opened(settings):
    database = Database(settings.database_path)
    save_regulation(database, rich_regulation())
    before = all_lookups(database)
    database.close()
    make_old(settings.database_path)
    database = Database(settings.database_path)
    try:
        assert before
        assert all_lookups(database) == before
        regulation = rich_regulation()
        assert load_regulation(database, REG) == regulation
        resolved = regulation.references[0]
        assert references.references_to(database, resolved.target.target_id) == [resolved]
        assert references.references_on(database, REG, 2) == [resolved]
        figure = regulation.figures[0]
        assert figures.find_figure(database, REG, figure.figure_id) == figure
        save_regulation(database, regulation)
        assert all_lookups(database) == before
    finally:
        database.close()


def test_the_lookup_by_key_goes_through_the_index(database, rich):
    with database.reading() as cursor:
        for table, column in [
            ("lookups", "lookup_key"),
            ("cross_references", "page_key"),
            ("cross_references", "target_key"),
            ("figures", "figure_key"),
        ]:
            indexed = cursor.execute(
                "SELECT count(*) FROM duckdb_indexes() WHERE table_name = $table "
                "AND contains(expressions, $column)",
                {"table": table, "column": column},
            ).fetchone()
            assert indexed == (1,)


def test_a_renamed_chapter_is_found_under_its_new_title(database, rich):
    """What is kept from reading to reading does not outlive a write."""
    first = rich.chapters[0]
    assert chapters.find_chapter(database, REG, first.node_id) == first
    assert outline(database, REG).rows[first.node_id].title == first.title
    assert regulations.get_info(database, REG).title == rich.info.title
    renamed = first.model_copy(update={"title": "改过的标题"})
    changed = rich.model_copy(
        update={
            "chapters": (renamed, *rich.chapters[1:]),
            "info": rich.info.model_copy(update={"title": "改过的规程"}),
        }
    )
    save_regulation(database, changed)
    assert chapters.find_chapter(database, REG, first.node_id) == renamed
    assert outline(database, REG).rows[first.node_id].title == "改过的标题"
    assert regulations.get_info(database, REG).title == "改过的规程"


def test_a_note_is_found_at_its_table_however_many_bear_its_label(database):
    save_regulation(database, long_regulation("made", 450))  # 225 notes are called 注1
    found = lookup_annotation(database, "made", "表45-5注1")
    assert found.note.note_id == "made/p0450/n1"
    assert found.total == 1


def test_pieces_of_a_list_come_in_the_order_of_the_document(database):
    """Also when rows were taken out before them and put in again behind."""
    regulation = long_regulation("made", 60)
    for saved in (regulation, long_regulation("other", 60), regulation):
        save_regulation(database, saved)
    listed = [
        reference.reference_id
        for offset in range(0, 60, 7)
        for reference in references.references_between(
            database, "made", "resolved", None, offset, 7
        )[0]
    ]
    wanted = [it.reference_id for it in regulation.references if it.state == "resolved"]
    assert listed == wanted
