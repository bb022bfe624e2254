"""The panel beside the page: what was read from it, and the doubts there are."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.model import ContentBlock, PageDocument, PageMarks, Reference, Table, TableMeta, ids
from pages.ui.components import component
from pages.ui.i18n import text
from pages.ui.page_warnings import is_unread, warning_text
from pages.ui.reader.contents import Contents
from pages.ui.reader.jumps import jump, listed
from pages.ui.reader.panel_data import PlacedMarks, block_data, note_data, texts_of, words_of
from pages.ui.reader.place import ReadingPlace, choose, forget_marks, go_to
from pages.ui.resources import remembered, workbench

_mount = component("block_panel")


def block_panel(
    page: PageDocument,
    place: ReadingPlace,
    contents: Contents,
    *,
    chosen: str,
    marks: PageMarks | None,
) -> None:
    """One page; choosing a block marks it on the image as well."""
    references = _references_on(page.reg_id, page.page_num)
    _draw(
        place=f"{page.reg_id}/{page.page_num}",
        chosen=chosen,
        param="block",
        whole={"source": page.source, "markdown": page.content_markdown},
        notices=_notices(page, marks),
        chapters=[
            jump(page.reg_id, page.page_num, active.node_id)
            | {
                "text": contents.names.get(active.node_id)
                or f"{active.section_number} {active.title}".strip(),
                "inherited": active.inherited,
            }
            for active in page.active_chapters
        ],
        blocks=_blocks([page], {page.page_num: references}, place.query),
        notes=[note_data(page, note) for note in page.annotations],
        references=listed(references),
        empty=text("reader.unread") if is_unread(page) else text("reader.blank"),
    )


def range_panel(pages: Sequence[PageDocument], markdown: str, place: ReadingPlace) -> None:
    """Several pages as one text: a table over them stands once, where it begins."""
    first, last = pages[0].page_num, pages[-1].page_num
    references = {it.page_num: _references_on(it.reg_id, it.page_num) for it in pages}
    _draw(
        place=f"{place.reg_id}/{first}-{last}",
        chosen="",
        param=None,
        whole={"source": ids.citation(place.reg_id, first, last), "markdown": markdown},
        notices=[notice for page in pages for notice in _doubts(page, with_page=True)],
        chapters=[],
        blocks=_blocks(pages, references, place.query),
        notes=[],
        references=[],
        empty=text("reader.unread") if any(map(is_unread, pages)) else text("reader.blank"),
    )


def _draw(**shown: Any) -> None:  # noqa: ANN401  (JSON for the script)
    words = {
        "notes": text("reader.notes"),
        "references": text("reader.references"),
        "copy_citation": text("reader.copy_citation"),
        "copy_markdown": text("reader.copy_markdown"),
        "copied": text("reader.copied"),
        "not_copied": text("reader.not_copied"),
        "inherited": text("reader.inherited"),
        "beginning": text("reader.beginning"),
        "cited": text("reader.cited"),
    }
    _mount(
        key="blocks",
        height="content",
        on_picked_change=_picked,
        on_jumped_change=_jumped,
        on_asked_change=_asked,
        data=shown | {"words": words},
    )


def _picked() -> None:
    chosen = st.session_state["blocks"].picked
    if chosen is None:
        return
    page, _, block = str(chosen).rpartition(".")
    if page:  # of a range: that page, by itself
        go_to(int(page), block)
    else:
        choose(block)


def _jumped() -> None:
    asked = st.session_state["blocks"].jumped
    if asked is not None:
        go_to(int(asked["page"]), str(asked["block"]), reg_id=str(asked["reg"]))


def _asked() -> None:
    if st.session_state["blocks"].asked == "forget_marks":
        forget_marks()


def _blocks(
    pages: Sequence[PageDocument], references: dict[int, list[Reference]], query: str
) -> list[dict[str, Any]]:
    """With a line between pages where there are several."""
    is_range = len(pages) > 1
    page_nums = [page.page_num for page in pages]
    placed: list[tuple[PageDocument, ContentBlock, Table | TableMeta | None]] = []
    written: set[str] = set()
    for page in pages:
        for block in page.content_blocks:
            table = _table_of(page, block)
            if isinstance(table, Table) and table.is_over_pages:
                if table.table_id in written:
                    continue
                written.add(table.table_id)
            placed.append((page, block, table))
    marks = _marks(placed, query)
    said = {words_of(block) for _, block, _ in placed if block.block_type != "figure"}
    shown: list[dict[str, Any]] = []
    last_page = None
    for page, block, table in placed:
        if is_range and page.page_num != last_page:
            last_page = page.page_num
            shown.append(_leaf(page))
        data = block_data(
            page, block, table, _references_of(block, table, references), marks, page_nums
        )
        if data["kind"] == "figure" and data["caption"] in said:
            data["runs"] = []  # its caption stands beside it as a paragraph
        if is_range:
            data["id"] = f"{page.page_num}.{data['id']}"
        shown.append(data)
    return shown


def _leaf(page: PageDocument) -> dict[str, Any]:
    return {
        "kind": "leaf",
        "label": text("reader.page_number", page=page.page_num),
        "jump": jump(page.reg_id, page.page_num),
    }


def _table_of(page: PageDocument, block: ContentBlock) -> Table | TableMeta | None:
    """Whole where it goes over the page's edge; the page's own part has it all otherwise."""
    meta = block.table_meta
    if meta is None:
        return None
    if meta.cells and not (page.continues_from_prev or page.continues_to_next):
        return meta
    return _whole_table(page.reg_id, meta.table_id)


@remembered(entries=64)
def _whole_table(reg_id: str, table_id: str) -> Table:
    return workbench().get_table(reg_id, table_id)


@remembered(entries=256)
def _references_on(reg_id: str, page_num: int) -> list[Reference]:
    return workbench().list_references(reg_id, page_num=page_num)[0]


def _references_of(
    block: ContentBlock, table: Table | TableMeta | None, references: dict[int, list[Reference]]
) -> list[Reference]:
    """A table over pages has some on each of them; those of pages not in hand are not linked."""
    if table is None:
        return [it for some in references.values() for it in some if it.block_id == block.block_id]
    return [it for some in references.values() for it in some if it.table_id == table.table_id]


def _marks(
    placed: Sequence[tuple[PageDocument, ContentBlock, Table | TableMeta | None]], query: str
) -> PlacedMarks:
    if not query:
        return {}
    texts = [it for _, block, table in placed for it in texts_of(block, table)]
    spans = workbench().mark_texts([words for _, words in texts], query)
    return {key: found for (key, _), found in zip(texts, spans, strict=True) if found}


def _notices(page: PageDocument, marks: PageMarks | None) -> list[dict[str, Any]]:
    notices = _doubts(page)
    if marks is not None:
        key = "reader.marked" if marks.block_ids else "reader.nothing_marked"
        action = {"label": text("reader.forget_marks"), "name": "forget_marks"}
        said = text(key, query=marks.query, count=len(marks.boxes))
        notices.append({"kind": "marks", "text": said, "action": action})
    return notices


def _doubts(page: PageDocument, *, with_page: bool = False) -> list[dict[str, Any]]:
    said = []
    if page.ocr_confidence is not None:
        said.append(text("reader.read_by_ocr", percent=round(page.ocr_confidence * 100)))
    elif page.text_quality == "garbage":
        said.append(text("reader.garbage"))
    elif page.text_quality == "folded":
        said.append(text("reader.folded"))
    said += [warning_text(warning) for warning in page.warnings]
    lead = f"{text('reader.page_number', page=page.page_num)} " if with_page else ""
    return [{"kind": "doubt", "text": lead + sentence} for sentence in said]


def chapter_in_hand(page: PageDocument, chosen: ContentBlock | None) -> str | None:
    """The chapter of the chosen block, or the one that the page begins in."""
    if chosen is not None and chosen.chapter_id:
        return chosen.chapter_id
    first = next((it.chapter_id for it in page.content_blocks if it.chapter_id), None)
    if first is None and page.active_chapters:
        return page.active_chapters[-1].node_id
    return first


def chosen_name(chosen: ContentBlock | None) -> str:
    return ids.own_name(chosen.block_id) if chosen is not None else ""
