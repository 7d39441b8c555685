"""Specifications in a canonical form: the same constraints in other words give the same form.

Every rule here holds on every sequence of states at times, whatever the problem; see `satisfaction` for what the
types of constraints mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import (
    FALSE,
    TOTAL_STEPS,
    TRUE,
    And,
    Condition,
    Constraint,
    ConstraintType,
    Or,
    PlanBound,
    form_complaints,
    plan_bound,
)
from plancritic.pddl.specification.normal_form import any_of, complement, implies, normal

#: What no plan satisfies.
IMPOSSIBLE = Constraint(ConstraintType.ALWAYS, (FALSE,))

#: Measured: 500 constraints of one type are compared with each other in 0.5 s.
_MOST_COMPARED = 500

#: Types that ask for a condition in several states, in all of them: a conjunction may be asked for part by part.
_UNIVERSAL = frozenset(
    {ConstraintType.ALWAYS, ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER, ConstraintType.AT_END}
)
#: Types that ask for something wherever their first condition holds.
_CONDITIONAL = frozenset({ConstraintType.SOMETIME_AFTER, ConstraintType.SOMETIME_BEFORE, ConstraintType.ALWAYS_WITHIN})


def canonical(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """Constraints that a trajectory satisfies exactly if it satisfies the ones given.

    Sorted by their text, conditions in normal form, conjunctions split, none that another implies. A constraint that
    nothing can satisfy becomes `IMPOSSIBLE`, alone. One of the wrong form stays as it is: it has no meaning. Where a
    number has no value, a constraint may lose that lack of meaning.
    """
    found = [part for constraint in constraints for part in rewritten(constraint)]
    if IMPOSSIBLE in found:
        return (IMPOSSIBLE,)
    return tuple(without_implied(sorted(dict.fromkeys(found), key=str)))


def canonical_key(constraints: Iterable[Constraint]) -> str:
    """Return the canonical form as text, one constraint a line; empty for constraints that say nothing."""
    return "\n".join(map(str, canonical(constraints)))


def without_implied(constraints: Sequence[Constraint]) -> list[Constraint]:
    """Return the constraints less those that another one implies; of two that say the same the first stays.

    Of more than `_MOST_COMPARED` all stay: comparing takes the square of their number.
    """
    if len(constraints) > _MOST_COMPARED:
        return list(constraints)
    kept: list[Constraint] = []
    for place, constraint in enumerate(constraints):
        if any(entails(other, constraint) for other in kept):
            continue
        if any(entails(other, constraint) and not entails(constraint, other) for other in constraints[place + 1 :]):
            continue
        kept.append(constraint)
    return kept


def rewritten(constraint: Constraint) -> tuple[Constraint, ...]:
    """Constraints in canonical form that together say the same as one."""
    if form_complaints(constraint):
        return (constraint,)
    bound = plan_bound(constraint)
    if bound is not None:
        return _rewritten_bound(bound)
    conditions = tuple(normal(condition) for condition in constraint.conditions)
    return _rewritten(Constraint(constraint.type, conditions, constraint.bounds))


def _rewritten_bound(bound: PlanBound) -> tuple[Constraint, ...]:
    """The bound in one form; nothing where every plan keeps it, and `IMPOSSIBLE` where none does."""
    limit = bound.limit
    if bound.measure == TOTAL_STEPS:
        # Steps are whole: fewer than 4 are at most 3, more than 4 at least 5.
        limit, operator = {
            "<=": (math.floor(limit), "<="),
            "<": (math.ceil(limit) - 1, "<="),
            ">=": (math.ceil(limit), ">="),
            ">": (math.floor(limit) + 1, ">="),
        }[bound.operator]
        bound = PlanBound(bound.measure, operator, float(limit))
    if bound.limit < 0 or (bound.limit == 0 and bound.operator == "<"):
        return (IMPOSSIBLE,)
    if bound.limit == 0 and bound.operator == ">=":
        return ()
    return (bound.constraint(),)


def _bound_entails(first: PlanBound, second: PlanBound) -> bool:
    """Whether a plan that keeps the first keeps the second."""
    if first.measure != second.measure or first.is_upper is not second.is_upper:
        return False
    if first.limit == second.limit:
        return first.operator == second.operator or second.operator in ("<=", ">=")
    return (first.limit < second.limit) is first.is_upper


def _rewritten(constraint: Constraint) -> tuple[Constraint, ...]:
    kind = constraint.type
    if kind in _CONDITIONAL:
        return _conditional(constraint)
    condition = constraint.conditions[0]
    if kind is ConstraintType.AT_MOST_ONCE:
        # What never changes does not come true twice.
        return () if condition in (TRUE, FALSE) else (constraint,)
    # There is always an initial state, a last state and a state in force when a window opens.
    if condition == TRUE:
        return ()
    if condition == FALSE:
        return (IMPOSSIBLE,)
    if kind is ConstraintType.HOLD_AFTER and constraint.bounds[0] <= TIME_TOLERANCE:
        # From the beginning on is always: all states from time 0 on are looked at.
        return _rewritten(Constraint(ConstraintType.ALWAYS, (condition,)))
    if kind in _UNIVERSAL and isinstance(condition, And):
        # In all of some states both hold exactly if each does.
        return tuple(Constraint(kind, (part,), constraint.bounds) for part in condition.conditions)
    return (constraint,)


def _conditional(constraint: Constraint) -> tuple[Constraint, ...]:
    kind = constraint.type
    first, second = constraint.conditions
    if first == FALSE:
        # Nothing is asked for.
        return ()
    if isinstance(first, Or):
        # Wherever one of several holds is wherever each of them does.
        parts = (Constraint(kind, (part, second), constraint.bounds) for part in first.conditions)
        return tuple(rule for part in parts for rule in _conditional(part))
    if second == FALSE:
        # Nothing can answer, so that the question must not arise.
        return _rewritten(Constraint(ConstraintType.ALWAYS, (complement(first),)))
    if kind is ConstraintType.SOMETIME_BEFORE:
        if first == TRUE:
            # It holds in the first state, before which there is none.
            return (IMPOSSIBLE,)
        if implies(second, first):
            # Before the first time there would be another.
            return _rewritten(Constraint(ConstraintType.ALWAYS, (complement(first),)))
        if second == TRUE or implies(complement(first), second):
            # Before the first time the first did not hold: any earlier state will do, so that it must not be initial.
            return (Constraint(kind, (first, complement(first))),)
        return (constraint,)
    if implies(first, second):
        # It answers itself.
        return ()
    if kind is ConstraintType.SOMETIME_AFTER and implies(complement(second), first):
        # Where the second does not hold the first does: so the second must hold in the end, and that is enough.
        return _rewritten(Constraint(ConstraintType.AT_END, (second,)))
    return (constraint,)


def entails(first: Constraint, second: Constraint) -> bool:
    """Return whether whatever satisfies the first satisfies the second (both in canonical form); by structure alone."""
    if form_complaints(first) or form_complaints(second):
        return first == second
    bounds = plan_bound(first), plan_bound(second)
    if bounds[0] is not None or bounds[1] is not None:
        return bounds[0] is not None and bounds[1] is not None and _bound_entails(bounds[0], bounds[1])
    if first.type in _CONDITIONAL or second.type in _CONDITIONAL:
        return _conditional_entails(first, second)
    if ConstraintType.AT_MOST_ONCE in (first.type, second.type):
        always = first.type is ConstraintType.ALWAYS
        stays = decides(first.conditions[0], second.conditions[0])
        return first == second or (always and second.type is ConstraintType.AT_MOST_ONCE and stays)
    return _covers(first, second) and implies(first.conditions[0], second.conditions[0])


def decides(first: Condition, second: Condition) -> bool:
    """Return whether the second has one and the same value wherever the first holds."""
    return implies(first, second) or implies(first, complement(second))


def _covers(first: Constraint, second: Constraint) -> bool:
    """Whether the second is satisfied by a condition because the first is by the same one."""
    if first.type is second.type and first.bounds == second.bounds:
        return True
    opens = opening(first)
    match second.type:
        case ConstraintType.SOMETIME:
            return True
        case ConstraintType.WITHIN if first.type is ConstraintType.WITHIN:
            return first.bounds[0] <= second.bounds[0]
        case ConstraintType.WITHIN:
            # The state in force when a window opens is not later than that.
            return opens is not None and opens <= second.bounds[0]
        case ConstraintType.AT_END:
            return first.type in (ConstraintType.ALWAYS, ConstraintType.HOLD_AFTER)
        case ConstraintType.HOLD_AFTER:
            unbounded = first.type in (ConstraintType.ALWAYS, ConstraintType.HOLD_AFTER)
            return unbounded and opens is not None and opens <= second.bounds[0]
        case ConstraintType.HOLD_DURING:
            # What is in force at a time inside another window is one of its states.
            inside = opens is not None and opens <= second.bounds[0]
            return (
                inside and second.bounds[0] + 2 * TIME_TOLERANCE < closing(first) and closing(second) <= closing(first)
            )
    return False


def opening(constraint: Constraint) -> float | None:
    """From when on a condition has to hold all the time; None where that is not asked for."""
    match constraint.type:
        case ConstraintType.ALWAYS:
            return 0.0
        case ConstraintType.HOLD_DURING | ConstraintType.HOLD_AFTER:
            return constraint.bounds[0]
    return None


def closing(constraint: Constraint) -> float:
    """Until when it has to, where `opening` is a time."""
    return constraint.bounds[1] if constraint.type is ConstraintType.HOLD_DURING else float("inf")


def _conditional_entails(first: Constraint, second: Constraint) -> bool:
    if second.type not in _CONDITIONAL:
        return False
    question, answer = second.conditions
    if first.type is ConstraintType.ALWAYS:
        # The question does not arise, or it is answered at once.
        never = implies(first.conditions[0], complement(question))
        at_once = second.type is not ConstraintType.SOMETIME_BEFORE and (
            implies(first.conditions[0], answer) or implies(first.conditions[0], any_of((complement(question), answer)))
        )
        return never or at_once
    if first.type in (ConstraintType.AT_END, ConstraintType.HOLD_AFTER):
        # What holds in the end answers every question before.
        return second.type is ConstraintType.SOMETIME_AFTER and implies(first.conditions[0], answer)
    if first.type is not second.type or not implies(question, first.conditions[0]):
        return False
    # A more frequent question, a harder answer, and not later.
    return implies(first.conditions[1], answer) and first.bounds <= second.bounds
