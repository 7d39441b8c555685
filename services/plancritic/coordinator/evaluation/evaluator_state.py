"""What an evaluator has asked for and found, for a checkpoint; and how long it may ask for what."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.errors import Fault
from plancritic.contracts.planning import SolveLimits
from plancritic.coordinator.evaluation.evidence import Evidence
from plancritic.coordinator.problem.specification import Individual, Specification

#: What planning for a mutation may take where the readings are settled, in seconds of the run's own kind.
_BRED_SECONDS = 0.1
#: What each stage of an explanation may take, in seconds.
_EXPLAINED_SECONDS = 1.5


def bred_limits(limits: SolveLimits) -> SolveLimits:
    """The limits of planning for a mutation where the readings are settled: many are made, and each is a guess."""
    return limits.model_copy(update={"seconds": min(limits.seconds, _BRED_SECONDS)})


def explained_limits(limits: SolveLimits) -> SolveLimits:
    """Return the limits of each stage of an explanation: to decide, to find the clash, and to find what would help."""
    return limits.model_copy(update={"seconds": min(limits.seconds, _EXPLAINED_SECONDS)})


class Planned(BaseModel):
    """A specification as the planner was asked for it, with or without an explanation, perhaps with little time."""

    model_config = ConfigDict(frozen=True)

    specification: Specification
    explained: bool
    brief: bool = False


class EvaluatorState(BaseModel):
    """What an evaluator has evaluated, without the answers themselves: the workers remember those.

    `evaluated` are the individuals in the order in which they were evaluated, `plans` every proved plan seen so far.
    """

    model_config = ConfigDict(frozen=True)

    evidence: Evidence
    model: str | None
    scorer_missing: Fault | None
    planned: tuple[Planned, ...]
    evaluated: tuple[Individual, ...]
    plans: tuple[str, ...]
