"""What a refiner is told of a true domain."""

import pytest

from plancritic.contracts.enumeration import Landmark
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.task import BenchmarkTasks, action_landmarks, two_plans
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor
from plancritic.refiner.equivalence.plan_sets import PlanSets
from plancritic.refiner.feedback.local import LocalFeedback
from plancritic.refiner.feedback.source import Judgement


def test_the_second_plan_is_the_one_that_has_least_in_common_with_the_cheapest() -> None:
    a, b, c, d = ("a",), ("b",), ("c",), ("d",)
    assert two_plans([(a, b), (b, a), (a, c), (c, d), (d, c)]) == ((a, b), (c, d))
    assert two_plans([(a,)]) == ((a,),)


def test_first_achievers_are_action_landmarks_where_nothing_holds_yet() -> None:
    def found(*achievers: str, initially: bool = False) -> Landmark:
        return Landmark(facts=("(p)",), disjunctive=False, first_achievers=achievers, initially=initially)

    landmarks = action_landmarks(
        [found("(go a b)", "(go b a)"), found("(go a b)"), found("(stay)", initially=True), found(), found("(eat x)")]
    )
    # The first one says nothing that the second does not say.
    assert landmarks == (frozenset({("go", "a", "b")}), frozenset({("eat", "x")}))


@pytest.mark.parametrize("name", ["blocks", "checkers"])
async def test_the_true_domain_has_no_feedback_on_its_task(name: str, plan_sets: PlanSets) -> None:
    benchmark = benchmark_domains()[name]
    tasks = BenchmarkTasks()
    task = await tasks.task(benchmark, plan_sets)
    assert task is await tasks.task(benchmark, plan_sets)
    assert task.description == benchmark.description
    assert [each.text for each in task.problems] == list(benchmark.feedback_problems())
    domain = parse_domain(benchmark.text)
    for problem in task.problems:
        assert 1 <= len(problem.plans) <= 2 and len(set(problem.plans)) == len(problem.plans)
        assert all(map(Executor(parse_problem(problem.text, domain)).accepts, problem.plans))
        assert problem.landmarks and all(problem.landmarks)
    judged = await LocalFeedback(task, plan_sets).judge(benchmark.text, frozenset({"plan", "landmark"}))
    assert judged.plans and judged == Judgement(plans=judged.plans)
