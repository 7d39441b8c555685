"""The fifth phase: what is violated is tried once more, and the plan is improved."""

from __future__ import annotations

from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.refinement.completion import Completion, complete
from plancritic.coordinator.refinement.understanding import best_of
from plancritic.coordinator.result.final_plan import improved
from plancritic.coordinator.runs.checkpoint import RunCheckpoint
from plancritic.coordinator.runs.deadline import seconds_left, until_deadline
from plancritic.coordinator.runs.phases.parts import RunParts, evaluator_in, understanding_in


async def complete_best(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with each violated statement met after all, proved impossible, or given up with a reason.

    Raises:
        ContractError: a service refuses a job or does not answer.
    """
    assert checkpoint.completion is not None, "the search ends with the best that it found"
    evaluator = await evaluator_in(checkpoint, parts)
    evaluator.seconds_wanted = lambda: seconds_left(checkpoint)
    completion = Completion.restored(checkpoint.completion)
    over = await until_deadline(checkpoint, _complete(checkpoint, parts, completion, evaluator))
    return checkpoint.model_copy(
        update={
            "phase": "result",
            "evaluator": evaluator.state(),
            "completion": completion.state(),
            "ended": checkpoint.ended if over else "deadline",
        }
    )


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
    head = checkpoint.turn.head
    # The plan that the person looks at was improved in its own turn: it stays as it is where it is the best.
    if ours and (head is None or completion.best.plan != head.plan):
        assert checkpoint.base is not None, "the base plan comes first"
        completion.best = await improved(
            completion.best,
            checkpoint.statements,
            parts.workers,
            evaluator,
            checkpoint.limits,
            checkpoint.settings.engine,
            checkpoint.shown.plan if checkpoint.shown is not None else checkpoint.base.plan,
        )
