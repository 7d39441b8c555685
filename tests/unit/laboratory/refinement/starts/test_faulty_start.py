"""True domains with seeded faults."""

import pytest

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.reference import Reference
from plancritic.laboratory.refinement.starts import draw_start
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.plan_sets import PlanSets

HIKING = benchmark_domains()["hiking"]


async def test_a_start_has_as_many_faults_as_asked_for_and_tells_them(plan_sets: PlanSets) -> None:
    reference = await Reference.of(HIKING, plan_sets)
    for faults in range(1, 7):
        start = await draw_start(reference, faults, seed=3, plan_sets=plan_sets)
        assert len(start.faults) == faults == len(set(start.faults))
        assert {each.action for each in start.faults} <= {"walk", "climb"}
        assert all(each.detail for each in start.faults)
        domain = parse_domain(start.text)
        assert domain.text == start.text != reference.domain.text
        assert not (await reference.measured(domain, plan_sets)).equivalence.is_perfect


async def test_a_fault_that_nothing_shows_is_drawn_again(plan_sets: PlanSets, monkeypatch: pytest.MonkeyPatch) -> None:
    reference = await Reference.of(HIKING, plan_sets)
    asked: list[bool] = []
    differs = reference.differs

    async def blind_at_first(*arguments: object) -> bool:
        asked.append(len(asked) >= 3 and await differs(*arguments))  # type: ignore[arg-type]
        return asked[-1]

    monkeypatch.setattr(reference, "differs", blind_at_first)
    blind = await draw_start(reference, 1, seed=5, plan_sets=plan_sets)
    monkeypatch.undo()
    seeing = await draw_start(reference, 1, seed=5, plan_sets=plan_sets)
    assert asked[:3] == [False] * 3 and blind.faults != seeing.faults


@pytest.mark.parametrize("faults", [0, 7])
async def test_a_number_of_faults_out_of_range_is_refused(faults: int, plan_sets: PlanSets) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        await draw_start(await Reference.of(HIKING, plan_sets), faults, 1, plan_sets)
