"""From chunks to what the keyword index stores."""

from collections.abc import Iterable

from core.model import Chunk
from core.retrieval.folding import fold
from core.retrieval.tokens import character_tokens, word_tokens
from core.store.keyword_index import IndexedChunk


def index_tokens(chunks: Iterable[Chunk]) -> list[IndexedChunk]:
    """Both token fields of every chunk; queries go through the same folding and cutting."""
    return [_indexed(chunk) for chunk in chunks]


def _indexed(chunk: Chunk) -> IndexedChunk:
    folded = fold(chunk.content).text
    return IndexedChunk(
        chunk_id=chunk.chunk_id,
        reg_id=chunk.reg_id,
        words=" ".join(word_tokens(folded)),
        characters=" ".join(character_tokens(folded)),
    )
