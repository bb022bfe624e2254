"""A page as it is printed, with places on it that can be chosen.

The image comes by its own address, so that a rerun does not send it again. Labels are data: the
script sets them as text and never as HTML.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from core.model import Box
from pages.ui.components import component
from pages.ui.i18n import text
from pages.ui.resources import workbench

Kind = Literal["block", "table", "figure", "note", "row", "mark"]

_SHARP_DPI = 220  # for a page that is drawn larger than the pane
_PAPER = 0.7071  # width by height: A4, where a page has no size of its own

_mount = component("page_canvas")


@dataclass(frozen=True)
class PlaceOnPage:
    """Something that can be chosen; ``label`` is what a screen reader says."""

    place_id: str
    label: str
    box: Box
    kind: Kind = "block"


def page_canvas(
    reg_id: str,
    page_num: int,
    places: Sequence[PlaceOnPage] = (),
    *,
    key: str,
    chosen: Sequence[str] = (),
    marks: Sequence[Box] = (),
    marks_are_words: bool = True,
    zoom: float = 1.0,
    pane: bool = False,
    size: tuple[float | None, float | None] = (None, None),
    near_pages: Sequence[int] = (),
    link_param: str | None = None,
    on_pick: Callable[[str], None] | None = None,
) -> None:
    """``on_pick`` gets the id of the chosen place before the rerun that follows a click.

    A ``pane`` is as high as the window, scrolls to what is chosen and has its own zoom. ``size``
    is the page's width and height: with them its room is kept until the image is there. The
    images of ``near_pages`` are fetched ahead. A choice that Python keeps in the link as
    ``link_param`` adds no step to the browser's history.
    """

    def picked() -> None:
        place_id = st.session_state[key].picked
        if place_id is not None and on_pick is not None:
            on_pick(place_id)

    width, height = size
    _mount(
        key=key,
        height="content",
        on_picked_change=picked,
        data={
            "image": image_address(reg_id, page_num),
            "sharp": image_address(reg_id, page_num, _SHARP_DPI),
            "near": [image_address(reg_id, near) for near in near_pages],
            "alt": text("app.page_image", page=page_num),
            "missing": text("app.no_page_image"),
            "failures": {"EncryptedPdf": text("app.locked_page_image")},
            "words": {
                "smaller": text("app.zoom_out"),
                "fit": text("app.zoom_fit"),
                "larger": text("app.zoom_in"),
            },
            "ratio": width / height if width and height else (_PAPER if pane else None),
            "zoom": zoom,
            "pane": pane,
            "param": link_param,
            "chosen": list(chosen),
            "whole": not marks_are_words,
            "marks": [mark.rounded() for mark in marks],
            "places": [
                {
                    "id": place.place_id,
                    "label": place.label[:200],
                    "kind": place.kind,
                    "box": place.box.rounded(),
                }
                for place in places
            ],
        },
    )


def image_address(reg_id: str, page_num: int, dpi: int | None = None) -> str:
    """Kept by the browser for as long as the PDF is the same."""
    tag = workbench().page_image_tag(reg_id, page_num, dpi)
    asked = f"&dpi={dpi}" if dpi else ""
    return f"/page-image/{reg_id}/{page_num}.jpg?v={tag}{asked}"
