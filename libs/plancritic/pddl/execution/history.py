"""What has happened of a plan, and the problem that is left.

Observations are written as timed literals of the problem: with them what was done, and whatever follows, is an ordinary
plan of an ordinary problem, which every judge can judge as a whole. Planning goes by the problem that is left: the
state reached, the timed literals still to come, and the progressed constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from plancritic.pddl.execution.progression import Progressed, progress
from plancritic.pddl.execution.states import State, Trajectory, Violation
from plancritic.pddl.execution.trajectory import execute
from plancritic.pddl.language import (
    SAME_TIME,
    Atom,
    Constraint,
    FactEffect,
    NumericEffect,
    Plan,
    Problem,
    Step,
    TimedLiteral,
    number_text,
    parse_domain,
    parse_plan,
    parse_problem,
    timed_literal_text,
    with_constraints,
    with_initial,
    with_more_initial,
    without_section,
)

#: The least time between two happenings that may touch the same fact.
EPSILON = 0.001


@dataclass(frozen=True, slots=True)
class Observed:
    """What changed at a time without a step of the plan."""

    time: float
    added: frozenset[Atom] = frozenset()
    deleted: frozenset[Atom] = frozenset()
    values: Mapping[Atom, float] | None = None

    def literals(self) -> Iterator[TimedLiteral]:
        """Return the changes as timed literals."""
        for becomes, changed in ((True, self.added), (False, self.deleted)):
            yield from (TimedLiteral(self.time, FactEffect(atom, becomes)) for atom in sorted(changed, key=str))
        for fluent, value in sorted((self.values or {}).items(), key=lambda each: str(each[0])):
            yield TimedLiteral(self.time, NumericEffect("assign", fluent, value))

    @property
    def is_empty(self) -> bool:
        """Return whether nothing changed."""
        return not (self.added or self.deleted or self.values)


@dataclass(frozen=True, eq=False)
class History:
    """The steps of a plan that were done or begun, what was observed besides, and until when that is known.

    `problem` is as it was before anything was done. A step that was begun counts as done at its planned end: the rest
    of the plan starts after it.
    """

    problem: Problem
    done: Plan
    observed: tuple[Observed, ...] = ()
    now: float = 0.0

    @cached_property
    def amended(self) -> Problem:
        """The problem as it turned out: its timed literals say what was observed."""
        if not self.observed:
            return self.problem
        literals = [timed_literal_text(each) for seen in self.observed for each in seen.literals()]
        text = with_more_initial(self.problem.text, literals)
        return parse_problem(text, self.problem.domain, filename="the problem as it turned out")

    @cached_property
    def latest(self) -> float:
        """The time of the last happening that is known of: of a step, an observation, a timed literal before now."""
        times = [each.time for each in self.amended.timed_literals if each.time <= self.now + SAME_TIME]
        return max(
            (*times, *(step.end for step in self.done.steps), *(seen.time for seen in self.observed)), default=0.0
        )

    @cached_property
    def origin(self) -> float:
        """When the rest of the plan begins: now, or as soon as it can after all that is known of."""
        if not self.done.steps and not self.observed:
            return self.now
        origin = max(self.now, self._after(self.latest))
        for literal in self.amended.timed_literals:
            if origin - EPSILON < literal.time <= origin + SAME_TIME:
                origin = self._after(literal.time)
        return origin

    def quiet_time(self, time: float) -> float:
        """Return the first time from this one on at which nothing happens that is known of."""
        known = [each.time for each in self.amended.timed_literals]
        for step in self.done.steps:
            known += [step.start, step.end]
        for each in sorted(known):
            if abs(each - time) < EPSILON - SAME_TIME / 2:
                time = self._after(each)
        return time

    @staticmethod
    def _after(time: float) -> float:
        return round(time + EPSILON, 6)

    @cached_property
    def past(self) -> Trajectory:
        """The states passed, up to the one in which the rest of the plan begins."""
        whole = execute(self.amended, self.done)
        states = tuple(state for state in whole.states if state.time <= self.origin + SAME_TIME / 2)
        faults = tuple(fault for fault in whole.faults if fault.time <= self.origin)
        return replace(whole, states=states, faults=faults)

    @property
    def state(self) -> State:
        """The state in which the rest of the plan begins."""
        return self.past.states[-1]

    @property
    def faults(self) -> tuple[Violation, ...]:
        """Why the steps cannot have been done, given what was observed; empty where they can."""
        return self.past.faults

    def progressed(self, constraint: Constraint) -> Progressed:
        """Return what a constraint asks of the rest of the plan."""
        return progress(self.past, self.origin, constraint)

    @cached_property
    def own(self) -> tuple[Progressed, ...]:
        """What the problem's own constraints ask of the rest of the plan."""
        return tuple(map(self.progressed, self.problem.constraints))

    @cached_property
    def domain_left(self) -> str:
        """The domain without constraints of its own, which are among those of `problem_left`."""
        return without_section(self.problem.domain.text, ":constraints")

    @cached_property
    def problem_left(self) -> str:
        """The text of the problem that is left: its time begins at `origin`."""
        state = self.state
        initial = [
            *sorted(map(str, state.facts)),
            *(f"(= {fluent} {number_text(value)})" for fluent, value in state.values.items()),
            *(timed_literal_text(self._shifted(each)) for each in self._to_come()),
        ]
        text = with_initial(without_section(self.problem.text, ":constraints"), initial)
        return with_constraints(text, [each for own in self.own for each in own.constraints])

    def _to_come(self) -> Iterable[TimedLiteral]:
        return (each for each in self.problem.timed_literals if each.time > self.origin + SAME_TIME / 2)

    def _shifted(self, literal: TimedLiteral) -> TimedLiteral:
        return replace(literal, time=round(literal.time - self.origin, 6))

    def joined(self, rest: str) -> str:
        """Return the steps done and a plan of the problem that is left, as one plan."""
        later = (replace(step, start=round(step.start + self.origin, 6)) for step in parse_plan(rest).steps)
        return str(Plan((*self.done.steps, *later)))

    def rest_of(self, plan: Plan) -> tuple[Step, ...] | None:
        """Return the steps of a whole plan that are still to be done; None for a plan that changes the past.

        It changes the past if a step done is missing or has another time, or another step begins before now.
        """
        return rest_of(self.done, self.now, plan)

    def continued(self, plan: Plan) -> str | None:
        """Return a whole plan with all that is left of it as late as it has to be; None if it lacks a step done."""
        left = rest_of(self.done, 0.0, plan)
        if left is None:
            return None
        late = max(0.0, self.origin - min((step.start for step in left), default=self.origin))
        moved = (replace(step, start=round(step.start + late, 6)) for step in left)
        return str(Plan((*self.done.steps, *moved)))


def rest_of(done: Plan, now: float, plan: Plan) -> tuple[Step, ...] | None:
    """Return the steps of a whole plan that are still to be done now; None for a plan that changes what was done."""
    left = list(plan.steps)
    for step in done.steps:
        same = next((each for each in left if _same(each, step)), None)
        if same is None:
            return None
        left.remove(same)
    return None if any(step.start < now - SAME_TIME for step in left) else tuple(left)


def left_of(history: History) -> Problem:
    """Return the problem that is left, read."""
    domain = parse_domain(history.domain_left, filename="the domain")
    return parse_problem(history.problem_left, domain, filename="the problem that is left")


def _same(one: Step, other: Step) -> bool:
    return (
        one.ground == other.ground
        and abs(one.start - other.start) < SAME_TIME
        and abs((one.duration or 0.0) - (other.duration or 0.0)) < SAME_TIME
    )
