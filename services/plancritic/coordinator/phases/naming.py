"""Before the first phase: what the commands of the turn mean, where that had to be asked."""

from __future__ import annotations

from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.phases.asking import wait_for_answers
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.turns.opening import turn_with
from plancritic.coordinator.understanding.questions import Question


async def name_targets(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the turn as the person meant it, or with the next question about it.

    Raises:
        WaitsForAnswer: nobody has answered yet; the question is published.
        ContractError: the person named no target, so that nothing is done.
    """
    await wait_for_answers(checkpoint, parts)
    submitted, questions = checkpoint.submitted, checkpoint.questions
    chosen = {
        submitted.statements[each.place].id: each.effects[number - 1]
        for each in questions
        if (number := checkpoint.answers_given.get(each.id)) is not None
    }
    turn = turn_with(submitted, checkpoint.turn.head, parts.situation, questions, chosen, await parts.classifier())
    if isinstance(turn, Question):
        return checkpoint.model_copy(update={"questions": (*questions, turn)})
    return checkpoint.model_copy(update={"phase": "base_plan", "turn": turn})
