"""The searches that a request may ask for, by the names of their pipeline and their proposer."""

from __future__ import annotations

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.refinement.messages import PipelineName, RefinementRequested
from plancritic.refiner.feedback.source import FeedbackSource
from plancritic.refiner.pipelines import own, published
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.pipelines.published import PIPELINES
from plancritic.refiner.pipelines.tree import SearchSettings
from plancritic.refiner.proposers.proposer import Proposer, RefinementTask
from plancritic.refiner.refining.apart import Search


def search_for(request: RefinementRequested, task: RefinementTask) -> Search:
    """Return the search that a request asks for.

    Raises:
        ContractError: there is none of these names here.
    """
    if request.pipeline == "own":
        if request.proposer != "symbolic":
            message = f"our own pipeline has a repairer of its own, and no use for the proposer {request.proposer!r}"
            raise _refused(message, "take the proposer symbolic, or one of the pipelines N, LR, LS, VR, VS, LVR, LVS")

        async def search(source: FeedbackSource) -> Refinement:
            return await own.refine(task, request.domain, source, seed=request.seed)

        return search

    proposer = _proposer(request)

    async def published_search(source: FeedbackSource) -> Refinement:
        settings = _settings(request.most_steps)
        pipeline = PIPELINES[request.pipeline]
        return await published.refine(pipeline, task, request.domain, source, proposer, request.seed, settings)

    return published_search


def most_candidates(pipeline: PipelineName, most_steps: int | None) -> int | None:
    """Return how many candidates a pipeline judges at most; None where nothing limits it."""
    if pipeline == "own":
        return most_steps
    settings = _settings(most_steps)
    each_step = {"none": 0, "walk": 1, "search": settings.children}[PIPELINES[pipeline].way]
    return 1 + settings.steps * each_step


def _settings(most_steps: int | None) -> SearchSettings:
    return SearchSettings() if most_steps is None else SearchSettings(steps=most_steps)


def _proposer(request: RefinementRequested) -> Proposer:
    raise _refused(f"there is no proposer {request.proposer!r} here", "take our own pipeline")


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
