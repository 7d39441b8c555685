"""Bounds on the whole plan: two judges of them agree, and no verdict contradicts exhaustive search."""

from __future__ import annotations

import asyncio

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_plan_bounds, tiny_problems, tiny_specifications

from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.judges.step_count import count_steps
from plancritic.pddl.execution import keeps, measured
from plancritic.pddl.language import Constraint, Plan, Step, parse_plan, plan_bound, plan_bounds
from plancritic.pddl.specification import canonical
from plancritic.verdicts import Verdicts

DEPTH = 3

TIMES = st.integers(0, 4_000).map(lambda thousandths: thousandths / 1000)
STEPS = st.builds(lambda start, duration: Step(start, "a", (), duration), TIMES, st.none() | TIMES)
PLANS = st.lists(STEPS, max_size=4).map(lambda steps: Plan(tuple(steps)))
BOUNDS = st.lists(tiny_plan_bounds(), min_size=1, max_size=3).map(tuple)


def naive(plan: Plan, constraint: Constraint) -> bool:
    """Counted in thousandths."""
    bound = plan_bound(constraint)
    assert bound is not None
    ends = [round((step.start + (step.duration or 0)) * 1000) for step in plan.steps]
    value = max(ends, default=0) if "time" in str(bound.measure) else 1000 * len(plan.steps)
    limit = round(bound.limit * 1000)
    return {"<": value < limit, "<=": value <= limit, ">": value > limit, ">=": value >= limit}[bound.operator]


@given(PLANS, BOUNDS)
def test_executor_and_step_count_agree_with_a_naive_count(plan: Plan, constraints: tuple[Constraint, ...]) -> None:
    bounds = plan_bounds(constraints)
    counted = count_steps(str(plan), bounds)
    for constraint, bound, finding in zip(constraints, bounds, counted.findings, strict=True):
        assert finding.satisfied is naive(plan, constraint)
        assert keeps(measured(parse_plan(str(plan)), bound), bound) is naive(plan, constraint)


@given(PLANS, BOUNDS)
def test_the_canonical_form_means_the_same(plan: Plan, constraints: tuple[Constraint, ...]) -> None:
    wanted = all(naive(plan, each) for each in constraints)
    left = canonical(constraints)
    found = all(plan_bound(each) is not None and naive(plan, each) for each in left)
    assert found is wanted


@given(PLANS, tiny_plan_bounds())
def test_a_negated_bound_is_kept_exactly_where_it_is_not(plan: Plan, constraint: Constraint) -> None:
    assert naive(plan, constraint.negated()) is not naive(plan, constraint)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(tiny_problems(), BOUNDS, st.just(()) | tiny_specifications(most=2))
def test_no_verdict_contradicts_exhaustive_search(
    loop: asyncio.Runner,
    verdicts: Verdicts,
    tiny: TinyProblem,
    bounds: tuple[Constraint, ...],
    others: tuple[Constraint, ...],
) -> None:
    constraints = (*bounds, *others)
    specification = [TracedConstraint(constraint=str(each)) for each in constraints]
    verdict = loop.run(verdicts.verdict(tiny.domain_text, tiny.problem_text, specification, SolveLimits(seconds=0.5)))
    if isinstance(verdict, PlanProved):
        assert all(naive(parse_plan(verdict.plan), each) for each in bounds), verdict
    elif isinstance(verdict, Impossible):
        try:
            plan = satisfiable(tiny.problem, constraints, DEPTH, most_nodes=3_000)
        except SearchTooLargeError:
            assume(False)
        assert plan is None, f"{verdict.road}: {verdict.reason}\n{tiny}\n{specification}\n{plan}"
