"""What a model reads: of each regulation the pages that fit the question, with their figures."""

from collections.abc import Iterable

from core.answering.stages import Document, Picture
from core.errors import FigureNotFoundError
from core.model import Figure, PageDocument
from core.model.answers import Question
from core.services.ask.evidence import figures_on
from core.services.page_images import PageImages
from core.services.search import Searcher, SearchFilters, search
from core.store import pages, regulations

_MOST_DOCUMENTS = 20
_MOST_PAGES = 12  # of each
_MOST_CHARACTERS = 24_000
_FEWEST_CHARACTERS = 600
_FOR_READING = 0.7  # of the tokens of a question; the rest is for answers and for combining
_MOST_PICTURES = 4


def recall(searcher: Searcher, question: Question) -> list[str]:
    """At most twenty regulations, those first in which most of the question stands."""
    filters = SearchFilters(reg_ids=question.reg_ids, chapter_scope=question.chapter_scope)
    outcome = search(searcher, question.text, filters, _MOST_DOCUMENTS, "regulation")
    return list(dict.fromkeys(result.reg_id for result in outcome.results))[:_MOST_DOCUMENTS]


def characters_for_each(tokens: int, documents: int) -> int:
    """So that all of them are read. A Chinese character is a token at most."""
    share = int(_FOR_READING * tokens) // max(1, documents)
    return max(_FEWEST_CHARACTERS, min(_MOST_CHARACTERS, share))


def document_for(
    searcher: Searcher,
    images: PageImages | None,
    question: Question,
    reg_id: str,
    most_characters: int = _MOST_CHARACTERS,
) -> Document:
    """``images`` None: the model cannot look at pictures, and reads what they show instead."""
    filters = SearchFilters(reg_ids=(reg_id,), chapter_scope=question.chapter_scope)
    outcome = search(searcher, question.text, filters, _MOST_PAGES)
    wanted = list(dict.fromkeys(result.page_num for result in outcome.results))
    texts: dict[int, str] = {}
    read: list[PageDocument] = []
    for page_num in wanted:
        page = pages.load_page(searcher.database, reg_id, page_num)
        text = f"[{page.source}]\n{page.content_markdown}"
        if texts and sum(map(len, texts.values())) + len(text) > most_characters:
            break
        texts[page_num] = text[:most_characters]
        read.append(page)
    shown = figures_on(searcher.database, read).values()
    described = [
        f"[{figure.source}] {figure.figure_type}: {figure.description}" for figure in shown
    ]
    looked_at = list(shown)[:_MOST_PICTURES] if images is not None else []
    pictures = [found for it in looked_at if (found := _picture(images, it)) is not None]
    return Document(
        reg_id=reg_id,
        title=regulations.get_info(searcher.database, reg_id).title,
        text="\n\n".join([*_in_order(texts), *described]),
        pictures=pictures,
    )


def _in_order(texts: dict[int, str]) -> Iterable[str]:
    return (texts[page_num] for page_num in sorted(texts))


def _picture(images: PageImages | None, figure: Figure) -> Picture | None:
    """None where the image file is gone: its description is read all the same."""
    if images is None:
        return None
    try:
        image = images.figure(figure.reg_id, figure.image_name)
    except FigureNotFoundError:
        return None
    return Picture(f"[{figure.source}]", image.content, image.media_type)
