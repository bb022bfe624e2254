"""``gridcode models``: what makes vectors here, and making those that are missing."""

import argparse
import sys
from typing import Any

from core.cli.arguments import Commands, add_command
from core.cli.ingesting import watch
from core.cli.output import print_json
from core.serving.library import Library
from core.serving.remote import as_error


def add_commands(commands: Commands) -> None:
    models = add_command(
        commands, "models", _models, "list embedding models; fetch one, or make what is missing"
    )
    models.add_argument(
        "action",
        nargs="?",
        choices=("list", "download", "refresh"),
        default="list",
        help="download asks the network; refresh makes missing tokens and vectors",
    )


def _models(library: Library, options: argparse.Namespace) -> int:
    if options.action == "download":
        return _download(library, options)
    if options.action == "refresh":
        return _refresh(library, options)
    found = library.ask("models")
    if options.json:
        print_json({"models": found, "source": "gridcode models"})
        return 0
    for model in found:
        state = "answers" if model["answers"] else "here" if model["here"] else "not here"
        print(model["name"], state, f"{model['chunks']} chunks", model["place"], sep="\t")
    return 0


def _download(library: Library, options: argparse.Namespace) -> int:
    """In this process: the one that serves never asks the network."""
    from core.services.models import download_model

    print(f"Fetching {library.settings.embedding_model} …", file=sys.stderr)
    folder = download_model(library.settings)
    if options.json:
        print_json({"folder": str(folder), "source": "gridcode models"})
    else:
        print(f"It lies in {folder}. `gridcode models refresh` makes its vectors.")
    return 0


def _refresh(library: Library, options: argparse.Namespace) -> int:
    job = library.ask("submit_refresh")
    report: dict[str, Any] = {"indexed": [], "embedded": []}
    if job is not None:
        job = watch(library, job["job_id"], "models")
        if job["failure"] is not None:
            raise as_error(job["failure"])
        report = job["report"]
    if options.json:
        print_json(report | {"source": "gridcode models"})
    else:
        print(f"Indexed {len(report['indexed'])}, embedded {len(report['embedded'])} regulations.")
    return 0
