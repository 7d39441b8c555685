"""No specification that a plan satisfies is disproved: published plans, and what Kairos finds."""

from __future__ import annotations

from functools import cache

import kairos
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.property.pddl.strategies import constraints, literals_of
from tests.support.examples import examples
from tests.support.published import published_plans

from plancritic.domains import load_domain
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import Constraint, Problem, parse_domain, parse_plan, parse_problem, with_constraints
from plancritic.pddl.reachability import Reachability

CHOSEN = sorted(published_plans())[::7]
SHIPPED = (("waterway", "1"), ("waterway", "2"), ("satellite", "1"))


@cache
def trajectory(name: str) -> Trajectory:
    return execute(*published_plans()[name])


@cache
def reachability(problem: Problem) -> Reachability:
    return Reachability(problem)


@st.composite
def met(draw: st.DrawFn) -> tuple[Trajectory, list[Constraint]]:
    """An executable published plan and constraints that it satisfies, with times as tight as they can be."""
    run = trajectory(draw(st.sampled_from(CHOSEN)))
    assume(not run.faults and run.goal_met)
    times = st.sampled_from([state.time for state in run.states])
    found = draw(st.lists(constraints(literals_of(run.problem), times), min_size=1, max_size=8))
    kept = [constraint for constraint in found if judge_constraint(run, constraint).satisfied]
    assume(kept)
    return run, kept


@settings(max_examples=examples(80), deadline=None)
@given(met())
def test_what_a_published_plan_satisfies_is_not_disproved(case: tuple[Trajectory, list[Constraint]]) -> None:
    run, found = case
    disproof = reachability(run.problem).disproof(found)
    assert disproof is None, f"{run.plan}\n{list(map(str, found))}\n{disproof}"


@cache
def shipped(domain: str, number: str) -> Problem:
    bundle = load_domain(domain)
    return parse_problem(bundle.problem(number), parse_domain(bundle.domain_pddl))


@st.composite
def specifications(draw: st.DrawFn) -> tuple[Problem, list[Constraint]]:
    problem = shipped(*draw(st.sampled_from(SHIPPED)))
    times = st.floats(0, 20).map(lambda time: round(time, 1))
    found = draw(st.lists(constraints(literals_of(problem), times), min_size=1, max_size=3))
    return problem, found


@settings(max_examples=examples(50), deadline=None)
@given(specifications())
def test_what_is_disproved_kairos_does_not_plan(case: tuple[Problem, list[Constraint]]) -> None:
    problem, found = case
    disproof = reachability(problem).disproof(found)
    assume(disproof is not None)
    text = with_constraints(problem.text, found)
    parsed = kairos.parse_problem(text, kairos.parse_domain(problem.domain.text))
    result = kairos.Planner().solve(parsed, timeout=0.3, anytime=False, threads=1)
    if result.status.name == "SOLVED":
        run = execute(problem, parse_plan(result.plan.to_string(kairos.PlanFormat.IPC)))
        kept = not run.faults and run.goal_met and all(judge_constraint(run, each).satisfied for each in found)
        assert not kept, f"{list(map(str, found))}\n{disproof}\n{run.plan}"
