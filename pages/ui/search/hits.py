"""Hits as data for the script that draws them: words in runs, places as links."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.model import Evidence, MatchedChunk, SearchResult, Table, TableMatch
from pages.ui import links
from pages.ui.i18n import text
from pages.ui.search.preview import preview, shown_rows, telling_rows
from pages.ui.search.reasons import Reasons
from pages.ui.search.runs import marked, marked_words, plain, shortened

LookedAt = Mapping[str, tuple[Table, TableMatch]]
Titles = Mapping[str, str]
Data = dict[str, Any]

_CONTEXT = 220  # characters of what stands before and after
_OTHER = 90  # characters of a further place in the same section or regulation
_PLACES = (
    "section",
    "table",
    "figure",
    "note",
    "page",
    "title",
)  # reasons of a hit that the query names


class Hits:
    """For one query; ``titles`` are those of the regulations by id."""

    def __init__(self, query: str, titles: Titles) -> None:
        self._query = query
        self._titles = titles
        self._reasons = Reasons()

    def groups(self, results: Sequence[SearchResult], looked_at: LookedAt) -> list[Data]:
        """Named places, then pages with the words as they are typed, then what is near."""
        named = [each for each in results if set(each.matched_fields) & set(_PLACES)]
        rest = [each for each in results if each not in named]
        literal = [each for each in rest if "phrase" in each.matched_fields]
        near = [each for each in rest if each not in literal]
        together = {
            text("search.group_named"): named,
            text("search.group_literal"): literal,
            text("search.group_near"): near,
        }
        return [
            {"label": label, "hits": [self._hit(each, looked_at) for each in found]}
            for label, found in together.items()
            if found
        ]

    def tables(self, found: Sequence[tuple[Table, TableMatch]]) -> list[Data]:
        """By number, then by words in caption or cells, then by meaning alone."""
        together: dict[str, list[Data]] = {
            text("search.group_named"): [],
            text("search.group_words"): [],
            text("search.group_meaning"): [],
        }
        named, words, near = together.values()
        for table, match in found:
            by_words = words if {"caption", "cells"} & set(match.match_types) else near
            into = named if "number" in match.match_types else by_words
            into.append(self._table(table, match))
        return [{"label": label, "hits": hits} for label, hits in together.items() if hits]

    def _hit(self, result: SearchResult, looked_at: LookedAt) -> Data:
        best = result.matched_chunks[0] if result.matched_chunks else None
        on_page = f"/p{result.page_num:04d}/"
        blocks = best.block_ids if best else ()
        block = next((each for each in blocks if on_page in each), None)
        shown: Data = {
            "title": self._title(result.reg_id),
            "where": text("search.page", page=result.page_num),
            "link": links.reader(result.reg_id, result.page_num, block, self._query).address,
            "path": list(result.chapter_path),
            "source": result.source,
            "why": self._reasons.of(result),
            "snippet": _snippet(result, best),
            "before": "",
            "after": "",
            "others": self._others(result),
            "keep": _kept(result, best),
        }
        if best:
            shown |= _context(result, best)
        table_id = result.table_id or ""
        if table_id in looked_at:
            table, match = looked_at[table_id]
            has_rows = bool(telling_rows(table, match))
            if has_rows or "table" in result.matched_fields:
                shown["table"] = preview(table, match, result.page_num)
                shown["to_table"] = links.table(result.reg_id, table_id).address
                shown["snippet"] = []
            if has_rows:
                shown["keep"] = _kept_rows(table, match, result.page_num)
        return shown

    def _table(self, table: Table, match: TableMatch) -> Data:
        first = telling_rows(table, match)[:1]
        page_num = next(
            (cell.page_num for cell in table.cells if cell.row in first), table.page_start
        )
        pages = f"{table.page_start}–{table.page_end}" if table.is_over_pages else table.page_start
        return {
            "title": table.caption or text("search.table_without_caption"),
            "where": text("search.page", page=pages),
            "link": links.reader(table.reg_id, page_num, table.table_id, self._query).address,
            "path": [self._title(table.reg_id)],
            "source": table.source,
            "why": self._reasons.of_table(match),
            "snippet": [],
            "before": "",
            "after": "",
            "others": [],
            "table": preview(table, match),
            "to_table": links.table(table.reg_id, table.table_id).address,
            "keep": _kept_rows(table, match),
        }

    def _others(self, result: SearchResult) -> list[Data]:
        """Further stretches of the same page, section or regulation that show why they are hits."""
        others = [self._other(result, chunk) for chunk in result.matched_chunks[1:]]
        return [other for other in others if any(is_marked for _, is_marked in other["snippet"])]

    def _other(self, result: SearchResult, chunk: MatchedChunk) -> Data:
        block = chunk.block_ids[0] if chunk.block_ids else None
        words = shortened(plain(chunk.content), result.highlights, _OTHER)
        place = links.reader(result.reg_id, chunk.page_num, block, self._query)
        return {
            "where": text("search.page", page=chunk.page_num),
            "link": place.address,
            "snippet": marked_words(words, result.highlights),
        }

    def _title(self, reg_id: str) -> str:
        return self._titles.get(reg_id, reg_id)


def _kept(result: SearchResult, best: MatchedChunk | None) -> Data:
    """What goes to the desk: the blocks that the hit stands in, else its page."""
    blocks = best.block_ids if best is not None else ()
    page_nums = (best.page_num if best is not None else result.page_num,)
    proof = Evidence(reg_id=result.reg_id, page_nums=() if blocks else page_nums, block_ids=blocks)
    path = result.chapter_path
    return {"name": path[-1] if path else "", "proof": proof}


def _kept_rows(table: Table, match: TableMatch, page_num: int | None = None) -> Data:
    """The rows that are shown; the whole table where no row tells why it was found."""
    proof = Evidence(
        reg_id=table.reg_id,
        page_nums=(),
        table_id=table.table_id,
        rows=tuple(shown_rows(table, match, page_num)),
    )
    return {"name": table.caption or "", "proof": proof}


def _snippet(result: SearchResult, best: MatchedChunk | None) -> list[tuple[str, bool]]:
    runs = marked(result.snippet, result.marks)
    at = best.content.find(result.snippet) if best else -1
    if best is None or at < 0:
        return runs
    before = [("…", False)] if best.content[:at].strip() else []
    after = [("…", False)] if best.content[at + len(result.snippet) :].strip() else []
    return [*before, *runs, *after]


def _context(result: SearchResult, best: MatchedChunk) -> Data:
    beside = {chunk.chunk_index - best.chunk_index: chunk for chunk in result.context_chunks}
    before, after = beside.get(-1), beside.get(1)
    opening = plain(after.content)[:_CONTEXT] if after else ""
    ending = plain(before.content)[-_CONTEXT:] if before else ""
    return {
        "before": f"…{ending}" if before and len(before.content) > _CONTEXT else ending,
        "after": f"{opening}…" if after and len(after.content) > _CONTEXT else opening,
    }
