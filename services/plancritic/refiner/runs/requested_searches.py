"""The searches that a request may ask for, by the names of their pipeline and their proposer."""

from __future__ import annotations

import math
from collections.abc import Callable

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.refinement.messages import PipelineName, RefinementRequested
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.pipelines import own, published
from plancritic.refiner.pipelines.changes import changes
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.pipelines.published import PIPELINES
from plancritic.refiner.pipelines.tree import RefinementTree, SearchSettings
from plancritic.refiner.proposers.opening import opened_proposer
from plancritic.refiner.proposers.proposer import Proposer
from plancritic.refiner.proposers.symbolic import SymbolicRepairer
from plancritic.refiner.runs.refinement import MakeSearch, seconds_until
from plancritic.refiner.runs.search_thread import Search, Trees

#: What of the time our own pipeline leaves for its end: so many seconds, or this share of them where that is less.
MARGIN, SHARE = 5.0, 0.2
_ALL_KINDS: frozenset[FeedbackKind] = frozenset({"plan", "landmark"})


def searches(repairer: Callable[[], Proposer] = SymbolicRepairer) -> MakeSearch:
    """Return what makes the searches of requests; `repairer` makes the symbolic one."""

    def search_for(request: RefinementRequested, task: RefinementTask) -> Search:
        if request.pipeline != "own":
            return _published(request, request.pipeline, request.domain, task, repairer)
        return _own(request, task, repairer)

    return search_for


def _own(request: RefinementRequested, task: RefinementTask, repairer: Callable[[], Proposer]) -> Search:
    if request.proposer == "language_model":
        message = "our own pipeline has its own repairer and cannot use a language model alone"
        raise _refused(message, "take the proposer mixed, or one of the pipelines N, LR, LS, VR, VS, LVR, LVS")

    error_rate = own.ERROR_RATE if request.answer_error_rate is None else request.answer_error_rate

    async def search(source: FeedbackSource, trees: Trees) -> Refinement:
        remaining = seconds_until(request.deadline)
        # The best so far has to be judged and told before the time is over.
        seconds = math.inf if remaining is None else remaining - min(MARGIN, remaining * SHARE)
        found = await own.refine(task, request.domain, source, error_rate=error_rate, seconds=seconds)
        if request.proposer == "symbolic":
            return found
        # An answer that is not followed is no complaint, for a language model neither.
        left = found.complaints((await source.judge(found.domain, _ALL_KINDS)).messages)
        if not left:
            return found
        # The language model for what the repairer could not settle.
        then = await _published(request, "LVS", found.domain, task, repairer)(source, trees)
        after = found.complaints((await source.judge(then.domain, _ALL_KINDS)).messages)
        if len(after) >= len(left):
            return found
        # How sure the model's domain is, and what to ask about it, was not looked at.
        return Refinement(
            then.domain, after, changes(request.domain, then.domain, request.description), asked=found.asked
        )

    return search


def _published(
    request: RefinementRequested, name: str, start: str, task: RefinementTask, repairer: Callable[[], Proposer]
) -> Search:
    async def search(source: FeedbackSource, trees: Trees) -> Refinement:
        async with opened_proposer(request.proposer, repairer()) as proposer:
            kept = await trees.kept()

            async def keep(grown: RefinementTree) -> None:
                await trees.keep(grown.model_dump_json())

            if kept is None:
                pipeline, settings = PIPELINES[name], _settings(request.most_steps)
                tree = await published.plant(pipeline, start, source, request.seed, settings)
            else:
                tree = RefinementTree.model_validate_json(kept)
            await keep(tree)
            grown = await published.grow(tree, task, source, proposer, keep)
            return await published.refinement(grown, source, request.description)

    return search


def most_candidates(pipeline: PipelineName, most_steps: int | None) -> int | None:
    """Return how many candidates a pipeline judges at most; None where nothing limits it."""
    if pipeline == "own":
        return most_steps
    settings = _settings(most_steps)
    each_step = {"none": 0, "walk": 1, "search": settings.children}[PIPELINES[pipeline].strategy]
    return 1 + settings.steps * each_step


def _settings(most_steps: int | None) -> SearchSettings:
    return SearchSettings() if most_steps is None else SearchSettings(steps=most_steps)


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
