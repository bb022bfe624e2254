"""What went wrong when a page was read, which the parser writes down in English."""

import re

from core.model import PageDocument
from pages.ui.i18n import text

_SENTENCES = {
    "missing": re.compile(r"(?P<what>\d+) characters of the page may be missing: .+"),
    "added": re.compile(r"“(?P<what>.+)” was found by a second reading only\. .+"),
    "undecoded": re.compile(r"The text layer could not be decoded; (?P<what>.+)\."),
    "slow": re.compile(r"Page \d+: no progress in (?P<what>\d+) s\."),
    "memory": re.compile(r"Page \d+: (?P<what>out of memory)\."),
    "lost": re.compile(r"(?:The page could not be read \(|Page \d+: )(?P<what>.+?)\)?\."),
    "unread": re.compile(r"Page \d+ (?P<what>could not be read)\."),
}


def warning_text(warning: str) -> str:
    """In the analyst's language; a sentence that is not known here stays as it is."""
    for key, sentence in _SENTENCES.items():
        if found := sentence.fullmatch(warning):
            return text(f"page_warnings.{key}", what=found["what"])
    return text("page_warnings.other", what=warning)


def is_unread(page: PageDocument) -> bool:
    """Nothing is known of the page, which is not to say that it is blank."""
    return bool(page.warnings) and not page.content_blocks
