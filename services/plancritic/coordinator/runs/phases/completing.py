"""The fourth and the fifth phase: what is violated is tried once more, then other readings and guesses are."""

from __future__ import annotations

from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.refinement.alternative_readings import read_again
from plancritic.coordinator.refinement.completion import Completion, complete
from plancritic.coordinator.refinement.guessing import act_on_guesses
from plancritic.coordinator.refinement.understanding import Understanding
from plancritic.coordinator.runs.checkpoint import RunCheckpoint
from plancritic.coordinator.runs.deadline import seconds_left, until_deadline
from plancritic.coordinator.runs.phases.parts import RunParts, evaluator_in, understanding_in


async def complete_best(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with each violated statement met after all, proved impossible, or given up with a reason.

    Raises:
        ContractError: a service refuses a job or does not answer.
    """
    completion, understanding = await _parts_in(checkpoint, parts)
    over = await until_deadline(checkpoint, _complete(checkpoint, parts, completion, understanding))
    return checkpoint.model_copy(
        update={
            "phase": "alternatives",
            "evaluator": understanding.evaluator.state(),
            "completion": completion.state(),
            "ended": checkpoint.ended if over else "deadline",
        }
    )


async def try_alternatives(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with other readings in place of the first where the scorer speaks for them, and guesses.

    Raises:
        ContractError: a service refuses a job or does not answer.
    """
    if not checkpoint.settings.guesses:
        return checkpoint.model_copy(update={"phase": "result"})
    completion, understanding = await _parts_in(checkpoint, parts)
    over = await until_deadline(checkpoint, _guess(checkpoint, parts, completion, understanding))
    return checkpoint.model_copy(
        update={
            "phase": "result",
            "evaluator": understanding.evaluator.state(),
            "completion": completion.state(),
            "understanding": understanding.state(),
            "ended": checkpoint.ended if over else "deadline",
        }
    )


async def _parts_in(checkpoint: RunCheckpoint, parts: RunParts) -> tuple[Completion, Understanding]:
    assert checkpoint.completion is not None, "the search ends with the best that it found"
    evaluator = await evaluator_in(checkpoint, parts)
    evaluator.seconds_wanted = lambda: seconds_left(checkpoint)
    known = understanding_in(checkpoint)
    understanding = Understanding(known.translated, evaluator, dict(known.reread), dict(known.acted))
    return Completion.restored(checkpoint.completion), understanding


async def _guess(
    checkpoint: RunCheckpoint, parts: RunParts, completion: Completion, understanding: Understanding
) -> None:
    """What was not understood, or is doubted, may mean something that the scorer speaks clearly for."""
    await read_again(completion, checkpoint.statements, understanding)
    if understanding.reread:
        await _complete(checkpoint, parts, completion, understanding)
    await act_on_guesses(
        completion, checkpoint.statements, understanding.translated, understanding.evaluator, understanding.acted
    )


async def _complete(
    checkpoint: RunCheckpoint, parts: RunParts, completion: Completion, understanding: Understanding
) -> None:
    evaluator: Evaluator = understanding.evaluator
    await complete(
        completion,
        checkpoint.statements,
        understanding.readings,
        parts.workers,
        evaluator,
        checkpoint.limits,
        checkpoint.settings.engine,
        improve=not checkpoint.preset.published and "check" in evaluator.evidence.sources,
    )
