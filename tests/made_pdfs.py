"""Small PDFs written by hand: enough for tests that care for the file more than for its looks."""

import hashlib
from collections.abc import Sequence
from pathlib import Path


def write_pdf(path: Path, pages: Sequence[Sequence[str]], password: str | None = None) -> Path:
    """Each page is a list of lines of Latin text, set in Helvetica from the top."""
    lock = _Lock(password) if password is not None else None
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", _FONT]
    kids = []
    for lines in pages:
        stream = "BT /F1 12 Tf 72 770 Td 18 TL " + " ".join(
            f"({line.translate(_ESCAPES)}) Tj T*" for line in lines
        )
        stream += " ET"
        if lock is not None:
            stream = lock.closed(stream, len(objects) + 1)
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        kids.append(len(objects) + 1)
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {len(objects)} 0 R >>"
        )
    listed = " ".join(f"{number} 0 R" for number in kids)
    objects[1] = f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>"
    path.write_bytes(_file(objects, lock.trailer if lock is not None else ""))
    return path


def write_page_of_streams(path: Path, streams: Sequence[str], page_entries: str = "") -> Path:
    """One page whose content comes in several streams, written as they are."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        _FONT,
        "",
        *(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream" for stream in streams),
    ]
    listed = " ".join(f"{number} 0 R" for number in range(5, 5 + len(streams)))
    objects[3] = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {page_entries} "
        f"/Resources << /Font << /F1 3 0 R >> >> /Contents [{listed}] >>"
    )
    path.write_bytes(_file(objects, ""))
    return path


class _Lock:
    """The oldest encryption a PDF can have (40 bits), the same password for owner and reader."""

    _PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
    _FILE_ID = b"0123456789abcdef"
    _MAY = -44

    def __init__(self, password: str) -> None:
        padded = (password.encode("latin-1") + self._PADDING)[:32]
        owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
        may = self._MAY.to_bytes(4, "little", signed=True)
        self._key = hashlib.md5(padded + owner + may + self._FILE_ID).digest()[:5]
        reader = _rc4(self._key, self._PADDING)
        self.trailer = (
            f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{owner.hex()}> /U <{reader.hex()}> "
            f"/P {self._MAY} >> /ID [<{self._FILE_ID.hex()}> <{self._FILE_ID.hex()}>]"
        )

    def closed(self, stream: str, number: int) -> str:
        key = hashlib.md5(self._key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]
        return _rc4(key, stream.encode("latin-1")).decode("latin-1")


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    i = j = 0
    coded = bytearray()
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        coded.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(coded)


_FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
_ESCAPES = str.maketrans({"(": r"\(", ")": r"\)", "\\": r"\\"})


def _file(objects: Sequence[str], trailer: str) -> bytes:
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(made))
        made += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    start = len(made)
    made += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\n"
        f"startxref\n{start}\n%%EOF\n"
    ).encode("latin-1")
    return made
