"""Inline markup: references, superscript marks and footnotes inside a line of text."""

from __future__ import annotations

import re
from dataclasses import dataclass

TOKEN = re.compile(r"〔([^〕]+)〕|【([^】]+)】|〖([^〗]+)〗")


@dataclass
class Span:
    """A run of text; kind is text, ref (〔…〕), mark (superscript 【…】) or foot (〖…〗)."""

    kind: str
    text: str
    override: str = ""
    flag: str = ""
    inner: list[Span] | None = None
    number: str = ""


def reference_span(body: str) -> Span:
    flag = body[-1] if body[-1] in "!?" else ""
    body = body[:-1] if flag else body
    text, _, override = body.partition("=")
    return Span("ref", text, override, flag)


def parse_inline(source: str) -> list[Span]:
    spans: list[Span] = []
    position = 0
    for match in TOKEN.finditer(source):
        if match.start() > position:
            spans.append(Span("text", source[position : match.start()]))
        reference, mark, footnote = match.groups()
        if reference:
            spans.append(reference_span(reference))
        elif mark:
            spans.append(Span("mark", mark))
        else:
            spans.append(Span("foot", footnote, inner=parse_inline(footnote)))
        position = match.end()
    if position < len(source):
        spans.append(Span("text", source[position:]))
    return spans


def plain_text(spans: list[Span]) -> str:
    """The words as printed in place: a footnote leaves only its mark."""
    return "".join(span.number if span.kind == "foot" else span.text for span in spans)
