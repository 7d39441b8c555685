"""How close a known plan comes to a constraint: the gap of each, as a number and in a sentence.

What satisfied means is judged by `pddl.satisfaction`; a gap only says by how much it is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from plancritic.contracts.validation import NearMiss
from plancritic.pddl.execution import TIME_TOLERANCE, Trajectory, judge_constraint, measured
from plancritic.pddl.language import (
    TOTAL_TIME,
    And,
    Condition,
    Constraint,
    ConstraintType,
    Plan,
    PlanBound,
    Problem,
    UndefinedValueError,
    ground,
    holds,
    number_text,
    plan_bound,
    unmet,
)
from plancritic.verdicts.known_plans import executed

Unit = Literal["time", "states", "visits"]


class GapWords(Protocol):
    """How conditions and times are said; the room `wording` has them in a domain's words."""

    def state(self, condition: Condition) -> str:
        """Return a condition as a state, without capital and full stop."""

    def duration(self, amount: float) -> str:
        """Return an amount of time with its unit."""


class PddlWords:
    """Conditions as their PDDL, times as bare numbers."""

    def state(self, condition: Condition) -> str:
        """Its PDDL with a verb."""
        return f"{condition} holds"

    def duration(self, amount: float) -> str:
        """Return the number."""
        return number_text(amount)


@dataclass(frozen=True, slots=True)
class Gap:
    """By how much a plan misses a constraint: an amount in a unit (None: it cannot be counted), and in words."""

    amount: float | None
    unit: Unit | None
    words: str


def nearest(
    problem: Problem, constraint: Constraint, plans: Sequence[str], words: GapWords | None = None
) -> NearMiss | None:
    """Return the plan among these that comes closest to a constraint, the shorter one of two that come as close.

    A plan that satisfies it misses it by nothing, and says so. None where none of the texts is a plan that can be
    executed and meets the goal, or the constraint has no meaning.
    """
    said = words or PddlWords()
    best: tuple[tuple[float, float], str, Gap] | None = None
    for plan in dict.fromkeys(plans):
        trajectory = executed(problem, plan)
        gap = None if trajectory is None else gap_of(trajectory, constraint, said)
        if trajectory is None or gap is None:
            continue
        key = (math.inf if gap.amount is None else gap.amount, trajectory.plan.makespan)
        if best is None or key < best[0]:
            best = key, plan, gap
    if best is None:
        return None
    _, plan, gap = best
    return NearMiss(constraint=str(constraint), plan=plan, gap=gap.words, amount=gap.amount, unit=gap.unit)


def gap_of(trajectory: Trajectory, constraint: Constraint, words: GapWords | None = None) -> Gap | None:
    """Return the gap of one trajectory to a constraint; None for a constraint without meaning."""
    satisfied = judge_constraint(trajectory, constraint).satisfied
    if satisfied is None:
        return None
    if satisfied:
        return Gap(0.0, None, "this plan satisfies it")
    bound = plan_bound(constraint)
    if bound is not None:
        return _gap_of_bound(trajectory.plan, bound, words or PddlWords())
    try:
        case = _Case(trajectory, constraint, words or PddlWords())
    except UndefinedValueError as error:
        return Gap(None, None, f"this plan cannot satisfy it: {error} in one of its states")
    return _GAPS[constraint.type](case)


def _gap_of_bound(plan: Plan, bound: PlanBound, words: GapWords) -> Gap:
    value = measured(plan, bound)
    amount = abs(value - bound.limit)
    if bound.measure == TOTAL_TIME:
        early_or_late = "late" if bound.is_upper else "early"
        said = (
            f"the plan ends at {words.duration(round(value, 3))}, you asked for {words.duration(bound.limit)}: "
            f"{words.duration(round(amount, 3))} {early_or_late}"
        )
        return Gap(amount, "time", said)
    return Gap(amount, None, f"the plan has {number_text(value)} steps, you asked for {number_text(bound.limit)}")


class _Case:
    """A violated constraint on a trajectory: truth of each condition in each state, and the words for it."""

    def __init__(self, trajectory: Trajectory, constraint: Constraint, words: GapWords) -> None:
        self.trajectory = trajectory
        self.bounds = constraint.bounds
        objects = trajectory.problem.objects_of_any
        self.conditions = [ground(condition, {}, objects) for condition in constraint.conditions]
        self.first, self.second = (
            [holds(condition, state.facts, state.values) for state in trajectory.states]
            for condition in (self.conditions[0], self.conditions[-1])
        )
        self._words = words

    def time(self, index: int) -> float:
        """When a state begins."""
        return self.trajectory.states[index].time

    def end(self, index: int) -> float:
        """When a state is over: at the next happening, the last one with the plan."""
        states = self.trajectory.states
        if index + 1 < len(states):
            return states[index + 1].time
        return max(self.time(index), self.trajectory.plan.makespan)

    def state(self, number: int = 0) -> str:
        """Return a condition in words."""
        return self._words.state(self.conditions[number])

    def when(self, index: int) -> str:
        """Return a state's time in words."""
        return "from the start" if index == 0 else f"at {self.duration(self.time(index))}"

    def duration(self, amount: float) -> str:
        """Return an amount of time in words."""
        return self._words.duration(round(amount, 3))

    def stretches(self, truths: Sequence[bool], wanted: bool = True) -> list[tuple[int, int]]:
        """First and last state of each stretch of states in which a condition is as wanted."""
        found: list[tuple[int, int]] = []
        for index, truth in enumerate(truths):
            if truth is not wanted:
                continue
            if found and found[-1][1] == index - 1:
                found[-1] = found[-1][0], index
            else:
                found.append((index, index))
        return found

    def lasting(self, stretches: Sequence[tuple[int, int]], start: float = 0.0, end: float = math.inf) -> float:
        """Return how long stretches last within a window."""
        return sum(max(0.0, min(self.end(last), end) - max(self.time(first), start)) for first, last in stretches)

    def never(self) -> Gap:
        """The condition never holds: how many of its parts are missing where it comes closest."""
        condition = self.conditions[0]
        if not isinstance(condition, And):
            return Gap(None, None, f"it never happens that {self.state()}")
        missing = [tuple(unmet(condition, state.facts, state.values)) for state in self.trajectory.states]
        index = min(range(len(missing)), key=lambda each: len(missing[each]))
        lacking = " and ".join(map(self._words.state, missing[index]))
        words = f"it never happens that {self.state()}; {self.when(index)} only this is missing: {lacking}"
        return Gap(None, None, words)


def _always(case: _Case) -> Gap:
    stretches = case.stretches(case.first, wanted=False)
    lasting = case.lasting(stretches)
    what = "once" if len(stretches) == 1 else f"{len(stretches)} times"
    words = (
        f"it fails {what}, first {case.when(stretches[0][0])}, for {case.duration(lasting)} in all: "
        f"you asked that {case.state()} all the time"
    )
    return Gap(float(len(stretches)), "visits", words)


def _sometime(case: _Case) -> Gap:
    return case.never()


def _within(case: _Case) -> Gap:
    if True not in case.first:
        return case.never()
    index = case.first.index(True)
    late = case.time(index) - case.bounds[0]
    words = (
        f"{case.state()} {case.when(index)}, you asked for {case.duration(case.bounds[0])}: {case.duration(late)} late"
    )
    return Gap(late, "time", words)


def _at_most_once(case: _Case) -> Gap:
    stretches = case.stretches(case.first)
    times = ", ".join(case.when(first) for first, _ in stretches)
    words = f"{case.state()} {len(stretches)} times ({times}), you asked for once at most"
    return Gap(float(len(stretches) - 1), "visits", words)


def _sometime_after(case: _Case) -> Gap:
    last = _last(case.second)
    unanswered = [index for index, truth in enumerate(case.first) if truth and (last is None or index > last)]
    observed = f"{case.state()} {case.when(unanswered[-1])}"
    if last is None:
        return Gap(None, None, f"{observed}, but it never happens that {case.state(1)}")
    early = max(0.0, case.time(unanswered[-1]) - case.end(last))
    return Gap(early, "time", f"{observed}, but {case.state(1)} only until {case.duration(case.end(last))}")


def _sometime_before(case: _Case) -> Gap:
    first = case.first.index(True)
    observed = f"{case.state()} {case.when(first)}"
    if True not in case.second:
        return Gap(None, None, f"{observed}, but it never happens that {case.state(1)}")
    other = case.second.index(True)
    late = case.time(other) - case.time(first)
    how = f"{case.duration(late)} later" if late > 0 else "at the same time, not before"
    return Gap(late, "time", f"{observed}, but {case.state(1)} only {case.when(other)}: {how}")


def _always_within(case: _Case) -> Gap:
    limit = case.bounds[0]
    worst: tuple[float, int, int] | None = None
    for index, truth in enumerate(case.first):
        if not truth:
            continue
        answer = next((each for each in range(index, len(case.second)) if case.second[each]), None)
        if answer is None:
            observed = f"{case.state()} {case.when(index)}"
            return Gap(None, None, f"{observed}, but from then on it never happens that {case.state(1)}")
        late = case.time(answer) - case.time(index) - limit
        if worst is None or late > worst[0]:
            worst = late, index, answer
    assert worst is not None, "a constraint that is violated has a state that violates it"
    late, index, answer = worst
    took = case.time(answer) - case.time(index)
    words = (
        f"{case.state()} {case.when(index)}, but {case.state(1)} only {case.duration(took)} after that, "
        f"you asked for {case.duration(limit)}: {case.duration(late)} late"
    )
    return Gap(late, "time", words)


def _hold(case: _Case) -> Gap:
    """`hold-during` and `hold-after`: how long the condition fails within the window."""
    start, end = case.bounds[0], case.bounds[1] if len(case.bounds) > 1 else math.inf
    in_force = case.trajectory.index_at(start)
    inside = [
        (index, index)
        for index, truth in enumerate(case.first)
        if not truth and (index == in_force or start - TIME_TOLERANCE <= case.time(index) < end - TIME_TOLERANCE)
    ]
    lasting = case.lasting(inside, start, end)
    window = (
        f"from {case.duration(start)} on"
        if math.isinf(end)
        else (f"between {case.duration(start)} and {case.duration(end)}")
    )
    begun = case.duration(max(start, case.time(inside[0][0])))
    lost = f", for {case.duration(lasting)} of that time" if lasting > 0 else ""
    return Gap(lasting, "time", f"you asked that {case.state()} {window}; it fails at {begun}{lost}")


def _at_end(case: _Case) -> Gap:
    last = _last(case.first)
    if last is None:
        return case.never()
    early = case.end(len(case.first) - 1) - case.end(last)
    words = f"{case.state()} only until {case.duration(case.end(last))}, {case.duration(early)} before the end"
    return Gap(early, "time", words)


def _last(truths: Sequence[bool]) -> int | None:
    return next((index for index in reversed(range(len(truths))) if truths[index]), None)


_GAPS: dict[ConstraintType, Callable[[_Case], Gap]] = {
    ConstraintType.ALWAYS: _always,
    ConstraintType.SOMETIME: _sometime,
    ConstraintType.WITHIN: _within,
    ConstraintType.AT_MOST_ONCE: _at_most_once,
    ConstraintType.SOMETIME_AFTER: _sometime_after,
    ConstraintType.SOMETIME_BEFORE: _sometime_before,
    ConstraintType.ALWAYS_WITHIN: _always_within,
    ConstraintType.HOLD_DURING: _hold,
    ConstraintType.HOLD_AFTER: _hold,
    ConstraintType.AT_END: _at_end,
}
