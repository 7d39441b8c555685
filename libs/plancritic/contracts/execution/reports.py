"""What a client reports of the execution of a session's plan."""

from __future__ import annotations

from pydantic import Field

from plancritic.contracts.envelope import Contract, Message, Token
from plancritic.contracts.execution.record import LATEST_REPORT, ReportedTime, StateNumber
from plancritic.contracts.feedback import SearchSettings


class StepName(Contract):
    """Steps of the session's plan: those of a number (`PlanStep`), or only one ground action of them."""

    number: int = Field(ge=1)
    action: str | None = Field(default=None, max_length=1_000)


class LateStep(StepName):
    """A step that has begun as planned and ends later than planned, `by` so many units of the domain's time."""

    by: float = Field(gt=0, le=LATEST_REPORT, allow_inf_nan=False)


class ExecutionProgressed(Message):
    """Event: steps of a session's plan are done or begun, as they were planned.

    `time` is now, in units of the domain's time since the execution began. All steps up to the number `through` are
    done, and those in `done`. Steps that the plan has under way at that time count as begun, and so do those in
    `begun`. What is done or begun is no longer changed by feedback. The answer is `event.session.revised` with the same
    revision (or the next one, where that was made at the same moment), or `event.feedback.refused`.
    """

    revision: Token
    time: ReportedTime
    through: int | None = Field(default=None, ge=0)
    done: tuple[StepName, ...] = Field(default=(), max_length=10_000)
    begun: tuple[StepName, ...] = Field(default=(), max_length=10_000)


class ExecutionDeviated(Message):
    """Event: the world is not as the plan has it. It starts a run that plans the rest anew.

    The run's id is the envelope's correlation id. `time` is when the state was observed; `true` and `false` are facts,
    `values` numbers, as PDDL (`(at ship_0 wpt_b)`). They are changes to the expected state; with `complete`
    they are all of it: every fact that is not in `true` is false, and numbers that are not named are as expected.

    Steps that the plan ends by `time` count as done, but for those `not_done`: they had no effect at all. Steps
    `broken_off` have begun as planned and will not end. Steps `under_way` go on as planned, and the rest begins after
    them. Steps `late` go on too and end later; the rest begins after them as well. A step that the plan has under way
    has to be one of these: else the report is refused (`step_under_way`).
    """

    revision: Token
    time: ReportedTime
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    values: dict[str, StateNumber] = Field(default_factory=dict)
    complete: bool = False
    not_done: tuple[StepName, ...] = Field(default=(), max_length=10_000)
    broken_off: tuple[StepName, ...] = Field(default=(), max_length=10_000)
    under_way: tuple[StepName, ...] = Field(default=(), max_length=10_000)
    late: tuple[LateStep, ...] = Field(default=(), max_length=1_000)
    reason: str = Field(default="", max_length=2_000)
    #: Of these only seed, deadline, engine and limit of a search matter.
    settings: SearchSettings = SearchSettings()
