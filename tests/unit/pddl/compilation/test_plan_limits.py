"""Bounds on the whole plan compiled into what every action needs."""

import kairos
import pytest
from tests.unit.pddl.compilation.test_temporal import problem, solved

from plancritic.pddl.compilation import compile_constraints
from plancritic.pddl.language import ConstraintType, parse_constraint, parse_domain, parse_plan, parse_problem


@pytest.mark.parametrize("limit", ["(<= (total-time) 1.5)", "(< (total-time) 1.1)", "(<= (total-steps) 2)"])
def test_a_plan_is_found_that_keeps_the_bound(limit: str) -> None:
    assert solved(problem(goal="(seen)"), limit) is not None


def test_nothing_ends_after_the_bound() -> None:
    assert solved(problem(goal="(seen)"), "(<= (total-time) 0.9)") is None
    assert solved(problem(goal="(lit red)"), "(<= (total-time) 1)") is not None
    assert solved(problem(goal="(lit red)"), "(< (total-time) 1)") is None
    assert solved(problem(goal="(seen)"), "(< (total-steps) 2)") is None


def test_a_bound_goes_with_compiled_and_with_native_constraints() -> None:
    texts = ["(sometime (painted blue))", "(within 1 (lit red))", "(<= (total-time) 2.1)"]
    assert solved(problem(goal="(lit red)"), *texts) is not None
    constraints = [parse_constraint(text) for text in texts]
    native = compile_constraints(problem(goal="(lit red)"), constraints, only=())
    assert "(sometime (painted blue))" in native.problem
    assert "total-time" not in native.problem
    # Kairos finds no plan for this mixture in 20 s; the portfolio compiles the rest as well (`solved` above).
    assert "in-time" in native.problem


def test_counting_steps_may_lose_plans_with_steps_at_the_same_time() -> None:
    assert compile_constraints(problem(), [parse_constraint("(<= (total-time) 5)")]).exact
    assert not compile_constraints(problem(), [parse_constraint("(<= (total-steps) 5)")]).exact


def test_lower_bounds_are_left_to_the_judges() -> None:
    compiled = compile_constraints(problem(), [parse_constraint("(>= (total-time) 5)")])
    assert "in-time" not in compiled.problem


CLASSICAL = """(define (domain steps) (:predicates (a) (b) (c))
(:action one :parameters () :precondition (and) :effect (a))
(:action two :parameters () :precondition (a) :effect (b))
(:action three :parameters () :precondition (b) :effect (c)))"""


@pytest.mark.parametrize(
    ("limit", "solvable"),
    [
        ("(<= (total-steps) 3)", True),
        ("(< (total-steps) 3)", False),
        # Step n of a sequence happens at n.
        ("(<= (total-time) 3)", True),
        ("(< (total-time) 3)", False),
    ],
)
def test_in_sequences_both_are_counted(limit: str, solvable: bool) -> None:
    original = parse_problem("(define (problem x) (:domain steps) (:init) (:goal (c)))", parse_domain(CLASSICAL))
    constraints = [parse_constraint(limit), parse_constraint("(sometime (a))")]
    for only in (None, (ConstraintType.AT_END,)):
        compiled = compile_constraints(original, constraints, only)
        assert compiled.exact
        parsed = kairos.parse_problem(compiled.problem, kairos.parse_domain(compiled.domain))
        result = kairos.Planner().solve(parsed, timeout=2.0, anytime=False, threads=1)
        assert (result.status.name == "SOLVED") is solvable
        if solvable:
            assert len(parse_plan(compiled.plan(result.plan.to_string(kairos.PlanFormat.IPC))).steps) == 3
