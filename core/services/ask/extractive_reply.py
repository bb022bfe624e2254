"""The answer that needs no model: quotations, each looked up again on its page."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.answering.extractive import Extract, extract
from core.answering.page_lookup import PageWords
from core.answering.passages import Passage
from core.answering.relevance import Asked, Fit, rank
from core.model.answers import Citation, Question
from core.services.ask.evidence import Evidence, gather
from core.services.ask.following import Follower
from core.services.ask.named_places import named_places
from core.services.search import Searcher
from core.store import pages
from core.store.database import Database

_COMPARED = 24  # passages, the best by their words
_BEGINNING = 400  # characters that an encoder reads


def quoted_answer(searcher: Searcher, question: Question) -> tuple[Extract, Evidence]:
    evidence = gather(searcher, question)
    named = named_places(searcher.database, question.text, evidence.reg_ids)
    asked = Asked(named.rest, searcher.dictionary)
    keys = {(it.reg_id, *it.key) for it in named.passages}
    others = [it for it in evidence.passages if (it.reg_id, *it.key) not in keys]
    fits = rank(asked, [*named.passages, *others], evidence.page_scores, keys)
    made = extract(asked, _compared(searcher, question, fits), Follower(searcher.database, asked))
    checked = tuple(_checked(searcher.database, citation) for citation in made.citations)
    return Extract(checked, made.conflicts), evidence


def _compared(searcher: Searcher, question: Question, fits: Sequence[Fit]) -> list[Fit]:
    """With how near the best of them are in sense, where an encoder can tell."""
    asked = searcher.vector_of(question.text)
    if searcher.embedder is None or not searcher.embedder.judges_answers or asked is None:
        return list(fits)
    vectors = searcher.embedder.embed([_told(fit.passage) for fit in fits[:_COMPARED]])
    near = [replace(f, near=_cosine(asked, v)) for f, v in zip(fits, vectors, strict=False)]
    return [*near, *(fit for fit in fits[_COMPARED:] if fit.is_named)]


def _told(passage: Passage) -> str:
    """What a reader knows when the eye falls on it: the table and its header, or the heading."""
    about = passage.context.split("\n")[:2] if passage.kind == "row" else passage.chapter_path[-1:]
    return " ".join((*about, passage.text))[:_BEGINNING]


def _cosine(a: Sequence[float], b: Sequence[float]) -> float:
    length = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(np.dot(a, b)) / length if length else 0.0


def _checked(database: Database, citation: Citation) -> Citation:
    """Nothing is taken on trust, our own quotations neither."""
    page = pages.load_page(database, citation.reg_id, citation.page_num)
    found = PageWords(page, ()).holds(citation.quote)
    return citation if found else citation.model_copy(update={"found": False})
