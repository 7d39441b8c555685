"""Statements that clash with those in force: read otherwise where that is likely, else put to the person."""

from __future__ import annotations

from plancritic.contracts.envelope import new_id
from plancritic.contracts.planning import Impossible, PlanProved, Verdict
from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.phases.asking import wait_for_answers
from plancritic.coordinator.phases.parts import RunParts, understanding_in
from plancritic.coordinator.problem.specification import specification_of
from plancritic.coordinator.understanding.clashes import MOST_OFFERED, clash_question, dropped_from, weakened_in
from plancritic.coordinator.understanding.questions import MOST_QUESTIONS, Effect, Question, asked_about
from plancritic.coordinator.understanding.readings import said_back
from plancritic.coordinator.understanding.state import UnderstandingState
from plancritic.pddl.language import parse_plan
from plancritic.posterior import LEAST_ACTED_ON


async def find_clashes(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint in which no new must clashes with one in force, as far as its likely readings allow that.

    Where every likely reading clashes the person is asked, if the client answers and the run may still ask; else the
    earlier statement stays.

    Raises:
        ContractError: the planner refuses a job or does not answer.
    """
    turn, statements = checkpoint.turn, checkpoint.statements
    understanding = understanding_in(checkpoint)
    translated, passed_over = list(understanding.translated), list(understanding.passed_over)
    in_force = [turn.kept[place] for place in turn.first_places]
    questions: list[Question] = []
    for place in turn.new_places if in_force else ():
        read, said = translated[place], statements[place]
        if not read.readings or said.strength != "must":
            continue
        verdict = await _beside(checkpoint, parts, said, read.readings[0], in_force)
        if not isinstance(verdict, Impossible):
            continue
        other = await _reading_without_clash(checkpoint, parts, said, read, in_force)
        if other is not None:
            rest = tuple(each for each in read.readings if each is not other)
            translated[place] = read.model_copy(update={"readings": (other, *rest)})
            passed_over.append(said.id)
        elif checkpoint.submitted.questions == "ask":
            if asked_about((*checkpoint.questions, *questions)) >= MOST_QUESTIONS:
                break
            question = await _question(checkpoint, parts, place, said, read.readings[0], in_force)
            questions += [question] if question is not None else []
    return checkpoint.model_copy(
        update={
            "phase": "settling" if questions else "search",
            "questions": (*checkpoint.questions, *questions),
            "understanding": UnderstandingState(translated=tuple(translated), passed_over=tuple(passed_over)),
        }
    )


async def settle_clashes(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with what the person chose; without a choice the earlier statement stays.

    Raises:
        WaitsForAnswer: nobody has answered yet; the questions are published.
    """
    await wait_for_answers(checkpoint, parts)
    for question in checkpoint.questions:
        number = checkpoint.answers_given.get(question.id)
        if question.kind == "clash" and number is not None:
            checkpoint = _settled(checkpoint, question.effects[number - 1])
    return checkpoint.model_copy(update={"phase": "search"})


async def _beside(
    checkpoint: RunCheckpoint,
    parts: RunParts,
    said: Statement,
    reading: Reading,
    in_force: list[StatementInForce],
    explain: bool = False,
) -> Verdict:
    """Return the verdict on a reading together with statements in force."""
    kept = [(each.statement.id, each.constraints) for each in in_force]
    specification = specification_of([*kept, (said.id, reading.constraints)])
    return await parts.workers.solve(specification, checkpoint.limits, checkpoint.settings.engine, explain=explain)


async def _reading_without_clash(
    checkpoint: RunCheckpoint,
    parts: RunParts,
    said: Statement,
    read: StatementReadings,
    in_force: list[StatementInForce],
) -> Reading | None:
    """Return the likeliest other reading for which there is a plan that meets all that is in force.

    None where only unlikely ones are left: the clash is told, and nothing is taken that hardly was meant.
    """
    for each in (other for other in read.readings[1:] if other.score >= LEAST_ACTED_ON):
        if isinstance(await _beside(checkpoint, parts, said, each, in_force), PlanProved):
            return each
    return None


async def _question(
    checkpoint: RunCheckpoint,
    parts: RunParts,
    place: int,
    said: Statement,
    reading: Reading,
    in_force: list[StatementInForce],
) -> Question | None:
    """Return the question which statement is to hold; None where the new one is impossible whatever was said before."""
    verdict = await _beside(checkpoint, parts, said, reading, in_force, explain=True)
    if not isinstance(verdict, Impossible):
        return None
    names = {name for traced in verdict.clash for name in traced.statements}
    earlier = sorted((each for each in in_force if each.statement.id in names), key=lambda each: -each.turn)
    plans = {}
    for each in earlier[:MOST_OFFERED]:
        rest = [other for other in in_force if other is not each]
        without = await _beside(checkpoint, parts, said, reading, rest)
        if isinstance(without, PlanProved):
            plans[each.statement.id] = parse_plan(without.plan)
    assert checkpoint.shown is not None, "what is in force has a plan, which is shown"
    in_words = said_back(reading, parts.situation.lexicon)
    shown = parse_plan(checkpoint.shown.plan)
    return clash_question(
        new_id(), place, said, reading, in_words, earlier, plans, shown, parts.situation.lexicon, verdict.goal
    )


def _settled(checkpoint: RunCheckpoint, effect: Effect) -> RunCheckpoint:
    """Return the checkpoint after a choice; one about a statement that an earlier choice dropped changes nothing."""
    names = [each.id for each in checkpoint.turn.statements]
    if effect.statement not in names:
        return checkpoint
    if effect.does == "weaken":
        return checkpoint.model_copy(update={"turn": weakened_in(checkpoint.turn, effect.statement)})
    place = names.index(effect.statement)
    posteriors, translation = checkpoint.posteriors, checkpoint.translation
    assert posteriors is not None and translation is not None, "both come before"
    read, understanding = translation.statements, understanding_in(checkpoint)
    taken = understanding.translated
    return checkpoint.model_copy(
        update={
            "turn": dropped_from(checkpoint.turn, effect.statement),
            "posteriors": posteriors.without(place),
            "translation": translation.model_copy(update={"statements": (*read[:place], *read[place + 1 :])}),
            "understanding": understanding.model_copy(update={"translated": (*taken[:place], *taken[place + 1 :])}),
        }
    )
