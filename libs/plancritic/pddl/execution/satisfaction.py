"""Whether a trajectory satisfies a constraint, since when and by which step it does not.

Meaning: Gerevini & Long, over the states at happenings. The initial state counts, then one state a happening.
`hold-after t` looks at the state in force at `t` and all later ones, `hold-during u1 u2` at the state in force at
`u1` and those with `u1 <= time < u2`; a plan that is over before is judged on its last state.

A condition is undefined in a state where it divides by zero or reads a number that has no value. A constraint is
satisfied only if it would be satisfied for every truth value of the undefined conditions; otherwise violated, and the
reason names the missing value.

A bound on the whole plan is about the plan's steps, not about states (`plan_bounds`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from plancritic.pddl.execution.assessment import Assessment
from plancritic.pddl.execution.plan_bounds import judge_bound
from plancritic.pddl.execution.states import TIME_TOLERANCE, State, Trajectory
from plancritic.pddl.language import (
    Condition,
    Constraint,
    ConstraintType,
    UndefinedValueError,
    actual_text,
    atoms,
    fluents,
    form_complaints,
    ground,
    holds,
    negate,
    number_text,
    plan_bound,
    unmet,
)

#: How the explanation begins of a constraint that is violated because its condition is true in no state.
NEVER_HOLDS = "it never holds"

#: So many parts of conditions are looked at for one plan: those of each condition in each state, in the worst case.
#: Of the parts of ground actions, which are kept in memory, a tenth of it. Measured: 20 million take about 10 s.
MOST_LOOKED_AT = 20_000_000


def judge_constraint(trajectory: Trajectory, constraint: Constraint) -> Assessment:
    """Judge one constraint on the states of a trajectory, whether or not the plan could be executed.

    `satisfied` is None, and the assessment about the form, where the constraint has no meaning: wrong number of times
    or conditions, an empty window; and where it takes too long to tell. An atom of an unknown name is never true:
    `specification.check_constraint` complains about those.
    """
    complaints = form_complaints(constraint)
    if complaints:
        return _no_meaning(constraint, "; ".join(complaints))
    bound = plan_bound(constraint)
    if bound is not None:
        return judge_bound(trajectory.plan, bound)
    problem = trajectory.problem
    parts, states = constraint.parts(problem.objects_of_any), len(trajectory.states)
    if parts * states > MOST_LOOKED_AT:
        return _no_meaning(constraint, f"too much to judge: {parts:,} parts in {states:,} states each")
    conditions = [ground(condition, {}, problem.objects_of_any) for condition in constraint.conditions]
    rule = _RULES[constraint.type]
    truths = [_Truths(condition, trajectory.states) for condition in conditions]
    undefined = [each for each in truths if each.undefined]
    if not undefined:
        return rule(_Case(trajectory, constraint, conditions, [each.values(False) for each in truths]))
    guesses = _GUESSES.get(constraint.type, (False,))
    against = [each.values(guess) for each, guess in zip(truths, guesses, strict=True)]
    in_favour = [each.values(not guess) for each, guess in zip(truths, guesses, strict=True)]
    for guessed, ruling in ((against, True), (in_favour, False)):
        found = rule(_Case(trajectory, constraint, conditions, guessed))
        if found.satisfied is ruling and constraint.type is not ConstraintType.AT_MOST_ONCE:
            return found
    index, error = min((first for each in undefined for first in each.undefined.items()), key=lambda first: first[0])
    case = _Case(trajectory, constraint, conditions, against)
    return case.undefined(index, f"{error} {case.when(index)}")


def judge_goal(trajectory: Trajectory) -> Assessment:
    """Judge the goal on the last state."""
    last = trajectory.states[-1]
    goal = trajectory.problem.goal
    if trajectory.goal_met:
        return Assessment(about="goal", satisfied=True, time=last.time, explanation="the goal is met")
    try:
        missing = tuple(unmet(goal, last.facts, last.values))
    except UndefinedValueError as error:
        return Assessment(about="goal", satisfied=False, time=last.time, needed=str(goal), explanation=str(error))
    needed = " ".join(map(str, missing))
    actual = " ".join(actual_text(part, last.facts, last.values) for part in missing)
    return Assessment(
        about="goal",
        satisfied=False,
        time=last.time,
        needed=needed,
        actual=actual,
        explanation=f"the plan ends without {needed}",
    )


def _no_meaning(constraint: Constraint, reason: str) -> Assessment:
    return Assessment(about="form", satisfied=None, constraint=str(constraint), explanation=reason)


class _Truths:
    """The truth of a condition in each state, and why it has none where it has none."""

    def __init__(self, condition: Condition, states: Sequence[State]) -> None:
        self.undefined: dict[int, UndefinedValueError] = {}
        self._known: list[bool | None] = []
        for index, state in enumerate(states):
            try:
                self._known.append(holds(condition, state.facts, state.values))
            except UndefinedValueError as error:
                self._known.append(None)
                self.undefined[index] = error

    def values(self, guess: bool) -> list[bool]:
        """Return the truths, with a guess where there is none."""
        return [guess if truth is None else truth for truth in self._known]


#: What speaks against a constraint where a condition has no value: that it is false, except where it asks for another.
_GUESSES: dict[ConstraintType, tuple[bool, ...]] = {
    ConstraintType.SOMETIME_AFTER: (True, False),
    ConstraintType.SOMETIME_BEFORE: (True, False),
    ConstraintType.ALWAYS_WITHIN: (True, False),
}


class _Case:
    """A constraint on a trajectory: truth of each condition in each state."""

    def __init__(
        self, trajectory: Trajectory, constraint: Constraint, conditions: list[Condition], truths: list[list[bool]]
    ) -> None:
        self.trajectory = trajectory
        self.states = trajectory.states
        self.constraint = constraint
        self.bounds = constraint.bounds
        self.conditions = conditions
        self.first = truths[0]
        self.second = truths[-1]

    def satisfied(self, index: int | None, explanation: str) -> Assessment:
        """`index` is a state that shows it, if one does."""
        return self._assessment(True, index, self.conditions[0], explanation)

    def violated(self, index: int | None, needed: Condition, explanation: str) -> Assessment:
        """`index` is the state in which it shows."""
        return self._assessment(False, index, needed, explanation)

    def undefined(self, index: int, explanation: str) -> Assessment:
        """Violated because a condition has no value in a state."""
        state = self.states[index]
        return Assessment(
            about="constraint",
            satisfied=False,
            constraint=str(self.constraint),
            time=state.time,
            needed="a value",
            actual="none",
            explanation=explanation,
        )

    def _assessment(self, satisfied: bool, index: int | None, needed: Condition, explanation: str) -> Assessment:
        state = self.states[index] if index is not None else None
        return Assessment(
            about="constraint",
            satisfied=satisfied,
            constraint=str(self.constraint),
            time=state.time if state else None,
            step=self.step(index, needed) if index is not None else None,
            needed=None if satisfied else str(needed),
            actual=actual_text(needed, state.facts, state.values) if state else None,
            explanation=explanation,
        )

    def step(self, index: int, condition: Condition) -> str | None:
        """Return the step that made a condition what it is in a state: the latest that touched one of its atoms."""
        concerned = frozenset((*atoms(condition), *fluents(condition)))
        for state in reversed(self.states[: index + 1]):
            for event in state.events:
                if event.step is not None and event.touches(concerned):
                    return self.trajectory.plan.steps[event.step].ground
        return None

    def when(self, index: int) -> str:
        """Return a state's time in words."""
        state: State = self.states[index]
        return "initially" if index == 0 else f"at {number_text(round(state.time, 6))}"


def _always(case: _Case) -> Assessment:
    index = _find(case.first, False)
    if index is None:
        return case.satisfied(None, "it holds in every state")
    return case.violated(index, case.conditions[0], f"it does not hold {case.when(index)}")


def _sometime(case: _Case) -> Assessment:
    index = _find(case.first, True)
    if index is None:
        return case.violated(len(case.states) - 1, case.conditions[0], NEVER_HOLDS)
    return case.satisfied(index, f"it holds {case.when(index)}")


def _within(case: _Case) -> Assessment:
    index = _find(case.first, True)
    limit = case.bounds[0]
    if index is not None and case.states[index].time <= limit + TIME_TOLERANCE:
        return case.satisfied(index, f"it holds {case.when(index)}")
    if index is None:
        return case.violated(len(case.states) - 1, case.conditions[0], NEVER_HOLDS)
    late = f"it holds only {case.when(index)}, not within {number_text(limit)}"
    due = case.states[case.trajectory.index_at(limit)]
    found = actual_text(case.conditions[0], due.facts, due.values)
    # It shows when it is true at last; what was found instead is what was so when it was due.
    return replace(case.violated(index, case.conditions[0], late), actual=found)


def _at_most_once(case: _Case) -> Assessment:
    begins = [index for index, truth in enumerate(case.first) if truth and (index == 0 or not case.first[index - 1])]
    if len(begins) < 2:
        return case.satisfied(begins[0] if begins else None, "it holds once" if begins else "it never holds")
    again = f"it comes true {case.when(begins[0])} and again {case.when(begins[1])}"
    return case.violated(begins[1], negate(case.conditions[0]), again)


def _sometime_after(case: _Case) -> Assessment:
    latest = _find_last(case.second)
    start = 0 if latest is None else latest + 1
    index = _find(case.first, True, start)
    if index is None:
        return case.satisfied(latest, "whenever the first holds, the second holds then or later")
    reason = f"{case.conditions[0]} holds {case.when(index)}, {case.conditions[1]} neither then nor later"
    return case.violated(index, case.conditions[1], reason)


def _sometime_before(case: _Case) -> Assessment:
    index = _find(case.first, True)
    if index is None:
        return case.satisfied(None, "the first never holds")
    earlier = _find(case.second, True)
    if earlier is not None and earlier < index:
        return case.satisfied(earlier, f"the second holds {case.when(earlier)}, the first {case.when(index)}")
    reason = f"{case.conditions[0]} holds {case.when(index)}, {case.conditions[1]} not before"
    return case.violated(max(0, index - 1), case.conditions[1], reason)


def _always_within(case: _Case) -> Assessment:
    limit = case.bounds[0]
    for index, truth in enumerate(case.first):
        if not truth:
            continue
        answer = _find(case.second, True, index)
        deadline = case.states[index].time + limit
        # A state of the same time but before this one answers too: the window is one of times.
        at_once = any(
            case.second[other] for other in range(index) if case.states[other].time >= case.states[index].time
        )
        if not at_once and (answer is None or case.states[answer].time > deadline + TIME_TOLERANCE):
            reason = (
                f"{case.conditions[0]} holds {case.when(index)}, {case.conditions[1]} not within {number_text(limit)}"
            )
            return case.violated(index, case.conditions[1], reason)
    return case.satisfied(None, "whenever the first holds, the second holds in time")


def _hold_during(case: _Case) -> Assessment:
    start, end = case.bounds
    return _hold(case, [index for index, state in enumerate(case.states) if _inside(state.time, start, end)], start)


def _hold_after(case: _Case) -> Assessment:
    start = case.bounds[0]
    return _hold(
        case, [index for index, state in enumerate(case.states) if state.time >= start - TIME_TOLERANCE], start
    )


def _hold(case: _Case, indices: list[int], start: float) -> Assessment:
    for index in sorted({case.trajectory.index_at(start), *indices}):
        if not case.first[index]:
            return case.violated(index, case.conditions[0], f"it does not hold {case.when(index)}")
    return case.satisfied(None, "it holds all the time asked for")


def _at_end(case: _Case) -> Assessment:
    index = len(case.states) - 1
    if case.first[index]:
        return case.satisfied(index, "it holds at the end")
    return case.violated(index, case.conditions[0], "it does not hold at the end")


def _inside(time: float, start: float, end: float) -> bool:
    return start - TIME_TOLERANCE <= time < end - TIME_TOLERANCE


def _find(truths: list[bool], wanted: bool, start: int = 0) -> int | None:
    return next((index for index in range(start, len(truths)) if truths[index] is wanted), None)


def _find_last(truths: list[bool]) -> int | None:
    return next((index for index in reversed(range(len(truths))) if truths[index]), None)


_RULES: dict[ConstraintType, Callable[[_Case], Assessment]] = {
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
