"""A workbench in a process of its own, as ``make run`` starts it."""

import os
import subprocess
import sys
import time
from pathlib import Path

from core.serving.announcement import Announcement, read_announcement
from core.serving.remote import find_running
from core.settings import Settings
from tests.command_line import run_gridcode
from tests.conftest import ROOT


class Served:
    """``stop`` is what a system does when it shuts down, ``kill`` what it does out of memory."""

    def __init__(
        self, data_dir: Path, *options: str, samples: Path = Path("no samples"), **env
    ) -> None:
        self.data_dir = data_dir
        self.env = os.environ | {
            "GRIDCODE_DATA_DIR": str(data_dir),
            "GRIDCODE_SAMPLES_DIR": str(samples),
            "PYTHONUTF8": "1",
            **env,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "core.cli", "serve", "--port", "0", *options],
            cwd=ROOT,
            env=self.env,
            stdout=subprocess.DEVNULL,
        )
        self._wait_until_it_answers()

    @property
    def announcement(self) -> Announcement:
        found = read_announcement(self.data_dir)
        assert found is not None
        return found

    @property
    def url(self) -> str:
        return self.announcement.url

    def gridcode(self, *arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return run_gridcode([*map(str, arguments)], self.env, stdin=stdin)

    def command(self, *arguments: object) -> list[str]:
        return [sys.executable, "-m", "core.cli", *map(str, arguments)]

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(timeout=30)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=30)

    def _wait_until_it_answers(self, seconds: float = 240) -> None:
        deadline = time.monotonic() + seconds
        while find_running(Settings(data_dir=self.data_dir)) is None:
            assert self.process.poll() is None, "the workbench stopped while starting"
            assert time.monotonic() < deadline, f"no answer after {seconds} s"
            time.sleep(0.1)
