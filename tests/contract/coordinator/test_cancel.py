"""Runs that somebody cancels, with two copies of the coordinator on a real broker."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from tests.support.builders import feedback_submitted
from tests.support.feedback_runs import number_of_ends
from tests.support.polling import until
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.bus.durable.ended import ending_of
from plancritic.client import PlancriticClient, Run
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import (
    FeedbackRefused,
    FeedbackSubmitted,
    GenerationEvaluated,
    PlanRevised,
    SearchSettings,
)
from plancritic.coordinator import app as coordinator
from plancritic.coordinator.checkpoints.checkpoint_store import CheckpointStore
from plancritic.coordinator.runs.records import Runs
from plancritic.coordinator.settings import CoordinatorSettings


def feedback(generations: int) -> FeedbackSubmitted:
    settings = SearchSettings(
        seed=1, population=4, generations=generations, least_generations=generations, evidence=("check",)
    )
    statement = "Van 1 is back at the depot at the end."
    return feedback_submitted(statement, envelope=Envelope.start(), domain="haulage", settings=settings)


@pytest.fixture
async def plancritic(haulage: Client, bus_settings: BusSettings) -> AsyncIterator[PlancriticClient]:
    """A client of all services, among them a second coordinator."""
    async with running(coordinator.build_app(CoordinatorSettings(patience_seconds=20), bus_settings)):
        yield PlancriticClient(haulage)


async def until_idle(plancritic: PlancriticClient) -> None:
    """Return once no copy of the coordinator carries a run."""

    async def idle() -> bool:
        return not any(copy.in_flight for copy in await plancritic.services() if copy.service == "coordinator")

    await until(idle)


async def cancelled_end(run: Run) -> FeedbackRefused:
    """The end of the run, which is cancelled at its first generation."""
    async with aclosing(run.follow(limit=60)) as events:
        async for event in events:
            if isinstance(event, GenerationEvaluated) and event.generation == 1:
                assert (await run.cancel()).state == "cancelled"
            if isinstance(event, FeedbackRefused):
                return event
    raise AssertionError("the run ended otherwise")


@pytest.mark.slow
async def test_a_cancelled_run_ends_once_and_its_jobs_are_skipped(plancritic: PlancriticClient, client: Client) -> None:
    run = await plancritic.submit(feedback(generations=1000))
    end = await cancelled_end(run)
    assert end.fault.code is FaultCode.CANCELLED
    assert run.id in end.fault.message
    assert await number_of_ends(client, run.feedback.envelope, quiet=0.5) == 1
    assert await ending_of(client, run.feedback.envelope) == "cancelled"
    assert (await plancritic.find_run(run.id[:12])).state == "cancelled"

    async def forgotten() -> bool:
        return await CheckpointStore(client).newest(run.id) is None

    await until(forgotten)
    assert (await run.cancel()).state == "cancelled"
    # The copy that carried it is free again, and so is the other.
    for _ in range(2):
        assert isinstance(await (await plancritic.submit(feedback(generations=0))).end(limit=60), PlanRevised)
    await until_idle(plancritic)


@pytest.mark.slow
async def test_the_copy_that_carries_a_run_stops_also_where_another_was_quicker_to_end_it(
    plancritic: PlancriticClient, client: Client
) -> None:
    run = await plancritic.submit(feedback(generations=1000))
    async with aclosing(run.follow(limit=60)) as events:
        async for event in events:
            if isinstance(event, GenerationEvaluated):
                break
    fault = Fault(code=FaultCode.CANCELLED, message="cancelled", remedy="submit it again")
    end = FeedbackRefused(envelope=run.feedback.envelope.caused(), fault=fault)
    await Runs(client).end(end, subjects.FEEDBACK_REFUSED)
    assert (await run.cancel()).state == "cancelled"
    await until_idle(plancritic)


async def test_a_run_that_has_ended_keeps_its_end(plancritic: PlancriticClient, client: Client) -> None:
    run = await plancritic.submit(feedback(generations=0))
    assert isinstance(await run.end(limit=60), PlanRevised)
    assert (await plancritic.cancel(run.id)).state == "ended"
    assert await number_of_ends(client, run.feedback.envelope, quiet=0.3) == 1


async def test_a_run_that_nobody_began_is_unknown(plancritic: PlancriticClient, client: Client) -> None:
    run = Run(feedback(generations=0), client)
    with pytest.raises(ContractError) as refused:
        await run.cancel()
    assert refused.value.fault.code is FaultCode.UNKNOWN_NAME
