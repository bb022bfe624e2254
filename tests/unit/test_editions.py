from core.model.editions import edition_id, under_another_id
from tests.made_regulations import rich_regulation, text_block


def test_every_id_moves_with_the_regulation_and_back():
    regulation = rich_regulation("angui_2024")
    older = under_another_id(regulation, edition_id("angui_2024", 1))
    assert older.info.reg_id == "angui_2024@1"
    assert older.tables[0].source == "angui_2024@1 P1-P2 表6-2 母线故障处置"
    assert under_another_id(older, "angui_2024") == regulation
    moved = older.model_dump_json(round_trip=True)
    assert "angui_2024/" not in moved.replace("angui_2024@1/", "")


def test_text_that_looks_like_an_id_stays_as_printed():
    regulation = rich_regulation("gb")
    page = regulation.pages[2].model_copy(
        update={"content_blocks": (text_block("gb", 3, 0, "gb/t 38755"),)}
    )
    regulation = regulation.model_copy(update={"pages": (*regulation.pages[:2], page)})
    older = under_another_id(regulation, "gb@1")
    assert older.pages[2].content_blocks[0].content_markdown == "gb/t 38755"
    assert older.pages[2].content_blocks[0].block_id == "gb@1/p0003/b00"
