"""The searches that a request may ask for, by the names of their pipeline and their proposer."""

from __future__ import annotations

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.refinement.messages import PipelineName, ProposerName
from plancritic.refiner.feedback.source import FeedbackSource
from plancritic.refiner.pipelines import own
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.proposers.proposer import RefinementTask
from plancritic.refiner.refining.apart import Search


def search_for(pipeline: PipelineName, proposer: ProposerName, task: RefinementTask, start: str, seed: int) -> Search:
    """Return the search that a request asks for.

    Raises:
        ContractError: there is none of these names here.
    """
    if pipeline == "own" and proposer == "symbolic":

        async def search(source: FeedbackSource) -> Refinement:
            return await own.refine(task, start, source, seed=seed)

        return search
    message = f"the pipeline {pipeline!r} does not work with the proposer {proposer!r}"
    fault = Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy="take the pipeline own with symbolic")
    raise ContractError(fault)
