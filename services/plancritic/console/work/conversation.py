"""A session as its events tell it: turn by turn what was said, how the search goes on, and what came of it.

Everything comes from recorded events, so that a console that starts anew knows as much as one that has always run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from plancritic.bus import Event
from plancritic.contracts.errors import Fault
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.feedback import (
    BasePlanMade,
    FeedbackRefused,
    FeedbackSubmitted,
    GenerationEvaluated,
    PlanRevised,
    ServiceJobs,
    StatementsTranslated,
)
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.contracts.questions import QuestionAnswered, QuestionAsked
from plancritic.contracts.runs import RunProgressed, RunStarted
from plancritic.contracts.sessions import Revision, SessionRevised

#: How far a turn is.
Stage = Literal["waiting", "planning", "reading", "searching", "asking", "improving", "ended", "refused"]

#: The parts of the page that an event may change.
Part = Literal["conversation", "plan", "outcome", "progress"]


@dataclass
class Turn:
    """What was said at once, and what the run that it began has told so far."""

    run: str
    submitted: FeedbackSubmitted | ExecutionDeviated
    begun: datetime
    stage: Stage = "waiting"
    deadline: datetime | None = None
    base: BasePlanMade | None = None
    understood: StatementsTranslated | None = None
    jobs: tuple[ServiceJobs, ...] = ()
    generations: list[GenerationEvaluated] = field(default_factory=list)
    improved: list[PlanImproved] = field(default_factory=list)
    question: QuestionAsked | None = None
    end: PlanRevised | None = None
    fault: Fault | None = None
    elapsed: float = 0.0

    @property
    def is_over(self) -> bool:
        """Return whether the run has ended."""
        return self.end is not None or self.fault is not None

    @property
    def texts(self) -> tuple[str, ...]:
        """Return what was said."""
        return tuple(each.text for each in getattr(self.submitted, "statements", ()))


@dataclass
class Conversation:
    """A session: its turns in order, its revisions by id, and the newest one.

    `sequence` is the place of the last event in the recording.
    """

    session: str
    turns: list[Turn] = field(default_factory=list)
    revisions: dict[str, Revision] = field(default_factory=dict)
    head: Revision | None = None
    sequence: int = 0

    @property
    def latest(self) -> Turn | None:
        """Return the turn that was begun last."""
        return self.turns[-1] if self.turns else None

    @property
    def open_turn(self) -> Turn | None:
        """Return the turn whose run has not ended, the last of them."""
        return next((each for each in reversed(self.turns) if not each.is_over), None)

    @property
    def result(self) -> PlanRevised | None:
        """Return the last end of a run whose plan is the session's now; None where none is."""
        for turn in reversed(self.turns):
            if turn.end is not None and not turn.end.answers:
                newest = self.head is None or self.head.plan == turn.end.plan
                return turn.end if newest else None
        return None

    @property
    def proved_by(self) -> PlanRevised | None:
        """Return the end of the run that made the session's plan, also after an undo to it; else None."""
        if self.result is not None or self.head is None:
            return self.result
        made = self.head
        while made.restores is not None and made.restores in self.revisions:
            made = self.revisions[made.restores]
        turn = None if made.run is None else self._turn(made.run)
        end = None if turn is None else turn.end
        return end if end is not None and end.plan == self.head.plan else None

    @property
    def about(self) -> tuple[str, str] | None:
        """Return the domain and the problem that the session is about."""
        if self.head is not None:
            return self.head.problem.domain, self.head.problem.problem
        for turn in self.turns:
            if isinstance(turn.submitted, FeedbackSubmitted):
                return turn.submitted.domain, turn.submitted.problem
        return None

    def take(self, event: Event) -> frozenset[Part]:
        """Take the next event and return the parts of the page that it changes."""
        self.sequence = event.sequence
        message = event.message
        if isinstance(message, FeedbackSubmitted | ExecutionDeviated):
            self.turns.append(Turn(message.envelope.correlation_id, message, event.time))
            return frozenset({"conversation", "progress"})
        if isinstance(message, SessionRevised):
            return self._revised(message.revision)
        turn = self._turn(message.envelope.correlation_id)
        return frozenset() if turn is None else _told(turn, message)

    def _revised(self, revision: Revision) -> frozenset[Part]:
        self.revisions[revision.id] = revision
        # Steps done, or an acceptance, of a revision that another has followed since do not make it the newest.
        if self.head is None or revision.number >= self.head.number:
            self.head = revision
        return frozenset({"conversation", "plan", "outcome"})

    def _turn(self, run: str) -> Turn | None:
        return next((each for each in reversed(self.turns) if each.run == run), None)


def _told(turn: Turn, message: object) -> frozenset[Part]:
    match message:
        case RunStarted():
            turn.deadline, turn.stage = message.deadline, "planning"
        case RunProgressed():
            turn.jobs, turn.elapsed = message.jobs, message.elapsed_seconds
        case BasePlanMade():
            turn.base, turn.stage = message, "reading"
            return frozenset({"plan", "progress"})
        case StatementsTranslated():
            turn.understood, turn.stage = message, "searching"
            return frozenset({"conversation", "progress"})
        case QuestionAsked():
            turn.question, turn.stage = message, "asking"
            return frozenset({"conversation", "progress"})
        case QuestionAnswered():
            if turn.question is not None and turn.question.question == message.question:
                turn.question, turn.stage = None, "searching"
            return frozenset({"conversation", "progress"})
        case GenerationEvaluated():
            turn.generations.append(message)
            turn.stage, turn.elapsed = "searching", message.elapsed_seconds
            turn.jobs = message.jobs or turn.jobs
        case PlanImproved():
            turn.improved.append(message)
            turn.stage, turn.elapsed = "improving", message.elapsed_seconds
        case PlanRevised():
            turn.end, turn.stage, turn.question = message, "ended", None
            return frozenset({"conversation", "plan", "outcome", "progress"})
        case FeedbackRefused():
            turn.fault, turn.stage, turn.question = message.fault, "refused", None
            return frozenset({"conversation", "outcome", "progress"})
        case _:
            return frozenset()
    return frozenset({"progress"})


def revision_tree(revisions: Sequence[Revision]) -> list[tuple[int, Revision]]:
    """Return the revisions in their order, each with how deep it stands below the first."""
    depth: dict[str, int] = {}
    found = []
    for each in sorted(revisions, key=lambda revision: revision.number):
        depth[each.id] = 0 if each.parent is None else depth.get(each.parent, -1) + 1
        found.append((depth[each.id], each))
    return found
