"""Removals of single literals: which of them the plans of a problem show."""

import pytest

from plancritic.engines.planners.kstar import KStarEngine
from plancritic.laboratory.refinement.benchmark import BenchmarkDomain, benchmark_domains
from plancritic.laboratory.refinement.benchmark.removals import is_seen, single_removals, true_plans, unseen_removals
from plancritic.pddl.language import parse_domain

BLOCKS, MICONIC = benchmark_domains()["blocks"], benchmark_domains()["miconic"]


def test_every_literal_of_a_domain_is_removed_once() -> None:
    removals = single_removals(parse_domain(BLOCKS.text))
    assert len(removals) == 27
    assert len({removal.domain.text for removal in removals}) == 27
    assert [str(each) for each in (removals[0], removals[-1])] == [
        "pick-up: precondition (clear ?x)",
        "unstack: effect (not (hand-empty))",
    ]


async def test_a_removal_is_seen_by_plans_that_fail_and_by_plans_that_should(engine: KStarEngine) -> None:
    domain = parse_domain(BLOCKS.text)
    removals = {str(each): each for each in single_removals(domain)}
    problem = await true_plans(engine, domain, BLOCKS.generate(1, 0))
    assert len(problem.plans) == 100
    # The goal of a true plan is missed; a plan appears that stacks what nobody holds.
    assert await is_seen(engine, removals["stack: effect (on ?x ?below)"], problem)
    assert await is_seen(engine, removals["stack: precondition (held ?x)"], problem)


async def test_a_removal_is_not_seen_where_all_that_it_allows_costs_more(engine: KStarEngine) -> None:
    domain = parse_domain(MICONIC.text)
    removals = {str(each): each for each in single_removals(domain)}
    twice = removals["board: precondition (not-served ?p)"]
    small, large = [await true_plans(engine, domain, MICONIC.generate(size, 0)) for size in (1, 6)]
    # Riding a second time takes three steps more: a hundred plans reach that far in a small building alone.
    assert await is_seen(engine, twice, small)
    assert not await is_seen(engine, twice, large)
    assert await unseen_removals(engine, [twice], [large]) == (twice,)
    assert await unseen_removals(engine, [twice], [large, small]) == ()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["feedback", "evaluation"])
@pytest.mark.parametrize("benchmark", benchmark_domains().values(), ids=lambda each: each.name)
async def test_every_removal_is_seen_on_some_problem_of_a_set(
    engine: KStarEngine, benchmark: BenchmarkDomain, kind: str
) -> None:
    texts = benchmark.feedback_problems() if kind == "feedback" else benchmark.evaluation_problems()
    domain = parse_domain(benchmark.text)
    problems = [await true_plans(engine, domain, text) for text in texts]
    unseen = await unseen_removals(engine, single_removals(domain), problems)
    assert [str(removal) for removal in unseen] == []
