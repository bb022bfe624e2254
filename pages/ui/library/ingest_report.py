"""What came of an ingest: figures, and the places an analyst should look at."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.model import Job
from pages.ui import links
from pages.ui.i18n import text
from pages.ui.page_warnings import warning_text
from pages.ui.plain import escaped

_SHOWN = 20  # doubtful places
_FIGURES = {
    "total_pages": "library.pages",
    "tables": "library.tables",
    "cross_page_tables": "library.cross_page_tables",
    "annotations": "library.annotations",
    "references_unresolved": "library.unresolved",
    "ocr_pages": "library.ocr_pages",
}


def report_view(job: Job) -> None:
    report = job.report
    reg_id, title = report["reg_id"], escaped(str(report["title"]))
    with st.container(key=f"report_{job.job_id}", gap="xxsmall"):
        place = links.reader(reg_id)
        if report["unchanged"]:
            links.link(text("report.unchanged", title=title), place)
            return
        links.link(f"**{title}**", place)
        facts = [f"{text(label)} {report[name]}" for name, label in _FIGURES.items()]
        facts.append(text("report.seconds", seconds=round(report["seconds"])))
        st.caption(" · ".join(facts))
        if "doubts" in report:  # a report of an older version says nothing on them
            doubtful_places(reg_id, report["doubts"])


def doubtful_places(reg_id: str, doubts: Sequence[Mapping[str, Any]]) -> None:
    """Each leads to its page in the Reader; what has no page is said as it is."""
    if not doubts:
        st.caption(f":material/check: {text('report.no_doubts')}")
        return
    st.caption(f":material/flag: {text('report.look_at', count=len(doubts))}")
    for doubt in doubts[:_SHOWN]:
        why = _why(doubt["kind"], str(doubt["detail"]))
        page_num = doubt["page_num"]
        if page_num is None:
            st.markdown(f"- {why}")
        else:
            links.link(
                f"P{page_num}  {why}",
                links.reader(reg_id, page_num, doubt["block_id"]),
                icon=":material/arrow_forward:",
            )
    if len(doubts) > _SHOWN:
        st.caption(text("report.more_doubts", count=len(doubts) - _SHOWN))


def _why(kind: str, detail: str) -> str:
    if kind == "page":
        return escaped(warning_text(detail))
    return text(f"doubts.{kind}", what=escaped(detail))
