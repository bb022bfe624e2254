"""A reply as a file to send on: Markdown or Word, every statement with its source."""

import re
from collections.abc import Iterator

from core.model.answers import Check, Citation, Reply
from core.services.ask.export_wording import WORDS
from core.services.comparison_reports.wording import Language
from core.services.docx import Part, docx_file

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def reply_markdown(reply: Reply, language: Language) -> str:
    lines = [f"# {_escaped(reply.question.text)}", ""]
    for part in _parts(reply, language):
        text = _escaped(part.text)
        source = f"  \n  〔{_escaped(part.source)}〕" if part.source else ""
        if part.kind == "heading":
            lines += [f"{'#' * (part.level + 1)} {text}", ""]
        elif part.kind == "quotation":
            quoted = "\n".join(f"> {line}" for line in text.splitlines())
            lines += [quoted + (f"\n>\n> 〔{_escaped(part.source)}〕" if part.source else ""), ""]
        elif part.kind == "item":
            lines += [f"- {text}{source}"]
        elif part.kind == "remark":
            lines += [f"*{text}*", ""]
        else:
            lines += [text + source, ""]
    return "\n".join(lines).rstrip() + "\n"


def reply_docx(reply: Reply, language: Language) -> bytes:
    return docx_file(reply.question.text, _parts(reply, language))


def _parts(reply: Reply, language: Language) -> Iterator[Part]:
    words = WORDS[language]
    yield Part("remark", words["asked_at"].format(reply.asked_at.strftime("%Y-%m-%d %H:%M UTC")))
    if reply.written_by:
        yield Part("remark", words["written_by"].format(reply.written_by))
    else:
        yield Part("remark", words["no_model"])
    if not reply.supported:
        yield Part("paragraph", words["not_found"])
    if reply.written_by:
        yield Part("heading", words["answer"])
        for paragraph in reply.text.split("\n"):
            if paragraph.strip():
                yield Part("paragraph", paragraph.strip())
        yield from _doubts(reply.unverified, words)
    if reply.citations:
        yield Part("heading", words["sources"])
    for citation in reply.citations:
        yield _citation(citation, words)
    if reply.conflicts:
        yield Part("heading", words["conflicts"])
    by_number = {citation.number: citation for citation in reply.citations}
    for conflict in reply.conflicts:
        first, second = by_number[conflict.first], by_number[conflict.second]
        yield Part(
            "item",
            f"[{conflict.first}] {first.source}: {'、'.join(conflict.first_says) or '—'} ≠ "
            f"[{conflict.second}] {second.source}: {'、'.join(conflict.second_says) or '—'}",
        )


def _citation(citation: Citation, words: dict[str, str]) -> Part:
    led = ""
    if citation.followed_from is not None:
        led = words["followed"].format(citation.followed_from, citation.reference) + " "
    about = citation.context.split("\n")[0] if citation.kind == "row" else ""
    source = " · ".join(part for part in (citation.source, about) if part)
    quote = citation.quote if citation.quote else words["page_only"]
    return Part("quotation", f"[{citation.number}] {led}{quote}", source)


def _doubts(unverified: tuple[Check, ...], words: dict[str, str]) -> Iterator[Part]:
    if unverified:
        yield Part("heading", words["unverified"], level=2)
    for check in unverified:
        yield Part("item", check.text)


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)
