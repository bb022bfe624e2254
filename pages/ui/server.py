"""Start the workbench: ``python -m pages.ui.server [options of streamlit run]``.

A folder named ``pages`` makes Streamlit fall back to its old way of finding pages until the first
``st.navigation`` has run: a link straight to a page would then be opened without ``app.py``.
Saying so before the server starts closes that gap; ``streamlit run app.py`` leaves it open.
"""

import sys
from pathlib import Path

from streamlit.runtime.pages_manager import PagesManager
from streamlit.web import cli

APP = Path(__file__).parents[2] / "app.py"


def main(options: list[str]) -> None:
    PagesManager.uses_pages_directory = False
    cli.main(["run", str(APP), *options], prog_name="streamlit")


if __name__ == "__main__":
    main(sys.argv[1:])
