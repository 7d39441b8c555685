"""What to ask a planner for so that a constraint is broken."""

from __future__ import annotations

from plancritic.pddl.language import Constraint, ConstraintType, negate


def breaking(constraint: Constraint) -> tuple[Constraint, ...]:
    """Constraints that no plan satisfies which satisfies `constraint`: together they break it.

    Not every plan that breaks it satisfies them, but for `always`, `sometime` and `at end`. None for `at-most-once`,
    whose contrary no constraint of PDDL3 says. Source: Gerevini & Long's definitions of the ten types.
    """
    kind, bounds, conditions = constraint.type, constraint.bounds, constraint.conditions
    first = conditions[0]
    match kind:
        case ConstraintType.ALWAYS:
            return (Constraint(ConstraintType.SOMETIME, (negate(first),)),)
        case ConstraintType.SOMETIME:
            return (Constraint(ConstraintType.ALWAYS, (negate(first),)),)
        case ConstraintType.AT_END:
            return (Constraint(ConstraintType.AT_END, (negate(first),)),)
        case ConstraintType.WITHIN:
            # Up to the bound and at it: the window itself ends before its end.
            return (Constraint(ConstraintType.HOLD_DURING, (negate(first),), (0.0, bounds[0] + 1.0)),)
        case ConstraintType.HOLD_DURING | ConstraintType.HOLD_AFTER:
            return (Constraint(kind, (negate(first),), bounds),)
        case ConstraintType.SOMETIME_BEFORE:
            return (
                Constraint(ConstraintType.SOMETIME, (first,)),
                Constraint(ConstraintType.SOMETIME_BEFORE, (conditions[1], first)),
            )
        case ConstraintType.SOMETIME_AFTER | ConstraintType.ALWAYS_WITHIN:
            return (
                Constraint(ConstraintType.SOMETIME, (first,)),
                Constraint(ConstraintType.ALWAYS, (negate(conditions[1]),)),
            )
        case ConstraintType.AT_MOST_ONCE:
            return ()
