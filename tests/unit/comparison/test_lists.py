"""What is made of a list of changes: the minute's summary, the filters, the likely pairs."""

from datetime import UTC, datetime

import pytest

from core.comparison.comparing import Chosen, compare
from core.comparison.digest import digest_of
from core.comparison.filtering import ChangeFilter, count_kinds, fitting
from core.comparison.likely_pairs import likely_pairs
from core.comparison.neighbours import place_before
from core.model import RegulationInfo
from core.model.comparison import Change
from tests.made_editions import edition, long_edition, revised

OLD = [
    "值班调度员接到事故报告后应立即核对系统运行方式并通知有关厂站。",
    "变压器充电时宜由装有完备保护的电源侧断路器进行操作。",
    "通信设备的检修应与一次设备检修同步申报并经专业会签。",
    "频率偏差不大于 0.2 Hz。",
    "继电保护定值单应在投运前三日送达现场。",
    "储能电站的荷电状态由中调核定。",
]
NEW = [OLD[0], OLD[1].replace("宜", "应"), *OLD[3:], "光伏电站每季度应校验无功补偿设备。"]
NEW[2] = NEW[2].replace("0.2", "0.25")


@pytest.fixture(scope="module")
def changes():
    return compare(Chosen.all_of(edition("a", OLD)), Chosen.all_of(edition("b", NEW))).changes


def test_the_summary_tells_what_was_added_removed_tightened_loosened_and_renumbered(changes):
    parts = {part.kind: part for part in digest_of(changes)}
    assert list(parts) == ["added", "removed", "tightened", "loosened", "renumbered"]
    assert [entry.label for entry in parts["added"].entries] == ["1.6"]
    assert [entry.label for entry in parts["removed"].entries] == ["1.3"]
    assert parts["tightened"].entries[0].changed == (("宜", "应"),)
    assert parts["loosened"].entries[0].changed == (("0.2", "0.25"),)
    assert all(part.is_all for part in parts.values())


def test_numbers_that_moved_up_together_are_one_line_of_the_summary(changes):
    (part,) = [part for part in digest_of(changes) if part.kind == "renumbered"]
    assert part.total == 3
    assert [entry.label for entry in part.entries] == ["1.4–1.6 → 1.3–1.5"]


def test_what_one_side_does_not_have_has_a_place_there_behind_what_it_follows():
    found = compare(Chosen.all_of(edition("a", OLD)), Chosen.all_of(edition("b", NEW)))
    removed, added = (
        next(c for c in found.changes if c.kinds == (kind,)) for kind in ("removed", "added")
    )
    behind = place_before(found, removed, "new"), place_before(found, added, "old")
    assert [place.section_number for place in behind] == ["1.2", "1.6"]
    assert [place.reg_id for place in behind] == ["b", "a"]


def test_an_entry_of_the_summary_leads_to_its_change(changes):
    for part in digest_of(changes):
        for entry in part.entries:
            change = changes[entry.nth - 1]
            assert part.kind in (*change.kinds, change.direction)


def test_of_many_changes_the_summary_names_a_few_and_counts_all():
    old = long_edition("old", 12)
    found = compare(Chosen.all_of(old), Chosen.all_of(revised(old, "new", seed=3)))
    for part in digest_of(found.changes):
        assert part.total == getattr(found.counts, part.kind)
        assert 0 < len(part.entries) <= 6


def a_change(**values):
    return Change.model_validate({"subject": "clause", "kinds": ("changed",)} | values)


LIST = [
    a_change(part="front", new_text="目次"),
    a_change(new_label="1.1", new_text="母线失压", direction="tightened"),
    a_change(kinds=("added",), subject="table_row", new_text="江沙线 | 520"),
    a_change(kinds=(), new_text="未变的条文"),
    a_change(kinds=("renumbered", "changed"), old_label="2.1", new_label="2.2"),
]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        (ChangeFilter(), [1, 2, 3, 4]),
        (ChangeFilter(changed_only=True), [1, 2, 4]),
        (ChangeFilter(kinds={"tightened"}), [1]),
        (ChangeFilter(kinds={"added", "renumbered"}), [2, 4]),
        (ChangeFilter(what="tables"), [2]),
        (ChangeFilter(what="text", changed_only=True), [1, 4]),
        (ChangeFilter(what="front"), [0]),
        (ChangeFilter(words="失压"), [1]),
        (ChangeFilter(words="2.1"), [4]),
        (ChangeFilter(words="江沙 ５２０"), [2]),
    ],
)
def test_a_list_is_filtered_by_kind_part_and_words(chosen, found):
    assert fitting(LIST, chosen) == found


def test_kinds_are_counted_in_the_part_that_is_shown():
    assert count_kinds(LIST, None) == {"changed": 2, "added": 1, "renumbered": 1, "tightened": 1}
    assert count_kinds(LIST, "front") == {"changed": 1}


def info(reg_id, title, number=1):
    return RegulationInfo(
        reg_id=reg_id,
        title=title,
        source_file="x.pdf",
        total_pages=1,
        indexed_at=datetime(2026, 1, 1, tzinfo=UTC),
        edition=number,
    )


def test_editions_are_offered_older_first():
    library = [
        info("rule", "调度规程", 3),
        info("grid_2024", "电网规程（2024年版）"),
        info("rule@1", "调度规程", 1),
        info("grid_2019", "电网规程（2019年版）"),
        info("other", "继电保护规程"),
        info("rule@2", "调度规程", 2),
    ]
    found = {(older.reg_id, newer.reg_id) for older, newer in likely_pairs(library)}
    assert found == {("rule@1", "rule@2"), ("rule@2", "rule"), ("grid_2019", "grid_2024")}


def test_an_edition_under_another_title_is_still_offered_with_the_one_of_its_id():
    library = [info("rule@1", "调度规程（试行）"), info("rule", "电网调度控制规程", 2)]
    (pair,) = likely_pairs(library)
    assert [each.reg_id for each in pair] == ["rule@1", "rule"]
