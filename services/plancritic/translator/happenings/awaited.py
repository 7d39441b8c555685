"""Groups that wait for one of them: "no boat may enter B until the scout has been there".

The scout is one of the boats, but it cannot wait for itself: the others wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.mentions.world import World
from plancritic.pddl.language import Atom, Condition, Constraint, ConstraintType, Not, Or


def without_the_awaited(constraints: tuple[Constraint, ...], world: World) -> tuple[Constraint, ...]:
    """Return the constraints without those that have a fact wait for itself, where others wait for it too."""
    return tuple(dict.fromkeys(each for constraint in constraints for each in _apart(constraint, constraints, world)))


def _apart(constraint: Constraint, beside: tuple[Constraint, ...], world: World) -> Iterator[Constraint]:
    if constraint.type is not ConstraintType.SOMETIME_BEFORE:
        yield constraint
        return
    late, early = constraint.conditions
    group = late.conditions if isinstance(late, Or) else (late,)
    others = tuple(each for each in group if not _waits_for_itself(each, early, world))
    if len(others) == len(group):
        yield constraint
    elif others:
        # One of several before which the other has to come: it comes before each.
        for each in others:
            yield Constraint(constraint.type, (each, early), constraint.bounds)
    elif not any(_alike(c, constraint) and not _waits_for_itself(c.conditions[0], early, world) for c in beside):
        yield constraint


def _alike(one: Constraint, other: Constraint) -> bool:
    """Whether another waits for the same."""
    return one.type is other.type and one.conditions[1] == other.conditions[1]


def _waits_for_itself(late: Condition, early: Condition, world: World) -> bool:
    """Whether what waits is what is waited for, or the leaving without which nobody gets there."""
    if late == early:
        return True
    if not (isinstance(late, Not) and isinstance(late.condition, Atom) and isinstance(early, Atom)):
        return False
    place = world.positions.values()
    return (
        late.condition.predicate in place
        and late.condition.predicate == early.predicate
        and late.condition.arguments[0] == early.arguments[0]
        and late.condition != early
    )
