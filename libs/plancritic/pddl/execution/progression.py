"""Constraints progressed over the states already passed: what the rest of a plan has to satisfy.

A constraint is about a whole trajectory. Once a part of it has passed, the rest has to satisfy another constraint: that
one is made here, type by type, as formulas of LTL are progressed over a finite prefix. Times count from the beginning
of the rest. Judging the whole trajectory comes to the same as judging the progressed constraints on the rest, whose
first state is the last one passed. There is one exception: where a happening of the rest takes place at its very
beginning, or the last two states passed have the same time, a progressed window or `always-within` may ask for more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plancritic.pddl.execution.assessment import Assessment
from plancritic.pddl.execution.satisfaction import judge_constraint
from plancritic.pddl.execution.states import TIME_TOLERANCE, Trajectory
from plancritic.pddl.language import (
    TOTAL_STEPS,
    TOTAL_TIME,
    Condition,
    Constraint,
    ConstraintType,
    PlanBound,
    UndefinedValueError,
    ground,
    holds,
    negate,
    plan_bound,
)


@dataclass(frozen=True, slots=True)
class Progressed:
    """What a constraint asks of the rest of a plan.

    All of `constraints` have to be satisfied by the rest; where there is none, the constraint is satisfied whatever
    follows. `violation` is set where it is violated whatever follows, and says why.
    """

    constraints: tuple[Constraint, ...] = ()
    violation: Assessment | None = None


def progress(past: Trajectory, now: float, constraint: Constraint) -> Progressed:
    """Return what a constraint asks of the rest of a plan, which begins at the time `now`.

    Args:
        past: The states passed, with the steps done as its plan; the last state is the one that the rest begins in.
        now: No state passed is later, and no happening of the rest is earlier. Times of the rest count from here.
        constraint: Well-formed, on the problem of `past`. Quantifiers are written out.
    """
    bound = plan_bound(constraint)
    asked = _of_bound(past, now, bound) if bound is not None else _of_states(past, now, constraint)
    if asked is None:
        return Progressed(violation=judge_constraint(past, constraint))
    return Progressed(tuple(dict.fromkeys(asked)))


#: What is asked of the rest; None where the constraint is violated whatever follows.
_Asked = tuple[Constraint, ...] | None


def _of_bound(past: Trajectory, now: float, bound: PlanBound) -> _Asked:
    done = past.plan
    if bound.measure == TOTAL_STEPS:
        left = bound.limit - len(done.steps)
        if not bound.is_upper and (left < 0 or (left == 0 and bound.operator == ">=")):
            return ()
        if bound.is_upper and (left < 0 or (left == 0 and bound.operator == "<")):
            return None
        return (PlanBound(TOTAL_STEPS, bound.operator, left).constraint(),)
    left = _rounded(bound.limit - now)
    if bound.is_upper:
        if not _keeps(done.makespan, bound):
            return None
        # With the time over, the plan has to end with the steps done.
        rest = PlanBound(TOTAL_TIME, bound.operator, left) if left > 0 else PlanBound(TOTAL_STEPS, "<=", 0)
        return (rest.constraint(),)
    if _keeps(done.makespan, bound):
        return ()
    rest = PlanBound(TOTAL_TIME, bound.operator, left) if left > 0 else PlanBound(TOTAL_STEPS, ">=", 1)
    return (rest.constraint(),)


def _keeps(value: float, bound: PlanBound) -> bool:
    if abs(value - bound.limit) <= TIME_TOLERANCE:
        return bound.operator in ("<=", ">=")
    return (value < bound.limit) is bound.is_upper


def _of_states(past: Trajectory, now: float, constraint: Constraint) -> _Asked:
    problem = past.problem
    conditions = tuple(ground(each, {}, problem.objects_of_any) for each in constraint.conditions)
    return _RULES[constraint.type](_Passed(past, now, conditions, constraint.bounds))


class _Passed:
    """A constraint on the states passed."""

    def __init__(
        self, past: Trajectory, now: float, conditions: tuple[Condition, ...], bounds: tuple[float, ...]
    ) -> None:
        self.past = past
        self.now = now
        self.conditions = conditions
        self.bounds = bounds
        self.times = [state.time for state in past.states]
        self.undefined = False

    def truths(self, place: int, guess: bool) -> list[bool]:
        """Return the truth of a condition in each state; where it has none, what speaks against the constraint."""
        return [self._truth(place, index, guess) for index in range(len(self.times))]

    def _truth(self, place: int, index: int, guess: bool) -> bool:
        state = self.past.states[index]
        try:
            return holds(self.conditions[place], state.facts, state.values)
        except UndefinedValueError:
            self.undefined = True
            return guess

    def again(self, kind: ConstraintType, *bounds: float) -> Constraint:
        """Return the constraint with other times."""
        return Constraint(kind, self.conditions, tuple(_rounded(each) for each in bounds))

    def in_force_at(self, time: float) -> int:
        """Return the index of the state in force at a time that has passed."""
        return self.past.index_at(time)


def _always(passed: _Passed) -> _Asked:
    return (passed.again(ConstraintType.ALWAYS),) if all(passed.truths(0, False)) else None


def _sometime(passed: _Passed) -> _Asked:
    return () if any(passed.truths(0, False)) else (passed.again(ConstraintType.SOMETIME),)


def _within(passed: _Passed) -> _Asked:
    limit = passed.bounds[0]
    held = zip(passed.truths(0, False), passed.times, strict=True)
    if any(truth and time <= limit + TIME_TOLERANCE for truth, time in held):
        return ()
    return (passed.again(ConstraintType.WITHIN, limit - passed.now),) if limit >= passed.now else None


def _at_most_once(passed: _Passed) -> _Asked:
    truths = passed.truths(0, False)
    begins = sum(truth and (index == 0 or not truths[index - 1]) for index, truth in enumerate(truths))
    if begins > 1 or passed.undefined:
        return None
    if begins == 1 and not truths[-1]:
        return (Constraint(ConstraintType.ALWAYS, (negate(passed.conditions[0]),)),)
    return (passed.again(ConstraintType.AT_MOST_ONCE),)


def _sometime_after(passed: _Passed) -> _Asked:
    trigger, answer = passed.truths(0, True), passed.truths(1, False)
    later = passed.again(ConstraintType.SOMETIME_AFTER)
    latest = max((index for index, truth in enumerate(answer) if truth), default=-1)
    if any(trigger[latest + 1 :]):
        return (Constraint(ConstraintType.SOMETIME, (passed.conditions[1],)), later)
    return (later,)


def _sometime_before(passed: _Passed) -> _Asked:
    first, before = passed.truths(0, True), passed.truths(1, False)
    reached = next((index for index, truth in enumerate(first) if truth), None)
    if any(before[:reached]):
        return ()
    return (passed.again(ConstraintType.SOMETIME_BEFORE),) if reached is None else None


def _always_within(passed: _Passed) -> _Asked:
    trigger, answer, times = passed.truths(0, True), passed.truths(1, False), passed.times
    limit = passed.bounds[0]
    open_until: list[float] = []
    for index, truth in enumerate(trigger):
        if not truth:
            continue
        deadline = times[index] + limit
        # A state of the same time but before this one answers too, as in `satisfaction`.
        if not any(
            holds_there and times[index] <= time <= deadline + TIME_TOLERANCE
            for holds_there, time in zip(answer, times, strict=True)
        ):
            open_until.append(deadline)
    later = passed.again(ConstraintType.ALWAYS_WITHIN, limit)
    if not open_until:
        return (later,)
    earliest = min(open_until)
    if earliest < passed.now - TIME_TOLERANCE:
        return None
    due = Constraint(ConstraintType.WITHIN, (passed.conditions[1],), (_rounded(max(0.0, earliest - passed.now)),))
    return (due, later)


def _hold_during(passed: _Passed) -> _Asked:
    start, end = passed.bounds
    if start > passed.now:
        return (passed.again(ConstraintType.HOLD_DURING, start - passed.now, end - passed.now),)
    if not _held(passed, start, end):
        return None
    left = _rounded(end - passed.now)
    return (passed.again(ConstraintType.HOLD_DURING, 0.0, left),) if left > TIME_TOLERANCE else ()


def _hold_after(passed: _Passed) -> _Asked:
    start = passed.bounds[0]
    if start > passed.now:
        return (passed.again(ConstraintType.HOLD_AFTER, start - passed.now),)
    return (passed.again(ConstraintType.ALWAYS),) if _held(passed, start, float("inf")) else None


def _held(passed: _Passed, start: float, end: float) -> bool:
    """Return whether the condition was true in the state in force at `start`, and in all until `end`."""
    truths = passed.truths(0, False)
    inside = [
        truth
        for truth, time in zip(truths, passed.times, strict=True)
        if start - TIME_TOLERANCE <= time < end - TIME_TOLERANCE
    ]
    return truths[passed.in_force_at(start)] and all(inside)


def _at_end(passed: _Passed) -> _Asked:
    return (passed.again(ConstraintType.AT_END),)


def _rounded(time: float) -> float:
    """Return a difference of two times without what subtraction adds to it."""
    return round(time, 9)


_RULES: dict[ConstraintType, Callable[[_Passed], _Asked]] = {
    ConstraintType.ALWAYS: _always,
    ConstraintType.SOMETIME: _sometime,
    ConstraintType.WITHIN: _within,
    ConstraintType.AT_MOST_ONCE: _at_most_once,
    ConstraintType.SOMETIME_AFTER: _sometime_after,
    ConstraintType.SOMETIME_BEFORE: _sometime_before,
    ConstraintType.ALWAYS_WITHIN: _always_within,
    ConstraintType.HOLD_DURING: _hold_during,
    ConstraintType.HOLD_AFTER: _hold_after,
    ConstraintType.AT_END: _at_end,
}
