"""Jobs that make known plans better, and the better plans that a run finds before its end."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from plancritic.contracts.envelope import Message
from plancritic.contracts.planning import Failure, Improvement, LowerBound, PlanDistance, SolveLimits
from plancritic.contracts.specification import MAXIMUM_CONSTRAINTS, ProblemSource, TracedConstraint

#: Plans that one job may start from.
MAXIMUM_STARTS = 8


class ImprovePlan(Message):
    """Job: look for a better plan around plans that are known, and for a proof that none ends sooner.

    The sooner end is better, then the smaller distance to the plan `shown`; with `keep_close` the other way round. The
    planner adds the shortest plan that it knows, but in deterministic mode.
    """

    problem: ProblemSource
    specification: tuple[TracedConstraint, ...] = Field(default=(), max_length=MAXIMUM_CONSTRAINTS)
    starts: tuple[str, ...] = Field(min_length=1, max_length=MAXIMUM_STARTS)
    shown: str | None = None
    keep_close: bool = False
    limits: SolveLimits = SolveLimits()
    #: None lets the planner choose.
    engine: str | None = None
    #: Which try of the run this is, from one: the same job again is another one.
    attempt: int = Field(default=1, ge=1)
    #: Past this moment nobody waits for the answer any more: the planner answers `cancelled` at once.
    not_after: AwareDatetime | None = None


class PlanImprovement(Message):
    """Result of `ImprovePlan`: the best plan, proved, or the `failure` that says why there is none."""

    kind: Literal["plan_improvement"] = "plan_improvement"
    job: str
    improvement: Improvement | None = None
    failure: Failure | None = None


class PlanImproved(Message):
    """Event: a plan that meets as much as any so far: the first one (`number` 1), then each better one.

    The run goes on: what it ends with is in `plan.revised`. Times are in units of the domain's time.
    """

    number: int = Field(ge=1)
    plan: str
    makespan: float
    steps: int = Field(ge=0)
    #: None where nothing is proved so far.
    lower_bound: LowerBound | None = None
    #: To the plan that was shown.
    distance: PlanDistance | None = None
    #: What found it: of the first one `search`, `plan_shown` (it does all that was asked) or `plan_kept` (it does not),
    #: else as in `Improvement`.
    found_by: str
    elapsed_seconds: float
