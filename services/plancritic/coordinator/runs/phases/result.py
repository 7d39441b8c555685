"""The last phase: what came of the feedback, told."""

from __future__ import annotations

import asyncio

from plancritic.contracts.feedback import PlanRevised, StatementOutcome, Timing
from plancritic.contracts.validation import Proof
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.evaluation.preferences import musts, with_strengths
from plancritic.coordinator.refinement.completion import CompletionState, standing
from plancritic.coordinator.refinement.understanding import UnderstandingState, best_of
from plancritic.coordinator.result.meanings import meanings_of
from plancritic.coordinator.result.reading import taken_reading
from plancritic.coordinator.result.statement_outcomes import adherence_rate, closest, outcome_of, what_would_do
from plancritic.coordinator.runs.checkpoint import RunCheckpoint
from plancritic.coordinator.runs.deadline import seconds_since_start
from plancritic.coordinator.runs.phases.parts import RunParts, evaluator_in, plan_shown, understanding_in
from plancritic.coordinator.search.population import Specification
from plancritic.coordinator.search.provenance import mark_evolved
from plancritic.coordinator.sessions.revisions import revision_id
from plancritic.coordinator.sessions.turn import outcomes_in
from plancritic.pddl.language import parse_plan
from plancritic.verdicts.improvement.distance import distance
from plancritic.wording import bound_sentence, plan_steps, verdict_sentence


async def tell_result(checkpoint: RunCheckpoint, parts: RunParts) -> RunCheckpoint:
    """Return the checkpoint with the result of the run.

    Raises:
        ContractError: the validator does not answer.
    """
    assert checkpoint.completion is not None, "the search ends with the best that it found"
    understanding = understanding_in(checkpoint)
    evaluator = await evaluator_in(checkpoint, parts)
    specification, proof = await _final_specification(checkpoint, parts, understanding, checkpoint.completion.best)
    specification = mark_evolved(specification, understanding.translated)
    # In a thread: it judges every statement that is violated on every plan.
    revised = await asyncio.to_thread(
        _revised, checkpoint, parts, checkpoint.completion, understanding, evaluator, specification, proof
    )
    return checkpoint.model_copy(update={"phase": "over", "result": revised})


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
    completion: CompletionState,
    understanding: UnderstandingState,
    evaluator: Evaluator,
    specification: Specification,
    proof: Proof,
) -> PlanRevised:
    best, readings, lexicon = completion.best, best_of(understanding.translated), parts.situation.lexicon
    assert best.plan is not None, "the fallback has a proved plan, so the best has"
    assert checkpoint.base is not None and checkpoint.translation is not None, "both come before the search"
    assert checkpoint.ended is not None, "the search has ended"
    base, plan = parse_plan(checkpoint.base.plan), parse_plan(best.plan)
    outcomes = outcomes_in(checkpoint.turn, _outcomes(checkpoint, parts, completion, understanding, evaluator))
    missing, turn, bound = evaluator.scorer_missing, checkpoint.turn, checkpoint.improvement.lower_bound
    total = Timing(part="whole run", seconds=round(seconds_since_start(checkpoint), 4), count=1)
    return PlanRevised(
        envelope=checkpoint.end_envelope().in_version(PlanRevised.VERSION),
        problem=checkpoint.started.problem,
        mode="deterministic" if checkpoint.deterministic else "anytime",
        seed=checkpoint.submitted.settings.seed,
        base_plan=str(base),
        base_steps=plan_steps(base, lexicon),
        shown=checkpoint.shown,
        plan=best.plan,
        steps=plan_steps(plan, lexicon),
        specification=specification,
        statements=outcomes,
        needs_confirmation=tuple(each.statement.id for each in outcomes if each.reading == "doubtful"),
        revision=revision_id(checkpoint.submitted.envelope.session_id, turn.number, checkpoint.run),
        number=turn.number,
        parent=turn.head.id if turn.head is not None else None,
        renamed=turn.renamed,
        dropped=turn.dropped,
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
        proof=proof,
        lineage=best.individual.lineage,
        generations=checkpoint.generations,
        ended=checkpoint.ended,
        timings=(*parts.workers.timings(), total),
    )


def _outcomes(
    checkpoint: RunCheckpoint,
    parts: RunParts,
    completion: CompletionState,
    understanding: UnderstandingState,
    evaluator: Evaluator,
) -> tuple[StatementOutcome, ...]:
    best, situation, readings = completion.best, parts.situation, best_of(understanding.translated)
    assert best.plan is not None and checkpoint.posteriors is not None, "both come before the result"
    problem, lexicon, posteriors = situation.problem, situation.lexicon, checkpoint.posteriors
    taken = {
        statement.id: taken_reading(posteriors, index, understanding.translated[index], problem, best.plan)
        for index, statement in enumerate(checkpoint.statements)
    }
    # Two statements that clash are two combinations where either may mean something else.
    only = {each for each, its in taken.items() if its is not None and its.sure and not its.others}
    return tuple(
        outcome_of(
            statement,
            understanding.translated[index],
            best.findings[index],
            evaluator.evidence,
            evaluator.answers_for(readings[index], best.answers),
            completion.impossible.get(statement.id),
            what_would_do(completion.relaxations.get(statement.id), situation),
            verdict_sentence(unproved, lexicon) if (unproved := completion.unproved.get(statement.id)) else None,
            closest(readings[index], evaluator.plans, situation) if best.checks[index] == "violated" else None,
            lexicon,
            taken[statement.id],
            only.issuperset(completion.impossible.get(statement.id, ())),
        ).model_copy(update={"meanings": meanings_of(posteriors, index, lexicon)})
        for index, statement in enumerate(checkpoint.statements)
    )
