"""From chunks to what searches read: tokens, suggestions and vectors."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.errors import RegulationNotFoundError
from core.model import Chunk, Regulation
from core.retrieval.chunking import ContentChunker
from core.retrieval.embedding import Embedder, Vector
from core.retrieval.folding import fold
from core.retrieval.offered_terms import suggestions
from core.retrieval.tokens import RULES, character_tokens, word_tokens
from core.retrieval.user_dictionary import UserDictionary
from core.store import (
    chunks,
    keyword_index,
    regulations,
    search_material,
    search_sets,
    vectors,
)
from core.store.corrections import MaterialChanges
from core.store.database import Database
from core.store.keyword_index import IndexedChunk
from core.store.search_material import Embedded, SearchMaterial

OnEmbedded = Callable[[int, int], None]  # chunks done, chunks in all

_PORTION = 64  # chunks between two words on how far it is
_TABLE_MARKS = re.compile(r"\|(?:[\s|:-]*\|)?|<br ?/?>")


def _nobody(done: int, total: int) -> None:
    return None


@dataclass(frozen=True)
class Indexer:
    """``embedder`` is None where no model is here; search then goes by keywords alone."""

    embedder: Embedder | None = None
    dictionary: UserDictionary | None = None

    @cached_property
    def tokenizer(self) -> str:
        """Names the rules and the dictionary: tokens of another name are made anew."""
        if self.dictionary is None:
            return RULES
        terms = repr(sorted(self.dictionary.parts.items())).encode()
        return f"{RULES}+{hashlib.sha256(terms).hexdigest()[:12]}"

    def material(
        self,
        regulation: Regulation,
        on_embedded: OnEmbedded = _nobody,
        known_vectors: dict[str, Vector] | None = None,
    ) -> SearchMaterial:
        """``known_vectors`` by chunk_id are taken as they are, the others are made."""
        folded = [fold(chunk.content).text for chunk in regulation.chunks]
        return SearchMaterial(
            reg_id=regulation.info.reg_id,
            tokenizer=self.tokenizer,
            indexed=[
                self._indexed(chunk, text)
                for chunk, text in zip(regulation.chunks, folded, strict=True)
            ],
            suggestions=suggestions(regulation, folded, self.dictionary),
            embedded=self._embedded(regulation.chunks, on_embedded, known_vectors or {}),
        )

    def material_of_older(
        self, database: Database, reg_id: str, older: Regulation
    ) -> SearchMaterial:
        """Of what stood under ``reg_id`` and gets another id: its vectors stay what they are."""
        known: dict[str, Vector] = {}
        if self.embedder is not None:
            stored = vectors.vectors_of(database, reg_id, self.embedder.name)
            new_id = older.info.reg_id
            known = {new_id + key.removeprefix(reg_id): each for key, each in stored.items()}
        return self.material(older, known_vectors=known)

    def changes(
        self, standing: Regulation, corrected: Regulation, on_embedded: OnEmbedded = _nobody
    ) -> MaterialChanges:
        """Only chunks that read otherwise than before are cut into tokens and embedded.

        ``standing`` must have been indexed by this tokenizer.
        """
        kept = _reading_as_before(standing.chunks, corrected.chunks)
        folded = [fold(chunk.content).text for chunk in corrected.chunks]
        texts = zip(corrected.chunks, folded, strict=True)
        added = [(chunk, text) for chunk, text in texts if chunk.chunk_id not in kept]
        stayed = set(kept.values())
        gone = [chunk for chunk in standing.chunks if chunk.chunk_id not in stayed]
        return MaterialChanges(
            reg_id=corrected.info.reg_id,
            tokenizer=self.tokenizer,
            kept=kept,
            gone=[self._indexed(chunk, fold(chunk.content).text) for chunk in gone],
            added=[self._indexed(chunk, text) for chunk, text in added],
            suggestions=suggestions(corrected, folded, self.dictionary),
            embedded=self._embedded([chunk for chunk, _ in added], on_embedded, {}),
        )

    def vectors(self, of_chunks: Sequence[Chunk]) -> Embedded:
        embedded = self._embedded(of_chunks, _nobody, {})
        if embedded is None:
            raise ValueError("there is no embedder to make vectors with")
        return embedded

    def _indexed(self, chunk: Chunk, folded: str) -> IndexedChunk:
        return IndexedChunk(
            chunk_id=chunk.chunk_id,
            reg_id=chunk.reg_id,
            words=" ".join(word_tokens(folded, self.dictionary)),
            characters=" ".join(character_tokens(folded)),
        )

    def _embedded(
        self, of_chunks: Sequence[Chunk], on_embedded: OnEmbedded, known: dict[str, Vector]
    ) -> Embedded | None:
        if self.embedder is None:
            return None
        made = {each.chunk_id: known[each.chunk_id] for each in of_chunks if each.chunk_id in known}
        # Texts of like length together: a batch is as slow as its longest.
        waiting = sorted(
            (chunk for chunk in of_chunks if chunk.chunk_id not in made),
            key=lambda chunk: len(chunk.content),
        )
        for start in range(0, len(waiting), _PORTION):
            portion = waiting[start : start + _PORTION]
            embedded = self.embedder.embed([text_to_embed(chunk.content) for chunk in portion])
            made |= {
                chunk.chunk_id: vector for chunk, vector in zip(portion, embedded, strict=True)
            }
            on_embedded(start + len(portion), len(waiting))
        return Embedded(self.embedder.name, self.embedder.dimension, made)


def text_to_embed(content: str) -> str:
    """Without the marks of a Markdown table, which mean nothing and cost as much as words."""
    return " ".join(_TABLE_MARKS.sub(" ", content).split())


def _reading_as_before(before: Sequence[Chunk], after: Sequence[Chunk]) -> dict[str, str]:
    """Ids of chunks that were there before with the same words, each with the id it had then."""
    by_words: defaultdict[str, list[str]] = defaultdict(list)
    for chunk in reversed(before):
        by_words[chunk.content].append(chunk.chunk_id)
    return {
        chunk.chunk_id: by_words[chunk.content].pop() for chunk in after if by_words[chunk.content]
    }


def _vectors_that_hold(
    database: Database, indexer: Indexer, regulation: Regulation
) -> dict[str, Vector]:
    """Of chunks that read as they did: new rules for tokens are no reason to embed for hours."""
    if indexer.embedder is None:
        return {}
    reg_id = regulation.info.reg_id
    stored = vectors.vectors_of(database, reg_id, indexer.embedder.name)
    kept = _reading_as_before(chunks.chunks_of(database, reg_id), regulation.chunks)
    return {new: stored[old] for new, old in kept.items() if old in stored}


def waiting_work(database: Database, indexer: Indexer) -> tuple[list[str], list[str]]:
    """-> regulations whose chunks and tokens are missing or outdated; those without vectors."""
    stale = search_sets.outdated(database, indexer.tokenizer)
    if indexer.embedder is None:
        return stale, []
    missing = vectors.regulations_missing(database, indexer.embedder.name)
    return stale, [reg_id for reg_id in missing if reg_id not in stale]


def refresh(
    database: Database, indexer: Indexer, on_step: Callable[[str, int, int], None]
) -> dict[str, object]:
    """Make what is missing, a regulation at a time, each in one transaction of its own.

    Searches go on meanwhile. ``on_step`` hears the stage and how far it is, and may raise to stop.
    """
    stale, unembedded = waiting_work(database, indexer)
    indexed = []
    for nth, reg_id in enumerate(stale):
        on_step("index", nth, len(stale))
        if _index_anew(database, indexer, reg_id):
            indexed.append(reg_id)
        keyword_index.compact_if_due(database)
    embedded = []
    for nth, reg_id in enumerate(unembedded):
        on_step("embed", nth, len(unembedded))
        stamp = search_sets.stamp_of(database, reg_id)
        if stamp is None:
            continue  # deleted meanwhile
        made = indexer.vectors(chunks.chunks_of(database, reg_id))
        if search_material.save_vectors(database, reg_id, stamp, made):
            embedded.append(reg_id)
    if indexer.embedder is not None and not vectors.missing(database, indexer.embedder.name):
        vectors.keep_only(database, indexer.embedder.name)
    return {"indexed": indexed, "embedded": embedded}


def _index_anew(database: Database, indexer: Indexer, reg_id: str) -> bool:
    """False where the regulation was changed or deleted meanwhile: that is left as it is."""
    stamp = search_sets.stamp_of(database, reg_id)
    try:
        regulation = regulations.load_regulation(database, reg_id)
    except RegulationNotFoundError:
        return False
    regulation = regulation.model_copy(update={"chunks": ContentChunker().chunk(regulation)})
    known = _vectors_that_hold(database, indexer, regulation)
    material = indexer.material(regulation, known_vectors=known)
    return regulations.replace_chunks(database, regulation, material, stamp)
