"""What the command line and ``gridcode mcp`` ask of whoever holds the store.

Arguments and answers are JSON, so that it makes no difference whether the store is open here or in
another process. Paths are absolute. What leaves the data directory is written by the process that
asked: ``export`` and ``backup`` leave their work in ``outbox`` for it to take.
"""

import secrets
import shutil
from collections.abc import Callable, Mapping
from importlib.metadata import version
from inspect import signature
from pathlib import Path
from typing import Any

from core.errors import GridCodeError, InvalidArguments, NotFound
from core.mcp_server.resources import list_resources, read_resource
from core.services.comparison_reports.wording import Language
from core.services.correction_files import read_asked
from core.services.ingest import IngestRequest
from core.serving.wire import Json
from core.tools import call_tool as call_registered_tool
from core.tools import error_answer
from core.workbench import Workbench

Command = Callable[..., Any]


def run_command(workbench: Workbench, name: str, arguments: Mapping[str, Json]) -> Json:
    command = COMMANDS.get(name)
    if command is None:
        raise NotFound(f"There is no command {name}.", hint="Are both programs of one version?")
    try:
        signature(command).bind(workbench, **arguments)
    except TypeError as error:
        raise InvalidArguments(
            f"{name} was asked with other arguments than it takes.",
            hint="Restart the workbench: it is of another version than this command.",
        ) from error
    return command(workbench, **arguments)


def hello(workbench: Workbench) -> dict[str, Any]:
    return {
        "version": version("gridcode-workbench"),
        "data_dir": str(workbench.data_dir.resolve()),
    }


def call_tool(
    workbench: Workbench, tool: str, arguments: dict[str, Any], budget: int | None = None
) -> Json:
    """``budget``: about how many characters the answer may have; none gives the whole."""
    return call_registered_tool(workbench, tool, arguments, budget)


def submit_ingest(
    workbench: Workbench,
    path: str,
    reg_id: str | None = None,
    title: str | None = None,
    password: str | None = None,
) -> dict[str, Any]:
    job = workbench.submit_ingest(IngestRequest(Path(path), reg_id, title, password))
    return job.model_dump(mode="json")


def job(workbench: Workbench, job_id: str) -> dict[str, Any]:
    """The job, with ``failure`` as tools tell it where it failed."""
    found = workbench.get_job(job_id)
    failure = workbench.job_failure(job_id)
    if failure is None and found.error:
        failure = GridCodeError(found.error)
    return found.model_dump(mode="json") | {"failure": error_answer(failure) if failure else None}


def cancel_job(workbench: Workbench, job_id: str) -> None:
    workbench.cancel_job(job_id)


def describe_regulation(
    workbench: Workbench,
    reg_id: str,
    title: str | None = None,
    description: str | None = None,
    keywords: list[str] | None = None,
) -> dict[str, Any]:
    info = workbench.describe_regulation(
        reg_id, title=title, description=description, keywords=keywords
    )
    return info.model_dump(mode="json")


def list_collections(workbench: Workbench) -> list[dict[str, Any]]:
    return [found.model_dump(mode="json") for found in workbench.list_collections()]


def create_collection(
    workbench: Workbench, name: str, reg_ids: list[str], description: str = ""
) -> dict[str, Any]:
    return workbench.create_collection(name, reg_ids, description).model_dump(mode="json")


def rename_collection(workbench: Workbench, name: str, new_name: str) -> dict[str, Any]:
    return workbench.rename_collection(name, new_name).model_dump(mode="json")


def delete_collection(workbench: Workbench, name: str) -> None:
    workbench.delete_collection(name)


def add_to_collection(workbench: Workbench, name: str, reg_ids: list[str]) -> dict[str, Any]:
    return workbench.add_to_collection(name, reg_ids).model_dump(mode="json")


def remove_from_collection(workbench: Workbench, name: str, reg_ids: list[str]) -> dict[str, Any]:
    return workbench.remove_from_collection(name, reg_ids).model_dump(mode="json")


def delete_regulation(workbench: Workbench, reg_id: str) -> None:
    workbench.delete_regulation(reg_id)


def export_regulation(workbench: Workbench, reg_id: str) -> str:
    """-> a folder in the outbox."""
    return str(workbench.export_regulation(reg_id, outbox(workbench.data_dir)).resolve())


def import_regulation(workbench: Workbench, path: str) -> str:
    return workbench.import_regulation(Path(path))


def corrections(workbench: Workbench, reg_id: str) -> list[dict[str, Any]]:
    return [each.model_dump(mode="json") for each in workbench.corrections(reg_id)]


def correct(
    workbench: Workbench, reg_id: str, asked: dict[str, Any], made_by: str, reason: str = ""
) -> dict[str, Any]:
    made = workbench.correct(reg_id, read_asked(asked), made_by, reason)
    return made.model_dump(mode="json")


def undo_correction(workbench: Workbench, reg_id: str, correction_id: str) -> dict[str, Any]:
    return workbench.undo_correction(reg_id, correction_id).model_dump(mode="json")


def redo_correction(workbench: Workbench, reg_id: str, correction_id: str) -> dict[str, Any]:
    return workbench.redo_correction(reg_id, correction_id).model_dump(mode="json")


def export_corrections(workbench: Workbench, reg_id: str) -> str:
    return workbench.export_corrections(reg_id)


def import_corrections(workbench: Workbench, reg_id: str, exported: str) -> list[dict[str, Any]]:
    added = workbench.import_corrections(reg_id, exported)
    return [each.model_dump(mode="json") for each in added]


def examine(workbench: Workbench) -> list[dict[str, Any]]:
    return [found.model_dump(mode="json") for found in workbench.examine()]


def repair(workbench: Workbench) -> list[str]:
    return workbench.repair()


def models(workbench: Workbench) -> list[dict[str, Any]]:
    return [found.model_dump(mode="json") for found in workbench.models()]


def list_figures(workbench: Workbench, reg_id: str) -> list[dict[str, Any]]:
    return [figure.model_dump(mode="json") for figure in workbench.figures(reg_id)]


def describe_figures(workbench: Workbench, reg_id: str) -> dict[str, Any]:
    return workbench.describe_figures(reg_id).model_dump(mode="json")


def submit_refresh(workbench: Workbench) -> dict[str, Any] | None:
    """None where tokens and vectors are all there."""
    job = workbench.refresh_index_in_background()
    return job.model_dump(mode="json") if job else None


def back_up(workbench: Workbench) -> dict[str, Any]:
    """-> what is in the backup, and where in the outbox it is."""
    place = outbox(workbench.data_dir)
    place.parent.mkdir(parents=True, exist_ok=True)
    return workbench.back_up(place.resolve())


def comparison_report(
    workbench: Workbench, asked: dict[str, Any], kind: str, language: Language
) -> str:
    """``asked`` as the two tools that compare take it; -> a file in the outbox."""
    sections = "section_a" in asked
    compare = workbench.compare_sections if sections else workbench.compare_regulations
    comparison = compare(**asked)
    place = outbox(workbench.data_dir)
    place.parent.mkdir(parents=True, exist_ok=True)
    if kind == "html":
        place.write_text(workbench.comparison_html(comparison, language), encoding="utf-8")
    else:
        place.write_bytes(workbench.comparison_xlsx(comparison, language))
    return str(place.resolve())


def outbox(data_dir: Path) -> Path:
    """A new name there; nothing is made yet."""
    return data_dir / "outbox" / secrets.token_hex(8)


def empty_outbox(data_dir: Path) -> None:
    """What nobody came for."""
    shutil.rmtree(data_dir / "outbox", ignore_errors=True)


COMMANDS: Mapping[str, Command] = {
    command.__name__: command
    for command in (
        hello,
        call_tool,
        submit_ingest,
        job,
        cancel_job,
        describe_regulation,
        list_collections,
        create_collection,
        rename_collection,
        delete_collection,
        add_to_collection,
        remove_from_collection,
        delete_regulation,
        export_regulation,
        import_regulation,
        corrections,
        correct,
        undo_correction,
        redo_correction,
        export_corrections,
        import_corrections,
        examine,
        repair,
        models,
        list_figures,
        describe_figures,
        submit_refresh,
        back_up,
        comparison_report,
        list_resources,
        read_resource,
    )
}
