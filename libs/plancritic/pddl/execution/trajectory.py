"""The trajectory executor: runs a temporal numeric plan happening by happening, with VAL's semantics.

Conditions at start and at end are checked in the state just before the happening, effects of one happening take
place together, conditions over all hold in every state from just after the start to just before the end. Two
steps interfere at one happening when one changes what the other needs or changes ("no moving targets").
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from plancritic.pddl.execution.happenings import Outcome, Run, Snap, apply
from plancritic.pddl.execution.satisfaction import judge_constraint, judge_goal
from plancritic.pddl.execution.states import Event, FaultKind, State, Trajectory, Violation
from plancritic.pddl.grounding import ground_action
from plancritic.pddl.language import (
    TRUE,
    Condition,
    ConditionalEffect,
    Demand,
    Effect,
    FactEffect,
    NumericEffect,
    Plan,
    Problem,
    UndefinedValueError,
    UnknownActionError,
    actual_text,
    atoms,
    compare,
    expression_fluents,
    expression_text,
    fluents,
    holds,
    number_text,
    unmet,
    value_of,
)

__all__ = ["Event", "State", "Trajectory", "Violation", "execute", "judge_constraint", "judge_goal"]

_NOTHING = Demand.of(TRUE)


def execute(problem: Problem, plan: Plan, epsilon: float = 0.001) -> Trajectory:
    """Run a plan.

    Args:
        problem: Its constraints are not looked at: see `judge_constraint`.
        plan: Times in the domain's unit.
        epsilon: The least time between two happenings; times closer than half of it are one happening, and a
            duration may differ from the stated one by it (printed plans are rounded).
    """
    return _Execution(problem, plan, epsilon).run()


class _Execution:
    def __init__(self, problem: Problem, plan: Plan, epsilon: float) -> None:
        self.problem = problem
        self.plan = plan
        self.epsilon = epsilon
        self.facts = set(problem.facts)
        self.values = dict(problem.values)
        self.active: list[Run] = []
        self.faults: list[Violation] = []
        self.states = [State(0.0, problem.facts, problem.values)]

    def run(self) -> Trajectory:
        for happening in self._happenings():
            self._happen(happening)
        try:
            goal_met = holds(self.problem.goal, self.facts, self.values)
        except UndefinedValueError:
            goal_met = False
        faults = tuple(sorted(self.faults, key=lambda fault: fault.time))
        return Trajectory(self.problem, self.plan, tuple(self.states), faults, goal_met)

    def _happenings(self) -> Iterator[list[Snap]]:
        snaps = list(self._snaps())
        # Those after the last step count too: VAL and Kairos judge the goal on the state they leave.
        for literal in self.problem.timed_literals:
            snaps.append(Snap(literal.time, "timed literal", None, _NOTHING, (literal.effect,)))
        snaps.sort(key=lambda snap: snap.time)
        group: list[Snap] = []
        for snap in snaps:
            if group and snap.time - group[0].time >= self.epsilon / 2:
                yield group
                group = []
            group.append(snap)
        if group:
            yield group

    def _snaps(self) -> Iterator[Snap]:
        for index, step in enumerate(self.plan.steps):
            try:
                action = ground_action(self.problem, step.action, step.arguments)
            except UnknownActionError as error:
                self._fault("step", step.start, step.ground, index, "a ground action of the problem", str(error), "")
                continue
            if action.duration is None:
                if step.duration:
                    found = f"duration {number_text(step.duration)}"
                    self._fault("duration", step.start, step.ground, index, "no duration", found, "at start")
                run = Run(index, action, step.start, 0.0)
                yield Snap(step.start, "instant", run, action.demand_at_start, action.effects_at_start)
                continue
            if step.duration is None:
                self._fault("duration", step.start, step.ground, index, "a duration", "none", "at start")
            run = Run(index, action, step.start, step.duration or 0.0)
            yield Snap(step.start, "start", run, action.demand_at_start, action.effects_at_start)
            end = round(step.start + run.duration, 9)
            yield Snap(end, "end", run, action.demand_at_end, action.effects_at_end)

    def _happen(self, snaps: list[Snap]) -> None:
        outcomes = [self._outcome(snap) for snap in snaps]
        for first, second in combinations(outcomes, 2):
            self._check_interference(first, second)
        events = apply(outcomes, self.facts, self.values)
        self._forget_overflows(snaps[0], events)
        runs = [snap.run for snap in snaps if snap.run is not None]
        names = tuple(dict.fromkeys(run.action.text for run in runs))
        self.states.append(State(snaps[0].time, frozenset(self.facts), dict(self.values), names, events))
        for snap in snaps:
            if snap.moment == "start" and snap.run is not None:
                self.active.append(snap.run)
        ended = {id(snap.run) for snap in snaps if snap.moment == "end"}
        self.active = [run for run in self.active if id(run) not in ended]
        for run in self.active:
            self._check_over_all(run, events)

    def _forget_overflows(self, snap: Snap, events: tuple[Event, ...]) -> None:
        """A number that has grown past all bounds has no value from here on, and that is a fault."""
        for fluent in {fluent for event in events for fluent in event.values or ()}:
            if not math.isfinite(self.values[fluent]):
                del self.values[fluent]
                step, index = (snap.run.action.text, snap.run.index) if snap.run else (None, None)
                needed, found = f"a finite value of {fluent}", "a number too large to be computed"
                self._fault("undefined", snap.time, step, index, needed, found, "")

    def _outcome(self, snap: Snap) -> Outcome:
        """Check a snap in the state before its happening and find out what it will do."""
        outcome = Outcome(snap)
        outcome.reads.update(snap.demand.reads)
        run = snap.run
        when = "at end" if snap.moment == "end" else "at start"
        if run is not None:
            self._check(run, snap.demand, "condition", snap.time, when)
            if run.action.duration:
                self._check_duration(run, snap, outcome)
            if snap.moment == "start":
                self._remember(run, outcome)
        self._collect(snap.effects, outcome)
        return outcome

    def _check(self, run: Run, demand: Demand, kind: FaultKind, time: float, moment: str) -> bool:
        if self._met(demand):
            return True
        try:
            failed = next(unmet(demand.condition, self.facts, self.values))
        except UndefinedValueError as error:
            self._fault("undefined", time, run.action.text, run.index, f"a value of {error.term}", str(error), moment)
            return False
        actual = actual_text(failed, self.facts, self.values)
        self._fault(kind, time, run.action.text, run.index, str(failed), actual, moment)
        return False

    def _met(self, demand: Demand) -> bool:
        try:
            return demand.met(self.facts, self.values)
        except UndefinedValueError:
            return False

    def _check_duration(self, run: Run, snap: Snap, outcome: Outcome) -> None:
        step = self.plan.steps[run.index]
        for bound in run.action.duration or ():
            if bound.at_end != (snap.moment == "end") or step.duration is None:
                continue
            moment = "at end" if bound.at_end else "at start"
            outcome.reads.update(expression_fluents(bound.expression))
            try:
                wanted = value_of(bound.expression, self.values, run.duration)
            except UndefinedValueError as error:
                needed = f"a value of {error.term}"
                self._fault("undefined", snap.time, run.action.text, run.index, needed, str(error), moment)
                continue
            if abs(run.duration - wanted) > self.epsilon and not compare(bound.operator, run.duration, wanted):
                needed = f"({bound.operator} ?duration {expression_text(wanted)})"
                actual = f"(= ?duration {number_text(run.duration)})"
                self._fault("duration", snap.time, run.action.text, run.index, needed, actual, moment)

    def _check_over_all(self, run: Run, events: tuple[Event, ...]) -> None:
        """Check what has to hold while a step is under way, unless nothing that it depends on has changed."""
        state, demand = self.states[-1], run.action.demand_over_all
        new = any(event.step == run.index for event in events)
        if not run.invariant_broken and (new or any(event.touches(demand.reads) for event in events)):
            run.invariant_broken = not self._check(run, demand, "invariant", state.time, "over all")
        for effect in run.action.effects_at_end:
            if isinstance(effect, ConditionalEffect) and run.open_conditions.get(id(effect)):
                run.open_conditions[id(effect)] = self._true(effect.over_all)

    def _remember(self, run: Run, outcome: Outcome) -> None:
        """Decide the part of the conditions of later effects that is about the start."""
        for effect in run.action.effects_at_end:
            if isinstance(effect, ConditionalEffect):
                outcome.reads.update(atoms(effect.at_start))
                outcome.reads.update(fluents(effect.at_start))
                run.open_conditions[id(effect)] = self._true(effect.at_start)

    def _true(self, condition: Condition) -> bool:
        try:
            return holds(condition, self.facts, self.values)
        except UndefinedValueError:
            return False

    def _collect(self, effects: tuple[Effect, ...], outcome: Outcome) -> None:
        snap, run = outcome.snap, outcome.snap.run
        for effect in effects:
            match effect:
                case FactEffect(atom, becomes):
                    (outcome.adds if becomes else outcome.deletes).add(atom)
                case NumericEffect():
                    self._collect_number(effect, outcome)
                case ConditionalEffect(at_start, _, at_end, inner):
                    now = at_end if snap.moment == "end" else at_start
                    outcome.reads.update(atoms(now))
                    outcome.reads.update(fluents(now))
                    so_far = snap.moment != "end" or (run is not None and run.open_conditions.get(id(effect), True))
                    if so_far and self._true(now):
                        self._collect(inner, outcome)

    def _collect_number(self, effect: NumericEffect, outcome: Outcome) -> None:
        outcome.reads.update(expression_fluents(effect.expression))
        snap, run, fluent = outcome.snap, outcome.snap.run, effect.fluent
        try:
            amount = value_of(effect.expression, self.values, run.duration if run else None)
            if effect.operator != "assign":
                value_of(fluent, self.values)
        except UndefinedValueError as error:
            moment = "at end" if snap.moment == "end" else "at start"
            step, index = (run.action.text, run.index) if run else (None, None)
            self._fault("undefined", snap.time, step, index, f"a value of {error.term}", str(error), moment)
            return
        if effect.operator == "scale-down" and not amount:
            step, index = (run.action.text, run.index) if run else (None, None)
            self._fault("undefined", snap.time, step, index, "a number other than 0", "division by zero", "")
            return
        outcome.write(effect.operator, fluent, amount)

    def _check_interference(self, first: Outcome, second: Outcome) -> None:
        clashing = first.clash_with(second)
        if clashing:
            culprit, other = (first, second) if first.snap.run is not None else (second, first)
            run, partner = culprit.snap.run, other.snap.run
            name = partner.action.text if partner else "a timed literal"
            self._fault(
                "interference",
                first.snap.time,
                run.action.text if run else None,
                run.index if run else None,
                f"a time apart from {name}",
                f"the same time, and both touch {' '.join(sorted(map(str, clashing)))}",
                "at end" if culprit.snap.moment == "end" else "at start",
            )

    def _fault(
        self,
        kind: FaultKind,
        time: float,
        step: str | None,
        index: int | None,
        needed: str,
        actual: str,
        moment: str,
    ) -> None:
        self.faults.append(Violation(kind, time, step, index, needed, actual, moment))
