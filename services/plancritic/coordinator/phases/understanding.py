"""The third phase and the fourth: what each statement means, by what follows from its candidates, and by asking."""

from __future__ import annotations

from dataclasses import replace

from plancritic.contracts.envelope import new_id
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.checkpoints.checkpoint import PhaseName, RunCheckpoint
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.phases.asking import wait_for_answers
from plancritic.coordinator.phases.parts import RunParts, acts_on_posteriors, plan_shown, understanding_in
from plancritic.coordinator.sessions.frozen import frozen_posterior
from plancritic.coordinator.sessions.turn import Turn
from plancritic.coordinator.turns.questions.words import things_named
from plancritic.coordinator.understanding.choosing import taken_for
from plancritic.coordinator.understanding.consequences import choices_for
from plancritic.coordinator.understanding.posteriors import Posteriors, posteriors_of
from plancritic.coordinator.understanding.questions import (
    MOST_QUESTIONS,
    Offer,
    Question,
    asked_about,
    first_offers,
    further_offers,
    open_places,
    question_text,
)
from plancritic.coordinator.understanding.state import UnderstandingState
from plancritic.threads import in_thread

_NONE_OF_THESE = "you chose none of the readings offered: put it in other words"
_LEFT_OPEN = "the question about its meaning was left open, so it changed nothing"


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
    # It may be another one than the person was told of: nobody has confirmed it yet.
    chosen = _other_meant(turn, said)
    posteriors = Posteriors((*frozen, *said.statements), said.with_scorer, said.plans, confirmed)
    if not acts_on_posteriors(checkpoint):
        return checkpoint.model_copy(update={"phase": "search", "posteriors": posteriors})
    following = _after_understanding(checkpoint)
    update: dict[str, object] = {"phase": following, "posteriors": posteriors}
    if checkpoint.submitted.questions == "ask":
        # Whoever wants to settle an earlier doubt accepts the statement, or says it again.
        problem, left = parts.situation.problem, MOST_QUESTIONS - asked_about(checkpoint.questions)
        rejected = {len(turn.kept) + place for place, each in enumerate(turn.said) if each.id in turn.rejected}
        asked = await in_thread(lambda: open_places(posteriors, problem, len(turn.kept), rejected))
        places = [each for each in asked if each not in chosen][:left]
        questions = tuple(
            [
                await _question(
                    checkpoint,
                    parts,
                    place,
                    first_offers(posteriors.statements[place], problem, _named(checkpoint, parts, place)),
                )
                for place in places
            ]
        )
        update |= {"phase": "asking" if questions else following, "questions": (*checkpoint.questions, *questions)}
    taken = map(taken_for, checkpoint.translation.statements, posteriors.statements)
    update["understanding"] = UnderstandingState(
        translated=tuple(
            _as_meant(read, posteriors, place) if place in chosen else each
            for place, (read, each) in enumerate(zip(checkpoint.translation.statements, taken, strict=True))
        )
    )
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
    following = await _following(checkpoint, parts, posteriors)
    if following:
        return checkpoint.model_copy(update={"questions": (*checkpoint.questions, *following)})
    # What follows "none of these" comes last, and counts.
    for question in checkpoint.questions:
        if question.kind != "meaning":
            continue
        place, number = question.place, checkpoint.answers_given.get(question.id)
        read = translation.statements[place]
        if number is None:
            why = _LEFT_OPEN if question.id in checkpoint.skipped else _none_of_these(question)
            translated[place] = read.model_copy(update={"readings": (), "guesses": (), "reason": why})
        else:
            chosen = question.offers[number - 1]
            score = chosen.probability if chosen.plan_only else 1.0
            meant = chosen.reading.model_copy(update={"score": score})
            translated[place] = read.model_copy(update={"readings": (meant,), "guesses": ()})
            # Of a plan that will do nobody has confirmed the reading.
            confirmed += [] if chosen.plan_only else [place]
    return checkpoint.model_copy(
        update={
            "phase": _after_understanding(checkpoint),
            "posteriors": replace(posteriors, confirmed=tuple(confirmed)),
            "understanding": UnderstandingState(translated=tuple(translated)),
        }
    )


def _named(checkpoint: RunCheckpoint, parts: RunParts, place: int) -> frozenset[str]:
    """Return the objects that the statement at a place names, one by one or by their kind."""
    lexicon = parts.situation.lexicon
    mentions = things_named(checkpoint.statements[place].text, NamedObjects(lexicon), lexicon)
    return frozenset(name for each in mentions for name in each.objects)


def _other_meant(turn: Turn, said: Posteriors) -> tuple[int, ...]:
    """Return the places of the statements of which the person meant the next likeliest reading, where there is one."""
    return tuple(
        len(turn.kept) + place
        for place, (statement, found) in enumerate(zip(turn.said, said.statements, strict=True))
        if statement.id in turn.other_meant and found.behaviours
    )


def _as_meant(read: StatementReadings, posteriors: Posteriors, place: int) -> StatementReadings:
    meant = posteriors.statements[place].behaviours[0].best
    return read.model_copy(update={"readings": (meant,), "guesses": ()})


def _none_of_these(question: Question) -> str:
    """Return why a statement was not understood after all: with the words that the likeliest reading left out."""
    unused = question.offers[-1].reading.unused if question.again else question.offers[0].reading.unused
    words = ", ".join(f'"{each}"' for each in unused)
    return f"{_NONE_OF_THESE}; not understood were {words}" if words else _NONE_OF_THESE


async def _following(checkpoint: RunCheckpoint, parts: RunParts, posteriors: Posteriors) -> tuple[Question, ...]:
    """Return what is asked after "none of these", once for each statement."""
    again = {each.place for each in checkpoint.questions if each.again}
    refused = [
        each
        for each in checkpoint.questions
        if each.kind == "meaning" and each.place not in again and checkpoint.answers_given.get(each.id, 0) is None
    ]
    found = []
    for each in refused:
        problem = parts.situation.problem
        offers = further_offers(posteriors.statements[each.place], each.offers, problem)
        found.append(await _question(checkpoint, parts, each.place, offers, again=True))
    return tuple(found)


async def _question(
    checkpoint: RunCheckpoint, parts: RunParts, place: int, offers: tuple[Offer, ...], again: bool = False
) -> Question:
    """Return the question about the statement at a place, with the plan that follows from each choice."""
    said = checkpoint.statements[place]
    choices = await choices_for(
        offers,
        said,
        checkpoint.turn,
        plan_shown(checkpoint),
        parts.workers,
        parts.situation,
        checkpoint.limits,
        checkpoint.settings.engine,
    )
    question = Question(id=new_id(), place=place, choices=len(choices), offered=choices, offers=offers, again=again)
    return question.model_copy(update={"text": question_text(said, question)})


def _after_understanding(checkpoint: RunCheckpoint) -> PhaseName:
    """Return the phase after the readings are settled: nothing can clash where no must is in force."""
    return "clashing" if checkpoint.turn.first_places and checkpoint.turn.new_places else "search"
