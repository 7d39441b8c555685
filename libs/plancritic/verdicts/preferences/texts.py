"""Preferences as PDDL3 writes them: read from a file or a problem, written into a problem with a metric."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from plancritic.contracts.specification import Strength, TracedConstraint
from plancritic.pddl.language import (
    Constraint,
    ConstraintType,
    Node,
    Preference,
    Problem,
    number_text,
    read,
    read_constraints,
    with_constraints,
    without_section,
)

_STRENGTH = re.compile(r"(should|nice)([-_]?\d+)?\Z")
#: What the reader calls a preference without a name.
_ANONYMOUS = "anonymous"


def read_preferences(text: str, filename: str = "constraints") -> tuple[TracedConstraint, ...]:
    """Return a file of constraints, some of them in `(preference NAME constraint)`, in order; `;` starts a comment.

    A plain constraint is a must. The name of a preference is its strength, with a number if need be: `should`, `nice`,
    `should-1`, `nice_2`.

    Raises:
        PddlSyntaxError: Something in it is neither, or a preference has another name; it names line and column.
    """
    return tuple(
        traced_constraint(item, node) for node in read(text, filename) for item in read_constraints(node, None)
    )


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


def with_preferences(
    problem_text: str, preferences: Sequence[TracedConstraint], weights: Sequence[float] | None = None
) -> str:
    """The problem with its preferences and a metric that is the weight of those left out, for engines with PDDL3's.

    They are called `should-1`, `nice-2` and so on, by their place; what is a must becomes a constraint. The metric
    takes the place of the problem's own: time or cost beside it could buy a preference off.

    Args:
        problem_text: The problem.
        preferences: In order.
        weights: One for each; without them any should outweighs all nices.

    Raises:
        ValueError: There are not as many weights as preferences.
        PddlSyntaxError: The text or a constraint cannot be read.
    """
    if weights is None:
        weights = lexicographic_weights(one.strength for one in preferences)
    texts: list[str] = []
    terms: list[str] = []
    for number, (traced, weight) in enumerate(zip(preferences, weights, strict=True), start=1):
        if traced.strength == "must":
            texts.append(traced.constraint)
            continue
        name = f"{traced.strength}-{number}"
        texts.append(f"(preference {name} {traced.constraint})")
        terms.append(f"(* {number_text(weight)} (is-violated {name}))")
    if not terms:
        return with_constraints(problem_text, texts)
    total = terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})"
    written = with_constraints(without_section(problem_text, ":metric"), texts)
    end = written.rindex(")")
    return f"{written[:end]}(:metric minimize {total}){written[end:]}"


def _traced(item: Constraint | Preference) -> TracedConstraint:
    if isinstance(item, Constraint):
        return TracedConstraint(constraint=str(item))
    wish = item.wish if isinstance(item.wish, Constraint) else Constraint(ConstraintType.AT_END, (item.wish,))
    named = _STRENGTH.match(item.name)
    return TracedConstraint(constraint=str(wish), strength="nice" if named and named[1] == "nice" else "should")
