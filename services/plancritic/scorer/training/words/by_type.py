"""What the words of a text depend on that the type of a constraint decides."""

from __future__ import annotations

from plancritic.pddl.language import ConstraintType
from plancritic.scorer.training.words import occurrences, order, windows
from plancritic.scorer.training.words.clauses import Span

#: Types about how often or how soon something is so, which a "not" in the same clause would blur.
COUNTED = (ConstraintType.AT_MOST_ONCE, ConstraintType.WITHIN, ConstraintType.SOMETIME)
#: Types whose first condition is an occasion: "any of them" is each of them.
TRIGGERED = (ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER, ConstraintType.ALWAYS_WITHIN)
#: Types that mean something else of all together than of each for itself.
APART = {
    ConstraintType.SOMETIME: occurrences.SOMETIME_OF_GROUP,
    ConstraintType.AT_MOST_ONCE: occurrences.ONCE_OF_GROUP,
    ConstraintType.WITHIN: windows.WITHIN_OF_GROUP,
}
#: Sentence patterns of the types that have one list; `always` and `at end` have theirs by what is avoided or kept.
PATTERNS = {
    ConstraintType.SOMETIME: occurrences.SOMETIME,
    ConstraintType.AT_MOST_ONCE: occurrences.ONCE,
    ConstraintType.SOMETIME_BEFORE: order.BEFORE,
    ConstraintType.SOMETIME_AFTER: order.AFTER,
    ConstraintType.WITHIN: windows.WITHIN,
    ConstraintType.ALWAYS_WITHIN: windows.ALWAYS_WITHIN,
    ConstraintType.HOLD_DURING: windows.DURING,
    ConstraintType.HOLD_AFTER: windows.FROM,
}


def span_of(kind: ConstraintType) -> Span:
    """How long what a type asks for is so: at the end, at a moment, or for a stretch."""
    if kind is ConstraintType.AT_END:
        return "end"
    lasting = (ConstraintType.ALWAYS, ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER)
    return "stretch" if kind in lasting else "moment"
