"""Chunks: exact places, no section crossed, tables with their header, nothing lost."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.model import (
    Annotation,
    ChapterNode,
    ChunkConfig,
    ContentBlock,
    Figure,
    PageDocument,
    Regulation,
    Table,
    TableCell,
    TableMeta,
    TableSegment,
    ids,
)
from core.retrieval.chunk_text import regulation_text
from core.retrieval.chunking import ContentChunker
from core.retrieval.windows import windows
from core.structure.tables.markdown import table_markdown
from tests.made_regulations import BOX, info, plain_regulation, seed_table_regulation, text_block

REG = "angui_2024"
SENTENCE = "值班调度员应立即报告母线失压情况并做好记录。"  # 22 characters


def regulation(*pages: list[ContentBlock], **parts: object) -> Regulation:
    return Regulation(
        info=info(REG, len(pages)),
        pages=tuple(
            PageDocument(reg_id=REG, page_num=number, content_blocks=tuple(blocks))
            for number, blocks in enumerate(pages, start=1)
        ),
        **parts,
    )


def chapter(number: str, title: str, parent: str | None = None) -> ChapterNode:
    return ChapterNode(
        node_id=ids.chapter_id(REG, number),
        reg_id=REG,
        section_number=number,
        label=number,
        title=title,
        level=number.count(".") + 1,
        numbering="decimal",
        parent_id=ids.chapter_id(REG, parent) if parent else None,
        page_start=1,
        page_end=1,
        order=0,
    )


CHAPTERS = (
    chapter("1", "总则"),
    chapter("1.1", "目的", "1"),
    chapter("1.1.1", "", "1.1"),
    chapter("1.1.2", "", "1.1"),
    chapter("1.1.3", "培训", "1.1"),
    chapter("1.2", "范围", "1"),
    chapter("2", "职责"),
)


def in_chapter(number: str, order: int, text: str, *, heading: bool = False, page: int = 1):
    path, parts = (), number.split(".")
    for depth in range(1, len(parts) + 1):
        path = (*path, ".".join(parts[:depth]))
    return text_block(
        REG,
        page,
        order,
        text,
        block_type="heading" if heading else "text",
        chapter_id=ids.chapter_id(REG, number),
        chapter_path=path,
    )


def checked(made: Regulation, config: ChunkConfig = ChunkConfig()):  # noqa: B008
    """Chunks of which everything holds that holds for all chunks."""
    chunks = ContentChunker(config).chunk(made)
    whole = regulation_text(made, config)
    covered: set[int] = set()
    for nth, chunk in enumerate(chunks):
        assert chunk.chunk_index == nth
        assert chunk.chunk_id == ids.chunk_id(made.info.reg_id, nth)
        assert whole.text[chunk.start_position : chunk.end_position] == chunk.content
        assert chunk.content.strip()
        assert len(chunk.content) <= config.max_chunk_size
        assert chunk.page_num <= chunk.page_end
        assert chunk.block_ids
        assert chunk.block_types
        covered.update(range(chunk.start_position, chunk.end_position))
    lost = [char for place, char in enumerate(whole.text) if place not in covered]
    assert not "".join(lost).strip()
    return chunks


def test_a_blank_regulation_has_no_chunks():
    assert checked(regulation([], [text_block(REG, 2, 0, " \n ")])) == ()


def test_paragraphs_are_packed_and_none_is_cut():
    chunks = checked(plain_regulation(REG, 10))
    assert all(len(chunk.content) >= 600 for chunk in chunks)
    assert all(chunk.content.endswith("。") for chunk in chunks)
    assert all(left.end_position < right.start_position for left, right in pairwise(chunks))


def test_a_heading_leads_its_section_and_the_next_section_begins_anew():
    chunks = checked(
        regulation(
            [
                in_chapter("1", 0, "# 1 总则", heading=True),
                in_chapter("1.1", 1, "## 1.1 目的", heading=True),
                in_chapter("1.1.1", 2, "1.1.1 " + SENTENCE * 5),
                in_chapter("1.1.2", 3, "1.1.2 " + SENTENCE * 5),
                in_chapter("1.2", 4, "## 1.2 范围", heading=True),
                in_chapter("1.2", 5, SENTENCE * 5),
                in_chapter("2", 6, "# 2 职责", heading=True),
                in_chapter("2", 7, SENTENCE),
            ],
            chapters=CHAPTERS,
        )
    )
    assert [chunk.section_number for chunk in chunks] == ["1.1", "1.2", "2"]
    assert [chunk.heading for chunk in chunks] == ["1 > 1.1", "1 > 1.2", "2"]
    assert chunks[0].content.startswith("# 1 总则\n\n## 1.1 目的\n\n1.1.1")
    assert len(chunks[2].content) < 100  # the section has no more


def test_one_clause_alone_is_named_by_its_own_number():
    chunks = checked(regulation([in_chapter("1.1.2", 0, SENTENCE)], chapters=CHAPTERS))
    assert [(chunk.section_number, chunk.heading) for chunk in chunks] == [
        ("1.1.2", "1 > 1.1 > 1.1.2")
    ]


def test_clauses_do_not_run_into_a_section_with_a_heading():
    chunks = checked(
        regulation(
            [
                in_chapter("1.1.1", 0, "1.1.1 " + SENTENCE * 5),
                in_chapter("1.1.2", 1, "1.1.2 " + SENTENCE * 5),
                in_chapter("1.1.3", 2, "### 1.1.3 培训", heading=True),
                in_chapter("1.1.3", 3, SENTENCE * 5),
            ],
            chapters=CHAPTERS,
        )
    )
    assert [chunk.section_number for chunk in chunks] == ["1.1", "1.1.3"]


def test_a_section_too_small_shares_a_chunk_with_its_sibling_only():
    chunks = checked(
        regulation(
            [
                in_chapter("1.1", 0, "## 1.1 目的", heading=True),
                in_chapter("1.1", 1, SENTENCE),
                in_chapter("1.2", 2, "## 1.2 范围", heading=True),
                in_chapter("1.2", 3, SENTENCE * 6),
                in_chapter("2", 4, "# 2 职责", heading=True),
                in_chapter("2", 5, SENTENCE * 6),
            ],
            chapters=CHAPTERS,
        )
    )
    assert [chunk.section_number for chunk in chunks] == ["1", "2"]


def test_a_cover_does_not_run_into_the_first_chapter():
    chunks = checked(
        regulation(
            [text_block(REG, 1, 0, "封面")],
            [in_chapter("1", 0, "# 1 总则", heading=True, page=2)],
            chapters=CHAPTERS,
        )
    )
    assert [(chunk.chapter_id, chunk.page_num) for chunk in chunks] == [
        (None, 1),
        (f"{REG}/s1", 2),
    ]


@pytest.mark.parametrize("before", range(200, 1500, 100))
def test_a_sentence_over_the_page_break_stands_whole_in_a_chunk(before):
    upper = [text_block(REG, 1, 0, "失" * before + "。")]
    upper.append(text_block(REG, 1, 1, "电" * 300 + "厂站运行值班"))
    lower = [text_block(REG, 2, 0, "人员应立即报告" + "压" * 300 + "。")]
    lower.append(text_block(REG, 2, 1, "力" * 900 + "。"))
    chunks = checked(regulation(upper, lower))
    assert any("值班\n\n人员" in chunk.content for chunk in chunks)


def test_no_chunk_of_a_long_section_is_too_small():
    lengths = [1490, 20, 1490, 30, 10, 700, 1400, 40]
    blocks = [text_block(REG, 1, nth, "失" * size) for nth, size in enumerate(lengths)]
    assert all(len(chunk.content) >= 100 for chunk in checked(regulation(blocks)))


def test_a_paragraph_too_long_is_read_through_a_window_that_ends_with_sentences():
    chunks = checked(regulation([text_block(REG, 1, 0, SENTENCE * 200)]))
    assert len(chunks) > 2
    assert all(chunk.content.endswith("。") for chunk in chunks)
    assert all(chunk.content.startswith("值班") for chunk in chunks)
    overlaps = [left.end_position - right.start_position for left, right in pairwise(chunks)]
    assert all(0.15 * 1500 <= overlap <= 0.2 * 1500 for overlap in overlaps[:-1])


def test_a_phrase_over_several_narrow_lines_stands_whole_in_a_window():
    lines = [f"{chr(0x4E00 + nth)}{chr(0x5E00 + nth)}" for nth in range(40)]
    text = "字" * 1490 + "<br>" + "<br>".join(lines)  # the first window ends behind the first line
    found = [text[start:end] for start, end in windows(text, ChunkConfig())]
    printed = ["字", *lines]
    for nth in range(len(printed) - 2):
        phrase = "<br>".join(printed[nth : nth + 3])
        assert any(phrase in window for window in found), phrase


@settings(max_examples=200, deadline=None)
@given(
    st.text("失压。\n ab.", max_size=400),
    st.integers(2, 60),
    st.floats(0, 0.95),
    st.data(),
)
def test_windows_cover_the_text_and_keep_to_the_size(text, size, ratio, data):
    smallest = data.draw(st.integers(1, size))
    config = ChunkConfig(min_chunk_size=smallest, max_chunk_size=size, overlap_ratio=ratio)
    found = windows(text, config)
    assert found[0][0] == 0
    assert found[-1][1] == len(text)
    assert all(end - start <= size for start, end in found)
    for left, right in pairwise(found):
        assert left[0] < right[0] <= left[1]
    if len(text) >= smallest and len(found) > 1:
        assert found[-1][1] - found[-1][0] >= min(smallest, len(text))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=80), max_size=12),
    st.integers(2, 120),
)
def test_hostile_text_is_cut_like_any_other(texts, size):
    blocks = [text_block(REG, 1, nth, text) for nth, text in enumerate(texts)]
    config = ChunkConfig(min_chunk_size=min(size, 30), max_chunk_size=size)
    chunks = checked(regulation(blocks), config)
    content = "".join(chunk.content for chunk in chunks)
    assert all(char in content for text in texts for char in text if not char.isspace())


@pytest.mark.parametrize("text", ["\x00" * 5000, "😀" * 5000, "\u202e失\u200f" * 2000, "a" * 5000])
def test_runs_without_an_end_are_cut_all_the_same(text):
    assert len(checked(regulation([text_block(REG, 1, 0, text)]))) > 3


def test_a_table_over_pages_is_written_once_and_knows_its_pages():
    chunks = checked(seed_table_regulation())
    (table,) = [chunk for chunk in chunks if chunk.table_id]
    assert (table.page_num, table.page_end) == (72, 74)
    assert table.content.startswith("表6-2 母线故障处置\n| 项目 | 值 |\n")
    assert all(table.content.count(f"数据{nth}") == 1 for nth in range(1, 6))
    assert len(table.block_ids) == 3
    assert table.source == "angui_2024 P72-P74"


def table_block(
    rows: list[list[str]], *, caption: str = "表1 定值", order: int = 1, known: bool = True
) -> tuple[ContentBlock, Table]:
    cells = tuple(
        TableCell(row=row, col=col, content=text, is_header=row == 0, page_num=1)
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
    )
    table_id = ids.table_id(REG, 1, order)
    sizes = {"row_count": len(rows), "col_count": len(rows[0]), "header_row_count": 1}
    segment = TableSegment(segment_id="g0", page_num=1, box=BOX, row_range=(0, len(rows)))
    table = Table(
        table_id=table_id,
        reg_id=REG,
        caption=caption,
        page_start=1,
        page_end=1,
        cells=cells,
        segments=(segment,),
        **sizes,
    )
    meta = TableMeta(table_id=table_id, caption=caption, cells=cells if known else (), **sizes)
    markdown = table_markdown(cells, len(rows[0]), range(len(rows)), 1)
    block = text_block(REG, 1, order, markdown, block_type="table", table_meta=meta)
    return block, table


def with_note(made: Regulation, note: ContentBlock, table: Table) -> Regulation:
    annotation = Annotation(
        note_id=f"{REG}/p0001/n1",
        reg_id=REG,
        annotation_id="注1",
        annotation_type="note",
        variant_key="note:1",
        content="以现场规程为准。",
        page_num=1,
        block_id=note.block_id,
        table_id=table.table_id,
    )
    page = made.pages[0].model_copy(update={"annotations": (annotation,)})
    return made.model_copy(update={"pages": (page,)})


def test_a_note_above_its_table_stays_where_it_stands():
    block, table = table_block([["线路", "定值"], ["1号线", "3"]])
    note = text_block(REG, 1, 0, "注1：以现场规程为准。")
    made = with_note(regulation([note, block], tables=(table,)), note, table)
    assert [chunk.block_ids[0] for chunk in checked(made)] == [note.block_id, block.block_id]


def test_each_piece_of_a_long_table_begins_with_caption_and_header_and_notes_end_it():
    rows = [["线路", "定值"], *([f"{nth}号线", SENTENCE] for nth in range(1, 200))]
    block, table = table_block(rows)
    note = text_block(REG, 1, 2, "注1：以现场规程为准。")
    made = regulation([text_block(REG, 1, 0, "表1 定值"), block, note], tables=(table,))
    chunks = checked(with_note(made, note, table))
    assert len(chunks) > 3
    assert {chunk.table_id for chunk in chunks} == {table.table_id}
    head = "表1 定值\n| 线路 | 定值 |\n| --- | --- |\n| "
    assert all(chunk.content.startswith(head) for chunk in chunks)
    assert chunks[-1].content.endswith("\n\n注1：以现场规程为准。")
    content = "\n".join(chunk.content for chunk in chunks)
    assert all(content.count(f"| {nth}号线 |") == 1 for nth in range(1, 200))
    assert chunks[0].block_ids[0] == ids.block_id(REG, 1, 0)
    assert "text" in chunks[-1].block_types


@pytest.mark.parametrize(
    "rows",
    [
        [["线路", "定值"], ["1号线", SENTENCE * 300], ["2号线", "3"]],
        [["线" * 3000, "定值"], ["1号线", SENTENCE]],
        [["线" * 700, "定" * 200], ["1号线", SENTENCE * 100]],
        [["线路"] * 400, ["1"] * 400],
    ],
)
def test_a_table_with_giant_cells_is_cut_and_nothing_is_lost(rows):
    block, table = table_block(rows)
    chunks = checked(regulation([block], tables=(table,)))
    content = "".join(chunk.content for chunk in chunks)
    assert sum(content.count(char) for char in "号报") >= sum(
        text.count(char) for row in rows for text in row for char in "号报"
    )
    assert all(chunk.content.startswith("表1") for chunk in chunks[:1])


def test_a_giant_row_stands_in_parts_below_the_header():
    block, table = table_block([["线路", "定值"], ["1号线", SENTENCE * 300]])
    chunks = checked(regulation([block], tables=(table,)))
    assert all(chunk.content.startswith("表1 定值\n| 线路 | 定值 |") for chunk in chunks)


def test_a_table_without_cells_stands_as_it_is_printed():
    block, _ = table_block([["线路", "定值"], ["1号线", "3"]], known=False)
    (chunk,) = checked(regulation([block]))
    assert chunk.content == block.content_markdown
    assert chunk.table_id == block.table_meta.table_id


def test_figures_are_found_by_what_they_show():
    figure = Figure(
        figure_id=f"{REG}/p0001/f1",
        reg_id=REG,
        page_num=1,
        box=BOX,
        image_name="_page_1_Figure_1.png",
        caption="图1 双母线接线",
        description="母联断路器连接两条母线",
    )
    block = text_block(
        REG, 1, 0, "![](_page_1_Figure_1.png)", block_type="figure", figure_id=figure.figure_id
    )
    (chunk,) = checked(regulation([block], figures=(figure,)))
    assert chunk.content == "图1 双母线接线\n母联断路器连接两条母线"
    assert chunk.block_types == ("figure",)


def test_the_same_regulation_gives_the_same_chunks():
    made = seed_table_regulation()
    assert ContentChunker().chunk(made) == ContentChunker().chunk(made)
