"""A question from beginning to end: answered by a model where one is configured and able, else by
quotations; checked in any case; kept."""

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from core.answering.agent import ReadingTool, answer_with_tools
from core.answering.events import OnEvent, nobody
from core.answering.extractive import numbered_quotes
from core.answering.language_model import is_configured, run_stoppable
from core.answering.page_lookup import PageWords
from core.answering.quote_check import check_text
from core.answering.stages import answer_in_stages
from core.errors import Cancelled, EmptyQuery, ModelFailed, ModelMissing
from core.model.answers import Question, Reply, Step
from core.services.ask.documents import characters_for_each, document_for, recall
from core.services.ask.evidence import passages_of
from core.services.ask.extractive_reply import quoted_answer
from core.services.page_images import PageImages
from core.services.search import Searcher
from core.settings import Settings
from core.store import pages, questions, regulations

logger = logging.getLogger(__name__)

NO_MODEL_WROTE_IT = "No model wrote this: every line is quoted from the page it names."


def never() -> bool:
    return False


@dataclass(frozen=True)
class _Written:
    """What the model wrote, what it opened, and which regulations it could not read any more."""

    text: str
    steps: tuple[Step, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asker:
    """``tools`` are made when an agent asks for them."""

    settings: Settings
    searcher: Searcher
    images: PageImages
    tools: Callable[[], Sequence[ReadingTool]]

    def ask(
        self,
        question: Question,
        on_event: OnEvent = nobody,
        cancelled: Callable[[], bool] = never,
        question_id: str | None = None,
        *,
        keep: bool = True,
    ) -> Reply:
        """Raises :class:`Cancelled` where it was stopped; then nothing is kept."""
        if not question.text.strip():
            raise EmptyQuery("There is no question.", hint="Ask something.")
        for reg_id in question.reg_ids or ():
            regulations.get_info(self.searcher.database, reg_id)
        begun = time.monotonic()
        reply = Reply(
            question_id=question_id or secrets.token_hex(6),
            question=question,
            asked_at=datetime.now(UTC),
            way=question.way,
        )
        if question.way == "extractive":
            reply = self._quoted(reply)
        else:
            reply = self._by_model(reply, on_event, cancelled)
        if cancelled():
            raise Cancelled("The question was cancelled.", hint="Ask again at any time.")
        reply = reply.model_copy(update={"seconds": round(time.monotonic() - begun, 2)})
        if keep:
            questions.save(self.searcher.database, reply)
        logger.info("answered %s by %s in %.1f s", reply.question_id, reply.way, reply.seconds)
        return reply

    def _quoted(self, reply: Reply, *notes: str) -> Reply:
        made, evidence = quoted_answer(self.searcher, reply.question)
        return reply.model_copy(
            update={
                "way": "extractive",
                "written_by": "",
                "text": numbered_quotes(made.citations),
                "citations": made.citations,
                "conflicts": made.conflicts,
                "reg_ids": evidence.reg_ids,
                "notes": (*notes, NO_MODEL_WROTE_IT, *evidence.notes),
            }
        )

    def _by_model(self, reply: Reply, on_event: OnEvent, cancelled: Callable[[], bool]) -> Reply:
        try:
            if not is_configured(self.settings):
                raise ModelMissing("No language model is configured.")
            reg_ids = recall(self.searcher, reply.question)
            written = self._written(reply.question, reg_ids, on_event, cancelled)
        except (ModelFailed, ModelMissing) as error:
            logger.warning("the model gave no answer: %s", type(error).__name__)
            return self._quoted(reply, self._without_key(f"{error} {error.hint}".strip()))
        return self._checked(reply, reg_ids, written)

    def _without_key(self, words: str) -> str:
        """Some servers repeat the key that they refuse."""
        key = self.settings.llm_api_key.get_secret_value()
        return words.replace(key, "***") if key else words

    def _written(
        self,
        question: Question,
        reg_ids: Sequence[str],
        on_event: OnEvent,
        cancelled: Callable[[], bool],
    ) -> "_Written":
        if question.way == "agent":
            tools = self.tools()
            text, steps = run_stoppable(
                lambda: answer_with_tools(self.settings, question.text, reg_ids, tools, on_event),
                self.settings.llm_seconds,
                cancelled,
            )
            return _Written(text, steps=tuple(steps))
        images = self.images if self.settings.llm_vision else None
        most = characters_for_each(self.settings.llm_tokens, len(reg_ids))
        documents = [document_for(self.searcher, images, question, each, most) for each in reg_ids]
        staged = run_stoppable(
            lambda: answer_in_stages(self.settings, question.text, documents, on_event),
            self.settings.llm_seconds,
            cancelled,
        )
        return _Written(staged.text, unread=staged.unread)

    def _checked(self, reply: Reply, reg_ids: Sequence[str], written: "_Written") -> Reply:
        infos = [regulations.get_info(self.searcher.database, reg_id) for reg_id in reg_ids]
        names = [info.title for info in infos]
        checked = check_text(written.text, self.find_page, list(reg_ids), names)
        return reply.model_copy(
            update={
                "written_by": self.settings.llm_model,
                "text": checked.text,
                "citations": checked.citations,
                "checks": checked.checks,
                "steps": written.steps,
                "reg_ids": tuple(each for each in reg_ids if each not in written.unread),
                "unread": written.unread,
                "notes": (_not_read(written.unread),) if written.unread else (),
            }
        )

    def find_page(self, reg_id: str, page_num: int) -> PageWords | None:
        page = pages.find_page(self.searcher.database, reg_id, page_num)
        if page is None:
            return None
        return PageWords(page, tuple(passages_of(self.searcher.database, [(reg_id, page_num)])))


def _not_read(unread: Sequence[str]) -> str:
    return f"Not read, the limit of tokens (GRIDCODE_LLM_TOKENS) was near: {', '.join(unread)}."
