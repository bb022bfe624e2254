"""Ids and citations: readable, and the same on every machine for the same bytes.

``angui_2024`` regulation · ``angui_2024/p0072/b03`` block · ``angui_2024/t-6-2`` or
``angui_2024/p0085/t1`` table · ``angui_2024/p0085/n1`` note · ``angui_2024/s2.1.4`` chapter ·
``angui_2024/p0030/f1`` figure · ``angui_2024/p0042/r1`` reference · ``angui_2024/c0007`` chunk.
"""

import re
import unicodedata
from pathlib import PurePath

_NOT_IN_A_SLUG = re.compile(r"[^\w.-]+", re.UNICODE)
_REG_ID = re.compile(r"[\w.-]{1,80}(@\d+)?", re.UNICODE)
_PAGE_KEY = re.compile(r"p\d{4,}/")


def is_reg_id(text: str) -> bool:
    """Letters of any script, digits, ``_ . -``; an older edition ends in ``@`` and its number."""
    return bool(_REG_ID.fullmatch(text)) and text.strip(".") != ""


def slug(file_name: str) -> str:
    """A ``reg_id`` for a file: its name without ending, in lower case, blanks as ``_``."""
    stem = unicodedata.normalize("NFKC", PurePath(file_name).stem).lower()
    return _NOT_IN_A_SLUG.sub("_", stem).strip("._-")[:80] or "regulation"


def page_key(page_num: int) -> str:
    return f"p{page_num:04d}"


def block_id(reg_id: str, page_num: int, order_in_page: int) -> str:
    return f"{reg_id}/{page_key(page_num)}/b{order_in_page:02d}"


def table_id(reg_id: str, page_num: int, nth_on_page: int, number: str | None = None) -> str:
    """By its printed number where it has one (``t-6-2``), else by page and place."""
    if number:
        return f"{reg_id}/t-{slug_of_number(number)}"
    return f"{reg_id}/{page_key(page_num)}/t{nth_on_page}"


def segment_id(of_table: str, nth: int) -> str:
    return f"{of_table}/g{nth}"


def note_id(reg_id: str, page_num: int, nth_on_page: int) -> str:
    return f"{reg_id}/{page_key(page_num)}/n{nth_on_page}"


def figure_id(reg_id: str, page_num: int, nth_on_page: int) -> str:
    return f"{reg_id}/{page_key(page_num)}/f{nth_on_page}"


def reference_id(reg_id: str, page_num: int, nth_on_page: int) -> str:
    return f"{reg_id}/{page_key(page_num)}/r{nth_on_page}"


def chapter_id(reg_id: str, section_number: str) -> str:
    return f"{reg_id}/s{section_number}"


def chunk_id(reg_id: str, chunk_index: int) -> str:
    return f"{reg_id}/c{chunk_index:04d}"


def reg_id_of(identifier: str) -> str:
    """The regulation that a block, table, chunk… belongs to: ids begin with its id."""
    return identifier.partition("/")[0]


def own_name(identifier: str) -> str:
    """Without regulation and page, as links carry it: ``b03``, ``t-6-2``, ``s2.1.4``, ``s1/4``
    (an article 4 that is counted within chapter 1); nothing for a regulation itself."""
    return _PAGE_KEY.sub("", identifier.partition("/")[2], count=1)


def page_of(block_id: str) -> int:
    """The page that a block, a note or a figure stands on, as its id says."""
    return int(block_id.rsplit("/", 2)[1].removeprefix("p"))


def slug_of_number(number: str) -> str:
    """``6.2``, ``6—2`` and ``6－2`` print one number: ``6-2``."""
    folded = unicodedata.normalize("NFKC", number).strip().lower()
    return re.sub(r"[\s.\-‐‑‒–—―−]+", "-", folded).strip("-")


def citation(reg_id: str, page_start: int, page_end: int | None = None, detail: str = "") -> str:
    """``angui_2024 P72``, ``angui_2024 P72-P75``, with a caption or section number behind it."""
    pages = f"P{page_start}"
    if page_end is not None and page_end != page_start:
        pages += f"-P{page_end}"
    return f"{reg_id} {pages} {detail}".rstrip()
