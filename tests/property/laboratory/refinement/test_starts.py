"""Faulty starts: the same seed draws the same one, and it is never as good as the truth."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.reference import Reference
from plancritic.laboratory.refinement.starts import draw_start
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.plan_sets import PlanSets

#: K* asks each domain once, whatever is drawn.
REFERENCES: dict[str, Reference] = {}


async def check(name: str, faults: int, seed: int) -> None:
    plan_sets = PlanSets(children=1)
    try:
        if name not in REFERENCES:
            REFERENCES[name] = await Reference.of(benchmark_domains()[name], plan_sets)
        reference = REFERENCES[name]
        start = await draw_start(reference, faults, seed, plan_sets)
        anew = Reference(reference.benchmark, reference.problems, reference.plans)
        assert start == await draw_start(anew, faults, seed, plan_sets)
        assert len(start.faults) == faults
        measured = await anew.measured(parse_domain(start.text), plan_sets)
        assert measured.equivalence.value < 1
        assert await anew.differs(parse_domain(start.text), plan_sets)
    finally:
        await plan_sets.close()


@pytest.mark.timeout(300)
@settings(max_examples=examples(20), deadline=None)
@given(st.sampled_from(["blocks", "hiking", "pacman-63", "pacman-72"]), st.integers(1, 4), st.integers(0, 1_000))
def test_a_start_is_drawn_by_its_seed_and_differs_from_the_truth(name: str, faults: int, seed: int) -> None:
    asyncio.run(check(name, faults, seed))
