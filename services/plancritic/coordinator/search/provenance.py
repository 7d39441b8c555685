"""Which constraints of a specification were read, and which evolution put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.refinement.understanding import ActedOn
from plancritic.coordinator.search.population import Specification


def told_apart(
    specification: Specification, translated: Sequence[StatementReadings], acted: Mapping[str, ActedOn]
) -> Specification:
    """The specification, each constraint marked as evolved that no reading of the statements it came from has.

    Nor a guess that was acted on (`acted`, by statement): what merely could have been guessed nobody said.

    A constraint keeps the statements it came from through every mutation: what it was made of is one thing, what a
    person said another.
    """
    said = {each.statement: {its for reading in each.readings for its in reading.constraints} for each in translated}
    for statement, its in acted.items():
        said[statement] = {*said.get(statement, ()), *its.guess.constraints}
    return tuple(
        traced.model_copy(
            update={"evolved": not any(traced.constraint in said.get(each, ()) for each in traced.statements)}
        )
        for traced in specification
    )
