"""The third phase: the genetic algorithm, with a checkpoint a generation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from plancritic.contracts import subjects
from plancritic.contracts.feedback import GenerationEvaluated, ServiceJobs
from plancritic.contracts.planning import Impossible, PlanProved
from plancritic.contracts.translation import StatementReadings
from plancritic.coordinator.checkpoints.checkpoint import PhaseName, RunCheckpoint
from plancritic.coordinator.checkpoints.deadline import seconds_left, seconds_since_start, until_deadline
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import WITHOUT_FEEDBACK, Evaluator
from plancritic.coordinator.evaluation.preferences import musts, with_strengths
from plancritic.coordinator.phases.improving import announce
from plancritic.coordinator.phases.joining import possible_alone, read_together
from plancritic.coordinator.phases.parts import RunParts, evaluator_in, plan_shown, settles, understanding_in
from plancritic.coordinator.problem.situation import no_base_plan
from plancritic.coordinator.problem.specification import Individual, Specification, specification_of
from plancritic.coordinator.refinement.completion import CompletionState
from plancritic.coordinator.result.statement_outcomes import reason_of
from plancritic.coordinator.search.genetic_algorithm import Ended, Generation, Search
from plancritic.coordinator.search.joint_readings import alternative_readings
from plancritic.coordinator.search.mutation_bias import preferences_for
from plancritic.coordinator.search.operator_selection import rates_for
from plancritic.coordinator.search.operators import Mutation
from plancritic.coordinator.search.population import best_readings, more_readings
from plancritic.coordinator.search.state import SearchState
from plancritic.coordinator.sessions.faults import cannot_restore
from plancritic.coordinator.sessions.turn import Turn
from plancritic.coordinator.understanding.state import best_of
from plancritic.pddl.language import parse_plan

_log = structlog.get_logger("plancritic.coordinator.phases.searching")

#: Of the deadline, at most this is kept for what the search leaves violated.
_RESERVED_SHARE = 0.25


async def search(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the best evaluation that the search found; the plan without feedback is one too.

    Raises:
        ContractError: the validator does not accept the plan without feedback, or a part that the run names is missing.
    """
    assert checkpoint.translation is not None, "the translation comes before the search"
    checkpoint = await read_together(checkpoint, parts)
    evaluator = await evaluator_in(checkpoint, parts)
    await _keep_plan(checkpoint, parts, evaluator)
    evaluator = await _asked_ahead(checkpoint, evaluator)
    fallback = await evaluator.without_feedback()
    if fallback.plan is None:
        assert fallback.proof is not None, "a proved plan that was validated has a proof"
        raise no_base_plan(f"the judges' word on it is {fallback.proof.ruling}: {reason_of(fallback.proof)}")
    in_search = evaluator.wanted_for(lambda: seconds_left(checkpoint, _reserve(checkpoint)))
    searching = await _search_of(checkpoint, parts, in_search)
    alone = checkpoint.settings.translate_only
    ended: Ended = "nothing_to_search"
    following: PhaseName = "result"
    best = fallback
    if checkpoint.turn.restored is not None:
        # It is shown as it was: nothing is searched for.
        best, following = await _kept(checkpoint, evaluator, fallback), "result"
        if best.plan != checkpoint.turn.restored.plan:
            raise cannot_restore(checkpoint.turn.restored)
    elif checkpoint.turn.keeps_plan and not any(
        best_of(understanding_in(checkpoint).translated)[len(checkpoint.turn.kept) :]
    ):
        # Nothing new was understood: the plan shown stays.
        best = await _kept(checkpoint, evaluator, fallback)
    elif any(best_of(_open_readings(checkpoint))):
        ended = await _bounded(searching, checkpoint, parts, in_search)
        kept = await _kept(checkpoint, in_search, fallback)
        best = searching.best or kept
        if (checkpoint.turn.kept or settles(checkpoint)) and (
            kept.fitness > best.fitness or _gains_nothing(best, kept, checkpoint)
        ):
            best = kept
        if not alone:
            following = "completion"
            gains = fallback.fitness > best.fitness and not _gains_nothing(fallback, best, checkpoint)
            if not checkpoint.preset.published and gains:
                best = fallback
    elif any(best_of(understanding_in(checkpoint).translated)):
        # Each statement is impossible by itself: why, and what would help, is for the completion to say.
        best, following = await _kept(checkpoint, evaluator, fallback), "result" if alone else "completion"
    found = checkpoint.model_copy(
        update={
            "phase": following,
            "evaluator": evaluator.state(),
            # The next phases need the best alone.
            "search": None,
            "generations": searching.generation,
            "ended": ended,
            "completion": CompletionState(best=best),
        }
    )
    # The published presets end with what the search found.
    return found if following == "result" or checkpoint.preset.published else await announce(found, parts, best)


async def _asked_ahead(checkpoint: RunCheckpoint, evaluator: Evaluator) -> Evaluator:
    """Have the plan without feedback and the one that our search begins with proved at the same time.

    Return the evaluator to go on with: of a search of ours, no verdict is of use after the time for it.
    """
    translated = _open_readings(checkpoint)
    begins = checkpoint.search is None and checkpoint.turn.restored is None and any(best_of(translated))
    if begins and checkpoint.preset.alternatives_first:
        reserve = _reserve(checkpoint)
        evaluator = evaluator.wanted_for(lambda: seconds_left(checkpoint, reserve))
        await until_deadline(checkpoint, evaluator.ask_ahead([WITHOUT_FEEDBACK, best_readings(translated)]), reserve)
    return evaluator


async def _keep_plan(checkpoint: RunCheckpoint, parts: RunParts, evaluator: Evaluator) -> None:
    """Have the plan of the revision that the turn starts from, or restores, stand for what is in force there.

    It meets all of that: whatever the search finds, a new statement costs no earlier one.
    """
    turn = checkpoint.turn
    source = turn.restored if turn.restored is not None else turn.head if turn.keeps_plan else None
    if source is None:
        return
    specification = _in_force(turn)
    wanted = with_strengths(specification, checkpoint.statements)
    proof = (await parts.workers.validate(source.plan, musts(wanted), ())).proof
    if proof.ruling != "accepted":
        # The judges contradict the turn that made it: the search finds a plan as in a first turn.
        _log.warning("the plan shown does not meet what is in force", run=checkpoint.run, ruling=proof.ruling)
        return
    verdict = PlanProved(engine="session", plan=source.plan, proof=proof)
    settings = checkpoint.settings
    for each in dict.fromkeys((specification, wanted)):
        parts.workers.remember(each, checkpoint.limits, settings.engine, verdict)
    evaluator.know(specification, verdict)


async def _kept(checkpoint: RunCheckpoint, evaluator: Evaluator, fallback: Evaluation) -> Evaluation:
    """Return the evaluation of what was in force before the turn alone; without any, of the plan without feedback."""
    if not checkpoint.turn.kept:
        return fallback
    individual = Individual(_in_force(checkpoint.turn), ("the statements in force",), readings=True)
    (kept,) = await evaluator.evaluate([individual])
    return kept if kept.plan is not None else fallback


def _gains_nothing(other: Evaluation, best: Evaluation, checkpoint: RunCheckpoint) -> bool:
    """Return whether the best has the plan that the person looks at, and it meets all that the other one meets."""
    keeps = checkpoint.turn.restored is None and not checkpoint.turn.dropped
    return (
        keeps
        and best.plan == plan_shown(checkpoint)
        and all(
            before == "adhered" or after != "adhered" for after, before in zip(other.checks, best.checks, strict=True)
        )
    )


def _in_force(turn: Turn) -> Specification:
    return specification_of([(each.statement.id, each.constraints) for each in turn.kept])


async def _search_of(checkpoint: RunCheckpoint, parts: RunParts, evaluator: Evaluator) -> Search:
    assert checkpoint.base is not None and checkpoint.translation is not None, "both come before the search"
    settings, preset = checkpoint.settings, checkpoint.preset
    translated, open_places = _open_readings(checkpoint), _open_places(checkpoint)
    # Where the readings are settled no plan pays for another one.
    alone = settings.translate_only or settles(checkpoint)
    others = alternative_readings(translated, 0 if alone else settings.population // 2)
    wanted = settings.mutation or preset.mutation
    preferences = await asyncio.to_thread(preferences_for, wanted, parts.situation, parts.cosines)
    horizon = 2 * parse_plan(checkpoint.base.plan).makespan
    mutation = await asyncio.to_thread(Mutation, parts.situation.problem, horizon, preferences)

    async def report(generation: Generation) -> None:
        await parts.publish(
            _evaluated(generation, checkpoint, evaluator, parts.workers.jobs()), subjects.GENERATION_EVALUATED
        )

    def worth_breeding(population: Sequence[Evaluation]) -> bool:
        """Whether mutations may meet more: not a single settled reading, nor several that are proved to clash."""
        if not settles(checkpoint):
            return True
        return len(open_places) > 1 and not isinstance(population[0].verdict, Impossible)

    return Search(
        [best_readings(translated), *others],
        settings,
        preset,
        mutation,
        evaluator,
        checkpoint.started.seed,
        report,
        lambda places: more_readings(translated, () if alone else places),
        rates_for(preset, settings.rates),
        (lambda each: each.adheres_to(open_places)) if settles(checkpoint) else (lambda each: each.adherent),
        worth_breeding,
    )


def _open_places(checkpoint: RunCheckpoint) -> tuple[int, ...]:
    """Return the places of the statements that a plan is searched for: not of those proved impossible by themselves."""
    translated = understanding_in(checkpoint).translated
    return possible_alone(checkpoint) if settles(checkpoint) else tuple(range(len(translated)))


def _open_readings(checkpoint: RunCheckpoint) -> tuple[StatementReadings, ...]:
    """Return what the statements are taken for, without the readings of those proved impossible by themselves."""
    places = _open_places(checkpoint)
    return tuple(
        each if place in places else each.model_copy(update={"readings": (), "guesses": ()})
        for place, each in enumerate(understanding_in(checkpoint).translated)
    )


async def _bounded(searching: Search, checkpoint: RunCheckpoint, parts: RunParts, evaluator: Evaluator) -> Ended:
    """Search until there is just enough time left to find out about what the search left violated."""
    reserve = _reserve(checkpoint)

    async def keep(state: SearchState) -> None:
        await parts.stored(checkpoint.model_copy(update={"search": state, "evaluator": evaluator.state()}))

    over = await until_deadline(checkpoint, searching.run(keep, checkpoint.search), reserve)
    return searching.ended if over else "deadline"


def _reserve(checkpoint: RunCheckpoint) -> float:
    settings = checkpoint.settings
    return min(_RESERVED_SHARE * settings.deadline_seconds, settings.solve_seconds * len(checkpoint.statements))


def _evaluated(
    generation: Generation, checkpoint: RunCheckpoint, evaluator: Evaluator, jobs: tuple[ServiceJobs, ...]
) -> GenerationEvaluated:
    planned = [each for each in generation.population if each.plan is not None]
    shares = [each.fitness.adherence for each in planned]
    best, missing = generation.best, evaluator.scorer_missing
    return GenerationEvaluated(
        envelope=checkpoint.submitted.envelope.caused(
            f"generation:{generation.number}:{len(generation.population)}", checkpoint.key
        ),
        generation=generation.number,
        of=generation.of,
        individuals=len(generation.population),
        verdicts=generation.verdicts,
        from_cache=generation.from_cache,
        best_adherence=max(shares, default=0.0),
        mean_adherence=sum(shares) / len(shares) if shares else 0.0,
        best_specification=best.individual.specification,
        best_makespan=parse_plan(best.plan).makespan if best.plan else None,
        diversity=None if generation.diversity is None else round(generation.diversity, 4),
        rates=generation.rates,
        scorer_missing=None if missing is None else missing.message,
        jobs=jobs,
        elapsed_seconds=round(seconds_since_start(checkpoint), 4),
    )
