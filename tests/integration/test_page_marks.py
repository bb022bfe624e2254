"""The words of a search, marked on the page they stand on."""

import pypdfium2
import pytest

from core.errors import PageNotFoundError
from core.parsing.word_places import word_places
from core.store.regulations import save_regulation
from tests.integration.test_parsing_pdf import ENCRYPTED
from tests.made_pdfs import write_pdf
from tests.made_regulations import BOX, plain_regulation, rich_regulation

REG = "linjiang_dispatch_2024"


def block(page, block_id):
    return next(it for it in page.content_blocks if it.block_id == block_id)


def holds(outer, inner) -> bool:
    across, down = (inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2
    return outer.left <= across <= outer.right and outer.top <= down <= outer.bottom


def test_words_are_marked_where_they_stand_in_the_blocks(sample_library):
    page = sample_library.load_page(REG, 20)
    marks = sample_library.find_on_page(REG, 20, "母线失压")
    assert marks.are_words
    assert marks.source == f"{REG} P20"
    blocks = [block(page, it).box for it in marks.block_ids]
    assert all(any(holds(outer, mark) for outer in blocks) for mark in marks.boxes)
    heading = block(page, f"{REG}/p0020/b05")
    assert heading.content_markdown.endswith("母线失压")
    (mark,) = [it for it in marks.boxes if holds(heading.box, it)]
    assert mark.right - mark.left < 0.6 * (heading.box.right - heading.box.left)


def test_a_phrase_that_a_line_break_cuts_is_marked_on_both_lines(sample_library):
    marks = sample_library.find_on_page(REG, 10, '"母联断路器"')
    tops = [round(mark.top, 3) for mark in marks.boxes]
    assert len(tops) > len(set(tops)) - 1 >= 2
    assert len(marks.boxes) == 5  # four times, once over two lines


def test_a_unit_is_found_in_any_spelling_and_page_numbers_are_not_marked(sample_library):
    assert sample_library.find_on_page(REG, 10, "220千伏").are_words
    marks = sample_library.find_on_page(REG, 10, "第六章")
    assert all(mark.bottom < 0.94 for mark in marks.boxes)


@pytest.mark.parametrize("query", ["", "  ", "核聚变装置"])
def test_what_does_not_stand_there_is_not_marked(sample_library, query):
    marks = sample_library.find_on_page(REG, 10, query)
    assert (marks.boxes, marks.block_ids, marks.are_words) == ((), (), False)


def test_without_a_text_layer_the_block_is_marked_instead(workbench):
    save_regulation(workbench._database, rich_regulation())
    marks = workbench.find_on_page("rich_2024", 2, "表6-2")
    assert (marks.boxes, marks.are_words) == ((BOX,), False)


def test_a_locked_pdf_leaves_the_block(workbench, settings):
    save_regulation(workbench._database, plain_regulation("plain", 1))
    pdf = settings.documents_dir / "pdfs" / "plain.pdf"
    pdf.parent.mkdir(parents=True)
    pdf.write_bytes(ENCRYPTED)
    marks = workbench.find_on_page("plain", 1, "失压")
    assert marks.boxes == (BOX,)
    assert not marks.are_words


def test_a_page_that_there_is_not_says_so(sample_library):
    with pytest.raises(PageNotFoundError):
        sample_library.find_on_page(REG, 99, "母线")


def test_texts_are_marked_one_by_one_and_never_over_their_edges(sample_library):
    marked = sample_library.mark_texts(["母线", "失压", "母线失压，220千伏"], "母线失压 220kV")
    assert marked == [((0, 2),), ((0, 2),), ((0, 4), (5, 10))]
    assert sample_library.mark_texts(["断路", "器"], '"断路器"') == [(), ()]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_turned_page_is_marked_as_it_is_shown(tmp_path, turn):
    """The word is in the upper left corner of the sheet, before it is turned."""
    write_pdf(tmp_path / "turned.pdf", [["busbar voltage"]])
    pdf = pypdfium2.PdfDocument(tmp_path / "turned.pdf")
    page = pdf[0]
    page.set_rotation(turn)
    (box,) = word_places(page, lambda text: [(0, len("busbar"))])
    near_left, near_top = box.right < 0.35, box.bottom < 0.35
    assert (near_left, near_top) == {
        0: (True, True), 90: (False, True), 180: (False, False), 270: (True, False)
    }[turn]  # fmt: skip
    pdf.close()
