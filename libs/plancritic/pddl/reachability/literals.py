"""Literals of a problem as numbers, and conditions as disjunctions of sets of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product

from plancritic.pddl.grounding import Invariants
from plancritic.pddl.language import (
    TRUE,
    And,
    Atom,
    Comparison,
    Condition,
    Not,
    Or,
    Problem,
    UndefinedValueError,
    fluents,
    ground,
    holds,
)

Literals = frozenset[int]

#: The literal that is true in every state.
ALWAYS = 0
#: A condition of more alternatives than this is taken as one that is always possible.
MOST_ALTERNATIVES = 16


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A condition as sets of literals, one of which has to be true in a state where the condition is.

    `exact`: the condition is true wherever one of the sets is; False where something was left out, such as a
    comparison of numbers that change.
    """

    sets: tuple[Literals, ...]
    exact: bool

    @property
    def impossible(self) -> bool:
        """Whether no state can meet it."""
        return not self.sets

    @property
    def trivial(self) -> bool:
        """Whether nothing is asked of a state."""
        return frozenset() in self.sets


_NOTHING_ASKED = frozenset[int]()
#: No state meets it.
IMPOSSIBLE = Alternatives((), True)
_TRUE = Alternatives((_NOTHING_ASKED,), True)
_UNKNOWN = Alternatives((_NOTHING_ASKED,), False)


@dataclass(eq=False)
class LiteralTable:
    """Numbers for the literals of the atoms that can change: an atom's is odd, its negation's the next."""

    problem: Problem
    changing_functions: frozenset[str]
    #: What each number stands for; the first is `ALWAYS`.
    conditions: list[Condition] = field(default_factory=lambda: [TRUE])
    _numbers: dict[Atom, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._invariants = Invariants.of(self.problem)

    def literal(self, atom: Atom, becomes: bool) -> int | None:
        """Return the number of an atom or of its negation; None where the atom never changes."""
        if self._invariants.never(atom) or self._invariants.always(atom):
            return None
        number = self._numbers.get(atom)
        if number is None:
            number = self._numbers[atom] = len(self.conditions)
            self.conditions += [atom, Not(atom)]
        return number if becomes else number + 1

    def initial(self, count: int) -> frozenset[int]:
        """Return the first `count` literals' true ones in the initial state."""
        facts = self.problem.facts
        true = (number if atom in facts else number + 1 for atom, number in self._numbers.items())
        return frozenset((ALWAYS, *(number for number in true if number < count)))

    def known(self, alternatives: Alternatives, count: int) -> bool:
        """Return whether all its literals have numbers below `count`."""
        return all(number < count for literals in alternatives.sets for number in literals)

    def alternatives(self, condition: Condition, value: bool = True) -> Alternatives:
        """Return the ways in which a condition can have a value."""
        return self._alternatives(ground(condition, {}, self.problem.objects_of_any), value)

    def _alternatives(self, condition: Condition, value: bool) -> Alternatives:
        match condition:
            case Atom("=", (left, right)):
                return _TRUE if (left == right) is value else IMPOSSIBLE
            case Atom():
                number = self.literal(condition, value)
                if number is None:
                    return _TRUE if self._invariants.always(condition) is value else IMPOSSIBLE
                return Alternatives((frozenset((number,)),), True)
            case Not(inner):
                return self._alternatives(inner, not value)
            case And(parts) | Or(parts):
                found = [self._alternatives(part, value) for part in parts]
                return conjunction(found) if isinstance(condition, And) is value else _disjunction(found)
            case Comparison():
                return self._comparison(condition, value)
        raise ValueError(f"{condition} is not ground")

    def _comparison(self, comparison: Comparison, value: bool) -> Alternatives:
        if any(fluent.predicate in self.changing_functions for fluent in fluents(comparison)):
            return _UNKNOWN
        try:
            return _TRUE if holds(comparison, frozenset(), self.problem.values) is value else IMPOSSIBLE
        except UndefinedValueError:
            return _UNKNOWN


def negation(literal: int) -> int:
    """Return the number of the opposite literal."""
    return literal + 1 if literal % 2 else literal - 1


def conjunction(parts: Iterable[Alternatives]) -> Alternatives:
    """Return all of them at once."""
    found = _TRUE
    for part in parts:
        if part.impossible:
            return IMPOSSIBLE
        if len(found.sets) * len(part.sets) > MOST_ALTERNATIVES:
            found = Alternatives(found.sets, False)
            continue
        joined = (first | second for first, second in product(found.sets, part.sets))
        found = _without_contradictions(joined, found.exact and part.exact)
    return found


def _disjunction(parts: Iterable[Alternatives]) -> Alternatives:
    every = list(parts)
    sets = [each for part in every for each in part.sets]
    if len(sets) > MOST_ALTERNATIVES:
        return _UNKNOWN
    return _without_contradictions(sets, all(part.exact for part in every))


def _without_contradictions(sets: Iterable[Literals], exact: bool) -> Alternatives:
    kept = [each for each in dict.fromkeys(sets) if not any(negation(literal) in each for literal in each)]
    least = [each for each in kept if not any(other < each for other in kept)]
    return Alternatives(tuple(least), exact)
