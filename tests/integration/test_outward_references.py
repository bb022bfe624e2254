"""References from one regulation to another stay true whatever comes into the library or goes."""

import pytest

from core.model import FixHeading, FixReference
from core.services.ingest import IngestRequest
from core.store.references import references_of
from tests.made_pdfs import write_pdf

CITING = [
    [
        "1 General",
        "1.1 Limits are those of Section 2.1 of DL/T 5429-2009.",
        "1.2 Report as in Clause 7.7 of DL/T 5429-2009.",
        "1.3 See also GB/T 1234-2010.",
    ]
]
UNNAMED = [["1 Scope", "It applies to all."], ["2 Limits", "2.1 Voltage", "220 kV"]]
CITED = [["DL/T 5429-2009", "1 Scope", "It applies to all."], ["2 Limits", "2.1 Voltage", "220 kV"]]


@pytest.fixture
def ingest(workbench, tmp_path):
    def run(reg_id, pages, title):
        pdf = write_pdf(tmp_path / f"{reg_id}.pdf", pages)
        return workbench.ingest(IngestRequest(pdf, reg_id=reg_id, title=title))

    return run


@pytest.fixture
def standing(workbench):
    """-> state and target of the references of a regulation, by what they name."""

    def read(reg_id):
        found = references_of(workbench._database, reg_id)
        return {
            it.parsed_target: (it.state, it.target.target_id if it.target else None) for it in found
        }

    return read


NOWHERE = ("unresolved", None)


def test_a_standard_that_comes_later_is_found_down_to_its_section(workbench, ingest, standing):
    ingest("citing", CITING, "Rules")
    assert set(standing("citing").values()) == {NOWHERE}
    before = references_of(workbench._database, "citing")
    ingest("dl5429", CITED, "DL/T 5429-2009 Design of power systems")
    assert standing("citing") == {
        "DL/T 5429-2009 2.1": ("resolved", "dl5429/s2.1"),
        "DL/T 5429-2009 7.7": ("ambiguous", None),
        "GB/T 1234-2010": NOWHERE,
    }
    after = references_of(workbench._database, "citing")
    assert [it.reference_id for it in after] == [it.reference_id for it in before]
    section, missing, _ = after
    place = "dl5429 P2 DL/T 5429-2009 Design of power systems 2.1 Voltage"
    assert section.target.source.startswith(place)
    assert "has no 7.7" in missing.reason
    assert [it.target_id for it in missing.candidates] == ["dl5429"]


def test_a_standard_that_is_there_already_is_found_the_same_way(workbench, ingest, standing):
    ingest("dl5429", CITED, "DL/T 5429-2009 Design of power systems")
    ingest("citing", CITING, "Rules")
    assert standing("citing")["DL/T 5429-2009 2.1"] == ("resolved", "dl5429/s2.1")
    (found,) = workbench.resolve_reference("citing", "DL/T 5429-2009 2.1")
    assert found.target.target_id == "dl5429/s2.1"


def test_nothing_leads_to_what_is_deleted(workbench, ingest, standing):
    ingest("dl5429", CITED, "DL/T 5429-2009 Design of power systems")
    ingest("citing", CITING, "Rules")
    workbench.delete_regulation("dl5429")
    assert set(standing("citing").values()) == {NOWHERE}


def test_a_title_makes_a_standard_known_and_unknown(workbench, ingest, standing):
    ingest("citing", CITING, "Rules")
    ingest("other", UNNAMED, "Design of power systems")
    named = "DL/T 5429-2009 2.1"
    assert standing("citing")[named] == NOWHERE
    workbench.describe_regulation("other", keywords=["DL/T 5429-2009"])
    assert standing("citing")[named] == ("resolved", "other/s2.1")
    workbench.describe_regulation("other", keywords=[])
    assert standing("citing")[named] == NOWHERE


def test_the_number_on_the_cover_makes_a_standard_known_whatever_its_title(ingest, standing):
    ingest("citing", CITING, "Rules")
    ingest("other", CITED, "Design of power systems")
    assert standing("citing")["DL/T 5429-2009 2.1"] == ("resolved", "other/s2.1")


def test_a_second_bearer_of_the_number_makes_it_ambiguous(workbench, ingest, standing):
    ingest("citing", CITING, "Rules")
    ingest("one", CITED, "DL/T 5429-2009")
    ingest("two", [*CITED, ["3 More"]], "DL/T 5429-2009")
    assert standing("citing")["DL/T 5429-2009 2.1"] == ("ambiguous", None)
    workbench.delete_regulation("two")
    assert standing("citing")["DL/T 5429-2009 2.1"] == ("resolved", "one/s2.1")


def test_a_dated_reference_goes_on_leading_to_the_edition_it_names(workbench, ingest, standing):
    ingest("citing", CITING, "Rules")
    ingest("dl5429", CITED, "DL/T 5429-2009")
    ingest("dl5429", [["1 Scope"], ["2 Limits"], ["2.1 Voltage", "500 kV"]], "DL/T 5429-2024")
    assert standing("citing")["DL/T 5429-2009 2.1"] == ("resolved", "dl5429@1/s2.1")


def test_a_section_that_a_new_edition_drops_is_no_longer_claimed(workbench, ingest, standing):
    ingest("citing", CITING, "Rules")
    ingest("dl5429", CITED, "DL/T 5429-2009")
    ingest("dl5429", [["1 Scope", "It applies to all."]], "DL/T 5429-2009")
    assert standing("citing")["DL/T 5429-2009 2.1"] == ("ambiguous", None)


def test_what_an_analyst_has_set_stays_as_long_as_it_is_there(workbench, ingest, standing):
    ingest("citing", CITING, "Rules")
    ingest("chosen", CITED, "Something else")
    reference = references_of(workbench._database, "citing")[2]
    workbench.correct(
        "citing", FixReference(reference_id=reference.reference_id, target_id="chosen"), "Li"
    )
    ingest("gb1234", CITED, "GB/T 1234-2010")
    assert standing("citing")["GB/T 1234-2010"] == ("resolved", "chosen")
    workbench.delete_regulation("chosen")
    assert standing("citing")["GB/T 1234-2010"] == NOWHERE


def test_a_heading_corrected_in_the_standard_is_followed(workbench, ingest, standing):
    """What a correction takes away is claimed no longer, and comes back with an undo."""
    ingest("citing", CITING, "Rules")
    ingest("dl5429", CITED, "DL/T 5429-2009")
    page = workbench.load_page("dl5429", 2)
    block = next(it for it in page.content_blocks if "2.1" in it.content_markdown)
    made = workbench.correct("dl5429", FixHeading(block_id=block.block_id, level=0), "Li")
    assert standing("citing")["DL/T 5429-2009 2.1"] == ("ambiguous", None)
    workbench.undo_correction("dl5429", made.correction_id)
    assert standing("citing")["DL/T 5429-2009 2.1"] == ("resolved", "dl5429/s2.1")


def test_a_note_that_only_another_regulation_cites_is_counted_and_listed_as_cited(
    workbench, ingest, standing
):
    noted = ["DL/T 5429-2009", "1 Scope", "It applies to all.", "Note 1: Not for cables."]
    ingest("dl5429", [noted], "DL/T 5429-2009")
    _, lonely = workbench.list_notes("dl5429", cited=False)
    assert lonely == 1
    ingest("citing", [["1 General", "1.1 Cables: see Note 1 of DL/T 5429-2009."]], "Rules")
    ((state, target),) = standing("citing").values()
    (note,), count = workbench.list_notes("dl5429", cited=True)
    assert (state, target) == ("resolved", note.note_id)
    assert [(it.is_cited, it.count) for it in workbench.insights("dl5429").notes] == [(True, count)]
