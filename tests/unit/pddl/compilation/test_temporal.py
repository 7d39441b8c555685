"""Each type of constraint compiled, on a lamp that can be switched, painted and looked at."""

from __future__ import annotations

import kairos
import pytest

from plancritic.pddl.compilation import Compiled, compile_constraints
from plancritic.pddl.execution import execute, judge_constraint, judge_goal
from plancritic.pddl.language import (
    ConstraintType,
    PddlSyntaxError,
    Problem,
    UnsupportedFeatureError,
    parse_constraint,
    parse_domain,
    parse_plan,
    parse_problem,
)

DOMAIN = """
(define (domain lamps)
(:requirements :typing :durative-actions :fluents :negative-preconditions :conditional-effects :timed-initial-literals)
(:types lamp - thing thing)
(:constants Red - lamp)
(:predicates (lit ?l - lamp) (painted ?l - lamp) (seen) (alarm) (near ?l - lamp))
(:functions (uses ?l - lamp))
(:durative-action light :parameters (?l - lamp) :duration (= ?duration 1)
  :condition (over all (near ?l)) :effect (and (at start (increase (uses ?l) 1)) (at end (lit ?l))))
(:durative-action dim :parameters (?l - lamp) :duration (= ?duration 1)
  :condition (at start (lit ?l)) :effect (at start (not (lit ?l))))
(:durative-action paint :parameters (?l - lamp) :duration (= ?duration 2)
  :condition (and) :effect (at end (painted ?l)))
(:action look :parameters (?l - lamp) :precondition (lit ?l) :effect (seen))
(:action shout :parameters () :precondition (and) :effect (when (seen) (alarm)))
)
"""


def problem(goal: str = "(seen)", facts: str = "", more: str = "") -> Problem:
    text = (
        "(define (problem one) (:domain lamps) (:objects blue - lamp)"
        f"(:init (near red) (near blue) (= (uses red) 0) (= (uses blue) 0) {facts}) (:goal {goal}) {more})"
    )
    return parse_problem(text, parse_domain(DOMAIN))


def status(compiled: Compiled, engine: str = "m2") -> tuple[str, str]:
    parsed = kairos.parse_problem(compiled.problem, kairos.parse_domain(compiled.domain))
    result = kairos.Planner().solve(parsed, timeout=2.0, anytime=False, threads=1, engine=engine)
    return result.status.name, result.plan.to_string(kairos.PlanFormat.IPC) if result.plan else ""


def solved(original: Problem, *texts: str) -> str | None:
    """The plan found, proved by the executor; None where there is none, proved by Kairos."""
    constraints = [parse_constraint(text) for text in texts]
    compiled = compile_constraints(original, constraints)
    found, text = status(compiled)
    assert found in {"SOLVED", "UNSOLVABLE"}, compiled
    if found == "UNSOLVABLE":
        return None
    plan = compiled.plan(text)
    trajectory = execute(original, parse_plan(plan))
    assert not trajectory.faults
    assert judge_goal(trajectory).satisfied
    findings = [judge_constraint(trajectory, constraint) for constraint in constraints]
    assert all(finding.satisfied for finding in findings), findings
    return plan


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("(always (not (lit red)))", ""),
        ("(always (lit red))", "(lit red)"),
        ("(sometime (painted red))", ""),
        ("(sometime (not (lit red)))", "(lit red)"),
        ("(within 2 (painted blue))", ""),
        ("(within 0 (lit red))", "(lit red)"),
        ("(at-most-once (lit red))", "(lit red)"),
        ("(at-most-once (not (lit red)))", "(lit red)"),
        ("(sometime-before (lit red) (painted red))", ""),
        ("(sometime-before (seen) (not (lit red)))", "(lit red)"),
        ("(sometime-after (lit red) (painted red))", "(lit red)"),
        ("(always-within 3 (lit red) (painted red))", ""),
        ("(always-within 2 (lit red) (painted red))", "(lit red)"),
        ("(hold-during 1 4 (lit blue))", ""),
        ("(hold-during 0 4 (not (lit blue)))", ""),
        ("(hold-after 3 (not (lit red)))", "(lit red)"),
        ("(hold-after 2 (painted red))", ""),
        ("(at end (and (lit red) (lit blue)))", ""),
        ("(at end (not (lit red)))", "(lit red)"),
    ],
)
def test_a_satisfiable_constraint_gives_a_plan_that_satisfies_it(constraint: str, facts: str) -> None:
    assert solved(problem("(seen)", facts), constraint) is not None


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("(always (not (seen)))", ""),
        ("(always (seen))", ""),
        ("(sometime (near nowhere))", ""),
        ("(within 1.9 (painted blue))", ""),
        ("(sometime-before (lit red) (seen))", "(lit red)"),
        ("(sometime-after (seen) (not (near red)))", ""),
        ("(always-within 0.9 (near red) (lit blue))", ""),
        ("(hold-during 0.5 3 (lit red))", ""),
        ("(hold-after 1 (painted red))", ""),
        ("(at end (not (seen)))", ""),
    ],
)
def test_an_impossible_constraint_leaves_no_plan(constraint: str, facts: str) -> None:
    assert solved(problem("(seen)", facts), constraint) is None


def test_a_window_does_not_make_the_plan_wait() -> None:
    plan = solved(problem(), "(hold-during 50 60 (lit red))")
    assert plan is not None
    assert parse_plan(plan).makespan < 10


def test_a_plan_comes_back_in_the_words_of_the_original_sorted_by_time() -> None:
    plan = solved(problem("(and (seen) (painted red))"), "(always-within 3 (lit red) (painted red))")
    assert plan is not None
    steps = parse_plan(plan).steps
    assert {step.action for step in steps} <= {"light", "dim", "paint", "look"}
    assert [step.start for step in steps] == sorted(step.start for step in steps)


def test_steps_of_the_original_stay_as_they_are() -> None:
    compiled = compile_constraints(problem(), [parse_constraint("(always (not (lit red)))")])
    assert (
        compiled.plan("1.001: (LOOK blue)\n0: (light blue) [1]\n")
        == "0.000: (light blue) [1.000]\n1.001: (look blue)\n"
    )


def test_conditions_may_be_nested_and_quantified() -> None:
    texts = (
        "(always (not (and (lit red) (lit blue))))",
        "(sometime (exists (?l - lamp) (and (lit ?l) (painted ?l))))",
        "(at end (forall (?l - lamp) (imply (painted ?l) (not (lit ?l)))))",
    )
    assert solved(problem(), *texts) is not None


def test_numbers_are_compared_after_the_effect() -> None:
    assert solved(problem("(painted red)"), "(sometime (>= (uses red) 2))") is not None
    assert solved(problem(), "(always (<= (uses red) 0))", "(always (< (uses blue) 1))") is None


def test_timed_literals_are_events_too() -> None:
    away = problem("(lit red)", "(at 2 (not (near blue)))")
    assert solved(away, "(always (near blue))") is None
    assert solved(away, "(sometime (not (near blue)))") is not None
    assert solved(away, "(hold-after 2 (not (near blue)))") is not None
    assert solved(away, "(hold-after 1.5 (not (near blue)))") is None


def test_what_a_timed_literal_would_need_is_refused_by_name() -> None:
    away = problem(facts="(at 2 (not (near blue)))")
    with pytest.raises(UnsupportedFeatureError, match="timed literals"):
        compile_constraints(away, [parse_constraint("(sometime-before (not (near blue)) (seen))")])


def test_conditional_effects_on_what_a_constraint_is_about_are_refused_by_name() -> None:
    with pytest.raises(UnsupportedFeatureError, match="conditional effects"):
        compile_constraints(problem(), [parse_constraint("(sometime (alarm))")])


def test_the_constraints_of_the_problem_are_compiled_too() -> None:
    original = problem(more="(:constraints (and (always (not (seen)))))")
    assert status(compile_constraints(original, ()))[0] == "UNSOLVABLE"


def test_types_that_are_not_asked_for_stay_in_the_text() -> None:
    constraints = [parse_constraint("(within 5 (lit red))"), parse_constraint("(sometime (painted red))")]
    compiled = compile_constraints(problem(), constraints, only={ConstraintType.WITHIN})
    assert "(:constraints (and (sometime (painted red))))" in compiled.problem
    assert status(compiled, "auto")[0] == "SOLVED"


def test_untouched_schemas_keep_their_parameters() -> None:
    compiled = compile_constraints(problem(), [parse_constraint("(sometime (painted red))")])
    assert ":durative-action light\n" in compiled.domain
    assert compiled.exact


def test_a_malformed_constraint_is_refused() -> None:
    with pytest.raises(PddlSyntaxError, match="window"):
        compile_constraints(problem(), [parse_constraint("(hold-during 3 3 (lit red))")])


def test_names_of_the_compilation_do_not_meet_names_of_the_domain() -> None:
    domain = DOMAIN.replace("(alarm)", "(w-seen-1)")
    text = problem().text
    original = parse_problem(text, parse_domain(domain))
    assert "ww-seen-" in compile_constraints(original, [parse_constraint("(sometime (painted red))")]).domain
