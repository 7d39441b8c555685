"""A recording as what people did, session by session, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import ValidationError

from plancritic.contracts.envelope import Contract, Envelope
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackSubmitted
from plancritic.contracts.questions import QuestionAnswered, QuestionAsked
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.sessions import SessionRevised, StatementInForce
from plancritic.recorder.outcomes import READERS, Refused, Result
from plancritic.recorder.recording import RecordedEvent, Versions


@dataclass(frozen=True)
class Answered:
    """A question that was asked, and its first answer, None where nobody gave one."""

    asked: QuestionAsked
    asked_at: datetime
    answer: QuestionAnswered | None = None
    answered_at: datetime | None = None

    @property
    def thinking_seconds(self) -> float:
        """Return how long the person took to answer."""
        return (self.answered_at - self.asked_at).total_seconds() if self.answered_at is not None else 0.0


@dataclass
class Turn:
    """Feedback, and what came of it."""

    sequence: int
    time: datetime
    feedback: FeedbackSubmitted
    questions: dict[str, Answered] = field(default_factory=dict)
    seed: int | None = None
    outcome: Result | Refused | None = None
    ended: int = 0
    version: int = 0

    @property
    def session(self) -> str:
        """Return the session that this is a turn of."""
        return self.feedback.envelope.session_id

    @property
    def run(self) -> str:
        """Return the id of the run."""
        return self.feedback.envelope.correlation_id

    @property
    def said(self) -> tuple[str, ...]:
        """Return what the person said or dropped."""
        return (*(each.text for each in self.feedback.statements), *(f"(drop {name})" for name in self.feedback.drop))


@dataclass(frozen=True)
class Command:
    """A command to a session, and the revision that it made or changed.

    `about` is the revision that it was given for: the one accepted, undone or copied.
    """

    sequence: int
    time: datetime
    kind: Literal["undo", "accept", "branch"]
    session: str
    about: str | None
    outcome: Result
    run: str | None = None
    #: The statement whose reading alone was confirmed.
    statement: str | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """Return the command, as the input that it is."""
        return (f"({self.kind})",)


Input = Turn | Command


@dataclass(frozen=True)
class LeftOut:
    """An input that is not replayed, and why."""

    input: Input
    reason: str


@dataclass(frozen=True)
class History:
    """The inputs that can be replayed in the order in which they came, those that cannot, and what they ran on.

    `sessions` tells the session of each recorded revision; `unread` counts events of subjects, or of versions of them,
    that are not known here, or whose payload is no such message.
    """

    inputs: tuple[Input, ...]
    left_out: tuple[LeftOut, ...]
    versions: tuple[Versions, ...]
    sessions: Mapping[str, str]
    unread: Mapping[str, int]


class _Enveloped(Contract):
    envelope: Envelope


class UnreadableEvent(ValueError):
    """The payload of an event is no message of its subject."""


class HistoryBuilder:
    """Takes events in their order (`add`) and returns the history that they are (`built`)."""

    def __init__(self) -> None:
        self._turns: dict[str, Turn] = {}
        self._commands: list[Command] = []
        self._left_out: list[LeftOut] = []
        #: By session and number: the ids of its revisions, in the order in which they came about.
        self._revisions: dict[tuple[str, int], str] = {}
        self._sessions: dict[str, str] = {}
        #: Of each session: the sequences at which it got a revision.
        self._revised: dict[str, list[int]] = {}
        #: Of each revision as it was last told: whether it was accepted, and its statements' readings and verdicts.
        self._confirmed: dict[str, tuple[bool, tuple[StatementInForce, ...]]] = {}
        #: Of each session: the sequence at which a client first reported how its plan was executed.
        self._executed: dict[str, int] = {}
        self._versions: dict[Versions, None] = {}
        self._unread: Counter[str] = Counter()

    def add(self, event: RecordedEvent) -> None:
        """Take in an event.

        Raises:
            UnreadableEvent: its payload is no message of its subject; `skip` it, or give up.
        """
        try:
            self._add(event, event.content())
        except ValidationError as error:
            detail = error.errors(include_url=False, include_input=False, include_context=False)[0]
            place = ".".join(str(part) for part in detail["loc"]) or "payload"
            raise UnreadableEvent(f"no valid {event.row}: {place}: {detail['msg']}") from None

    def skip(self, event: RecordedEvent) -> None:
        """Count an event as unread."""
        self._unread[event.row] += 1

    def built(self) -> History:
        """Return the history of the events so far."""
        inputs: list[Input] = []
        left_out = list(self._left_out)
        known: set[str] = set()
        given: list[Input] = [*self._turns.values(), *self._commands]
        for each in sorted(given, key=lambda one: one.sequence):
            reason = self._why_not(each, known)
            if reason is not None:
                left_out.append(LeftOut(each, reason))
                continue
            inputs.append(each)
            if isinstance(each.outcome, Result) and each.outcome.revision is not None:
                known.add(each.outcome.revision)
        return History(tuple(inputs), tuple(left_out), tuple(self._versions), dict(self._sessions), dict(self._unread))

    def _add(self, event: RecordedEvent, content: dict[str, Any]) -> None:
        match event.row:
            case "v1.event.feedback.submitted":
                self._submitted(event, FeedbackSubmitted.model_validate(content))
            case "v1.event.run.started":
                self._started(RunStarted.model_validate(content))
            case "v1.event.question.asked":
                asked = QuestionAsked.model_validate(content)
                if turn := self._turns.get(asked.envelope.correlation_id):
                    turn.questions[asked.question] = Answered(asked, event.time)
            case "v1.event.question.answered":
                self._answered(event, QuestionAnswered.model_validate(content))
            case "v1.event.plan.revised" | "v2.event.plan.revised" | "v1.event.feedback.refused":
                outcome = READERS[event.row](content)
                turn = self._turns.get(_Enveloped.model_validate(content).envelope.correlation_id)
                # An end is told in every version; the newest one says most.
                if turn is not None and (turn.outcome is None or turn.version < event.version):
                    turn.outcome, turn.ended, turn.version = outcome, event.sequence, event.version
            case "v1.event.session.revised":
                self._session_revised(event, SessionRevised.model_validate(content), READERS[event.row](content))
            case "v1.event.execution.progressed" | "v1.event.execution.deviated":
                envelope = _Enveloped.model_validate(content).envelope
                self._executed.setdefault(envelope.session_id, event.sequence)
            case row if row not in _WITHOUT_MEANING:
                self.skip(event)

    def _submitted(self, event: RecordedEvent, feedback: FeedbackSubmitted) -> None:
        turn = Turn(event.sequence, event.time, feedback)
        earlier = self._turns.setdefault(turn.run, turn)
        # Sent again by the same client it is the same message, which counts once.
        if earlier is not turn and earlier.feedback.envelope.message_id != feedback.envelope.message_id:
            self._left_out.append(LeftOut(turn, "it has the id of an earlier run"))

    def _started(self, started: RunStarted) -> None:
        if turn := self._turns.get(started.envelope.correlation_id):
            turn.seed = started.seed
        self._versions[versions_of(started)] = None

    def _answered(self, event: RecordedEvent, answer: QuestionAnswered) -> None:
        turn = self._turns.get(answer.envelope.correlation_id)
        question = turn.questions.get(answer.question) if turn is not None else None
        if turn is not None and question is not None and question.answer is None:
            turn.questions[answer.question] = Answered(question.asked, question.asked_at, answer, event.time)

    def _session_revised(self, event: RecordedEvent, revised: SessionRevised, outcome: Result | Refused) -> None:
        assert isinstance(outcome, Result), "a revision has a plan"
        revision, session = revised.revision, revised.revision.session
        first = revision.id not in self._sessions
        was_accepted, was_in_force = self._confirmed.get(revision.id, (False, revision.in_force))
        self._confirmed[revision.id] = (revision.accepted, revision.in_force)
        self._sessions[revision.id] = session
        self._revisions.setdefault((session, revision.number), revision.id)
        if first:
            self._revised.setdefault(session, []).append(event.sequence)
        if revision.run is not None and revised.envelope.correlation_id == revision.run:
            return
        kind: Literal["undo", "accept", "branch"]
        if not first or revision.made_by == "turn":
            if revision.accepted == was_accepted and revision.in_force == was_in_force:
                # Told again for something else: a report of execution.
                return
            kind, about = "accept", revision.id
        elif revision.made_by == "branch":
            kind, about = "branch", revision.restores or ""
        else:
            kind, about = "undo", self._revisions.get((session, revision.number - 1), "")
        statement = None
        if kind == "accept" and revision.accepted == was_accepted:
            statement = next((each.statement.id for each in revision.in_force if each not in was_in_force), None)
        made = Command(event.sequence, event.time, kind, session, about or None, outcome, statement=statement)
        self._commands.append(made)

    def _why_not(self, each: Input, known: set[str]) -> str | None:
        """Return why an input is not replayed; None where it is. `known` are the revisions of those before."""
        if self._is_after_report(each):
            return "its session has earlier reports of execution, which are not replayed"
        if isinstance(each, Command):
            return None if each.about in known else _BEGAN_BEFORE
        if each.outcome is None:
            return "its end is not recorded"
        if isinstance(each.outcome, Result):
            return None if each.outcome.parent is None or each.outcome.parent in known else _BEGAN_BEFORE
        if each.outcome.code == FaultCode.CANCELLED:
            return "somebody cancelled the run"
        meanwhile = any(each.sequence < one < each.ended for one in self._revised.get(each.session, ()))
        if each.outcome.code == FaultCode.STALE_REVISION and meanwhile:
            return "the session was changed while the run was under way"
        return None

    def _is_after_report(self, each: Input) -> bool:
        """Return whether it came about, or ended, after a report about the session that it builds on."""
        sessions = {each.session}
        if isinstance(each, Command):
            # A branch keeps what was done in the session that it copies.
            sessions.add(self._sessions.get(each.about or "", each.session))
        last = max(each.sequence, each.ended) if isinstance(each, Turn) else each.sequence
        return any(name in self._executed and self._executed[name] < last for name in sessions)


_BEGAN_BEFORE = "its session began before the recording, or with an input that is left out"

#: Subjects of progress: replaying makes them anew, and nothing is compared.
_WITHOUT_MEANING = frozenset(
    {
        "v1.event.plan.improved",
        "v1.event.plan.made",
        "v1.event.statements.translated",
        "v1.event.run.progressed",
        "v1.event.generation.evaluated",
    }
)


def versions_of(started: RunStarted) -> Versions:
    """Return what a run's result depends on beside its feedback."""
    return Versions(
        domain=started.problem.domain,
        bundle=started.problem.bundle,
        scorer_model=started.scorer_model,
        planner=started.planner,
    )
