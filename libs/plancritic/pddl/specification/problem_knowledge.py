"""What is known about the conditions of a problem before any plan is: constants, the initial state, the goal."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from cachetools import LRUCache

from plancritic.pddl.grounding import Invariants
from plancritic.pddl.language import (
    FALSE,
    And,
    Atom,
    Comparison,
    Condition,
    Constraint,
    Not,
    Or,
    Problem,
    UndefinedValueError,
    atoms,
    comparisons,
    conjuncts,
    divisors,
    expression_fluents,
    fluents,
    holds,
)
from plancritic.pddl.specification.normal_form import complement, exclude, implies, normal


class ProblemKnowledge:
    """Answers about ground conditions in normal form; all of them hold for every executable plan that meets the goal.

    Attributes:
        goal: The goal in normal form; false where it cannot be met.
    """

    def __init__(self, problem: Problem, invariants: Invariants) -> None:
        # The problem itself is not kept: it would never be forgotten (see `_KNOWN`).
        self._facts = problem.facts
        self._values = problem.values
        self._invariants = invariants
        self._where_kept: LRUCache[frozenset[tuple[Atom, bool]], ProblemKnowledge] = LRUCache(_REMEMBERED)
        #: What the goal says about all states: a literal that it needs and that cannot come back is never lost.
        self._needed: dict[Atom, bool] = {}
        goal = normal(problem.goal, self._invariant)
        for part in conjuncts(goal):
            literal = part.condition if isinstance(part, Not) else part
            if isinstance(literal, Atom) and self.falls(part):
                self._needed[literal] = part == literal
        unmet = any((literal in self._facts) is not value for literal, value in self._needed.items())
        self.goal = FALSE if unmet else goal

    @classmethod
    def of(cls, problem: Problem) -> ProblemKnowledge:
        """Return what is known about a problem; worked out once for each."""
        found = _KNOWN.get(problem)
        if found is None:
            found = _KNOWN[problem] = cls(problem, Invariants.of(problem))
        return found

    def where_kept(self, problem: Problem, kept: Mapping[Atom, bool]) -> ProblemKnowledge:
        """What is known of plans that keep the values of atoms in all states; the few last asked for are remembered."""
        key = frozenset(kept.items())
        with _LOCK:
            found = self._where_kept.get(key)
        if found is None:
            found = ProblemKnowledge(problem, self._invariants.where_kept(problem, kept))
            with _LOCK:
                self._where_kept[key] = found
        return found

    def has_values(self, constraint: Constraint) -> bool:
        """Return whether every number that it compares has a value, in the initial state and so ever after."""
        return all(map(self._has_value, comparisons(constraint.conditions)))

    def _has_value(self, comparison: Comparison) -> bool:
        try:
            holds(comparison, self._facts, self._values)
        except UndefinedValueError:
            return False
        return not any(
            self._invariants.changing_number(fluent)
            for divisor in divisors(comparison)
            for fluent in expression_fluents(divisor)
        )

    def constant(self, term: Atom | Comparison) -> bool | None:
        """Return the value of an atom or a comparison that has the same one in all states."""
        if term in self._needed and isinstance(term, Atom):
            return self._needed[term]
        return self._invariant(term)

    def _invariant(self, term: Atom | Comparison) -> bool | None:
        if isinstance(term, Atom):
            return False if self._invariants.never(term) else True if self._invariants.always(term) else None
        if any(self._invariants.changing_number(fluent) for fluent in fluents(term)):
            return None
        try:
            return holds(term, self._facts, self._values)
        except UndefinedValueError:
            return None

    def initially(self, condition: Condition) -> bool:
        """Return whether it holds in the initial state."""
        return holds(condition, self._facts, self._values)

    def rises(self, condition: Condition) -> bool:
        """Return whether it stays true once it is."""
        match condition:
            case Atom():
                return self._invariants.only_added(condition)
            case Not(Atom() as atom):
                return self._invariants.only_deleted(atom)
            case And(parts) | Or(parts):
                return all(map(self.rises, parts))
        return False

    def falls(self, condition: Condition) -> bool:
        """Return whether it stays false once it is."""
        return self.rises(complement(condition))

    def is_one_stretch(self, condition: Condition) -> bool:
        """Return whether it holds at most from one time to another: its parts come to stay or go for good."""
        return all(self.rises(part) or self.falls(part) for part in conjuncts(condition))

    def changes_at_once(self, condition: Condition) -> bool:
        """Return whether there may be two states of time 0 of which it holds in one only."""
        return any(map(self._invariants.changes_at_once, atoms(condition))) or any(fluents(condition))

    def needed(self, condition: Condition) -> bool:
        """Return whether the goal implies it."""
        return implies(self.goal, condition)

    def excluded(self, condition: Condition) -> bool:
        """Return whether it cannot hold together with the goal."""
        return exclude(self.goal, condition)

    def at_end(self, condition: Condition) -> Condition:
        """Return what is left to be asked of the last state when the goal holds there."""
        parts = set(conjuncts(self.goal))

        def constant(term: Atom | Comparison) -> bool | None:
            return True if term in parts else False if complement(term) in parts else None

        return normal(condition, constant)


#: How many sets of kept values a problem's knowledge remembers the consequences of.
_REMEMBERED = 256
#: Problems are analysed in several threads.
_LOCK = threading.Lock()
_KNOWN: WeakKeyDictionary[Problem, ProblemKnowledge] = WeakKeyDictionary()
