"""True domains with one larger fault."""

import pytest

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.reference import Reference
from plancritic.laboratory.refinement.starts import NoStartError, structural_start
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.plan_sets import PlanSets

HIKING = benchmark_domains()["hiking"]


async def test_starts_of_a_kind_differ_show_and_are_the_same_for_the_same_seed(plan_sets: PlanSets) -> None:
    reference = await Reference.of(HIKING, plan_sets)
    starts = [await structural_start(reference, "arguments-turned", number, 5, plan_sets) for number in (1, 2, 3)]
    assert len({each.text for each in starts}) == 3
    for each in starts:
        (fault,) = each.faults
        assert fault.kind == "arguments-turned" and fault.detail
        assert not (await reference.measured(parse_domain(each.text), plan_sets)).equivalence.is_perfect
    again = await structural_start(reference, "arguments-turned", 2, 5, plan_sets)
    assert again == starts[1]


async def test_a_kind_with_fewer_faults_has_fewer_starts(plan_sets: PlanSets) -> None:
    reference = await Reference.of(HIKING, plan_sets)
    assert (await structural_start(reference, "action-missing", 2, 1, plan_sets)).faults[0].action in ("walk", "climb")
    with pytest.raises(NoStartError, match="2 starts of the kind action-missing"):
        await structural_start(reference, "action-missing", 3, 1, plan_sets)
