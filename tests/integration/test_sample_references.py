"""Every reference of the bundled samples with its place, kind, state and target: no more, no less.

The truth names some kinds by the place they lead to; here a kind is the printed word:
Requirement R2, Part 2.3 and Measure M5 are ``requirement`` (truth: ``section``), Article 5 is
``article`` (truth: ``chapter``).
"""

import pytest

from tests.integration.read_samples import NAMES, read_sample, squeezed, truth

# The sources print 按 before this reference but leave it out of the marked text.
WITHOUT_ITS_LEAD = {"按附件1第十条": "附件1第十条", "按附件1第十一条": "附件1第十一条"}


def kind_in_truth(reference):
    if reference.reference_type == "requirement":
        return "section"
    is_english_article = "Article" in reference.text and reference.reference_type == "article"
    return "chapter" if is_english_article else reference.reference_type


def target_in_truth(sample, reference):
    """A chapter by its number; anything else by its normalised name."""
    target_id = reference.target.target_id if reference.target else ""
    return sample.section_numbers.get(target_id, reference.parsed_target)


def described(sample, reference):
    text = squeezed(reference.text)
    place = None
    if reference.table_id is not None:
        place = sample.table_number(reference.table_id), reference.row, reference.col
    return (
        reference.page_num,
        WITHOUT_ITS_LEAD.get(text, text),
        kind_in_truth(reference),
        target_in_truth(sample, reference),
        reference.state,
        reference.target.page_num if reference.target else None,
        place,
    )


def described_in_truth(reference):
    place = reference["in_table"]
    return (
        reference["page_num"],
        squeezed(reference["text"]),
        reference["reference_type"],
        reference["target"],
        reference["state"],
        reference["target_page"],
        (place["table_number"], place["row"], place["col"]) if place else None,
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_is_found_and_leads_where_the_truth_says(name):
    sample = read_sample(name)
    found = [described(sample, reference) for reference in sample.regulation.references]
    wanted = [described_in_truth(reference) for reference in truth(name)["references"]]
    assert sorted(found, key=str) == sorted(wanted, key=str)


@pytest.mark.parametrize("name", NAMES)
def test_a_note_is_that_of_the_table_the_truth_names(name):
    sample = read_sample(name)
    notes = {note.note_id: note for note in sample.annotations}
    found = [
        (r.page_num, squeezed(r.text), sample.table_number(notes[r.target.target_id].table_id))
        for r in sample.regulation.references
        if r.target is not None and r.target.target_id in notes
    ]
    wanted = [
        (r["page_num"], squeezed(r["text"]), r["target_table"])
        for r in truth(name)["references"]
        if r.get("target_table") is not None
    ]
    assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize("name", NAMES)
def test_a_reference_stands_in_its_block_or_cell_at_its_place(name):
    sample = read_sample(name)
    texts = {block.block_id: block.text for block in sample.body.blocks}
    cells = {
        (table.table_id, cell.row, cell.col): cell.content
        for table in sample.regulation.tables
        for cell in table.cells
    }
    for reference in sample.regulation.references:
        place = (reference.table_id, reference.row, reference.col)
        text = cells[place] if reference.table_id else texts[reference.block_id]
        assert text[reference.start : reference.end] == reference.text
        assert reference.box is not None


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_resolved_says_why_and_what_is_does_not(name):
    for reference in read_sample(name).regulation.references:
        assert (reference.state == "resolved") == (reference.reason == "")
        assert (reference.state == "ambiguous") == bool(reference.candidates)
