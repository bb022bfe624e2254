"""Chunks of the three samples: nothing is lost, every place is exact."""

import random
import re

import pytest

from core.model import ids
from core.retrieval.chunk_text import figure_words, regulation_text
from core.retrieval.chunking import ContentChunker
from core.retrieval.folding import fold
from core.retrieval.highlights import contains_phrase
from core.retrieval.tokens import character_tokens
from core.store.regulations import load_regulation

SAMPLES = ("linjiang_dispatch_2023", "linjiang_dispatch_2024", "northgate_reliability_2024")


@pytest.fixture(scope="module", params=SAMPLES)
def regulation(request, sample_library):
    return load_regulation(sample_library._database, request.param)


@pytest.fixture(scope="module")
def chunks(regulation):
    return ContentChunker().chunk(regulation)


def test_chunks_are_exact_in_order_and_of_a_chunk_s_size(regulation, chunks):
    text = regulation_text(regulation).text
    for nth, chunk in enumerate(chunks):
        assert chunk.chunk_id == ids.chunk_id(regulation.info.reg_id, nth)
        assert text[chunk.start_position : chunk.end_position] == chunk.content
        assert len(chunk.content) <= 1500
    covered = {
        place for chunk in chunks for place in range(chunk.start_position, chunk.end_position)
    }
    assert not "".join(char for place, char in enumerate(text) if place not in covered).strip()


def test_every_block_stands_in_a_chunk_that_names_it(regulation, chunks):
    figures = {figure.figure_id: figure for figure in regulation.figures}
    for page in regulation.pages:
        for block in page.content_blocks:
            holding = [chunk for chunk in chunks if block.block_id in chunk.block_ids]
            content = "".join(chunk.content for chunk in holding)
            assert all(chunk.page_num <= page.page_num <= chunk.page_end for chunk in holding)
            if block.table_meta is not None:
                _assert_cells_are_in(block.table_meta.cells, content)
            elif block.figure_id is not None:
                assert figure_words(figures[block.figure_id]) in content
            else:
                assert block.content_markdown in content


def _assert_cells_are_in(cells, content):
    # A cell cut by the page break stands joined where it begins: its pieces are compared.
    flat = "".join(content.replace("<br>", "").split())
    for cell in cells:
        for line in cell.content.splitlines():
            written = "".join(line.replace("\\", "\\\\").replace("|", "\\|").split())
            assert written in flat


def test_no_row_of_a_table_is_lost_or_doubled(regulation, chunks):
    for table in regulation.tables:
        pieces = [chunk for chunk in chunks if chunk.table_id == table.table_id]
        lines = [line for piece in pieces for line in piece.content.splitlines()]
        rows = [line for line in lines if line.startswith("| ") and not line.startswith("| ---")]
        without_header = max(table.header_row_count, 1) if table.header_row_count else 1
        expected = table.row_count - table.header_row_count
        assert len(rows) - without_header * len(pieces) == expected
        if table.caption:
            assert all(
                "".join(piece.content.splitlines()[0].split()) == "".join(table.caption.split())
                for piece in pieces
            )


def test_notes_stand_with_their_table(edition_2024):
    chunks = ContentChunker().chunk(edition_2024)
    for page in edition_2024.pages:
        for note in page.annotations:
            if note.table_id is not None:
                (chunk,) = [chunk for chunk in chunks if note.block_id in chunk.block_ids]
                assert chunk.table_id == note.table_id


def test_small_chunks_are_small_sections(edition_2024):
    """Below 100 characters: a clause beside a table, a footnote, a heading above a table."""
    small = [chunk for chunk in ContentChunker().chunk(edition_2024) if len(chunk.content) < 100]
    assert len(small) <= 10
    assert all(chunk.chapter_id is not None for chunk in small)


def test_a_section_of_the_sample_is_one_chunk_with_its_path(edition_2024):
    chunks = ContentChunker().chunk(edition_2024)
    (chunk,) = [chunk for chunk in chunks if chunk.section_number == "2.1.4"]
    assert chunk.heading == "第二章 调度组织与管理 > 2.1 调度机构及职责 > 2.1.4 值班调度员"
    assert (chunk.page_num, chunk.page_end) == (6, 7)


def test_phrases_of_the_pages_are_found_by_their_characters(edition_2024):
    """1,000 phrases of 2 to 8 characters: all their tokens stand in one chunk with their page."""
    chunks = ContentChunker().chunk(edition_2024)
    tokens = [set(character_tokens(fold(chunk.content).text)) for chunk in chunks]
    runs = [
        (page.page_num, run)
        for page in edition_2024.pages
        for block in page.content_blocks
        for run in re.findall(r"[\u4e00-\u9fff]{2,}", block.content_markdown)
    ]
    draw = random.Random(5)
    for _ in range(1000):
        page_num, run = draw.choice(runs)
        start = draw.randrange(len(run) - 1)
        phrase = run[start : start + draw.randint(2, 8)]
        wanted = {token for token in character_tokens(fold(phrase).text) if not token.isdigit()}
        assert any(
            wanted <= held and chunk.page_num <= page_num <= chunk.page_end
            for held, chunk in zip(tokens, chunks, strict=True)
        ), phrase
        assert any(contains_phrase(chunk.content, phrase) for chunk in chunks), phrase
