"""A regulation cut into chunks: by headings, then by paragraphs, then by a sliding window.

A chunk is a stretch of the regulation's text (``chunk_text``) and knows its pages and blocks.
Tables stand apart: each of their chunks begins with caption and header.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil

from core.model import Chunk, ChunkConfig, Regulation, ids
from core.retrieval.chapter_lineage import ChapterLineage, shared_lineage
from core.retrieval.chunk_text import RegulationText, Stretch, regulation_text
from core.retrieval.section_families import Family, families
from core.retrieval.windows import windows

Span = tuple[int, int]
_GOES_ON = "，、,-—（(“《"


class ContentChunker:
    def __init__(self, config: ChunkConfig = ChunkConfig()) -> None:  # noqa: B008 (frozen)
        self.config = config

    def chunk(self, regulation: Regulation) -> tuple[Chunk, ...]:
        """In the order of the text; none for a regulation without any."""
        whole = regulation_text(regulation, self.config)
        lineages = ChapterLineage(regulation.chapters)
        spans = self._spans(whole, lineages)
        return tuple(
            _chunk(regulation.info.reg_id, nth, whole, span, lineages)
            for nth, span in enumerate(spans)
        )

    def _spans(self, whole: RegulationText, lineages: ChapterLineage) -> list[Span]:
        spans: list[Span] = []
        table_chapter: str | None = None  # of the table that the last span shows
        for table_id, group in groupby(whole.stretches, lambda stretch: stretch.table_id):
            stretches = list(group)
            if table_id is not None:
                spans += self._table_spans(stretches)
                table_chapter = stretches[-1].chapter_id
                continue
            for family in families(stretches, lineages, self.config):
                if self._belongs_to_table(family, spans, table_chapter):
                    spans[-1] = (spans[-1][0], family.end)
                else:
                    spans += self._family_spans(family, whole.text)
                table_chapter = None
        return [cut for span in spans for cut in self._cut(whole.text, span)]

    def _table_spans(self, stretches: Sequence[Stretch]) -> list[Span]:
        """Notes go with the last piece of the table while there is room for them."""
        spans: list[Span] = []
        for stretch in stretches:
            fits = bool(spans) and stretch.end - spans[-1][0] <= self.config.max_chunk_size
            if fits and not stretch.is_piece:
                spans[-1] = (spans[-1][0], stretch.end)
            else:
                spans.append((stretch.start, stretch.end))
        return spans

    def _belongs_to_table(
        self, family: Family, spans: Sequence[Span], table_chapter: str | None
    ) -> bool:
        """A line between two tables is too little for a chunk of its own."""
        return (
            table_chapter is not None
            and family.length < self.config.min_chunk_size
            and all(section.lineage[-1:] == (table_chapter,) for section in family.sections)
            and family.end - spans[-1][0] <= self.config.max_chunk_size
        )

    def _family_spans(self, family: Family, text: str) -> list[Span]:
        if family.length <= self.config.max_chunk_size:
            return [(family.start, family.end)]
        return self._large_enough(self._packed(family, text))

    def _packed(self, family: Family, text: str) -> list[Span]:
        """Whole sections, or paragraphs of a long one, in spans of about the same length."""
        most = self.config.max_chunk_size
        target = family.length / ceil(family.length / most)
        spans: list[Span] = []
        for start, end in self._units(family, text):
            is_open = bool(spans) and spans[-1][1] - spans[-1][0] < target
            if is_open and end - spans[-1][0] <= most:
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((start, end))
        return spans

    def _units(self, family: Family, text: str) -> Iterator[Span]:
        for section in family.sections:
            if section.end - section.start <= self.config.max_chunk_size:
                yield section.start, section.end
            else:
                yield from _paragraphs(section.stretches, text)

    def _large_enough(self, spans: Iterable[Span]) -> list[Span]:
        """A span that is too small joins its neighbour; the window cuts them if need be."""
        found: list[Span] = []
        for start, end in spans:
            smallest = min(end - start, found[-1][1] - found[-1][0]) if found else None
            if smallest is not None and smallest < self.config.min_chunk_size:
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
        return found

    def _cut(self, text: str, span: Span) -> Iterator[Span]:
        start, end = span
        if end - start <= self.config.max_chunk_size:
            yield span
            return
        for first, last in windows(text[start:end], self.config):
            content = text[start + first : start + last]
            if content.strip():
                blanks_before = len(content) - len(content.lstrip())
                yield start + first + blanks_before, start + first + len(content.rstrip())


def _paragraphs(stretches: Iterable[Stretch], text: str) -> list[Span]:
    """A sentence that goes on overleaf is not parted: words over the page break must be found."""
    found: list[Span] = []
    upper: Stretch | None = None
    for stretch in stretches:
        if upper is not None and _goes_on_overleaf(upper, stretch, text):
            found[-1] = (found[-1][0], stretch.end)
        else:
            found.append((stretch.start, stretch.end))
        upper = stretch
    return found


def _goes_on_overleaf(upper: Stretch, lower: Stretch, text: str) -> bool:
    if upper.page_end >= lower.page_num or upper.is_heading or lower.is_heading:
        return False
    last, first = text[upper.start : upper.end].rstrip()[-1:], text[lower.start]
    return (last.isalnum() or last in _GOES_ON) and first.isalpha()


def _chunk(
    reg_id: str, nth: int, whole: RegulationText, span: Span, lineages: ChapterLineage
) -> Chunk:
    start, end = span
    stretches = whole.stretches_within(start, end)
    bodies = [stretch for stretch in stretches if not stretch.is_heading] or stretches[-1:]
    # Chapters side by side at the top have none above them: the first one names the chunk.
    first = lineages.of(bodies[0].chapter_id)
    lineage = shared_lineage([lineages.of(stretch.chapter_id) for stretch in bodies]) or first
    chapter_id = lineage[-1] if lineage else None
    return Chunk(
        chunk_id=ids.chunk_id(reg_id, nth),
        reg_id=reg_id,
        chunk_index=nth,
        content=whole.text[start:end],
        heading=" > ".join(bodies[0].chapter_path[: len(lineage)]),
        start_position=start,
        end_position=end,
        page_num=min(stretch.page_num for stretch in stretches),
        page_end=max(stretch.page_end for stretch in stretches),
        block_ids=_each_once(stretch.block_ids for stretch in stretches),
        block_types=_each_once(stretch.block_types for stretch in stretches),
        table_id=stretches[0].table_id,
        chapter_id=chapter_id,
        section_number=lineages.section_number(chapter_id),
    )


def _each_once(values: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for part in values for value in part))
