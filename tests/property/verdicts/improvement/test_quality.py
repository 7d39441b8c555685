"""Improving never makes a plan worse, breaks nothing that held, and has nothing left to do when done again."""

import asyncio
import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st
from tests.support.agreement import RandomConstraints
from tests.support.examples import examples
from tests.support.padded_plans import delayed, padded
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.domains import load_domain
from plancritic.engines import PlanFound, PlanningRequest
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, prove
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import Constraint, Plan, Problem, Step, parse_domain, parse_plan, parse_problem, with_goal
from plancritic.verdicts import standard_judges
from plancritic.verdicts.improvement.quality import improve, improved

BUNDLE = load_domain("waterway")


@cache
def problem_of(number: str) -> Problem:
    return parse_problem(BUNDLE.problem(number), parse_domain(BUNDLE.domain_pddl))


@pytest.fixture(params=["1", "2", "4"])
async def good(request: pytest.FixtureRequest) -> tuple[Problem, Plan]:
    problem = problem_of(request.param)
    engine = KairosEngine(children=1)
    try:
        found = await engine.solve(PlanningRequest(problem.domain.text, problem.text))
    finally:
        await engine.close()
    assert isinstance(found, PlanFound)
    return problem, parse_plan(found.plan)


def worse(problem: Problem, plan: Plan, chance: random.Random) -> Plan:
    """Needless trips in it, then waits that do no harm."""
    plan = padded(problem, plan, chance, chance.randint(0, 4))
    for _ in range(chance.randint(0, 3)):
        slower = delayed(plan, chance.choice(plan.steps).start, chance.choice((0.5, 1, 2.25, 3)))
        trajectory = execute(problem, slower)
        plan = slower if trajectory.goal_met and not trajectory.faults else plan
    return plan


def satisfied(problem: Problem, plan: Plan, chance: random.Random) -> list[Constraint]:
    """Up to four of the random constraints that hold on it."""
    trajectory = execute(problem, plan)
    drawn = RandomConstraints(trajectory, chance).several(40)
    holding = [one for one in drawn if judge_constraint(trajectory, one).satisfied]
    return chance.sample(holding, min(len(holding), chance.randint(0, 4)))


@pytest.mark.slow
async def test_a_plan_gets_no_worse_keeps_every_constraint_and_is_accepted_by_all_judges(
    good: tuple[Problem, Plan],
) -> None:
    problem, plan = good
    better = 0
    for seed in range(12):
        chance = random.Random(seed)
        given = worse(problem, plan, chance)
        constraints = satisfied(problem, given, chance)
        found = improved(problem, given, constraints)
        assert found.makespan <= given.makespan
        assert len(found.steps) <= len(given.steps)
        texts = tuple(map(str, constraints))
        proof = await prove(standard_judges(), JudgeRequest(problem.domain.text, problem.text, str(found), texts))
        assert proof.ruling == "accepted", (seed, texts, str(found), proof.reports)
        assert improved(problem, found, constraints) == found
        better += found.makespan < given.makespan
    assert better > 6


def test_needless_trips_are_all_found(good: tuple[Problem, Plan]) -> None:
    problem, plan = good
    best = improved(problem, plan, ())
    for seed in range(6):
        given = padded(problem, plan, random.Random(seed), 5)
        assert len(given.steps) == len(plan.steps) + 10
        found = improved(problem, given, ())
        assert len(found.steps) == len(best.steps)
        assert found.makespan <= best.makespan


def wandering(tiny: TinyProblem, chance: random.Random, length: int) -> Plan:
    """Any steps at any times, as long as they can be executed together."""
    domain = tiny.problem.domain
    ground = [
        Step(0.0, action.name, arguments, None if action.duration is None else float(action.duration[0].expression))  # type: ignore[arg-type]
        for action in domain.actions.values()
        for arguments in product(tiny.problem.objects, repeat=len(action.parameters))
    ]
    plan, time = Plan(()), 0.0
    for _ in range(length):
        chosen = chance.choice(ground)
        time = round(time + chance.choice((0.0, 0.01, 0.01, 0.5, 1.0, 1.01, 2.01)), 2)
        same = [step for step in plan.steps if step.ground == chosen.ground and step.end >= time]
        longer = Plan((*plan.steps, Step(time, chosen.action, chosen.arguments, chosen.duration)))
        if not same and not execute(tiny.problem, longer).faults:
            plan = longer
    return plan


@settings(max_examples=examples(200), deadline=None)
@given_any(tiny_problems(), tiny_specifications(most=8), st.randoms(use_true_random=False), st.integers(1, 10))
def test_on_tiny_problems_of_all_kinds_too(
    tiny: TinyProblem, drawn: tuple[Constraint, ...], chance: random.Random, length: int
) -> None:
    plan = wandering(tiny, chance, length)
    ended = execute(tiny.problem, plan).states[-1].facts
    text = with_goal(
        tiny.problem_text, f"(and {' '.join(map(str, chance.sample(sorted(ended, key=str), len(ended) // 2)))})"
    )
    problem = parse_problem(text, tiny.problem.domain)
    trajectory = execute(problem, plan)
    constraints = [one for one in drawn if judge_constraint(trajectory, one).satisfied]
    request = JudgeRequest(tiny.domain_text, text, str(plan), tuple(map(str, constraints)))
    judges = (KairosJudge(), ExecutorJudge())
    if asyncio.run(prove(judges, request)).ruling != "accepted":
        return  # the judges differ on it already
    found = asyncio.run(improve(judges, tiny.domain_text, text, str(plan), request.constraints))
    assert found.proof.ruling == "accepted"
    assert found.quality.makespan_after <= plan.makespan
    assert found.quality.steps_after <= len(plan.steps)
    if not problem.timed_literals:  # what they do after the last step is in dispute between the judges
        assert parse_plan(found.plan) == improved(problem, plan, constraints), f"{tiny}\n{request}\n{found}"
        assert improved(problem, parse_plan(found.plan), constraints) == parse_plan(found.plan)
