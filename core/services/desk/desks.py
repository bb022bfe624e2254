"""The desks of a library, each opened once and shared by everybody who works on it."""

import secrets
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from threading import RLock

from core.context.context_system import ContextSystem, new_pages
from core.context.finding import FoldedPages, Relation, find
from core.context.rules import LONGEST_NAME, problems
from core.context.tokens import TokenCounter
from core.context.window import LEAST_BUDGET, MOST_BUDGET, Window, render
from core.errors import Conflict, DeskNotFoundError, InputRejected, InvalidArguments
from core.model import AgentAccess, CheckedEvidence, ContextEvent, ContextPage, Desk, Evidence
from core.model.answers import Citation
from core.services.desk import evidence, exchange, report
from core.services.desk.report import Language
from core.settings import Settings
from core.store import desks as stored
from core.store.database import Database

_LONGEST_QUESTION = 2_000


class Desks:
    """Safe to share between threads."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self.counter = TokenCounter(settings.tokenizer)
        self._opening = RLock()
        self._open: dict[str, ContextSystem] = {}
        self._folded: dict[str, FoldedPages] = {}
        self._relations: dict[str, Relation] = {}

    def all(self) -> list[Desk]:
        return stored.desks(self._database)

    def get(self, desk_id: str) -> Desk:
        desk = stored.find_desk(self._database, desk_id)
        if desk is None:
            raise DeskNotFoundError(
                f"There is no desk {desk_id[:80]}.", hint="The Desk page shows what there is."
            )
        return desk

    def create(
        self,
        name: str,
        *,
        question: str = "",
        token_budget: int = 16_000,
        agent_access: AgentAccess = AgentAccess.CLOSED,
    ) -> Desk:
        now = datetime.now(UTC)
        desk = Desk(
            desk_id=f"desk-{secrets.token_hex(3)}",
            name=_clean_name(name),
            question=_clean_question(question),
            token_budget=_possible(token_budget),
            agent_access=agent_access,
            created_at=now,
            updated_at=now,
        )
        return self.adopt(desk, new_pages(now))

    def adopt(
        self, desk: Desk, began_with: Sequence[ContextPage], events: Sequence[ContextEvent] = ()
    ) -> Desk:
        """A desk that was made elsewhere, whole or not at all; a name that is taken is refused."""
        found = problems(began_with)
        if found:
            raise InputRejected(
                f"The desk cannot be used: {found[0]}", hint="Export it again; it was changed."
            )
        _possible(desk.token_budget)
        _clean_name(desk.name)
        _clean_question(desk.question)
        with self._opening:
            self._reject_taken(desk.name)
            stored.save_new_desk(self._database, desk, began_with, events)
        return desk

    def change(
        self,
        desk_id: str,
        *,
        name: str | None = None,
        question: str | None = None,
        token_budget: int | None = None,
        agent_access: AgentAccess | None = None,
    ) -> Desk:
        """What is None stays."""
        with self._opening:
            desk = self.get(desk_id)
            fields: dict[str, object] = {"updated_at": datetime.now(UTC)}
            if name is not None and _clean_name(name) != desk.name:
                self._reject_taken(_clean_name(name))
                fields["name"] = _clean_name(name)
            if question is not None:
                fields["question"] = _clean_question(question)
            if token_budget is not None:
                fields["token_budget"] = _possible(token_budget)
            if agent_access is not None:
                fields["agent_access"] = agent_access
            changed = desk.model_copy(update=fields)
            stored.save_desk(self._database, changed)
        return changed

    def delete(self, desk_id: str) -> None:
        with self._opening:
            self.get(desk_id)
            stored.delete_desk(self._database, desk_id)
            for kept in (self._open, self._folded, self._relations):
                kept.pop(desk_id, None)

    def open(self, desk_id: str) -> ContextSystem:
        with self._opening:
            system = self._open.get(desk_id)
            if system is None:
                self.get(desk_id)
                events = stored.events_of(self._database, desk_id)
                system = ContextSystem(
                    stored.began_with(self._database, desk_id),
                    events,
                    partial(self._keep, desk_id, count(len(events) + 1)),
                )
                self._open[desk_id] = system
                self._folded[desk_id] = FoldedPages()
            return system

    def find(self, desk_id: str, query: str) -> list[ContextPage]:
        """Pages in any state, the cold archive included."""
        tree = self.open(desk_id).tree
        return find(self._folded[desk_id], tree, query)

    def window(
        self, desk_id: str, *, token_budget: int | None = None, question: str | None = None
    ) -> Window:
        """By the desk's own budget and question where none are given."""
        desk, tree = self.get(desk_id), self.open(desk_id).tree
        asked = desk.question if question is None else question
        relation = self._relations.get(desk_id)
        if relation is None or relation.question != asked:
            relation = self._relations[desk_id] = Relation(self._folded[desk_id], asked)
        budget = desk.token_budget if token_budget is None else _possible(token_budget)
        return render(tree, self.counter, budget, relation)

    def read_evidence(self, asked: Evidence) -> Evidence:
        """With its pages and words as they stand now; what does not exist is refused."""
        return evidence.read(self._database, asked)

    def evidence_of(self, citation: Citation) -> Evidence:
        """The proof of an answer, as it stands now."""
        return evidence.of_citation(self._database, citation)

    def check_evidence(self, proof: Evidence) -> CheckedEvidence:
        """Whether the words still stand where they were found."""
        return evidence.check(self._database, proof)

    def markdown(self, desk_id: str, language: Language) -> str:
        return report.as_markdown(self._report(desk_id), language)

    def docx(self, desk_id: str, language: Language) -> bytes:
        return report.as_docx(self._report(desk_id), language)

    def json(self, desk_id: str) -> str:
        """With its history, for :meth:`import_json`."""
        return exchange.as_json(
            self.get(desk_id),
            stored.began_with(self._database, desk_id),
            stored.events_of(self._database, desk_id),
        )

    def import_json(self, data: bytes | str) -> Desk:
        """A new desk; it gets a number behind its name where that is taken."""
        desk, began_with, events = exchange.read_json(data)
        with self._opening:
            taken = {found.name for found in self.all()}
            short = desk.name[: LONGEST_NAME - len(" (1000)")]
            names = (desk.name if n == 1 else f"{short} ({n})" for n in count(1))
            desk = desk.model_copy(update={"name": next(it for it in names if it not in taken)})
            return self.adopt(desk, began_with, events)

    def _report(self, desk_id: str) -> report.Report:
        desk, tree = self.get(desk_id), self.open(desk_id).tree
        return report.make_report(desk, tree, self.check_evidence)

    def _keep(self, desk_id: str, numbers: Iterator[int], event: ContextEvent) -> None:
        with self._opening:
            if desk_id not in self._open:  # deleted while somebody still had it open
                raise DeskNotFoundError(f"The desk {desk_id} is gone.", hint="Open another one.")
            stored.save_event(self._database, desk_id, next(numbers), event)

    def _reject_taken(self, name: str) -> None:
        if any(desk.name == name for desk in self.all()):
            raise Conflict(f"There is a desk {name} already.", hint="Give it another name.")


def _clean_name(name: str) -> str:
    cleaned = " ".join(name.split())
    if not cleaned or len(cleaned) > LONGEST_NAME:
        raise InvalidArguments(
            f"A desk needs a name of 1 to {LONGEST_NAME} characters.", hint="Give another name."
        )
    return cleaned


def _clean_question(question: str) -> str:
    cleaned = question.strip()
    if len(cleaned) > _LONGEST_QUESTION:
        raise InvalidArguments(
            f"A question has {_LONGEST_QUESTION} characters at most.", hint="Ask it shorter."
        )
    return cleaned


def _possible(token_budget: int) -> int:
    if not LEAST_BUDGET <= token_budget <= MOST_BUDGET:
        raise InvalidArguments(
            f"{token_budget} tokens are no budget.",
            hint=f"Give {LEAST_BUDGET} to {MOST_BUDGET} tokens.",
        )
    return token_budget
