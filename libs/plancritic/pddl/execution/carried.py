"""What is carried: a driver in a van is not `at` the place where the van is, though people may say that he is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from plancritic.pddl.execution.satisfaction import judge_constraint
from plancritic.pddl.execution.states import State, Trajectory
from plancritic.pddl.language import Action, Atom, Condition, Constraint, Domain, FactEffect, conjuncts


@dataclass(frozen=True, slots=True)
class Carrying:
    """A fact that a thing loses while another one, its carrier, has it: `inside` holds of the two meanwhile.

    `place` is the predicate of that fact; `thing` and `carrier` count the arguments of `inside` from nought.
    """

    place: str
    inside: str
    thing: int
    carrier: int


@dataclass(frozen=True, slots=True)
class Carried:
    """The fact that people may see at `time` (in the domain's unit), what carries the thing, and where that is."""

    fact: Atom
    inside: Atom
    there: Atom
    time: float


def carryings(domain: Domain) -> tuple[Carrying, ...]:
    """Return how things are carried in a domain, as its actions show: `(at driver place)` ends, `(drives driver van)`
    begins, and `(at van place)` is so meanwhile."""
    return tuple(dict.fromkeys(each for action in domain.actions.values() for each in _of_action(action)))


def carried_against(trajectory: Trajectory, constraint: Constraint) -> Carried | None:
    """Return what breaks a constraint that a plan satisfies, if what is carried is where its carrier is.

    None where the plan does not satisfy the constraint, and where that makes no difference.
    """
    rules = carryings(trajectory.problem.domain)
    if not rules or judge_constraint(trajectory, constraint).satisfied is not True:
        return None
    seen = [tuple(_carried(state, rules)) for state in trajectory.states]
    states = tuple(
        replace(state, facts=state.facts.union(each.fact for each in found))
        for state, found in zip(trajectory.states, seen, strict=True)
    )
    judged = judge_constraint(replace(trajectory, states=states), constraint)
    if judged.satisfied is not False:
        return None
    spoken_of = frozenset(constraint.atoms())
    about = [each for found in seen for each in found if each.fact in spoken_of]
    return next((each for each in about if judged.time is None or each.time >= judged.time), None)


def _of_action(action: Action) -> Iterator[Carrying]:
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
            carrier = gained.arguments[1 - at]
            there = Atom(lost.predicate, (carrier, place))
            if carrier != thing and there in needed and there not in ended:
                yield Carrying(lost.predicate, gained.predicate, at, 1 - at)


def _facts(condition: Condition) -> Iterator[Atom]:
    return (each for each in conjuncts(condition) if isinstance(each, Atom))


def _carried(state: State, rules: tuple[Carrying, ...]) -> Iterator[Carried]:
    """Yield what is carried where in a state; what carries a carrier is looked at once."""
    for rule in rules:
        for inside in (each for each in state.facts if each.predicate == rule.inside):
            thing, carrier = inside.arguments[rule.thing], inside.arguments[rule.carrier]
            for each in state.facts:
                if each.predicate == rule.place and each.arguments[0] == carrier:
                    yield Carried(Atom(rule.place, (thing, *each.arguments[1:])), inside, each, state.time)
