"""A regulation as a folder of JSON files, and back, with nothing lost:

``page_0001.json`` … one for each page, ``info.json``, ``toc.json``, and beside these the original
layout's additions: ``tables.json``, ``chapters.json``, ``references.json``, ``figures.json``,
``chunks.json``, ``source.pdf`` and ``images/``. ``extraction.json`` is what parsing read, before
``corrections.json`` was laid over it.
"""

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.errors import Conflict, InputRejected
from core.model import Correction, Regulation, TocTree
from core.model.noun import Noun
from core.parsing.elements import ParsedDocument
from core.services.document_files import DocumentFiles
from core.services.indexing import Indexer
from core.services.outward_references import relinked
from core.settings import Settings
from core.store import extractions, records, regulations
from core.store.database import Database
from core.structure.chapters.toc import table_of_contents
from core.structure.whole_text import content_markdown, text_markdown

_LISTS = ("tables", "chapters", "references", "figures", "chunks")


def export_regulation(database: Database, settings: Settings, reg_id: str, target: Path) -> Path:
    """Write ``target``; a folder that holds something else already is refused."""
    regulation = regulations.load_regulation(database, reg_id)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Conflict(f"{target} is not empty.", hint="Name a folder that does not exist yet.")
    target.mkdir(parents=True, exist_ok=True)
    for page in regulation.pages:
        _write(target / f"page_{page.page_num:04d}.json", page)
    _write(target / "info.json", regulation.info)
    _write(target / "toc.json", _toc(regulation))
    for name in _LISTS:
        _write_list(target / f"{name}.json", getattr(regulation, name))
    parsed = extractions.find_extraction(database, reg_id)
    if parsed is not None:
        (target / "extraction.json").write_text(parsed, encoding="utf-8")
    made = records.corrections_of(database, reg_id)
    if made:
        _write_list(target / "corrections.json", made)
    files = DocumentFiles(settings.data_dir)
    if files.pdf(reg_id).is_file():
        shutil.copyfile(files.pdf(reg_id), target / "source.pdf")
    if files.place("markdown", reg_id).is_dir():
        shutil.copytree(
            files.place("markdown", reg_id),
            target / "images",
            ignore=shutil.ignore_patterns("*.md"),
        )
    return target


def export_archive(database: Database, settings: Settings, reg_id: str) -> bytes:
    """The same folder as one zip file."""
    with tempfile.TemporaryDirectory(prefix="gridcode-") as folder:
        made = export_regulation(database, settings, reg_id, Path(folder) / reg_id)
        archive = shutil.make_archive(str(Path(folder) / "export"), "zip", folder, made.name)
        return Path(archive).read_bytes()


def import_regulation(
    database: Database, settings: Settings, indexer: Indexer, source: Path
) -> Regulation:
    """Read a folder that :func:`export_regulation` wrote; an id that is taken is refused."""
    regulation = _read(source)
    parsed, corrections = _read_extraction(source)
    reg_id = regulation.info.reg_id
    if regulations.find_info(database, reg_id) is not None:
        raise Conflict(
            f"{reg_id} is in the library already.", hint="Delete it first, or change info.json."
        )
    files = DocumentFiles(settings.data_dir)
    staged = files.stage()
    try:
        if (source / "source.pdf").is_file():
            shutil.copyfile(source / "source.pdf", staged.file("pdf"))
        staged.file("markdown").mkdir()
        for image in sorted((source / "images").glob("*")):
            if image.is_file() and not image.is_symlink():
                shutil.copyfile(image, staged.file("markdown") / image.name)
        (staged.file("markdown") / "content.md").write_text(
            content_markdown(regulation), encoding="utf-8"
        )
        staged.file("text_markdown").write_text(text_markdown(regulation), encoding="utf-8")
        staged.promise(regulation.info, None)
        material = [indexer.material(regulation)]
        with database.alone():
            regulations.save_regulation(
                database,
                regulation,
                material=material,
                parsed=parsed,
                corrections=corrections,
                relinked=relinked(database, gone=(), come=[regulation.info], made=[regulation]),
            )
    except BaseException:
        staged.discard()
        raise
    files.publish(staged, reg_id, None)
    return regulation


def _read(source: Path) -> Regulation:
    try:
        info = json.loads((source / "info.json").read_text(encoding="utf-8"))
        parts: dict[str, Any] = {"info": info}
        parts["pages"] = [
            json.loads((source / f"page_{number:04d}.json").read_text(encoding="utf-8"))
            for number in range(1, int(info["total_pages"]) + 1)
        ]
        for name in _LISTS:
            path = source / f"{name}.json"
            parts[name] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        return Regulation.model_validate(parts)
    except OSError as error:
        raise InputRejected(
            f"{source} is no exported regulation: {Path(error.filename or '').name} is missing.",
            hint="Give the folder that `gridcode export` wrote.",
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        what = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise InputRejected(
            f"{source} cannot be imported: {' '.join(what.split())}",
            hint="Export it again; the files may have been changed or cut off.",
        ) from error


def _read_extraction(source: Path) -> tuple[str | None, list[Correction]]:
    """What older exports do not have: without it, the PDF is read again for a correction."""
    try:
        parsed, listed = source / "extraction.json", source / "corrections.json"
        made = json.loads(listed.read_text(encoding="utf-8")) if listed.exists() else []
        corrections = [Correction.model_validate(each) for each in made]
        if not parsed.exists():
            return None, corrections
        text = parsed.read_text(encoding="utf-8")
        ParsedDocument.model_validate_json(text)
        return text, corrections
    except (OSError, ValueError) as error:
        raise InputRejected(
            f"{source} cannot be imported: its extraction or its corrections cannot be read.",
            hint="Export it again; the files may have been changed or cut off.",
        ) from error


def _toc(regulation: Regulation) -> TocTree:
    info = regulation.info
    return table_of_contents(info.reg_id, info.title, info.total_pages, regulation.chapters)


def _write(path: Path, noun: Noun) -> None:
    path.write_text(noun.model_dump_json(indent=2), encoding="utf-8")


def _write_list(path: Path, nouns: Sequence[Noun]) -> None:
    listed = [noun.model_dump(mode="json") for noun in nouns]
    path.write_text(json.dumps(listed, ensure_ascii=False, indent=1), encoding="utf-8")
