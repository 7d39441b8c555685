"""The run that a deviation starts: the rest of the plan anew, under the session's accepted specification."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.feedback import PlanRevised, ShownPlan, Timing
from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.sessions import Revision
from plancritic.coordinator.deviations.concessions import (
    Concessions,
    plan_with_concessions,
    specification_in,
    without_violated,
)
from plancritic.coordinator.deviations.outcomes import outcomes_after
from plancritic.coordinator.evaluation.preferences import musts
from plancritic.coordinator.execution.faults import goal_out_of_reach, plan_refused
from plancritic.coordinator.execution.reports import late_steps
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.result.statement_outcomes import reason_of
from plancritic.coordinator.sessions.revisions import IN_FORCE, revision_id
from plancritic.coordinator.sessions.turn import Turn, outcomes_in
from plancritic.coordinator.workers.interface import Workers
from plancritic.coordinator.workers.limits import limits_of
from plancritic.pddl.execution import History
from plancritic.pddl.language import Plan, number_text, parse_plan
from plancritic.wording import plan_steps, verdict_sentence

_NO_SCORER = "after a deviation the judges' check of each statement's reading decides alone"


@dataclass(frozen=True)
class Deviation:
    """A report of a deviation with what it is about: the session's newest revision and what happened so far."""

    report: ExecutionDeviated
    head: Revision
    execution: Execution
    history: History
    situation: Situation


async def replan(
    deviation: Deviation, workers: Workers, end: Envelope, taken_up: float, over: float | None = None
) -> PlanRevised:
    """Return the result of the run; `end` is the envelope of its end.

    `taken_up` and `over` are times of the running loop: when this copy took the run up, and when planning ends. What
    was not planned for by then is given up, and the judges are asked about the last plan that was proved.

    The plan so far goes on where it still meets everything, as late as it has to be. Else the rest is replanned, and
    what cannot be met any more is given up.

    Raises:
        ContractError: the goal is out of reach, the judges refuse the plan, or a service does not answer.
        TimeoutError: no plan from here was proved in time.
    """
    limits, engine = limits_of(deviation.report.settings), deviation.report.settings.engine
    async with asyncio.timeout_at(over):
        base = await workers.solve((), limits, engine)
    if not isinstance(base, PlanProved):
        raise goal_out_of_reach(verdict_sentence(base, deviation.situation.lexicon))
    concessions = without_violated(deviation.head.in_force, deviation.history, deviation.situation.lexicon)
    plan = await _going_on(deviation, concessions, workers)
    lineage = "the plan goes on as it was"
    if plan is None:
        lineage = "the rest is planned again"
        found = await plan_with_concessions(concessions, workers, limits, engine, deviation.situation.lexicon, over)
        plan = (await _tidied(found or base, concessions, workers, limits, engine, over)).plan
    return await _told(deviation, concessions, workers, base.plan, plan, lineage, end, taken_up)


async def _going_on(deviation: Deviation, concessions: Concessions, workers: Workers) -> str | None:
    """Return the plan so far as it goes on from here, if it still reaches the goal and meets all that stands."""
    late = late_steps(deviation.report, deviation.head.plan)
    # What they do is known already: they are not done once more.
    left = tuple(step for step in parse_plan(deviation.head.plan).steps if step not in late)
    plan = deviation.history.continued(Plan(left))
    if plan is None:
        return None
    proof = (await workers.validate(plan, concessions.specification, ())).proof
    return plan if proof.ruling == "accepted" else None


async def _tidied(
    found: PlanProved,
    concessions: Concessions,
    workers: Workers,
    limits: SolveLimits,
    engine: str | None,
    over: float | None,
) -> PlanProved:
    """Return a plan of the same without needless steps, if it ends no later and there is time."""
    try:
        async with asyncio.timeout_at(over):
            tidied = await workers.solve(concessions.specification, limits, engine, tidy=True)
    except TimeoutError:
        return found
    if not isinstance(tidied, PlanProved):
        return found
    return tidied if parse_plan(tidied.plan).makespan <= parse_plan(found.plan).makespan else found


async def _told(
    deviation: Deviation,
    concessions: Concessions,
    workers: Workers,
    base: str,
    plan: str,
    lineage: str,
    end: Envelope,
    taken_up: float,
) -> PlanRevised:
    head, report, lexicon = deviation.head, deviation.report, deviation.situation.lexicon
    questions = tuple(dict.fromkeys(each for entry in head.in_force for each in entry.constraints))
    validation = await workers.validate(plan, musts(concessions.specification), questions)
    if validation.proof.ruling != "accepted":
        raise plan_refused(validation.proof.ruling, reason_of(validation.proof))
    answers = {each.constraint: each for each in validation.answers}
    run, number = report.envelope.correlation_id, head.number + 1
    kept = Turn(number=number, head=head, kept=head.in_force)
    outcomes = outcomes_in(kept, outcomes_after(head.in_force, concessions.given_up, answers))
    met = {each.statement.id for each in outcomes if each.verdict in IN_FORCE}
    return PlanRevised(
        envelope=end,
        problem=head.problem,
        mode="deterministic" if report.settings.seed is not None else "anytime",
        seed=report.settings.seed,
        base_plan=base,
        base_steps=plan_steps(base, lexicon),
        shown=ShownPlan(source="session", run=head.run, revision=head.id, plan=head.plan, steps=head.steps),
        plan=plan,
        steps=plan_steps(plan, lexicon),
        specification=specification_in([each for each in head.in_force if each.statement.id in met]),
        statements=outcomes,
        needs_confirmation=tuple(each.statement.id for each in outcomes if each.reading == "doubtful"),
        revision=revision_id(head.session, number, run),
        number=number,
        parent=head.id,
        execution=deviation.execution,
        given_up=tuple(each for each in concessions.given_up if each.statement not in met),
        adherence_rate=None,
        evidence=("check",),
        scorer=None,
        scorer_missing=_NO_SCORER,
        translator=head.translator,
        proof=validation.proof,
        lineage=(f"a deviation was observed at {number_text(round(report.time, 3))}", lineage),
        generations=0,
        ended="nothing_to_search",
        timings=(*workers.timings(), _whole(taken_up)),
    )


def _whole(taken_up: float) -> Timing:
    seconds = asyncio.get_running_loop().time() - taken_up
    return Timing(part="whole run", seconds=round(seconds, 4), count=1)
