import pytest

from core.comparison.strictness import direction_of
from core.comparison.words import word_diff


def changed(old, new):
    return [
        (s.old.strip(), s.new.strip(), s.marks) for s in word_diff(old, new) if s.kind != "equal"
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("动作时间为 0.2 s。", "动作时间为 0.15 s。", [("0.2", "0.15", ("number",))]),
        ("各单位宜在年底报告。", "各单位应在年底报告。", [("宜", "应", ("modal",))]),
        ("设在临沙线和南望线", "设在临沙线和储望线", [("南", "储", ())]),
        ("调度机构负责审批。", "运维单位负责审批。", [("调度机构", "运维单位", ())]),
        ("within 5 min", "within 5 h", [("min", "h", ("unit",))]),
        ("Entities may report", "Entities shall report", [("may", "shall", ("modal",))]),
        ("Each Load shedding", "Each load shedding", [("Load", "load", ())]),
        ("应由中调“许可”——报告", '应由中调"许可"—报告', []),
        ("220 kV及以上", "220kV 及以上", []),
        ("应由中调许可，并记录。", "应由中调许可,并记录.", []),
        ("改接后应实测。", "改接或延长后应实测。", [("", "或延长", ())]),
        ("任何设备", "任何一次设备", [("", "一次", ())]),
        ("每年组织检查。", "每年组织一次检查。", [("", "一次", ("number",))]),
        ("1 范围 ................. 1", "1 范围 ........ 1", []),
    ],
)
def test_words_and_numbers_change_as_wholes_and_setting_does_not_count(old, new, expected):
    assert changed(old, new) == expected


@pytest.mark.parametrize(
    ("old", "new", "direction"),
    [
        ("机组宜投入。", "机组应投入。", "tightened"),
        ("机组应投入。", "机组必须投入。", "tightened"),
        ("机组可退出。", "机组不得退出。", "tightened"),
        ("机组不得退出。", "机组可退出。", "loosened"),
        ("应报告。", "不得报告。", None),
        ("偏差不大于 0.2 Hz。", "偏差不大于 0.15 Hz。", "tightened"),
        ("偏差不大于 0.2 Hz。", "偏差不大于 0.25 Hz。", "loosened"),
        ("备用不低于 4%。", "备用不低于 5%。", "tightened"),
        ("应在 5 min 内执行。", "应在 8 min 内执行。", "loosened"),
        ("20 min 内不能消除的，应切除负荷。", "10 min 内不能消除的，应切除负荷。", None),
        ("占比不超过 30% 时，按架空线对待。", "占比不超过 20% 时，按架空线对待。", None),
        ("荷电状态应保持在 20%～80% 之间。", "荷电状态应保持在 30%～70% 之间。", "tightened"),
        ("荷电状态应保持在 20%～80% 之间。", "荷电状态应保持在 30%～90% 之间。", None),
        (
            "电压应保持在额定值的 95%～105% 范围内。",
            "电压应保持在额定值的 90%～110% 范围内。",
            "loosened",
        ),
        ("电压应在额定值的 90%～110% 之间。", "电压应在额定值的 95%～105% 之间。", "tightened"),
        ("控制装置的延时为 5～10 s。", "控制装置的延时为 6～9 s。", None),
        ("电压在 90%～110% 之间时应报告。", "电压在 95%～105% 之间时应报告。", None),
        ("动作时间为 0.2 s。", "动作时间为 0.1 s。", None),
        ("应在 5 min 内报告中调。", "应在 3 min 内报告地调。", None),
        ("应在 5 min 内报告，偏差不大于 2%。", "应在 3 min 内报告，偏差不大于 3%。", None),
        ("Entities should review it.", "Entities shall review it.", "tightened"),
        ("Entities shall review it.", "Entities must review it.", None),
        ("report within 30 days", "report within 15 days", "tightened"),
        (
            "at least once every 15 calendar months",
            "at least once every 12 calendar months",
            "tightened",
        ),
        ("retain for at least 90 days", "retain for at least 60 days", "loosened"),
        (
            "if it is within 30 days of the audit, report",
            "if it is within 15 days of the audit, report",
            None,
        ),
    ],
)
def test_tighter_and_looser_are_said_only_where_it_is_clear(old, new, direction):
    assert direction_of(word_diff(old, new)) == direction


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "access to EACMS and PACS under",
            "access to EACMS, PACS, and SCI under",
            [("and", ",", ()), ("", ", and SCI", ())],
        ),
        ("变压器和线路停电", "变压器、线路和母线停电", [("和", "、", ()), ("", "和母线", ())]),
    ],
)
def test_a_name_is_kept_before_the_word_that_joins_it_to_others(old, new, expected):
    assert changed(old, new) == expected


def test_a_very_long_text_is_compared_sentence_by_sentence_to_the_same_end():
    sentences = [f"第{nth}台变压器的限额不大于 {nth} MW。" for nth in range(400)]
    old = "".join(sentences)
    new = old.replace("不大于 250 MW", "不大于 240 MW").replace("第17台", "第17组")
    assert changed(old, new) == [("台", "组", ()), ("250", "240", ("number",))]
    assert "".join(span.new for span in word_diff(old, new)) == new


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("不宜强送。", "不得强送。", ("不宜", "不得", ("modal",))),
        ("shall trip", "shall not trip", ("", "not", ("modal",))),
        ("收到之日起十五日内答复", "收到之日起三十日内答复", ("十五日", "三十日", ("number",))),
        ("值班不少于两人", "值班不少于三人", ("两人", "三人", ("number",))),
        ("按照第十一条处理", "按照第十条处理", ("一", "", ())),
        ("一般事故", "统一事故", ("一般", "统一", ())),
    ],
)
def test_modal_words_are_told_whole_and_spelled_numbers_are_numbers(old, new, expected):
    assert changed(old, new) == [expected]


@pytest.mark.parametrize(
    ("old", "new", "direction"),
    [
        ("不宜强送。", "不得强送。", "tightened"),
        ("不应强送。", "不得强送。", None),  # both are used for the same
        ("不得强送。", "严禁强送。", "tightened"),
        ("应经批准。", "须经批准。", None),
        ("用户可不报告。", "用户应报告。", "tightened"),
        ("时间应小于 0.2 s。", "时间应小于 0.15 s。", "tightened"),
        ("时间不应小于 0.2 s。", "时间不应小于 0.15 s。", "loosened"),
        ("误差不超过 0.2 s。", "误差不超过 100 ms。", "tightened"),
        ("误差不超过 5 min。", "误差不超过 5 s。", "tightened"),
        ("应在 30 min 内报告。", "应在 0.5 h 内报告。", None),
        ("期限不超过 1 个月。", "期限不超过 31 日。", None),  # no month has a fixed number of days
        ("应当在十五日内答复。", "应当在三十日内答复。", "loosened"),
        ("应在不超过 5 min 的时间内恢复。", "应在不超过 3 min 的时间内恢复。", "tightened"),
        ("应通知负荷不超过 300 MW 的用户。", "应通知负荷不超过 200 MW 的用户。", None),
        ("线路不少于 3 回时应报告。", "线路不少于 2 回时应报告。", None),
        ("人数不少于 3 人可不报告。", "人数不少于 2 人可不报告。", None),
        ("at least 3 lines shall be kept", "at least 2 lines shall be kept", None),
        ("did not review within 15 months", "did not review within 12 months", None),
        ("it shall be less than 5%", "it shall be less than 3%", "tightened"),
    ],
)
def test_units_are_converted_and_a_bound_that_says_whom_a_rule_concerns_is_no_demand(
    old, new, direction
):
    assert direction_of(word_diff(old, new)) == direction
