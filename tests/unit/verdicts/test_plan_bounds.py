"""Bounds on the whole plan from specification to verdict."""

from collections.abc import AsyncIterator

import pytest

from plancritic.contracts.planning import Impossible, NoPlanFound, PlanProved, SolveLimits, TimedOut
from plancritic.contracts.specification import Strength, TracedConstraint
from plancritic.domains import load_domain
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.pddl.language import parse_constraint, parse_domain, parse_plan, parse_problem
from plancritic.pddl.reachability.least_steps import least_steps
from plancritic.verdicts import Verdicts, standard
from plancritic.verdicts.plan_bounds import consequences, too_few_steps

WATERWAY, HAULAGE = load_domain("waterway"), load_domain("haulage")


def one(text: str, strength: Strength = "must", *statements: str) -> TracedConstraint:
    return TracedConstraint(constraint=text, strength=strength, statements=statements)


@pytest.fixture
async def verdicts() -> AsyncIterator[Verdicts]:
    library = Verdicts(standard(), (KairosJudge(), ExecutorJudge()))
    yield library
    await library.close()


async def test_a_plan_ends_before_the_bound(verdicts: Verdicts) -> None:
    texts = HAULAGE.domain_pddl, HAULAGE.problem("1")
    unbounded = await verdicts.verdict(*texts, (), SolveLimits(seconds=10))
    assert isinstance(unbounded, PlanProved)
    makespan = parse_plan(unbounded.plan).makespan
    bounded = await verdicts.verdict(*texts, [one(f"(< (total-time) {makespan:.3f})")], SolveLimits(seconds=10))
    assert isinstance(bounded, PlanProved)
    assert parse_plan(bounded.plan).makespan < makespan


async def test_a_clash_names_the_bound(verdicts: Verdicts) -> None:
    specification = [
        one("(<= (total-time) 10)", "must", "f1"),
        one("(sometime (at deb_ast_0 wpt_end))", "must", "f2"),
        one("(hold-during 0 5 (at shp_sal_ast_0 wpt_ini))", "must", "f3"),
    ]
    texts = WATERWAY.domain_pddl, WATERWAY.problem("1")
    verdict = await verdicts.verdict(*texts, specification, SolveLimits(seconds=10), explain_clash=True, relax=True)
    assert isinstance(verdict, Impossible)
    assert verdict.clash_minimal
    assert {each.statements for each in verdict.clash} == {("f1",), ("f3",)}
    kinds = {relaxation.kind for relaxation in verdict.relaxations}
    assert "later_bound" in kinds
    assert any("total-time" in (change.replacement or "") for each in verdict.relaxations for change in each.changes)


async def test_a_should_that_cannot_be_kept_is_left_out(verdicts: Verdicts) -> None:
    texts = HAULAGE.domain_pddl, HAULAGE.problem("1")
    for text, kept in (("(< (total-time) 84)", True), ("(< (total-time) 30)", False)):
        verdict = await verdicts.verdict(*texts, [one(text, "should")], SolveLimits(seconds=10))
        assert isinstance(verdict, PlanProved)
        assert [outcome.kept for outcome in verdict.preferences] == [kept]


async def test_too_few_steps_are_impossible_only_with_a_proof(verdicts: Verdicts) -> None:
    texts = WATERWAY.domain_pddl, WATERWAY.problem("1")
    refuted = await verdicts.verdict(*texts, [one("(<= (total-steps) 2)")], SolveLimits(seconds=5))
    assert isinstance(refuted, Impossible)
    assert "at least 3 steps" in refuted.reason
    open_question = await verdicts.verdict(*texts, [one("(<= (total-steps) 5)")], SolveLimits(seconds=1))
    assert isinstance(open_question, NoPlanFound | TimedOut)


async def test_a_problem_outside_the_model_refuses_bounds_by_name(verdicts: Verdicts) -> None:
    domain = """(define (domain d) (:requirements :derived-predicates) (:predicates (p) (q))
    (:derived (q) (p)) (:action a :parameters () :precondition (and) :effect (p)))"""
    problem = "(define (problem x) (:domain d) (:init) (:goal (q)))"
    verdict = await verdicts.verdict(domain, problem, [one("(<= (total-time) 3)")], SolveLimits(seconds=2))
    assert verdict.verdict == "unsupported"


def test_facts_with_achievers_of_their_own_need_a_step_each() -> None:
    domain = parse_domain(
        """(define (domain d) (:requirements :typing) (:types t) (:predicates (ready) (done ?x - t))
        (:action prepare :parameters () :precondition (and) :effect (ready))
        (:action do :parameters (?x - t) :precondition (ready) :effect (done ?x)))"""
    )
    text = "(define (problem x) (:domain d) (:objects a b - t) (:init) (:goal (and (done a) (done b))))"
    problem = parse_problem(text, domain)
    assert least_steps(problem, (problem.goal,)) == 3
    assert too_few_steps(problem, [parse_constraint("(<= (total-steps) 3)")]) is None
    found = too_few_steps(problem, [parse_constraint("(sometime (ready))"), parse_constraint("(< (total-steps) 3)")])
    assert found is not None
    assert found[1] == (1,)


def test_nothing_follows_from_a_bound_where_the_world_goes_on_without_the_plan() -> None:
    domain = parse_domain(
        """(define (domain d) (:requirements :durative-actions :timed-initial-literals) (:predicates (p) (q))
        (:durative-action a :parameters () :duration (= ?duration 1) :condition (and) :effect (at end (q))))"""
    )
    bound = [parse_constraint("(<= (total-time) 2)")]
    for time, number in ((5, 0), (1, 2)):
        text = f"(define (problem x) (:domain d) (:init (at {time} (p))) (:goal (p)))"
        assert len(consequences(parse_problem(text, domain), bound)) == number
