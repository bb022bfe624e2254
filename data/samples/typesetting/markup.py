"""Reads the sample markup: one source text, two editions, into a list of blocks.

The markup is line based (README.md lists it). Every block remembers the source line it came
from: that line number is the identity by which the two editions are compared, so a difference
between the editions can only exist where the source has a switch.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from typesetting.inline import Span, parse_inline, plain_text
from typesetting.numbering import section_key

EDITION_LINE = re.compile(r"^\[(23|24)(?:@([\w-]+))?\]\s?")
TAG_LINE = re.compile(r"^\[@([\w-]+)\]\s?")
SWITCH = re.compile(r"\{([^{}→]*)→([^{}]*)\}")
LABEL = re.compile(
    r"^(第[一二三四五六七八九十百]+[章节条]|附录[A-Z]|附件\d+|[A-Z](?:\.\d+)+"
    r"|\d+(?:\.\d+)+|\d+(?= )|Article \d+|A\d+\.\d+|Part \d+\.\d+"
    r"|[RM]\d+\.|Attachment \d+|\([a-zA-Z0-9]+\))\s*"
)


@dataclass
class Cell:
    """One cell of the joined table; merged cells are kept once, at their top left place."""

    row: int
    col: int
    row_span: int
    col_span: int
    spans: list[Span]

    @property
    def content(self) -> str:
        return plain_text(self.spans)


@dataclass
class Note:
    """A note printed under a table (注1：…), with the label as printed."""

    label: str
    spans: list[Span]
    line: int


@dataclass
class Table:
    """A whole table, before anybody knows where the pages break."""

    number: str | None
    title: str
    caption: str
    options: dict[str, str]
    cells: list[Cell] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    row_lines: list[int] = field(default_factory=list)
    row_tags: list[str | None] = field(default_factory=list)
    row_texts: list[list[str]] = field(default_factory=list)
    col_count: int = 0

    @property
    def header_rows(self) -> int:
        return int(self.options.get("head", "1"))

    @property
    def row_count(self) -> int:
        return len(self.row_lines)


@dataclass
class Block:
    """A heading, clause, paragraph, list item, table, figure or layout directive."""

    kind: str
    line: int
    spans: list[Span] = field(default_factory=list)
    level: int = 0
    label: str = ""
    number: str = ""
    section: str = ""
    tag: str | None = None
    table: Table | None = None
    options: dict[str, str] = field(default_factory=dict)
    argument: str = ""

    @property
    def text(self) -> str:
        return plain_text(self.spans)

    @property
    def printed(self) -> str:
        """The text as it stands on the page, number included."""
        gap = " " if self.label and self.text else ""
        return f"{self.label}{gap}{self.text}" if self.label else self.text


@dataclass
class SourceLine:
    """A line of the source after the edition was chosen."""

    line: int
    text: str
    tag: str | None


def choose_edition(source: str, edition: int) -> list[SourceLine]:
    """Keep the lines of one edition (0 is the older) and settle the inline switches."""
    chosen = []
    for index, raw in enumerate(source.splitlines(), start=1):
        text, tag = raw.rstrip(), None
        match = EDITION_LINE.match(text)
        if match:
            if (match.group(1) == "24") != bool(edition):
                continue
            tag, text = match.group(2), text[match.end() :]
        elif tagged := TAG_LINE.match(text):
            tag, text = tagged.group(1), text[tagged.end() :]
        text = SWITCH.sub(lambda m: m.group(edition + 1), text)
        if text and not text.startswith("//"):
            chosen.append(SourceLine(index, text, tag))
    return chosen


def parse_options(parts: list[str]) -> dict[str, str]:
    options = {}
    for part in parts:
        name, _, value = part.strip().partition("=")
        options[name] = value or "yes"
    return options


def caption_text(number: str | None, title: str, english: bool) -> str:
    if number is None:
        return title
    if english:
        return f"Table {number} {title}"
    prefix = "" if number.startswith("附表") else "表"
    return f"{prefix}{number} {title}"


def fill_cells(table: Table, rows: list[list[str]]) -> None:
    """Turn the grid notation (`<` joins to the left, `^` to the cell above) into spans."""
    table.col_count = len(rows[0])
    for r, row in enumerate(rows):
        if len(row) != table.col_count:
            raise ValueError(f"table {table.caption}: row {r} has {len(row)} cells: {row}")
        for c, text in enumerate(row):
            if text in {"<", "^"}:
                continue
            width = 1
            while c + width < len(row) and row[c + width] == "<":
                width += 1
            height = 1
            while r + height < len(rows) and rows[r + height][c] == "^":
                height += 1
            table.cells.append(Cell(r, c, height, width, parse_inline(text)))


def parse_table(lines: list[SourceLine], start: int, english: bool) -> tuple[Table, int]:
    head = [part.strip() for part in lines[start].text[len("!table ") :].split("|")]
    number = None if head[0] == "-" else head[0]
    table = Table(number, head[1], caption_text(number, head[1], english), parse_options(head[2:]))
    rows: list[list[str]] = []
    in_notes = False
    index = start + 1
    while lines[index].text != "!end":
        entry = lines[index]
        if entry.text == "!notes":
            in_notes = True
        elif in_notes:
            label, _, text = entry.text.partition("@@")
            table.notes.append(Note(label, parse_inline(text), entry.line))
        else:
            rows.append([cell.strip() for cell in entry.text.split("|")])
            table.row_lines.append(entry.line)
            table.row_tags.append(entry.tag)
        index += 1
    fill_cells(table, rows)
    table.row_texts = [[plain_text(parse_inline(cell)) for cell in row] for row in rows]
    return table, index


def numbered_block(entry: SourceLine) -> Block:
    kind = "heading" if entry.text[0] == "#" else "clause"
    level, _, rest = entry.text[1:].partition(" ")
    match = LABEL.match(rest)
    if not match:
        raise ValueError(f"line {entry.line}: no section label in {rest!r}")
    return Block(
        kind,
        entry.line,
        parse_inline(rest[match.end() :]),
        level=int(level),
        label=match.group(1).strip(),
        tag=entry.tag,
    )


def directive_block(entry: SourceLine) -> Block:
    name, _, argument = entry.text[1:].partition(" ")
    parts = [part.strip() for part in argument.split("|")]
    return Block(
        name, entry.line, argument=parts[0], options=parse_options(parts[2:]),
        spans=parse_inline(parts[1]) if len(parts) > 1 else [], tag=entry.tag,
    )  # fmt: skip


def plain_block(entry: SourceLine) -> Block:
    prefixes = {"- ": "list", "~ ": "not_heading"}
    kind = prefixes.get(entry.text[:2], "text")
    text = entry.text if kind == "text" else entry.text[2:]
    return Block(kind, entry.line, parse_inline(text), tag=entry.tag)


def assign_sections(blocks: list[Block]) -> None:
    """Give numbered blocks their unique key, and every block the section it stands in."""
    open_sections: list[Block] = []
    for block in blocks:
        if block.kind in {"heading", "clause"}:
            while open_sections and open_sections[-1].level >= block.level:
                open_sections.pop()
            parent = open_sections[-1].number if open_sections else ""
            block.number = section_key(block.label, parent)
            open_sections.append(block)
        block.section = open_sections[-1].number if open_sections else ""
        block.options.setdefault(
            "parent", open_sections[-2].number if len(open_sections) > 1 else ""
        )


def number_footnotes(blocks: list[Block], form: str) -> None:
    """Footnotes are counted through the document, as Typst prints them."""
    count = 0
    for block in blocks:
        for span in block.spans:
            if span.kind == "foot":
                count += 1
                span.number = form.format(count)


def parse_source(source: str, edition: int, english: bool = False) -> list[Block]:
    lines = choose_edition(source, edition)
    blocks: list[Block] = []
    index = 0
    while index < len(lines):
        entry = lines[index]
        if entry.text.startswith("!table "):
            table, index = parse_table(lines, index, english)
            blocks.append(Block("table", entry.line, table=table, tag=entry.tag))
        elif entry.text.startswith("!"):
            blocks.append(directive_block(entry))
        elif re.match(r"[#:]\d ", entry.text):
            blocks.append(numbered_block(entry))
        else:
            blocks.append(plain_block(entry))
        index += 1
    number_footnotes(blocks, "{}" if english else "{})")
    assign_sections(blocks)
    return blocks
