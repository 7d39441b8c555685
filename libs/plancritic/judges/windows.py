"""Time windows as states: `hold-during` and `hold-after` asked in the way each judge judges rightly.

Gerevini & Long (2005): (hold-during u1 u2 φ) demands φ of the state in force at u1 and of every state made at a
time in [u1, u2); (hold-after t φ) of the state in force at t and of every later one; of a plan that ends before
uXX"""

from __future__ import annotations

from plancritic.judges.markers import Mark, mark
from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import SAME_TIME, Constraint, ConstraintType, Plan, Problem

_WINDOWS = (ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER)
#: Past the end of any plan.
_AFTERWARDS = 1.0


def is_window(constraint: Constraint) -> bool:
    """Return whether a constraint is of a type whose windows are rewritten."""
    return constraint.type in _WINDOWS


def state_times(problem: Problem | None, plan: Plan) -> tuple[float, ...]:
    """When each state of the plan's trajectory was made: the initial one at 0, then one at each happening."""
    moments = [moment for step in plan.steps for moment in (step.start, step.end)]
    if problem is not None:
        moments += [literal.time for literal in problem.timed_literals]
    times = [0.0]
    for moment in sorted(moments):
        if len(times) == 1 or moment - times[-1] >= SAME_TIME:
            times.append(moment)
    return tuple(times)


def states_of(constraint: Constraint, times: tuple[float, ...]) -> range:
    """Return the indices of the states of which a window demands its condition; always an unbroken run."""
    start = constraint.bounds[0]
    end = constraint.bounds[1] if constraint.type is ConstraintType.HOLD_DURING else float("inf")
    in_force = max(index for index, time in enumerate(times) if time <= start + TIME_TOLERANCE)
    within = [index for index, time in enumerate(times) if start - TIME_TOLERANCE <= time < end - TIME_TOLERANCE]
    return range(min([in_force, *within]), max([in_force, *within]) + 1)


def for_val(constraint: Constraint, times: tuple[float, ...], predicate: str) -> tuple[str, Mark]:
    """Return a window as VAL judges it rightly: `always` over states marked by a predicate, which is the window's own.

    VAL looks at the first happening inside a `hold-during` only, and there at the state before it where a running
    step has a condition over all, else at the state after it: some states no `hold-during` shows it.
    """
    marked = mark(states_of(constraint, times), times, predicate)
    return marked.given(constraint.conditions[0]), marked


def for_kairos(constraint: Constraint, times: tuple[float, ...]) -> tuple[str, ...] | None:
    """Return a window as Kairos judges it rightly: around the happenings that made its states; None where it cannot.

    Kairos looks at the states made within a window, not at the one in force when it opens. It cannot be asked
    about a state made at time 0 without the initial one.
    """
    condition = constraint.conditions[0]
    states = states_of(constraint, times)
    last = len(times) - 1
    if states[0] == last and last > 0:
        return (f"(at end {condition})",)
    if states[0] > 0 and times[states[0]] < SAME_TIME:
        return None
    opens = 0.0 if states[0] == 0 else (times[states[0] - 1] + times[states[0]]) / 2
    closes = times[states[-1]] + _AFTERWARDS
    if states[-1] < last:
        closes = (times[states[-1]] + times[states[-1] + 1]) / 2
        if closes <= opens:  # only the initial state, the first happening being at 0 as well
            return None
    return (f"(hold-during {opens:.6f} {closes:.6f} {condition})",)
