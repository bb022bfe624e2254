"""One set of services over one data directory: what the front doors ask.

Each part of it is a module of its own; this one puts them together.
"""

from collections.abc import Sequence
from functools import cached_property

from core.answering.agent import ReadingTool
from core.services.ask.questions import Questions
from core.workbench.adding import Adding
from core.workbench.comparing import Comparing
from core.workbench.correcting import Correcting
from core.workbench.following import Following
from core.workbench.keeping import Keeping
from core.workbench.reading import Reading
from core.workbench.searching import Searching
from core.workbench.tables import Tables


class Workbench(Adding, Keeping, Reading, Searching, Following, Tables, Correcting, Comparing):
    """One method for each thing an analyst does. Safe to share between threads."""

    def __enter__(self) -> "Workbench":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @cached_property
    def questions(self) -> Questions:
        """Asking, watching, history and files of answers."""
        return Questions(self.settings, self._searcher, self._page_images, self._reading_tools)

    def _reading_tools(self) -> Sequence[ReadingTool]:
        # The registry stands above the workbench; the agent uses it as every client does.
        from core.tools.for_models import reading_tools

        return reading_tools(self)

    def close(self) -> None:
        if "questions" in self.__dict__:
            self.questions.close()
        self._queue.close()
        self._comparisons.close()
        self._database.close()
