"""Times before which no plan ends: by reachability of pairs, landmarks in a chain, and a search that loses no plan."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from plancritic.contracts.planning import LowerBound
from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.compilation import compile_constraints
from plancritic.pddl.epochs.search import Proved, least_time
from plancritic.pddl.language import (
    TOTAL_TIME,
    Constraint,
    PddlSyntaxError,
    PlanBound,
    Problem,
    UndefinedValueError,
    UnsupportedFeatureError,
    number_text,
    parse_constraint,
    parse_domain,
    parse_problem,
    plan_bound,
)
from plancritic.pddl.reachability.snap_actions import SHARE
from plancritic.threads import in_thread
from plancritic.verdicts import analysis
from plancritic.verdicts.improvement.objective import CLEARLY
from plancritic.verdicts.task import Task

#: So often the time between the best proof and the plan is halved.
_HALVINGS = 8
#: More than sums of durations are off, less than anything that counts.
_ROUNDING = 1e-7
#: States that a search for a proof opens at most: a second or two of computing.
_STATES = 1_000
#: So many more where it came as near as this to the plan's end.
_MORE_STATES, _NEAR = 10_000, 0.95
#: How the analysis says that it counted actions that exclude each other.
_CHAIN = "one after the other"


async def by_analysis(task: Task, asked: Sequence[str], end: float, seconds: float | None) -> LowerBound | None:
    """Return the latest time found before which, as is proved, no plan ends; `end` is that of a plan.

    The proof at `end` is tried first: it settles everything. None where nothing is proved.
    """
    share = SHARE if task.problem is not None and _in_proportion(task.problem) else 1.0
    asked = [_scaled(parse_constraint(each), share) for each in asked]
    proved, open_from, reason = 0.0, end, ""
    limit = round(end - CLEARLY, 6)
    for _ in range(_HALVINGS):
        if limit <= proved:
            break
        found = await _disproof(task, asked, limit * share, seconds)
        if found is None:
            open_from = limit
        else:
            proved, reason = limit, found
        if open_from - proved <= max(2 * CLEARLY, open_from / 200):
            break
        limit = round((proved + open_from) / 2, 6)
    if not proved:
        return None
    means: Literal["chain", "reachability"] = "chain" if _CHAIN in reason else "reachability"
    return LowerBound(value=proved, means=means, reason=bound_reason(proved), met=is_met(proved, end))


async def by_epochs(task: Task, asked: Sequence[str], end: float, seconds: float | None) -> LowerBound | None:
    """Return what a search over the moments at which actions end proves; None where it cannot be made.

    Constraints without times are compiled away before it where that loses no plan, the others left out: a plan that
    keeps them is one without.
    Where no clock may end it, so many states are opened.
    """
    if task.problem is None or task.large or not _in_proportion(task.problem):
        return None
    deadline = None if seconds is None else time.monotonic() + seconds
    look = partial(_least_time, task, asked, end, lambda: deadline is None or time.monotonic() < deadline)
    try:
        found = await in_thread(look, seconds)
    except (UnsupportedFeatureError, TimeoutError):
        return None
    if found is None or found.time <= 0:
        return None
    value = math.floor((found.time + _ROUNDING) * 1000) / 1000
    return LowerBound(value=value, means="search", reason=bound_reason(value), met=is_met(value, end))


def _least_time(task: Task, asked: Sequence[str], end: float, go_on: Callable[[], bool]) -> Proved | None:
    assert task.problem is not None
    bare = replace(task.problem, constraints=(), constraint_preferences=())
    kept = task.part([TracedConstraint(constraint=each) for each in asked]).remaining
    timeless = [each for each in kept if not each.bounds and plan_bound(each) is None]
    problem = _compiled(bare, timeless)
    if problem is None:
        alone = [each for each in timeless if _compiled(bare, (each,)) is not None]
        problem = _compiled(bare, alone) or bare
    found = least_time(problem, end, _STATES, go_on)
    if found is not None and found.nodes >= _STATES and found.time >= _NEAR * end and go_on():
        return least_time(problem, end, _MORE_STATES, go_on)
    return found


def _compiled(bare: Problem, constraints: Sequence[Constraint]) -> Problem | None:
    """The problem with constraints compiled away; None where that cannot be done, or loses plans."""
    if not constraints:
        return bare
    try:
        compiled = compile_constraints(bare, constraints)
    except (UnsupportedFeatureError, UndefinedValueError, PddlSyntaxError):
        return None
    # An action that compiling adds may take time that no plan takes.
    if not compiled.exact or None in compiled.actions.values():
        return None
    return parse_problem(compiled.problem, parse_domain(compiled.domain))


def is_met(bound: float, end: float) -> bool:
    """Return whether a plan ends as soon as a bound lets it, up to the least times between its steps."""
    return end - bound <= CLEARLY + 1e-6


def _in_proportion(problem: Problem) -> bool:
    """Whether all times come from durations and what is asked.

    There are no timed literals and no constraints of the problem's own, and steps are not counted instead.
    """
    durative = any(action.is_durative for action in problem.domain.actions.values())
    return durative and not problem.timed_literals and not problem.constraints


def _scaled(constraint: Constraint, share: float) -> str:
    """The constraint with its times in proportion.

    The analysis takes every duration for a little shorter, because judges forgive an epsilon of each. Where all times
    that are named are shorter in the same proportion, so are those that it proves, and the slack can be taken out.
    """
    bound = plan_bound(constraint)
    if bound is not None:
        return str(
            PlanBound(bound.measure, bound.operator, bound.limit * share) if bound.measure == TOTAL_TIME else bound
        )
    return str(replace(constraint, bounds=tuple(round(each * share, 9) for each in constraint.bounds)))


def by_search(end: float, met: bool) -> LowerBound:
    """Return the bound that a search proves which found the whole space of plans before a time empty."""
    return LowerBound(value=end, means="search", reason=bound_reason(end), met=met)


def bound_reason(end: float) -> str:
    """Return what a bound says, for its `reason`."""
    return f"no plan under these constraints ends before {number_text(end)}"


async def _disproof(task: Task, asked: Sequence[str], limit: float, seconds: float | None) -> str | None:
    bound = str(PlanBound(TOTAL_TIME, "<", round(limit, 6)))
    part = task.part([TracedConstraint(constraint=each) for each in (*asked, bound)])
    if part.simplified is not None and part.simplified.contradiction is not None:
        return part.simplified.contradiction.reason
    found = await analysis.disproof(part, seconds)
    return None if found is None else found.reason
