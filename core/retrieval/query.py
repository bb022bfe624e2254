"""What somebody typed, made ready for both ways of searching."""

import re
from dataclasses import dataclass
from functools import cached_property

from core.errors import EmptyQuery
from core.retrieval.characters import printed_as
from core.retrieval.folding import fold, fold_characters
from core.retrieval.quotations import split_quoted, without_marks
from core.retrieval.scripts import CJK
from core.retrieval.tokens import character_tokens, tokens_within, word_tokens
from core.retrieval.user_dictionary import UserDictionary

_LONGEST_LITERAL = 40  # folded characters; what is longer is a question, not a phrase
_ENDS_A_SENTENCE = re.compile(r"[?!。？！；;]")
_WORDS_APART = re.compile(rf"[{CJK}]\s+[{CJK}]")


@dataclass(frozen=True)
class Query:
    """``text`` is as typed. Parts in quotes must stand in a hit as they are."""

    text: str
    dictionary: UserDictionary | None = None

    def __post_init__(self) -> None:
        if not without_marks(self.text).strip() or not self.folded.strip():
            raise EmptyQuery("The query is empty.", hint="Give one or more words to look for.")

    @cached_property
    def folded(self) -> str:
        return fold(self.text).text

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        quoted, _ = split_quoted(self.text)
        if not quoted and not self.characters:
            return (without_marks(self.text).strip(),)  # ≥ or ％: no word to look for
        return quoted

    @cached_property
    def literal(self) -> str | None:
        """The whole query where it may well stand in the text as it is typed: 母线失压."""
        if self.phrases or len(self.folded) > _LONGEST_LITERAL:
            return None
        if _ENDS_A_SENTENCE.search(self.text) or len(self.folded) < 2:
            return None
        if _WORDS_APART.search(self.text):
            return None  # 母线 失压 are two words, not one phrase; 220 kV 母线 may be one
        return self.text.strip()

    @cached_property
    def words(self) -> list[str]:
        return word_tokens(self.folded, self.dictionary)

    @cached_property
    def characters(self) -> list[str]:
        return character_tokens(self.folded)

    @property
    def must_stand(self) -> tuple[str, ...]:
        """Phrases whose pages are told exactly: those in quotes, or the query itself."""
        return self.phrases or ((self.literal,) if self.literal else ())


def sought_symbols(phrase: str) -> str | None:
    """How the first character may be printed, for a phrase without a word; None for others."""
    folded = fold(phrase).text
    return printed_as(folded[0]) if folded and not character_tokens(folded) else None


def phrase_tokens(phrase: str) -> tuple[tuple[list[str], list[str]], ...]:
    """Words and characters that a chunk must hold all of, if the phrase stands in it.

    In one of two ways where numbers and units leave it open: 3小时 is 3h, but not in 3小时30分.
    """
    first, second = (tokens_within(way(phrase).text) for way in (fold, fold_characters))
    return (first,) if first == second else (first, second)
