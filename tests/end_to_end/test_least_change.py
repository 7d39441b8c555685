"""A plan that the person was shown changes no more than it has to, and costs no more than it has to."""

from __future__ import annotations

import pytest
from tests.support.feedback_runs import end_of, events_of, submit

from plancritic.bus import Client
from plancritic.contracts.feedback import PlanRevised
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.pddl.language import parse_plan

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


@pytest.mark.parametrize(
    ("domain", "said", "most"),
    [
        # The first plan takes 46.003, and 120.006.
        ("satellite", "Take the image of Star5 first.", 41.1),
        ("haulage", "Driver 1 never drives the van.", 99.1),
    ],
)
async def test_a_better_plan_than_the_first_one_is_told_before_the_end_and_how_good_it_is(
    operator: Client, domain: str, said: str, most: float
) -> None:
    run = await submit(operator, said, domain=domain, settings={"seed": 1})
    messages = [event.message for event in await events_of(operator, run)]
    told = [each for each in messages if isinstance(each, PlanImproved)]
    end = messages[-1]
    assert isinstance(end, PlanRevised)
    assert [each.number for each in told] == list(range(1, len(told) + 1))
    assert told[0].makespan >= told[-1].makespan
    assert told[-1].plan == end.plan, "the last figure told is the final one"
    assert parse_plan(end.plan).makespan < most
    assert end.proof.ruling == "accepted"
    assert end.lower_bound is not None
    assert end.lower_bound.value <= parse_plan(end.plan).makespan
    assert ("(proved)" in end.lower_bound_said) == end.lower_bound.met


async def test_with_a_seed_the_improvement_gives_the_same_plan_again(operator: Client) -> None:
    said, settings = "Take the image of Star5 first.", {"seed": 3}
    one, other = [await revised(operator, said, domain="satellite", settings=settings) for _ in range(2)]
    assert (one.plan, one.lower_bound, one.distance) == (other.plan, other.lower_bound, other.distance)


async def test_a_bound_that_cannot_be_met_is_proved_with_few_searches_and_the_plan_stays(operator: Client) -> None:
    said = "The satellite points at Phenomenon4 within 2 seconds."
    end = await revised(operator, said, domain="satellite", settings={"seed": 1})
    (told,) = end.statements
    assert told.verdict in ("impossible", "violated")
    assert "No plan that reaches the goal meets it (proved)." in told.explanation
    assert end.plan.split() == end.base_plan.split(), "nothing is paid for what cannot be had"
    jobs = {each.part: each.count for each in end.timings}
    # The base plan, the candidates of the statement, why it is impossible, and the bound; it was 25 and more.
    assert jobs["planner"] <= 8


async def test_what_is_dropped_costs_nothing_any_more(operator: Client) -> None:
    session = "dropped-again"
    first = await revised(operator, "No vessel may go through waypoint A.", session=session)
    second = await revised(operator, session=session, statements=(), drop=(first.statements[0].statement.id,))
    assert second.plan.split() == second.base_plan.split()
    third = await revised(operator, "No vessel may go through waypoint A.", session=session)
    assert parse_plan(third.plan).makespan <= parse_plan(first.plan).makespan + 0.05, "a plan of an earlier turn"


async def test_kept_close_the_plan_changes_less(operator: Client) -> None:
    said = "The scout is at the end point within 2 hours."
    close = await revised(operator, said, settings={"seed": 1, "keep_close": True})
    soon = await revised(operator, said, settings={"seed": 1})
    assert close.distance is not None and soon.distance is not None
    changed = [each.distance.added + each.distance.removed for each in (close, soon) if each.distance]
    assert changed[0] <= changed[1]
    assert close.statements[0].verdict == "adhered"
