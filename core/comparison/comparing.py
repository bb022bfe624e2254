"""Two regulations, or two sections, compared as a whole."""

from collections import Counter
from dataclasses import dataclass

from core.comparison.changes import changes_of, counts_of
from core.comparison.passage_pairs import pair_passages
from core.comparison.passages import Half, Reading, half_of
from core.comparison.table_pairs import pair_tables
from core.comparison.terms import shared_terms
from core.model import ChapterNode, Regulation, RegulationInfo
from core.model.comparison import ComparedSide, Comparison, StructureCounts


@dataclass(frozen=True)
class Chosen:
    """A whole regulation, or the part of it below ``section``; ``reading`` has at least that."""

    info: RegulationInfo
    reading: Reading
    section: ChapterNode | None = None

    @classmethod
    def all_of(cls, regulation: Regulation) -> "Chosen":
        reg_id = regulation.info.reg_id
        parts = regulation.pages, regulation.tables, regulation.chapters
        return cls(regulation.info, Reading(reg_id, *parts))

    def half(self) -> Half:
        if self.section is None:
            return half_of(self.reading)
        below = {self.section.node_id}
        for node in self.reading.chapters:  # parents come first
            if node.parent_id in below:
                below.add(node.node_id)
        return half_of(self.reading, below)


def compare(old: Chosen, new: Chosen, *, include_tables: bool = True) -> Comparison:
    """Without tables their captions and cells are left out of everything, counts too."""
    halves = [_without_tables(old, include_tables), _without_tables(new, include_tables)]
    roots = (_root(old), _root(new))
    passages = pair_passages(halves[0].passages, halves[1].passages, roots)
    tables = pair_tables(halves[0].tables, halves[1].tables)
    changes = changes_of(passages, tables)
    return Comparison(
        old=_side(old, halves[0]),
        new=_side(new, halves[1]),
        passages=tuple(passages),
        tables=tuple(tables),
        changes=tuple(changes),
        counts=counts_of(changes, passages, tables),
        terms=shared_terms(_texts(halves[0]), _texts(halves[1])),
        tables_compared=include_tables,
    )


def _without_tables(chosen: Chosen, include_tables: bool) -> Half:
    half = chosen.half()
    return half if include_tables else Half(half.passages, ())


def _root(chosen: Chosen) -> str:
    return chosen.section.section_number if chosen.section is not None else ""


def _texts(half: Half) -> list[str]:
    texts = [passage.body for passage in half.passages if passage.part == "body"]
    return texts + [cell.content for table, _ in half.tables for cell in table.cells]


def _side(chosen: Chosen, half: Half) -> ComparedSide:
    info, section = chosen.info, chosen.section
    return ComparedSide(
        reg_id=info.reg_id,
        title=info.title,
        section_number=section.section_number if section else None,
        section_title=f"{section.label} {section.title}".strip() if section else "",
        page_num=section.page_start if section else 1,
        page_end=section.page_end if section else info.total_pages,
        counts=_counts(half),
    )


def _counts(half: Half) -> StructureCounts:
    subjects = Counter(passage.subject for passage in half.passages)
    pages = {page for one in half.passages for page in (one.place.page_num, one.place.page_end)}
    for table, _ in half.tables:
        pages |= set(range(table.page_start, table.page_end + 1))
    return StructureCounts(
        pages=len(pages),
        headings=subjects["heading"],
        clauses=subjects["clause"],
        paragraphs=subjects["paragraph"],
        list_items=subjects["list_item"],
        notes=subjects["note"],
        figures=subjects["figure"],
        tables=len(half.tables),
        table_rows=sum(table.row_count for table, _ in half.tables),
        characters=sum(len("".join(text.split())) for text in _texts(half)),
    )
