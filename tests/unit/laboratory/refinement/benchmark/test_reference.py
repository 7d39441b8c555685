"""HDE of domains against a true one."""

import asyncio
from fractions import Fraction

from plancritic.contracts.planning import TimedOut
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.reference import Reference
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.plan_sets import PlanSet, PlanSets

PACMAN = benchmark_domains()["pacman-63"]


async def test_a_domain_is_equal_to_itself_and_less_than_that_to_a_faulty_one(plan_sets: PlanSets) -> None:
    reference = await Reference.of(PACMAN, plan_sets)
    true = parse_domain(PACMAN.text)
    # A true plan fails; all true plans work and another one appears; nothing can be reached.
    narrow = parse_domain(PACMAN.text.replace("(safe ?to) (food ?to)", "(safe ?to) (food ?to) (no-food ?from)"))
    wide = parse_domain(PACMAN.text.replace("(safe ?to) (food ?to)", "(safe ?to)"))
    dead = parse_domain(PACMAN.text.replace("(eaten ?to))))", "(food ?to))))"))
    assert not await reference.differs(true, plan_sets)
    for faulty in (narrow, wide, dead):
        assert await reference.differs(faulty, plan_sets)
        assert not reference.knows(faulty)
    equal, *measured = [await reference.measured(each, plan_sets) for each in (true, narrow, wide, dead)]
    assert equal.equivalence.is_perfect and equal.equivalence.value == 1
    assert equal.strict.is_right and not any(each.strict.is_right for each in measured)
    assert measured[0].strict.refused and measured[1].strict.allowed and measured[2].strict.changed
    assert all(0 < float(each.equivalence.value) < 1 for each in measured[:2])
    assert measured[0].equivalence.too_narrow > 0 and measured[1].equivalence.too_wide > 0
    assert measured[1].equivalence.too_narrow == 0
    assert measured[2].equivalence.value == 0
    # That there is no plan is proved: nothing was given up.
    assert [each.given_up for each in measured] == [0, 0, 0]
    assert all(map(reference.knows, (true, narrow, wide, dead)))
    assert await reference.differs(wide, plan_sets) and not await reference.differs(true, plan_sets)


class GivenUp(PlanSets):
    """Gives up every problem, once all five are asked for."""

    def __init__(self) -> None:
        super().__init__(children=1)
        self._all = asyncio.Barrier(5)

    async def plans(self, domain: str, problem: str) -> PlanSet:
        await asyncio.wait_for(self._all.wait(), 10)
        return PlanSet((), failure=TimedOut(engine="kstar", limit_seconds=2.0, clock="cpu"))


async def test_problems_are_planned_beside_each_other_and_those_given_up_have_no_backward_share(
    plan_sets: PlanSets,
) -> None:
    reference = await Reference.of(PACMAN, plan_sets)
    given_up = GivenUp()
    measured = await reference.measured(parse_domain(PACMAN.text), given_up)
    await given_up.close()
    assert (measured.given_up, measured.shortfall) == (5, 0)
    assert measured.equivalence.value == Fraction(1, 2) and measured.equivalence.too_narrow == 0
