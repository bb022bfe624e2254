"""Pages and their blocks."""

import re
from collections.abc import Iterable, Sequence

from core.errors import BlockNotFoundError, PageNotFoundError, RegulationNotFoundError
from core.model import ContentBlock, PageDocument, RegulationInfo
from core.store.database import Cursor, Database
from core.store.keys import page_key, stable_key
from core.store.rows import Row, any_of, insert_rows

_FEW = 12  # pages that are sooner fetched one by one, through index and cache, than by a scan
_ON_PAGE = re.compile(r"/p(\d{4,9})/[a-z]\d+")


def insert(cursor: Cursor, pages: Sequence[PageDocument]) -> None:
    insert_rows(cursor, "pages", [_page_row(page) for page in pages])
    blocks = [_block_row(page, block) for page in pages for block in page.content_blocks]
    insert_rows(cursor, "blocks", blocks)


def load_page(database: Database, reg_id: str, page_num: int) -> PageDocument:
    """One page, blank or not; says whether the regulation or the page is missing."""
    page = find_page(database, reg_id, page_num)
    if page is None:
        with database.reading() as cursor:
            raise _why_missing(cursor, reg_id, page_num)
    return page


def read_ahead(database: Database, places: Iterable[tuple[str, int]]) -> None:
    """Have pages of several regulations at hand: each by itself is a question to the store."""
    _find(database, places)


def find_page(database: Database, reg_id: str, page_num: int) -> PageDocument | None:
    return find_pages(database, reg_id, [page_num]).get(page_num)


def find_pages(
    database: Database, reg_id: str, page_nums: Iterable[int]
) -> dict[int, PageDocument]:
    """Those that exist, by number; what is not at hand is read at once."""
    found = _find(database, ((reg_id, page_num) for page_num in page_nums))
    return {page.page_num: page for page in found.values()}


def _find(
    database: Database, places: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], PageDocument]:
    wanted = set(places)
    kept = {place: database.page_cache.find(place) for place in wanted}
    found = {place: page for place, page in kept.items() if page is not None}
    missing = wanted - found.keys()
    if not missing:
        return found
    generation = database.page_cache.generation
    among, values = any_of("page_key", (page_key(*place) for place in missing))
    with database.reading() as cursor:
        rows = cursor.execute(f"SELECT body FROM pages WHERE {among}", values).fetchall()  # noqa: S608
    for page in (PageDocument.model_validate_json(body) for (body,) in rows):
        place = (page.reg_id, page.page_num)
        if place in missing:
            found[place] = page
            database.page_cache.keep(place, page, generation)
    return found


def load_pages(
    database: Database, info: RegulationInfo, start_page: int, end_page: int
) -> list[PageDocument]:
    """Pages from start to end, both included, in order."""
    if end_page - start_page < _FEW:
        wanted = range(start_page, end_page + 1)
        found = find_pages(database, info.reg_id, wanted)
        # One that has gone meanwhile is asked for again, to say what is missing.
        return [found.get(num) or load_page(database, info.reg_id, num) for num in wanted]
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT body
            FROM pages
            WHERE reg_id = $reg_id AND page_num BETWEEN $start_page AND $end_page
            ORDER BY page_num
            """,
            {"reg_id": info.reg_id, "start_page": start_page, "end_page": end_page},
        ).fetchall()
    return [PageDocument.model_validate_json(body) for (body,) in rows]


def get_block(database: Database, reg_id: str, block_id: str) -> tuple[PageDocument, ContentBlock]:
    """A block and the page it stands on, which its id names."""
    page_num = page_in_id(reg_id, block_id)
    page = find_page(database, reg_id, page_num) if page_num is not None else None
    if page is not None:
        for block in page.content_blocks:
            if block.block_id == block_id:
                return page, block
    with database.reading() as cursor:
        _require_regulation(cursor, reg_id)
    raise BlockNotFoundError(
        f"{reg_id} has no block {block_id}.",
        hint="Block ids read like angui_2024/p0072/b03; read_page_range shows them.",
    )


def page_in_id(reg_id: str, identifier: str) -> int | None:
    """The page that the id of a block, note, figure or reference names."""
    if not identifier.startswith(f"{reg_id}/"):
        return None
    named = _ON_PAGE.fullmatch(identifier, len(reg_id))
    return int(named.group(1)) if named is not None else None


def blocks_of_chapter(database: Database, chapter_id: str) -> list[ContentBlock]:
    """The blocks that stand directly in a chapter, in reading order."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT reg_id, page_num
            FROM blocks
            WHERE chapter_key = $chapter_key
            """,
            {"chapter_key": stable_key(chapter_id)},
        ).fetchall()
    pages = [load_page(database, reg_id, page_num) for reg_id, page_num in sorted(set(rows))]
    return [
        block for page in pages for block in page.content_blocks if block.chapter_id == chapter_id
    ]


def block_texts(database: Database, reg_id: str) -> list[tuple[str, int, str]]:
    """Id, page and text of every block of a regulation, in reading order."""
    with database.reading() as cursor:
        return cursor.execute(
            """
            SELECT block_id, page_num, text
            FROM blocks
            WHERE reg_id = $reg_id
            ORDER BY page_num, order_in_page
            """,
            {"reg_id": reg_id},
        ).fetchall()


def _page_row(page: PageDocument) -> Row:
    return {
        "page_key": page_key(page.reg_id, page.page_num),
        "reg_id": page.reg_id,
        "page_num": page.page_num,
        "text_quality": page.text_quality,
        "ocr_confidence": page.ocr_confidence,
        "body": page.model_dump_json(round_trip=True, exclude_defaults=True),
    }


def _block_row(page: PageDocument, block: ContentBlock) -> Row:
    return {
        "block_id": block.block_id,
        "reg_id": page.reg_id,
        "page_num": page.page_num,
        "order_in_page": block.order_in_page,
        "block_type": block.block_type,
        "chapter_key": stable_key(block.chapter_id) if block.chapter_id else None,
        "chapter_id": block.chapter_id,
        "heading_level": block.heading_level,
        "table_id": block.table_meta.table_id if block.table_meta else None,
        "text": block.content_markdown,
    }


def _why_missing(
    cursor: Cursor, reg_id: str, page_num: int
) -> RegulationNotFoundError | PageNotFoundError:
    row = cursor.execute(
        "SELECT total_pages FROM regulations WHERE reg_id = $reg_id", {"reg_id": reg_id}
    ).fetchone()
    if row is None:
        return RegulationNotFoundError(reg_id, _reg_ids(cursor))
    return PageNotFoundError(reg_id, page_num, row[0])


def _require_regulation(cursor: Cursor, reg_id: str) -> None:
    found = cursor.execute(
        "SELECT 1 FROM regulations WHERE reg_id = $reg_id", {"reg_id": reg_id}
    ).fetchone()
    if found is None:
        raise RegulationNotFoundError(reg_id, _reg_ids(cursor))


def _reg_ids(cursor: Cursor) -> list[str]:
    return [row[0] for row in cursor.execute("SELECT reg_id FROM regulations").fetchall()]
