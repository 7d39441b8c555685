"""The last phase: what came of the feedback, told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import structlog

from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import PlanRevised, StatementOutcome, Timing
from plancritic.contracts.planning import Impossible, LowerBound, PlanProved
from plancritic.contracts.validation import Proof
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.checkpoints.deadline import seconds_left, seconds_since_start, until_deadline
from plancritic.coordinator.evaluation.evaluator_state import explained_limits
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.evaluation.preferences import musts, with_strengths
from plancritic.coordinator.phases.parts import (
    RunParts,
    acts_on_posteriors,
    evaluator_in,
    plan_shown,
    understanding_in,
)
from plancritic.coordinator.problem.specification import Individual, Specification, specification_of
from plancritic.coordinator.refinement.completion import CompletionState, standing
from plancritic.coordinator.result.earliest_end import EarliestEnd
from plancritic.coordinator.result.meanings import meanings_of
from plancritic.coordinator.result.reading import taken_reading
from plancritic.coordinator.result.statement_outcomes import (
    adherence_rate,
    closest,
    outcome_of,
    uncounted_sentence,
    vacuous_sentence,
    what_would_do,
)
from plancritic.coordinator.result.unchanged import changes_nothing, outcomes_as_before, settled
from plancritic.coordinator.search.provenance import mark_evolved
from plancritic.coordinator.sessions.revisions import revision_id
from plancritic.coordinator.sessions.turn import outcomes_in
from plancritic.coordinator.understanding.choosing import names_the_likeliest
from plancritic.coordinator.understanding.state import UnderstandingState, best_of
from plancritic.pddl.language import parse_plan
from plancritic.verdicts.improvement.distance import distance
from plancritic.wording import bound_sentence, plan_steps, verdict_sentence

_log = structlog.get_logger("plancritic.coordinator.phases.result")


async def tell_result(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the result of the run.

    Raises:
        ContractError: the validator does not answer; in deterministic mode, also where the planner does not.
    """
    assert checkpoint.completion is not None, "the search ends with the best that it found"
    understanding = understanding_in(checkpoint)
    evaluator = await evaluator_in(checkpoint, parts)
    checkpoint = await _with_goals_of_unlikely(checkpoint, parts, checkpoint.completion, understanding)
    assert checkpoint.completion is not None, "nothing of it is taken away"
    told = await _told(checkpoint, parts, checkpoint.completion, understanding, evaluator)
    if (acts_on_posteriors(checkpoint) or not any(best_of(understanding.translated))) and changes_nothing(
        checkpoint.turn, told.outcomes
    ):
        told = await _told_of_plan_before(checkpoint, parts, understanding, evaluator) or told
    return checkpoint.model_copy(
        update={"phase": "over", "result": _revised(checkpoint, parts, understanding, evaluator, told)}
    )


async def _with_goals_of_unlikely(
    checkpoint: RunCheckpoint, parts: RunParts, completion: CompletionState, understanding: UnderstandingState
) -> RunCheckpoint:
    """Return the checkpoint with what clashes with the goal among the readings that were too unlikely to be taken.

    A person who asks for the impossible is told so, too, where nobody can be sure that this was asked for. It is one
    sentence more: where there is no time left for it, or no planner, it is left out.
    """
    posteriors = checkpoint.posteriors
    if not acts_on_posteriors(checkpoint) or posteriors is None:
        return checkpoint
    if checkpoint.ended == "deadline" or seconds_left(checkpoint) == 0:
        return checkpoint
    asked = {each.place for each in checkpoint.questions}
    goals = dict(completion.goals)

    async def look() -> None:
        for place, (statement, read) in enumerate(zip(checkpoint.statements, understanding.translated, strict=True)):
            likeliest = posteriors.statements[place].behaviours[:1]
            if read.readings or place in asked or not likeliest or not likeliest[0].impossible:
                continue
            if not names_the_likeliest(read, posteriors.statements[place]):
                # A proof about a reading that nobody is told would be taken for one about what was said.
                continue
            alone = specification_of([(statement.id, likeliest[0].best.constraints)])
            limits = explained_limits(checkpoint.limits)
            verdict = await parts.workers.solve(alone, limits, checkpoint.settings.engine, explain=True)
            if isinstance(verdict, Impossible):
                goals[statement.id] = verdict.goal

    try:
        await until_deadline(checkpoint, look())
    except ContractError as error:
        if checkpoint.deterministic:
            raise
        # There is a plan: that one sentence more cannot be told costs nobody the answer.
        _log.warning("no clash with the goal is looked for", run=checkpoint.run, error=error.fault.message)
    return checkpoint.model_copy(update={"completion": completion.model_copy(update={"goals": goals})})


@dataclass(frozen=True)
class _Told:
    """What a run tells: its best evaluation, what came of each statement, the specification and the plan's proof."""

    best: Evaluation
    plan: str
    outcomes: tuple[StatementOutcome, ...]
    specification: Specification
    proof: Proof
    unchanged: bool = False


async def _told(
    checkpoint: RunCheckpoint,
    parts: RunParts,
    completion: CompletionState,
    understanding: UnderstandingState,
    evaluator: Evaluator,
) -> _Told:
    best = completion.best
    assert best.plan is not None, "the fallback has a proved plan, so the best has"
    specification, proof = await _final_specification(checkpoint, parts, understanding, best)
    # In a thread: it judges every statement that is violated on every plan.
    bound = checkpoint.improvement.lower_bound
    outcomes = await asyncio.to_thread(_outcomes, checkpoint, parts, completion, understanding, evaluator, bound)
    marked = mark_evolved(specification, understanding.translated)
    return _Told(best, best.plan, outcomes_in(checkpoint.turn, outcomes), marked, proof)


async def _told_of_plan_before(
    checkpoint: RunCheckpoint, parts: RunParts, understanding: UnderstandingState, evaluator: Evaluator
) -> _Told | None:
    """Return what a turn that changes nothing tells, on the plan that the session had before it.

    None where that plan does what was said after all, or the judges do not accept it for what is in force.
    """
    assert checkpoint.base is not None and checkpoint.completion is not None, "both come before the result"
    head = checkpoint.turn.head
    plan, specification = (head.plan, head.specification) if head is not None else (checkpoint.base.plan, ())
    proof = (await parts.workers.validate(plan, musts(specification), ())).proof
    if proof.ruling != "accepted":
        _log.warning("the plan shown does not meet what is in force", run=checkpoint.run, ruling=proof.ruling)
        return None
    kept = specification_of([(each.statement.id, each.constraints) for each in settled(checkpoint.turn)])
    individual = Individual(kept, ("the statements in force",), readings=True)
    best = await evaluator.evaluate_plan(individual, PlanProved(engine="session", plan=plan, proof=proof))
    if best.plan is None:
        return None
    completion = checkpoint.completion.model_copy(update={"best": best})
    # The bound was proved for another plan.
    outcomes = await asyncio.to_thread(_outcomes, checkpoint, parts, completion, understanding, evaluator, None)
    told = outcomes_in(checkpoint.turn, outcomes)
    if not changes_nothing(checkpoint.turn, told):
        return None
    return _Told(best, plan, outcomes_as_before(checkpoint.turn, told), specification, proof, unchanged=True)


async def _final_specification(
    checkpoint: RunCheckpoint, parts: RunParts, understanding: UnderstandingState, best: Evaluation
) -> tuple[Specification, Proof]:
    """Return the specification of the result and the proof of the plan under its musts.

    In our preset it has every reading that is adhered to (`completion.standing`).
    """
    assert best.proof is not None and best.plan is not None, "the best has a proved plan"
    statements = checkpoint.statements
    if checkpoint.preset.published:
        return with_strengths(best.individual.specification, statements), best.proof
    whole = with_strengths(standing(statements, best_of(understanding.translated), best), statements)
    if {each.constraint for each in whole} == best.individual.key:
        return whole, best.proof
    return whole, (await parts.workers.validate(best.plan, musts(whole), ())).proof


def _revised(
    checkpoint: RunCheckpoint,
    parts: RunParts,
    understanding: UnderstandingState,
    evaluator: Evaluator,
    told: _Told,
) -> PlanRevised:
    best, readings, lexicon = told.best, best_of(understanding.translated), parts.situation.lexicon
    assert checkpoint.base is not None and checkpoint.translation is not None, "both come before the search"
    assert checkpoint.ended is not None, "the search has ended"
    base, plan = parse_plan(checkpoint.base.plan), parse_plan(told.plan)
    missing, turn = evaluator.scorer_missing, checkpoint.turn
    # A bound was proved for the plan that the improvement ended with.
    bound = None if told.unchanged else checkpoint.improvement.lower_bound
    total = Timing(part="whole run", seconds=round(seconds_since_start(checkpoint), 4), count=1)
    return PlanRevised(
        envelope=checkpoint.end_envelope().in_version(PlanRevised.VERSION),
        problem=checkpoint.started.problem,
        mode="deterministic" if checkpoint.deterministic else "anytime",
        seed=checkpoint.submitted.settings.seed,
        base_plan=str(base),
        base_steps=plan_steps(base, lexicon),
        shown=checkpoint.shown,
        plan=told.plan,
        steps=plan_steps(plan, lexicon),
        specification=told.specification,
        statements=told.outcomes,
        needs_confirmation=tuple(each.statement.id for each in told.outcomes if each.reading == "doubtful"),
        unchanged=told.unchanged,
        **_place_in_session(checkpoint, told.unchanged),
        renamed=turn.renamed,
        dropped=() if told.unchanged else turn.dropped,
        rejected=tuple(turn.rejected),
        taken_as=turn.taken_as,
        restores=turn.restored.id if turn.restored is not None else None,
        lower_bound=bound,
        lower_bound_said=bound_sentence(bound, lexicon) if bound is not None else "",
        distance=distance(parse_plan(plan_shown(checkpoint)), plan),
        execution=turn.head.execution if turn.head is not None else None,
        # Without a statement there is nothing to adhere to.
        adherence_rate=adherence_rate(best.findings, readings) if evaluator.model is not None and readings else None,
        evidence=evaluator.evidence.names,
        scorer=evaluator.model,
        scorer_missing=None if missing is None else missing.message,
        translator=checkpoint.translation.translator,
        proof=told.proof,
        lineage=best.individual.lineage,
        generations=checkpoint.generations,
        ended=checkpoint.ended,
        timings=(*parts.workers.timings(), total),
    )


def _place_in_session(checkpoint: RunCheckpoint, unchanged: bool) -> dict[str, Any]:
    """Return the revision of the result, its number and its parent: those before the turn where it changed nothing."""
    turn, head = checkpoint.turn, checkpoint.turn.head
    if not unchanged:
        revision = revision_id(checkpoint.submitted.envelope.session_id, turn.number, checkpoint.run)
        return {"revision": revision, "number": turn.number, "parent": head.id if head is not None else None}
    if head is None:
        return {}
    return {"revision": head.id, "number": head.number, "parent": head.parent}


def _outcomes(
    checkpoint: RunCheckpoint,
    parts: RunParts,
    completion: CompletionState,
    understanding: UnderstandingState,
    evaluator: Evaluator,
    bound: LowerBound | None,
) -> tuple[StatementOutcome, ...]:
    best, situation, readings = completion.best, parts.situation, best_of(understanding.translated)
    assert best.plan is not None and checkpoint.posteriors is not None, "both come before the result"
    problem, lexicon, posteriors = situation.problem, situation.lexicon, checkpoint.posteriors
    taken = {
        statement.id: taken_reading(
            posteriors,
            index,
            understanding.translated[index],
            problem,
            best.plan,
            statement.id in understanding.passed_over,
        )
        for index, statement in enumerate(checkpoint.statements)
    }
    adhered = [
        (statement.id, reading.constraints)
        for statement, reading, check in zip(checkpoint.statements, readings, best.checks, strict=True)
        if reading is not None and check == "adhered"
    ]
    wished = {constraint for _, constraints in adhered for constraint in constraints}
    # The bound was proved beside the best's own specification, too (`standing`): of a reading in it that is not told
    # nobody would know.
    says_all = best.individual.key <= wished
    earliest = EarliestEnd(bound, best.plan, bool(wished)) if bound is not None and says_all else None
    too_early = {
        statement.id
        for index, statement in enumerate(checkpoint.statements)
        if earliest is not None and best.checks[index] == "violated" and earliest.excludes(readings[index])
    }
    # Which of the statements adhered to the bound needs is not known: none is named.
    impossible: dict[str, tuple[str, ...]] = {**dict.fromkeys(too_early, ()), **completion.impossible}
    under_wishes = too_early.difference(completion.impossible) if wished else set()
    beside = {name for name, _ in adhered}
    # Two statements that clash are two combinations where either may mean something else.
    only = {each for each, its in taken.items() if its is not None and its.sure and not its.others}
    return tuple(
        outcome_of(
            statement,
            understanding.translated[index],
            best.findings[index],
            evaluator.evidence,
            evaluator.answers_for(readings[index], best.answers),
            impossible.get(statement.id),
            earliest.what_would_do(reading, lexicon)
            if earliest is not None and reading is not None and statement.id in too_early
            else what_would_do(completion.relaxations.get(statement.id), statement.id, situation),
            verdict_sentence(unproved, lexicon) if (unproved := completion.unproved.get(statement.id)) else None,
            closest(readings[index], evaluator.plans, situation) if best.checks[index] == "violated" else None,
            lexicon,
            taken[statement.id],
            only.issuperset(beside if statement.id in under_wishes else impossible.get(statement.id, ())),
            completion.goals.get(statement.id, ()),
            statement.id in under_wishes,
            vacuous_sentence(reading, best.plan, situation),
            uncounted_sentence(reading, best.plan, situation),
        ).model_copy(update={"meanings": meanings_of(posteriors, index, lexicon)})
        for index, (statement, reading) in enumerate(zip(checkpoint.statements, readings, strict=True))
    )
