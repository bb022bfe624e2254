"""What a browser sees, and when: every page, and a long regulation, in Chromium.

``fresh``: a new browser with nothing kept. ``again``: a second visit, with what the browser has
kept. ``inside``: the next page of the reader in a session that is open. Times are milliseconds on
the clock from the address (or the click) to the first words, to the page standing as it stays, and
for the reader to contents, text and page image all being there. ``streamlit`` is when Streamlit's
own bundle has been fetched and run, before anything of the workbench is asked for: the websocket
is opened then.
"""

from collections.abc import Sequence
from statistics import median
from urllib.parse import urlencode

import pypdfium2

from core.services.document_files import DocumentFiles
from core.settings import Settings
from core.store.database import Database
from core.store.regulations import save_regulation
from tests.bench.long_regulation import long_regulation
from tests.browser.conftest import CHROMIUM, CHROMIUM_ARGS, wait_until_idle
from tests.conftest import ROOT

LONG, LONG_PAGES = "long_600", 600
TIMES = 5  # of each, and the median of them
# Marks the moments; every frame asks anew, so that nothing has to be told when it is drawn.
WATCH = """
const marks = (window.drawn = {});
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...given) { super(...given); marks.streamlit ??= performance.now(); }
};
const inside = window.inside = (name, what) => [...document.querySelectorAll(`.st-key-${name} *`)]
  .map((it) => it.shadowRoot?.querySelector(what)).find(Boolean);
const wanted = {
  words: () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  tree: () => inside('contents', '.item'),
  text: () => inside('blocks', '.block'),
  image: () => { const it = inside('page_image', 'img'); return it?.complete && it.naturalWidth; },
};
(function look() {
  for (const [name, there] of Object.entries(wanted)) {
    if (name in marks) continue;
    const found = there();
    if (found) marks[name] = name === 'words' ? found : performance.now();
  }
  requestAnimationFrame(look);
})();
"""


def put_long_regulation(settings: Settings) -> None:
    """600 pages with 660 chapters; the sample's pages stand in for those of its PDF."""
    sample = pypdfium2.PdfDocument(ROOT / "data" / "samples" / "linjiang_dispatch_2024.pdf")
    printed = pypdfium2.PdfDocument.new()
    for _ in range(-(-LONG_PAGES // len(sample))):
        printed.import_pages(sample)
    path = DocumentFiles(settings.data_dir).pdf(LONG)
    path.parent.mkdir(parents=True, exist_ok=True)
    printed.save(path)
    database = Database(settings.database_path)
    save_regulation(database, long_regulation(LONG, LONG_PAGES))
    database.close()


def paints(url: str, shown: dict[str, dict[str, object]]) -> dict[str, object] | str:
    """``shown``: what each page is asked to show."""
    if CHROMIUM is None:
        return "no Chromium on this machine"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        found = {}
        for name, asked in (*shown.items(), ("reader of 600 pages", {"reg": LONG, "page": 300})):
            page = name.partition(" ")[0]
            address = f"{url}/{'' if page == 'library' else page}?{urlencode(asked)}"
            runs = [_visits(browser, address, page == "reader") for _ in range(TIMES)]
            found[name] = {kind: _medians([run[kind] for run in runs]) for kind in runs[0]}
        browser.close()
    return found


def _visits(browser, address: str, is_reader: bool) -> dict[str, dict[str, float]]:
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    context.add_init_script(WATCH)
    seen = {}
    for kind in ("fresh", "again"):
        page = context.new_page()
        page.goto(address)
        seen[kind] = _seen(page, is_reader)
        if kind == "again" and is_reader:
            seen["inside"] = {"whole": _turned(page)}
        page.close()
    context.close()
    return seen


def _seen(page, is_reader: bool) -> dict[str, float]:
    page.get_by_role("heading").first.wait_for(timeout=60_000)
    wait_until_idle(page)
    if is_reader:
        page.wait_for_function("drawn.tree && drawn.text && drawn.image")
        page.evaluate("drawn.whole = Math.max(drawn.tree, drawn.text, drawn.image)")
    else:
        page.evaluate("drawn.idle = performance.now()")
    return page.evaluate("drawn")


def _turned(page) -> float:
    """From the click on "next page" to its text and image."""
    return page.evaluate(
        """async () => {
          const source = () => inside('page_image', 'img')?.src;
          const before = source(), text = inside('blocks', '.view').textContent;
          const begun = performance.now();
          document.querySelector('.st-key-next_page button').click();
          for (;;) {
            await new Promise(requestAnimationFrame);
            const image = inside('page_image', 'img');
            const turned = image?.src !== before && image?.complete && image.naturalWidth;
            if (turned && inside('blocks', '.view').textContent !== text) break;
          }
          return performance.now() - begun;
        }"""
    )


def _medians(runs: Sequence[dict[str, float]]) -> dict[str, int]:
    return {name: round(median(run[name] for run in runs)) for name in runs[0]}
