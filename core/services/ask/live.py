"""Questions that are being answered: watched, stopped, and read piece by piece from anywhere.

They do not wait behind an ingest, so they have threads of their own.
"""

import logging
import secrets
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Event, Lock

from core.answering.events import Event as Happened
from core.answering.events import Reading, StartedOver, Stepped, Wrote
from core.errors import Cancelled, GridCodeError, NotFound
from core.model.answers import Question, Reply, Step
from core.services.ask.asking import Asker

logger = logging.getLogger(__name__)

_AT_ONCE = 3
_KEPT = 100  # ended questions whose failure or reply is remembered here


@dataclass(frozen=True)
class LiveQuestion:
    """How far it is. ``pieces`` counts what arrived of the text; ``reply`` is there when it is
    done, ``failure`` when it failed or was cancelled."""

    question_id: str
    question: Question
    text: str = ""
    pieces: int = 0
    reading: Reading | None = None
    steps: tuple[Step, ...] = ()
    reply: Reply | None = None
    failure: GridCodeError | None = None

    @property
    def running(self) -> bool:
        return self.reply is None and self.failure is None

    @property
    def cancelled(self) -> bool:
        return isinstance(self.failure, Cancelled)


@dataclass
class _Asked:
    state: LiveQuestion
    stop: Event = field(default_factory=Event)


class LiveQuestions:
    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._lock = Lock()
        self._asked: OrderedDict[str, _Asked] = OrderedDict()
        self._workers = ThreadPoolExecutor(max_workers=_AT_ONCE, thread_name_prefix="ask")

    def submit(self, question: Question) -> str:
        """-> its id, under which it is watched and, when done, kept."""
        question_id = secrets.token_hex(6)
        with self._lock:
            self._asked[question_id] = _Asked(LiveQuestion(question_id, question))
            self._forget_old()
        self._workers.submit(self._run, question_id)
        return question_id

    def find(self, question_id: str) -> LiveQuestion | None:
        with self._lock:
            asked = self._asked.get(question_id)
            return asked.state if asked is not None else None

    def cancel(self, question_id: str) -> None:
        """One that has ended is left as it is."""
        with self._lock:
            asked = self._asked.get(question_id)
            if asked is not None:
                asked.stop.set()

    def close(self) -> None:
        with self._lock:
            for asked in self._asked.values():
                asked.stop.set()
        self._workers.shutdown(wait=True)

    def _run(self, question_id: str) -> None:
        with self._lock:
            asked = self._asked[question_id]
        try:
            if asked.stop.is_set():
                raise Cancelled("The question was cancelled.", hint="Ask again at any time.")
            reply = self._asker.ask(
                asked.state.question,
                lambda event: self._happened(asked, event),
                asked.stop.is_set,
                question_id,
            )
        except GridCodeError as error:
            self._change(asked, failure=error)
        except Exception:
            # A bug: the log has it, and whoever asked is told that it happened.
            logger.exception("the question %s failed", question_id)
            hint = "The program's log has details."
            self._change(asked, failure=GridCodeError("An internal error.", hint=hint))
        else:
            self._change(asked, reply=reply)

    def _happened(self, asked: _Asked, event: Happened) -> None:
        state = asked.state
        if isinstance(event, Wrote):
            self._change(asked, text=state.text + event.piece, pieces=state.pieces + 1)
        elif isinstance(event, StartedOver):
            self._change(asked, text="")
        elif isinstance(event, Reading):
            self._change(asked, reading=event)
        elif isinstance(event, Stepped):
            # Of several calls made at once, the first may be answered while others wait.
            others = state.steps[event.nth + 1 :]
            self._change(asked, steps=(*state.steps[: event.nth], event.step, *others))

    def _change(self, asked: _Asked, **changes: object) -> None:
        with self._lock:
            asked.state = replace(asked.state, **changes)  # type: ignore[arg-type]

    def _forget_old(self) -> None:
        ended = [key for key, asked in self._asked.items() if not asked.state.running]
        for key in ended[: max(0, len(self._asked) - _KEPT)]:
            del self._asked[key]


def ended(reply: Reply) -> LiveQuestion:
    """A question that was answered before, as if it had been watched to its end."""
    return LiveQuestion(
        reply.question_id, reply.question, text=reply.text, steps=reply.steps, reply=reply
    )


def not_found(question_id: str) -> NotFound:
    return NotFound(f"There is no question {question_id[:40]}.", hint="It may have been deleted.")
