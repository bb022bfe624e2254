"""``gridcode ingest``: the files become jobs of whoever holds the store; we watch them."""

import argparse
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from core.cli.output import error_json, one_line, print_json
from core.errors import GridCodeError
from core.serving.library import Library
from core.serving.remote import as_error

_LOOK_SECONDS = 0.05
_LOOK_SLOWER_SECONDS = 0.25


def ingest(library: Library, options: argparse.Namespace) -> int:
    """Each file for itself: one that is refused does not keep the others out."""
    paths = _pdf_files(options.files)
    if (options.reg_id or options.title) and len(paths) != 1:
        options.usage_error("--reg-id and --title go with a single file")
    answers: list[dict[str, Any]] = []
    for path in paths:
        try:
            report = _ingest_one(library, path, options)
        except GridCodeError as error:
            answers.append({"source_file": path.name} | error_json(error))
            print(f"{path.name}: {one_line(error)}", file=sys.stderr)
        else:
            answers.append(report)
            if not options.json:
                print(_line(report))
    if options.json:
        print_json(answers)
    return 1 if any("error" in answer for answer in answers) else 0


def _ingest_one(library: Library, path: Path, options: argparse.Namespace) -> dict[str, Any]:
    job: dict[str, Any] | None = None
    try:
        with _interrupted_afterwards():
            job = library.ask(
                "submit_ingest",
                path=str(path.absolute()),
                reg_id=options.reg_id,
                title=options.title,
                password=options.password,
            )
        job = watch(library, job["job_id"], path.name)
    except KeyboardInterrupt:
        if job is not None:
            library.ask("cancel_job", job_id=job["job_id"])
            watch(library, job["job_id"], path.name)
            print(f"{path.name}: cancelled, nothing was changed.", file=sys.stderr)
        raise
    if job["failure"] is not None:
        raise as_error(job["failure"])
    report: dict[str, Any] = job["report"]
    return report


@contextmanager
def _interrupted_afterwards() -> Iterator[None]:
    """Ctrl-C waits until the block is left: of a job begun meanwhile nobody would know the name.
    Pressed again, it does not wait."""
    if current_thread() is not main_thread():
        yield
        return
    presses: list[int] = []

    def pressed(number: int, _: object) -> None:
        presses.append(number)
        if len(presses) > 1:
            raise KeyboardInterrupt

    usual = signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if presses:
            raise KeyboardInterrupt


def watch(library: Library, job_id: str, name: str) -> dict[str, Any]:
    """Until the job has ended; progress on stderr, in place on a terminal and silent elsewhere."""
    shows = sys.stderr.isatty()
    pause = _LOOK_SECONDS
    while True:
        job: dict[str, Any] = library.ask("job", job_id=job_id)
        if job["state"] not in ("queued", "running"):
            break
        if shows:
            count = f" {job['done']}/{job['total']}" if job["total"] else ""
            stage = job["stage"] or job["state"]
            print(f"\r\033[K{name}: {stage}{count}", end="", file=sys.stderr, flush=True)
        time.sleep(pause)
        pause = min(pause * 1.2, _LOOK_SLOWER_SECONDS)
    if shows:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return job


def _pdf_files(paths: Sequence[Path]) -> list[Path]:
    """Folders stand for the PDFs in them."""
    return [
        file
        for path in paths
        for file in (sorted(path.rglob("*.pdf")) if path.is_dir() else [path])
    ]


def _line(report: dict[str, Any]) -> str:
    if report["unchanged"]:
        return f"{report['reg_id']}\t{report['title']}\talready in the library, unchanged"
    parts = [
        report["reg_id"],
        report["title"],
        f"{report['total_pages']} pages",
        f"{report['tables']} tables ({report['cross_page_tables']} over pages)",
        f"{report['seconds']:.1f} s",
    ]
    return "\t".join(parts)
