"""The page as it is printed, with a place for every block and note of it."""

from core.model import ContentBlock, PageDocument, PageMarks, ids
from pages.ui.i18n import text
from pages.ui.page_canvas import Kind, PlaceOnPage, page_canvas
from pages.ui.reader.panel_data import kind_of, words_of
from pages.ui.reader.place import choose

_KINDS: dict[str, Kind] = {"table": "table", "figure": "figure", "note": "note"}
_LABEL = 60  # characters of the text that a label repeats


def page_image(
    page: PageDocument, total_pages: int, *, chosen: str, marks: PageMarks | None
) -> None:
    near = [num for num in (page.page_num + 1, page.page_num - 1) if 1 <= num <= total_pages]
    page_canvas(
        page.reg_id,
        page.page_num,
        _places(page),
        key="page_image",
        chosen=[chosen] if chosen else [],
        marks=marks.boxes if marks is not None else (),
        marks_are_words=marks is None or marks.are_words,
        pane=True,
        size=(page.width, page.height),
        near_pages=near,
        link_param="block",
        on_pick=choose,
    )


def _places(page: PageDocument) -> list[PlaceOnPage]:
    places = [
        PlaceOnPage(ids.own_name(it.block_id), _label(page, it), it.box, _kind(page, it))
        for it in page.content_blocks
        if it.box is not None
    ]
    known = {block.block_id for block in page.content_blocks}
    places += [
        PlaceOnPage(
            ids.own_name(note.note_id), f"{note.annotation_id} {note.content}", note.box, "note"
        )
        for note in page.annotations
        if note.box is not None and note.block_id not in known
    ]
    return places


def _kind(page: PageDocument, block: ContentBlock) -> Kind:
    return _KINDS.get(kind_of(page, block), "block")


def _label(page: PageDocument, block: ContentBlock) -> str:
    """Its kind and first words, for a screen reader and as a hint."""
    kinds = {
        "table": text("reader.kind_table"),
        "figure": text("reader.kind_figure"),
        "note": text("reader.kind_note"),
        "heading": text("reader.kind_heading"),
        "list": text("reader.kind_list"),
        "text": text("reader.kind_text"),
    }
    meta = block.table_meta
    words = meta.caption or " ".join(meta.col_headers) if meta else words_of(block)
    return f"{kinds[kind_of(page, block)]} {' '.join(words.split())[:_LABEL]}".strip()
