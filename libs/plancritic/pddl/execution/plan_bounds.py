"""Whether a plan keeps a bound on its end or on the number of its steps."""

from __future__ import annotations

from plancritic.pddl.execution.assessment import Assessment
from plancritic.pddl.execution.states import TIME_TOLERANCE
from plancritic.pddl.language import TOTAL_TIME, Plan, PlanBound, number_text


def measured(plan: Plan, bound: PlanBound) -> float:
    """Return what the bound limits: the end of the last action, or the number of steps."""
    return plan.makespan if bound.measure == TOTAL_TIME else float(len(plan.steps))


def keeps(value: float, bound: PlanBound) -> bool:
    """Return whether a value keeps a bound; values closer than `TIME_TOLERANCE` to the limit are equal to it."""
    if abs(value - bound.limit) <= TIME_TOLERANCE:
        return bound.operator in ("<=", ">=")
    return (value < bound.limit) is bound.is_upper


def judge_bound(plan: Plan, bound: PlanBound) -> Assessment:
    """Judge a bound on a plan, whether or not the plan could be executed."""
    value = measured(plan, bound)
    satisfied = keeps(value, bound)
    found = number_text(round(value, 6))
    last = max(plan.steps, key=lambda step: step.end, default=None)
    if bound.measure == TOTAL_TIME:
        words = f"the plan ends at {found}"
    else:
        words = f"the plan has {found} step{'' if value == 1 else 's'}"
    return Assessment(
        about="constraint",
        satisfied=satisfied,
        constraint=str(bound),
        time=plan.makespan,
        step=last.ground if last is not None and bound.measure == TOTAL_TIME else None,
        needed=None if satisfied else str(bound),
        actual=f"(= {bound.measure} {found})",
        explanation=words,
    )
