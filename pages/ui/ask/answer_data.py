"""A reply as data for the script that draws it: words and where they lead, never markup."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from core.model.answers import Check, Citation, Conflict, Reply
from pages.ui import links
from pages.ui.i18n import text

_CITED = re.compile(r"\[(\d{1,3})\]")
_ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.、)）])\s+")
_HEADING = re.compile(r"^\s*#{1,6}\s+")
_EMPHASIS = re.compile(r"\*\*|__|`")
_PHRASE = 40  # characters of a quotation that the reader marks
_NOT_IN_A_PHRASE = re.compile(r"[|\"“”「」\n]|<br ?/?>")

Run = dict[str, Any]


def paragraphs(reply: Reply) -> list[dict[str, Any]]:
    """A model's text: its lines, with what was checked marked as found or not."""
    found = []
    start = 0
    for line in reply.text.split("\n"):
        end = start + len(line)
        if line.strip():
            inside = [check for check in reply.checks if start <= check.start < end]
            found.append(_paragraph(line, list(_runs(line, start, inside, reply))))
        start = end + 1
    return found


def plain_paragraphs(words: str) -> list[dict[str, Any]]:
    return [
        _paragraph(line, [{"kind": "plain", "words": line}])
        for line in words.split("\n")
        if line.strip()
    ]


def citation_data(citation: Citation) -> dict[str, Any]:
    header, cells = _table(citation)
    led = ""
    if citation.followed_from is not None:
        led = text("ask.led_by", number=citation.followed_from, reference=citation.reference)
    return {
        "number": citation.number,
        "source": f"{citation.reg_id} P{citation.page_num}",
        "section": citation.section,
        "about": citation.context.split("\n")[0] if citation.kind == "row" else "",
        "quote": citation.quote if citation.kind != "row" else "",
        "header": header,
        "cells": cells,
        "image": _image(citation),
        "led": led,
        "found": citation.found,
        "address": place_of(citation).address,
    }


def conflict_data(conflict: Conflict, reply: Reply) -> dict[str, Any]:
    def side(number: int, says: Iterable[str]) -> dict[str, Any]:
        citation = reply.citations[number - 1]
        return {
            "number": number,
            "source": f"{citation.reg_id} P{citation.page_num}",
            "runs": _marked(citation.quote, list(says)),
            "address": place_of(citation).address,
        }

    return {
        "sides": [
            side(conflict.first, conflict.first_says),
            side(conflict.second, conflict.second_says),
        ]
    }


def place_of(citation: Citation) -> links.Place:
    """In the reader, with the beginning of the quotation marked."""
    pieces = [piece.strip() for piece in _NOT_IN_A_PHRASE.split(citation.quote)]
    phrase = max(pieces, key=len, default="")[:_PHRASE]
    query = f'"{phrase}"' if phrase else ""
    return links.reader(citation.reg_id, citation.page_num, citation.block_id, query)


def _paragraph(line: str, runs: list[Run]) -> dict[str, Any]:
    kind = "heading" if _HEADING.match(line) else "item" if _ITEM.match(line) else "text"
    if runs and runs[0]["kind"] == "plain" and kind == "heading":
        runs[0]["words"] = _HEADING.sub("", runs[0]["words"])
    for run in runs:
        run["words"] = _EMPHASIS.sub("", run["words"])
    return {"kind": kind, "runs": [run for run in runs if run["words"]]}


def _runs(line: str, offset: int, checks: Sequence[Check], reply: Reply) -> Iterator[Run]:
    """Claims that were looked up, numbers of citations, and the words between them."""
    at = 0
    for check in sorted(checks, key=lambda check: check.start):
        start, end = check.start - offset, check.end - offset
        yield from _cited(line[at:start], reply)
        yield {
            "kind": "found" if check.found else "unverified",
            "words": line[start:end],
            "number": check.citation or 0,
        }
        at = end
    yield from _cited(line[at:], reply)


def _cited(words: str, reply: Reply) -> Iterator[Run]:
    at = 0
    for match in _CITED.finditer(words):
        number = int(match[1])
        if not 1 <= number <= len(reply.citations):
            continue
        yield {"kind": "plain", "words": words[at : match.start()]}
        yield {"kind": "cite", "words": match[1], "number": number}
        at = match.end()
    yield {"kind": "plain", "words": words[at:]}


def _marked(quote: str, says: Sequence[str]) -> list[Run]:
    runs: list[Run] = []
    at = 0
    for said in says:
        start = quote.find(said, at)
        if start < 0:
            continue
        runs += [
            {"kind": "plain", "words": quote[at:start]},
            {"kind": "differs", "words": said},
        ]
        at = start + len(said)
    return [*runs, {"kind": "plain", "words": quote[at:]}]


def _table(citation: Citation) -> tuple[list[str], list[str]]:
    """Header and cells of a row; without a header that fits, the cells alone."""
    if citation.kind != "row":
        return [], []
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", citation.quote)]
    lines = citation.context.split("\n")
    header = [cell.strip() for cell in lines[1].split(" | ")] if len(lines) > 1 else []
    cells = [cell.replace("<br>", "\n").replace("\\|", "|") for cell in cells]
    return (header if len(header) == len(cells) else []), cells


def _image(citation: Citation) -> str:
    if citation.image_name is None:
        return ""
    return f"/documents/{citation.reg_id}/images/{citation.image_name}"
