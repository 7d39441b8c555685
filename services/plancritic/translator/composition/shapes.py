"""The shapes that a wish about one fact, or about two, can take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from plancritic.pddl.language import And, Condition, Constraint, ConstraintType, Or, negate
from plancritic.translator.world import World, holds_at_first

Constraints = tuple[Constraint, ...]


@dataclass(frozen=True)
class Shape:
    """Constraints of one shape; `name` is what cues speak for."""

    name: str
    constraints: Constraints


def _all(conditions: Sequence[Condition]) -> Condition:
    return conditions[0] if len(conditions) == 1 else And(tuple(conditions))


def _some(conditions: Sequence[Condition]) -> Condition:
    return conditions[0] if len(conditions) == 1 else Or(tuple(conditions))


def _each(kind: ConstraintType, conditions: Sequence[Condition], *bounds: float) -> Constraints:
    return tuple(Constraint(kind, (each,), bounds) for each in conditions)


def _not(atoms: Sequence[Condition]) -> tuple[Condition, ...]:
    return tuple(negate(each) for each in atoms)


def event(atoms: Sequence[Condition], world: World, whole: bool = True) -> Condition:
    """Return the change that facts stand for: that they come about, or that they end where they are so at first."""
    ends = all(holds_at_first(each, world) for each in atoms)
    conditions = _not(atoms) if ends else tuple(atoms)
    return _all(conditions) if whole else _some(conditions)


def of_one(atoms: Sequence[Condition], times: Sequence[float], choice: bool) -> Iterator[Shape]:
    """Return what can be wished of facts, with the times that are said."""
    kind = ConstraintType
    no = _not(atoms)
    if not times:
        yield Shape("never", _each(kind.ALWAYS, no))
        yield Shape("always", _each(kind.ALWAYS, atoms))
        yield Shape("end", _each(kind.AT_END, atoms))
        yield Shape("end not", _each(kind.AT_END, no))
        yield Shape("sometime", _each(kind.SOMETIME, atoms))
        yield Shape("leave", _each(kind.SOMETIME, no))
        yield Shape("once", _each(kind.AT_MOST_ONCE, atoms))
        yield Shape("stay", (*_each(kind.AT_MOST_ONCE, atoms), *_each(kind.AT_END, atoms)))
        if len(atoms) > 1:
            yield Shape("never together", (Constraint(kind.ALWAYS, (_some(no),)),))
            yield Shape("together", (Constraint(kind.SOMETIME, (_all(atoms),)),))
            if choice:
                yield Shape("end", (Constraint(kind.AT_END, (_some(atoms),)),))
                yield Shape("sometime", (Constraint(kind.SOMETIME, (_some(atoms),)),))
    elif len(times) == 1:
        (time,) = times
        yield Shape("by time", (Constraint(kind.WITHIN, (_all(atoms),), (time,)),))
        yield Shape("not by time", (Constraint(kind.WITHIN, (_all(no),), (time,)),))
        yield Shape("until time", (Constraint(kind.HOLD_DURING, (_all(atoms),), (0.0, time)),))
        yield Shape("not until time", (Constraint(kind.HOLD_DURING, (_all(no),), (0.0, time)),))
        yield Shape("from time", (Constraint(kind.HOLD_AFTER, (_all(atoms),), (time,)),))
        yield Shape("not from time", (Constraint(kind.HOLD_AFTER, (_all(no),), (time,)),))
        yield Shape("no longer than", tuple(Constraint(kind.ALWAYS_WITHIN, (a, negate(a)), (time,)) for a in atoms))
        if len(atoms) > 1:
            yield Shape("no longer than", (Constraint(kind.ALWAYS_WITHIN, (_some(atoms), _all(no)), (time,)),))
        if choice:
            yield Shape("by time", (Constraint(kind.WITHIN, (_some(atoms),), (time,)),))
            yield Shape("until time", (Constraint(kind.HOLD_DURING, (_some(atoms),), (0.0, time)),))
            yield Shape("from time", (Constraint(kind.HOLD_AFTER, (_some(atoms),), (time,)),))
    else:
        first, last = sorted(times)[0], sorted(times)[-1]
        yield Shape("window", (Constraint(kind.HOLD_DURING, (_all(atoms),), (first, last)),))
        yield Shape("not window", (Constraint(kind.HOLD_DURING, (_all(no),), (first, last)),))
        not_before = Constraint(kind.HOLD_DURING, (_all(no),), (0.0, first))
        yield Shape("between", (not_before, Constraint(kind.WITHIN, (_all(atoms),), (last,))))


def of_two(one: Sequence[Condition], two: Sequence[Condition], times: Sequence[float], world: World) -> Iterator[Shape]:
    """Return what can be wished of two facts, the first one said first."""
    kind = ConstraintType
    first, second = event(one, world), event(two, world)
    if len(times) == 1:
        (time,) = times
        yield Shape("reply in time", (Constraint(kind.ALWAYS_WITHIN, (event(one, world, False), _all(two)), (time,)),))
        yield Shape(
            "reply in time to second", (Constraint(kind.ALWAYS_WITHIN, (event(two, world, False), _all(one)), (time,)),)
        )
        yield Shape("by time", (Constraint(kind.WITHIN, (_all([*one, *two]),), (time,)),))
        yield Shape("until time", (Constraint(kind.HOLD_DURING, (_all([*one, *two]),), (0.0, time)),))
        yield Shape("not until time", (Constraint(kind.HOLD_DURING, (_all(_not([*one, *two])),), (0.0, time)),))
        return
    if len(times) > 1:
        early, late = times[0], times[1]
        yield Shape("two deadlines", (*_each(kind.WITHIN, [_all(one)], early), *_each(kind.WITHIN, [_all(two)], late)))
        yield Shape("window", (Constraint(kind.HOLD_DURING, (_all([*one, *two]),), (early, late)),))
        yield Shape("not window", (Constraint(kind.HOLD_DURING, (_all(_not([*one, *two])),), (early, late)),))
        return
    yield Shape("first second", _in_order(one, second, world))
    yield Shape("second first", _in_order(two, first, world))
    yield Shape("first second, both", (*_in_order(one, second, world), *_each(kind.SOMETIME, [second])))
    yield Shape("not while", _not_both(one, two))
    yield Shape("while second", tuple(Constraint(kind.ALWAYS, (Or((negate(b), a)),)) for a in one for b in two))
    yield Shape("while first", tuple(Constraint(kind.ALWAYS, (Or((negate(a), b)),)) for a in one for b in two))
    yield Shape("then", tuple(Constraint(kind.SOMETIME_AFTER, (a, _all(two))) for a in one))
    yield Shape("then first", tuple(Constraint(kind.SOMETIME_AFTER, (b, _all(one))) for b in two))
    yield Shape("at once", (Constraint(kind.SOMETIME, (_all([*one, *two]),)),))
    yield Shape("second instead", (*_each(kind.ALWAYS, _not(one)), *_each(kind.SOMETIME, two)))
    yield Shape("first instead", (*_each(kind.ALWAYS, _not(two)), *_each(kind.SOMETIME, one)))
    yield Shape("both at end", (*_each(kind.AT_END, one), *_each(kind.AT_END, two)))
    yield Shape("one at end", (Constraint(kind.AT_END, (Or((_all(one), _all(two))),)),))
    yield Shape("both never", (*_each(kind.ALWAYS, _not(one)), *_each(kind.ALWAYS, _not(two))))
    yield Shape("both sometime", (*_each(kind.SOMETIME, one), *_each(kind.SOMETIME, two)))


def in_sequence(facts: Sequence[Sequence[Condition]], world: World) -> Shape:
    """Return three facts or more, one after the other, in the order in which they are said."""
    orders = (constraint for one, two in pairwise(facts) for constraint in _in_order(one, event(two, world), world))
    return Shape("first second, both", tuple(orders))


def last_of(last: Sequence[Condition], others: Sequence[Condition], world: World) -> Shape:
    """Return a fact after each of the others."""
    return Shape(
        "last", tuple(Constraint(ConstraintType.SOMETIME_BEFORE, (event(last, world), each)) for each in others)
    )


def first_of(first: Sequence[Condition], others: Sequence[Condition], world: World) -> Shape:
    """Return a fact before each of the others."""
    return Shape(
        "first", tuple(Constraint(ConstraintType.SOMETIME_BEFORE, (each, event(first, world))) for each in others)
    )


def _in_order(before: Sequence[Condition], after: Condition, world: World) -> Constraints:
    """Return that facts come about before a change; each part of it waits for all of them."""
    changes = after.conditions if isinstance(after, And) else (after,)
    return tuple(Constraint(ConstraintType.SOMETIME_BEFORE, (each, event(before, world))) for each in changes)


def _not_both(one: Sequence[Condition], two: Sequence[Condition]) -> Constraints:
    return tuple(Constraint(ConstraintType.ALWAYS, (Or((negate(a), negate(b))),)) for a in one for b in two)
