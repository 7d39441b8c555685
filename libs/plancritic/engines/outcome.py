"""What an engine answers: a plan, not yet proved, or one of the failures of the verdict vocabulary."""

from __future__ import annotations

from dataclasses import dataclass, replace

from plancritic.contracts.planning import Failure

__all__ = ["Failure", "Outcome", "PlanFound", "timed"]


@dataclass(frozen=True, slots=True)
class PlanFound:
    """A plan as PDDL plan text, on the engine's word alone: the judges have yet to rule on it.

    `seconds` is wall time from request to plan, `cpu_seconds` what the child process used, where it is known.
    `complete` is False where a limit, a stop or a crash cut an anytime search short: there may be a better plan.
    """

    plan: str
    engine: str
    seconds: float
    cpu_seconds: float | None = None
    complete: bool = True


Outcome = PlanFound | Failure


def timed(outcome: Outcome, seconds: float) -> Outcome:
    """Return the outcome with the wall seconds it took."""
    if isinstance(outcome, PlanFound):
        return replace(outcome, seconds=seconds)
    return outcome.model_copy(update={"seconds": seconds})
