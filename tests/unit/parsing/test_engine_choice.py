import pytest

from core.errors import InputRejected, ModelMissing
from core.parsing import parse_pdf, standard_engine
from core.parsing.page_ranges import PageRange, cut_into_ranges, without_culprit
from core.settings import Settings


def test_an_unknown_engine_is_refused(tmp_path):
    with pytest.raises(InputRejected, match="no parsing engine magic"):
        parse_pdf(tmp_path / "a.pdf", settings=Settings(engine="magic"), image_dir=tmp_path)


def test_the_standard_engine_without_its_packages_is_missing_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(standard_engine, "find_spec", lambda name: None)
    with pytest.raises(ModelMissing, match="torch") as caught:
        parse_pdf(tmp_path / "a.pdf", settings=Settings(engine="standard"), image_dir=tmp_path)
    assert "docling-tools models download" in caught.value.hint


def test_the_standard_engine_needs_the_weights_as_well(tmp_path, monkeypatch):
    monkeypatch.setattr(standard_engine, "find_spec", lambda name: object())
    with pytest.raises(ModelMissing, match="layout"):
        standard_engine.require_standard_engine(tmp_path)
    for name in ("docling-project--docling-layout-heron", "docling-project--docling-models"):
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / "deep" / "model.safetensors").touch()
    standard_engine.require_standard_engine(tmp_path)


def test_ranges_cover_every_page_once():
    for page_count in (1, 3, 17, 71, 600):
        ranges = cut_into_ranges(page_count, 2)
        pages = [page for first, last in ranges for page in range(first, last + 1)]
        assert pages == list(range(1, page_count + 1))


def test_a_failed_range_is_cut_so_that_the_culprit_is_alone():
    assert without_culprit(PageRange(5, 9), last_read=6) == [(5, 6), (7, 7), (8, 9)]
    assert without_culprit(PageRange(5, 9), last_read=None) == [(5, 5), (6, 9)]
    assert without_culprit(PageRange(5, 9), last_read=9) == [(5, 8), (9, 9)]
