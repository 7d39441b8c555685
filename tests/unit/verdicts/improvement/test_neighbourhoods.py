"""Parts of a problem around a plan."""

from pathlib import Path

from tests.support.tiny_problems import TinyProblem

from plancritic.pddl.compilation import compile_constraints
from plancritic.pddl.grounding import Invariants
from plancritic.pddl.language import Problem, parse_domain, parse_plan, parse_problem
from plancritic.verdicts.improvement.neighbourhoods import actions_of, neighbourhoods, restricted


def courier() -> Problem:
    folder = Path(__file__).parents[3] / "cases/courier"
    domain, problem = (folder / f"{name}.pddl" for name in ("domain", "problem"))
    return parse_problem(problem.read_text("utf-8"), parse_domain(domain.read_text("utf-8")))


PLAN = parse_plan(
    "0: (take ann letter home) [1]\n1.001: (walk ann home market) [2]\n3.002: (walk ann market office) [2]\n"
    "5.003: (put ann letter office) [1]\n"
)


def test_every_neighbourhood_but_a_detour_has_the_plan_in_it_and_more() -> None:
    problem = courier()
    found = list(neighbourhoods(problem, PLAN))
    assert {each.name for each in found} >= {"detour", "lane"}
    for each in found:
        assert each.name == "detour" or each.actions > actions_of(PLAN)
        assert each.actions < set(Invariants.of(problem).reachable_actions)


def test_a_detour_does_without_one_action_of_the_plan() -> None:
    detours = [each for each in neighbourhoods(courier(), PLAN) if each.name == "detour"]
    assert len(detours) == len(PLAN.steps)
    assert all(len(actions_of(PLAN) - each.actions) == 1 for each in detours)


def test_a_restricted_problem_has_the_actions_that_are_allowed_and_no_others() -> None:
    problem = courier()
    smaller = restricted(problem, actions_of(PLAN))
    assert set(Invariants.of(smaller).reachable_actions) == actions_of(PLAN)
    compiled = compile_constraints(smaller, ())
    again = TinyProblem(compiled.domain, compiled.problem).problem
    assert set(Invariants.of(again).reachable_actions) == actions_of(PLAN)
