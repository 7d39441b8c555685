"""What a run knows of how good its plan is, and the plans that a better one is looked for around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.improvement.messages import MAXIMUM_STARTS
from plancritic.contracts.planning import Improvement, LowerBound
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.problem.bank import Bank
from plancritic.pddl.language import Problem, parse_plan
from plancritic.verdicts.improvement.objective import CLEARLY

#: The seconds of a run's first job that looks for a better plan, each further one twice as long, and those of any at
#: most: a run that is cancelled, or out of time, gives up no more than one job.
_FIRST_SECONDS, _MOST_SECONDS = 0.5, 5.0
#: So long a plan is tightened, and a bound looked for, where no better plan is wanted.
LEAST_SECONDS = 0.1


class ImprovementState(BaseModel):
    """Where a run stands with making its plan better, for its checkpoint.

    `told` is the plan of the last event and `number` how many there were; `attempts` are the jobs that are done.
    """

    model_config = ConfigDict(frozen=True)

    number: int = 0
    told: str = ""
    attempts: int = 0
    lower_bound: LowerBound | None = None

    def bounded(self, found: Improvement, best: Evaluation) -> ImprovementState:
        """Return the state with what an improvement proves of the best plan; the greatest bound counts."""
        bound, known = found.lower_bound, self.lower_bound
        if bound is None or (known is not None and known.value > bound.value):
            bound = known
        assert best.plan is not None, "the best has a proved plan"
        end = parse_plan(best.plan).makespan
        if bound is not None:
            reached = bound.met and end < found.makespan + CLEARLY if best.plan != found.plan else bound.met
            bound = bound.model_copy(update={"met": reached})
        return self.model_copy(update={"lower_bound": bound})


def seconds_of_attempts(total: float) -> Iterator[float]:
    """Yield the seconds of one job after the other, so many in all; the least where none are wanted."""
    if total < LEAST_SECONDS:
        yield LEAST_SECONDS
        return
    size = _FIRST_SECONDS
    while total > 0.01:
        yield round(min(size, total), 3)
        total -= size
        size = min(2 * size, _MOST_SECONDS)


def starts_around(problem: Problem, best: str, others: Sequence[str], constraints: Sequence[str]) -> tuple[str, ...]:
    """Return the best plan, then the shortest of the other plans that meet all constraints, none twice."""
    bank = Bank(problem, dict.fromkeys(others))
    meeting = [plan for plan, does in zip(bank.plans, bank.satisfied(constraints), strict=True) if does]
    shortest = sorted((each for each in meeting if each != best), key=_length)
    return (best, *shortest[: MAXIMUM_STARTS - 1])


def loses_nothing(found: Evaluation, best: Evaluation) -> bool:
    """Return whether every statement that the best plan adheres to is adhered to by the other one, by the judges."""
    return all(after == before or before != "adhered" for after, before in zip(found.checks, best.checks, strict=True))


def _length(plan: str) -> tuple[float, int]:
    parsed = parse_plan(plan)
    return parsed.makespan, len(parsed.steps)
