"""Terms that a regulation defines, and where it uses them."""

from typing import Literal

from pydantic import computed_field

from core.model import ids
from core.model.noun import Noun

EVERYWHERE = "*"  # in place of a chapter
_SHORTEST = 2  # a term of one character is found in half of all words


class Definition(Noun):
    """A term with the words that define it; ``other_name`` is its name in another language.

    It stands in a block, or in row ``row`` of a table.
    """

    reg_id: str
    term: str
    other_name: str = ""
    text: str
    page_num: int
    block_id: str
    chapter_id: str | None = None
    table_id: str | None = None
    row: int | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, detail=self.term)


class Glossary(Noun):
    """In the order of the document. A term that is defined twice stands there twice."""

    reg_id: str
    definitions: tuple[Definition, ...] = ()

    def places_in(self, text: str, besides: str = "") -> list[tuple[int, Definition]]:
        """Where terms other than ``besides`` stand in ``text``, each where it first does; of two
        that overlap the longer one.
        """
        taken = [False] * len(text)
        found: dict[str, tuple[int, Definition]] = {}
        standing = (it for it in self._first_of_each() if it.term in text and it.term != besides)
        for definition in sorted(standing, key=lambda it: -len(it.term)):
            start = text.find(definition.term)
            while start >= 0:
                end = start + len(definition.term)
                if not any(taken[start:end]):
                    taken[start:end] = [True] * (end - start)
                    found.setdefault(definition.term, (start, definition))
                start = text.find(definition.term, end)
        return sorted(found.values(), key=lambda it: it[0])

    def _first_of_each(self) -> list[Definition]:
        first: dict[str, Definition] = {}
        for definition in self.definitions:
            if len(definition.term) >= _SHORTEST:
                first.setdefault(definition.term, definition)
        return list(first.values())


class TermUse(Noun):
    """How many passages of a chapter of the top level use a term; None is what comes before them.

    A passage is a block: a paragraph, a heading, the part of a table that stands on a page.
    """

    term: str
    chapter_id: str | None
    count: int


class TermUses(Noun):
    """``terms`` are those that the regulation defines or, where it defines none, frequent words."""

    reg_id: str
    kind: Literal["defined", "frequent"]
    terms: tuple[str, ...] = ()
    uses: tuple[TermUse, ...] = ()


class TermPlace(Noun):
    """A passage that uses a term, with the words before it and after it where it first does."""

    reg_id: str
    term: str
    page_num: int
    block_id: str
    before: str
    after: str

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, detail=self.term)
