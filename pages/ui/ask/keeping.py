"""Answers to the desk: a citation alone, or the whole answer with all its proof."""

from core.model.answers import Citation, Reply
from pages.ui.desk_button import desk_button, put_on_desk
from pages.ui.i18n import text


def answer_button(reply: Reply) -> None:
    """Only for an answer that something in the regulations carries."""
    if reply.supported:
        proofs = [citation for citation in reply.citations if citation.found]
        label = text("ask.answer_to_the_desk")
        desk_button(reply.question.text, answer_words(reply), proofs, "ask_to_desk", label=label)


def answer_words(reply: Reply) -> str:
    """Who wrote it stays with it, and so does what was not found."""
    by = text("ask.by_model", model=reply.written_by) if reply.written_by else ""
    sources = [f"[{it.number}] {it.source}" for it in reply.citations if it.found]
    parts = [by or text("ask.no_model_wrote"), reply.text, "\n".join(sources)]
    if reply.unverified:
        doubts = [f"{text('ask.unverified')}: {check.text}" for check in reply.unverified]
        parts.append("\n".join(doubts))
    return "\n\n".join(parts)


def keep_citation(citation: Citation) -> None:
    put_on_desk(citation.section or citation.source, "", [citation])
