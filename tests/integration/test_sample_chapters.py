"""Chapters, contents and running lines of the bundled samples, all of them and nothing else."""

import json
import re
from dataclasses import dataclass

import pytest

from core.structure.body import Body, make_body
from core.structure.chapters.contents import Contents, find_contents
from core.structure.chapters.tree import ChapterTree, find_chapters
from core.structure.furniture import find_furniture
from tests.integration.read_samples import NAMES, SAMPLES, parsed_sample


@dataclass(frozen=True)
class Sample:
    truth: dict
    body: Body
    contents: Contents
    tree: ChapterTree
    tree_without_bookmarks: ChapterTree


def read_sample(name) -> Sample:
    parsed = parsed_sample(name)
    body = make_body(name, parsed.pages, find_furniture(parsed.pages))
    contents = find_contents(body)
    return Sample(
        truth=json.loads((SAMPLES / f"{name}.truth.json").read_text(encoding="utf-8")),
        body=body,
        contents=contents,
        tree=find_chapters(body, parsed.bookmarks, contents),
        tree_without_bookmarks=find_chapters(body, (), contents),
    )


@pytest.fixture(scope="module", params=NAMES)
def sample(request):
    return read_sample(request.param)


def numbering_of(chapter):
    """The truth names how a heading is set; the model names what its label is."""
    label, named = chapter["label"], chapter["numbering"]
    if label.startswith(("附件", "Attachment")):
        return "attachment"
    if label.startswith("Article"):
        return "article"
    if named in ("decimal", "clause_text"):
        return "appendix" if label[0].isalpha() else "decimal"
    return named


def expected(chapters):
    return [
        (
            chapter["section_number"],
            chapter["label"],
            chapter["title"],
            chapter["level"],
            chapter["parent"],
            chapter["page_start"],
            chapter["page_end"],
            numbering_of(chapter),
        )
        for chapter in chapters
    ]


def found(tree):
    number = {node.node_id: node.section_number for node in tree.nodes}
    return [
        (
            node.section_number,
            node.label,
            node.title,
            node.level,
            number[node.parent_id] if node.parent_id else None,
            node.page_start,
            node.page_end,
            node.numbering,
        )
        for node in tree.nodes
    ]


def squeezed(text):
    return re.sub(r"[\s—–-]", "", text)


def test_every_chapter_is_there_and_no_other(sample):
    assert found(sample.tree) == expected(sample.truth["chapters"])
    assert sample.tree.doubts == ()


def test_bookmarks_are_not_needed_for_it(sample):
    assert found(sample.tree_without_bookmarks) == found(sample.tree)


def test_headers_and_footers_are_those_of_the_page(sample):
    for page in sample.truth["pages"]:
        printed = [line for line in (page["header"], page["footer"]) if line]
        assert " ".join(sample.body.furniture[page["page_num"]]) == " ".join(printed)


def test_contents_pages_are_contents_from_top_to_bottom(sample):
    pages = {page["page_num"] for page in sample.truth["pages"] if page["kind"] == "contents"}
    listed = {block.block_id for block in sample.body.blocks if block.page_num in pages}
    assert sample.contents.block_ids == listed
    titles = {(c["label"], c["title"]) for c in sample.truth["chapters"]}
    assert {(entry.label, entry.title) for entry in sample.contents.entries} <= titles


def test_what_looks_like_a_heading_begins_no_chapter(sample):
    headings = {node.heading_block_id for node in sample.tree.nodes}
    for sentence in sample.truth["not_headings"]:
        blocks = [b for b in sample.body.blocks if squeezed(sentence)[:24] in squeezed(b.text)]
        assert blocks
        assert not any(b.block_id in headings and b.text.startswith(sentence[:5]) for b in blocks)


def test_every_paragraph_is_in_its_chapter(sample):
    number = {node.node_id: node.section_number for node in sample.tree.nodes}
    wrong = []
    for paragraph in sample.truth["paragraphs"]:
        begin = squeezed(paragraph["text"])[:24]
        chapters = {
            number.get(sample.tree.chapter_of.get(block.block_id, ""))
            for block in sample.body.by_page[paragraph["page_start"]]
            if begin in squeezed(block.text)
        }
        if paragraph["section_number"] not in chapters:
            wrong.append((paragraph["section_number"], chapters, paragraph["text"][:40]))
    assert wrong == []
