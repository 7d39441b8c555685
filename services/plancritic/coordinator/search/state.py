"""Where a search stands between two generations."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from plancritic.coordinator.problem.specification import Individual
from plancritic.coordinator.search.operator_selection import RatesState


class Merit(BaseModel):
    """How fit a specification was found to be, whichever way it came about."""

    model_config = ConfigDict(frozen=True)

    constraints: tuple[str, ...]
    adherence: float
    brevity: float


class SearchState(BaseModel):
    """A search after a generation: all that the next one depends on beside the seed and the evaluations.

    Each generation has a random generator of its own, made from the seed and the generation's number, so that the
    number is the generator's state.
    """

    model_config = ConfigDict(frozen=True)

    generation: int
    population: tuple[Individual, ...]
    best: Individual | None
    merits: tuple[Merit, ...]
    rates: RatesState | None
