"""Several starts refined together, and the best end of theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from plancritic.bus import BrokerUnavailable
from plancritic.contracts.errors import ContractError, Fault
from plancritic.contracts.modelling.known_problem import Steps
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinedStart,
    RefinementQuestion,
    RefinementRequested,
    SearchedCandidate,
)
from plancritic.refiner.pipelines.own import ERROR_RATE
from plancritic.refiner.questions.between import Rivals
from plancritic.refiner.runs.knowledge import readable_task
from plancritic.refiner.runs.refinement import Refining, first_error
from plancritic.refiner.runs.watched_feedback import Best, Tell
from plancritic.threads import in_thread

#: Makes what refines one start, by its place, and tells how far it is.
MakeRefining = Callable[[int, Tell], Refining]
#: So many questions stand in an end.
_MOST_QUESTIONS = 10


async def refined_starts(
    request: RefinementRequested, refining: MakeRefining, tell: Tell, error_rate: float = ERROR_RATE
) -> DomainRefined:
    """Return the best end of the starts of a request; `error_rate` is for one that names no rate of wrong answers.

    Those that contradict the least of what is known are refined, all at once; of equal ones the earlier. The questions
    of the end begin with those that tell apart what came of the starts and the starts that nothing speaks against.

    Raises:
        ContractError: the request cannot be worked on, or no start can.
        BrokerUnavailable: the broker is gone, whichever start it was about.
    """
    if not request.others:
        return await refining(0, tell).refine(request)
    faults: dict[int, Fault] = {}
    doubts = error_rate if request.answer_error_rate is None else request.answer_error_rate
    rivals = await in_thread(lambda: _readable(request, faults, doubts if request.pipeline == "own" else 0.0))
    chosen = sorted(rivals.starts, key=lambda each: (rivals.contradicted(each), each))[: request.most_refined]
    told = _ToldTogether(tell)

    async def refined(start: int) -> DomainRefined | None:
        own = request.model_copy(update={"domain": _starts(request)[start], "others": ()})
        try:
            return await refining(start, told.of(start)).refine(own)
        except BrokerUnavailable:
            # That is about no start: the request comes again.
            raise
        except ContractError as error:
            faults[start] = error.fault
            return None

    try:
        async with asyncio.TaskGroup() as group:
            tasks = {start: group.create_task(refined(start)) for start in chosen}
    except ExceptionGroup as several:
        raise first_error(several) from None
    ends = {start: end for start, task in tasks.items() if (end := task.result()) is not None}
    if not ends:
        raise ContractError(next(iter(faults.values())))
    best = min(ends, key=lambda each: _rank(ends[each]))
    domains = [ends[best].domain, *(each.domain for each in ends.values())]
    dividing = await in_thread(lambda: rivals.questions(domains))
    questions = (
        *(RefinementQuestion(problem=each.problem, steps=each.steps, text=each.text) for each in dividing),
        *ends[best].questions,
    )
    by_steps: dict[tuple[int, Steps], RefinementQuestion] = {}
    for each in questions:
        by_steps.setdefault((each.problem, each.steps), each)
    outcomes = {
        start: RefinedStart(start=start, left=len(end.left), changes=len(end.changes)) for start, end in ends.items()
    }
    outcomes |= {start: RefinedStart(start=start, fault=fault.message) for start, fault in faults.items()}
    return ends[best].model_copy(
        update={
            "start": best,
            "starts": tuple(outcomes[each] for each in (*chosen, *sorted(faults.keys() - set(chosen)))),
            "steps": sum(each.steps for each in ends.values()),
            "questions": tuple(by_steps.values())[:_MOST_QUESTIONS],
        }
    )


def _rank(end: DomainRefined) -> tuple[bool, int, int, int]:
    """Return what ends are ordered by, the best first; an answer that is not followed is no complaint."""
    denied = sum(1 for each in end.doubted_answers if not each.is_followed)
    return not end.refined, len(end.left), denied, len(end.changes)


def _starts(request: RefinementRequested) -> tuple[str, ...]:
    return (request.domain, *request.others)


def _readable(request: RefinementRequested, faults: dict[int, Fault], error_rate: float) -> Rivals:
    """Return the starts that can be worked on; of each other one the fault is noted."""
    mends = request.pipeline == "own"
    found: dict[int, str] = {}
    for number, domain in enumerate(_starts(request)):
        try:
            task = readable_task(request.description, domain, request.problems, mends, error_rate > 0)
        except ContractError as error:
            faults[number] = error.fault
        else:
            found[number] = domain
    if not found:
        raise ContractError(faults[0])
    return Rivals(request.description, task.problems, found, error_rate)


class _ToldTogether:
    """Tells of several searches as of one: their steps in sum, and the best candidate of all."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._steps: dict[int, int] = {}
        self._best: Best | None = None

    def of(self, start: int) -> Tell:
        """Return what one of the searches tells by."""

        async def tell(step: int, best: Best, new: tuple[SearchedCandidate, ...]) -> None:
            self._steps[start] = step
            if self._best is None or best.rank < self._best.rank:
                self._best = best
            await self._tell(sum(self._steps.values()), self._best, new)

        return tell
