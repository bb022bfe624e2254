"""Writes the blocks as Typst source, with a marker at every place whose page must be known."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typesetting.inline import Span
    from typesetting.markup import Block, Cell, Table


@dataclass
class Emitter:
    """Collects Typst lines; marker ids are derived from the block's index alone."""

    english: bool
    bookmarks: bool
    lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        self.lines.append(line)


def quoted(text: str) -> str:
    """A Typst string literal in content; JSON escapes are the same for what we use."""
    return "#" + json.dumps(text, ensure_ascii=False) if text else ""


def mark(marker: str) -> str:
    return f'#mk("{marker}")'


def inline(spans: list[Span], key: str) -> str:
    """Typst content of a run of spans; references and footnotes get markers of their own."""
    parts = []
    for index, span in enumerate(spans):
        name = f"{key}.i{index}"
        if span.kind == "ref":
            parts.append(f"{mark(name + ':s')}{quoted(span.text)}{mark(name + ':e')}")
        elif span.kind == "mark":
            parts.append(f"{mark(name + ':s')}#sup[{quoted(span.text)}]")
        elif span.kind == "foot":
            body = inline(span.inner or [], name)
            parts.append(
                f"{mark(name + ':m')}#footnote[{mark(name + ':s')}{body}{mark(name + ':e')}]"
            )
        else:
            parts.append(quoted(span.text))
    return "".join(parts)


def marked(spans: list[Span], key: str, before: str = "") -> str:
    return f"{mark(key + ':s')}{before}{inline(spans, key)}{mark(key + ':e')}"


def cell_source(cell: Cell, table: Table, key: str) -> str:
    options = []
    if cell.col_span > 1:
        options.append(f"colspan: {cell.col_span}")
    if cell.row_span > 1:
        options.append(f"rowspan: {cell.row_span}")
    cut_row = "cut" in table.options and cell.row >= table.header_rows
    cut_span = "cutspan" in table.options and cell.row_span > 1
    if (cut_row or cut_span) and cell.row >= table.header_rows:
        options.append("breakable: true")
    header = cell.row < table.header_rows
    left = str(cell.col) in table.options.get("left", "").split(",")
    if left and not header:
        options.append("align: left + horizon")
    body = marked(cell.spans, f"{key}.r{cell.row}c{cell.col}")
    body = f"#th[{body}]" if header else body
    return f"  table.cell({', '.join(options)})[{body}],"


def table_rows(table: Table, key: str, header: bool) -> list[str]:
    cells = [c for c in table.cells if (c.row < table.header_rows) == header]
    return [cell_source(cell, table, key) for cell in cells]


def wide(table: Table, out: Emitter) -> str:
    """Chinese captions print an ideographic space behind the number."""
    return table.caption if out.english else table.caption.replace(" ", "　", 1)


def emit_caption(out: Emitter, table: Table, key: str) -> None:
    body = f"{mark(key + '.cap:s')}{quoted(wide(table, out))}{mark(key + '.cap:e')}"
    out.add(f"#cap[{body}]")
    if "capbreak" in table.options:
        out.add("#pagebreak()")


def emit_table(out: Emitter, table: Table, key: str) -> None:
    mode = table.options.get("mode", "norepeat")
    if mode != "contcap" and table.caption:
        emit_caption(out, table, key)
    columns = ", ".join(table.options["cols"].split(","))
    ruled = table.options.get("ruled") != "no"
    size = table.options.get("size", "9.5")
    inset = table.options.get("inset", "4.2")
    out.add(
        f"#grid-table(columns: ({columns},), ruled: {str(ruled).lower()}, "
        f"size: {size}pt, inset-y: {inset}pt,"
    )
    if "mode" not in table.options:
        out.add(f" breakable: false, sticky: {str(bool(table.notes)).lower()},")
    repeat = "true" if mode in {"repeat", "contcap"} else "false"
    if table.header_rows:
        out.add(f" table.header(repeat: {repeat},")
        if mode == "contcap":
            caption, continued = wide(table, out), continued_caption(table, out.english)
            out.add(
                f"  table.cell(colspan: {table.col_count}, stroke: none)"
                f'[#running-caption("{key}", "{caption}", "{continued}")],'
            )
        out.lines += table_rows(table, key, header=True)
        if not ruled:
            out.add("  table.hline(stroke: 0.6pt),")
        out.add(" ),")
    out.lines += table_rows(table, key, header=False)
    out.add(")")
    for index, note in enumerate(table.notes):
        more = str(index + 1 < len(table.notes)).lower()
        body = marked(note.spans, f"{key}.n{index}", quoted(note.label))
        out.add(f"#tnote(sticky: {more})[{body}]")
    out.add("#v(6pt)")


def continued_caption(table: Table, english: bool) -> str:
    if english:
        return f"Table {table.number} {table.title} (continued)"
    prefix = "" if (table.number or "").startswith("附表") else "表"
    return f"{prefix}{table.number}（续）"


def emit_figure(out: Emitter, block: Block, key: str) -> None:
    width, height = block.options["w"], block.options["h"]
    word = "Figure " if out.english else "图"
    gap = " " if out.english else "　"
    out.add(f'#fig("{key}", {width}pt, {height}pt, {block.options["draw"]})')
    out.add(f"#figcap[{marked(block.spans, key, quoted(f'{word}{block.argument}{gap}'))}]")


def emit_directive(out: Emitter, block: Block, key: str) -> None:
    simple = {
        "pagebreak": "#pagebreak(weak: true)",
        "blank": f'#blank-page("{key}")',
        "contents": f'#contents-pages("{key}")',
        # No marker at the head of these pages: a chapter heading there breaks the page weakly.
        "twocol": "#page(columns: 2)[",
        "endtwocol": f'#mk("{key}:endtwocol")]',
        "landscape": "#page(flipped: true)[",
        "endlandscape": f'#mk("{key}:endlandscape")]',
        "bodystart": "#body-start()",
        "vspace": f"#v({block.argument})",
    }
    out.add(simple[block.kind])


def emit_block(out: Emitter, block: Block, key: str) -> None:
    if block.kind == "heading":
        gap = "　" if not out.english else " "
        title = f"{quoted(block.label + (gap if block.text else ''))}{inline(block.spans, key)}"
        bookmarked = str(out.bookmarks).lower()
        # A chapter opens a page, unless a page of its own kind has just been opened for it.
        if block.level == 1 and not out.lines[-1].endswith("["):
            out.add("#pagebreak(weak: true)")
        out.add(f'#sec({block.level}, "{key}", [{title}], bookmarked: {bookmarked})')
    elif block.kind == "clause":
        body = marked(block.spans, key, f"#num[{quoted(block.label)}]#h(0.7em)")
        out.add(f"#clause({block.level})[{body}]")
    elif block.kind in {"text", "not_heading"}:
        out.add(f"#para[{marked(block.spans, key)}]")
    elif block.kind == "list":
        out.add(f"#item[{marked(block.spans, key)}]")
    elif block.kind == "table" and block.table:
        emit_table(out, block.table, key)
    elif block.kind == "fig":
        emit_figure(out, block, key)
    else:
        emit_directive(out, block, key)


def typst_source(blocks: list[Block], settings: dict[str, object], english: bool) -> str:
    out = Emitter(english, bool(settings["bookmarks"]))
    out.add('#import "template.typ": *')
    out.add('#import "figures.typ": *')
    strings = ", ".join(
        f"{name}: {json.dumps(settings[name], ensure_ascii=False)}"
        for name in ("title", "subtitle", "code", "edition", "issuer", "published", "language")
    )
    out.add(f"#show: regulation.with({strings})")
    for index, block in enumerate(blocks):
        emit_block(out, block, f"b{index}")
    return "\n\n".join(out.lines[:3]) + "\n" + "\n".join(out.lines[3:]) + "\n"
