"""The least time of a problem: exact where actions wait for nobody's end, and never more than a plan takes."""

from dataclasses import replace

from hypothesis import given, settings
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems

from plancritic.domains import load_domain
from plancritic.pddl.epochs.search import least_time
from plancritic.pddl.language import And, Atom, Problem, parse_domain, parse_problem

#: The lamp burns for three hours, and the paint, which takes five, needs its light when it is done.
LAMP = """
(define (domain lamp) (:requirements :durative-actions :negative-preconditions)
(:predicates (lit) (red) (used))
(:durative-action shine :parameters () :duration (= ?duration 3) :condition (at start (not (used)))
  :effect (and (at start (lit)) (at start (used)) (at end (not (lit)))))
(:durative-action paint :parameters () :duration (= ?duration 5) :condition (at end (lit)) :effect (at end (red))))
"""


def shipped(domain: str, number: str) -> Problem:
    bundle = load_domain(domain)
    return parse_problem(bundle.problem(number), parse_domain(bundle.domain_pddl))


def test_the_least_time_of_a_problem_with_one_actor_is_found() -> None:
    found = least_time(shipped("satellite", "1"), 60.0, 1_000)
    assert found is not None
    assert round(found.time, 6) == 41


def test_a_search_that_is_cut_short_has_proved_something() -> None:
    found = least_time(shipped("haulage", "3"), 138.0, 10)
    assert found is not None
    assert 50 < found.time < 138
    assert found.nodes == 10


def test_an_end_that_has_to_wait_is_not_held_to_come_sooner() -> None:
    problem = parse_problem("(define (problem one) (:domain lamp) (:init) (:goal (red)))", parse_domain(LAMP))
    found = least_time(problem, 9.0, 1_000)
    # The paint begins two hours before the lamp is lit: no end is there to begin at.
    assert found is not None
    assert round(found.time, 6) <= 5.0


def test_a_problem_with_timed_literals_is_none_for_this_search() -> None:
    text = "(define (problem one) (:domain lamp) (:init (at 3 (used))) (:goal (red)))"
    assert least_time(parse_problem(text, parse_domain(LAMP)), 9.0, 1_000) is None


@settings(max_examples=examples(150), deadline=None)
@given(tiny_problems("temporal", timed_literals=False))
def test_no_plan_of_a_small_problem_takes_less(tiny: TinyProblem) -> None:
    try:
        plan = satisfiable(tiny.problem, (), depth=4, most_nodes=1_500)
    except SearchTooLargeError:
        return
    if plan is None:
        return
    found = least_time(tiny.problem, plan.makespan + 1.5, 2_000)
    assert found is None or found.time <= plan.makespan + 1e-6


def with_goal(problem: Problem, *atoms: Atom) -> Problem:
    return replace(problem, goal=And((problem.goal, *atoms)))


def test_what_has_to_be_restored_at_last_is_counted() -> None:
    on = shipped("satellite", "2")
    off = with_goal(on, Atom("power_avail", ("satellite0",)))
    for problem, end in ((on, 65), (off, 66)):
        found = least_time(problem, 80.0, 1_000)
        assert found is not None
        assert round(found.time, 6) == end
