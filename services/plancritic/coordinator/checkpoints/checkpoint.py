"""Where a run stands, as a value: all that is needed to go on with it, in any process."""

from __future__ import annotations

import time
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PrivateAttr

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised, SearchSettings, ShownPlan, Timing
from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.specification import STRENGTHS
from plancritic.contracts.translation import Reading, Statement, Translation
from plancritic.coordinator.checkpoints.known_answers import KnownAnswers
from plancritic.coordinator.evaluation.evaluator_state import EvaluatorState
from plancritic.coordinator.evaluation.evidence import Evidence
from plancritic.coordinator.presets import PRESETS, Preset
from plancritic.coordinator.refinement.completion import CompletionState
from plancritic.coordinator.refinement.improvement import ImprovementState
from plancritic.coordinator.search.genetic_algorithm import Ended
from plancritic.coordinator.search.state import SearchState
from plancritic.coordinator.sessions.turn import Turn
from plancritic.coordinator.understanding.posteriors import Posteriors
from plancritic.coordinator.understanding.questions import Question
from plancritic.coordinator.understanding.state import UnderstandingState
from plancritic.coordinator.workers.limits import limits_of

#: The clock of this process.
clock = time.monotonic

PhaseName = Literal[
    "naming",
    "base_plan",
    "answering",
    "translation",
    "understanding",
    "asking",
    "clashing",
    "settling",
    "search",
    "completion",
    "improvement",
    "result",
    "over",
]


class RunCheckpoint(BaseModel):
    """A run after one of its phases or generations; `phase` is the one to do next.

    Nothing in it is ever changed: a phase makes another one. `key` keys the ids of the run's jobs and of its end
    and stands nowhere else. What a phase has not reached yet is None.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    #: Raise it with any change after which older checkpoints cannot be continued.
    version: Literal[2] = 2
    key: str = Field(repr=False)
    submitted: FeedbackSubmitted
    started: RunStarted
    #: What the run takes over from its session.
    turn: Turn
    #: What counts in the run; the evaluator may have to do with less.
    evidence: Evidence
    phase: PhaseName = "base_plan"
    answers: KnownAnswers = KnownAnswers()
    timings: tuple[Timing, ...] = ()
    base: PlanProved | None = None
    shown: ShownPlan | None = None
    #: Plans of earlier turns of the session, newest first.
    earlier_plans: tuple[str, ...] = ()
    translation: Translation | None = None
    posteriors: Posteriors | None = None
    #: What the person is asked, and the answers so far: by the question's id the number of a choice, or None for none
    #: of them; a question that nobody answers in time is `skipped`.
    questions: tuple[Question, ...] = ()
    answers_given: dict[str, int | None] = {}
    skipped: tuple[str, ...] = ()
    #: Since when the run waits for answers, by the broker's clock, and how many seconds it has waited in all: its
    #: deadline stands still then.
    waiting_since: AwareDatetime | None = None
    seconds_waited: float = 0.0
    #: How many seconds the run was carried when this checkpoint was stored, by the clocks of those who carried it.
    seconds_used: float = 0.0
    #: When this process took it up, by its own clock: those of different copies are never compared.
    _taken_up: float = PrivateAttr(default_factory=lambda: clock())
    evaluator: EvaluatorState | None = None
    search: SearchState | None = None
    generations: int = 0
    ended: Ended | None = None
    understanding: UnderstandingState | None = None
    completion: CompletionState | None = None
    improvement: ImprovementState = ImprovementState()
    result: PlanRevised | None = None

    @property
    def seconds_carried(self) -> float:
        """How many seconds the run has been carried until now, by whoever carried it; waiting for a person is none."""
        return self.seconds_used + max(clock() - self._taken_up, 0.0)

    def with_time_noted(self) -> RunCheckpoint:
        """Return the checkpoint as it is to be stored now."""
        noted = self.model_copy(update={"seconds_used": self.seconds_carried})
        noted._taken_up = clock()
        return noted

    @property
    def run(self) -> str:
        """The run's id."""
        return self.submitted.envelope.correlation_id

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What the plan has to do: the statements in force in the session, then what the person said.

        One whose reading is of something that nobody insists on ("as fast as possible") is wanted as much as that says.
        """
        if self.understanding is not None:
            read = self.understanding.translated
        else:
            read = self.translation.statements if self.translation is not None else ()
        first = {each.statement: each.readings[0] for each in read if each.readings}
        return tuple(with_strength_of(each, first.get(each.id)) for each in self.turn.statements)

    @property
    def settings(self) -> SearchSettings:
        """The settings with everything filled in."""
        return self.started.settings

    @property
    def preset(self) -> Preset:
        """How the search is set up."""
        return PRESETS[self.settings.preset]

    @property
    def deterministic(self) -> bool:
        """Whether the feedback named a seed."""
        return self.submitted.settings.seed is not None

    @property
    def limits(self) -> SolveLimits:
        """The limits of every planning job."""
        return limits_of(self.settings)

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """The questions that have no answer yet."""
        return tuple(
            each for each in self.questions if each.id not in self.answers_given and each.id not in self.skipped
        )

    def end_envelope(self) -> Envelope:
        """Return the envelope of the run's end: the same id whoever ends the run."""
        return end_envelope(self.submitted.envelope, self.key)


def with_strength_of(statement: Statement, reading: Reading | None) -> Statement:
    """Return the statement as strong as its reading says, where that is weaker than what the person submitted."""
    if reading is None or reading.strength is None:
        return statement
    weaker = max(statement.strength, reading.strength, key=STRENGTHS.index)
    return statement if weaker == statement.strength else statement.model_copy(update={"strength": weaker})


def end_envelope(origin: Envelope, key: str) -> Envelope:
    """Return the envelope of the end of the run that the message with envelope `origin` started."""
    return origin.caused("end", key)
