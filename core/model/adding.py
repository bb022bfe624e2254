"""A PDF before it is added, and what is doubtful afterwards."""

from typing import Literal

from core.model.noun import Noun
from core.model.regulations import RegulationInfo

DoubtKind = Literal[
    "page",  # it could not be read as it should
    "ocr",  # read from its image, and badly
    "table",  # without rules: columns were guessed
    "caption",  # belongs to no table or figure
    "figure",  # words in its picture could not be read
    "chapter",  # its number does not follow
    "contents",  # listed in the contents and not found
    "note_ambiguous",
    "note_missing",
]


class PdfPreview(Noun):
    """Nothing of it is in the library yet.

    ``page_count`` is None while a password is missing. ``known_as`` are regulations of the same
    bytes; ``replaces`` is the one that would become a past edition under the proposed ``reg_id``.
    """

    file_name: str
    reg_id: str
    title: str
    size_bytes: int
    sha256: str
    page_count: int | None = None
    needs_password: bool = False
    known_as: tuple[str, ...] = ()
    replaces: RegulationInfo | None = None


class Doubt(Noun):
    """``detail`` is the words that are doubted; ``page_num`` None: somewhere in the document."""

    kind: DoubtKind
    detail: str
    page_num: int | None = None
    block_id: str | None = None
