"""Readings that no person means: a thing before itself, an order turned round, things of which nobody spoke."""

from __future__ import annotations

from plancritic.contracts.translation import Reading
from plancritic.pddl.language import Atom, Constraint, ConstraintType, Problem, conjuncts, parse_constraint

_ORDERS = frozenset({ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER, ConstraintType.ALWAYS_WITHIN})


def is_absurd(reading: Reading) -> bool:
    """Return whether a reading has something come before or after itself."""
    return any(
        each.type in _ORDERS and len(set(map(str, each.conditions))) < len(each.conditions)
        for each in map(parse_constraint, reading.constraints)
    )


def strays(reading: Reading, likeliest: Reading, named: frozenset[str], problem: Problem) -> bool:
    """Return whether a reading speaks of what nobody said, where the likeliest one does not.

    It puts a thing of the goal elsewhere than the goal does, at a place that is not `named`; or it is about another
    thing of a kind of which one is named.
    """
    goals = [each for each in conjuncts(problem.goal) if isinstance(each, Atom)]
    atoms = {atom for text in reading.constraints for atom in parse_constraint(text).atoms()}
    known = named | {
        name for text in likeliest.constraints for each in parse_constraint(text).atoms() for name in each.arguments
    }
    for atom in atoms - set(goals):
        own = [each for each in goals if (each.predicate, each.arguments[:1]) == (atom.predicate, atom.arguments[:1])]
        if own and not set(atom.arguments[1:]) <= named:
            return True
    kinds = {problem.objects[each] for each in named if each in problem.objects}
    others = {name for atom in atoms for name in atom.arguments} - known
    return any(problem.objects.get(each) in kinds for each in others)


def turns_round(one: Reading, other: Reading) -> bool:
    """Return whether a reading has in one order what another one has in the opposite order."""
    mine = [parse_constraint(each) for each in one.constraints]
    yours = [parse_constraint(each) for each in other.constraints]
    return any(_reversed(a, b) for a in mine for b in yours)


def _reversed(one: Constraint, other: Constraint) -> bool:
    both_order = one.type is other.type is ConstraintType.SOMETIME_BEFORE
    return both_order and one.conditions == other.conditions[::-1] and one.conditions[0] != one.conditions[1]
