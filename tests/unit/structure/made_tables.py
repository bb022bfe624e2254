"""Small pages with tables, written as text, for tests of what only the whole document shows.

In a row, ``<`` joins a place to the cell on its left and ``^`` to the cell above.
"""

from core.model import Box
from core.parsing.elements import (
    ParsedCell,
    ParsedElement,
    ParsedFigure,
    ParsedPage,
    ParsedTable,
    TextLine,
)
from core.structure.body import Body, make_body

FOOT, HEAD = 0.92, 0.08
LINE = 0.02


def table(
    *rows: str,
    header: int = 0,
    edges: tuple[float, ...] | None = None,
    top: float = HEAD,
    bottom: float | None = None,
    **more: object,
) -> ParsedElement:
    """Rows as ``a | b | <``; ``bottom`` follows from the rows unless it is given."""
    grid = [[text.strip() for text in row.split("|")] for row in rows]
    col_count = len(grid[0])
    if edges is None:
        edges = tuple(0.1 + 0.8 * at / col_count for at in range(col_count + 1))
    if bottom is not None:
        top = bottom - LINE * len(rows)
    cells = []
    for row, texts in enumerate(grid):
        for col, text in enumerate(texts):
            if text in ("<", "^"):
                continue
            col_span = 1
            while col + col_span < col_count and texts[col + col_span] == "<":
                col_span += 1
            row_span = 1
            while row + row_span < len(grid) and grid[row + row_span][col] == "^":
                row_span += 1
            box = Box(
                left=edges[col],
                top=top + LINE * row,
                right=edges[col + col_span],
                bottom=top + LINE * (row + row_span),
            )
            cells.append(
                ParsedCell(
                    row=row,
                    col=col,
                    row_span=row_span,
                    col_span=col_span,
                    text=text,
                    box=box,
                    is_header=row < header,
                )
            )
    return ParsedElement(
        kind="table",
        text="",
        box=Box(left=edges[0], top=top, right=edges[-1], bottom=top + LINE * len(rows)),
        table=ParsedTable(
            row_count=len(grid),
            col_count=col_count,
            cells=tuple(cells),
            header_row_count=header,
            column_edges=edges,
            **more,
        ),
    )


def text(
    content: str, top: float, kind: str = "text", left: float = 0.1, right: float = 0.9
) -> ParsedElement:
    box = Box(left=left, top=top, right=right, bottom=top + 0.015)
    line = TextLine(start=0, end=len(content), box=box)
    return ParsedElement(kind=kind, text=content, box=box, lines=(line,))


def caption(content: str, top: float) -> ParsedElement:
    return text(content, top, kind="caption", left=0.35, right=0.65)


def figure(top: float, bottom: float) -> ParsedElement:
    return ParsedElement(
        kind="figure",
        text="",
        box=Box(left=0.2, top=top, right=0.8, bottom=bottom),
        figure=ParsedFigure(image_name="p1.png", is_raster=True),
    )


def page(page_num: int, *elements: ParsedElement, is_landscape: bool = False) -> ParsedPage:
    width, height = (842, 595) if is_landscape else (595, 842)
    return ParsedPage(page_num=page_num, width=width, height=height, elements=elements)


def body_of(*pages: list[ParsedElement]) -> Body:
    made = [page(page_num, *elements) for page_num, elements in enumerate(pages, start=1)]
    return make_body("made", made, ())
