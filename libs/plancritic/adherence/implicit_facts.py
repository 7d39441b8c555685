"""What goes without saying: objects of a fact that people leave out, because the problem leaves no other choice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from plancritic.pddl.grounding import relaxed_reachability
from plancritic.pddl.language import And, Atom, Condition, Problem


class Unspoken:
    """Finds the places of a fact's arguments whose objects are determined by the problem and the other arguments."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def sole(self, atom: Atom) -> frozenset[int]:
        """Places that only one object fits: the only satellite there is."""
        parameters = self._problem.domain.predicates.get(atom.predicate, ())
        fitting = [self._problem.objects_of(*parameter.types) for parameter in parameters]
        return frozenset(place for place, objects in enumerate(fitting) if len(objects) == 1)

    def known(self, atom: Atom, wanted: bool) -> frozenset[int]:
        """Places that `sole` finds, and the last one whose object the other arguments determine.

        It is the only object with which the fact can come about or is so at first, unless the goal asks for another;
        with `wanted`, the only one for which the goal asks (the mode of a picture) does as well.
        """
        sole = self.sole(atom)
        others = [place for place in range(len(atom.arguments)) if place not in sole]
        determined = [place for place in others if self._is_determined(atom, place, wanted)]
        return sole | frozenset(determined[-1:])

    def _is_determined(self, atom: Atom, place: int, wanted: bool) -> bool:
        own = {atom.arguments[place]}
        aims = _fitting(self._goals, atom, place)
        if aims == own and wanted:
            return True
        return aims <= own and _fitting(self._possible, atom, place) == own

    @cached_property
    def _goals(self) -> frozenset[Atom]:
        return frozenset(_asked(self._problem.goal))

    @cached_property
    def _possible(self) -> frozenset[Atom]:
        return self._problem.facts | relaxed_reachability(self._problem).added


def _fitting(atoms: frozenset[Atom], atom: Atom, place: int) -> set[str]:
    """The objects at a place of the facts that are as `atom` otherwise."""

    def rest(one: Atom) -> tuple[str, ...]:
        return (one.predicate, *one.arguments[:place], *one.arguments[place + 1 :])

    alike = (one for one in atoms if len(one.arguments) == len(atom.arguments) and rest(one) == rest(atom))
    return {one.arguments[place] for one in alike}


def _asked(goal: Condition) -> Iterator[Atom]:
    match goal:
        case Atom():
            yield goal
        case And():
            for each in goal.conditions:
                yield from _asked(each)
