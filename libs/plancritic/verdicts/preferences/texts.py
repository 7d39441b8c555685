"""Preferences as PDDL3 writes them: read from a file or a problem."""

from __future__ import annotations

import re
from collections.abc import Iterable

from plancritic.contracts.specification import Strength, TracedConstraint
from plancritic.pddl.language import (
    Constraint,
    ConstraintType,
    Node,
    Preference,
    Problem,
)

_STRENGTH = re.compile(r"(should|nice)([-_]?\d+)?\Z")
#: What the reader calls a preference without a name.
_ANONYMOUS = "anonymous"


def traced_constraint(item: Constraint | Preference, node: Node) -> TracedConstraint:
    """Return a constraint or preference of a file of constraints with its strength.

    Raises:
        PddlSyntaxError: The name of a preference is no strength; it names the place of `node`, in which it stands.
    """
    if isinstance(item, Preference) and _STRENGTH.match(item.name) is None:
        remedy = "write (preference should ...) or (preference nice ...)"
        if item.name == "must":
            remedy = "what must hold is written without (preference ...) around it"
        elif item.name == _ANONYMOUS:
            raise node.error(f"a preference needs a name that states its strength; {remedy}", "constraint.strength")
        raise node.error(f"{item.name!r} is not a preference strength; {remedy}", "constraint.strength")
    return _traced(item)


def problem_preferences(problem: Problem) -> tuple[TracedConstraint, ...]:
    """Return the preferences of a problem itself: those of its constraints, then those of its goal as `at end`.

    What its metric makes of them is left aside. PDDL lets them have any name: one that is no strength is a should.
    """
    return tuple(_traced(item) for item in (*problem.constraint_preferences, *problem.goal_preferences))


def lexicographic_weights(strengths: Iterable[Strength]) -> tuple[int, ...]:
    """One weight for each: any should outweighs all nices; a must has none."""
    each = tuple(strengths)
    weights = {"must": 0, "should": 1 + each.count("nice"), "nice": 1}
    return tuple(weights[strength] for strength in each)


def _traced(item: Constraint | Preference) -> TracedConstraint:
    if isinstance(item, Constraint):
        return TracedConstraint(constraint=str(item))
    wish = item.wish if isinstance(item.wish, Constraint) else Constraint(ConstraintType.AT_END, (item.wish,))
    named = _STRENGTH.match(item.name)
    return TracedConstraint(constraint=str(wish), strength="nice" if named and named[1] == "nice" else "should")
