"""What the parsing workers and their owner say to each other.

Answers travel as JSON: a worker that a hostile file has taken over must not be able to hand its
owner anything but data.
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.model.noun import Noun
from core.parsing.elements import Bookmark, ParsedPage, PrintedLine


class PdfSource(Noun):
    """The file, and the password that opens it."""

    path: Path
    password: str | None = None


class OpenTask(Noun):
    """Open the file, say what it holds, and refuse what cannot be read."""

    task: Literal["open"] = "open"
    source: PdfSource
    max_pages: int


class GlanceTask(Noun):
    """Open the file and say what is printed on its first pages."""

    task: Literal["glance"] = "glance"
    source: PdfSource
    max_pages: int


class PagesTask(Noun):
    """Parse pages ``first`` to ``last``; figures and the document part go to ``staging``."""

    task: Literal["pages"] = "pages"
    source: PdfSource
    first: int
    last: int
    engine: str
    docling_artifacts: Path | None = None
    staging: Path
    part_name: str


class JoinTask(Noun):
    """Write the parts of a document, in page order, as one document of ``page_sizes`` pages."""

    task: Literal["join"] = "join"
    name: str
    parts: tuple[Path, ...]
    page_sizes: tuple[tuple[float, float], ...]
    target: Path


class PictureTask(Noun):
    """Read the words in the picture of a figure."""

    task: Literal["picture"] = "picture"
    path: Path


Task = Annotated[
    OpenTask | GlanceTask | PagesTask | JoinTask | PictureTask, Field(discriminator="task")
]


class Opened(Noun):
    """What the file holds; sizes are of the upright pages, in points."""

    answer: Literal["opened"] = "opened"
    page_sizes: tuple[tuple[float, float], ...]
    bookmarks: tuple[Bookmark, ...] = ()
    title: str | None = None


class Glanced(Noun):
    """``pages`` are the lines of the first page with readable text, none where there is none."""

    answer: Literal["glanced"] = "glanced"
    page_count: int
    pages: tuple[tuple[PrintedLine, ...], ...]
    title: str | None = None


class PageRead(Noun):
    """A page has been read; its elements come with ``PagesDone``."""

    answer: Literal["page_read"] = "page_read"
    page_num: int


class PagesDone(Noun):
    """``lost`` pages are among the pages, empty: they could not be read at all."""

    answer: Literal["pages_done"] = "pages_done"
    pages: tuple[ParsedPage, ...]
    part: Path
    lost: tuple[int, ...] = ()
    peak_memory_mb: int = 0


class Joined(Noun):
    answer: Literal["joined"] = "joined"


class PictureRead(Noun):
    """``words`` line by line, empty where there are none."""

    answer: Literal["picture_read"] = "picture_read"
    words: str


class Refused(Noun):
    """A known failure: ``error_class`` is a name from core.errors."""

    answer: Literal["refused"] = "refused"
    error_class: str
    message: str
    hint: str = ""


class Failed(Noun):
    """A failure that nobody foresaw; ``reason`` is one line."""

    answer: Literal["failed"] = "failed"
    reason: str


Answer = Annotated[
    Opened | Glanced | PageRead | PagesDone | Joined | PictureRead | Refused | Failed,
    Field(discriminator="answer"),
]

TASKS: TypeAdapter[OpenTask | GlanceTask | PagesTask | JoinTask | PictureTask] = TypeAdapter(Task)
ANSWERS: TypeAdapter[
    Opened | Glanced | PageRead | PagesDone | Joined | PictureRead | Refused | Failed
] = TypeAdapter(Answer)
