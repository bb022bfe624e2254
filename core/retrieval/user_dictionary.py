"""Terms of the trade that the general word list lacks, from a file an analyst keeps.

One term in a line; behind a tab, separated by blanks or tabs, the parts of it that must be found
alone as well. ``#`` begins a comment line. Example: ``母线失压<tab>母线 失压``.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from core.errors import InputRejected
from core.retrieval.folding import fold
from core.retrieval.scripts import CJK

_LONGEST_TERM = 64
_INSIDE_A_NUMBER = re.compile(r"[0-9]\.[0-9]")
_SPACED_LETTER = re.compile(rf"[^\W_{CJK}]")


@dataclass(frozen=True, eq=False)  # one object is one dictionary: a key in caches
class UserDictionary:
    """Folded terms with their parts. Terms are added to the words found anyway, never instead."""

    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # First characters lead to the lengths worth trying there.
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for term in self.parts:
            lengths[term[:1]].add(len(term))
        object.__setattr__(
            self, "_lengths", {first: sorted(sizes) for first, sizes in lengths.items()}
        )

    @classmethod
    def load(cls, path: Path) -> Self:
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except OSError as error:
            raise InputRejected(
                f"The dictionary {path.name} cannot be read: {error.strerror}.",
                hint="Give the path of a text file with one term in each line.",
            ) from error
        except UnicodeDecodeError as error:
            raise InputRejected(
                f"The dictionary {path.name} is not UTF-8 text.",
                hint="Save it as UTF-8, one term in each line.",
            ) from error
        return cls(dict(_entries(path.name, lines)))

    def tokens_in(self, folded: str) -> Iterator[str]:
        """Every term at every place where it stands, each with its parts."""
        lengths: Mapping[str, list[int]] = self.__dict__["_lengths"]
        for start, char in enumerate(folded):
            for length in lengths.get(char, ()):
                term = folded[start : start + length]
                if term in self.parts and stands_alone(folded, start, start + length):
                    yield as_token(term)
                    yield from self.parts[term]


def stands_alone(folded: str, start: int, end: int) -> bool:
    """False where a Latin word or number would be cut: ``s`` does not stand in ``system``."""
    before, after = folded[max(start - 1, 0) : start], folded[end : end + 1]
    if _cuts_a_number(folded, start) or _cuts_a_number(folded, end):
        return False
    return not (_goes_on(before, folded[start]) or _goes_on(folded[end - 1], after))


def _cuts_a_number(folded: str, place: int) -> bool:
    """2.1 does not stand in 2.1.4, nor does 2. in it."""
    return bool(_INSIDE_A_NUMBER.search(folded[max(place - 2, 0) : place + 2]))


def as_token(term: str) -> str:
    return term.replace(" ", "_")


def _goes_on(left: str, right: str) -> bool:
    """``220kv`` is a number and its unit: each of them stands alone."""
    if not (_SPACED_LETTER.match(left) and _SPACED_LETTER.match(right)):
        return False
    return left.isdigit() == right.isdigit()


def _entries(file_name: str, lines: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        written, _, parts = line.partition("\t")
        term = fold(written).text
        if not term or len(term) > _LONGEST_TERM or "\x00" in line:
            raise InputRejected(
                f"Line {number} of the dictionary {file_name} is no term.",
                hint=f"A term has 1 to {_LONGEST_TERM} characters; parts follow behind a tab.",
            )
        yield term, tuple(as_token(fold(part).text) for part in parts.split() if fold(part).text)
