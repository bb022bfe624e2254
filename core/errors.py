"""Every failure a user can meet, in one tree.

* GridCodeError                     exit code 1
  - InputRejected                   the file, query or argument cannot be used as given
    + NotAPdf                       the file is no PDF, or too damaged to open
    + EmptyFile                     the file has no bytes, or the PDF has no page
    + TooLarge                      beyond a limit of the settings
    + EncryptedPdf                  a password is missing or wrong
    + InvalidRegId                  the id cannot be used in links and file names
    + InvalidPageRangeError         start after end, or before page 1
    + InvalidArguments              a tool was called with missing, unknown or ill-typed arguments
    + EmptyQuery                    a search for nothing
  - NotFound
    + RegulationNotFoundError
    + CollectionNotFoundError
    + PageNotFoundError
    + BlockNotFoundError
    + ChapterNotFoundError
    + TableNotFoundError
    + AnnotationNotFoundError
    + FigureNotFoundError
    + ReferenceNotFoundError
    + ToolNotFoundError
    + DeskNotFoundError
    + ContextPageNotFoundError
  - AmbiguousNameError              several things bear the name; the candidates are listed
  - ReferenceResolutionError        a reference cannot be read at all
  - ParsingFailed                   the worker gave up on the file: time, memory, or a crash
  - Cancelled                       the user stopped long work
  - Conflict                        what is asked contradicts what is stored
  - NotPermitted                    an agent asked for what its analyst has not opened
  - StoreBusy                       another process holds the store
  - StoreUnusable                   a foreign file, a newer version, or damage
  - ModelMissing                    a model or extension that was asked for is not on this machine
  - ModelFailed                     the language model was asked and gave no usable answer

The message says what happened in one line; ``hint`` says what to do next. Core speaks English;
the pages translate by class. Anything outside this tree is a bug.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches


class GridCodeError(Exception):
    """Base of every error that is shown to a user."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class InputRejected(GridCodeError):
    """The file, query or argument cannot be used as given."""


class NotAPdf(InputRejected):
    """The file is no PDF, or too damaged to open."""


class EmptyFile(InputRejected):
    """The file has no bytes, or the PDF has no page."""


class TooLarge(InputRejected):
    """The file is beyond a limit of the settings."""


class EncryptedPdf(InputRejected):
    """A password is missing or wrong."""


class InvalidRegId(InputRejected):
    """The id cannot be used in links and file names."""


class InvalidPageRangeError(InputRejected):
    """A page range that starts after its end, or before page 1."""

    def __init__(self, start_page: int, end_page: int) -> None:
        super().__init__(
            f"Pages {start_page} to {end_page} are no range.",
            hint="Give a start of 1 or more and an end that is not before it.",
        )


class InvalidArguments(InputRejected):
    """A tool was called with missing, unknown or ill-typed arguments."""


class EmptyQuery(InputRejected):
    """A search for nothing."""


class NotFound(GridCodeError):
    """The store has no such thing."""


class RegulationNotFoundError(NotFound):
    """No regulation has this reg_id; of those ``known``, the hint names the one most like it."""

    def __init__(self, reg_id: str, known: Iterable[str] = ()) -> None:
        by_small = {each.lower(): each for each in known}
        near = get_close_matches(reg_id[:100].lower(), by_small, n=1, cutoff=0.8)
        hint = f"Is it {by_small[near[0]]}? " if near else ""
        super().__init__(
            f"There is no regulation {reg_id}.",
            hint=f"{hint}list_regulations shows what there is.",
        )


class CollectionNotFoundError(NotFound):
    """No collection has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"There is no collection {name}.", hint="`gridcode collections` shows what there is."
        )


class PageNotFoundError(NotFound):
    """The regulation has no page of this number."""

    def __init__(self, reg_id: str, page_num: int, total_pages: int) -> None:
        super().__init__(
            f"{reg_id} has no page {page_num}.", hint=f"Its pages are 1 to {total_pages}."
        )


class BlockNotFoundError(NotFound):
    """No block has this id."""


class ChapterNotFoundError(NotFound):
    """The regulation has no such chapter or section."""


class TableNotFoundError(NotFound):
    """The regulation has no such table."""


class AnnotationNotFoundError(NotFound):
    """The regulation has no such note."""


class FigureNotFoundError(NotFound):
    """The regulation has no such figure."""


class ReferenceNotFoundError(NotFound):
    """No reference has that id."""


class ToolNotFoundError(NotFound):
    """No tool has this name."""


class DeskNotFoundError(NotFound):
    """There is no such desk, or none that agents may see."""


class ContextPageNotFoundError(NotFound):
    """The desk has no page of this index."""


class AmbiguousNameError(GridCodeError):
    """Several things bear the name; ``candidates`` are told apart by their id and source."""

    def __init__(
        self, message: str, *, hint: str = "", candidates: Sequence[Mapping[str, object]] = ()
    ) -> None:
        super().__init__(message, hint=hint)
        self.candidates = tuple(candidates)


class ReferenceResolutionError(GridCodeError):
    """A reference cannot be read at all; one that leads nowhere is an answer, not an error."""


class ParsingFailed(GridCodeError):
    """The worker gave up on the file: time, memory, or a crash."""


class Cancelled(GridCodeError):
    """The user stopped long work; nothing of it remains."""


class Conflict(GridCodeError):
    """What is asked contradicts what is stored."""


class NotPermitted(GridCodeError):
    """An agent asked for what its analyst has not opened to it."""


class StoreBusy(GridCodeError):
    """Another process holds the store."""


class StoreUnusable(GridCodeError):
    """The store's file is foreign, damaged, or written by a newer version."""


class ModelMissing(GridCodeError):
    """A model or extension that was asked for is not on this machine."""


class ModelFailed(GridCodeError):
    """The language model was asked and gave no usable answer."""
