"""What no plan of a problem can change, make true or make false."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from plancritic.pddl.grounding.relaxed_reachability import GroundName, Reached, relaxed_reachability
from plancritic.pddl.language import Atom, Problem


class Invariants:
    """Sound statements about all states of all executable plans, whatever they are to achieve.

    An atom of which nothing is said may still be constant: reachability is relaxed. Atoms of names that the problem
    does not know are never true. Equalities are no atoms here.
    """

    def __init__(self, facts: frozenset[Atom], reached: Reached) -> None:
        self._facts = facts
        self._reached = reached

    @classmethod
    def of(cls, problem: Problem) -> Invariants:
        """Return the invariants of a problem; worked out once for each."""
        found = _KNOWN.get(problem)
        if found is None:
            found = _KNOWN[problem] = cls(problem.facts, relaxed_reachability(problem))
        return found

    def where_kept(self, problem: Problem, kept: Mapping[Atom, bool]) -> Invariants:
        """Return what holds besides in plans that keep the values of atoms in all states (they have them initially)."""
        return Invariants(self._facts, relaxed_reachability(problem, kept, self._reached))

    @property
    def reachable_actions(self) -> tuple[GroundName, ...]:
        """Name and arguments of every ground action that may be in a plan; the others cannot."""
        return self._reached.actions

    def never(self, atom: Atom) -> bool:
        """Return whether it is false in all states."""
        return atom not in self._facts and atom not in self._reached.added

    def always(self, atom: Atom) -> bool:
        """Return whether it is true in all states."""
        return atom in self._facts and atom not in self._reached.deleted

    def only_added(self, atom: Atom) -> bool:
        """Return whether it stays true once it is."""
        return atom not in self._reached.deleted or self.never(atom)

    def only_deleted(self, atom: Atom) -> bool:
        """Return whether it stays false once it is."""
        return atom not in self._reached.added or self.always(atom)

    def changes_at_once(self, atom: Atom) -> bool:
        """Return whether a happening at time 0 may change it: there are two states of time 0 then."""
        return atom in self._reached.at_once

    def changing_number(self, fluent: Atom) -> bool:
        """Return whether a numeric fluent may get another value."""
        return fluent.predicate in self._reached.functions


_KNOWN: WeakKeyDictionary[Problem, Invariants] = WeakKeyDictionary()
