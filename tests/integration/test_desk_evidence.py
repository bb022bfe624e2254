"""Citations on a desk stay alive: the words are found again, or it is said that they changed."""

import pytest

from core.errors import BlockNotFoundError, InvalidArguments, PageNotFoundError, TableNotFoundError
from core.model import ContentBlock, Evidence, PageDocument, Regulation
from core.model.answers import Citation
from core.model.editions import under_another_id
from core.model.geometry import PlacedBox
from core.services.desk import evidence as proof
from core.store.regulations import delete_regulation, save_regulation
from tests.made_regulations import info, rich_regulation

REG = "angui"
RULE = "母线失压时，值班调度员应在 3 分钟内查明原因，电压不得低于 0.95 倍额定值。"


def regulation(*pages: list[str], edition: int = 1) -> Regulation:
    return Regulation(
        info=info(REG, len(pages)).model_copy(update={"edition": edition}),
        pages=tuple(
            PageDocument(
                reg_id=REG,
                page_num=page_num,
                content_blocks=tuple(
                    ContentBlock(
                        block_id=f"{REG}/p{page_num:04d}/b{order:02d}",
                        block_type="text",
                        order_in_page=order,
                        content_markdown=text,
                    )
                    for order, text in enumerate(texts)
                ),
            )
            for page_num, texts in enumerate(pages, 1)
        ),
    )


@pytest.fixture
def cited(database) -> Evidence:
    save_regulation(database, regulation(["总则"], ["频率", RULE], ["附则"]))
    return proof.read(database, Evidence(reg_id=REG, page_nums=(), block_ids=(f"{REG}/p0002/b01",)))


def test_evidence_takes_the_words_and_the_page_of_its_blocks(cited):
    assert (cited.quote, cited.page_nums, cited.source) == (RULE, (2,), "angui P2")


def test_a_row_that_a_page_break_cuts_is_cited_with_both_pages(database):
    rich = rich_regulation()
    (table,) = rich.tables
    cut = PlacedBox(page_num=2, box=table.segments[0].box)
    cells = tuple(
        cell.model_copy(update={"continued": (cut,)}) if (cell.row, cell.col) == (1, 1) else cell
        for cell in table.cells
    )
    rich = rich.model_copy(update={"tables": (table.model_copy(update={"cells": cells}),)})
    save_regulation(database, rich)
    asked = Evidence(reg_id="rich_2024", page_nums=(), table_id=table.table_id, rows=(1,))
    assert proof.read(database, asked).page_nums == (1, 2)
    assert proof.read(database, asked.model_copy(update={"rows": (0,)})).page_nums == (1,)


def test_a_heading_is_cited_as_it_is_printed(database):
    edition = regulation(["## 第三节 #1 母线", RULE])
    (page,) = edition.pages
    heading = page.content_blocks[0].model_copy(update={"block_type": "heading"})
    blocks = (heading, *page.content_blocks[1:])
    page = page.model_copy(update={"content_blocks": blocks})
    save_regulation(database, edition.model_copy(update={"pages": (page,)}))
    cited = proof.read(database, Evidence(reg_id=REG, page_nums=(1,)))
    assert cited.quote == f"第三节 #1 母线\n\n{RULE}"
    assert proof.check(database, cited).state == "same"


def test_the_same_extraction_again_changes_nothing(database, cited):
    save_regulation(database, regulation(["总则"], ["频率", RULE], ["附则"]))
    assert proof.check(database, cited).state == "same"


def test_words_that_stand_elsewhere_now_are_found_there(database, cited):
    save_regulation(database, regulation(["总则"], ["频率"], ["附则"], ["表前", "母 线失压", RULE]))
    found = proof.check(database, cited)
    assert (found.state, found.place.source) == ("moved", "angui P4")
    assert found.place.block_ids == (f"{REG}/p0004/b02",)


def test_words_that_are_two_blocks_now_are_still_the_same_words(database, cited):
    save_regulation(database, regulation(["总则"], [RULE[:10]], [RULE[10:]]))
    found = proof.check(database, cited)
    assert (found.state, found.place.page_nums) == ("moved", (2, 3))


def test_of_several_places_the_nearest_is_taken(database, cited):
    save_regulation(database, regulation([RULE], ["频率"], ["附则"], *[[RULE]] * 3))
    assert proof.check(database, cited).place.page_nums == (1,)


@pytest.mark.parametrize(
    "new", [RULE.replace("0.95", "0.90"), RULE.replace("不得", "可以"), RULE.replace("3", "13")]
)
def test_a_changed_rule_says_so_and_names_the_edition_that_has_it(database, cited, new):
    older = under_another_id(regulation(["总则"], ["频率", RULE], ["附则"]), f"{REG}@1")
    save_regulation(database, regulation(["总则"], ["频率", new], ["附则"], edition=2), older)
    found = proof.check(database, cited)
    assert (found.state, found.older_edition) == ("changed", f"{REG}@1")


def test_a_deleted_regulation_is_said_to_be_gone(database, cited):
    delete_regulation(database, REG)
    assert proof.check(database, cited).state == "gone"


def test_rows_of_a_table_are_evidence_with_their_own_page(database):
    rich = rich_regulation()
    save_regulation(database, rich)
    table = rich.tables[0]
    last = table.row_count - 1
    asked = Evidence(reg_id=table.reg_id, page_nums=(), table_id=table.table_id, rows=(last,))
    found = proof.read(database, asked)
    assert found.page_nums == (table.page_end,)
    assert found.label == table.caption
    assert proof.check(database, found).state == "same"
    changed = [
        cell.model_copy(update={"content": "别的"}) if cell.row + cell.row_span > last else cell
        for cell in table.cells
    ]
    other = table.model_copy(update={"cells": tuple(changed)})
    save_regulation(database, rich.model_copy(update={"tables": (other, *rich.tables[1:])}))
    assert proof.check(database, found).state == "changed"
    renamed = table.model_copy(update={"table_id": f"{table.reg_id}/t-7-1", "caption": "表7-1"})
    save_regulation(database, rich.model_copy(update={"tables": (renamed,)}))
    moved = proof.check(database, found)
    assert (moved.state, moved.place.table_id) == ("moved", renamed.table_id)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"block_ids": (f"{REG}/p0009/b00",)}, BlockNotFoundError),
        ({"page_nums": (9,)}, PageNotFoundError),
        ({"table_id": "表9"}, TableNotFoundError),
        ({}, InvalidArguments),
        ({"page_nums": (2,), "quote": "电压不得低于 0.9 倍"}, InvalidArguments),
    ],
)
def test_evidence_that_does_not_exist_is_refused(database, cited, asked, error):
    with pytest.raises(error) as caught:
        proof.read(database, Evidence.model_validate({"reg_id": REG, "page_nums": ()} | asked))
    assert caught.value.hint


def citation(quote: str, page_num: int = 2, **fields) -> Citation:
    return Citation(number=1, kind="clause", reg_id=REG, page_num=page_num, quote=quote, **fields)


def test_a_citation_of_an_answer_becomes_evidence_of_the_blocks_that_hold_it(database, cited):
    made = proof.of_citation(database, citation("应在 3 分钟内查明原因", section_number="6.3"))
    assert (made.page_nums, made.block_ids) == ((2,), (f"{REG}/p0002/b01",))
    assert (made.quote, made.label) == ("应在 3 分钟内查明原因", "6.3")


def test_a_citation_over_several_blocks_names_all_of_them(database, cited):
    made = proof.of_citation(database, citation(f"频率\n\n{RULE}"))
    assert made.block_ids == (f"{REG}/p0002/b00", f"{REG}/p0002/b01")


def test_a_citation_of_a_row_names_the_table_and_the_row(database):
    save_regulation(database, rich_regulation())
    row = Citation(
        number=1, kind="row", reg_id="rich_2024", page_num=2, quote="whatever",
        table_id="rich_2024/t-6-2", row=1,
    )  # fmt: skip
    made = proof.of_citation(database, row)
    assert (made.table_id, made.rows) == ("rich_2024/t-6-2", (1,))
    assert made.quote
    assert proof.check(database, made).state == "same"


def test_a_citation_that_stands_nowhere_is_refused(database, cited):
    with pytest.raises(InvalidArguments, match="does not stand"):
        proof.of_citation(database, citation("应在 9 分钟内查明原因"))
