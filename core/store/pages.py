"""Pages and their blocks."""

from collections.abc import Sequence

from core.errors import BlockNotFoundError, PageNotFoundError, RegulationNotFoundError
from core.model import ContentBlock, PageDocument, RegulationInfo
from core.store.database import Cursor, Database
from core.store.keys import page_key, stable_key
from core.store.rows import Row, insert_rows


def insert(cursor: Cursor, pages: Sequence[PageDocument]) -> None:
    insert_rows(cursor, "pages", [_page_row(page) for page in pages])
    blocks = [_block_row(page, block) for page in pages for block in page.content_blocks]
    insert_rows(cursor, "blocks", blocks)


def load_page(database: Database, reg_id: str, page_num: int) -> PageDocument:
    """One page, blank or not; says whether the regulation or the page is missing."""
    page = database.page_cache.find(reg_id, page_num)
    if page is not None:
        return page
    generation = database.page_cache.generation
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT body
            FROM pages
            WHERE page_key = $page_key
            """,
            {"page_key": page_key(reg_id, page_num)},
        ).fetchall()
        found = [PageDocument.model_validate_json(body) for (body,) in rows]
        page = next((p for p in found if (p.reg_id, p.page_num) == (reg_id, page_num)), None)
        if page is None:
            raise _why_missing(cursor, reg_id, page_num)
    database.page_cache.keep(page, generation)
    return page


def load_pages(
    database: Database, info: RegulationInfo, start_page: int, end_page: int
) -> list[PageDocument]:
    """Pages from start to end, both included, in order."""
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
    """A block and the page it stands on."""
    with database.reading() as cursor:
        row = cursor.execute(
            """
            SELECT page_num
            FROM blocks
            WHERE reg_id = $reg_id AND block_id = $block_id
            """,
            {"reg_id": reg_id, "block_id": block_id},
        ).fetchone()
        if row is None:
            _require_regulation(cursor, reg_id)
            raise BlockNotFoundError(
                f"{reg_id} has no block {block_id}.",
                hint="Block ids read like angui_2024/p0072/b03; read_page_range shows them.",
            )
    page = load_page(database, reg_id, row[0])
    return page, next(block for block in page.content_blocks if block.block_id == block_id)


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
        return RegulationNotFoundError(reg_id)
    return PageNotFoundError(reg_id, page_num, row[0])


def _require_regulation(cursor: Cursor, reg_id: str) -> None:
    found = cursor.execute(
        "SELECT 1 FROM regulations WHERE reg_id = $reg_id", {"reg_id": reg_id}
    ).fetchone()
    if found is None:
        raise RegulationNotFoundError(reg_id)
