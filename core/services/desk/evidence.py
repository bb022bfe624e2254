"""Where a page of a desk comes from: read once when it is put there, and found again later.

A citation keeps the words as they stood. After a new extraction or edition the same words are
looked for: at the same place, then anywhere in the regulation, then in past editions.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from core.errors import BlockNotFoundError, InvalidArguments, NotFound
from core.model import CheckedEvidence, ContentBlock, Evidence, Table
from core.model.answers import Citation
from core.services import reading
from core.store import pages, regulations, tables
from core.store.database import Database

_LONGEST_QUOTE = 20_000
_HEADING = re.compile(r"^#+ ")
_MARKUP = re.compile(r"<br ?/?>|-{3,}|[\s|\\#]+")  # of tables and headings, and line breaks


def read(database: Database, asked: Evidence) -> Evidence:
    """The evidence with pages, label and words filled in; what does not exist is refused.

    A ``quote`` that was given must stand there.
    """
    info = regulations.get_info(database, asked.reg_id)
    found = _located(database, asked)
    if not found.page_nums:
        raise InvalidArguments(
            "The evidence names no page, block or table.", hint="Give page_nums or block_ids."
        )
    outside = [num for num in found.page_nums if not 1 <= num <= info.total_pages]
    if outside:
        reading.load_page(database, asked.reg_id, outside[0])  # says what there is
    words = _words_at(database, found)
    if asked.quote and _comparable(asked.quote) not in _comparable(words):
        raise InvalidArguments(
            f"The quote does not stand at {found.source}.",
            hint="Copy it from what read_page_range or get_block_with_context answered.",
        )
    return found.model_copy(update={"quote": (asked.quote or words)[:_LONGEST_QUOTE]})


def of_citation(database: Database, citation: Citation) -> Evidence:
    """A row by its place in the table; words by the blocks that hold them, or by their page."""
    if citation.table_id and citation.row is not None:
        row = Evidence(
            reg_id=citation.reg_id, page_nums=(), table_id=citation.table_id, rows=(citation.row,)
        )
        return read(database, row)
    on_page = Evidence(
        reg_id=citation.reg_id,
        page_nums=(citation.page_num,),
        quote=citation.quote,
        label=citation.section_number or "",
    )
    found = _found_elsewhere(database, on_page)
    holds = found is not None and found.page_nums == on_page.page_nums
    return read(database, found if found is not None and holds else on_page)


def check(database: Database, evidence: Evidence) -> CheckedEvidence:
    if regulations.find_info(database, evidence.reg_id) is None:
        return CheckedEvidence(evidence=evidence, state="gone", place=evidence)
    if _stands_at(database, evidence):
        return CheckedEvidence(evidence=evidence, state="same", place=evidence)
    moved = _rows_elsewhere(database, evidence) or _found_elsewhere(database, evidence)
    if moved is not None:
        return CheckedEvidence(evidence=evidence, state="moved", place=moved)
    past = _past_editions(database, evidence.reg_id)
    holding = (it for it in past if _stands_at(database, _under(evidence, it)))
    return CheckedEvidence(
        evidence=evidence, state="changed", place=evidence, older_edition=next(holding, None)
    )


def _located(database: Database, asked: Evidence) -> Evidence:
    """With the pages of its blocks or rows, and a label."""
    if asked.table_id:
        table = reading.get_table(database, asked.reg_id, asked.table_id)
        rows = tuple(sorted(set(asked.rows)))
        missing = [row for row in rows if not 0 <= row < table.row_count]
        if missing:
            raise InvalidArguments(
                f"{table.table_id} has no row {missing[0]}.",
                hint=f"Its rows are 0 to {table.row_count - 1}.",
            )
        return asked.model_copy(
            update={
                "table_id": table.table_id,
                "rows": rows,
                "page_nums": _pages_of_rows(table, rows),
                "label": asked.label or table.caption or "",
            }
        )
    blocks = [pages.get_block(database, asked.reg_id, block_id) for block_id in asked.block_ids]
    page_nums = sorted({*asked.page_nums, *(page.page_num for page, _ in blocks)})
    sections = [block.chapter_id.partition("/s")[2] for _, block in blocks if block.chapter_id]
    label = asked.label or (sections[0] if sections else "")
    return asked.model_copy(update={"page_nums": tuple(page_nums), "label": label, "rows": ()})


def _pages_of_rows(table: Table, rows: Sequence[int]) -> tuple[int, ...]:
    """A row that a page break cuts stands on either side of it."""
    wanted = set(rows) or set(range(table.row_count))
    cells = [cell for cell in table.cells if cell.row in wanted]
    found = {cell.page_num for cell in cells}
    found |= {it.page_num for cell in cells if cell.row_span == 1 for it in cell.continued}
    return tuple(sorted(found)) or tuple(range(table.page_start, table.page_end + 1))


def _words_at(database: Database, evidence: Evidence) -> str:
    if evidence.table_id:
        table = tables.get_table(database, evidence.reg_id, evidence.table_id)
        return _row_words(table, evidence.rows or range(table.row_count))
    if evidence.block_ids:
        found = [pages.get_block(database, evidence.reg_id, it) for it in evidence.block_ids]
        return "\n\n".join(_words_of(block) for _, block in found)
    found_pages = [
        pages.load_page(database, evidence.reg_id, page_num) for page_num in evidence.page_nums
    ]
    return "\n\n".join(_words_of(block) for page in found_pages for block in page.content_blocks)


def _words_of(block: ContentBlock) -> str:
    """Words as they are printed: the marks of a heading are ours."""
    if block.block_type != "heading":
        return block.content_markdown
    return _HEADING.sub("", block.content_markdown)


def _row_words(table: Table, rows: Sequence[int]) -> str:
    """A line for each row; a cell over several rows holds for all of them."""
    lines: dict[int, list[str]] = {row: [] for row in rows}
    for cell in sorted(table.cells, key=lambda cell: (cell.col, cell.row)):
        for row in range(cell.row, cell.row + cell.row_span):
            if row in lines:
                lines[row].append(cell.content)
    return "\n".join(" | ".join(" ".join(it.split()) for it in line) for line in lines.values())


def _stands_at(database: Database, evidence: Evidence) -> bool:
    try:
        words = _words_at(database, evidence)
    except (BlockNotFoundError, NotFound):
        return False
    return _comparable(evidence.quote) in _comparable(words)


def _rows_elsewhere(database: Database, evidence: Evidence) -> Evidence | None:
    """Rows that stand at another place of their table, or in another table, together."""
    wanted = [_comparable(line) for line in evidence.quote.split("\n")]
    if not evidence.table_id or not any(wanted):
        return None
    for table in tables.tables_of(database, evidence.reg_id):
        lines = _row_words(table, range(table.row_count)).split("\n")
        rows = [_comparable(line) for line in lines]
        for first in range(len(rows) - len(wanted) + 1):
            if rows[first : first + len(wanted)] == wanted:
                found = tuple(range(first, first + len(wanted)))
                return evidence.model_copy(
                    update={
                        "table_id": table.table_id,
                        "rows": found,
                        "page_nums": _pages_of_rows(table, found),
                        "label": table.caption or "",
                    }
                )
    return None


def _found_elsewhere(database: Database, evidence: Evidence) -> Evidence | None:
    """The blocks in which the words stand now, one after the other."""
    wanted = _comparable(evidence.quote)
    if not wanted:
        return None
    blocks = pages.block_texts(database, evidence.reg_id)
    texts = [_comparable(text) for _, _, text in blocks]
    whole = "".join(texts)
    ends = list(accumulate(map(len, texts)))
    at = _nearest(whole, wanted, ends, [page_num for _, page_num, _ in blocks], evidence)
    if at is None:
        return None
    first, last = bisect_right(ends, at), bisect_right(ends, at + len(wanted) - 1)
    found = blocks[first : last + 1]
    return evidence.model_copy(
        update={
            "page_nums": tuple(sorted({page_num for _, page_num, _ in found})),
            "block_ids": tuple(block_id for block_id, _, _ in found),
            "table_id": None,
            "rows": (),
        }
    )


def _nearest(
    whole: str, wanted: str, ends: list[int], on_pages: list[int], evidence: Evidence
) -> int | None:
    """Where the words begin: of several places the one nearest to the old page."""
    old_page = min(evidence.page_nums, default=1)
    best: tuple[int, int] | None = None
    at = whole.find(wanted)
    while at >= 0:
        far = abs(on_pages[bisect_right(ends, at)] - old_page)
        best = min(best, (far, at)) if best is not None else (far, at)
        at = whole.find(wanted, at + 1)
    return best[1] if best is not None else None


def _past_editions(database: Database, reg_id: str) -> list[str]:
    """The newest first."""
    infos = regulations.list_infos(database)
    past = [info for info in infos if info.reg_id.startswith(f"{reg_id}@")]
    return [info.reg_id for info in sorted(past, key=lambda info: info.edition, reverse=True)]


def _under(evidence: Evidence, reg_id: str) -> Evidence:
    def renamed(identifier: str) -> str:
        return reg_id + identifier.removeprefix(evidence.reg_id)

    return evidence.model_copy(
        update={
            "reg_id": reg_id,
            "block_ids": tuple(map(renamed, evidence.block_ids)),
            "table_id": renamed(evidence.table_id) if evidence.table_id else None,
        }
    )


def _comparable(text: str) -> str:
    """Without width, case, blanks and the markup of tables; every other sign counts."""
    return _MARKUP.sub("", unicodedata.normalize("NFKC", text).casefold())
