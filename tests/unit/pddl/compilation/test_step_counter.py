"""Windows in classical problems, where the steps of a plan happen at 1, 2, 3, ..."""

from __future__ import annotations

import pytest
from tests.unit.pddl.compilation.test_classical import blocks, plan_of

from plancritic.pddl.compilation import compile_constraints
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import (
    ConstraintType,
    UnsupportedFeatureError,
    parse_constraint,
    parse_domain,
    parse_plan,
    parse_problem,
)

GRIPPER = """
(define (domain gripper) (:requirements :strips :typing) (:types room ball gripper)
(:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - gripper) (carry ?b - ball ?g - gripper))
(:action move :parameters (?from ?to - room) :precondition (at-robby ?from)
  :effect (and (at-robby ?to) (not (at-robby ?from))))
(:action pick :parameters (?b - ball ?r - room ?g - gripper)
  :precondition (and (at ?b ?r) (at-robby ?r) (free ?g)) :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
(:action drop :parameters (?b - ball ?r - room ?g - gripper) :precondition (and (carry ?b ?g) (at-robby ?r))
  :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))
"""
ROOMS = """
(define (problem two) (:domain gripper) (:objects a b - room x y - ball left right - gripper)
(:init (at-robby a) (at x a) (at y a) (free left) (free right)) (:goal (and (at x b) (at y b))))
"""


@pytest.mark.parametrize(
    ("constraint", "possible"),
    [
        ("(within 2 (on b c))", True),
        ("(within 1.9 (on b c))", False),
        ("(within 0 (holding b))", False),
        ("(within 0.5 (handempty))", True),
        # A hand is full at odd times.
        ("(hold-during 2 3 (holding b))", False),
        ("(hold-during 3 4 (holding b))", True),
        ("(hold-during 3.5 4 (holding b))", True),
        ("(hold-during 3 5 (holding b))", False),
        ("(hold-during 3 4.5 (holding b))", False),
        ("(hold-during 3 4.5 (ontable b))", True),
        # The last state is judged where a plan is over before.
        ("(hold-during 60 62 (on a b))", True),
        ("(hold-during 60 62 (on c a))", True),
        ("(hold-after 2 (on b c))", True),
        ("(hold-after 1.5 (on b c))", False),
        ("(hold-after 90 (on b c))", True),
        ("(hold-after 90 (holding a))", False),
        ("(always-within 1 (holding b) (on b c))", True),
        ("(always-within 0.9 (holding b) (on b c))", False),
        ("(always-within 1 (holding b) (holding a))", False),
        ("(always-within 2 (holding b) (holding a))", True),
        ("(always-within 0 (holding b) (not (clear b)))", True),
        # True initially.
        ("(always-within 2 (clear c) (on b c))", True),
        ("(always-within 1 (clear c) (on b c))", False),
    ],
)
def test_windows_of_a_tower(constraint: str, possible: bool) -> None:
    problem = blocks()
    compiled = compile_constraints(problem, [parse_constraint(constraint)])
    assert compiled.exact
    plan = plan_of(compiled)
    assert (plan is not None) is possible
    if plan is not None:
        trajectory = execute(problem, parse_plan(plan))
        assert trajectory.goal_met
        assert not trajectory.faults
        assert judge_constraint(trajectory, parse_constraint(constraint)).satisfied


@pytest.mark.parametrize(
    ("constraints", "possible"),
    [
        (["(always-within 2 (carry x left) (at x b))", "(always-within 2 (carry y right) (at y b))"], True),
        # Only in the other room may there be a second ball in the hands, and the first has to come back to them there.
        *(
            (
                [
                    "(always-within 1 (carry x left) (at-robby b))",
                    "(always-within 1 (carry y right) (at-robby b))",
                    f"(within {limit} (and (carry x left) (carry y right)))",
                ],
                limit == 7,
            )
            for limit in (6, 7)
        ),
        (["(within 3 (at x b))", "(hold-during 4 7 (at-robby a))", "(sometime-before (at y b) (at x b))"], True),
        (["(within 4 (at x b))", "(within 5 (at y b))"], True),
        (["(within 4 (at x b))", "(within 4 (at y b))"], False),
    ],
)
def test_several_clocks_run_at_once(constraints: list[str], possible: bool) -> None:
    problem = parse_problem(ROOMS, parse_domain(GRIPPER))
    specification = [parse_constraint(text) for text in constraints]
    plan = plan_of(compile_constraints(problem, specification))
    assert (plan is not None) is possible
    if plan is not None:
        trajectory = execute(problem, parse_plan(plan))
        assert trajectory.goal_met
        assert all(judge_constraint(trajectory, each).satisfied for each in specification)


def test_plans_come_without_times_and_without_what_counts() -> None:
    compiled = compile_constraints(blocks(), [parse_constraint("(within 4 (on a b))")])
    plan = plan_of(compiled)
    assert plan == "(pick-up b)\n(stack b c)\n(pick-up a)\n(stack a b)\n"
    assert [step.start for step in parse_plan(plan).steps] == [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize(
    ("constraint", "ticks"),
    [
        # One for each step until the window opens, then it is settled.
        ("(hold-after 10 (on b c))", 12),
        # In bits: one for each, one for each change (when it opens, and just after), then it is settled.
        ("(hold-after 1000 (on b c))", 13),
        ("(always-within 10 (holding b) (on b c))", 11),
        ("(always-within 1000 (holding b) (on b c))", 11),
    ],
)
def test_there_are_few_actions_to_count(constraint: str, ticks: int) -> None:
    compiled = compile_constraints(blocks(), [parse_constraint(constraint)])
    assert list(compiled.actions.values()).count(None) == ticks
    assert plan_of(compiled) is not None


def test_no_counting_where_no_window_needs_it() -> None:
    compiled = compile_constraints(blocks(), [parse_constraint("(within 30 (ontable c))")])
    assert None not in compiled.actions.values()


@pytest.mark.parametrize("limit", [3, 4, 20, 21, 22, 31, 32, 33, 40])
def test_long_times_are_counted_to_the_step(limit: int) -> None:
    """A chain that takes as many steps as it has links, and one step more than its time is too many."""
    links = " ".join(f"l{number}" for number in range(42))
    order = " ".join(f"(next l{number} l{number + 1})" for number in range(41))
    domain = parse_domain(
        "(define (domain chain) (:requirements :strips) (:predicates (at ?l) (next ?l ?m))"
        "(:action go :parameters (?l ?m) :precondition (and (at ?l) (next ?l ?m)) :effect (and (at ?m) (not (at ?l)))))"
    )
    problem = parse_problem(
        f"(define (problem long) (:domain chain) (:objects {links}) (:init (at l0) {order}) (:goal (at l41)))", domain
    )
    for constraint, possible in {
        f"(within {limit} (at l{limit}))": True,
        f"(within {limit - 1} (at l{limit}))": False,
        f"(hold-during {limit} {limit + 1} (at l{limit}))": True,
        f"(hold-during {limit - 1} {limit + 1} (at l{limit}))": False,
        f"(hold-during 2 {limit} (not (at l{limit})))": True,
        f"(hold-during 2 {limit + 1} (not (at l{limit})))": False,
        f"(hold-after {limit} (not (at l{limit - 1})))": True,
        f"(hold-after {limit - 1} (not (at l{limit - 1})))": False,
        f"(always-within {limit} (at l0) (at l{limit}))": True,
        f"(always-within {limit - 1} (at l0) (at l{limit}))": False,
        f"(always-within {limit - 1} (at l1) (at l{limit}))": True,
        f"(always-within {limit - 2} (at l1) (at l{limit}))": False,
    }.items():
        plan = plan_of(compile_constraints(problem, [parse_constraint(constraint)]))
        assert (plan is not None) is possible, constraint


def test_times_are_not_left_native_beside_a_clock() -> None:
    constraints = [parse_constraint("(within 4 (on a b))"), parse_constraint("(hold-after 3 (on b c))")]
    with pytest.raises(UnsupportedFeatureError, match="constraints with times left"):
        compile_constraints(blocks(), constraints, {ConstraintType.WITHIN})
    compiled = compile_constraints(
        blocks(), [*constraints[:1], parse_constraint("(always (not (holding c)))")], {ConstraintType.WITHIN}
    )
    assert plan_of(compiled) is not None


def test_timed_literals_keep_their_times() -> None:
    domain = parse_domain(
        "(define (domain lamp) (:requirements :timed-initial-literals) (:predicates (power) (lit))"
        "(:action shine :parameters () :precondition (power) :effect (lit)))"
    )
    text = "(define (problem one) (:domain lamp) (:init (at 3 (power))) (:goal (lit)))"
    problem = parse_problem(text, domain)
    assert plan_of(compile_constraints(problem, [parse_constraint("(within 2 (lit))")])) is None
    plan = plan_of(compile_constraints(problem, [parse_constraint("(within 4 (lit))")]))
    assert plan is not None
    assert 3 <= parse_plan(plan).steps[0].start <= 4
