"""Jobs for the planner about all plans of a classical problem: the cheapest ones, and what every plan has to do."""

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime, Field

from plancritic.contracts.envelope import Contract, Message
from plancritic.contracts.planning import Failure, SolveLimits
from plancritic.contracts.specification import ProblemSource

#: Plans asked for in one job at most: more do not fit into an answer.
MOST_PLANS = 1_000

#: How landmarks are found: the relaxed planning graph, single facts, pairs of facts, all of them, its propagation.
LandmarkMethod = Literal["rhw", "h1", "h2", "exhaust", "zg"]


class EnumeratePlans(Message):
    """Job: the `count` cheapest plans of a classical problem.

    With `quality_bound` q only those that cost at most q times the least.
    """

    problem: ProblemSource
    count: int = Field(default=100, ge=1, le=MOST_PLANS)
    quality_bound: float | None = Field(default=None, ge=1, allow_inf_nan=False)
    limits: SolveLimits = SolveLimits()
    #: Past this moment nobody waits for the answer any more: the planner answers `cancelled` at once.
    not_after: AwareDatetime | None = None


class CostedPlan(Contract):
    """A sequential plan as PDDL plan text and its cost by the problem's metric (its number of steps without one)."""

    plan: str
    cost: float


class PlanEnumeration(Message):
    """Result of `EnumeratePlans`: the plans, cheapest first, or the `failure` that says why there is none.

    `exhausted`: there are no others (with a quality bound: none within it). `complete`: the search was not cut short by
    a limit, so that no plan left out is cheaper than one that is here. `shortfall` is how many of the plans asked for
    are missing without a proof that there are no more.
    """

    kind: Literal["plan_enumeration"] = "plan_enumeration"
    job: str
    plans: tuple[CostedPlan, ...] = ()
    exhausted: bool = False
    complete: bool = False
    shortfall: int = Field(default=0, ge=0)
    failure: Failure | None = None
    seconds: float = 0.0


class FindLandmarks(Message):
    """Job: the landmarks of a classical problem."""

    problem: ProblemSource
    method: LandmarkMethod = "rhw"
    limits: SolveLimits = SolveLimits()
    #: Past this moment nobody waits for the answer any more: the planner answers `cancelled` at once.
    not_after: AwareDatetime | None = None


class Landmark(Contract):
    """Facts of which every plan makes all true at one time, or where `disjunctive` at least one.

    Facts are literals as PDDL writes them. `first_achievers` are the ground actions that may be the first to make it
    true: unless it holds `initially`, one of them is in every plan, which makes them a disjunctive action landmark.
    """

    facts: tuple[str, ...]
    disjunctive: bool
    first_achievers: tuple[str, ...]
    initially: bool


class LandmarksFound(Message):
    """Result of `FindLandmarks`: the landmarks, or the `failure` that says why there are none to be had.

    The failure is `impossible` where the problem has no plan: then every fact would be a landmark.
    """

    kind: Literal["landmarks_found"] = "landmarks_found"
    job: str
    landmarks: tuple[Landmark, ...] = ()
    failure: Failure | None = None
    seconds: float = 0.0
