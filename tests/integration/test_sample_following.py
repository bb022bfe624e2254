"""Notes, references, terms and counts over the samples, as the pages ask for them."""

import pytest

from core.errors import AmbiguousNameError, ReferenceNotFoundError
from core.model import FixReference
from core.model.editions import under_another_id
from core.services.insights import library_insights
from core.store.regulations import save_regulation
from core.workbench import Workbench
from tests.made_regulations import rich_regulation

REG = "linjiang_dispatch_2024"
OPEN = ("unresolved", "ambiguous")


def test_every_note_is_listed_with_the_places_that_cite_it(sample_library):
    notes, total = sample_library.list_notes(REG)
    assert total == len(notes) == 24
    first = notes[0]
    assert [(link.page_num, link.row, link.col) for link in first.links] == [
        (6, 2, 3),
        (6, 3, 3),
        (7, None, None),
    ]


def test_notes_that_nobody_cites_are_found_and_the_rest_is_cited(sample_library):
    lonely, count = sample_library.list_notes(REG, cited=False)
    assert count == 1
    assert lonely[0].content.startswith("三绕组变压器")
    assert lonely[0].links == ()
    assert sample_library.list_notes(REG, cited=True)[1] == 23


def test_notes_are_filtered_by_type_and_words_and_counted_before_they_are_cut(sample_library):
    found, total = sample_library.list_notes(REG, annotation_type="plan", limit=1)
    assert (len(found), total) == (1, 4)
    assert {note.annotation_id for note in sample_library.list_notes(REG, words="注一")[0]} >= {
        "注一",
        "注1",
        "注①",
    }


def test_open_references_are_listed_without_those_to_other_documents(sample_library):
    inside = ("chapter", "section", "article", "table", "appendix", "plan")
    found, total = sample_library.find_references(REG, states=OPEN, types=inside)
    assert [it.text for it in found] == [
        "按附录Z",
        "参见8.8.8",
        "按方案A",
        "参见第二十章",
        "见表9-9",
    ]
    assert total == 5
    assert sample_library.find_references(REG, states=OPEN, words="方案")[1] == 1


def test_an_ambiguous_reference_offers_its_candidates_and_an_unresolved_one_what_is_alike(
    sample_library,
):
    found, _ = sample_library.find_references(REG, states=OPEN)
    by_text = {it.text: it for it in found}
    assert [it.page_num for it in sample_library.reference_candidates(by_text["按方案A"])] == [
        22,
        24,
    ]
    alike = sample_library.reference_candidates(by_text["参见8.8.8"])
    assert all(it.target_id.startswith(f"{REG}/s8.") for it in alike[:3])
    appendices = sample_library.reference_candidates(by_text["按附录Z"])
    assert appendices[0].label.startswith("附录")


def test_something_else_may_be_typed_as_the_target(sample_library):
    found, _ = sample_library.find_references(REG, states=OPEN, words="表9-9")
    (typed, *_) = sample_library.reference_candidates(found[0], "表6-2")
    assert typed.target_id == f"{REG}/t-6-2"
    others = sample_library.reference_candidates(found[0], "2023")
    assert "linjiang_dispatch_2023" in {it.target_id for it in others}


def test_a_reference_is_found_by_its_id_and_a_wrong_id_is_said_to_be_wrong(sample_library):
    reference = sample_library.find_references(REG, limit=1)[0][0]
    assert sample_library.get_reference(REG, reference.reference_id) == reference
    with pytest.raises(ReferenceNotFoundError):
        sample_library.get_reference(REG, f"{REG}/p0006/r99")


def test_what_refers_to_a_place_is_found_by_any_of_its_names(sample_library):
    target, found = sample_library.references_to(REG, "2.1.4")
    assert target is not None
    assert target.target_id == f"{REG}/s2.1.4"
    assert found
    assert {it.target.target_id for it in found} == {f"{REG}/s2.1.4"}


def test_what_refers_to_a_chapter_may_count_everything_in_it(sample_library):
    _, alone = sample_library.references_to(REG, "第六章")
    _, with_parts = sample_library.references_to(REG, "第六章", with_parts=True)
    assert len(with_parts) > len(alone) > 0
    assert f"{REG}/t-6-2" in {it.target.target_id for it in with_parts}


def test_a_name_that_means_several_places_is_refused_with_the_candidates(sample_library):
    with pytest.raises(AmbiguousNameError) as raised:
        sample_library.references_to(REG, "方案A")
    assert len(raised.value.candidates) == 2


def test_another_edition_that_names_this_one_is_among_what_refers_to_it(sample_library):
    _, found = sample_library.references_to("linjiang_dispatch_2023", "linjiang_dispatch_2023")
    assert {it.reg_id for it in found} == {REG}


def test_the_graph_counts_every_resolved_reference_inside_the_regulation_once(sample_library):
    graph = sample_library.reference_graph(REG)
    inside, total = sample_library.find_references(REG, states=("resolved",))
    own = sum(it.target.reg_id == REG for it in inside)
    assert sum(edge.count for edge in graph.edges) + sum(n.within for n in graph.nodes) == own
    assert graph.open_count == 125 - total
    assert [node.label for node in graph.nodes][:2] == ["第一章", "第二章"]


def test_an_opened_chapter_shows_its_parts_and_all_that_comes_out_of_them_and_into_them(
    sample_library,
):
    whole = sample_library.reference_graph(REG)
    opened = sample_library.reference_graph(REG, f"{REG}/s6")
    assert {n.node_id for n in opened.nodes} > {f"{REG}/s3"}
    assert any(n.node_id.startswith(f"{REG}/s6.") for n in opened.nodes)
    own = f"{REG}/s6"
    touching = sum(edge.count for edge in whole.edges if own in (edge.source, edge.target))
    inside = sum(node.within for node in whole.nodes if node.node_id == own)
    assert _counted(opened) == touching + inside


def test_an_arrow_leads_to_the_references_that_it_counts(sample_library):
    for opened in (None, f"{REG}/s6"):
        for edge in sample_library.reference_graph(REG, opened).edges:
            _, total = sample_library.find_references(
                REG, source=edge.source, target=edge.target, opened=opened
            )
            assert total == edge.count


def test_an_arrow_between_regulations_leads_to_the_references_that_it_counts(sample_library):
    edges = sample_library.library_graph().edges
    assert len(edges) > 2
    for edge in edges:
        found, total = sample_library.find_references(edge.source, document=edge.target)
        assert total == edge.count
        assert {it.reg_id for it in found} == {edge.source}


def test_the_library_graph_leads_from_an_edition_to_the_one_it_replaces(sample_library):
    graph = sample_library.library_graph()
    arrows = {(edge.source, edge.target): edge.count for edge in graph.edges}
    assert arrows[REG, "linjiang_dispatch_2023"] == 1
    assert {node.kind for node in graph.nodes} == {"regulation", "outside"}


def test_the_terms_of_the_samples_are_found_with_their_places(sample_library):
    glossary = {it.term: it for it in sample_library.glossary(REG).definitions}
    assert glossary["失压"].source == f"{REG} P28 失压"
    assert glossary["合上"].table_id == f"{REG}/t-a-1"
    assert len(glossary) == 33
    english = sample_library.glossary("northgate_reliability_2024").definitions
    assert len(english) == 20
    assert english[0].term == "Balancing Authority"


def test_the_counts_of_a_regulation_agree_with_its_summary(sample_library):
    counts = sample_library.insights(REG)
    summary = next(it for it in sample_library.list_regulations() if it.info.reg_id == REG)
    assert sum(it.count for it in counts.pages) == summary.info.total_pages
    assert len(counts.tables) == summary.table_count
    assert sum(it.page_count > 1 for it in counts.tables) == summary.cross_page_table_count
    assert sum(it.count for it in counts.notes) == summary.annotation_count
    assert sum(it.count for it in counts.references) == summary.reference_count
    assert {it.chapter_id for it in counts.tables} <= {it.chapter_id for it in counts.chapters}
    assert sample_library.pages_of_quality(REG, "no_text") == [4]


def test_the_counts_of_the_library_are_those_of_its_regulations(sample_library):
    library = sample_library.library_insights()
    for info in library.infos:
        own = sample_library.insights(info.reg_id)
        assert [it for it in library.pages if it.reg_id == info.reg_id] == list(own.pages)
        assert [it for it in library.references if it.reg_id == info.reg_id] == list(own.references)
        assert library.characters[info.reg_id] == sum(it.characters for it in own.chapters)


def test_a_past_edition_is_not_counted_beside_its_regulation(database):
    rich = rich_regulation()
    save_regulation(database, rich)
    alone = library_insights(database)
    save_regulation(database, under_another_id(rich, f"{rich.info.reg_id}@1"))
    assert library_insights(database) == alone
    assert len(alone.infos) == 1


def test_terms_are_counted_by_the_chapter_they_stand_in(sample_library):
    uses = sample_library.term_uses(REG)
    assert uses.kind == "defined"
    counted = sum(it.count for it in uses.uses if it.term == "失压")
    blocks = [
        block.block_id
        for page in range(1, 36)
        for block in sample_library.load_page(REG, page).content_blocks
        if "失压" in block.content_markdown
    ]
    assert counted == len(blocks) > 0
    assert [it.block_id for it in sample_library.places_of_term(REG, "失压")] == blocks


@pytest.mark.parametrize("reg_id", [REG, "linjiang_dispatch_2023", "northgate_reliability_2024"])
def test_whatever_insights_count_is_listed_one_by_one(sample_library, reg_id):
    counts = sample_library.insights(reg_id)
    for it in counts.pages:
        assert len(sample_library.pages_of_quality(reg_id, it.quality)) == it.count
    for it in counts.notes:
        _, total = sample_library.list_notes(
            reg_id, annotation_type=it.annotation_type, cited=it.is_cited, limit=1
        )
        assert total == it.count
    for it in counts.references:
        _, total = sample_library.find_references(
            reg_id, types=(it.reference_type,), states=(it.state,), limit=1
        )
        assert total == it.count
    for it in sample_library.term_uses(reg_id).uses:
        places = sample_library.places_of_term(reg_id, it.term, it.chapter_id)
        assert len(places) == it.count


def test_a_passage_that_uses_a_term_shows_the_words_around_it(sample_library):
    places = sample_library.places_of_term("northgate_reliability_2024", "Operating Plan")
    assert places
    for place in places:
        assert place.source == f"{place.reg_id} P{place.page_num} Operating Plan"
        assert "|" not in place.before + place.after


def _counted(graph) -> int:
    return sum(edge.count for edge in graph.edges) + sum(node.within for node in graph.nodes)


def test_choosing_a_target_takes_a_reference_off_the_list_until_it_is_undone(samples_dir, settings):
    with Workbench(settings) as workbench:
        (plan,), _ = workbench.find_references(REG, states=("ambiguous",))
        chosen = workbench.reference_candidates(plan)[1]
        made = workbench.correct(
            REG,
            FixReference(reference_id=plan.reference_id, target_id=chosen.target_id),
            "analyst",
            "the storage plan is meant",
        )
        assert workbench.find_references(REG, states=("ambiguous",))[1] == 0
        assert workbench.get_reference(REG, plan.reference_id).target == chosen
        _, found = workbench.references_to(REG, chosen.target_id)
        assert plan.reference_id in {it.reference_id for it in found}
        workbench.undo_correction(REG, made.correction_id)
        assert workbench.find_references(REG, states=("ambiguous",))[0] == [plan]
