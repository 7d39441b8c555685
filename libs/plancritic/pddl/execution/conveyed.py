"""What is conveyed: a driver in a van is not `at` the place where the van is, though people may say that he is there.

Only a thing that has the same predicate as what conveys it counts: a parcel that `lies` somewhere is never `at` a
place. What conveys a conveyor is not looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from plancritic.pddl.execution.satisfaction import judge_constraint
from plancritic.pddl.execution.states import State, Trajectory
from plancritic.pddl.language import (
    Action,
    Atom,
    Condition,
    Constraint,
    ConstraintType,
    Domain,
    FactEffect,
    atoms,
    conjuncts,
    ground,
)


@dataclass(frozen=True, slots=True)
class Conveyance:
    """A fact that a thing loses while another one, which conveys it, has it: `inside` holds of the two meanwhile.

    `place` is the predicate of that fact; `thing` and `conveyor` count the arguments of `inside` from nought.
    """

    place: str
    inside: str
    thing: int
    conveyor: int


@dataclass(frozen=True, slots=True)
class Conveyed:
    """The fact that people may see at `time` (in the domain's unit), what conveys the thing, and where that is."""

    fact: Atom
    inside: Atom
    there: Atom
    time: float


def conveyances(domain: Domain) -> tuple[Conveyance, ...]:
    """Return how things are conveyed in a domain, as its actions show: `(at driver place)` ends, `(drives driver van)`
    begins, and `(at van place)` is so meanwhile."""
    return tuple(dict.fromkeys(each for action in domain.actions.values() for each in _of_action(action)))


def conveyed_against(trajectory: Trajectory, constraint: Constraint) -> Conveyed | None:
    """Return what breaks a constraint that a plan satisfies, if what is conveyed is where its conveyor is.

    None where the plan does not satisfy the constraint, where that makes no difference, and for `at-most-once`: getting
    in and out takes time, and is no coming back.
    """
    problem = trajectory.problem
    grounded = [ground(each, {}, problem.objects_of_any) for each in constraint.conditions]
    spoken_of = frozenset(atom for each in grounded for atom in atoms(each))
    predicates = {each.predicate for each in spoken_of}
    rules = [each for each in conveyances(problem.domain) if each.place in predicates]
    if not rules or constraint.type is ConstraintType.AT_MOST_ONCE:
        return None
    if judge_constraint(trajectory, constraint).satisfied is not True:
        return None
    seen = [tuple(each for each in _conveyed(state, rules) if each.fact in spoken_of) for state in trajectory.states]
    states = tuple(
        replace(state, facts=state.facts.union(each.fact for each in found)) if found else state
        for state, found in zip(trajectory.states, seen, strict=True)
    )
    judged = judge_constraint(replace(trajectory, states=states), constraint)
    if judged.satisfied is not False:
        return None
    about = [each for found in seen for each in found]
    return next((each for each in about if judged.time is None or each.time >= judged.time), None)


def _of_action(action: Action) -> Iterator[Conveyance]:
    effects = [each for each in (*action.effects_at_start, *action.effects_at_end) if isinstance(each, FactEffect)]
    needed = [
        each
        for condition in (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end)
        for each in _facts(condition)
    ]
    ended = {each.atom for each in effects if not each.becomes}
    for lost in ended:
        if len(lost.arguments) != 2:
            continue
        thing, place = lost.arguments
        for gained in (each.atom for each in effects if each.becomes and len(each.atom.arguments) == 2):
            if thing not in gained.arguments or place in gained.arguments:
                continue
            at = gained.arguments.index(thing)
            conveyor = gained.arguments[1 - at]
            there = Atom(lost.predicate, (conveyor, place))
            if conveyor != thing and there in needed and there not in ended:
                yield Conveyance(lost.predicate, gained.predicate, at, 1 - at)


def _facts(condition: Condition) -> Iterator[Atom]:
    return (each for each in conjuncts(condition) if isinstance(each, Atom))


def _conveyed(state: State, rules: Collection[Conveyance]) -> Iterator[Conveyed]:
    """Yield what is conveyed where in a state."""
    for rule in rules:
        there = {each.arguments[0]: each for each in state.facts if each.predicate == rule.place}
        for inside in state.facts:
            if inside.predicate == rule.inside and (found := there.get(inside.arguments[rule.conveyor])) is not None:
                thing = inside.arguments[rule.thing]
                yield Conveyed(Atom(rule.place, (thing, *found.arguments[1:])), inside, found, state.time)
