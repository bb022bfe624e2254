"""Everything an analyst does with questions: ask, watch, stop, look back, take away as a file."""

from collections.abc import Callable, Sequence

from core.answering.agent import ReadingTool
from core.model.answers import Question, Reply
from core.services.ask import exports
from core.services.ask.asking import Asker
from core.services.ask.live import LiveQuestion, LiveQuestions, ended, not_found
from core.services.comparison_reports.wording import Language
from core.services.page_images import PageImages
from core.services.search import Searcher
from core.settings import Settings
from core.store import questions


class Questions:
    """Safe to share between threads."""

    def __init__(
        self,
        settings: Settings,
        searcher: Searcher,
        images: PageImages,
        tools: Callable[[], Sequence[ReadingTool]],
    ) -> None:
        self.model = settings.llm_model
        """The name of the model that may write answers; empty where none is configured."""
        self._database = searcher.database
        self._asker = Asker(settings, searcher, images, tools)
        self._live = LiveQuestions(self._asker)

    def ask(self, question: Question, *, keep: bool = True) -> Reply:
        """Answered when this returns; in the history only if it is to be kept."""
        return self._asker.ask(question, keep=keep)

    def submit(self, question: Question) -> str:
        """The same in the background; -> its id, for :meth:`watch`."""
        return self._live.submit(question)

    def watch(self, question_id: str) -> LiveQuestion:
        """Live, or as it was kept."""
        live = self._live.find(question_id)
        if live is not None and (live.running or live.failure is not None):
            return live
        reply = questions.find(self._database, question_id)
        if reply is None:
            raise not_found(question_id)
        return ended(reply)

    def cancel(self, question_id: str) -> None:
        self._live.cancel(question_id)

    def history(self, limit: int = 100) -> list[Reply]:
        """Newest first."""
        return questions.history(self._database, limit)

    def delete(self, question_id: str) -> None:
        questions.delete(self._database, question_id)

    def delete_history(self) -> None:
        questions.delete_all(self._database)

    def markdown(self, reply: Reply, language: Language) -> str:
        return exports.reply_markdown(reply, language)

    def docx(self, reply: Reply, language: Language) -> bytes:
        return exports.reply_docx(reply, language)

    def close(self) -> None:
        self._live.close()
