"""Every generator: the same text for the same size and seed, larger problems for larger sizes, none without a plan."""

import os
import subprocess
import sys

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.engines import PlanFound, PlanningRequest
from plancritic.engines.planners.kstar import KStarEngine
from plancritic.laboratory.refinement.benchmark import BenchmarkDomain, benchmark_domains
from plancritic.laboratory.refinement.benchmark.generators.problem_text import FEWEST_STEPS, LARGEST_SIZE
from plancritic.pddl.language import parse_domain, parse_problem

every_domain = pytest.mark.parametrize("benchmark", benchmark_domains().values(), ids=lambda each: each.name)

WRITE_ALL = (
    "from plancritic.laboratory.refinement.benchmark import benchmark_domains\n"
    "for each in benchmark_domains().values():\n"
    "    print(*(each.generate(size, seed) for size in (1, 4) for seed in (0, 1)))\n"
)


@every_domain
def test_every_text_parses_in_its_domain(benchmark: BenchmarkDomain) -> None:
    domain = parse_domain(benchmark.text)
    for size in range(1, 9):
        for seed in range(10):
            problem = parse_problem(benchmark.generate(size, seed), domain)
            assert problem.domain is domain


@every_domain
def test_larger_sizes_have_more_objects(benchmark: BenchmarkDomain) -> None:
    domain = parse_domain(benchmark.text)
    means = [
        sum(len(parse_problem(benchmark.generate(size, seed), domain).objects) for seed in range(20))
        for size in (1, 2, 3, 5, 8)
    ]
    assert means == sorted(means) and len(set(means)) == len(means)


@every_domain
def test_different_seeds_give_different_problems(benchmark: BenchmarkDomain) -> None:
    bodies = {benchmark.generate(4, seed).partition("\n")[2] for seed in range(10)}
    assert len(bodies) >= 9


def test_the_text_depends_on_size_and_seed_alone() -> None:
    # The order of sets of texts changes from process to process.
    texts = [
        subprocess.check_output(
            [sys.executable, "-c", WRITE_ALL], text=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    assert texts[0] == texts[1]
    assert texts[0].count("(define") == 4 * len(benchmark_domains())


@every_domain
@pytest.mark.parametrize("size", [0, -1, LARGEST_SIZE + 1])
def test_a_size_out_of_range_is_refused(benchmark: BenchmarkDomain, size: int) -> None:
    with pytest.raises(ContractError, match=f"size {size}") as caught:
        benchmark.generate(size, 1)
    assert caught.value.fault.remedy


@every_domain
def test_the_largest_size_is_made_too(benchmark: BenchmarkDomain) -> None:
    problem = parse_problem(benchmark.generate(LARGEST_SIZE, 1), parse_domain(benchmark.text))
    assert len(problem.objects) > LARGEST_SIZE


@pytest.mark.slow
@every_domain
async def test_what_is_generated_has_a_plan_of_three_steps_or_more(
    engine: KStarEngine, benchmark: BenchmarkDomain
) -> None:
    for size in range(1, 6):
        for seed in range(1000, 1004):
            outcome = await engine.solve(PlanningRequest(benchmark.text, benchmark.generate(size, seed)))
            assert isinstance(outcome, PlanFound), (size, seed, outcome)
            assert outcome.plan.count("\n") >= FEWEST_STEPS, (size, seed)
