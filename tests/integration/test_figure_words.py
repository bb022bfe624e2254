"""Words that a figure holds as pixels only: read with its page, described, searched."""

import pypdfium2
import pytest
import typst

from core.model import Box
from core.parsing import read_picture
from core.parsing.crew import Crew
from core.parsing.elements import ParsedElement, ParsedFigure, ParsedPage
from core.parsing.figure_words import with_figure_words
from core.parsing.parse import _limits
from core.services.ingest import IngestRequest, Watcher
from core.settings import Settings
from core.store.regulations import load_regulation
from core.workbench import Workbench

DRAWING = """
#set page(width: 240pt, height: 120pt, margin: 10pt)
#set text(size: 14pt, font: "DejaVu Sans Mono")
7.7 Earthing switch Q52 \\ see 2 Duties \\ #box(stroke: 1pt, inset: 6pt)[Busbar coupler]
"""
LOGO = """
#set page(width: 60pt, height: 30pt, margin: 4pt)
#set text(size: 14pt, font: "DejaVu Sans Mono")
ACME
"""
DOCUMENT = """
#set page(width: 420pt, height: 595pt, margin: 40pt)
#set text(size: 11pt, font: "DejaVu Sans Mono")
= 1 Wiring
The operator keeps the wiring of the bay as it is drawn.
#image("logo.png", width: 60pt)
#pagebreak()
The bay is wired as the figure shows, and in no other way.
#place(top + left, dy: 60pt, figure(image("drawing.png", width: 240pt), caption: [The bay]))
#pagebreak()
= 2 Duties
The bay is shown once more, for those who turn pages.
#place(top + left, dy: 60pt, image("drawing.png", width: 240pt))
"""


@pytest.fixture(scope="module")
def pdf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drawn")
    for name, source in (("drawing", DRAWING), ("logo", LOGO)):
        page = pypdfium2.PdfDocument(typst.compile(source.encode()))[0]
        page.render(scale=150 / 72).to_pil().convert("L").save(folder / f"{name}.png")
    (folder / "bay.typ").write_text(DOCUMENT)
    (folder / "bay.pdf").write_bytes(typst.compile(folder / "bay.typ"))
    return folder / "bay.pdf"


@pytest.fixture(scope="module")
def steps():
    return []


@pytest.fixture(scope="module")
def read(pdf, steps, tmp_path_factory):
    with Workbench(Settings(data_dir=tmp_path_factory.mktemp("library"))) as workbench:
        workbench.ingest(IngestRequest(pdf), Watcher(on_step=steps.append))
        yield workbench


def test_after_ingest_the_words_of_a_picture_are_described_written_and_found(read):
    figure = next(it for it in read.figures("bay") if it.page_num == 2)
    assert "Earthing switch Q52" in figure.description
    assert figure.caption in figure.description
    assert figure.described_by == "caption, context and OCR"
    text = (read.settings.documents_dir / "text_markdowns" / "bay.md").read_text("utf-8")
    assert "Busbar coupler" in text.split("[IMAGE:_page_2_Figure_1.png]")[1].split("</figure>")[0]
    found = read.search('"busbar coupler"').results
    assert {(it.reg_id, it.page_num) for it in found} == {("bay", 2), ("bay", 3)}


def test_words_of_a_picture_are_no_text_no_heading_and_no_reference(read):
    for page_num in (2, 3):
        assert "Earthing" not in read.load_page("bay", page_num).content_markdown
    regulation = load_regulation(read._database, "bay")
    assert [chapter.title for chapter in regulation.chapters] == ["Wiring", "Duties"]
    assert regulation.references == ()


def test_one_picture_is_read_once_and_a_tiny_one_never(read, steps):
    assert [(it.done, it.total) for it in steps if it.stage == "describe"] == [(0, 1), (1, 1)]
    logo = next(it for it in read.figures("bay") if it.page_num == 1)
    assert "ACME" not in logo.description
    assert logo.described_by == "caption and context"
    assert read.doubts_of("bay") == ()


def test_described_anew_a_picture_is_not_read_again(read):
    before = read.figures("bay")
    for image in (read.settings.documents_dir / "markdowns" / "bay").glob("*.png"):
        image.rename(image.with_suffix(".away"))
    assert read.describe_figures("bay").described == 3
    assert read.figures("bay") == before


def test_what_was_too_much_to_read_is_told_and_read_when_described_anew(
    pdf, workbench, monkeypatch
):
    monkeypatch.setattr("core.parsing.figure_words._MOST_PIXELS", 0)
    report = workbench.ingest(IngestRequest(pdf))
    assert [(it.kind, it.page_num) for it in report.doubts] == [("figure", 2), ("figure", 3)]
    assert "P2, P3: words in pictures were not read" in report.warnings[-1]
    assert workbench.search('"busbar coupler"').results == ()
    workbench.describe_figures("bay")
    assert {it.page_num for it in workbench.search('"busbar coupler"').results} == {2, 3}
    assert workbench.doubts_of("bay") == ()


def test_a_picture_that_cannot_be_read_costs_its_words_alone(pdf, settings, tmp_path):
    drawing = (pdf.parent / "drawing.png").read_bytes()
    (tmp_path / "good.png").write_bytes(drawing)
    (tmp_path / "torn.png").write_bytes(drawing[: len(drawing) // 2])
    box = Box(left=0.1, top=0.1, right=0.6, bottom=0.4)
    page = ParsedPage(
        page_num=1,
        width=420,
        height=595,
        elements=tuple(
            ParsedElement(
                kind="figure",
                text="",
                box=box,
                figure=ParsedFigure(image_name=name, is_raster=True),
            )
            for name in ("torn.png", "good.png")
        ),
    )
    crew = Crew(_limits(settings), cancelled=None)
    (read,) = with_figure_words([page], tmp_path, crew, lambda done, count: None)
    torn, good = (element.figure.words_by_ocr for element in read.elements)
    assert torn is None
    assert "Busbar coupler" in good
    assert read_picture(tmp_path / "torn.png", settings=settings) is None
