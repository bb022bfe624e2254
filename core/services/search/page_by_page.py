"""Regulations without an index, read page by page: slow, and better than silence."""

from core.model import PageDocument, SearchResult
from core.retrieval.highlights import contains_phrase, highlights
from core.retrieval.query import Query
from core.services.search.scope import Scope
from core.services.search.snippets import snippet
from core.store import pages, tables
from core.store.database import Database


def search_pages(database: Database, query: Query, scope: Scope, limit: int) -> list[SearchResult]:
    """Pages on which the query stands as it is typed, then those with most of its words."""
    found = [
        result
        for info in scope.infos
        for page in pages.load_pages(database, info, 1, info.total_pages)
        if (result := _looked_at(page, query, scope)) is not None
    ]
    found.sort(key=lambda each: ("phrase" not in each.matched_fields, -each.relevance_score))
    return found[:limit]


def tables_of(database: Database, scope: Scope) -> list[str]:
    """Ids of all tables, to be looked at one by one; none where only some chapters are meant."""
    if scope.block_ids is not None:
        return []
    heads = (tables.table_heads(database, reg_id) for reg_id in scope.reg_ids)
    return [head.table_id for of_regulation in heads for head in of_regulation]


def _looked_at(page: PageDocument, query: Query, scope: Scope) -> SearchResult | None:
    blocks = [block for block in page.content_blocks if scope.has(block)]
    text = "\n\n".join(block.content_markdown for block in blocks)
    if not all(contains_phrase(text, phrase) for phrase in query.phrases):
        return None
    places = highlights(text, query.text, query.dictionary)
    if not places:
        return None
    is_literal = bool(query.must_stand) and all(
        contains_phrase(text, phrase) for phrase in query.must_stand
    )
    shown = snippet(text, query)
    return SearchResult(
        reg_id=page.reg_id,
        page_num=page.page_num,
        page_end=page.page_num,
        relevance_score=float(sum(map(len, {text[start:end] for start, end in places}))),
        snippet=shown.text,
        marks=shown.marks,
        chapter_path=page.chapter_path,
        block_types=tuple(dict.fromkeys(block.block_type for block in blocks)),
        matched_fields=("phrase", "keywords") if is_literal else ("keywords",),
        highlights=shown.words,
    )
