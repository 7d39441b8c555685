"""What the words of a text depend on that the type of a constraint decides."""

from __future__ import annotations

from plancritic.laboratory.adherence.training.words.clauses import Span
from plancritic.pddl.language import ConstraintType

#: Types about how often or how soon something is so, which a "not" in the same clause would blur.
COUNTED = (ConstraintType.AT_MOST_ONCE, ConstraintType.WITHIN, ConstraintType.SOMETIME)
#: Types whose first condition is an occasion: "any of them" is each of them.
TRIGGERED = (ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER, ConstraintType.ALWAYS_WITHIN)


def span_of(kind: ConstraintType) -> Span:
    """How long what a type asks for is so: at the end, at a moment, or for a stretch."""
    if kind is ConstraintType.AT_END:
        return "end"
    lasting = (ConstraintType.ALWAYS, ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER)
    return "stretch" if kind in lasting else "moment"
