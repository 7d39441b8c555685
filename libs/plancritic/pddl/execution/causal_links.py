"""Why the steps of a plan are there: what each step makes true that a later step, the goal or a constraint needs.

Facts and their negations are linked to the step that made them last. A numeric condition is linked to the steps that
made it true, and to those without whose change it would not be true. What the initial state or a timed literal gives
has no link. Durations that depend on numbers are not looked at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from plancritic.pddl.execution.states import Event, State, Trajectory
from plancritic.pddl.execution.witnesses import Witness, is_true, witnesses
from plancritic.pddl.grounding import ground_action
from plancritic.pddl.language import (
    And,
    Atom,
    Condition,
    ConditionalEffect,
    Constraint,
    Effect,
    GroundAction,
    Not,
    Or,
    UnknownActionError,
    fluents,
)


@dataclass(frozen=True, slots=True)
class StepNeed:
    """A step needs something: `step` is an index in `plan.steps`; `effect` for one of its conditional effects."""

    step: int
    moment: Literal["at start", "over all", "at end", "effect"]


@dataclass(frozen=True, slots=True)
class GoalNeed:
    """The goal needs something at the end of the plan."""


@dataclass(frozen=True, slots=True)
class ConstraintNeed:
    """A constraint needs something: `constraint` is an index in the constraints that were given."""

    constraint: int


Consumer = StepNeed | GoalNeed | ConstraintNeed


@dataclass(frozen=True, slots=True)
class CausalLink:
    """A step makes a condition true that a consumer needs.

    `condition` is a fact, a negated fact or a comparison. The producer's event led to the state `made` (an index in
    `states`), the consumer needs the condition up to the state `used`. A fact is true in all states from one to the
    other; a comparison is true at `used`.
    """

    producer: int
    condition: Condition
    consumer: Consumer
    made: int
    used: int


def causal_links(trajectory: Trajectory, constraints: Sequence[Constraint] = ()) -> tuple[CausalLink, ...]:
    """Return the links of a plan that was executed, in the order of producers and of use.

    Needs that are not met, as in a plan with faults, have no links. A disjunction needs the part that has been true
    longest.
    """
    supports = _Supports(trajectory)
    found: dict[tuple[int, Condition, Consumer, int], CausalLink] = {}
    for consumer, needed in _needs(trajectory, constraints):
        for link in supports.links(consumer, needed):
            key = (link.producer, link.condition, consumer, link.made)
            known = found.get(key)
            if known is None or known.used < link.used:
                found[key] = link
    return tuple(sorted(found.values(), key=lambda link: (link.producer, link.used, str(link.condition))))


def chain_of(links: Iterable[CausalLink], step: int, constraint: int | None = None) -> tuple[CausalLink, ...]:
    """Return the shortest chain of links from a step to the goal, or to a constraint; empty where there is none."""
    by_producer: dict[int, list[CausalLink]] = {}
    for link in links:
        by_producer.setdefault(link.producer, []).append(link)
    wanted: Consumer = GoalNeed() if constraint is None else ConstraintNeed(constraint)
    waiting: deque[tuple[CausalLink, ...]] = deque((link,) for link in by_producer.get(step, ()))
    seen = {step}
    while waiting:
        chain = waiting.popleft()
        consumer = chain[-1].consumer
        if consumer == wanted:
            return chain
        if isinstance(consumer, StepNeed) and consumer.step not in seen:
            seen.add(consumer.step)
            waiting.extend((*chain, link) for link in by_producer.get(consumer.step, ()))
    return ()


def is_restored(trajectory: Trajectory, link: CausalLink) -> bool:
    """Return whether the producer itself had undone the fact before: a link, but no reason for the step to be there."""
    before = [
        event for state in trajectory.states[: link.made] for event in state.events if event.step == link.producer
    ]
    match link.condition:
        case Atom() as atom:
            return any(atom in event.deleted for event in before)
        case Not(Atom() as atom):
            return any(atom in event.added for event in before)
    return False


def _needs(trajectory: Trajectory, constraints: Sequence[Constraint]) -> Iterator[tuple[Consumer, Witness]]:
    """Everything that has to hold somewhere, with who needs it."""
    last = len(trajectory.states) - 1
    for index, found in enumerate(_occurrences(trajectory)):
        if found is not None:
            yield from _needs_of_step(trajectory, index, *found)
    yield GoalNeed(), Witness(trajectory.problem.goal, last, last)
    for number, constraint in enumerate(constraints):
        for witness in witnesses(trajectory, constraint):
            yield ConstraintNeed(number), witness


def _occurrences(trajectory: Trajectory) -> list[tuple[int, int] | None]:
    """For each step the states that its start and its end led to; None for a step that could not be executed."""
    places: dict[int, list[int]] = {}
    for index, state in enumerate(trajectory.states):
        for event in state.events:
            if event.step is not None:
                places.setdefault(event.step, []).append(index)
    steps = range(len(trajectory.plan.steps))
    return [(min(places[step]), max(places[step])) if step in places else None for step in steps]


def _needs_of_step(trajectory: Trajectory, index: int, start: int, end: int) -> Iterator[tuple[Consumer, Witness]]:
    step = trajectory.plan.steps[index]
    try:
        action: GroundAction = ground_action(trajectory.problem, step.action, step.arguments)
    except UnknownActionError:
        return
    # A condition at start or at end is about the state before; one over all about those between.
    yield StepNeed(index, "at start"), Witness(action.conditions_at_start, start - 1, start - 1)
    if action.duration is not None:
        if start < end:
            yield StepNeed(index, "over all"), Witness(action.conditions_over_all, start, end - 1)
        yield StepNeed(index, "at end"), Witness(action.conditions_at_end, end - 1, end - 1)
    for effect in _conditional((*action.effects_at_start, *action.effects_at_end)):
        parts = [Witness(effect.at_start, start - 1, start - 1), Witness(effect.at_end, end - 1, end - 1)]
        if start < end:
            parts.append(Witness(effect.over_all, start, end - 1))
        # An effect that does not take place needs nothing.
        if all(is_true(part.condition, state) for part in parts for state in _states(trajectory, part)):
            for part in parts:
                yield StepNeed(index, "effect"), part


def _conditional(effects: Iterable[Effect]) -> Iterator[ConditionalEffect]:
    for effect in effects:
        if isinstance(effect, ConditionalEffect):
            yield effect
            yield from _conditional(effect.effects)


def _states(trajectory: Trajectory, witness: Witness) -> Sequence[State]:
    return trajectory.states[witness.first : witness.last + 1]


class _Supports:
    """Finds which literals make a condition true in a state, and who made them."""

    def __init__(self, trajectory: Trajectory) -> None:
        self._states = trajectory.states

    @cached_property
    def _changes(self) -> tuple[tuple[int, Event], ...]:
        """Every change of a number by a step, with the state it led to."""
        return tuple(
            (index, event)
            for index, state in enumerate(self._states)
            for event in state.events
            if event.step is not None and event.values
        )

    def links(self, consumer: Consumer, needed: Witness) -> Iterator[CausalLink]:
        """Return the links of one need, state by state."""
        for index in range(needed.first, needed.last + 1):
            if not is_true(needed.condition, self._states[index]):
                continue
            for literal in self._literals(needed.condition, index):
                for producer, made in self._producers(literal, index):
                    if not (isinstance(consumer, StepNeed) and consumer.step == producer):
                        yield CausalLink(producer, literal, consumer, made, index)

    def _literals(self, condition: Condition, index: int) -> list[Condition]:
        """The facts, negated facts and comparisons by which a condition is true in a state."""
        match condition:
            case Atom(predicate="=") | Not(condition=Atom(predicate="=")):
                return []
            case And(parts):
                return [literal for part in parts for literal in self._literals(part, index)]
            case Or(parts):
                true = [part for part in parts if is_true(part, self._states[index])]
                found = [self._literals(part, index) for part in true]
                return min(found, key=lambda each: max((self._since(one, index) for one in each), default=0))
            case Not(And(parts)):
                return self._literals(Or(tuple(map(_opposite, parts))), index)
            case Not(Or(parts)):
                return self._literals(And(tuple(map(_opposite, parts))), index)
            case Not(Not(inner)):
                return self._literals(inner, index)
        return [condition]

    def _since(self, literal: Condition, index: int) -> int:
        """The first of the states up to this one in which the literal has been true without a break."""
        while index and is_true(literal, self._states[index - 1]):
            index -= 1
        return index

    def _producers(self, literal: Condition, index: int) -> Iterator[tuple[int, int]]:
        since = self._since(literal, index)
        match literal:
            case Atom():
                makers = [event for event in self._states[since].events if literal in event.added]
            case Not(Atom() as atom):
                makers = [event for event in self._states[since].events if atom in event.deleted]
            case _:
                yield from self._number_makers(literal, since, index)
                return
        for event in makers:
            if event.step is not None:
                yield event.step, since

    def _number_makers(self, comparison: Condition, since: int, index: int) -> Iterator[tuple[int, int]]:
        read = frozenset(fluents(comparison))
        for place, event in self._changes:
            if place > index or event.step is None or not event.touches(read):
                continue
            if place == since or self._false_without(event, comparison, index):
                yield event.step, place

    def _false_without(self, event: Event, comparison: Condition, index: int) -> bool:
        """Whether the comparison would not be true if the event had not changed its numbers."""
        state = self._states[index]
        values = dict(state.values)
        for fluent, (before, after) in (event.values or {}).items():
            if before is None:
                values.pop(fluent, None)
            elif fluent in values:
                values[fluent] -= after - before
        return not is_true(comparison, State(state.time, state.facts, values))


def _opposite(condition: Condition) -> Condition:
    return condition.condition if isinstance(condition, Not) else Not(condition)
