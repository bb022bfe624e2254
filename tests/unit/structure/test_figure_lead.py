"""The line of the text that leads to a figure."""

import pytest

from core.structure.figures import lead_line

BEFORE = "4.2.2 典型日负荷曲线见图4-1。\n见图4-10。\n4.2.3 需求响应提前通知"


@pytest.mark.parametrize(
    ("title", "before", "after", "line"),
    [
        ("图4-1 负荷曲线", BEFORE, "", "4.2.2 典型日负荷曲线见图4-1。"),
        ("图4-10 负荷曲线", BEFORE, "", "见图4-10。"),
        ("图4-2 负荷曲线", BEFORE, "如图4-2所示", "如图4-2所示"),
        ("图9-9 负荷曲线", BEFORE, "", "4.2.3 需求响应提前通知"),
        ("Figure 2: Zones", "See figure 2.\nNext.", "", "See figure 2."),
        (None, BEFORE, "", "4.2.3 需求响应提前通知"),
        (None, "", "", ""),
    ],
)
def test_the_line_that_names_the_figure_leads_to_it(title, before, after, line):
    assert lead_line(title, before, after) == line
