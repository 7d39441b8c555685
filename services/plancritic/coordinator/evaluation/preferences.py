"""Statements that are preferences: the strength of the constraints that come from them, and their weight in fitness."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.specification import STRENGTHS, Strength
from plancritic.contracts.translation import Statement
from plancritic.coordinator.problem.specification import Specification

#: What a statement weighs in the fitness of a plan, beside a must.
_WEIGHTS: dict[Strength, float] = {"must": 1.0, "should": 0.5, "nice": 0.25}


def weights(statements: Sequence[Statement]) -> tuple[float, ...]:
    """Return the weight of each statement in the mean that fitness is."""
    return tuple(_WEIGHTS[statement.strength] for statement in statements)


def with_strengths(specification: Specification, statements: Sequence[Statement]) -> Specification:
    """The specification as the planner is to take it: each constraint as strong as the strongest of its statements.

    What came from no statement stays as it is, a must. Where all statements are musts it is returned as it is.
    """
    strengths = {statement.id: statement.strength for statement in statements}
    if set(strengths.values()) <= {"must"}:
        return specification
    return tuple(
        traced.model_copy(
            update={"strength": min((strengths.get(each, "must") for each in traced.statements), key=STRENGTHS.index)}
        )
        if traced.statements
        else traced
        for traced in specification
    )


def musts(specification: Specification) -> Specification:
    """Return what a plan has to meet: the constraints that are no preferences."""
    return tuple(traced for traced in specification if traced.strength == "must")
