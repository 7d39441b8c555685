"""A condition as words have it, and what denying it means.

"Not at A or B" is at neither, "never at A and B together" is not at both.
"""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.english.lists import words
from plancritic.pddl.language import And, Condition, Not, Or, negate

NEGATORS = words("not no never without neither none nobody nothing nowhere nor")


@dataclass(frozen=True, slots=True)
class State:
    """A condition; with `negated` the words deny it, and what they deny may be more than the condition."""

    condition: Condition
    used: frozenset[int]
    cost: float = 0.0
    negated: bool = False
    names: tuple[str, ...] = ()
    facts: tuple[tuple[str, bool], ...] = ()

    @property
    def told(self) -> Condition:
        """The condition as the words have it."""
        return denied(self.condition) if self.negated else self.condition


def denied(condition: Condition) -> Condition:
    """What denying a condition of people's words means: "not A or B" is neither, "not A and B" is neither too."""
    if isinstance(condition, And):
        return And(tuple(denied(part) for part in condition.conditions))
    if isinstance(condition, Or):
        return And(tuple(denied(part) for part in condition.conditions))
    return negate(condition)


def never(condition: Condition) -> Condition:
    """Return the logical opposite: "never A and B together"."""
    if isinstance(condition, And):
        return Or(tuple(never(part) for part in condition.conditions))
    if isinstance(condition, Or):
        return And(tuple(never(part) for part in condition.conditions))
    return negate(condition)


def each_negated(condition: Condition) -> Condition:
    """A failing verb says of each that it fails: "A or B is closed" is one of them, "A and B are closed" both."""
    if isinstance(condition, And):
        return And(tuple(each_negated(part) for part in condition.conditions))
    if isinstance(condition, Or):
        return Or(tuple(each_negated(part) for part in condition.conditions))
    return Not(condition) if not isinstance(condition, Not) else condition.condition


def any_of(condition: Condition) -> Condition:
    """Return a conjunction as a choice of its parts."""
    return Or(condition.conditions) if isinstance(condition, And) else condition
