"""The third phase and the fourth: what each statement means, by what follows from its candidates, and by asking."""

from __future__ import annotations

from dataclasses import replace

from plancritic.contracts.envelope import new_id
from plancritic.coordinator.refinement.understanding import UnderstandingState
from plancritic.coordinator.runs.checkpoint import PhaseName, RunCheckpoint
from plancritic.coordinator.runs.phases.asking import wait_for_answers
from plancritic.coordinator.runs.phases.parts import RunParts, acts_on_posteriors, understanding_in
from plancritic.coordinator.sessions.frozen import frozen_posterior
from plancritic.coordinator.understanding.choosing import taken_for
from plancritic.coordinator.understanding.posteriors import Posteriors, posteriors_of
from plancritic.coordinator.understanding.questions import MOST_QUESTIONS, open_places, question_about

_NONE_OF_THESE = "none of the readings that were offered was meant"
_LEFT_OPEN = "the question what it means was left open, so nothing was changed for it"


async def understand(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the posterior of every statement over what it may mean.

    The bank of plans is frozen here, before the search begins. What is in force keeps the reading that it has.

    Raises:
        ContractError: a service refuses a job or does not answer.
    """
    assert checkpoint.base is not None and checkpoint.translation is not None, "both come before"
    shown = checkpoint.base.plan if checkpoint.shown is None else checkpoint.shown.plan
    plans = tuple(dict.fromkeys((shown, checkpoint.base.plan)))
    turn = checkpoint.turn
    said = await posteriors_of(
        parts.workers,
        parts.situation.problem,
        turn.said,
        checkpoint.translation.statements[len(turn.kept) :],
        plans,
        checkpoint.limits,
        checkpoint.settings.engine,
        scorer="scorer" in checkpoint.evidence.sources and bool(turn.said),
        guesses=bool(checkpoint.settings.guesses),
        decided=lambda specification, verdict: parts.workers.remember(
            specification, checkpoint.limits, checkpoint.settings.engine, verdict
        ),
    )
    confirmed = tuple(place for place, each in enumerate(turn.kept) if each.reading == "confirmed")
    frozen = tuple(map(frozen_posterior, turn.kept, turn.frozen))
    posteriors = Posteriors((*frozen, *said.statements), said.with_scorer, said.plans, confirmed)
    if not acts_on_posteriors(checkpoint):
        return checkpoint.model_copy(update={"phase": "search", "posteriors": posteriors})
    following = _after_understanding(checkpoint)
    update: dict[str, object] = {"phase": following, "posteriors": posteriors}
    if checkpoint.submitted.questions == "ask":
        # Whoever wants to settle an earlier doubt accepts the session's plan, or says the statement again.
        places = open_places(posteriors, first=len(turn.kept))[: MOST_QUESTIONS - len(checkpoint.questions)]
        questions = tuple(question_about(posteriors, place, new_id()) for place in places)
        update |= {"phase": "asking" if questions else following, "questions": (*checkpoint.questions, *questions)}
    taken = map(taken_for, checkpoint.translation.statements, posteriors.statements)
    update["understanding"] = UnderstandingState(translated=tuple(taken))
    return checkpoint.model_copy(update=update)


async def ask(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with what the person has said; ask and wait where there is no answer yet.

    Raises:
        WaitsForAnswer: nobody has answered yet; the questions are published.
    """
    await wait_for_answers(checkpoint, parts)
    posteriors, translation = checkpoint.posteriors, checkpoint.translation
    assert posteriors is not None and translation is not None, "both come before"
    translated = list(understanding_in(checkpoint).translated)
    confirmed = list(posteriors.confirmed)
    for question in checkpoint.questions:
        if question.kind != "meaning":
            continue
        place, number = question.place, checkpoint.answers_given.get(question.id)
        read, found = translation.statements[place], posteriors.statements[place]
        if number is None:
            why = _LEFT_OPEN if question.id in checkpoint.skipped else _NONE_OF_THESE
            translated[place] = read.model_copy(update={"readings": (), "guesses": (), "reason": why})
        else:
            meant = found.behaviours[number - 1].best.model_copy(update={"score": 1.0})
            translated[place] = read.model_copy(update={"readings": (meant,), "guesses": ()})
            confirmed.append(place)
    return checkpoint.model_copy(
        update={
            "phase": _after_understanding(checkpoint),
            "posteriors": replace(posteriors, confirmed=tuple(confirmed)),
            "understanding": UnderstandingState(translated=tuple(translated)),
        }
    )


def _after_understanding(checkpoint: RunCheckpoint) -> PhaseName:
    """Return the phase after the readings are settled: nothing can clash where no must is in force."""
    return "clashing" if checkpoint.turn.first_places and checkpoint.turn.said else "search"
