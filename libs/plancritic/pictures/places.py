"""Places and the ways between them, found in what the actions do: no name of a predicate means anything here.

A thing is located by a predicate such as `(at thing place)`: some action takes one place from it and gives it another.
What such an action demands of both places is a way (`(road from to)`), or, where it can change, something that may
close the way or the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from plancritic.domains.scaffolding.structure import Structure, moves_of
from plancritic.pddl.execution import Trajectory
from plancritic.pddl.language import Action, Atom, Domain, Not, conjuncts, expression_fluents

#: A place of an atom that a movement demands: 0 is where it starts, 1 where it leads.
_Ends = tuple[int, ...]


@dataclass(frozen=True)
class Demanded:
    """A fact that a movement needs, as the ends of the movement that stand in its arguments.

    `(not_blocked ?from ?to)` is `("not_blocked", (0, 1))`; `becomes` is False where the movement needs it to be false.
    """

    predicate: str
    ends: _Ends
    becomes: bool = True


@dataclass(frozen=True)
class WayPredicate:
    """A predicate that says that a way is there, with the function that measures it, if an action's duration does."""

    demanded: Demanded
    measure: str | None


class PlacePredicates:
    """What a domain's actions say of places; `declared` are the context's predicates that locate things."""

    def __init__(self, domain: Domain, declared: Sequence[str] = ()) -> None:
        self._domain = domain
        self._structure = Structure(domain)
        self._declared = frozenset(each.lower() for each in declared) & domain.predicates.keys()

    @cached_property
    def moving(self) -> frozenset[str]:
        """Predicates that locate things which some action moves."""
        return self._declared or frozenset(name for name in self._structure.positions if not self._is_of_one_kind(name))

    @property
    def changing(self) -> frozenset[str]:
        """Predicates that some action changes."""
        return frozenset(self._structure.changing)

    @cached_property
    def ways(self) -> tuple[WayPredicate, ...]:
        """Predicates that no action changes and that a movement demands of both its ends, in order of the actions."""
        found: dict[Demanded, WayPredicate] = {}
        for action, ends in self._movements():
            for demanded in _demands(action, ends):
                if set(demanded.ends) == {0, 1} and demanded.becomes and demanded.predicate not in self.changing:
                    measure = _measure(action, ends)
                    known = found.get(demanded)
                    if known is None or known.measure is None:
                        found[demanded] = WayPredicate(demanded, measure)
        return tuple(found.values())

    @cached_property
    def closing(self) -> tuple[Demanded, ...]:
        """Facts of places that can change and that some movement needs."""
        found = (
            each
            for action, ends in self._movements()
            for each in _demands(action, ends)
            if each.predicate in self.changing
        )
        return tuple(dict.fromkeys(found))

    def locating(self, trajectory: Trajectory) -> tuple[frozenset[str], frozenset[str]]:
        """Return the predicates that locate things in a plan, and the places they locate them in.

        Both are empty where things stand in things that move themselves, as blocks on blocks: that is no map.
        """
        facts = _facts(trajectory, self.moving, 2)
        places = frozenset(fact.arguments[1] for fact in facts)
        if not places or places & {fact.arguments[0] for fact in facts}:
            return frozenset(), frozenset()
        if self._declared:
            return self.moving, places
        others = {name for name in self.changing - self.moving if len(self._domain.predicates.get(name, ())) == 2}
        known: dict[str, set[Atom]] = {name: set() for name in others}
        for fact in _facts(trajectory, others, 2):
            known[fact.predicate].add(fact)
        # `(lies parcel place)`: nothing moves a parcel from place to place, and yet it is somewhere.
        further = {
            name
            for name, found in known.items()
            if found and all(each.arguments[1] in places and each.arguments[0] not in places for each in found)
        }
        return self.moving | further, places

    def of_type(self, trajectory: Trajectory) -> frozenset[str]:
        """Return the objects of the types that stand in the second place of a moving predicate; none of `object`."""
        types = {kind for name in self.moving for kind in self._domain.predicates[name][1].types} - {"object"}
        return frozenset(trajectory.problem.objects_of_any(tuple(sorted(types)))) if types else frozenset()

    def _is_of_one_kind(self, predicate: str) -> bool:
        """Whether a thing and its place are of one type, as blocks on blocks are; without types nobody knows."""
        thing, place = self._domain.predicates[predicate]
        return any(
            self._domain.is_subtype(one, other) or self._domain.is_subtype(other, one)
            for one in set(thing.types) - {"object"}
            for other in set(place.types) - {"object"}
        )

    def _movements(self) -> Iterator[tuple[Action, Mapping[str, int]]]:
        for action in self._domain.actions.values():
            for gone, come in moves_of(action):
                if gone.predicate in self.moving:
                    yield action, {gone.arguments[1]: 0, come.arguments[1]: 1}


def facts_ever(trajectory: Trajectory) -> frozenset[Atom]:
    """Return every fact that is true at some time."""
    return trajectory.states[0].facts.union(*(event.added for state in trajectory.states for event in state.events))


def _facts(trajectory: Trajectory, predicates: Iterable[str], arity: int) -> list[Atom]:
    wanted = frozenset(predicates)
    return [fact for fact in facts_ever(trajectory) if fact.predicate in wanted and len(fact.arguments) == arity]


def _demands(action: Action, ends: Mapping[str, int]) -> Iterator[Demanded]:
    """Facts about nothing but the two ends of a movement that the action needs."""
    for condition in (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end):
        for part in conjuncts(condition):
            atom = part.condition if isinstance(part, Not) else part
            if not isinstance(atom, Atom) or atom.predicate == "=" or not atom.arguments:
                continue
            if all(argument in ends for argument in atom.arguments):
                places = tuple(ends[argument] for argument in atom.arguments)
                yield Demanded(atom.predicate, places, not isinstance(part, Not))


def _measure(action: Action, ends: Mapping[str, int]) -> str | None:
    """The function of both ends in the action's duration, in their order."""
    for bound in action.duration or ():
        for fluent in expression_fluents(bound.expression):
            if [ends.get(argument) for argument in fluent.arguments] == [0, 1]:
                return fluent.predicate
    return None
