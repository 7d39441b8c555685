"""The second phase: the readings of every statement."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import BasePlanMade, StatementsTranslated, StatementUnderstood
from plancritic.contracts.translation import Reading, StatementReadings, Translation
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.evaluation.evidence import Evidence
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.problem.specification import meaning
from plancritic.coordinator.sessions.turn import Turn
from plancritic.coordinator.understanding.state import best_of
from plancritic.pddl.language import parse_plan
from plancritic.wording import plan_steps

#: Stands for the id of the job in a translation that no job was needed for.
_NOTHING_TO_READ = "nothing-to-read"


async def translate(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the readings, and announce them with the base plan.

    Raises:
        ContractError: the translator refuses the statements, or lacks what the evidence needs.
    """
    assert checkpoint.base is not None, "the base plan comes before the translation"
    said = await _read(checkpoint, checkpoint.base.plan, parts)
    await _announce(checkpoint, checkpoint.base.plan, said, parts)
    # What is in force is not read again: its words may refer to a plan of long ago.
    translation = said.model_copy(update={"statements": (*checkpoint.turn.frozen, *said.statements)})
    _refuse_unless_compared(checkpoint.evidence, best_of(translation.statements))
    return checkpoint.model_copy(update={"phase": "understanding", "translation": translation})


async def _read(checkpoint: RunCheckpoint, base: str, parts: RunParts) -> Translation:
    """Return the readings of what is new in this turn."""
    turn = checkpoint.turn
    if not turn.said:
        # In a first turn only a change of what was asked about needs no reading: its constraints are known.
        translator = turn.head.translator if turn.head is not None else _NOTHING_TO_READ
        return Translation(
            envelope=checkpoint.submitted.envelope, job=_NOTHING_TO_READ, translator=translator, statements=()
        )
    read = await parts.workers.translate(
        turn.said,
        base if checkpoint.shown is None else checkpoint.shown.plan,
        checkpoint.settings.translator,
        checkpoint.submitted.settings.seed,
    )
    return read.model_copy(update={"statements": tuple(without_rejected(turn, each) for each in read.statements)})


def without_rejected(turn: Turn, read: StatementReadings) -> StatementReadings:
    """Return the readings of a statement without those that the person has rejected."""
    rejected = {meaning(frozenset(each)) for each in turn.rejected.get(read.statement, ())}

    def left(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        return tuple(each for each in readings if meaning(frozenset(each.constraints)) not in rejected)

    if not rejected:
        return read
    reason = "you rejected its reading, and no other reading is likely: put it in other words"
    return read.model_copy(update={"readings": left(read.readings), "guesses": left(read.guesses), "reason": reason})


async def _announce(checkpoint: RunCheckpoint, base: str, translation: Translation, parts: RunParts) -> None:
    plan, envelope = parse_plan(base), checkpoint.submitted.envelope
    await parts.publish(
        BasePlanMade(
            envelope=envelope.caused("base", checkpoint.key),
            problem=checkpoint.started.problem,
            plan=str(plan),
            steps=plan_steps(plan, parts.situation.lexicon),
        ),
        subjects.BASE_PLAN_MADE,
    )
    understood = tuple(
        StatementUnderstood(
            statement=statement,
            reading=each.readings[0] if each.readings else None,
            alternatives=max(len(each.readings) - 1, 0),
            reason=each.reason,
            closest=each.closest,
        )
        for statement, each in zip(checkpoint.turn.said, translation.statements, strict=True)
    )
    await parts.publish(
        StatementsTranslated(
            envelope=envelope.caused("translated", checkpoint.key),
            statements=understood,
            translator=translation.translator,
        ),
        subjects.STATEMENTS_TRANSLATED,
    )


def _refuse_unless_compared(evidence: Evidence, readings: Sequence[Reading | None]) -> None:
    """Back-translation that is to count must be there: no run quietly goes on with less evidence than it names."""
    wanted = "back_translation" in evidence.sources
    if wanted and any(reading is not None and reading.similarity is None for reading in readings):
        raise ContractError(
            Fault(
                code=FaultCode.MODEL_MISSING,
                message="the evidence includes back_translation, but the translator has no sentence encoder to "
                "compare with",
                remedy="make the encoder with `python -m plancritic.embedding` and start the translator again, "
                "or leave back_translation out of the evidence",
            )
        )
