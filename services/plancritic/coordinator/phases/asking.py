"""Questions of a run, published; and the wait for their answers."""

from __future__ import annotations

from plancritic.contracts import subjects
from plancritic.contracts.questions import QuestionAsked
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.understanding.questions import Question


class WaitsForAnswer(Exception):
    """The run waits for a person: nobody works on it until an answer comes, or the time for one is over."""


async def wait_for_answers(checkpoint: RunCheckpoint, parts: RunParts) -> None:
    """Return where every question of the run is answered or skipped; else publish the open ones and wait.

    Raises:
        WaitsForAnswer: nobody has answered yet; the questions are published.
    """
    if not checkpoint.open_questions:
        return
    if checkpoint.waiting_since is None:
        checkpoint = await parts.stored(checkpoint.model_copy(update={"waiting_since": await parts.now()}))
    for question in checkpoint.open_questions:
        await parts.publish(_asked(checkpoint, question, parts), subjects.QUESTION_ASKED)
    raise WaitsForAnswer


def _asked(checkpoint: RunCheckpoint, question: Question, parts: RunParts) -> QuestionAsked:
    # A command is no statement of the turn: what it means is not known yet.
    statements = checkpoint.submitted.statements if question.kind == "target" else checkpoint.statements
    statement = statements[question.place]
    return QuestionAsked(
        envelope=checkpoint.submitted.envelope.caused(f"question:{question.id}", checkpoint.key),
        question=question.id,
        kind=question.kind,
        statement=statement,
        text=question.text,
        choices=question.offered,
        answer_seconds=parts.answer_seconds,
    )
