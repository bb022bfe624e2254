"""Is the text layer of a page what is printed there?"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable

from core.model.pages import TextQuality
from core.parsing.glyph_folding import folding_for

_CHINESE_PUNCTUATION = re.compile("[，。：；、！？（）《》]")
_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
# Signs that stand between words, not in them: a page full of them is a broken encoding.
# The soft hyphen is not among them: some fonts have no other hyphen.
_LATIN_SIGN = re.compile("[\u00a1-\u00a6\u00a8-\u00ac\u00ae\u00af\u00b4-\u00b6\u00b8-\u00bf]")

# What unicodedata calls the scripts that a regulation may well mix on one page.
_EVERYDAY_SCRIPTS = frozenset(("LATIN", "CJK", "GREEK", "CYRILLIC", "HIRAGANA", "KATAKANA"))
_ODD_LATIN = re.compile("[ƀ-˿]")  # click letters, phonetics, modifiers

_LEADER = re.compile(r"[.·…．]{3,}")

_FEW = 12  # too few characters to judge by shares
_MEANINGLESS_SHARE = 0.10
_SIGN_SHARE = 0.08
_STRANGE_SHARE = 0.12
_DOUBT = 1 / 4  # this part of a limit is not garbage, but not trusted either
_MAIN_SCRIPT_SHARE = 0.4
_PUNCTUATION_FOR_CHINESE = 6


def judge_text(page_text: str) -> TextQuality:
    """``good``, ``folded`` (readable once folded), ``garbage`` or ``none``."""
    printed = "".join(page_text.split())
    if not printed:
        return "none"
    folding = folding_for(printed)
    if _is_garbage(printed.translate(folding)):
        return "garbage"
    return "folded" if folding else "good"


def is_doubtful(page_text: str) -> bool:
    """Readable by count, yet with signs of a broken encoding: worth a look at the print itself."""
    printed = "".join(page_text.split())
    if len(printed) < _FEW:
        return False
    # The leaders of a contents page would hide any share of strange letters.
    without_leaders = _LEADER.sub("", printed)
    return _oddness(without_leaders.translate(folding_for(printed))) > _DOUBT


def _is_garbage(text: str) -> bool:
    if _share(_count(_is_meaningless, text), text) > _MEANINGLESS_SHARE:
        return True
    if len(text) < _FEW:
        return False
    # Chinese punctuation with hardly an ideograph between: the ideographs were mapped elsewhere.
    punctuation = len(_CHINESE_PUNCTUATION.findall(text))
    ideographs = len(_IDEOGRAPH.findall(text))
    if punctuation >= _PUNCTUATION_FOR_CHINESE and ideographs < punctuation:
        return True
    return _oddness(text) > 1


def _oddness(text: str) -> float:
    """How far the page is on its way to garbage; 1 is the limit."""
    strange = _count(_is_rare, text) + _letters_of_stray_scripts(text)
    if _IDEOGRAPH.search(text):
        strange += len(_ODD_LATIN.findall(text))
    return max(
        _share(_count(_is_meaningless, text), text) / _MEANINGLESS_SHARE,
        _share(len(_LATIN_SIGN.findall(text)), text) / _SIGN_SHARE,
        _share(strange, text) / _STRANGE_SHARE,
    )


def _letters_of_stray_scripts(text: str) -> int:
    """Letters of scripts that are neither everyday nor the page's own (Arabic, Thai, …)."""
    scripts: Counter[str] = Counter()
    for character, count in Counter(text).items():
        if character > "\u02ff" and character.isalpha() and not _IDEOGRAPH.match(character):
            scripts[unicodedata.name(character, "?").split(maxsplit=1)[0]] += count
    letters = sum(map(str.isalpha, text))
    return sum(
        count
        for script, count in scripts.items()
        if script not in _EVERYDAY_SCRIPTS and count < _MAIN_SCRIPT_SHARE * letters
    )


def _count(is_such: Callable[[str], bool], text: str) -> int:
    return sum(count for character, count in Counter(text).items() if is_such(character))


def _is_meaningless(character: str) -> bool:
    """Private use, unassigned, control, or the replacement character; but not the private codes
    of the symbol fonts (bullets, signs in formulas), which stand in perfectly good text.
    """
    if "\uf020" <= character <= "\uf0ff":
        return False
    return character == "\ufffd" or unicodedata.category(character) in ("Co", "Cn", "Cc", "Cs")


def _is_rare(character: str) -> bool:
    """An ideograph that neither simplified nor traditional everyday text uses."""
    if not _IDEOGRAPH.match(character):
        return False
    for everyday in ("gb2312", "big5"):
        try:
            character.encode(everyday)
        except UnicodeEncodeError:
            continue
        return False
    return True


def _share(count: int, text: str) -> float:
    return count / max(1, len(text))
