"""A comparison as an XLSX workbook. Whatever a document says is text in it, never a formula."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font

from core.model.comparison import Change, Comparison, Place
from core.services.comparison_reports.wording import Language, word

_LONGEST_TEXT = 32_000  # a cell of a workbook holds no more than 32,767
_WIDTHS = (12, 12, 10, 14, 60, 60, 30, 30, 24, 20, 10)


def xlsx_report(comparison: Comparison, language: Language) -> bytes:
    book = Workbook(write_only=True)
    _sheet(book, word("summary", language), _summary(comparison, language), (24, 24, 24))
    _sheet(book, word("changes", language), _changes(comparison, language), _WIDTHS)
    _sheet(book, word("terms", language), _terms(comparison, language), (24, 12, 12))
    written = BytesIO()
    book.save(written)
    return written.getvalue()


Value = str | int | float


def _sheet(
    book: Workbook, title: str, rows: Iterable[Sequence[Value]], widths: Sequence[int]
) -> None:
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for index, width in enumerate(widths):
        sheet.column_dimensions["ABCDEFGHIJKLMNOP"[index]].width = width
    for nth, row in enumerate(rows):
        sheet.append([_cell(sheet, value, is_head=nth == 0) for value in row])


def _cell(sheet: object, value: Value, *, is_head: bool) -> WriteOnlyCell:
    if isinstance(value, str):
        legal: str = ILLEGAL_CHARACTERS_RE.sub("", value)
        value = legal if len(legal) <= _LONGEST_TEXT else f"{legal[:_LONGEST_TEXT]} […]"
    cell = WriteOnlyCell(sheet, value=None if value == "" else value)
    if isinstance(value, str) and value:
        cell.data_type = "s"  # also what begins with = + - @
        cell.quotePrefix = True  # and stays text when somebody edits it
    cell.alignment = Alignment(vertical="top", wrap_text=True)
    if is_head:
        cell.font = Font(bold=True)
    return cell


def _summary(comparison: Comparison, language: Language) -> Iterable[Sequence[Value]]:
    yield "", word("old", language), word("new", language)
    yield word("source", language), comparison.old.source, comparison.new.source
    yield "", comparison.old.title, comparison.new.title
    old, new = comparison.old.counts.model_dump(), comparison.new.counts.model_dump()
    for name, count in old.items():
        yield word(name, language), count, new[name]
    for name, count in comparison.counts.model_dump().items():
        yield word(name, language), "", count


def _changes(comparison: Comparison, language: Language) -> Iterable[Sequence[Value]]:
    old, new, source = (word(name, language) for name in ("old", "new", "source"))
    number = word("number", language)
    yield (
        word("kind", language),
        word("subject", language),
        word("direction", language),
        number,
        old,
        new,
        f"{source}: {old}",
        f"{source}: {new}",
        word("table_name", language),
        word("column", language),
        word("confidence", language),
    )
    for change in comparison.changes:
        yield _row(change, language)


def _row(change: Change, language: Language) -> Sequence[Value]:
    labels = [change.old_label, change.new_label]
    return (
        ", ".join(word(kind, language) for kind in change.kinds),
        word(change.subject, language),
        word(change.direction, language) if change.direction else "",
        labels[0] if labels[0] == labels[1] else " → ".join(labels),
        change.old_text,
        change.new_text,
        _sources(change.old_places),
        _sources(change.new_places),
        change.table,
        change.column,
        change.confidence,
    )


def _sources(places: Iterable[Place]) -> str:
    return "\n".join(f"{place.source} [{', '.join(place.block_ids)}]" for place in places)


def _terms(comparison: Comparison, language: Language) -> Iterable[Sequence[Value]]:
    yield word("terms", language), word("old", language), word("new", language)
    terms = comparison.terms
    for use in (*terms.common, *terms.only_old, *terms.only_new):
        yield use.term, use.old_count, use.new_count
