"""How far the chapters agree with a file's own bookmarks: python tests/bench/bookmarks.py FILE...

An entry agrees when a chapter of the same title, folded, begins on its page. Each file is measured
with its bookmarks at hand and without them; ``missing`` are the entries not found without them.
"""

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from core.parsing import parse_pdf
from core.parsing.elements import ParsedDocument
from core.settings import Settings
from core.structure.body import Body, make_body
from core.structure.chapters.contents import find_contents
from core.structure.chapters.tree import ChapterTree, find_chapters
from core.structure.furniture import find_furniture
from core.structure.text_folding import fold_title
from tests.bench.measuring import report


def parse(pdf_path: Path) -> ParsedDocument:
    with tempfile.TemporaryDirectory() as folder:
        return parse_pdf(pdf_path, settings=Settings(), image_dir=Path(folder))


def read_tree(parsed: ParsedDocument, *, with_bookmarks: bool) -> tuple[Body, ChapterTree]:
    body = make_body("corpus", parsed.pages, find_furniture(parsed.pages))
    bookmarks = parsed.bookmarks if with_bookmarks else ()
    return body, find_chapters(body, bookmarks, find_contents(body))


def missing_entries(parsed: ParsedDocument, body: Body, tree: ChapterTree) -> list[str]:
    printed = {block.block_id: block.text for block in body.blocks}
    found = set()
    for node in tree.nodes:
        if node.heading_block_id in tree.heading_levels:
            texts = (node.title, node.label + node.title, printed[node.heading_block_id])
            found |= {(fold_title(text), node.page_start) for text in texts}
    return [
        f"p{bookmark.page_num} {bookmark.title}"
        for bookmark in parsed.bookmarks
        if (fold_title(bookmark.title), bookmark.page_num) not in found
    ]


def measure(pdf_path: Path) -> dict[str, object]:
    parsed = parse(pdf_path)
    total = max(len(parsed.bookmarks), 1)
    begun = time.process_time()
    body, tree = read_tree(parsed, with_bookmarks=True)
    seconds = time.process_time() - begun
    guided = missing_entries(parsed, body, tree)
    alone = missing_entries(parsed, *read_tree(parsed, with_bookmarks=False))
    return {
        "entries": len(parsed.bookmarks),
        "agree": round(1 - len(guided) / total, 4),
        "agree_without_bookmarks": round(1 - len(alone) / total, 4),
        "missing": alone,
        "chapters": len(tree.nodes),
        "doubts": list(tree.doubts),
        "cpu_ms_per_page": round(1000 * seconds / len(parsed.pages), 2),
    }


if __name__ == "__main__":
    report({Path(name).name: measure(Path(name)) for name in sys.argv[1:]})
