"""Where one reads: ``?reg=angui_2024&page=72&block=b03``; ``q`` marks words, ``to`` reads on."""

from dataclasses import dataclass

import streamlit as st

from core.model import ContentBlock, PageDocument, ids

MOST_PAGES = 10  # read as one


@dataclass(frozen=True)
class ReadingPlace:
    """``block`` is the last part of an id: of a block, table, figure, note or chapter."""

    reg_id: str
    page_num: int
    block: str = ""
    query: str = ""
    last_page: int | None = None

    @property
    def is_range(self) -> bool:
        return self.last_page is not None


def place_in_link(reg_id: str, total_pages: int) -> ReadingPlace:
    """A page that there is not is brought to the nearest one that there is."""
    shown = st.query_params
    page_num = min(max(_number(shown.get("page")) or 1, 1), total_pages)
    last_page = _number(shown.get("to"))
    if last_page is not None:
        last_page = min(last_page, total_pages, page_num + MOST_PAGES - 1)
    return ReadingPlace(
        reg_id=reg_id,
        page_num=page_num,
        block=shown.get("block", ""),
        query=shown.get("q", "").strip(),
        last_page=last_page if last_page and last_page > page_num else None,
    )


def is_beyond_the_end(total_pages: int) -> bool:
    """Whether the link asks for a page that this edition does not have."""
    asked = _number(st.query_params.get("page"))
    return asked is not None and not 1 <= asked <= total_pages


def go_to(
    page_num: int, block: str = "", *, reg_id: str | None = None, last_page: int | None = None
) -> None:
    """For callbacks: another place in the link, with a step in the browser's history."""
    kept = {
        name: value
        for name, value in st.query_params.to_dict().items()
        if name in ("reg", "lang", "q") and not (name == "q" and reg_id is not None)
    }
    asked = {
        "reg": reg_id or kept.get("reg", ""),
        "page": str(page_num),
        "block": block,
        "to": str(last_page or ""),
    }
    st.query_params.from_dict(kept | {name: value for name, value in asked.items() if value})


def choose(block: str) -> None:
    """For callbacks: the scripts have put it into the browser's link already."""
    st.query_params["block"] = block


def forget_marks() -> None:
    st.query_params.pop("q", None)


def find_block(page: PageDocument, name: str) -> ContentBlock | None:
    """The block that a link names: by its own id or by what stands in it."""
    if not name:
        return None
    wanted = {f"{page.reg_id}/{name}", f"{page.reg_id}/{ids.page_key(page.page_num)}/{name}"}
    notes = {note.block_id for note in page.annotations if note.note_id in wanted}
    blocks = page.content_blocks
    by_own_id = [it for it in blocks if it.block_id in wanted or it.block_id in notes]
    by_table = [it for it in blocks if it.table_meta and it.table_meta.table_id in wanted]
    by_figure = [it for it in blocks if it.figure_id in wanted]
    by_chapter = [it for it in blocks if it.chapter_id in wanted]
    return next(iter(by_own_id or by_table or by_figure or by_chapter), None)


def _number(value: str | None) -> int | None:
    return int(value) if value and value.isdecimal() and len(value) < 7 else None
