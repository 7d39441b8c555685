"""The fifth phase: what is violated is tried once more."""

from __future__ import annotations

from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.checkpoints.deadline import seconds_left, until_deadline
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.phases.improving import announce
from plancritic.coordinator.phases.parts import RunParts, evaluator_in, understanding_in
from plancritic.coordinator.refinement.completion import Completion, complete
from plancritic.coordinator.understanding.state import best_of


async def complete_best(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with each violated statement met after all, proved impossible, or given up with a reason.

    Raises:
        ContractError: a service refuses a job or does not answer.
    """
    assert checkpoint.completion is not None, "the search ends with the best that it found"
    evaluator = (await evaluator_in(checkpoint, parts)).wanted_for(lambda: seconds_left(checkpoint))
    completion = Completion.restored(checkpoint.completion)
    over = await until_deadline(checkpoint, _complete(checkpoint, parts, completion, evaluator))
    completed = checkpoint.model_copy(
        update={
            "phase": "improvement",
            "evaluator": evaluator.state(),
            "completion": completion.state(),
            "ended": checkpoint.ended if over else "deadline",
        }
    )
    return await announce(completed, parts, completion.best)


async def _complete(checkpoint: RunCheckpoint, parts: RunParts, completion: Completion, evaluator: Evaluator) -> None:
    ours = not checkpoint.preset.published and "check" in evaluator.evidence.sources
    await complete(
        completion,
        checkpoint.statements,
        best_of(understanding_in(checkpoint).translated),
        parts.workers,
        evaluator,
        checkpoint.limits,
        checkpoint.settings.engine,
        improve=ours,
    )
