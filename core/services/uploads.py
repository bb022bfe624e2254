"""PDFs that came in through the browser and wait for their ingest.

``uploads/{upload_id}/{file name}`` in the data directory. They go when their ingest is done or
given up; whatever is left of a program that ended is removed on the next start.
"""

import re
import secrets
import shutil
import time
import unicodedata
from pathlib import Path, PurePath
from typing import BinaryIO

from core.errors import InputRejected, NotFound, TooLarge
from core.settings import Settings

_UPLOAD_ID = re.compile(r"[0-9a-f]{16}")
_LONGEST_NAME = 120  # characters of a file's name: most systems take 255 bytes
_PIECE = 2**20
_FORGOTTEN_AFTER_SECONDS = 24 * 3600.0


class Uploads:
    def __init__(self, settings: Settings) -> None:
        self._folder = settings.data_dir / "uploads"
        self._most_bytes = settings.max_upload_mb * 2**20

    def clear(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def keep(self, file_name: str, content: BinaryIO) -> str:
        """-> the upload_id."""
        self._discard_forgotten()
        upload_id = secrets.token_hex(8)
        target = self._folder / upload_id / safe_name(file_name)
        try:
            target.parent.mkdir(parents=True)
            size = 0
            with target.open("xb") as file:
                while piece := content.read(_PIECE):
                    size += len(piece)
                    if size > self._most_bytes:
                        raise TooLarge(
                            f"{target.name} has more than {self._most_bytes // 2**20} MB.",
                            hint="Split the file, or raise GRIDCODE_MAX_UPLOAD_MB.",
                        )
                    file.write(piece)
        except OSError as error:
            self.discard(upload_id)
            raise InputRejected(
                f"{target.name} could not be kept: {error.strerror}.",
                hint="Check the free space of the data directory.",
            ) from error
        except TooLarge:
            self.discard(upload_id)
            raise
        return upload_id

    def path(self, upload_id: str) -> Path:
        folder = self._folder / upload_id
        if _UPLOAD_ID.fullmatch(upload_id):
            for path in folder.glob("*"):
                return path
        raise NotFound("The uploaded file is not there any more.", hint="Add it once more.")

    def discard(self, upload_id: str) -> None:
        if _UPLOAD_ID.fullmatch(upload_id):
            shutil.rmtree(self._folder / upload_id, ignore_errors=True)

    def _discard_forgotten(self) -> None:
        """Chosen in a tab that was closed before anything began."""
        now = time.time()
        for folder in self._folder.glob("*"):
            if now - folder.stat().st_mtime > _FORGOTTEN_AFTER_SECONDS:
                self.discard(folder.name)


def safe_name(file_name: str) -> str:
    """What a browser says a file is called, as a name that every system takes."""
    name = unicodedata.normalize("NFC", PurePath(file_name.replace("\\", "/")).name)
    name = "".join(char for char in name if char.isprintable() and char not in '<>:"|?*/')
    stem, suffix = PurePath(name).stem.strip(" .")[:_LONGEST_NAME], PurePath(name).suffix[:10]
    while len(f"{stem}{suffix}".encode()) > 240:
        stem = stem[:-1]
    return f"{stem or 'regulation'}{suffix or '.pdf'}"
