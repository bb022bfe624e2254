"""Watching a question while it is answered."""

from core.answering.events import Stepped
from core.model.answers import Question, Step
from core.services.ask.live import LiveQuestions


class TwoCallsAtOnce:
    """An asker whose model makes two calls, of which the first is answered first."""

    def __init__(self) -> None:
        self.watched = None

    def ask(self, question, on_event, cancelled, question_id):
        for nth, tool in ((0, "get_toc"), (1, "smart_search")):
            on_event(Stepped(nth, Step(tool=tool)))
        on_event(Stepped(0, Step(tool="get_toc", outcome="a P1")))
        self.watched = self.live.find(question_id).steps


def test_steps_that_wait_stay_when_another_is_done():
    asker = TwoCallsAtOnce()
    asker.live = LiveQuestions(asker)
    asker.live.submit(Question(text="?"))
    asker.live.close()
    assert [(it.tool, it.outcome) for it in asker.watched] == [
        ("get_toc", "a P1"),
        ("smart_search", ""),
    ]
