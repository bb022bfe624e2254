"""Text of a document cut into runs, marked and unmarked."""

import re
from collections.abc import Iterable, Sequence

Run = tuple[str, bool]  # the words, and whether they are marked
Span = tuple[int, int]

_SIGNS = (
    (re.compile(r"^[ \t]*#{1,6}[ \t]+", re.MULTILINE), ""),  # of headings
    (re.compile(r"\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+"), ""),  # below the head of a table
    (re.compile(r"<br ?/?>"), " "),
    (re.compile(r"(?<!\\)\|"), "\u2003"),  # between cells
    (re.compile(r"\\([\\|])"), r"\1"),
    (re.compile(r"[.．·…‥]{4,}"), " … "),  # leaders of a contents page
)
_BLANKS = re.compile(r"[ \t\u2003]*\n\s*|[ \t]{2,}|\u2003\s*")


def marked(markdown: str, marks: Sequence[Span]) -> list[Run]:
    """Without the signs of Markdown, which the marks are counted with."""
    runs = [(_without_signs(words), is_marked) for words, is_marked in _cut(markdown, marks)]
    return [(words, is_marked) for words, is_marked in runs if words]


def marked_words(text: str, words: Iterable[str]) -> list[Run]:
    """Of plain text, where the words are known and not their places."""
    return _cut(text, [place.span() for place in _places(text, words)])


def _places(text: str, words: Iterable[str]) -> list[re.Match[str]]:
    wanted = [_alone(word) for word in sorted(words, key=len, reverse=True) if word]
    return list(re.finditer("|".join(wanted), text)) if wanted else []


def _alone(word: str) -> str:
    """2 does not stand in 220, nor bus in busy."""
    before = r"(?<![0-9A-Za-z])" if word[0].isascii() and word[0].isalnum() else ""
    after = r"(?![0-9A-Za-z])" if word[-1].isascii() and word[-1].isalnum() else ""
    return f"{before}{re.escape(word)}{after}"


def shortened(text: str, words: Iterable[str], length: int) -> str:
    """The stretch of a long text with the most of the words in it, beginning a little before."""
    if len(text) <= length:
        return text
    places = [(place.start(), place.end(), place[0].casefold()) for place in _places(text, words)]
    lead = length // 3

    def held(first: int) -> int:
        return len(
            {word for at, end, word in places if first <= at and end <= first + length - lead}
        )

    first = max((at for at, _, _ in places), key=lambda at: (held(at), -at), default=0)
    start = max(0, min(first - lead, len(text) - length))
    before = "…" if start else ""
    after = "…" if start + length < len(text) else ""
    return f"{before}{text[start : start + length]}{after}"


def plain(markdown: str) -> str:
    return _without_signs(markdown)


def _cut(text: str, marks: Sequence[Span]) -> list[Run]:
    runs: list[Run] = []
    at = 0
    for start, end in marks:
        runs += [(text[at:start], False), (text[start:end], True)]
        at = end
    runs.append((text[at:], False))
    return [(words, is_marked) for words, is_marked in runs if words]


def _without_signs(words: str) -> str:
    for sign, instead in _SIGNS:
        words = sign.sub(instead, words)
    return _BLANKS.sub(lambda blank: "\u2003" if "\u2003" in blank[0] else " ", words)
