"""Compiled problems against the executor, exhaustive search and Kairos' own constraints."""

from __future__ import annotations

import kairos
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.pddl.compilation import compile_constraints
from plancritic.pddl.constraints import Constraint, ConstraintType
from plancritic.pddl.errors import UnsupportedFeatureError
from plancritic.pddl.model import Problem
from plancritic.pddl.plan import Plan, parse_plan
from plancritic.pddl.trajectory import execute, judge_constraint, judge_goal

SECONDS = 0.3
DEPTH = 3
#: Left native where only these are compiled.
WINDOWS = (
    ConstraintType.WITHIN,
    ConstraintType.ALWAYS_WITHIN,
    ConstraintType.HOLD_DURING,
    ConstraintType.HOLD_AFTER,
)


def kairos_plan(domain: str, problem: str) -> tuple[str, str]:
    """Kairos' status and plan."""
    parsed = kairos.parse_problem(problem, kairos.parse_domain(domain))
    result = kairos.Planner().solve(parsed, timeout=SECONDS, anytime=False, threads=1, engine="m2")
    return result.status.name, result.plan.to_string(kairos.PlanFormat.IPC) if result.plan else ""


def complaints(problem: Problem, specification: tuple[Constraint, ...], plan: Plan) -> list[str]:
    """What is wrong with a plan."""
    trajectory = execute(problem, plan)
    found = [str(fault) for fault in trajectory.faults]
    findings = [judge_goal(trajectory), *(judge_constraint(trajectory, each) for each in specification)]
    return found + [finding.explanation for finding in findings if not finding.satisfied]


@settings(max_examples=250, deadline=None)
@given(tiny_problems("temporal"), tiny_specifications(), st.sampled_from((None, WINDOWS)))
def test_compiled_and_exhaustive_search_agree(
    tiny: TinyProblem, specification: tuple[Constraint, ...], only: tuple[ConstraintType, ...] | None
) -> None:
    try:
        compiled = compile_constraints(tiny.problem, specification, only)
    except UnsupportedFeatureError:
        assume(False)
        raise
    told = f"{tiny}\n{' '.join(map(str, specification))}\n{compiled.domain}\n{compiled.problem}"
    status, text = kairos_plan(compiled.domain, compiled.problem)
    if status == "SOLVED":
        plan = parse_plan(compiled.plan(text))
        # Constraints left to Kairos may be judged by it in another way.
        judged = specification if only is None else tuple(each for each in specification if each.type in only)
        assert not complaints(tiny.problem, judged, plan), f"{told}\n{text}\n{plan}"
    elif status == "UNSOLVABLE" and compiled.exact and only is None:
        try:
            plan_of_few = satisfiable(tiny.problem, specification, DEPTH, most_nodes=3_000)
        except SearchTooLargeError:
            return
        assert plan_of_few is None, f"{told}\n{plan_of_few}"
    else:
        assert status in {"UNSOLVABLE", "TIMEOUT", "NO_PLAN_FOUND", "INTERNAL_ERROR", "UNSUPPORTED"}, told
