"""A plan that the person was shown changes no more than it has to, and costs no more than it has to."""

from __future__ import annotations

import pytest
from tests.support.feedback_runs import end_of, submit

from plancritic.bus import Client
from plancritic.contracts.feedback import PlanRevised

pytestmark = pytest.mark.slow

MILL_ONCE = "I want each van to visit the mill at most once."


async def revised(client: Client, *statements: str, session: str | None = None, **changes: object) -> PlanRevised:
    end = await end_of(client, await submit(client, *statements, session=session, **changes))
    assert isinstance(end, PlanRevised), end
    return end


@pytest.mark.parametrize("settings", [{}, {"seed": 1}], ids=["by the clock", "with a seed"])
async def test_a_plan_that_does_what_is_said_already_is_the_answer_unchanged(
    operator: Client, settings: dict[str, int]
) -> None:
    end = await revised(operator, MILL_ONCE, domain="haulage", problem="2", settings=settings)
    (told,) = end.statements
    assert told.verdict in ("adhered", "unconfirmed")
    assert len(told.constraints) == 2
    # Where the reading is doubtful no plan pays for another one.
    assert end.plan.split() == end.base_plan.split()


async def test_a_later_turn_keeps_the_plan_that_meets_it_already(operator: Client) -> None:
    session = "least-change"
    first = await revised(operator, "No vessel may go through waypoint A.", session=session)
    second = await revised(operator, "The debris boat never visits waypoint A.", session=session)
    assert first.plan != first.base_plan
    assert second.plan == first.plan
    assert [each.verdict for each in second.statements] == ["adhered", "adhered"]
