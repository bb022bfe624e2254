"""Definitions in the chapters that define terms, in their tables, and in passing."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.model import ChapterNode, Table
from core.model.glossary import Definition
from core.structure.definitions.wording import (
    DEFINING_TITLE,
    is_term,
    read_definition,
    read_in_passing,
    split_names,
)

_DEFINING = re.compile(DEFINING_TITLE)
_STRICT = re.compile(r"术语[和与及、]定义|名词解释|释义|^定义$|^术语$")
_CJK = re.compile(r"[㐀-鿿]")
_OWN_NUMBER = re.compile(r"^(?:#+\s*)?[A-Z]?\d*(?:\.\d+)+\s*|^#+\s*")
_NOT_YET = re.compile(r"^(?:下列|以下|本章|本节|本附录)")
_NOTE = re.compile(r"^注\s*[\d一二三四五六七八九十①-⑳]{0,3}\s*[：:、]")
_TERM_HEADS = re.compile(
    r"^(?:术语|用语|名词|词语|缩略语|缩写|名称|term|word|abbreviation|acronym)s?(?:名称)?$",
    re.IGNORECASE,
)
_TEXT_HEADS = re.compile(
    r"^(?:含义|定义|解释|释义|说明|涵义|definition|meaning|description|explanation)s?$",
    re.IGNORECASE,
)
_LONGEST_TITLE = 60


@dataclass(frozen=True)
class PlacedText:
    """A block as it is asked for here: where it stands and what it says."""

    block_id: str
    page_num: int
    block_type: str
    chapter_id: str | None
    text: str


def find_definitions(
    reg_id: str,
    chapters: Sequence[ChapterNode],
    blocks: Sequence[PlacedText],
    tables: Iterable[Table],
) -> list[Definition]:
    """``chapters`` are those that define and all below them; ``blocks`` are theirs and others that
    may define in passing, in the order of the document; ``tables`` are whole.
    """
    nodes = {node.node_id: node for node in chapters}
    found = [*_in_blocks(reg_id, nodes, blocks), *_in_tables(reg_id, tables)]
    return sorted(found, key=lambda it: (it.page_num, it.block_id, it.row or 0))


def _in_blocks(
    reg_id: str, nodes: Mapping[str, ChapterNode], blocks: Sequence[PlacedText]
) -> Iterator[Definition]:
    titled = _terms_in_titles(reg_id, nodes, blocks)
    yield from titled.values()
    for block in blocks:
        if block.block_type in ("table", "heading") or block.chapter_id in titled:
            continue
        words = _OWN_NUMBER.sub("", block.text.strip())
        if block.chapter_id in nodes:
            wording = read_definition(words)
            wordings = [wording] if wording is not None else read_in_passing(words)
        else:
            wordings = read_in_passing(words)
        for term, text in wordings:
            name, other = split_names(term)
            yield _definition(reg_id, block, name, other, text)


def _terms_in_titles(
    reg_id: str, nodes: Mapping[str, ChapterNode], blocks: Sequence[PlacedText]
) -> dict[str, Definition]:
    """3.1 电力系统 power system, and below it the words that define it. By chapter.

    A Chinese title with a foreign name beside it is a term. One without is a term only right
    inside a chapter called 术语和定义: 调度术语 also has sections about terms.
    """
    texts: dict[str, list[PlacedText]] = {}
    for block in blocks:
        if block.chapter_id is None or block.block_type == "table":
            continue
        if block.chapter_id in nodes:
            texts.setdefault(block.chapter_id, []).append(block)
    found: dict[str, Definition] = {}
    for node_id, own in texts.items():
        node = nodes[node_id]
        term, other = _titled_term(node, own)
        if not is_term(term) or _DEFINING.search(term) or len(term) > _LONGEST_TITLE:
            continue
        if not _CJK.search(term) or not (other or _stands_in_strict(node, nodes)):
            continue
        body = _body(node, own, f"{term} {other}".strip())
        if body and not _NOT_YET.match(body[0]):
            found[node_id] = _definition(reg_id, own[0], term, other, " ".join(body))
    return found


def _titled_term(node: ChapterNode, own: Sequence[PlacedText]) -> tuple[str, str]:
    if node.title:
        return split_names(node.title)
    # The number stands on a line of its own and the term on the next.
    lines = [_OWN_NUMBER.sub("", block.text.strip()) for block in own]
    named = next((line for line in lines if line), "")
    return split_names(named) if len(named) <= _LONGEST_TITLE else ("", "")


def _stands_in_strict(node: ChapterNode, nodes: Mapping[str, ChapterNode]) -> bool:
    parent = nodes.get(node.parent_id or "")
    while parent is not None:
        if _STRICT.search(parent.title):
            return True
        parent = nodes.get(parent.parent_id or "")
    return False


def _body(node: ChapterNode, own: Sequence[PlacedText], title: str) -> list[str]:
    """The defining paragraphs, without the heading, up to the first note."""
    body: list[str] = []
    for block in own:
        words = _OWN_NUMBER.sub("", " ".join(block.text.split()))
        if (
            block.block_id == node.heading_block_id
            or words == title
            or block.block_type == "heading"
        ):
            continue
        if _NOTE.match(words):
            break
        if words:
            body.append(words)
    return body


def _in_tables(reg_id: str, tables: Iterable[Table]) -> Iterator[Definition]:
    """用语 | 含义: a table with a column of terms and one of meanings."""
    for table in tables:
        heads = {cell.col: cell.content.strip() for cell in table.cells if cell.row == 0}
        term_col = next((col for col, head in heads.items() if _TERM_HEADS.match(head)), None)
        text_col = next((col for col, head in heads.items() if _TEXT_HEADS.match(head)), None)
        if term_col is None or text_col is None:
            continue
        rows = {cell.row: cell for cell in table.cells if cell.col == text_col}
        for cell in table.cells:
            meaning = rows.get(cell.row)
            if cell.col != term_col or cell.row == 0 or meaning is None:
                continue
            name, other = split_names(cell.content)
            if is_term(name) and meaning.content.strip():
                yield Definition(
                    reg_id=reg_id,
                    term=name,
                    other_name=other,
                    text=" ".join(meaning.content.split()),
                    page_num=cell.page_num,
                    block_id="",
                    chapter_id=table.chapter_id,
                    table_id=table.table_id,
                    row=cell.row,
                )


def _definition(reg_id: str, at: PlacedText, term: str, other: str, text: str) -> Definition:
    return Definition(
        reg_id=reg_id,
        term=term,
        other_name=other,
        text=text,
        page_num=at.page_num,
        block_id=at.block_id,
        chapter_id=at.chapter_id,
    )
