"""A later turn of a session: step numbers mean the plan shown last; earlier statements are not in force."""

from __future__ import annotations

import structlog
from tests.support.builders import feedback_submitted, plan_revised
from tests.support.feedback_runs import end_of, submit

from plancritic.bus import BucketName, Client
from plancritic.bus.streams import bucket_name
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import BasePlanMade, PlanRevised
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.sessions.continuation import ShownPlans, earlier_turns

DEPOT, MILL = "I want van 1 to end up at the depot.", "I want van 1 to end up at the mill."


async def turn(client: Client, session: str, *statements: str, **changes: object) -> PlanRevised:
    envelope = await submit(client, *statements, domain="haulage", session=session, settings={"seed": 1}, **changes)
    end = await end_of(client, envelope, limit=60)
    assert isinstance(end, PlanRevised), end
    return end


SWAPPED = "Step 8 should come before step 6."


async def test_step_numbers_of_a_second_turn_mean_the_plan_that_the_first_ended_with(haulage: Client) -> None:
    first = await turn(haulage, "steps", MILL)
    assert (first.shown, first.notice) == (None, "")
    of_base = (await turn(haulage, "fresh", SWAPPED)).statements[0]
    of_revised = (await turn(haulage, "other", SWAPPED, shown_plan=first.plan)).statements[0]
    assert of_base.constraints != of_revised.constraints, "else the two plans could not be told apart"
    second = await turn(haulage, "steps", SWAPPED)
    assert second.statements[0].constraints == of_revised.constraints
    assert second.shown is not None
    assert (second.shown.source, second.shown.run) == ("session", first.envelope.correlation_id)
    assert (second.shown.plan, second.shown.steps) == (first.plan, first.steps)


async def test_a_plan_that_comes_with_the_feedback_counts_before_the_session_s(haulage: Client) -> None:
    first = await turn(haulage, "steps", MILL)
    second = await turn(haulage, "steps", DEPOT, shown_plan=first.base_plan)
    assert second.shown is not None
    assert (second.shown.source, second.shown.run, second.shown.plan) == ("feedback", None, first.base_plan)


async def test_a_later_turn_says_that_earlier_statements_are_not_in_force(haulage: Client) -> None:
    await turn(haulage, "deliveries", DEPOT)
    second = await turn(haulage, "deliveries", MILL)
    assert "turn 2 of session deliveries" in second.notice
    assert "1 earlier statement is not in force" in second.notice
    made = await anext(
        haulage.watch(session="deliveries", subjects=(subjects.BASE_PLAN_MADE,), correlation=run_of(second))
    )
    assert isinstance(made.message, BasePlanMade)
    assert made.message.notice == second.notice
    # Both are said again: nothing else is left of the session, and that is said too.
    third = await turn(haulage, "deliveries", DEPOT, MILL)
    assert "Nothing else" in third.notice


def run_of(end: PlanRevised) -> str:
    return end.envelope.correlation_id


async def test_another_session_and_another_problem_have_plans_of_their_own(client: Client) -> None:
    submitted = feedback_submitted("Go.", envelope=Envelope.start(session_id="one"))
    runs, ended = Runs(client), plan_revised(envelope=submitted.envelope.caused("end"))
    await runs.begin(submitted)
    await runs.end(ended, subjects.PLAN_REVISED)
    found = await ShownPlans(client).last("one", ended.problem)
    assert found is not None
    assert (found.run, found.plan) == (submitted.envelope.correlation_id, ended.plan)
    assert await ShownPlans(client).last("two", ended.problem) is None
    for changed in ({"problem": "2"}, {"domain": "other"}, {"bundle": "1" * 64}):
        assert await ShownPlans(client).last("one", ended.problem.model_copy(update=changed)) is None


async def test_many_long_plans_of_a_session_leave_room_in_its_ledger(client: Client) -> None:
    plan = "0.000: (noop) [1.000]\n" * 10_000
    for _ in range(8):
        submitted = feedback_submitted("Go.", envelope=Envelope.start(session_id="long"))
        await Runs(client).begin(submitted)
        ended = plan_revised(envelope=submitted.envelope.caused("end"), plan=plan)
        await Runs(client).end(ended, subjects.PLAN_REVISED)
    earlier = await earlier_turns(
        client, feedback_submitted("On.", envelope=Envelope.start(session_id="long")), ended.problem
    )
    assert earlier.shown is not None
    assert earlier.shown.plan == plan
    assert "turn 9" in earlier.notice


async def test_where_earlier_turns_cannot_be_looked_up_the_run_says_so(client: Client) -> None:
    await client.jetstream.delete_stream(f"KV_{bucket_name(client.naming, BucketName.LEDGERS)}")
    submitted = feedback_submitted("Go.", envelope=Envelope.start())
    with structlog.testing.capture_logs() as logged:
        earlier = await earlier_turns(client, submitted, plan_revised().problem)
    assert earlier.shown is None
    assert "could not be looked up" in earlier.notice
    assert [line["event"] for line in logged] == ["earlier turns not looked up"]
