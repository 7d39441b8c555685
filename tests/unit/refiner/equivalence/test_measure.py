"""HDE of small domains, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor, GoalUnmet, Inapplicable, Malformed, Valid
from plancritic.refiner.equivalence.measure import Equivalence, ProblemEquivalence, Share, problem_equivalence
from plancritic.refiner.equivalence.plan_sets import PlanSets, steps_of

TRUE = """(define (domain door) (:requirements :strips :typing) (:types door)
 (:predicates (closed ?d - door) (locked ?d - door) (open ?d - door))
 (:action unlock :parameters (?d - door) :precondition (locked ?d) :effect (not (locked ?d)))
 (:action pull :parameters (?d - door) :precondition (and (closed ?d) {unlocked})
  :effect (and (open ?d) (not (closed ?d)))))"""
NARROW = TRUE.replace("{unlocked}", "(not (locked ?d))").replace(":typing", ":typing :negative-preconditions")
WIDE = TRUE.replace("{unlocked}", "")
PROBLEM = """(define (problem p) (:domain door) (:objects front - door)
 (:init (closed front) (locked front)) (:goal (open front)))"""


def executor(domain: str) -> Executor:
    return Executor(parse_problem(PROBLEM, parse_domain(domain)))


def test_the_first_thing_that_is_wrong_is_named() -> None:
    narrow = executor(NARROW)
    assert narrow.verdict([("unlock", "front"), ("pull", "front")]) == Valid()
    assert narrow.verdict([("pull", "front")]) == Inapplicable(1, ("pull", "front"), ("(not (locked front))",))
    assert narrow.verdict([("unlock", "front")]) == GoalUnmet(("(open front)",))
    assert isinstance(narrow.verdict([("push", "front")]), Malformed)
    assert isinstance(narrow.verdict([("pull", "back")]), Malformed)
    assert isinstance(narrow.verdict([("pull",)]), Malformed)


async def test_a_domain_that_allows_too_much_loses_backward_and_one_that_forbids_too_much_forward() -> None:
    plan_sets = PlanSets(children=1, most=2)
    try:
        wide, narrow = await plan_sets.plans(WIDE, PROBLEM), await plan_sets.plans(NARROW, PROBLEM)
        assert (await plan_sets.plans(WIDE, PROBLEM)) is wide, "each pair of texts is planned for once"
    finally:
        await plan_sets.close()
    assert wide.plans[0] == (("pull", "front"),)
    assert narrow.plans == ((("unlock", "front"), ("pull", "front")),)
    assert narrow.shortfall == 0, "it is proved that there is no other plan"
    too_wide = problem_equivalence(executor(NARROW), narrow.plans, executor(WIDE), wide.plans)
    assert too_wide.forward == Share(1, 1)
    assert too_wide.backward.valid < too_wide.backward.total
    too_narrow = problem_equivalence(executor(WIDE), wide.plans, executor(NARROW), narrow.plans)
    assert too_narrow.backward == Share(1, 1)
    assert too_narrow.forward.valid < too_narrow.forward.total


def test_a_problem_without_a_plan_in_the_generated_domain_counts_half_of_what_it_forbids_not() -> None:
    nothing = ProblemEquivalence(Share(0, 10), Share(0, 0))
    assert nothing.value == 0
    whole = Equivalence((nothing, ProblemEquivalence(Share(10, 10), Share(5, 10))))
    assert whole.value == Fraction(3, 8)
    assert (whole.too_narrow, whole.too_wide) == (Fraction(1, 2), Fraction(1, 2))
    assert not whole.is_perfect


@pytest.mark.parametrize(
    ("text", "steps"),
    [("(a b c)\n; cost = 1\n(d)\n", (("a", "b", "c"), ("d",))), ("", ()), ("(A B)", (("a", "b"),))],
)
def test_steps_are_read_from_plan_text(text: str, steps: tuple[tuple[str, ...], ...]) -> None:
    assert steps_of(text) == steps
