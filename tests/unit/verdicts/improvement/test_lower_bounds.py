"""Times before which no plan ends: never above the end of a plan that there is."""

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.pddl.language import Constraint
from plancritic.verdicts.improvement.lower_bounds import by_analysis, by_epochs
from plancritic.verdicts.task import Task, Texts, read_task


def task_of(domain: str, problem: str, asked: tuple[str, ...]) -> Task:
    read = read_task(Texts(domain, problem), [TracedConstraint(constraint=each) for each in asked], "test")
    assert isinstance(read, Task)
    return read


@settings(max_examples=examples(150), deadline=None)
@given(tiny_problems(), st.one_of(st.just(()), tiny_specifications()), st.floats(0.0, 3.0))
def test_no_plan_of_a_small_task_ends_before_the_bound(
    tiny: TinyProblem, constraints: tuple[Constraint, ...], more: float
) -> None:
    try:
        plan = satisfiable(tiny.problem, constraints, depth=4, most_nodes=4_000)
    except SearchTooLargeError:
        return
    if plan is None:
        return
    asked = tuple(map(str, constraints))
    task = task_of(tiny.domain_text, tiny.problem_text, asked)
    # Asked about the end of a longer plan, too: the times between are halved.
    for prove in (by_analysis, by_epochs):
        bound = asyncio.run(prove(task, asked, plan.makespan + more, None))
        assert bound is None or bound.value <= plan.makespan + 1e-6, (bound, plan)


def test_a_plan_of_the_waterway_is_proved_to_be_the_soonest() -> None:
    waterway = load_domain("waterway")
    task = task_of(waterway.domain_pddl, waterway.problem("1"), ())
    bound = asyncio.run(by_analysis(task, (), 9.602, None))
    assert bound is not None
    assert bound.met
    assert bound.reason == "no plan under these constraints ends before 9.552"
    longer = asyncio.run(by_analysis(task, (), 14.0, None))
    assert longer is not None
    assert not longer.met
    assert 9.0 < longer.value < 9.603


def test_a_search_proves_what_pairs_of_facts_do_not_show() -> None:
    satellite = load_domain("satellite")
    first = "(sometime-before (have_image phenomenon4 thermograph0) (have_image star5 thermograph0))"
    task = task_of(satellite.domain_pddl, satellite.problem("1"), (first,))
    by_pairs = asyncio.run(by_analysis(task, (first,), 41.002, None))
    assert by_pairs is not None
    assert not by_pairs.met
    bound = asyncio.run(by_epochs(task, (first,), 41.002, None))
    assert bound is not None
    assert bound.met
    assert bound.means == "search"
    cut = asyncio.run(by_epochs(task, (first,), 60.0, None))
    assert cut is not None
    assert not cut.met
    assert cut.value <= 41.002


#: A room that has to stay warm for its first thousand minutes, and a lamp that takes a hundred to light.
WARM = """
(define (domain warm) (:requirements :durative-actions :constraints)
(:predicates (warm) (cold) (lit))
(:durative-action air :parameters () :duration (= ?duration 1) :condition (at start (warm))
  :effect (and (at start (not (warm))) (at end (cold))))
(:durative-action light :parameters () :duration (= ?duration 100) :condition (at start (cold))
  :effect (at end (lit))))
"""
WARM_PROBLEM = """
(define (problem p) (:domain warm) (:init (warm)) (:goal (lit)) (:constraints (hold-during 0 1000 (warm))))
"""


def test_constraints_of_the_problem_itself_are_not_stretched() -> None:
    bound = asyncio.run(by_analysis(task_of(WARM, WARM_PROBLEM, ()), (), 1110.0, None))
    # A plan that airs at 1000 ends soon after 1101; judges forgive a thousandth of a duration.
    assert bound is None or bound.value <= 1101.0
