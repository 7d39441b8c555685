"""The domains of both groups, their descriptions, and their fixed problems."""

import pytest

from plancritic.engines import PlanningRequest
from plancritic.engines.planners.kstar import KStarEngine, TopPlans
from plancritic.judges import JudgeRequest, ValJudge
from plancritic.laboratory.refinement.benchmark import BenchmarkDomain, benchmark_domains
from plancritic.laboratory.refinement.benchmark.generators.problem_text import FEWEST_STEPS
from plancritic.pddl.language import Atom, FactEffect, conjuncts, parse_domain, parse_problem

DOMAINS = list(benchmark_domains().values())
every_domain = pytest.mark.parametrize("benchmark", DOMAINS, ids=lambda each: each.name)
both_sets = pytest.mark.parametrize("kind", ["feedback", "evaluation"])


def problems(benchmark: BenchmarkDomain, kind: str) -> tuple[str, ...]:
    return benchmark.feedback_problems() if kind == "feedback" else benchmark.evaluation_problems()


def body(problem: str) -> str:
    """The problem without its first line, which names it."""
    return problem.partition("\n")[2]


def actions_of(plan: str) -> set[str]:
    return {line.partition("(")[2].rstrip(")").split()[0] for line in plan.splitlines()}


def test_there_are_the_eight_published_domains() -> None:
    named = [each.name for each in DOMAINS if each.group == "known"]
    assert named == ["blocks", "miconic", "bloxorz", "checkers", "flow", "hiking", "pacman-63", "pacman-72"]
    actions = {each.name: len(parse_domain(each.text).actions) for each in DOMAINS}
    assert [actions[name] for name in named] == [4, 4, 3, 4, 3, 2, 2, 2]


def test_four_domains_are_unseen_and_two_of_them_are_the_strips_part_of_a_temporal_one() -> None:
    unseen = [each for each in DOMAINS if each.group == "unseen"]
    assert [each.name for each in unseen] == ["bakery", "harbour", "greenhouse", "parcel-lockers"]
    assert all(4 <= len(parse_domain(each.text).actions) <= 8 for each in unseen)
    assert [each.name for each in unseen if each.temporal is not None] == ["bakery", "harbour"]


@pytest.mark.parametrize("name", ["bakery", "harbour"])
def test_a_temporal_domain_without_its_times_is_the_domain(name: str) -> None:
    benchmark = benchmark_domains()[name]
    assert benchmark.temporal is not None
    temporal, plain = parse_domain(benchmark.temporal), parse_domain(benchmark.text)
    assert (temporal.name, temporal.types, temporal.predicates) == (plain.name, plain.types, plain.predicates)
    assert list(temporal.actions) == list(plain.actions)
    for name, action in temporal.actions.items():
        own = plain.actions[name]
        assert action.is_durative and action.parameters == own.parameters
        conditions = (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end)
        assert {one for each in conditions for one in conjuncts(each)} == set(conjuncts(own.conditions_at_start))
        assert {*action.effects_at_start, *action.effects_at_end} == set(own.effects_at_start)


@every_domain
def test_a_domain_has_neither_negative_conditions_nor_effects_of_another_kind(benchmark: BenchmarkDomain) -> None:
    domain = parse_domain(benchmark.text)
    assert domain.name == benchmark.name
    assert set(domain.requirements) == {":strips", ":typing"}
    for action in domain.actions.values():
        assert not action.is_durative
        assert all(isinstance(part, Atom) for part in conjuncts(action.conditions_at_start))
        assert all(isinstance(effect, FactEffect) for effect in action.effects_at_start)


def test_pacman_63_deletes_nothing() -> None:
    domain = parse_domain(benchmark_domains()["pacman-63"].text)
    effects = [effect for action in domain.actions.values() for effect in action.effects_at_start]
    assert all(isinstance(effect, FactEffect) and effect.becomes for effect in effects)


@every_domain
def test_the_description_declares_what_the_domain_does_and_prescribes_its_signatures(
    benchmark: BenchmarkDomain,
) -> None:
    domain, description = parse_domain(benchmark.text), benchmark.description
    types = " ".join(f"{name} - object" for name in description.types)
    actions = "".join(
        f"(:action {name} :parameters ({each.parameters}) :effect (and))" for name, each in description.actions.items()
    )
    declared = parse_domain(
        f"(define (domain {description.domain}) (:requirements :strips :typing) (:types {types})"
        f"(:predicates {' '.join(description.predicates)}) {actions})"
    )
    assert declared.name == domain.name
    assert declared.types == domain.types
    assert declared.predicates == domain.predicates
    assert list(declared.actions) == list(domain.actions)
    for name, action in domain.actions.items():
        assert declared.actions[name].parameters == action.parameters


@every_domain
def test_every_action_is_described_in_both_registers_without_variables(benchmark: BenchmarkDomain) -> None:
    assert benchmark.description.overview and benchmark.description.problem is None
    for action in benchmark.description.actions.values():
        detailed, layman = action.text("detailed"), action.text("layman")
        assert detailed and layman and len(layman) < len(detailed)
        assert "?" not in detailed + layman


@every_domain
def test_feedback_and_evaluation_share_no_problem(benchmark: BenchmarkDomain) -> None:
    assert len(benchmark.feedback_problems()) == len(benchmark.evaluation_problems()) == 5
    bodies = {body(each) for kind in ("feedback", "evaluation") for each in problems(benchmark, kind)}
    assert len(bodies) == 10
    domain = parse_domain(benchmark.text)
    for text in (*benchmark.feedback_problems(), *benchmark.evaluation_problems()):
        parse_problem(text, domain)


@every_domain
async def test_val_accepts_the_cheapest_plan_of_a_feedback_problem(
    engine: KStarEngine, benchmark: BenchmarkDomain
) -> None:
    await solve(engine, benchmark, benchmark.feedback_problems()[0])


@pytest.mark.slow
@both_sets
@every_domain
async def test_the_problems_of_a_set_are_solved_and_their_plans_use_every_action(
    engine: KStarEngine, benchmark: BenchmarkDomain, kind: str
) -> None:
    used: set[str] = set()
    for problem in problems(benchmark, kind):
        used |= await solve(engine, benchmark, problem)
    assert used == set(parse_domain(benchmark.text).actions)


async def solve(engine: KStarEngine, benchmark: BenchmarkDomain, problem: str) -> set[str]:
    """Find the cheapest plans, have VAL judge the first one, and return the actions of all of them."""
    found = await engine.top_plans(PlanningRequest(benchmark.text, problem), 100)
    assert isinstance(found, TopPlans) and found.complete
    assert found.plans[0].cost >= FEWEST_STEPS
    report = await ValJudge().judge(JudgeRequest(benchmark.text, problem, found.plans[0].plan))
    assert report.ruling == "accepted", report.raw
    return set[str]().union(*(actions_of(each.plan) for each in found.plans))
