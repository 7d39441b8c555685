"""What `plancritic explain` says, as the JSON it prints; `explanation_text` shows the same to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plancritic.contracts.planning import Disputed, Impossible, PlanProved, Rejected, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.judges import finding_of
from plancritic.pddl.execution import Assessment, Trajectory, execute, judge_constraint, judge_goal
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.verdicts.explanation.near_miss import gap_of, nearest
from plancritic.wording import (
    Lexicon,
    LexiconWords,
    constraint_in_words,
    finding_sentence,
    goal_clash_sentence,
    has_further_clashes,
    near_miss_sentence,
    preference_sentence,
    quality_sentence,
    relaxation_sentence,
    sentence_in_words,
    step_changes,
    step_sentence,
    verdict_sentence,
)


def plan_explanation(
    lexicon: Lexicon, plan: str, specification: Sequence[TracedConstraint], proof: Proof
) -> dict[str, Any]:
    """Explain a plan: `verdict` and `judges`, `steps` with what they change, `fault`, `goal`, `constraints`.

    `fault` is the first condition that is not met, null for a plan that can be executed. With a fault `goal` is null,
    and what is said of constraints is no proof: the execution goes on as if the step had been possible.
    """
    trajectory = execute(lexicon.problem, parse_plan(plan))
    fault = trajectory.fault
    return {
        "verdict": proof.ruling,
        "judges": {report.judge: report.ruling for report in proof.reports},
        "makespan": trajectory.plan.makespan,
        "steps": _steps(lexicon, trajectory),
        "fault": None if fault is None else _assessment(fault.assessment(), lexicon),
        "goal": _assessment(judge_goal(trajectory), lexicon) if fault is None else None,
        "constraints": [_constraint(lexicon, trajectory, traced) for traced in specification],
    }


def verdict_explanation(verdict: Verdict, lexicon: Lexicon) -> dict[str, Any]:
    """Explain a verdict: `verdict`, `sentence`, and what it has of reason, clash, relaxations and preferences."""
    found: dict[str, Any] = {
        "verdict": verdict.verdict,
        "sentence": verdict_sentence(verdict, lexicon),
        "engine": verdict.engine,
        "road": verdict.road,
        "seconds": verdict.seconds,
    }
    match verdict:
        case PlanProved():
            found["plan"] = verdict.plan
            found["quality"] = None if verdict.quality is None else quality_sentence(verdict.quality, lexicon)
            found["preferences"] = [
                {**outcome.model_dump(mode="json"), "sentence": preference_sentence(outcome, lexicon)}
                for outcome in verdict.preferences
            ]
        case Rejected() | Disputed():
            found["plan"] = verdict.plan
        case Impossible():
            found["reason"] = verdict.reason
            found["why"] = sentence_in_words(verdict.reason, lexicon)
            found["further_clashes"] = has_further_clashes(verdict)
            found["clash_minimal"] = verdict.clash_minimal
            found["clash"] = [
                {**member.model_dump(mode="json"), "sentence": constraint_in_words(member.constraint, lexicon)}
                for member in verdict.clash
            ]
            found["clashing_goal"] = list(verdict.goal)
            found["clashing_goal_sentence"] = goal_clash_sentence(verdict.goal, lexicon)
            found["relaxations"] = [
                {**relaxation.model_dump(mode="json"), "sentence": relaxation_sentence(relaxation, lexicon)}
                for relaxation in verdict.relaxations
            ]
    return found


def near_misses(
    lexicon: Lexicon, specification: Sequence[TracedConstraint], plans: Sequence[str]
) -> list[dict[str, Any]]:
    """Return for each constraint, in order, the plan that comes closest; nothing where no plan is known."""
    words = LexiconWords(lexicon)
    found = [nearest(lexicon.problem, parse_constraint(each.constraint), plans, words) for each in specification]
    return [
        {**miss.model_dump(mode="json"), "sentence": near_miss_sentence(miss, lexicon)}
        for miss in found
        if miss is not None
    ]


def _steps(lexicon: Lexicon, trajectory: Trajectory) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "start": step.start,
            "duration": step.duration or 0.0,
            "action": step.ground,
            "sentence": step_sentence(step, lexicon),
            "changes": list(step_changes(trajectory, index, lexicon)),
        }
        for index, (number, step) in enumerate(trajectory.plan.numbered())
    ]


def _constraint(lexicon: Lexicon, trajectory: Trajectory, traced: TracedConstraint) -> dict[str, Any]:
    constraint = parse_constraint(traced.constraint)
    assessment = judge_constraint(trajectory, constraint)
    gap = gap_of(trajectory, constraint, LexiconWords(lexicon)) if assessment.satisfied is False else None
    return {
        "constraint": traced.constraint,
        "strength": traced.strength,
        "words": constraint_in_words(traced.constraint, lexicon),
        **_assessment(assessment, lexicon),
        "gap": None if gap is None else {"amount": gap.amount, "unit": gap.unit, "words": gap.words},
    }


def _assessment(assessment: Assessment, lexicon: Lexicon) -> dict[str, Any]:
    return {
        "satisfied": assessment.satisfied,
        "time": assessment.time,
        "step": assessment.step,
        "needed": assessment.needed,
        "actual": assessment.actual,
        "sentence": finding_sentence(finding_of(assessment), lexicon),
    }
