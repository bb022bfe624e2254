"""Pages of the reading context and what can be done with them."""

from datetime import UTC, datetime, timedelta

import pytest

from core.context import rules
from core.context.context_system import ContextSystem, new_pages
from core.errors import (
    Conflict,
    ContextPageNotFoundError,
    InvalidArguments,
    NotPermitted,
    TooLarge,
)
from core.model import (
    Actor,
    ContentsPage,
    DetailPage,
    Evidence,
    PageIndex,
    PageLifecycle,
    PageVisibility,
    Segment,
)
from core.model.reading_context import marshal, unmarshal

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ROOT = PageIndex("usr-0")


@pytest.fixture
def kept():
    """What was handed to the journal."""
    return []


@pytest.fixture
def desk(kept):
    times = iter(NOW + timedelta(seconds=n) for n in range(10_000))
    return ContextSystem(new_pages(NOW), [], kept.append, clock=lambda: next(times))


def whole(desk) -> bool:
    return rules.problems(desk.tree.pages.values()) == []


def test_the_usage_example_of_the_original(desk):
    """Make a detail page and a contents page, put one into the other, save and restore it."""
    detail = desk.create_detail_page(
        "goroutine原理",
        "解释goroutine的调度机制",
        "User: Go的goroutine是如何调度的？\nAssistant: ...",
    )
    contents = desk.create_contents_page("Go语言讨论", "关于Go语言的专题讨论")
    desk.move_page(detail.index, contents.index)
    assert desk.tree.get(contents.index).children == (detail.index,)
    desk.expand(detail.index)
    desk.expand(contents.index)
    page = desk.tree.get(detail.index)
    assert page.parent == contents.index
    assert (page.lifecycle, page.visibility) == (PageLifecycle.ACTIVE, PageVisibility.EXPANDED)
    restored = unmarshal(marshal(page))
    assert restored == page
    assert isinstance(restored, DetailPage)


def test_every_kind_of_page_is_read_back_as_it_was_written(desk):
    evidence = Evidence(reg_id="a", page_nums=(7, 8), table_id="a/t-1", rows=(2,), quote="“失压”\n")
    folder = desk.create_contents_page("目录\u3000名")
    desk.create_detail_page("页", detail="\u0000|\n", parent=folder.index, evidence=[evidence])
    for page in desk.tree.pages.values():
        assert unmarshal(marshal(page)) == page


def test_an_index_is_the_segment_and_a_number_that_is_never_given_again(desk):
    first = desk.create_detail_page("一")
    assert first.index == "usr-1"
    assert desk.create_detail_page("二", parent=PageIndex("tool-0")).index == "tool-1"
    desk.remove_page(first.index)
    assert desk.create_detail_page("三").index == "usr-2"
    desk.undo()
    assert desk.create_detail_page("四").index == "usr-3"


def test_lifecycle_states_are_set_and_found_again(desk):
    folder = desk.create_contents_page("目录")
    page = desk.create_detail_page("页", parent=folder.index)
    desk.archive(folder.index)
    assert {desk.tree.get(it.index).lifecycle for it in (folder, page)} == {"hot_archived"}
    desk.archive(page.index, cold=True)
    assert desk.tree.get(page.index).lifecycle == "cold_archived"
    assert desk.tree.get(folder.index).children == ()
    assert whole(desk)


def test_removing_a_directory_leaves_no_orphans(desk):
    folder = desk.create_contents_page("目录")
    inner = desk.create_contents_page("内", parent=folder.index)
    leaf = desk.create_detail_page("页", parent=inner.index)
    assert desk.remove_page(folder.index) == [folder.index, inner.index, leaf.index]
    assert set(desk.tree.pages) == {"sys-0", "usr-0", "tool-0"}
    assert desk.tree.get(ROOT).children == ()


def test_a_parent_is_not_moved_under_its_own_child(desk):
    folder = desk.create_contents_page("目录")
    inner = desk.create_contents_page("内", parent=folder.index)
    for target in (folder.index, inner.index):
        with pytest.raises(Conflict, match="stands in it"):
            desk.move_page(folder.index, target)
    assert whole(desk)


def test_moving_saves_both_parents(desk, kept):
    left, right = desk.create_contents_page("左"), desk.create_contents_page("右")
    page = desk.create_detail_page("页", parent=left.index)
    desk.move_page(page.index, right.index)
    assert {it.index for it in kept[-1].step.changes} == {left.index, right.index, page.index}
    again = ContextSystem(new_pages(NOW), kept, kept.append).tree
    assert again.get(left.index).children == ()
    assert again.get(right.index).children == (page.index,)


def test_a_page_is_moved_to_the_position_asked_for(desk):
    pages = [desk.create_detail_page(name).index for name in "甲乙丙"]
    desk.move_page(pages[2], ROOT, 0)
    assert desk.tree.get(ROOT).children == (pages[2], pages[0], pages[1])
    desk.move_page(pages[2], ROOT, 1)
    assert desk.tree.get(ROOT).children == (pages[0], pages[2], pages[1])


def test_agents_read_the_system_segment_and_write_the_others(desk):
    rule = desk.create_detail_page("任务", parent=PageIndex("sys-0"))
    for attempt in (
        lambda: desk.create_detail_page("x", parent=PageIndex("sys-0"), by=Actor.AGENT),
        lambda: desk.update_page(rule.index, name="x", by=Actor.AGENT),
        lambda: desk.update_page(rule.index, name="任务", by=Actor.AGENT),
        lambda: desk.hide(rule.index, by=Actor.AGENT),
        lambda: desk.remove_page(rule.index, by=Actor.AGENT),
        lambda: desk.archive(rule.index, by=Actor.AGENT),
    ):
        with pytest.raises(NotPermitted):
            attempt()
    assert desk.tree.get(rule.index) == rule
    for segment in (Segment.USER, Segment.TOOL):
        page = desk.create_detail_page("y", parent=PageIndex(f"{segment}-0"), by=Actor.AGENT)
        desk.update_page(page.index, detail="z", by=Actor.AGENT)
    assert desk.steps[-1].actor == Actor.AGENT


def test_expanding_under_hidden_ancestors_opens_the_way(desk):
    outer = desk.create_contents_page("外")
    inner = desk.create_contents_page("内", parent=outer.index)
    page = desk.create_detail_page("页", parent=inner.index)
    other = desk.create_detail_page("另", parent=inner.index)
    for index in (page.index, inner.index, outer.index):
        desk.hide(index)
    desk.archive(outer.index)
    desk.expand(page.index)
    for index in (page.index, inner.index, outer.index):
        now = desk.tree.get(index)
        assert (now.lifecycle, now.visibility) == ("active", "expanded")
    assert desk.tree.get(other.index).lifecycle == "hot_archived"
    assert whole(desk)


def test_a_cold_page_comes_back_where_it_stood_or_in_the_root(desk):
    folder = desk.create_contents_page("目录")
    page = desk.create_detail_page("页", parent=folder.index)
    desk.archive(page.index, cold=True)
    with pytest.raises(Conflict, match="cold archive"):
        desk.expand(page.index)
    desk.restore(page.index)
    assert desk.tree.get(page.index).parent == folder.index
    desk.archive(page.index, cold=True)
    desk.remove_page(folder.index)
    desk.restore(page.index)
    assert desk.tree.get(page.index).parent == ROOT
    assert whole(desk)


def test_part_of_a_cold_branch_comes_back_alone(desk):
    folder = desk.create_contents_page("目录")
    page = desk.create_detail_page("页", parent=folder.index)
    desk.archive(folder.index, cold=True)
    desk.restore(page.index)
    assert desk.tree.get(page.index).parent == ROOT
    assert desk.tree.get(folder.index).children == ()
    assert desk.tree.get(folder.index).lifecycle == "cold_archived"
    assert whole(desk)


def test_merging_puts_texts_and_evidence_together(desk):
    proofs = [Evidence(reg_id="a", page_nums=(n,)) for n in (1, 2)]
    first = desk.create_detail_page("甲", detail="一", evidence=proofs[:1])
    second = desk.create_detail_page("乙", detail="二", evidence=proofs)
    merged = desk.merge_pages(first.index, [second.index])
    assert (merged.detail, merged.evidence, merged.message_count) == ("一\n\n二", tuple(proofs), 2)
    assert desk.tree.find(second.index) is None


def test_merging_directories_keeps_every_page(desk):
    left, right = desk.create_contents_page("左"), desk.create_contents_page("右")
    page = desk.create_detail_page("页", parent=right.index)
    desk.merge_pages(left.index, [right.index])
    assert desk.tree.get(left.index).children == (page.index,)
    inner = desk.create_contents_page("内", parent=left.index)
    with pytest.raises(Conflict, match="stands in"):
        desk.merge_pages(inner.index, [left.index])
    with pytest.raises(Conflict, match="different kinds"):
        desk.merge_pages(inner.index, [page.index])
    assert whole(desk)


def test_what_cannot_be_done_says_why_and_changes_nothing(desk, kept):
    page = desk.create_detail_page("页")
    before = len(kept)
    for attempt, kind in (
        (lambda: desk.create_detail_page("  "), InvalidArguments),
        (lambda: desk.create_detail_page("x" * 201), TooLarge),
        (lambda: desk.create_detail_page("x", parent=page.index), Conflict),
        (lambda: desk.create_detail_page("x", parent=PageIndex("usr-9")), ContextPageNotFoundError),
        (lambda: desk.move_page(page.index, PageIndex("tool-0")), Conflict),
        (lambda: desk.move_page(ROOT, ROOT), Conflict),
        (lambda: desk.remove_page(ROOT), Conflict),
        (lambda: desk.archive(ROOT), Conflict),
        (lambda: desk.restore(page.index), Conflict),
        (lambda: desk.update_page(ROOT, detail="x"), InvalidArguments),
        (lambda: desk.merge_pages(page.index, [page.index]), Conflict),
    ):
        with pytest.raises(kind) as caught:
            attempt()
        assert caught.value.hint
    assert len(kept) == before


def test_a_change_of_nothing_is_no_step(desk):
    page = desk.create_detail_page("页")
    assert desk.expand(page.index) == page
    assert desk.update_page(page.index, name="页") == page
    assert len(desk.steps) == 1


def test_steps_are_undone_and_done_again_one_by_one(desk):
    states = [dict(desk.tree.pages)]
    page = desk.create_detail_page("页", detail="一")
    states.append(dict(desk.tree.pages))
    desk.update_page(page.index, detail="二")
    states.append(dict(desk.tree.pages))
    desk.archive(page.index, cold=True)
    states.append(dict(desk.tree.pages))
    for number in (2, 1, 0):
        desk.undo()
        assert desk.tree.pages == states[number]
    with pytest.raises(Conflict, match="nothing to undo"):
        desk.undo()
    desk.redo()
    assert desk.tree.pages == states[1]
    desk.pin(page.index)
    with pytest.raises(Conflict, match="nothing to do again"):
        desk.redo()
    assert [step.state for step in desk.steps] == ["done", "dropped", "dropped", "done"]
    assert desk.tree_after(1).pages == states[1]
    assert desk.tree_after(0).pages == states[0]


def test_a_step_that_cannot_be_saved_leaves_the_desk_as_it_was():
    def refuse(*_):
        raise OSError("disk full")

    desk = ContextSystem(new_pages(NOW), [], refuse)
    with pytest.raises(OSError, match="disk full"):
        desk.create_detail_page("页")
    assert len(desk.tree.pages) == 3
    assert desk.steps == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"children": (PageIndex("usr-1"), PageIndex("usr-1"))}, "stands in usr-0 and in usr-0"),
        ({"children": ()}, "stands in None"),
        ({"children": (PageIndex("usr-1"), PageIndex("usr-7"))}, "which is not there"),
        ({"lifecycle": PageLifecycle.HOT_ARCHIVED}, "must be active"),
    ],
)
def test_a_broken_tree_is_recognised(desk, change, sentence):
    desk.create_detail_page("页")
    pages = dict(desk.tree.pages)
    pages[ROOT] = pages[ROOT].model_copy(update=change)
    assert any(sentence in problem for problem in rules.problems(pages.values()))


def test_a_circle_is_recognised(desk):
    outer = desk.create_contents_page("外")
    inner = desk.create_contents_page("内", parent=outer.index)
    pages = dict(desk.tree.pages)
    pages[ROOT] = pages[ROOT].model_copy(update={"children": ()})
    pages[outer.index] = pages[outer.index].model_copy(update={"parent": inner.index})
    pages[inner.index] = pages[inner.index].model_copy(update={"children": (outer.index,)})
    assert isinstance(pages[outer.index], ContentsPage)
    assert "usr-1 is in a circle." in rules.problems(pages.values())
