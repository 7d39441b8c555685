"""Specifications are drawn of every shape over facts that can change, and of plans those that differ are kept."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.support.sayings import GUESSED, MEANT, READ, plan_for, waterway

from plancritic.coordinator.understanding.drawing import Draws, most_different
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.grounding import changeable_predicates
from plancritic.pddl.language import (
    Constraint,
    ConstraintType,
    parse_constraint,
    parse_domain,
    parse_plan,
    parse_problem,
)
from plancritic.pddl.specification import check_constraint

END = 9.6


def drawn(seed: int, count: int = 400) -> list[Constraint]:
    draws = Draws(waterway(), END, Random(seed))
    return [each for _ in range(count) for each in draws.specification()]


def executed(*plans: str) -> dict[str, Trajectory]:
    return {plan: execute(waterway(), parse_plan(plan)) for plan in plans}


def test_the_random_source_decides_what_is_drawn() -> None:
    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_every_type_is_drawn_well_formed_over_facts_that_can_change() -> None:
    found = drawn(1)
    changeable = changeable_predicates(waterway().domain)
    for each in found:
        assert not check_constraint(each, waterway()), each
        assert {atom.predicate for atom in each.atoms()} <= changeable
    counted = Counter(each.type for each in found)
    assert set(counted) == set(ConstraintType)
    assert min(counted.values()) > len(found) / len(ConstraintType) / 2


def test_a_window_is_never_empty_and_no_time_is_far_behind_the_plan() -> None:
    timed = [each.bounds for each in drawn(1) if each.bounds]
    assert all(0 < time <= 1.2 * END + 1.0 for bounds in timed for time in bounds)
    assert all(bounds[0] < bounds[1] for bounds in timed if len(bounds) == 2)


def test_what_is_kept_all_the_time_holds_at_first_and_what_is_to_come_about_does_not() -> None:
    nothing_done = execute(waterway(), parse_plan(""))
    for each in drawn(1):
        if each.type in (ConstraintType.ALWAYS, ConstraintType.SOMETIME):
            at_first = judge_constraint(nothing_done, each).satisfied is True
            assert at_first is (each.type is ConstraintType.ALWAYS), each


def test_a_problem_in_which_next_to_nothing_changes_is_refused() -> None:
    domain = parse_domain(
        "(define (domain lamp) (:predicates (lit)) (:action light :parameters () :precondition () :effect (lit)))"
    )
    problem = parse_problem("(define (problem one) (:domain lamp) (:init) (:goal (lit)))", domain)
    with pytest.raises(ValueError, match="fewer than two facts"):
        Draws(problem, 1.0, Random(1))


PROBES = tuple(map(parse_constraint, (READ, MEANT, GUESSED)))


def test_plans_that_satisfy_the_same_probes_are_one() -> None:
    plans = executed(plan_for(), "; by another name\n" + plan_for(), plan_for(READ), plan_for(GUESSED))
    assert most_different(plans, PROBES, 10) == (plan_for(), plan_for(READ), plan_for(GUESSED))


def test_the_first_plan_stays_and_the_farthest_comes_next() -> None:
    plans = executed(plan_for(), plan_for(GUESSED), plan_for(READ, MEANT, GUESSED), plan_for(READ))
    assert most_different(plans, PROBES, 2) == (plan_for(), plan_for(READ, MEANT, GUESSED))
    assert len(most_different(plans, PROBES, 3)) == 3
