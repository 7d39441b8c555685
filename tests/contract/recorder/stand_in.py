"""A coordinator that keeps sessions, asks one question where it may, and notes in which order all that came."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from tests.support.builders import WATERWAY, plan_revised
from tests.support.revisions import entry, revision

from plancritic.bus import BusSettings, Client, Service, Work
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, new_id
from plancritic.contracts.feedback import FeedbackSubmitted, PlanStep, StatementOutcome
from plancritic.contracts.questions import Choice, QuestionAnswered, QuestionAsked
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.service import ReportRun, RunReport
from plancritic.contracts.sessions import (
    AcceptRevision,
    BranchSession,
    Revision,
    SessionChanged,
    SessionRevised,
    UndoRevision,
)

MEANINGS = ("(sometime (p))", "(always (p))", "(at end (p))")


class StandIn:
    """Ids of revisions and questions are random: no two stand-ins agree on any.

    `seconds` is how long a run takes; `choices` the order in which meanings are offered; `steps` how long plans are.
    """

    def __init__(
        self, settings: BusSettings, seconds: float = 0.0, choices: Sequence[str] = MEANINGS, steps: int = 2
    ) -> None:
        self.log: list[str] = []
        self.seeds: list[int | None] = []
        self._seconds = seconds
        self._choices = choices
        self._steps = steps
        self._revisions: dict[str, list[Revision]] = {}
        self._answers: dict[str, asyncio.Future[int | None]] = {}
        self.service = Service("coordinator", settings)
        self.service.work(subjects.FEEDBACK_SUBMITTED, concurrency=8)(self._carry)
        self.service.work(subjects.QUESTION_ANSWERED, concurrency=8)(self._answered)
        self.service.ask(subjects.REPORT_RUN)(self._report)
        self.service.ask(subjects.UNDO_REVISION)(self._undo)
        self.service.ask(subjects.ACCEPT_REVISION)(self._accept)
        self.service.ask(subjects.BRANCH_SESSION)(self._branch)

    async def _carry(self, feedback: FeedbackSubmitted, work: Work) -> None:
        session, text = feedback.envelope.session_id, feedback.statements[0].text
        head = self._head(session)
        assert feedback.revision in (None, head.id if head is not None else None), "the turn is about another revision"
        self._note(session, f"submitted {text}")
        self.seeds.append(feedback.settings.seed)
        started = RunStarted(
            envelope=feedback.envelope.caused("started"),
            problem=WATERWAY,
            settings=feedback.settings,
            seed=feedback.settings.seed if feedback.settings.seed is not None else 77,
            started=datetime.now(UTC),
        )
        await work.client.publish(started, subjects.RUN_STARTED)
        meaning = await self._ask(feedback, work.client) if feedback.questions == "ask" else MEANINGS[0]
        await asyncio.sleep(self._seconds)
        name = f"s{1 + len(head.in_force) if head is not None else 1}"
        statement = feedback.statements[0].model_copy(update={"id": name})
        said = entry(text, name, statement=statement, constraints=(meaning,))
        steps = tuple(
            PlanStep(number=one + 1, start=one, duration=1, action=f"(go {one})", sentence="")
            for one in range(self._steps)
        )
        made = await self._add(
            work.client, feedback.envelope, session, (*(head.in_force if head else ()), said), head, steps=steps
        )
        outcomes = tuple(
            StatementOutcome(statement=each.statement, verdict="adhered", constraints=each.constraints, adherence=None)
            for each in made.in_force
        )
        end = plan_revised(
            *outcomes,
            envelope=feedback.envelope.caused("end"),
            steps=made.steps,
            revision=made.id,
            number=made.number,
            parent=made.parent,
        )
        self._note(session, f"ended {text}")
        await work.client.publish(end, subjects.PLAN_REVISED)

    async def _ask(self, feedback: FeedbackSubmitted, client: Client) -> str:
        question = new_id()
        self._answers[question] = asyncio.get_running_loop().create_future()
        choices = tuple(
            Choice(number=number, sentence=f"It means {each}.", constraints=(each,), probability=0.3)
            for number, each in enumerate(self._choices, start=1)
        )
        asked = QuestionAsked(
            envelope=feedback.envelope.caused("question"),
            question=question,
            statement=feedback.statements[0],
            text="Which?",
            choices=choices,
        )
        await client.publish(asked, subjects.QUESTION_ASKED)
        chosen = await self._answers[question]
        return self._choices[chosen - 1] if chosen is not None else "(none)"

    async def _answered(self, answer: QuestionAnswered, _work: Work) -> None:
        assert answer.question in self._answers, "an answer to a question that was never asked here"
        self._note(answer.envelope.session_id, "answered")
        self._answers[answer.question].set_result(answer.choice)

    async def _report(self, _ask: ReportRun) -> RunReport:
        return RunReport(runs=())

    async def _undo(self, ask: UndoRevision) -> SessionChanged:
        head = self._checked(ask.session, ask.revision)
        before = self._revisions[ask.session][-2]
        self._note(ask.session, "undo")
        made = await self._add(
            self.service.client, ask.envelope, ask.session, before.in_force, head,
            made_by="undo", run=None, restores=before.id, steps=before.steps,
        )  # fmt: skip
        return SessionChanged(revision=made)

    async def _accept(self, ask: AcceptRevision) -> SessionChanged:
        head = self._checked(ask.session, ask.revision)
        self._note(ask.session, "accept")
        accepted = head.model_copy(update={"accepted": True})
        self._revisions[ask.session][-1] = accepted
        await self._announce(self.service.client, ask.envelope, accepted)
        return SessionChanged(revision=accepted)

    async def _branch(self, ask: BranchSession) -> SessionChanged:
        source = next(each for each in self._revisions[ask.session] if each.id == ask.revision)
        assert ask.into is not None
        self._note(ask.into, "branch")
        made = await self._add(
            self.service.client, ask.envelope, ask.into, source.in_force, None,
            made_by="branch", run=None, restores=source.id, steps=source.steps,
        )  # fmt: skip
        return SessionChanged(revision=made)

    async def _add(
        self,
        client: Client,
        cause: Envelope,
        session: str,
        in_force: Any,
        head: Revision | None,
        **changes: Any,
    ) -> Revision:
        number = head.number + 1 if head is not None else 1
        fields = {"run": cause.correlation_id, "parent": head.id if head is not None else None} | changes
        made = revision(*in_force, id=f"{number}-{new_id()[:16]}", number=number, session=session, **fields)
        self._revisions.setdefault(session, []).append(made)
        await self._announce(client, cause, made)
        return made

    async def _announce(self, client: Client, cause: Envelope, made: Revision) -> None:
        envelope = cause.model_copy(update={"session_id": made.session}).caused("session revised")
        await client.publish(SessionRevised(envelope=envelope, revision=made), subjects.SESSION_REVISED)

    def _checked(self, session: str, named: str | None) -> Revision:
        head = self._head(session)
        assert head is not None
        assert named in (None, head.id), "the command is about another revision"
        return head

    def _head(self, session: str) -> Revision | None:
        found = self._revisions.get(session)
        return found[-1] if found else None

    def _note(self, session: str, what: str) -> None:
        self.log.append(f"{session}: {what}")

    def revisions(self, session: str) -> Sequence[Revision]:
        """The revisions of a session, in order."""
        return self._revisions[session]

    def of(self, session: str) -> list[str]:
        """What came in a session, in order."""
        return [each.removeprefix(f"{session}: ") for each in self.log if each.startswith(f"{session}: ")]
