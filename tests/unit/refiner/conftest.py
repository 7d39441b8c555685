"""Plan sets for a test."""

from collections.abc import AsyncIterator

import pytest

from plancritic.refiner.equivalence.plan_sets import PlanSets


@pytest.fixture
async def plan_sets() -> AsyncIterator[PlanSets]:
    made = PlanSets(children=1)
    yield made
    await made.close()
