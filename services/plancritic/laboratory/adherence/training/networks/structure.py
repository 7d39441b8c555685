"""What the grounding network says of a statement, by parts: facts, requests, roles, operators.

The network and the code that trains it share these names and numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.adherence.mentions import TIMES
from plancritic.pddl.language import Constraint, ConstraintType

#: Requests that one text may make, one after the other.
REQUESTS = 3
#: What is told of a fact's part in a request: whether it is in its first and in its second condition, whether it is to
#: hold, whether a condition of several facts wants them all at once, and whether the request is made of each of
#: several facts alone.
FIRST, SECOND, HOLDS, TOGETHER, EACH = range(5)
ROLES = 5

#: What may be asked, by type and by which times of the text bound it: `hold-during` from time i to time i + 1, up to
#: time i from the beginning, and for as long as one of the first two times says from the other on.
OPERATORS: tuple[tuple[ConstraintType, str, int], ...] = (
    (ConstraintType.ALWAYS, "", 0),
    (ConstraintType.SOMETIME, "", 0),
    (ConstraintType.AT_END, "", 0),
    (ConstraintType.AT_MOST_ONCE, "", 0),
    (ConstraintType.SOMETIME_BEFORE, "", 0),
    (ConstraintType.SOMETIME_AFTER, "", 0),
    *((ConstraintType.ALWAYS_WITHIN, "within", i) for i in range(TIMES)),
    *((ConstraintType.WITHIN, "up to", i) for i in range(TIMES)),
    *((ConstraintType.HOLD_AFTER, "from", i) for i in range(TIMES)),
    *((ConstraintType.HOLD_DURING, "between", i) for i in range(TIMES - 1)),
    *((ConstraintType.HOLD_DURING, "first", i) for i in range(TIMES)),
    *((ConstraintType.HOLD_DURING, "as long as", i) for i in range(2)),
)

#: Types with two conditions.
TWO_CONDITIONS = frozenset(
    (ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER, ConstraintType.ALWAYS_WITHIN)
)


def operator_of(constraint: Constraint, bounds: Sequence[float]) -> int | None:
    """Return the row of OPERATORS that says a constraint with the times that its text names; None where none does."""
    for row, (kind, window, i) in enumerate(OPERATORS):
        if kind is not constraint.type:
            continue
        if not window or all(
            abs(a - b) < 1e-3 for a, b in zip(operator_bounds(window, i, bounds), constraint.bounds, strict=True)
        ):
            return row
    return None


def operator_bounds(window: str, i: int, bounds: Sequence[float]) -> tuple[float, ...]:
    """Return the bounds of a constraint in terms of the times of a text; -1 for a time that is not named."""
    match window:
        case "":
            return ()
        case "between":
            return bounds[i], bounds[i + 1]
        case "first":
            return 0.0, bounds[i]
        case "as long as":
            return (bounds[i], bounds[0] + bounds[1]) if min(bounds[:2]) >= 0 else (-1.0, -1.0)
    return (bounds[i],)
