"""Types and states of notes and references, and why one leads nowhere, in the reader's language."""

import re

from core.model import Reference
from pages.ui.i18n import text

NOTE_TYPES = {
    "note": "notes.type_note",
    "plan": "notes.type_plan",
    "footnote": "notes.type_footnote",
    "mark": "notes.type_mark",
}
REFERENCE_TYPES = {
    "chapter": "notes.ref_chapter",
    "section": "notes.ref_section",
    "article": "notes.ref_article",
    "table": "notes.ref_table",
    "figure": "notes.ref_figure",
    "appendix": "notes.ref_appendix",
    "attachment": "notes.ref_attachment",
    "annotation": "notes.ref_annotation",
    "plan": "notes.ref_plan",
    "requirement": "notes.ref_requirement",
    "standard": "notes.ref_standard",
}
STATES = {
    "resolved": "notes.state_resolved",
    "ambiguous": "notes.state_ambiguous",
    "unresolved": "notes.state_unresolved",
}
# Core says why in English sentences.
_REASONS = {
    r"there is no table (?P<what>.+) in this document": "notes.reason_no_table",
    r"there is no figure (?P<what>.+) in this document": "notes.reason_no_figure",
    r"there is no (?P<what>.+) in this document": "notes.reason_none",
    r"(?P<what>.+) is another document that is not in the library": "notes.reason_outside",
    r"the library holds another edition of (?P<what>.+)": "notes.reason_other_edition",
    r"the library does not say which edition of (?P<what>.+)": "notes.reason_which_edition",
    r"(?P<whole>.+) is in the library and has no (?P<what>.+)": "notes.reason_no_part",
    r"what it should lead to is no longer in the library": "notes.reason_gone",
    r"several regulations bear that (number|title)": "notes.reason_several",
    r"set by an analyst": "notes.reason_analyst",
    r"the (place|page) does not tell which of these is meant": "notes.reason_place",
}


def note_types() -> dict[str, str]:
    return {value: text(key) for value, key in NOTE_TYPES.items()}


def reference_types() -> dict[str, str]:
    return {value: text(key) for value, key in REFERENCE_TYPES.items()}


def states() -> dict[str, str]:
    return {value: text(key) for value, key in STATES.items()}


def reason(reference: Reference) -> str:
    """As plain text; empty for one that leads somewhere."""
    for pattern, key in _REASONS.items():
        found = re.fullmatch(pattern, reference.reason)
        if found is not None:
            return text(key, **{"what": ""} | found.groupdict())
    return reference.reason
