"""Corrections beside other work: what is made anew, what is kept, who waits for whom."""

from threading import Event

import pytest

from core.model import FixCaption, FixCell, FixHeading, FixReference
from core.services import corrections
from core.services.search import SearchFilters
from core.store.regulations import replace_chunks
from core.store.search_sets import stamp_of
from core.store.vectors import vectors_of
from core.workbench import Workbench
from tests.integration.test_corrections import SPLIT, WHO, everything
from tests.made_extractions import LINES, REG, save_extraction


@pytest.fixture
def library(settings):
    """A small regulation with a table over pages 2, 3 and 4."""
    save_extraction(settings)
    with Workbench(settings) as workbench:
        yield workbench


def test_an_index_changed_in_places_finds_what_one_made_anew_finds(library):
    """The same scores too: no entry of a chunk that is gone is left, none is there twice."""
    library.refresh_index()
    for asked in (
        SPLIT,
        FixCell(table_id=LINES, row=3, col=1, content="新城乙线 新城乙线"),
        FixHeading(block_id=f"{REG}/p0005/b01", level=2),
        FixCaption(table_id=f"{REG}/t-2-1", caption="表2-3 强送的次数"),
    ):
        library.correct(REG, asked, WHO)
    library.undo_correction(REG, library.corrections(REG)[0].correction_id)

    def found():
        words = ("新城", "临30甲线", "强送", "次数", "线路参数", "临江电网", "5 min")
        hits = [library.search(each, SearchFilters(reg_ids=(REG,))).results for each in words]
        return [[(it.page_num, round(it.relevance_score, 4)) for it in each] for each in hits]

    changed, regulation = found(), everything(library)
    database, indexer = library._database, library._indexer
    if indexer.embedder is not None:
        stored = vectors_of(database, REG, indexer.embedder.name)
        assert stored.keys() == {chunk.chunk_id for chunk in regulation.chunks}
    stamp = stamp_of(database, REG)
    assert replace_chunks(database, regulation, indexer.material(regulation), stamp)
    assert found() == changed


def test_every_correction_gives_the_regulation_another_stamp(library):
    """Pages of the workbench keep what they have drawn for as long as it is the same."""
    before = library.stamp(REG)
    library.correct(REG, FixReference(reference_id=f"{REG}/p0001/r2", target_id=None), WHO)
    assert library.stamp(REG) != before


def test_a_correction_begins_again_when_somebody_writes_meanwhile(library, monkeypatch):
    understand, titles = corrections.understand_corrected, iter(["另一个标题"])

    def interrupted(*arguments):
        for title in titles:
            library.describe_regulation(REG, title=title)
        return understand(*arguments)

    monkeypatch.setattr(corrections, "understand_corrected", interrupted)
    library.correct(REG, SPLIT, WHO)
    assert library.get_info(REG).title == "另一个标题"
    assert len(library.get_table(REG, LINES).segments) == 1


def test_others_write_while_a_correction_is_thought_about(library, monkeypatch):
    understand, written = corrections.understand_corrected, Event()

    def waiting(*arguments):
        assert written.wait(30)
        return understand(*arguments)

    monkeypatch.setattr(corrections, "understand_corrected", waiting)
    job = library.submit_correction(REG, SPLIT, WHO)
    library.create_collection("线路")
    written.set()
    assert library.wait_for_job(job.job_id, 30).state == "done"
    (made,) = library.corrected(library.get_job(job.job_id))
    assert made.kind == "split_table"


def test_only_changed_chunks_are_embedded_anew(library):
    library.refresh_index()
    embedder = library._indexer.embedder
    if embedder is None:
        pytest.skip("no embedding model on this machine")
    embedded: list[str] = []
    plain = type(embedder).embed

    def counting(self, texts):
        embedded.extend(texts)
        return plain(self, texts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(embedder), "embed", counting)
        library.correct(REG, FixCaption(table_id=f"{REG}/t-2-2", caption="表2-2 强送间隔时间"), WHO)
    assert 0 < len(embedded) < len(everything(library).chunks)
