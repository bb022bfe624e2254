import pytest

from core.structure.notes.labels import labelled_notes, marked_note, variant_key


@pytest.mark.parametrize(
    "label", ["注1", "注①", "注一", "注 1", "(注1)", "（注１）", "注1：", "Note 1", "NOTE 1"]
)
def test_labels_that_mean_the_same_have_one_key(label):
    assert variant_key(label) == "note:1"


@pytest.mark.parametrize("label", ["注十一", "注11", "注⑪", "注 11"])
def test_eleven_is_not_a_hundred_and_one(label):
    assert variant_key(label) == "note:11"


def test_a_note_without_a_number_has_a_key_of_its_own():
    assert variant_key("注") == variant_key("Note") == "note:"


def test_plans_by_letter_by_stem_and_by_number_are_kept_apart():
    assert variant_key("方案A") == variant_key("方案a") == variant_key("Plan A") == "plan:A"
    assert variant_key("方案一") == variant_key("方案1") == "plan:1"
    assert variant_key("方案甲") == "plan:甲"


def test_footnotes_and_marks():
    assert variant_key("1)") == variant_key("[1]") == variant_key("①") == "footnote:1"
    assert variant_key("a") == "footnote:a"
    assert variant_key("*") == "mark:*"


@pytest.mark.parametrize("listed", ["注1、注2", "注1、2", "注1~3", "注1和注2。"])
def test_a_cell_that_only_names_notes_is_none(listed):
    assert labelled_notes(listed) == []


@pytest.mark.parametrize(
    ("text", "label", "content"),
    [
        ("注：三绕组变压器应分别校核。", "注", "三绕组变压器应分别校核。"),
        ("注1：甲。", "注1", "甲。"),
        ("注 1：甲。", "注 1", "甲。"),
        ("注1、甲。", "注1", "甲。"),
        ("注一：甲。", "注一", "甲。"),
        ("注①：甲。", "注①", "甲。"),
        ("注⑪：甲。", "注⑪", "甲。"),
        ("(注1) 甲。", "注1", "甲。"),
        ("（注1）甲。", "注1", "甲。"),
        ("方案A：甲。", "方案A", "甲。"),
        ("方案甲：乙。", "方案甲", "乙。"),
        ("方案一：乙。", "方案一", "乙。"),
        ("Note 1: a run-back.", "Note 1", "a run-back."),
        ("Plan A: two units.", "Plan A", "two units."),
    ],
)
def test_every_way_to_open_a_note(text, label, content):
    (note,) = labelled_notes(text)
    assert note.label == label
    assert text[note.content_start : note.end] == content


@pytest.mark.parametrize(
    "text",
    [
        "注册商标的规定",
        "注意事项：",
        "注日期的引用文件，仅该日期",
        "备注：无",
        "关注1次",
        "方案由调度机构审定",
    ],
)
def test_words_that_only_look_like_a_note(text):
    assert labelled_notes(text) == []


def test_several_notes_in_one_paragraph():
    text = "注1：第一条。注2：见注1的说明。注3：第三条。"
    assert [note.label for note in labelled_notes(text)] == ["注1", "注2", "注3"]


def test_numbers_behind_the_label_count_the_notes():
    notes = labelled_notes(
        "注：1、日志使用中文；\n2、与编码无关的，不出现 2、3 字样；\n3、长度小于 890 个字节"
    )
    assert [note.label for note in notes] == ["注1", "注2", "注3"]


@pytest.mark.parametrize(
    ("text", "label", "kind"),
    [
        ("* 含电缆段。", "*", "mark"),
        ("1)复诵制度指逐字重复。", "1)", "footnote"),
        ("a Thirty-minute rating.", "a", "footnote"),
        ("①甲", "①", "footnote"),
        ("1From the first Sunday", "1", "footnote"),
    ],
)
def test_notes_that_begin_with_a_mere_mark(text, label, kind):
    note = marked_note(text)
    assert (note.label, note.annotation_type) == (label, kind)
