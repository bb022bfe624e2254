"""A comparison as one HTML file: no script, no address outside, all text of documents escaped."""

from collections.abc import Iterable
from html import escape

from core.model.comparison import Change, Comparison, DiffSpan, Place, TermUse
from core.services.comparison_reports.wording import Language, word

_STYLE = """
body{font:14px/1.6 "Noto Sans CJK SC","Microsoft YaHei",system-ui,sans-serif;margin:2rem;color:#222}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;width:100%;table-layout:fixed}
th,td{border:1px solid #ccc;padding:.4rem .6rem;vertical-align:top;text-align:left;
overflow-wrap:anywhere}
th{background:#f3f3f3}col.k{width:9rem}ul.s{list-style:none;padding:0;display:flex;flex-wrap:wrap}
ul.s li{padding:.2rem .8rem;margin:0 .5rem .5rem 0;background:#f3f3f3;border-radius:.3rem}
del{background:#fdd;text-decoration:line-through}ins{background:#dfd;text-decoration:none}
.number,.unit,.modal{font-weight:bold}.modal{border-bottom:2px solid #b60}
.number,.unit{border-bottom:2px solid #06b}
.src{color:#666;font-size:.85em;display:block;margin-top:.3rem}.txt{white-space:pre-line}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html_report(comparison: Comparison, language: Language) -> str:
    title = f"{word('title', language)}: {comparison.old.source} → {comparison.new.source}"
    body = [f"<h1>{escape(title)}</h1>", *_summary(comparison, language)]
    in_text = [change for change in comparison.changes if change.part == "body"]
    body += [f"<h2>{word('changes', language)}</h2>", *_changes(in_text, language)]
    front = [change for change in comparison.changes if change.part == "front"]
    if front:
        body += [f"<h2>{word('front', language)}</h2>", *_changes(front, language)]
    body += [*_structure(comparison, language), *_terms(comparison, language)]
    head = (
        '<meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
    )
    lang = "zh-CN" if language == "zh" else "en"
    whole = "\n".join(body)
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>{head}</head>\n<body>{whole}</body></html>\n'
    )


def _summary(comparison: Comparison, language: Language) -> Iterable[str]:
    yield f"<h2>{word('summary', language)}</h2>"
    for side, name in ((comparison.old, "old"), (comparison.new, "new")):
        about = escape(f"{side.title} {side.section_title}".strip())
        source = escape(side.source)
        yield f'<p>{word(name, language)}: {about} <span class="src">{source}</span></p>'
    counts = comparison.counts.model_dump()
    items = "".join(
        f"<li>{word(name, language)}: {count}</li>" for name, count in counts.items() if count
    )
    yield f'<ul class="s">{items}</ul>'


def _changes(changes: Iterable[Change], language: Language) -> Iterable[str]:
    rows = [_row(nth, change, language) for nth, change in enumerate(changes, start=1)]
    if not rows:
        yield f"<p>{word('no_changes', language)}</p>"
        return
    names = (word(name, language) for name in ("kind", "old", "new"))
    header = "".join(f"<th>{name}</th>" for name in names)
    yield f'<table><colgroup><col class="k"><col><col></colgroup><tr>{header}</tr>'
    yield from rows
    yield "</table>"


def _row(nth: int, change: Change, language: Language) -> str:
    kinds = ", ".join(word(kind, language) for kind in change.kinds)
    about = [f"<b>{nth}. {kinds}</b>", word(change.subject, language)]
    if change.direction:
        about.append(f"<b>{word(change.direction, language)}</b>")
    about += [escape(name) for name in (change.table, change.column) if name]
    about.append(f"{word('confidence', language)} {change.confidence:.2f}")
    old = _side(change.old_label, change.old_text, change.spans, change.old_places, is_new=False)
    new = _side(change.new_label, change.new_text, change.spans, change.new_places, is_new=True)
    return f"<tr><td>{'<br>'.join(about)}</td><td>{old}</td><td>{new}</td></tr>"


def _side(
    label: str, text: str, spans: Iterable[DiffSpan], places: Iterable[Place], *, is_new: bool
) -> str:
    marked = "".join(_span(span, is_new=is_new) for span in spans) or escape(text)
    number = f"<b>{escape(label)}</b> " if label else ""
    sources = "".join(f'<span class="src">{escape(_citation(place))}</span>' for place in places)
    return f'<span class="txt">{number}{marked}</span>{sources}'


def _citation(place: Place) -> str:
    return f"{place.source} [{', '.join(place.block_ids)}]" if place.block_ids else place.source


def _span(span: DiffSpan, *, is_new: bool) -> str:
    text = escape(span.new if is_new else span.old)
    if span.kind == "equal" or not text:
        return text
    tag = "ins" if is_new else "del"
    return f'<{tag} class="{" ".join(span.marks)}">{text}</{tag}>'


def _structure(comparison: Comparison, language: Language) -> Iterable[str]:
    yield f"<h2>{word('structure', language)}</h2><table><tr><th></th>"
    yield f"<th>{word('old', language)}</th><th>{word('new', language)}</th></tr>"
    old, new = comparison.old.counts.model_dump(), comparison.new.counts.model_dump()
    for name, count in old.items():
        yield f"<tr><td>{word(name, language)}</td><td>{count}</td><td>{new[name]}</td></tr>"
    yield "</table>"


def _terms(comparison: Comparison, language: Language) -> Iterable[str]:
    yield f"<h2>{word('terms', language)}</h2>"
    terms = comparison.terms
    for name, used in (
        ("common", terms.common),
        ("only_old", terms.only_old),
        ("only_new", terms.only_new),
    ):
        yield f"<p><b>{word(name, language)}:</b> {escape(_term_line(used))}</p>"


def _term_line(used: Iterable[TermUse]) -> str:
    return " · ".join(f"{use.term} ({use.old_count} / {use.new_count})" for use in used)
