"""Every quotation and number of a model's text, looked up on the page it cites.

The check is code: no model is asked whether a model was right.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from core.answering.claims import Claim, Mark, claims_in, mark_of, marks_in
from core.answering.extractive import citation_of
from core.answering.page_lookup import DENIAL, PageWords, bare, shortened
from core.answering.passages import Passage
from core.model.answers import Check, Citation

FindPage = Callable[[str, int], PageWords | None]  # regulation and page; None where there is none

NO_PAGE_CITED = "no page is cited for it"
NO_SUCH_PAGE = "there is no such page"
NOT_THERE = "it does not stand on the page that is cited"


@dataclass(frozen=True)
class Checked:
    """The text with its citations numbered, and what the check found."""

    text: str
    citations: tuple[Citation, ...]
    checks: tuple[Check, ...]


def check_text(
    text: str, find_page: FindPage, reg_ids: Collection[str], names: Collection[str] = ()
) -> Checked:
    """``names`` are titles that may hold numbers without claiming them."""
    marks = marks_in(text, reg_ids)
    claims = claims_in(text, marks, [*names, *reg_ids])
    book = _Book(find_page)
    resting: dict[Mark, list[int]] = {mark: [] for mark in marks}
    verdicts: list[tuple[Claim, int | None, str]] = []
    for claim in claims:
        cited = mark_of(claim, marks, text)
        number, reason = book.look_up(claim, cited)
        if number is not None:
            for mark in cited:
                if book.page_of(number) in mark.pages and number not in resting[mark]:
                    resting[mark].append(number)
                    break
        verdicts.append((claim, number, reason))
    return _rewritten(text, marks, resting, verdicts, book)


@dataclass
class _Book:
    """Citations as they come up, each place once."""

    find_page: FindPage
    citations: list[Citation] = field(default_factory=list)
    _known: dict[tuple[str, int], PageWords | None] = field(default_factory=dict)

    def page(self, reg_id: str, page_num: int) -> PageWords | None:
        if (reg_id, page_num) not in self._known:
            self._known[reg_id, page_num] = self.find_page(reg_id, page_num)
        return self._known[reg_id, page_num]

    def page_of(self, number: int) -> tuple[str, int]:
        citation = self.citations[number - 1]
        return citation.reg_id, citation.page_num

    def look_up(self, claim: Claim, cited: list[Mark]) -> tuple[int | None, str]:
        """-> the number of the citation it stands under, or why there is none."""
        places = [place for mark in cited for place in mark.pages]
        if not places:
            return None, NO_PAGE_CITED
        read = [found for place in places if (found := self.page(*place)) is not None]
        if not read:
            return None, NO_SUCH_PAGE
        for page in read:
            if claim.kind == "quote":
                for words in _with_its_denial(claim):
                    passage = page.passage_with(words)
                    if passage is not None:
                        return self._cite(_narrowed(passage, words)), ""
                    if page.holds(words):
                        return self._cite(_words_alone(page, words)), ""
            else:
                passage = page.passage_with_number(claim.text, claim.near)
                if passage is not None:
                    return self._cite(shortened(passage, [bare(claim.text)])), ""
        return None, NOT_THERE

    def cite_page(self, reg_id: str, page_num: int) -> int:
        """A page that is cited without anything that could be looked up."""
        for citation in self.citations:
            if (citation.reg_id, citation.page_num) == (reg_id, page_num):
                return citation.number
        number = len(self.citations) + 1
        self.citations.append(
            Citation(
                number=number,
                kind="clause",
                reg_id=reg_id,
                page_num=page_num,
                quote="",
                found=False,
            )
        )
        return number

    def _cite(self, passage: Passage) -> int:
        made = citation_of(passage, len(self.citations) + 1)
        for known in self.citations:
            if (known.block_id, known.row) == (made.block_id, made.row) and known.found:
                if bare(made.quote) in bare(known.quote):
                    return known.number
                if bare(known.quote) in bare(made.quote):
                    widened = made.model_copy(update={"number": known.number})
                    self.citations[known.number - 1] = widened
                    return known.number
        self.citations.append(made)
        return made.number


def _with_its_denial(claim: Claim) -> list[str]:
    """禁止“带电作业” says what the page says: the text denies what it quotes."""
    denial = DENIAL.search(bare(claim.before))
    return [claim.text, denial[0] + claim.text] if denial else [claim.text]


def _narrowed(passage: Passage, quote: str) -> Passage:
    """The words as they are printed, not as the model wrote them: the sentence that holds them."""
    if passage.kind in ("row", "figure"):
        return passage
    short = shortened(passage, [bare(quote)])
    return short if bare(quote) in bare(short.text) else passage


def _words_alone(page: PageWords, quote: str) -> Passage:
    """Words that stand on the page over several blocks."""
    return Passage(
        kind="clause",
        reg_id=page.page.reg_id,
        page_num=page.page.page_num,
        text=quote,
        box=None,
        block_id="",
        chapter_path=page.page.chapter_path[-1:],
    )


def _rewritten(
    text: str,
    marks: list[Mark],
    resting: dict[Mark, list[int]],
    verdicts: list[tuple[Claim, int | None, str]],
    book: _Book,
) -> Checked:
    """Citations become numbers; positions of the checks follow."""
    made, checks, place = "", [], 0
    events: list[tuple[int, Claim | Mark, int | None, str]] = [
        (claim.start, claim, number, reason) for claim, number, reason in verdicts
    ]
    events += [(mark.start, mark, None, "") for mark in marks]
    for start, event, number, reason in sorted(events, key=lambda each: each[0]):
        made += text[place:start]
        written, place = text[start : event.end], event.end
        if isinstance(event, Claim):
            checks.append(
                Check(
                    kind=event.kind,
                    text=event.text,
                    start=len(made),
                    end=len(made) + len(written),
                    found=number is not None,
                    citation=number,
                    reason=reason,
                )
            )
        else:
            numbers = resting[event] or [
                book.cite_page(*page) for page in event.pages if book.page(*page) is not None
            ]
            if numbers:
                written = "".join(f"[{number}]" for number in dict.fromkeys(numbers))
            else:
                checks.append(
                    Check(
                        kind="page",
                        text=written,
                        start=len(made),
                        end=len(made) + len(written),
                        found=False,
                        reason=NO_SUCH_PAGE,
                    )
                )
        made += written
    return Checked(made + text[place:], tuple(book.citations), tuple(checks))
