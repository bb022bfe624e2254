"""The parts of a question in quotation marks: they must stand in a hit as they are."""

import re

# Straight marks quote wherever they stand.
_STRAIGHT = re.compile(r"[\"＂]([^\"＂]+)[\"＂]")
# Others open or close as they come: “母线失压”, ”母线失压”, 「母线失压」.
_MARKS = "“”„‟〝〞〟「」『』«»"
_PAIRED = re.compile(rf"[{_MARKS}]([^\"＂{_MARKS}]+)[{_MARKS}]")
_APART = re.compile(rf"(?<!\S){_PAIRED.pattern}(?!\S)")
# An apostrophe is no quotation mark: single ones have to stand apart.
_SINGLE = re.compile(r"(?<!\S)['‘’]([^'‘’]+)['‘’](?!\S)")
_EVERY_MARK = re.compile(rf"[\"＂'‘’{_MARKS}]")
_ENDS_A_SENTENCE = re.compile(r"[?!。？！；;]")
_LONGEST_BESIDE = 8  # characters of a query that is words, not a sentence


def split_quoted(query: str) -> tuple[tuple[str, ...], str]:
    """-> the parts in quotation marks, and the query without them.

    In a sentence Chinese marks are part of what is said (名为“合伙”的纠纷是否…？) and quote only
    where blanks part them from it; beside a few words (母线“失压”) they quote.
    """
    found: list[tuple[int, str]] = []
    rest = query
    for pattern in (_STRAIGHT, _APART, _SINGLE, _PAIRED):
        if pattern is _PAIRED and _is_sentence(_PAIRED.sub("", rest)):
            break
        found += ((match.start(), match[1].strip()) for match in pattern.finditer(rest))
        rest = pattern.sub(lambda match: " " * len(match[0]), rest)  # places stay as they are
    return tuple(dict.fromkeys(phrase for _, phrase in sorted(found) if phrase)), rest


def without_marks(query: str) -> str:
    return _EVERY_MARK.sub(" ", query)


def _is_sentence(text: str) -> bool:
    return len("".join(text.split())) > _LONGEST_BESIDE or bool(_ENDS_A_SENTENCE.search(text))
