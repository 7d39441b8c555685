"""Reports of execution taken in: what a session knows of its execution afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from plancritic.contracts.errors import ContractError
from plancritic.contracts.execution.record import Execution, Observation
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed, StepName
from plancritic.contracts.syntax_faults import fault_of
from plancritic.coordinator.execution import faults
from plancritic.coordinator.execution.record import done_in, history_of, observation_of
from plancritic.pddl.execution import EPSILON, History, Observed, rest_of
from plancritic.pddl.language import (
    LARGEST,
    SAME_TIME,
    Atom,
    PddlSyntaxError,
    Plan,
    Problem,
    Step,
    parse_plan,
    read_fact,
    read_fluent,
)

#: Facts and numbers of one report, at most.
MOST_FACTS = 5_000

_Numbered = Sequence[tuple[int, Step]]


def progressed(report: ExecutionProgressed, plan: str, execution: Execution | None) -> Execution:
    """Return what is known of the execution of a session's newest plan after a report of steps done.

    Raises:
        ContractError: the time has passed, a step is unknown, or the report contradicts the plan.
    """
    _check_time(report.time, execution)
    numbered = parse_plan(plan).numbered()
    before = _places_of(done_in(execution), numbered)
    last = numbered[-1][0] if numbered else 0
    if report.through is not None and report.through > last:
        raise faults.no_such_step(report.through, None, (), last)
    done = {place for place, (number, _) in enumerate(numbered) if number <= (report.through or 0)}
    done |= _named(report.done, numbered)
    begun = _named(report.begun, numbered)
    kept = set(before)
    for place, (number, step) in enumerate(numbered):
        if place in done and step.end > report.time + SAME_TIME:
            raise faults.not_over(step, report.time)
        if place in begun and step.start > report.time + SAME_TIME:
            raise faults.not_begun(step, report.time)
        has_begun = step.start < report.time - SAME_TIME
        if has_begun and step.end <= report.time + SAME_TIME and place not in done | begun | before:
            raise faults.overdue(step, number, report.time)
        if has_begun or place in done | begun:
            kept.add(place)
    steps = tuple(step for place, (_, step) in enumerate(numbered) if place in kept)
    observations = execution.observations if execution is not None else ()
    return Execution(now=report.time, done=str(Plan(steps)), observations=observations)


def deviated(report: ExecutionDeviated, problem: Problem, plan: str, execution: Execution | None) -> Execution:
    """Return what is known of the execution after a report of a state that is not as expected.

    Raises:
        ContractError: the time has passed; a step, an object or a fact is unknown; steps are under way; the steps
            cannot have been done; nothing differs; or the report has too many facts.
    """
    count = len(report.true) + len(report.false) + len(report.values)
    if count > MOST_FACTS:
        raise faults.too_many_facts(count, MOST_FACTS)
    _check_time(report.time, execution)
    changes = _Changes.read(report, problem)
    numbered = parse_plan(plan).numbered()
    done, broken, late = _done_and_broken(report, numbered, execution)
    known = execution or Execution(now=0.0)
    earlier = Execution(now=report.time, done=str(Plan(done)), observations=known.observations)
    begun = _begun(problem, earlier, broken) + _delayed(problem, earlier, late)
    history = history_of(problem, earlier.model_copy(update={"observations": (*earlier.observations, *begun)}))
    _check_possible(history)
    seen = changes.unexpected(history, report.complete)
    if seen.is_empty and not begun and not report.not_done:
        raise faults.nothing_reported()
    observations = (*earlier.observations, *begun, observation_of(seen, report.reason))
    execution = earlier.model_copy(update={"observations": observations})
    _check_possible(history_of(problem, execution))
    return execution


def late_steps(report: ExecutionDeviated, plan: str) -> tuple[Step, ...]:
    """Return the steps of the plan that are reported as late, as they were planned.

    Raises:
        ContractError: one of them is not a step of the plan.
    """
    numbered = parse_plan(plan).numbered()
    return tuple(numbered[place][1] for place in sorted(_named(report.late, numbered)))


def _check_possible(history: History) -> None:
    """Refuse steps that cannot have been done, or go on, given what was observed."""
    if history.faults:
        raise faults.cannot_have_been(str(history.faults[0]))


def _check_time(time: float, execution: Execution | None) -> None:
    if execution is not None and time < execution.now - SAME_TIME:
        raise faults.time_passed(time, execution.now)


def _done_and_broken(
    report: ExecutionDeviated, numbered: _Numbered, execution: Execution | None
) -> tuple[tuple[Step, ...], tuple[Step, ...], tuple[_Late, ...]]:
    """Return the steps done by the time of the observation, those broken off, and those that end later."""
    before = _places_of(done_in(execution), numbered)
    missing, broken = _named(report.not_done, numbered), _named(report.broken_off, numbered)
    going_on = _named(report.under_way, numbered)
    delays = {place: each.by for each in report.late for place in _named((each,), numbered)}
    if twice := delays.keys() & (missing | broken | going_on):
        raise faults.told_twice(numbered[min(twice)][1])
    done: list[Step] = []
    stopped: list[Step] = []
    late: list[_Late] = []
    flying: list[tuple[int, Step]] = []
    for place, (number, step) in enumerate(numbered):
        if (
            place in missing | broken | delays.keys()
            and place in before
            and execution is not None
            and step.end <= execution.now
        ):
            raise faults.done_already(step)
        if place in broken | going_on | delays.keys() and step.start > report.time + SAME_TIME:
            raise faults.not_begun(step, report.time)
        if place in broken:
            stopped.append(step)
        elif place in delays:
            late.append(_Late(step, delays[place]))
        elif place in missing:
            continue
        elif place in going_on or step.end <= report.time + SAME_TIME:
            done.append(step)
        elif step.start < report.time - SAME_TIME or place in before:
            flying.append((number, step))
    if flying:
        raise faults.under_way(flying, report.time)
    return tuple(done), tuple(stopped), tuple(late)


@dataclass(frozen=True)
class _Late:
    """A step that ends later than planned."""

    step: Step
    by: float

    @property
    def as_done(self) -> Step:
        """The step as it is done in the end: so long no action of the domain takes."""
        return replace(self.step, duration=round((self.step.duration or 0.0) + self.by, 6))


def _delayed(problem: Problem, execution: Execution, late: Sequence[_Late]) -> tuple[Observation, ...]:
    """Return what steps that end later did as they began, and what they will do as they end.

    A plan cannot have such a step: no action of the domain takes so long. So its effects are kept as observations.
    """
    if not late:
        return ()
    history = history_of(problem, execution)
    longer = tuple(each.as_done for each in late)
    whole = replace(history, done=Plan((*history.done.steps, *longer))).past
    found = []
    for place, step in enumerate(whole.plan.steps):
        if step not in longer:
            continue
        wrong = [fault for fault in whole.faults if fault.index == place and fault.kind != "duration"]
        if wrong:
            raise faults.cannot_have_been(str(wrong[0]))
        each = late[longer.index(step)]
        for state, event in whole.changes(place):
            values = {fluent: after for fluent, (_, after) in (event.values or {}).items()}
            if wild := [fluent for fluent, value in values.items() if not abs(value) <= LARGEST]:
                raise faults.not_finite(min(map(str, wild)))
            time = state.time if event.moment == "start" else history.quiet_time(step.end)
            seen = Observed(time, event.added, event.deleted, values)
            found.append(observation_of(seen, "late", each.step.ground, each.by))
    return tuple(found)


def _begun(problem: Problem, execution: Execution, broken: Sequence[Step]) -> tuple[Observation, ...]:
    """Return what the steps that were broken off did as they began."""
    if not broken:
        return ()
    history = history_of(problem, execution)
    with_broken = replace(history, done=Plan((*history.done.steps, *broken)))
    whole = with_broken.past
    found = []
    for place, step in enumerate(whole.plan.steps):
        if step not in broken:
            continue
        events = [event for _, event in whole.changes(place) if event.moment == "start"]
        changes = events[0] if events else None
        values = {fluent: after for fluent, (_, after) in (changes.values or {}).items()} if changes else {}
        if wild := [fluent for fluent, value in values.items() if not abs(value) <= LARGEST]:
            raise faults.not_finite(min(map(str, wild)))
        observed = Observed(
            step.start, changes.added if changes else frozenset(), changes.deleted if changes else frozenset(), values
        )
        found.append(observation_of(observed, "broken off", step.ground))
    return tuple(found)


@dataclass(frozen=True)
class _Changes:
    """What a report says of the state, read."""

    true: frozenset[Atom]
    false: frozenset[Atom]
    values: Mapping[Atom, float]

    @classmethod
    def read(cls, report: ExecutionDeviated, problem: Problem) -> _Changes:
        """Return what is reported.

        Raises:
            ContractError: a fact or a number is none of the problem, or is contradicted.
        """
        try:
            true = frozenset(read_fact(each, problem, f"fact {number}") for number, each in enumerate(report.true, 1))
            false = frozenset(read_fact(each, problem, f"fact {number}") for number, each in enumerate(report.false, 1))
            values = {read_fluent(each, problem): value for each, value in report.values.items()}
        except PddlSyntaxError as error:
            raise ContractError(fault_of(error)) from None
        if both := true & false:
            raise faults.contradicted(min(map(str, both)))
        if wild := [fluent for fluent, value in values.items() if not abs(value) <= LARGEST]:
            raise faults.not_finite(min(map(str, wild)))
        return cls(true, false, values)

    def unexpected(self, history: History, complete: bool) -> Observed:
        """Return what differs from the state that is expected now."""
        time = history.quiet_time(max(history.now, EPSILON))
        state = history.past.states[history.past.index_at(time)]
        deleted = state.facts - self.true if complete else self.false & state.facts
        changed = {fluent: value for fluent, value in self.values.items() if state.values.get(fluent) != value}
        return Observed(time, self.true - state.facts, deleted, changed)


def _named(names: Iterable[StepName], numbered: _Numbered) -> set[int]:
    found: set[int] = set()
    for name in names:
        of_number = {place: step for place, (number, step) in enumerate(numbered) if number == name.number}
        action = None if name.action is None else " ".join(name.action.lower().split())
        places = {place for place, step in of_number.items() if action in (None, step.ground)}
        if not places:
            actions = [step.ground for step in of_number.values()]
            raise faults.no_such_step(name.number, action, actions, numbered[-1][0] if numbered else 0)
        found |= places
    return found


def _places_of(done: Plan, numbered: _Numbered) -> set[int]:
    """Return the places in the plan of the steps done before."""
    whole = Plan(tuple(step for _, step in numbered))
    left = rest_of(done, 0.0, whole)
    if left is None:
        raise faults.past_changed("the session's plan")
    remaining = list(left)
    places: set[int] = set()
    for place, (_, step) in enumerate(numbered):
        if step in remaining:
            remaining.remove(step)
        else:
            places.add(place)
    return places
