"""Names and colours of what is counted."""

from core.model.insights import ChapterSize
from pages.ui.i18n import text
from pages.ui.plots import AMBER, BLUE, GREEN, GREY, RED

_QUALITIES = {
    "good": "insights.quality_good",
    "folded": "insights.quality_folded",
    "ocr": "insights.quality_ocr",
    "ocr_doubtful": "insights.quality_ocr_doubtful",
    "garbage": "insights.quality_garbage",
    "no_text": "insights.quality_no_text",
}
QUALITY_COLOURS = {
    "good": BLUE,
    "folded": "#83b3cd",
    "ocr": GREEN,
    "ocr_doubtful": AMBER,
    "garbage": RED,
    "no_text": GREY,
}


def qualities() -> dict[str, str]:
    return {value: text(key) for value, key in _QUALITIES.items()}


def state_colours() -> dict[str, str]:
    """By the name of the state."""
    return {
        text("notes.state_resolved"): BLUE,
        text("notes.state_ambiguous"): AMBER,
        text("notes.state_unresolved"): RED,
    }


def chapter_name(chapter: ChapterSize) -> str:
    if chapter.chapter_id is None:
        return text("notes.front_matter")
    return f"{chapter.label} {chapter.title}".strip()
