"""The files beside the database, one set for each regulation:

* ``documents/pdfs/{reg_id}.pdf``
* ``documents/markdowns/{reg_id}/``: content.md and its images
* ``documents/text_markdowns/{reg_id}.md``: figures replaced by their descriptions
* ``documents/docling/{reg_id}.json``

Rows and files cannot be committed together. So an ingest makes its files in a staging folder,
commits the rows, and only then moves the files into place. A staging folder that is found later is
either unfinished work, which is removed, or belongs to rows that were committed, and its moves are
done then. Every step can be repeated.
"""

import json
import secrets
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path

from core.model import RegulationInfo

_PLACES = {
    "pdf": "pdfs/{}.pdf",
    "markdown": "markdowns/{}",
    "text_markdown": "text_markdowns/{}.md",
    "docling": "docling/{}.json",
}


class DocumentFiles:
    """The ``documents`` folder and the staging folders beside it."""

    def __init__(self, data_dir: Path) -> None:
        self._documents = data_dir / "documents"
        self._staging = data_dir / "staging"

    def place(self, kind: str, reg_id: str) -> Path:
        return self._documents / _PLACES[kind].format(reg_id)

    def pdf(self, reg_id: str) -> Path:
        return self.place("pdf", reg_id)

    def pdf_size(self, reg_id: str) -> int | None:
        """In bytes; None where there is no file."""
        try:
            return self.pdf(reg_id).stat().st_size
        except OSError:
            return None

    def stage(self) -> "StagedFiles":
        folder = self._staging / secrets.token_hex(8)
        folder.mkdir(parents=True)
        return StagedFiles(folder)

    def staged(self) -> list["StagedFiles"]:
        if not self._staging.is_dir():
            return []
        return [StagedFiles(folder) for folder in sorted(self._staging.iterdir())]

    def publish(self, staged: "StagedFiles", reg_id: str, previous: str | None) -> None:
        """Move staged files into place; what stood there becomes the ``previous`` edition's."""
        for kind in _PLACES:
            made, target = staged.file(kind), self.place(kind, reg_id)
            if not made.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if previous is not None and target.exists():
                kept = self.place(kind, previous)
                if not kept.exists():
                    target.rename(kept)
            _remove(target)
            made.rename(target)
        staged.discard()

    def remove(self, reg_id: str) -> None:
        for kind in _PLACES:
            _remove(self.place(kind, reg_id))

    def strays(self, known: Collection[str]) -> Iterator[Path]:
        """Files that belong to no regulation of ``known``."""
        for kind, pattern in _PLACES.items():
            suffix = Path(pattern).suffix
            folder = self.place(kind, "x").parent
            for file in sorted(folder.iterdir()) if folder.is_dir() else []:
                reg_id = file.name.removesuffix(suffix) if suffix else file.name
                if reg_id not in known or not file.name.endswith(suffix):
                    yield file

    def discard_stray(self, path: Path) -> None:
        """Only what lies in this folder; a link is removed, not what it points to."""
        if self._documents.resolve() not in path.parent.resolve().parents:
            raise ValueError(f"{path} does not lie in {self._documents}")
        _remove(path)


class StagedFiles:
    """Files of one ingest before they are in place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, kind: str) -> Path:
        return self.folder / kind

    def promise(self, info: RegulationInfo, previous: str | None) -> None:
        """Say which rows these files belong to, before the rows are committed."""
        promised = {"info": info.model_dump(mode="json"), "previous": previous}
        path = self.folder / "promise.json"
        half = path.with_suffix(".half")
        half.write_text(json.dumps(promised, ensure_ascii=False), encoding="utf-8")
        half.replace(path)

    def promised(self) -> tuple[RegulationInfo, str | None] | None:
        path = self.folder / "promise.json"
        if not path.is_file():
            return None
        said = json.loads(path.read_text(encoding="utf-8"))
        return RegulationInfo.model_validate(said["info"]), said["previous"]

    def discard(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
