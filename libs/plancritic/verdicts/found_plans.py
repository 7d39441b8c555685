"""Plans that engines found, judged; those that miss only a bound of time are improved first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plancritic.contracts.planning import Disputed, NoPlanFound, PlanProved, Rejected, Verdict
from plancritic.contracts.validation import Proof
from plancritic.engines import PlanFound
from plancritic.judges import Judge, JudgeRequest, prove
from plancritic.pddl.language import ConstraintType, parse_constraint, plan_bound
from plancritic.verdicts.improvement.quality import improve
from plancritic.verdicts.strategies import Strategy
from plancritic.verdicts.task import Task

#: What a constraint with bounds of time asks for without them; None is nothing.
_UNBOUNDED: dict[ConstraintType, ConstraintType | None] = {
    ConstraintType.WITHIN: ConstraintType.SOMETIME,
    ConstraintType.ALWAYS_WITHIN: ConstraintType.SOMETIME_AFTER,
    ConstraintType.HOLD_DURING: None,
    ConstraintType.HOLD_AFTER: None,
}


async def judged_plan(judges: Sequence[Judge], task: Task, strategy: Strategy, found: PlanFound) -> Verdict:
    """Return the verdict on a plan that a strategy found.

    A plan that breaks only constraints with bounds of time is improved without these bounds, and judged again: needless
    steps make a plan late, and printed times are rounded.
    """
    given = [traced.constraint for traced in task.specification]
    proof = await _proof(judges, task, found.plan, given)
    match proof.ruling:
        case "accepted":
            return PlanProved(engine=found.engine, road=strategy.name, plan=found.plan, proof=proof)
        case "rejected":
            return await _improved(judges, task, strategy, found, proof)
        case "disputed":
            return Disputed(engine=found.engine, road=strategy.name, plan=found.plan, proof=proof)
        case "unjudged":
            # A plan nobody can judge is no plan: the word of the engine is no proof.
            reasons = "; ".join(one.explanation for report in proof.reports for one in report.findings)
            return _no_plan(strategy, found, f"a plan was found that no judge can judge: {reasons}")


async def _improved(judges: Sequence[Judge], task: Task, strategy: Strategy, found: PlanFound, proof: Proof) -> Verdict:
    """Return the verdict on a rejected plan once it is improved with the bounds that it misses left away."""
    given = [traced.constraint for traced in task.specification]
    broken = _broken(proof)
    # No judge names a bound on the whole plan, and lower ones are put to no engine.
    whole = bool(task.bounds(as_given=True))
    if whole or all(text is not None and _has_bound(text) for text in broken):
        wider = [each for text in given if (each := _without_bound(text) if text in broken or whole else text)]
        better = await improve(judges, task.texts.domain, task.texts.problem, found.plan, wider)
        if better.proof.ruling == "accepted":
            again = await _proof(judges, task, better.plan, given)
            if again.ruling == "accepted":
                return PlanProved(engine=found.engine, road=strategy.name, plan=better.plan, proof=again)
            if whole:
                return _no_plan(strategy, found, "the plans found do not keep the bounds on the whole plan")
        elif whole:
            # Engines that press for time put steps less than an epsilon apart.
            return _no_plan(strategy, found, "the judges reject the plan that was found in the time allowed")
    if strategy.name == "weakened":
        return _no_plan(strategy, found, "plans under weaker constraints do not satisfy these")
    return Rejected(engine=found.engine, road=strategy.name, plan=found.plan, proof=proof)


def _has_bound(text: str) -> bool:
    return parse_constraint(text).type in _UNBOUNDED


def _without_bound(text: str) -> str | None:
    """Return what is left of a constraint without its bounds of time; None where that is nothing."""
    constraint = parse_constraint(text)
    if plan_bound(constraint) is not None:
        return None
    if constraint.type not in _UNBOUNDED:
        return text
    kind = _UNBOUNDED[constraint.type]
    return None if kind is None else str(replace(constraint, type=kind, bounds=()))


def _broken(proof: Proof) -> set[str | None]:
    """Return the constraints that a judge finds broken; None stands for any other fault."""
    return {
        finding.constraint if finding.about == "constraint" else None
        for report in proof.reports
        for finding in report.findings
        if finding.satisfied is False
    }


async def _proof(judges: Sequence[Judge], task: Task, plan: str, constraints: Sequence[str]) -> Proof:
    return await prove(judges, JudgeRequest(task.texts.domain, task.texts.problem, plan, tuple(constraints)))


def _no_plan(strategy: Strategy, found: PlanFound, reason: str) -> NoPlanFound:
    return NoPlanFound(engine=found.engine, road=strategy.name, reason=reason)
