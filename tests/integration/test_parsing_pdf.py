"""From small PDFs to pages, through real workers."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typst
from docling_core.types.doc import DoclingDocument

from core.errors import Cancelled, EmptyFile, EncryptedPdf, InputRejected, NotAPdf, TooLarge
from core.parsing import crew, parse_pdf
from core.parsing.worker_pool import POOL
from core.settings import Settings
from tests.made_pdfs import write_pdf

ROOT = Path(__file__).parents[2]

RULE = """
#set page(width: 400pt, height: 560pt, margin: 50pt, numbering: "1")
#set text(size: 10pt)
#set par(justify: true, first-line-indent: 2em)
= 1 Operating limits
The grid operator shall keep the “N-1” criterion — in all seasons — and shall restore it within
thirty minutes after an outage of any single element of the transmission system.

The limits of the table are binding.#super(typographic: false)[1]

#figure(table(columns: 2, [Level], [Limit], [220 kV], [0.9], [110 kV], [0.8]),
  caption: [Limits], kind: table)

#figure(curve(stroke: 1pt, curve.move((0pt, 0pt)), curve.line((90pt, 70pt)),
  curve.cubic((20pt, 80pt), (60pt, 10pt), (160pt, 60pt)), curve.line((160pt, 0pt)),
  curve.line((0pt, 60pt))), caption: [Load curve])
"""


def compiled(path, source):
    path.write_bytes(typst.compile(source.encode()))
    return path


def parse(pdf_path, **options):
    folder = pdf_path.parent
    options.setdefault("settings", Settings())
    return parse_pdf(
        pdf_path,
        image_dir=folder / "images",
        docling_json=folder / "document.json",
        **options,
    )


def written(folder):
    return [path for path in (folder / "images", folder / "document.json") if path.exists()]


@pytest.fixture
def rule_pdf(tmp_path):
    return compiled(tmp_path / "rule.pdf", RULE)


def test_a_page_comes_with_its_elements_in_order(rule_pdf):
    document = parse(rule_pdf)
    (page,) = document.pages
    assert page.text_quality == "good"
    assert [element.kind for element in page.elements if element.kind != "caption"] == [
        "heading", "text", "text", "table", "figure", "text",
    ]  # fmt: skip
    heading, first, second = page.elements[:3]
    assert heading.text == "1 Operating limits"
    assert heading.is_bold
    assert heading.font_height > first.font_height
    assert first.text.startswith("The grid operator shall keep the “N-1” criterion — in all")
    assert first.text.endswith("of the transmission system.")
    assert len(first.lines) > 1
    assert "".join(first.text[line.start : line.end] for line in first.lines).replace(
        " ", ""
    ) == first.text.replace(" ", "")
    ((start, end),) = second.superscripts
    assert second.text[start:end] == "1"


def test_tables_and_figures_have_boxes_cells_and_files(rule_pdf):
    (page,) = parse(rule_pdf).pages
    table = next(element for element in page.elements if element.kind == "table")
    assert [[cell.text for cell in table.table.cells if cell.row == row] for row in range(3)] == [
        ["Level", "Limit"], ["220 kV", "0.9"], ["110 kV", "0.8"],
    ]  # fmt: skip
    figure = next(element for element in page.elements if element.kind == "figure")
    assert figure.figure.image_name == "_page_1_Figure_1.png"
    image = rule_pdf.parent / "images" / "_page_1_Figure_1.png"
    assert image.read_bytes().startswith(b"\x89PNG")


def test_the_docling_document_is_a_real_one(rule_pdf):
    parse(rule_pdf)
    document = DoclingDocument.load_from_json(rule_pdf.parent / "document.json")
    assert len(document.tables) == 1
    assert len(document.pictures) == 1
    assert "“N-1” criterion" in document.export_to_markdown()


def test_two_columns_are_read_one_after_the_other(tmp_path):
    source = "#set page(width: 500pt, height: 400pt, columns: 2)\n#set text(size: 10pt)\n"
    source += "\n\n".join(f"Paragraph {n} " + "of the left and right text. " * 6 for n in range(8))
    (page,) = parse(compiled(tmp_path / "columns.pdf", source)).pages
    text = " ".join(element.text for element in page.elements)
    places = [text.index(f"Paragraph {number}") for number in range(8)]
    assert places == sorted(places)


def test_long_documents_are_joined_from_their_parts(tmp_path):
    pdf_path = write_pdf(tmp_path / "long.pdf", [[f"This is page {n}."] for n in range(1, 41)])
    seen = []
    document = parse(pdf_path, on_progress=seen.append)
    assert [page.page_num for page in document.pages] == list(range(1, 41))
    assert [page.elements[0].text for page in document.pages] == [
        f"This is page {n}." for n in range(1, 41)
    ]
    assert [progress.pages_done for progress in seen] == list(range(41))
    joined = DoclingDocument.load_from_json(tmp_path / "document.json")
    assert {item.prov[0].page_no: item.text for item in joined.texts} == {
        n: f"This is page {n}." for n in range(1, 41)
    }
    assert sorted(joined.pages) == list(range(1, 41))


def test_workers_are_kept_for_the_next_document(rule_pdf):
    parse(rule_pdf)
    before = {worker.process_id for worker in POOL._at_rest}
    parse(rule_pdf)
    assert {worker.process_id for worker in POOL._at_rest} == before


def test_nothing_is_printed(rule_pdf, capfd):
    parse(rule_pdf)
    assert capfd.readouterr() == ("", "")


def test_a_blank_page_is_a_page(tmp_path):
    pdf_path = write_pdf(tmp_path / "blank.pdf", [["Text."], [], ["Text."]])
    blank = parse(pdf_path).pages[1]
    assert (blank.elements, blank.text_quality, blank.warnings) == ((), "none", ())


ENCRYPTED = (
    b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
    b"2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
    b"3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n"
    b"4 0 obj\n<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <" + b"aa" * 32 + b"> /U <"
    + b"bb" * 32 + b"> >>\nendobj\n"
    b"trailer\n<< /Root 1 0 R /Encrypt 4 0 R /ID [<00><00>] >>\n%%EOF\n"
)  # fmt: skip


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", EmptyFile),
        (b"<html><body>no</body></html>", NotAPdf),
        (b"%PDF-1.7\n1 0 obj\n<< /Type /Cat", NotAPdf),
        (b"%PDF-1.7\nnonsense\n%%EOF\n", NotAPdf),
        (ENCRYPTED, EncryptedPdf),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(tmp_path, content, error):
    pdf_path = tmp_path / "bad.pdf"
    pdf_path.write_bytes(content)
    with pytest.raises(error) as caught:
        parse(pdf_path)
    assert "\n" not in caught.value.message
    assert caught.value.hint
    assert not written(tmp_path)


def test_limits_of_the_settings_hold(tmp_path):
    pdf_path = write_pdf(tmp_path / "pages.pdf", [["a"], ["b"], ["c"]])
    with pytest.raises(TooLarge, match="3 pages"):
        parse(pdf_path, settings=Settings(max_pages=2))
    with pdf_path.open("ab") as file:
        file.truncate(2 * 2**20)
    with pytest.raises(TooLarge, match="MB"):
        parse(pdf_path, settings=Settings(max_upload_mb=1))
    with pytest.raises(InputRejected, match="cannot be read"):
        parse(tmp_path / "absent.pdf")


def test_a_wrong_password_is_told_from_a_missing_one(tmp_path):
    pdf_path = tmp_path / "locked.pdf"
    pdf_path.write_bytes(ENCRYPTED)
    with pytest.raises(EncryptedPdf, match="needs a password"):
        parse(pdf_path)
    with pytest.raises(EncryptedPdf, match="does not open"):
        parse(pdf_path, password="wrong")


def test_a_cancelled_document_leaves_nothing(rule_pdf):
    with pytest.raises(Cancelled):
        parse(rule_pdf, cancelled=lambda: True)
    assert not written(rule_pdf.parent)


def bomb_pdf(path):
    """Three pages; the second draws a form that draws ten that draw ten … 10^9 times."""
    write_pdf(path, [["First page."], ["Second page."], ["Third page."]])
    content = path.read_bytes()
    head, _, _ = content.partition(b"xref\n")
    forms = []
    for level in range(20, 29):
        stream = f"/F{level + 1} Do ".encode() * 10 if level < 28 else b"0 0 1 1 re f"
        resources = f"<< /XObject << /F{level + 1} {level + 1} 0 R >> >>" if level < 28 else "<< >>"
        forms.append(
            f"{level} 0 obj\n<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] "
            f"/Resources {resources} /Length {len(stream)} >>\nstream\n".encode()
            + stream + b"\nendstream\nendobj\n"
        )  # fmt: skip
    # The second page's own objects again, with the forms: the later definition counts.
    stream = b"/F20 Do " * 10
    page = (
        f"6 0 obj\n<< /Length {len(stream)} >>\nstream\n".encode() + stream
        + b"\nendstream\nendobj\n7 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
        b"/Resources << /XObject << /F20 20 0 R >> >> /Contents 6 0 R >>\nendobj\n"
    )  # fmt: skip
    path.write_bytes(head + b"".join(forms) + page + b"trailer\n<< /Root 1 0 R >>\n%%EOF\n")
    return path


def test_a_page_that_never_ends_is_given_up_and_the_others_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(crew, "_PAGE_SECONDS", 10.0)  # of work; a worker's start is a part of it
    first, second, third = parse(bomb_pdf(tmp_path / "bomb.pdf")).pages
    assert [first.elements[0].text, third.elements[0].text] == ["First page.", "Third page."]
    assert second.elements == ()
    assert "no progress" in second.warnings[0]


def test_a_killed_worker_loses_no_page(tmp_path):
    pdf_path = write_pdf(tmp_path / "pages.pdf", [[f"Page {n}."] for n in range(1, 13)])
    killed = []

    def kill_once(progress):
        if progress.pages_done == 2 and not killed:
            killed.extend(_workers())
            for process_id in killed:
                os.kill(process_id, signal.SIGKILL)

    POOL.close()
    document = parse(pdf_path, on_progress=kill_once)
    assert killed
    assert [page.elements[0].text for page in document.pages] == [
        f"Page {n}." for n in range(1, 13)
    ]


def _workers():
    """Of our children those that parse: others serve the tests that come next."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [
        int(process_id)
        for process_id in listed
        if b"core.parsing.worker" in Path(f"/proc/{process_id}/cmdline").read_bytes()
    ]


def test_the_grid_engine_never_imports_torch(tmp_path):
    (tmp_path / "torch.py").write_text("raise SystemExit('torch was imported')")
    code = (
        "from core.parsing.worker import keep_torch_out; keep_torch_out();"
        "import core.parsing.engines, core.parsing.ocr as ocr; ocr._engine()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_importing_the_package_does_not_import_docling():
    code = "import sys, core.parsing; sys.exit('docling' in sys.modules or 'cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
