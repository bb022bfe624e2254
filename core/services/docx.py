"""Word files of headings, paragraphs and quotations with their source. Text only, no markup."""

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

# XML has no place for these; python-docx refuses them.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_EAST_ASIAN_FONT = "宋体"


@dataclass(frozen=True)
class Part:
    """One paragraph. A ``source`` stands behind a quotation, smaller and grey."""

    kind: Literal["heading", "paragraph", "item", "quotation", "remark"]
    text: str
    source: str = ""
    level: int = 1


def docx_file(title: str, parts: Iterable[Part]) -> bytes:
    from docx import Document
    from docx.oxml.ns import qn

    document = Document()
    normal = document.styles["Normal"]
    normal.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), _EAST_ASIAN_FONT)
    document.core_properties.title = _clean(title)[:255]
    document.core_properties.author = "GridCode Workbench"
    document.add_heading(_clean(title), level=0)
    for part in parts:
        _add(document, part)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def _add(document: "object", part: Part) -> None:
    from docx.shared import Pt, RGBColor

    styles = {"item": "List Bullet", "quotation": "Quote"}
    if part.kind == "heading":
        document.add_heading(_clean(part.text), level=part.level)  # type: ignore[attr-defined]
        return
    paragraph = document.add_paragraph(  # type: ignore[attr-defined]
        style=styles.get(part.kind, "Normal")
    )
    run = paragraph.add_run(_clean(part.text))
    if part.kind == "remark":
        run.italic = True
    if part.source:
        behind = paragraph.add_run(f"  〔{_clean(part.source)}〕")
        behind.italic = False
        behind.font.size = Pt(9)
        behind.font.color.rgb = RGBColor(0x66, 0x66, 0x66)


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("", text)
