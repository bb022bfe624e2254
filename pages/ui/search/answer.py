"""What the library answers to what is asked, ready to be drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.model import GroupBy, SearchOutcome, Table, TableMatch
from core.model.collections import Collection
from core.workbench import SearchFilters
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import remembered, workbench
from pages.ui.search.asked import Asked
from pages.ui.search.hits import Hits, LookedAt


@dataclass(frozen=True)
class Answer:
    """``counts`` are pages beside each choice of a filter."""

    outcome: SearchOutcome
    groups: list[dict[str, Any]]
    counts: Mapping[str, Mapping[str, int]]
    total: int


@remembered(1)
def known_regulations() -> dict[str, str]:
    """Titles by id."""
    return {each.info.reg_id: each.info.title for each in workbench().list_regulations()}


def known_collections() -> dict[str, str]:
    """Names by what stands for them in the link; each is searched as all its regulations."""
    return {each.scope: text("search.collection", name=each.name) for each in _collections()}


def answer(now: Asked, titles: Mapping[str, str]) -> Answer:
    now = _without_strangers(now, titles)
    filters = now.filters
    hits = Hits(now.query, titles)
    if now.view == "tables":
        outcome = _search(now.query, filters, 1, "page")
        in_tables = replace(filters, block_types=("table",))
        tables = _tables(now.query, in_tables, now.shown + 1)  # one more: are there?
        groups, total = hits.tables(tables[: now.shown]), len(tables)
    else:
        outcome = _search(now.query, filters, now.shown, now.view)
        of_tables = tuple(result.table_id for result in outcome.results if result.table_id)
        groups = hits.groups(outcome.results, _looked_at(now.query, of_tables))
        total = outcome.total
    counts = outcome.counts | _counts_beside(now.query, filters)
    return Answer(outcome, groups, counts, total)


# A click on something else on the page, "back" and another language ask for the same again.
@remembered(32)
def _search(query: str, filters: SearchFilters, limit: int, group_by: GroupBy) -> SearchOutcome:
    return workbench().search(query, filters, limit, group_by)


@remembered(16)
def _tables(query: str, filters: SearchFilters, limit: int) -> list[tuple[Table, TableMatch]]:
    return workbench().search_tables(query, filters, limit)


@remembered(32)
def _looked_at(query: str, table_ids: tuple[str, ...]) -> LookedAt:
    return workbench().look_at_tables(query, table_ids)


@remembered(32)
def _counts_beside(query: str, filters: SearchFilters) -> dict[str, dict[str, int]]:
    return workbench().search_counts(query, filters)


@remembered(1)
def _collections() -> list[Collection]:
    return workbench().list_collections()


def _without_strangers(now: Asked, titles: Mapping[str, str]) -> Asked:
    """Regulations of a link that are not in this library are said and left out."""
    past = {each for each in now.reg_ids if each.partition("@")[0] in titles}
    known = {*titles, *past, *known_collections()}
    strangers = [each for each in now.reg_ids if each not in known]
    if not strangers:
        return now
    st.warning(text("search.unknown_regulations", names=escaped("、".join(strangers))))
    return replace(now, reg_ids=tuple(each for each in now.reg_ids if each not in strangers))
