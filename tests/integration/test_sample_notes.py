"""Every note of the bundled samples and every place that cites it: none more and none less."""

import pytest

from tests.integration.read_samples import NAMES, read_sample, squeezed, truth


def noted(annotation, table_number):
    return (
        annotation.annotation_id,
        annotation.annotation_type,
        squeezed(annotation.content),
        annotation.page_num,
        table_number,
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_note_is_found_with_its_words_its_page_and_its_table(name):
    sample = read_sample(name)
    found = [noted(note, sample.table_number(note.table_id)) for note in sample.annotations]
    wanted = [
        (
            note["annotation_id"],
            note["annotation_type"],
            squeezed(note["content"]),
            note["page_num"],
            note["table_number"],
        )
        for note in truth(name)["annotations"]
    ]
    assert sorted(found, key=str) == sorted(wanted, key=str)


def cited_in_truth(citation):
    if "row" in citation:
        keys = ("page_num", "table_number", "row", "col")
        return tuple(citation[key] for key in keys)
    return citation["page_num"], citation["section_number"]


def cited(sample, link):
    if link.table_id is not None:
        return link.page_num, sample.table_number(link.table_id), link.row, link.col
    return link.page_num, sample.section_of_block[link.block_id]


@pytest.mark.parametrize("name", NAMES)
def test_every_citation_is_linked_to_its_own_note(name):
    sample = read_sample(name)
    found = {
        (note.annotation_id, note.page_num, sample.table_number(note.table_id), cited(sample, link))
        for note in sample.annotations
        for link in note.links
    }
    wanted = {
        (note["annotation_id"], note["page_num"], note["table_number"], cited_in_truth(citation))
        for note in truth(name)["annotations"]
        for citation in note["cited_by"]
    }
    assert sorted(found, key=str) == sorted(wanted, key=str)


@pytest.mark.parametrize("name", NAMES)
def test_a_citing_sentence_prints_what_the_truth_says(name):
    sample = read_sample(name)
    texts = {block.block_id: squeezed(block.text) for block in sample.body.blocks}
    for note, wanted in zip(
        sorted(sample.annotations, key=lambda note: (note.page_num, note.content)),
        sorted(truth(name)["annotations"], key=lambda note: (note["page_num"], note["content"])),
        strict=True,
    ):
        sentences = [squeezed(c["text"]) for c in wanted["cited_by"] if "text" in c]
        blocks = [texts[link.block_id] for link in note.links if link.table_id is None]
        assert len(sentences) == len(blocks)
        for sentence, block in zip(sentences, blocks, strict=True):
            assert sentence in block


@pytest.mark.parametrize("name", NAMES)
def test_only_the_citation_that_nothing_decides_is_a_doubt(name):
    doubts = read_sample(name).regulation.info.doubts
    ambiguous = [r["text"] for r in truth(name)["references"] if r["state"] == "ambiguous"]
    assert [doubt.split()[1] for doubt in doubts if "note" in doubt] == ambiguous


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_a_note_stand_where_its_box_is(name):
    sample = read_sample(name)
    blocks = {block.block_id: block for block in sample.body.blocks}
    for note in sample.annotations:
        block = blocks[note.block_id]
        assert block.page_num == note.page_num
        assert block.element.box.top - 0.001 <= note.box.top < note.box.bottom
        assert note.box.bottom <= block.element.box.bottom + 0.001
