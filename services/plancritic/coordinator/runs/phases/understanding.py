"""The third phase and the fourth: what each statement means, by what follows from its candidates, and by asking."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from plancritic.contracts import subjects
from plancritic.contracts.envelope import new_id
from plancritic.contracts.questions import QuestionAsked
from plancritic.coordinator.refinement.understanding import UnderstandingState
from plancritic.coordinator.runs.checkpoint import RunCheckpoint
from plancritic.coordinator.runs.phases.parts import RunParts, acts_on_posteriors, understanding_in
from plancritic.coordinator.sessions.frozen import frozen_posterior
from plancritic.coordinator.understanding.choosing import taken_for
from plancritic.coordinator.understanding.posteriors import Posteriors, posteriors_of
from plancritic.coordinator.understanding.questions import (
    Question,
    choices_of,
    open_places,
    question_about,
    question_text,
)
from plancritic.wording import Lexicon

_NONE_OF_THESE = "none of the readings that were offered was meant"


class WaitsForAnswer(Exception):
    """The run waits for a person: nobody works on it until an answer comes, or the time for one is over."""


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
    )
    confirmed = tuple(place for place, each in enumerate(turn.kept) if each.reading == "confirmed")
    frozen = tuple(map(frozen_posterior, turn.kept, turn.frozen))
    posteriors = Posteriors((*frozen, *said.statements), said.with_scorer, said.plans, confirmed)
    update: dict[str, object] = {"phase": "search", "posteriors": posteriors}
    if not acts_on_posteriors(checkpoint):
        return checkpoint.model_copy(update=update)
    if checkpoint.submitted.questions == "ask":
        # Whoever wants to settle an earlier doubt accepts the session's plan, or says the statement again.
        places = open_places(posteriors, first=len(turn.kept))
        questions = tuple(question_about(posteriors, place, new_id()) for place in places)
        update |= {"phase": "asking" if questions else "search", "questions": questions}
    taken = map(taken_for, checkpoint.translation.statements, posteriors.statements)
    update["understanding"] = UnderstandingState(translated=tuple(taken))
    return checkpoint.model_copy(update=update)


async def ask(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with what the person has said; ask and wait where there is no answer yet.

    Raises:
        WaitsForAnswer: nobody has answered yet; the questions are published.
    """
    if checkpoint.open_questions:
        if checkpoint.waiting_since is None:
            checkpoint = await parts.stored(checkpoint.model_copy(update={"waiting_since": datetime.now(UTC)}))
        for question in checkpoint.open_questions:
            await parts.publish(_asked(checkpoint, question, parts.situation.lexicon), subjects.QUESTION_ASKED)
        raise WaitsForAnswer
    posteriors, translation = checkpoint.posteriors, checkpoint.translation
    assert posteriors is not None and translation is not None, "both come before"
    translated = list(understanding_in(checkpoint).translated)
    confirmed = list(posteriors.confirmed)
    for question in checkpoint.questions:
        if question.id in checkpoint.skipped:
            continue
        place, number = question.place, checkpoint.answers_given[question.id]
        read, found = translation.statements[place], posteriors.statements[place]
        if number is None:
            translated[place] = read.model_copy(update={"readings": (), "guesses": (), "reason": _NONE_OF_THESE})
        else:
            meant = found.behaviours[number - 1].best.model_copy(update={"score": 1.0})
            translated[place] = read.model_copy(update={"readings": (meant,), "guesses": ()})
            confirmed.append(place)
    return checkpoint.model_copy(
        update={
            "phase": "search",
            "posteriors": replace(posteriors, confirmed=tuple(confirmed)),
            "understanding": UnderstandingState(translated=tuple(translated)),
        }
    )


def _asked(checkpoint: RunCheckpoint, question: Question, lexicon: Lexicon) -> QuestionAsked:
    assert checkpoint.posteriors is not None, "a question comes from a posterior"
    statement = checkpoint.statements[question.place]
    choices = choices_of(checkpoint.posteriors, question, lexicon)
    return QuestionAsked(
        envelope=checkpoint.submitted.envelope.caused(f"question:{question.id}", checkpoint.key),
        question=question.id,
        statement=statement,
        text=question_text(statement, choices),
        choices=choices,
    )
