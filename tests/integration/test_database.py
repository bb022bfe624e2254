"""One file, one owner, many readers: locks, foreign files, threads, and the power cut."""

import random
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from core.errors import ModelMissing, StoreBusy, StoreUnusable
from core.services.reading import load_page, load_page_range
from core.store import extensions
from core.store.database import Database
from core.store.extensions import LoadedExtension, load_extension, require_extension
from core.store.index_checks import broken_indexes, rebuild
from core.store.integrity import find_problems
from core.store.regulations import find_info, list_summaries, save_regulation
from tests.made_regulations import plain_regulation
from tests.prepared_process import Prepared

ROOT = Path(__file__).parents[2]


def start_python(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_store_held_by_another_process_is_busy(settings):
    holder = start_python(
        """
        import sys
        from pathlib import Path
        from core.store.database import Database
        held = Database(Path(sys.argv[1]))
        print("held", flush=True)
        sys.stdin.readline()
        """,
        settings.database_path,
    )
    try:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StoreBusy, match="another process"):
            Database(settings.database_path)
    finally:
        holder.communicate("\n", timeout=20)


def test_a_file_that_is_no_database_is_left_alone(settings):
    settings.data_dir.mkdir(parents=True)
    settings.database_path.write_bytes(b"%PDF-1.7 not a database" * 200)
    before = settings.database_path.read_bytes()
    with pytest.raises(StoreUnusable) as caught:
        Database(settings.database_path)
    assert "\n" not in str(caught.value)
    assert settings.database_path.read_bytes() == before


def test_the_database_of_another_program_is_left_alone(settings):
    settings.data_dir.mkdir(parents=True)
    with duckdb.connect(str(settings.database_path)) as connection:
        connection.execute("CREATE TABLE sales (amount INTEGER)")
    with pytest.raises(StoreUnusable, match="another program"):
        Database(settings.database_path)
    with duckdb.connect(str(settings.database_path)) as connection:
        assert connection.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [
            ("sales",)
        ]


def test_a_store_of_a_newer_version_is_not_touched(settings):
    Database(settings.database_path).close()
    with duckdb.connect(str(settings.database_path)) as connection:
        connection.execute("INSERT INTO migrations VALUES ('9999_future.sql')")
    with pytest.raises(StoreUnusable, match="newer version"):
        Database(settings.database_path)


def test_a_data_directory_that_is_a_file_says_so(tmp_path):
    blocker = tmp_path / "data"
    blocker.write_text("in the way")
    with pytest.raises(StoreUnusable, match="cannot be opened"):
        Database(blocker / "gridcode.duckdb")


def test_migrations_are_applied_once(settings):
    Database(settings.database_path).close()
    database = Database(settings.database_path)
    with database.reading() as cursor:
        names = [name for (name,) in cursor.execute("SELECT name FROM migrations").fetchall()]
    database.close()
    scripts = sorted(path.name for path in (ROOT / "core/store/migrations").glob("*.sql"))
    assert names == scripts


def test_both_extensions_come_from_their_wheels_without_a_network(database):
    assert [(found.name, found.origin) for found in database.extensions] == [
        ("fts", "wheel"),
        ("vss", "wheel"),
    ]
    with database.reading() as cursor:
        cursor.execute("SELECT stem('running', 'porter')")
        assert cursor.execute("SELECT array_distance([1.0]::FLOAT[1], [2.0]::FLOAT[1])").fetchone()


def test_an_extension_that_is_nowhere_is_named_and_never_downloaded(monkeypatch):
    """Without its wheel and without downloads the store opens; only its users are refused."""
    monkeypatch.setattr(extensions, "_file_in_wheel", lambda name: None)
    asked = []

    class Connection:
        def execute(self, statement):
            asked.append(statement)
            raise duckdb.IOException("no such extension\nlong trace")

    missing = load_extension(Connection(), "fts", allow_downloads=False)
    assert (missing.origin, asked) == (None, ["LOAD fts"])
    with pytest.raises(ModelMissing, match="fts") as caught:
        require_extension(missing)
    assert "make install" in caught.value.hint
    load_extension(Connection(), "fts", allow_downloads=True)
    assert asked[-1] == "INSTALL fts; LOAD fts"
    require_extension(LoadedExtension(name="fts", origin="wheel"))


@pytest.mark.parametrize(
    "statement",
    [
        "COPY (SELECT 1) TO '/tmp/leak.csv'",
        "SELECT * FROM read_text('/etc/passwd')",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "ATTACH '/tmp/elsewhere.duckdb'",
    ],
)
def test_no_statement_reaches_outside_the_data_directory(database, statement):
    with database.reading() as cursor, pytest.raises(duckdb.Error):
        cursor.execute(statement)


def test_a_write_that_fails_is_rolled_back_and_the_next_one_works(database):
    def write_and_fail():
        with database.writing() as cursor:
            cursor.execute("INSERT INTO saved_searches VALUES ('a', 'q', '{}', 'now')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    with database.writing() as cursor:
        assert cursor.execute("SELECT count(*) FROM saved_searches").fetchone() == (0,)


def test_a_checkpoint_while_a_reader_reads_does_no_harm(database):
    save_regulation(database, plain_regulation("read", 3))
    with database.reading() as cursor:
        cursor.begin()
        cursor.execute("SELECT * FROM pages")
        database.checkpoint()
        cursor.rollback()
    assert load_page(database, "read", 3).page_num == 3


def test_eight_threads_read_right_while_one_writes(settings):
    """Each answer is checked in full: an odd row of another thread would show."""
    database = Database(settings.database_path, page_cache_size=4)
    stay = [plain_regulation(f"stay_{nth}", 20, mark=f"不变{nth}") for nth in range(4)]
    for regulation in stay:
        save_regulation(database, regulation)
    reading = True

    def write() -> int:
        rounds = 0
        while reading:
            save_regulation(database, plain_regulation("moving", 15, mark=f"第{rounds}轮"))
            rounds += 1
        return rounds

    def read(seed: int) -> int:
        choose = random.Random(seed)
        for _ in range(150):
            regulation = choose.choice(stay)
            page = choose.choice(regulation.pages)
            reg_id = regulation.info.reg_id
            assert load_page(database, reg_id, page.page_num) == page
            if choose.random() < 0.2:
                pages = load_page_range(database, reg_id, page.page_num, 20).pages
                assert pages == regulation.pages[page.page_num - 1 :]
            if choose.random() < 0.2:
                assert {"stay_0", "stay_3"} <= {s.info.reg_id for s in list_summaries(database)}
        return 150

    with ThreadPoolExecutor(9) as pool:
        writer = pool.submit(write)
        readers = [pool.submit(read, seed) for seed in range(8)]
        try:
            answers = [reader.result() for reader in readers]
        finally:
            reading = False
        rounds = writer.result()
    database.close()
    assert answers == [150] * 8
    assert rounds > 1


SAVE_FOR_EVER = """
from itertools import count
from pathlib import Path
from core.store.database import Database
from core.store.regulations import save_regulation
from tests.made_regulations import plain_regulation

versions = [plain_regulation("torn", 150, mark=mark) for mark in ("甲版", "乙版")]

def run(path):
    database = Database(Path(path))
    print("ready", flush=True)
    for nth in count():
        save_regulation(database, versions[nth % 2])
        print("saved", flush=True)
"""


def test_twenty_kills_in_the_middle_of_saving_tear_nothing(settings, tmp_path):
    delays = random.Random(7)
    seen = set()
    with Prepared(SAVE_FOR_EVER, tmp_path, settings.database_path) as prepared:
        for _ in range(20):
            saver = prepared.start()
            assert saver.stdout.readline() == "ready\n"
            for _ in range(delays.randrange(3)):  # however slow the machine is
                assert saver.stdout.readline() == "saved\n"
            time.sleep(delays.uniform(0.0, 0.4))
            saver.kill()
            seen.add(_version_found(settings.database_path))
    assert {"规程甲版", "规程乙版"} <= seen  # the kills did fall between and into different saves


def _version_found(path: Path) -> str | None:
    """The version in the store, after checking that all of it is there and nothing else."""
    database = Database(path)
    try:
        assert find_problems(database) == []
        found = find_info(database, "torn")
        if found is None:
            return None
        mark = found.title.removeprefix("规程")
        expected = plain_regulation("torn", 150, mark=mark)
        assert load_page_range(database, "torn", 1, 150).pages == expected.pages
        return found.title
    finally:
        database.close()


SAVE_AND_WAIT = """
import sys
from pathlib import Path
from core.store.database import Database
from core.store.regulations import save_regulation
from tests.made_regulations import plain_regulation

database = Database(Path(sys.argv[1]))
save_regulation(database, plain_regulation("first", 150))
database.checkpoint()
save_regulation(database, plain_regulation("second", 150))
print("saved", flush=True)
sys.stdin.readline()
"""


def test_what_was_saved_just_before_a_kill_is_found_through_every_index(settings):
    """Also after the store was opened and closed in between, which is where DuckDB loses it."""
    saver = start_python(SAVE_AND_WAIT, settings.database_path)
    assert saver.stdout.readline() == "saved\n"
    saver.kill()
    saver.communicate(timeout=20)
    Database(settings.database_path).close()
    database = Database(settings.database_path)
    try:
        assert broken_indexes(database) == []
        assert load_page(database, "second", 150).page_num == 150
    finally:
        database.close()


def test_an_index_that_has_lost_rows_is_told_and_built_anew(settings):
    saver = start_python(SAVE_AND_WAIT, settings.database_path)
    assert saver.stdout.readline() == "saved\n"
    saver.kill()
    saver.communicate(timeout=20)
    duckdb.connect(str(settings.database_path)).close()  # as a version without the remedy did
    database = Database(settings.database_path)
    try:
        broken = broken_indexes(database)
        assert "pages_by_key" in broken
        rebuild(database, broken)
        assert broken_indexes(database) == []
        assert load_page(database, "second", 150).page_num == 150
    finally:
        database.close()


def test_what_is_remembered_is_read_again_after_a_commit(database):
    asked = []

    def read() -> int:
        asked.append(1)
        return len(asked)

    assert [database.remembered("x", read), database.remembered("x", read)] == [1, 1]
    with database.writing():
        pass
    assert database.remembered("x", read) == 2


def test_what_was_read_while_somebody_wrote_is_not_remembered(database):
    def read_and_write() -> str:
        with database.writing():
            pass
        return "old"

    assert database.remembered("x", read_and_write) == "old"
    assert database.remembered("x", lambda: "new") == "new"


def test_a_store_that_was_cut_short_is_told_as_damaged(tmp_path):
    path = tmp_path / "gridcode.duckdb"
    Database(path).close()
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    with pytest.raises(StoreUnusable, match="cannot be"):
        Database(path)


def test_a_part_that_cannot_be_read_later_is_told_as_damage_too(database):
    with pytest.raises(StoreUnusable, match="written: IO Error") as caught, database.reading():
        raise duckdb.IOException("IO Error: Could not read enough bytes\nand more")
    assert "restore" in caught.value.hint
    assert "\n" not in str(caught.value)


def test_duckdb_draws_no_progress_on_stdout_even_where_python_seems_interactive(settings):
    """As under ``python -c``: a bar among the answers of a command or an agent breaks them."""
    asked = start_python(
        """
        import sys
        from pathlib import Path
        from core.store.database import Database

        name = "enable_progress_bar"
        database = Database(Path(sys.argv[1]))
        ask = "SELECT value FROM duckdb_settings() WHERE name = $name"
        with database.reading() as cursor:
            for each in (database._connection, cursor):
                print(each.execute(ask, {"name": name}).fetchone()[0])
        """,
        settings.database_path,
    )
    assert asked.communicate(timeout=60)[0].split() == ["false", "false"]
