"""Small PDFs written by hand: enough for tests that care for the file more than for its looks."""

from collections.abc import Sequence
from pathlib import Path


def write_pdf(path: Path, pages: Sequence[Sequence[str]]) -> Path:
    """Each page is a list of lines of Latin text, set in Helvetica from the top."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", _FONT]
    kids = []
    for lines in pages:
        stream = "BT /F1 12 Tf 72 770 Td 18 TL " + " ".join(
            f"({line.translate(_ESCAPES)}) Tj T*" for line in lines
        )
        objects.append(f"<< /Length {len(stream) + 3} >>\nstream\n{stream} ET\nendstream")
        kids.append(len(objects) + 1)
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {len(objects)} 0 R >>"
        )
    listed = " ".join(f"{number} 0 R" for number in kids)
    objects[1] = f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>"
    path.write_bytes(_file(objects))
    return path


_FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
_ESCAPES = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\"})


def _file(objects: Sequence[str]) -> bytes:
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(made))
        made += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    start = len(made)
    made += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ).encode("latin-1")
    return made
