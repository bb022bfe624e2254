"""Why something was found, in the words of an analyst."""

from core.model import SearchResult, TableMatch
from pages.ui.i18n import text


class Reasons:
    """In the language of the page that makes it; a download is written outside any page."""

    def __init__(self) -> None:
        self._fields = {
            "section": text("search.why_section"),
            "table": text("search.why_table"),
            "figure": text("search.why_figure"),
            "note": text("search.why_note"),
            "page": text("search.why_page"),
            "title": text("search.why_title"),
            "phrase": text("search.why_phrase"),
        }
        self._keywords = text("search.why_keywords", rank="{rank}")
        self._vectors = text("search.why_vectors", rank="{rank}")
        self._words = text("search.why_words")
        self._tables = {
            "number": text("search.why_number"),
            "caption": text("search.why_caption"),
            "cells": text("search.why_cells"),
            "semantic": text("search.why_meaning"),
        }

    def of(self, result: SearchResult) -> list[str]:
        said = [self._fields[field] for field in result.matched_fields if field in self._fields]
        best = result.matched_chunks[0] if result.matched_chunks else None
        if best and best.keyword_rank:
            said.append(self._keywords.format(rank=best.keyword_rank))
        if best and best.vector_rank:
            said.append(self._vectors.format(rank=best.vector_rank))
        return said or [self._words]

    def of_table(self, match: TableMatch) -> list[str]:
        return [self._tables[kind] for kind in match.match_types]
