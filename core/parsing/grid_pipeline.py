"""Our own docling pipeline: no weights, no torch.

The layout and its order come from the page's ink (``page_reading``), the rest is docling's: its
assembly of pages, its lists, captions and footnotes, its DoclingDocument.
"""

from docling.backend.abstract_backend import AbstractDocumentBackend
from docling.backend.pdf_backend import iter_pdf_page_backends
from docling.datamodel.base_models import (
    AssembledUnit,
    Cluster,
    ConversionStatus,
    LayoutPrediction,
    Page,
    Table,
    TableStructurePrediction,
)
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import PdfPipelineOptions
from docling.models.postprocessing.reading_order_rb import (
    PageElement,
    ReadingOrderPredictor,
    SeparatorElement,
)
from docling.models.stages.page_assemble.page_assemble_model import (
    PageAssembleModel,
    PageAssembleOptions,
)
from docling.models.stages.reading_order.readingorder_model import (
    ReadingOrderModel,
    ReadingOrderOptions,
)
from docling.pipeline.base_pipeline import ConvertPipeline, get_expected_page_nos
from docling_core.types.doc.base import BoundingBox, CoordOrigin, Size
from docling_core.types.doc.items.table.table_data import TableCell
from docling_core.types.doc.labels import DocItemLabel
from docling_core.types.doc.page import BoundingRectangle, TextCell
from pydantic import PrivateAttr

from core.parsing.blocks import Block
from core.parsing.grid_backend import GridPageBackend, GridPdfBackend
from core.parsing.ink import Area, PageInk, SecondLook
from core.parsing.page_reading import PageReading, read_page
from core.parsing.tables import FoundTable

_LABELS = {
    "text": DocItemLabel.TEXT,
    "heading": DocItemLabel.SECTION_HEADER,
    "list": DocItemLabel.LIST_ITEM,
    "caption": DocItemLabel.CAPTION,
    "footnote": DocItemLabel.FOOTNOTE,
    "table": DocItemLabel.TABLE,
    "figure": DocItemLabel.PICTURE,
}


class GridPage(Page):
    """docling's page, with the reading that its parts came from: docling has no place for that."""

    _reading: PageReading = PrivateAttr()


class GridPipeline(ConvertPipeline):
    def __init__(self, pipeline_options: PdfPipelineOptions) -> None:
        super().__init__(pipeline_options)
        self._assemble = _Assembly(PageAssembleOptions())
        self._order = ReadingOrderModel(ReadingOrderOptions())
        self._order.ro_model = _OrderAsRead()  # type: ignore[no-untyped-call]

    def _build_document(self, conv_res: ConversionResult) -> ConversionResult:
        page_numbers = get_expected_page_nos(conv_res)
        document = conv_res.input._backend
        assert isinstance(document, GridPdfBackend)
        for backend in iter_pdf_page_backends(document, page_numbers):
            assert isinstance(backend, GridPageBackend)
            page = GridPage(page_no=backend.page_no)
            page._backend = backend
            page._reading = _read(backend)
            _lay_out(page, page._reading)
            list(self._assemble(conv_res, [page]))
            backend.unload()
            page._backend = None
            conv_res.pages.append(page)
            conv_res._progress.page_completed(
                page.page_no, total_pages=len(page_numbers), success=True
            )
        conv_res.status = ConversionStatus.SUCCESS
        return conv_res

    def _assemble_document(self, conv_res: ConversionResult) -> ConversionResult:
        units = [page.assembled for page in conv_res.pages if page.assembled is not None]
        conv_res.assembled = AssembledUnit(
            elements=[element for unit in units for element in unit.elements],
            headers=[element for unit in units for element in unit.headers],
            body=[element for unit in units for element in unit.body],
        )
        conv_res.document = self._order(conv_res)
        return conv_res

    def _determine_status(self, conv_res: ConversionResult) -> ConversionStatus:
        return conv_res.status

    def _unload(self, conv_res: ConversionResult) -> None:
        if conv_res.input._backend:
            conv_res.input._backend.unload()  # type: ignore[no-untyped-call]

    @classmethod
    def get_default_options(cls) -> PdfPipelineOptions:
        return PdfPipelineOptions()

    @classmethod
    def is_backend_supported(cls, backend: AbstractDocumentBackend) -> bool:
        return isinstance(backend, GridPdfBackend)


class _Assembly(PageAssembleModel):
    """Blocks arrive as finished text: docling's clean-up would rewrite its quotation marks."""

    def sanitize_text(self, lines: list[str]) -> str:
        return "".join(lines)


class _OrderAsRead(ReadingOrderPredictor):
    """Blocks arrive in reading order.

    Text that goes on over a page break stays on its own page: a citation names one page.
    """

    def predict_reading_order(
        self,
        page_elements: list[PageElement],
        page_separators: list[SeparatorElement] | None = None,
    ) -> list[PageElement]:
        return sorted(page_elements, key=lambda element: (element.page_no, element.cid))

    def predict_merges(self, sorted_elements: list[PageElement]) -> dict[int, list[int]]:
        return {}


def _read(backend: GridPageBackend) -> PageReading:
    """The page's reading; a page that fails is an empty one that says so."""
    size = backend.get_size()
    try:
        look = backend.read_ink()
        if look is not None and look.ink.width > 0 and look.ink.height > 0:
            return _with_doubts(read_page(look.ink, backend.picture), look)
        whole_page = Area(0, 0, size.width, size.height)
        picture_only = PageInk(size.width, size.height, bitmaps=(whole_page,))
        return read_page(picture_only, backend.picture).with_warning(
            "The text layer could not be decoded; the page was read by OCR."
        )
    except MemoryError:
        raise
    except Exception as error:
        return PageReading(
            ink=PageInk(size.width, size.height),
            blocks=(),
            text_quality="none",
            warnings=(f"The page could not be read ({type(error).__name__}).",),
            is_lost=True,
        )


def _with_doubts(reading: PageReading, look: SecondLook) -> PageReading:
    if look.missed and reading.text_quality in ("good", "folded"):
        return reading.with_warning(
            f"{len(look.missed)} characters of the page may be missing: two ways of reading it"
            " disagree. Compare the text with the image."
        )
    if look.added and reading.text_quality in ("good", "folded"):
        return reading.with_warning(
            f"“{_shortened(look.added)}” was found by a second reading only."
            " Compare its place with the image."
        )
    return reading


def _shortened(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _lay_out(page: GridPage, reading: PageReading) -> None:
    page.size = Size(width=reading.ink.width, height=reading.ink.height)
    clusters: list[Cluster] = []
    tables: dict[int, Table] = {}
    for number, block in enumerate(reading.blocks):
        cluster = _cluster(number, block, page.size)
        clusters.append(cluster)
        if block.table is not None:
            tables[number] = _table(block.table, cluster, page.page_no)
    page.predictions.layout = LayoutPrediction(clusters=clusters)
    page.predictions.tablestructure = TableStructurePrediction(table_map=tables)


def _cluster(number: int, block: Block, page_size: Size) -> Cluster:
    bbox = bounding_box(block.area)
    label = _LABELS[block.kind]
    if block.is_furniture:
        above = block.area.bottom < page_size.height / 2
        label = DocItemLabel.PAGE_HEADER if above else DocItemLabel.PAGE_FOOTER
    cells: list[TextCell] = []
    if block.kind not in ("table", "figure"):
        # One cell for the whole block: docling would put a blank at every line break.
        cells = [
            TextCell(
                index=0,
                rect=BoundingRectangle.from_bounding_box(bbox),
                text=block.text,
                orig=block.text,
                from_ocr=False,
            )
        ]
    return Cluster(id=number, label=label, bbox=bbox, cells=cells)


def _table(table: FoundTable, cluster: Cluster, page_no: int) -> Table:
    return Table(
        otsl_seq=[],
        table_cells=[
            TableCell(
                bbox=bounding_box(cell.area),
                row_span=cell.row_span,
                col_span=cell.col_span,
                start_row_offset_idx=cell.row,
                end_row_offset_idx=cell.row + cell.row_span,
                start_col_offset_idx=cell.col,
                end_col_offset_idx=cell.col + cell.col_span,
                text=cell.text,
                column_header=cell.is_header,
            )
            for cell in table.cells
        ],
        num_rows=table.row_count,
        num_cols=table.col_count,
        id=cluster.id,
        page_no=page_no,
        cluster=cluster,
        label=cluster.label,
    )


def bounding_box(area: Area) -> BoundingBox:
    return BoundingBox(
        l=area.left, t=area.top, r=area.right, b=area.bottom, coord_origin=CoordOrigin.TOPLEFT
    )
