"""The pictures of the README and the docs: every page over the samples, 1400 by 900.

Usage: python -m tests.screenshots [FOLDER]    (default: docs)

A workbench of its own is started on a new library, with a question asked and a desk begun.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote_plus, urlencode

from core.model.answers import Question
from core.services.ingest import IngestRequest
from core.settings import Settings
from core.workbench import Workbench
from tests.browser.conftest import CHROMIUM, CHROMIUM_ARGS, wait_until_idle
from tests.conftest import ROOT
from tests.made_desks import DESK, put_sample_desk
from tests.served import Served

REG, BEFORE, ENGLISH = (
    "linjiang_dispatch_2024",
    "linjiang_dispatch_2023",
    "northgate_reliability_2024",
)
QUESTION = "the one that is asked"
# File, page, what is shown there, and light or dark.
PICTURES = [
    ("library", "library", {}, "light"),
    ("library_en_dark", "library", {"reg": ENGLISH, "lang": "en"}, "dark"),
    ("reader", "reader", {"reg": REG, "page": 19}, "light"),
    ("reader_en_dark", "reader", {"reg": ENGLISH, "page": 8, "lang": "en"}, "dark"),
    ("search", "search", {"q": "母线失压"}, "light"),
    ("tables", "tables", {"reg": REG, "table": f"{REG}/t-6-2"}, "light"),
    ("notes", "notes", {"reg": REG}, "light"),
    ("notes_graph", "notes", {"reg": REG, "view": "graph"}, "light"),
    ("compare", "compare", {"a": BEFORE, "b": REG}, "light"),
    ("ask", "ask", {"id": QUESTION}, "light"),
    ("desk", "desk", {"desk": DESK, "page": "usr-2"}, "light"),
    ("insights", "insights", {"reg": REG}, "light"),
]
_STILL_MS = 1500  # images and tables are drawn a moment after the script has ended


def main(folder: Path) -> None:
    if CHROMIUM is None:
        sys.exit("There is no Chromium on this machine; name one with CHROMIUM.")
    if not _has_chinese_font():
        sys.exit("There is no font with Chinese letters on this machine, such as fonts-noto-cjk.")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        settings = Settings(data_dir=Path(data) / "data")
        with Workbench(settings) as workbench:
            for pdf in sorted((ROOT / "data" / "samples").glob("*.pdf")):
                workbench.ingest(IngestRequest(pdf))
            workbench.create_collection("临江电网", [BEFORE, REG])
            put_sample_desk(workbench)
            reply = workbench.questions.ask(
                Question(text="母线失压后应当如何处理？", reg_ids=(REG,))
            )
        served = Served(settings.data_dir)
        try:
            _take(served.url, folder, reply.question_id)
        finally:
            served.stop()


def _has_chinese_font() -> bool:
    """Without one the pictures show empty boxes. Where nobody can tell, there is one."""
    if shutil.which("fc-list") is None:
        return True
    listed = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, check=False).stdout
    return bool(listed.strip())


def _take(url: str, folder: Path, question_id: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        for file, name, shown, theme in PICTURES:
            context = browser.new_context(
                viewport={"width": 1400, "height": 900}, color_scheme=theme, reduced_motion="reduce"
            )
            page = context.new_page()
            query = urlencode(shown).replace(quote_plus(QUESTION), question_id)
            page.goto(f"{url}/{'' if name == 'library' else name}?{query}")
            page.get_by_role("heading").first.wait_for(timeout=60_000)
            wait_until_idle(page)
            page.locator("[data-testid=stSkeleton]").first.wait_for(
                state="detached", timeout=60_000
            )
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(_STILL_MS)
            page.screenshot(path=folder / f"{file}.png")
            print(folder / f"{file}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs")
