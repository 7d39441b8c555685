"""Readings that no person means: a thing before itself, or the order of two things turned round."""

from __future__ import annotations

from plancritic.contracts.translation import Reading
from plancritic.pddl.language import Constraint, ConstraintType, parse_constraint

_ORDERS = frozenset({ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER, ConstraintType.ALWAYS_WITHIN})


def is_absurd(reading: Reading) -> bool:
    """Return whether a reading has something come before or after itself."""
    return any(
        each.type in _ORDERS and len(set(map(str, each.conditions))) < len(each.conditions)
        for each in map(parse_constraint, reading.constraints)
    )


def turns_round(one: Reading, other: Reading) -> bool:
    """Return whether a reading has in one order what another one has in the opposite order."""
    mine = [parse_constraint(each) for each in one.constraints]
    yours = [parse_constraint(each) for each in other.constraints]
    return any(_reversed(a, b) for a in mine for b in yours)


def _reversed(one: Constraint, other: Constraint) -> bool:
    both_order = one.type is other.type is ConstraintType.SOMETIME_BEFORE
    return both_order and one.conditions == other.conditions[::-1] and one.conditions[0] != one.conditions[1]
