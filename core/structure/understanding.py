"""What only the whole document shows, put together: a parsed PDF becomes a regulation."""

from collections.abc import Sequence

from core.model import Regulation, RegulationInfo
from core.parsing.elements import ParsedDocument
from core.structure.body import make_body
from core.structure.captions import tie_captions
from core.structure.figures import find_figures
from core.structure.furniture import find_furniture
from core.structure.page_documents import DocumentView, page_documents
from core.structure.table_joins import join_tables


def understand(
    info: RegulationInfo, parsed: ParsedDocument, library: Sequence[RegulationInfo]
) -> Regulation:
    """``library`` are the regulations that references to other documents may lead to."""
    body = make_body(info.reg_id, parsed.pages, find_furniture(parsed.pages))
    captions = tie_captions(body)
    joined = join_tables(body, captions)
    figures = find_figures(body, captions.of, {})
    view = DocumentView(
        body=body,
        joined=joined,
        tables={table.table_id: table for table in joined.tables},
        figures=figures,
        annotations=(),
        chapter_of={},
        chapter_paths={},
        heading_levels={},
        active_chapters={},
    )
    return Regulation(
        info=info,
        pages=page_documents(view),
        tables=joined.tables,
        figures=tuple(figures.values()),
    )
