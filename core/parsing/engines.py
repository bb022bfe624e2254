"""The two ways to parse pages: our grid engine, and docling's standard pipeline."""

import resource
from collections.abc import Callable
from functools import lru_cache

from docling.datamodel.backend_options import PdfBackendOptions
from docling.datamodel.base_models import ConversionStatus, InputFormat
from docling.datamodel.document import ConversionResult
from docling.datamodel.pipeline_options import PdfPipelineOptions
from docling.datamodel.progress import BaseConversionProgress, ConversionProgressKind
from docling.document_converter import DocumentConverter, PdfFormatOption
from pydantic import SecretStr

from core.model.geometry import Box
from core.parsing.docling_mapping import pages_from
from core.parsing.grid_backend import GridPdfBackend
from core.parsing.grid_pipeline import GridPage, GridPipeline
from core.parsing.messages import PageRead, PagesDone, PagesTask
from core.parsing.opening import open_pdf
from core.parsing.page_images import save_figure


def parse_pages(task: PagesTask, on_page: Callable[[PageRead], None]) -> PagesDone:
    """The pages of the task; figures and the part's DoclingDocument are written to its folder."""

    def report(event: BaseConversionProgress) -> None:
        if event.kind == ConversionProgressKind.PAGE_COMPLETED:
            on_page(PageRead(page_num=event.page_no))  # type: ignore[attr-defined]

    result = _converter(task).convert(
        task.source.path,
        raises_on_error=False,
        page_range=(task.first, task.last),
        progress_callback=report,
    )
    if result.status not in (ConversionStatus.SUCCESS, ConversionStatus.PARTIAL_SUCCESS):
        raise RuntimeError(_reason(result))
    readings = {page.page_no: page._reading for page in result.pages if isinstance(page, GridPage)}
    pdf = open_pdf(task.source)
    try:

        def save(page_num: int, box: Box, name: str) -> None:
            save_figure(pdf[page_num - 1], box, task.staging / name)

        pages = pages_from(
            result.document,
            range(task.first, task.last + 1),
            readings,
            save,
        )
    finally:
        pdf.close()
    part = task.staging / task.part_name
    part.write_text(result.document.model_dump_json(by_alias=True, exclude_none=True), "utf-8")
    peak_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return PagesDone(
        pages=tuple(pages),
        part=part,
        lost=tuple(number for number, reading in readings.items() if reading.is_lost),
        peak_memory_mb=peak_kb // 1024,
    )


def _converter(task: PagesTask) -> DocumentConverter:
    if task.engine == "standard":
        from core.parsing.standard_engine import standard_converter

        return standard_converter(task.source.password, task.docling_artifacts)
    return _grid_converter(task.source.password)


@lru_cache(maxsize=1)
def _grid_converter(password: str | None) -> DocumentConverter:
    """Kept from task to task: making a pipeline takes longer than reading a page."""
    return DocumentConverter(
        allowed_formats=[InputFormat.PDF],
        format_options={
            InputFormat.PDF: PdfFormatOption(
                pipeline_cls=GridPipeline,
                pipeline_options=PdfPipelineOptions(do_ocr=False, do_table_structure=False),
                backend=GridPdfBackend,
                backend_options=PdfBackendOptions(
                    password=None if password is None else SecretStr(password)
                ),
            )
        },
    )


def _reason(result: ConversionResult) -> str:
    messages = [error.error_message.strip() for error in result.errors if error.error_message]
    first_line = messages[0].splitlines()[0] if messages else "docling could not convert the file"
    return first_line[:200]
