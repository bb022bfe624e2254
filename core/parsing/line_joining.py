"""Joining printed lines: no blank where Chinese goes on, one where Latin does, hyphens healed."""

import re

_CJK = re.compile(
    "[\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u3400-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff00-\uffef\u2014\u2026\u201c\u201d\u2018\u2019\U00020000-\U0003ffff]"
)
_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_SOFT_HYPHENS = "\u00ad\x02"
_WORD_CUT = re.compile(r"[^\W\d_]{2,}-$")
_WORD_GOES_ON = re.compile(r"[^\W\d_A-Z]{2,}")


def is_cjk(text: str) -> bool:
    """Is the first character an ideograph, kana, or the punctuation set among them?"""
    return bool(_CJK.match(text))


def is_ideograph(text: str) -> bool:
    return bool(_IDEOGRAPH.match(text))


def with_printed_hyphens(line: str) -> str:
    """A soft hyphen shows where it cuts a word at the end of a line; any other is a hyphen.

    Some fonts have no other: ``0-500`` and a lone ``-`` in a cell come as soft hyphens. The text
    keeps its length.
    """
    if "\u00ad" not in line:
        return line
    cuts_word = line[-1] == "\u00ad" and line[-2:-1].isalpha()
    return line[:-1].replace("\u00ad", "-") + (
        "\u00ad" if cuts_word else line[-1:].replace("\u00ad", "-")
    )


def join_lines(lines: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """The running text, and for each line the stretch of it that the line carries."""
    text = ""
    stretches: list[tuple[int, int]] = []
    for line in (line.strip() for line in lines):
        if text and line:
            text = _with_joint(text, line)
            if stretches and stretches[-1][1] > len(text):
                stretches[-1] = (stretches[-1][0], len(text))
        start = len(text)
        text += line
        stretches.append((start, len(text)))
    return text, stretches


def _with_joint(text: str, line: str) -> str:
    """``text`` made ready for ``line``: a blank added, a hyphen taken away, or neither."""
    if text[-1] in _SOFT_HYPHENS:
        return text[:-1]
    if text[-1] in "-‐" and len(text) > 1 and not text[-2].isspace():
        cut = text[:-1] + "-"
        heals = _WORD_CUT.search(cut) and _WORD_GOES_ON.match(line)
        return text[:-1] if heals else text
    if _goes_on_without_blank(text[-1], line[0]):
        return text
    return text + " "


def _goes_on_without_blank(last: str, first: str) -> bool:
    if is_ideograph(last) or is_ideograph(first):
        return True
    # “ and — are of both worlds: between Latin words they keep their blank.
    return bool(_CJK.match(last) and last not in "—…“”‘’") or bool(
        _CJK.match(first) and first not in "—…“”‘’"
    )
