"""Content that says something similar, wherever it stands."""

from collections import Counter
from math import sqrt

from core.errors import EmptyQuery
from core.model import Chunk, SimilarChunk
from core.model.noun import Noun
from core.retrieval.folding import fold
from core.retrieval.tokens import character_tokens, word_tokens
from core.services.collections import expand
from core.services.indexing import text_to_embed
from core.services.search.searcher import Searcher
from core.store import chunks, keyword_index, pages, regulations, vectors

_CANDIDATES = 200


class SimilarContent(Noun):
    """``embedder`` is None where likeness was taken from the words alone."""

    found: tuple[SimilarChunk, ...]
    embedder: str | None


def find_similar(
    searcher: Searcher,
    reg_ids: tuple[str, ...] | None,
    limit: int,
    *,
    text: str | None = None,
    block_id: str | None = None,
    exclude_same_page: bool = True,
) -> SimilarContent:
    """To a text, or to a block. Similarities go from 0 to 1.

    ``reg_ids`` may name collections (``collection:NAME``); None is every regulation.
    """
    if reg_ids is not None:
        reg_ids = expand(searcher.database, reg_ids)
    for reg_id in reg_ids or ():
        regulations.get_info(searcher.database, reg_id)
    here: tuple[str, int] | None = None
    if block_id is not None:
        owner = block_id.partition("/")[0]
        page, block = pages.get_block(searcher.database, owner, block_id)
        text, here = block.content_markdown, (owner, page.page_num)
    if text is None or not text_to_embed(text):
        raise EmptyQuery(
            "There is nothing to compare with.", hint="Give query_text, or a block with text."
        )
    nearest, embedder = _nearest(searcher, text, reg_ids)
    by_id = chunks.get_chunks(searcher.database, nearest)
    found = [
        SimilarChunk(chunk=chunk, similarity=nearest[chunk_id])
        for chunk_id, chunk in by_id.items()
        if not _is_itself(chunk, block_id, here if exclude_same_page else None)
    ]
    return SimilarContent(found=tuple(found[:limit]), embedder=embedder)


def _is_itself(chunk: Chunk, block_id: str | None, page: tuple[str, int] | None) -> bool:
    if block_id is not None and block_id in chunk.block_ids:
        return True
    return (
        page is not None and chunk.reg_id == page[0] and chunk.page_num <= page[1] <= chunk.page_end
    )


def _nearest(
    searcher: Searcher, text: str, reg_ids: tuple[str, ...] | None
) -> tuple[dict[str, float], str | None]:
    """Similarities by chunk_id, highest first."""
    if searcher.embedder is not None:
        asked = searcher.embedder.embed([text_to_embed(text)])[0]
        compared = vectors.compare(searcher.database, searcher.embedder.name, asked, reg_ids)
        if compared.sets:
            nearest = compared.nearest(_CANDIDATES)
            return {
                each: min(1.0, max(0.0, near)) for each, near in nearest
            }, searcher.embedder.name
    return _nearest_by_words(searcher, text, reg_ids), None


def _nearest_by_words(
    searcher: Searcher, text: str, reg_ids: tuple[str, ...] | None
) -> dict[str, float]:
    """The cosine of the counts of single and double characters."""
    folded = fold(text).text
    hits = keyword_index.search(
        searcher.database,
        word_tokens(folded, searcher.dictionary),
        character_tokens(folded),
        reg_ids=reg_ids,
        limit=_CANDIDATES,
    )
    asked = Counter(character_tokens(folded))
    by_id = chunks.get_chunks(searcher.database, [hit.chunk_id for hit in hits])
    near = {
        chunk_id: _cosine(asked, Counter(character_tokens(fold(chunk.content).text)))
        for chunk_id, chunk in by_id.items()
    }
    return dict(sorted(near.items(), key=lambda pair: (-pair[1], pair[0])))


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    product = sum(count * other[token] for token, count in one.items())
    lengths = sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return round(min(1.0, product / lengths), 6) if lengths else 0.0
