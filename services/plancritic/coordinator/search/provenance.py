"""Which constraints of a specification were read, and which evolution put in."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.problem.specification import Specification


def mark_evolved(specification: Specification, translated: Sequence[StatementReadings]) -> Specification:
    """Return the specification, each constraint marked as evolved that no reading of the statements it came from has.

    A constraint keeps the statements it came from through every mutation: what it was made of is one thing, what a
    person said another.
    """
    said = {each.statement: {its for reading in each.readings for its in reading.constraints} for each in translated}
    return tuple(
        traced.model_copy(
            update={"evolved": not any(traced.constraint in said.get(each, ()) for each in traced.statements)}
        )
        for traced in specification
    )
