"""Work for a run that this copy has heard to be cancelled is not begun."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.refining import NARROW, requested

from plancritic.bus import Client, EventRuns, RunRows
from plancritic.bus.durable.run_ends import RunEnds
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.refinement.messages import RefinementRequested
from plancritic.contracts.service import CancelRun

ROWS = RunRows("refinement", subjects.REFINEMENT_REQUESTED, subjects.DOMAIN_REFINED, subjects.REFINEMENT_REFUSED)


async def begun(client: Client) -> RefinementRequested:
    request = requested(NARROW)
    await client.publish(request, subjects.REFINEMENT_REQUESTED)
    return request


async def cancelled(runs: EventRuns, request: Message) -> None:
    run = request.envelope.correlation_id
    answer = await runs.cancel(CancelRun(envelope=Envelope.start(), run=run, kind="refinement"))
    assert answer is not None
    assert answer.run.state == "cancelled"


async def test_a_job_that_is_taken_after_its_run_was_cancelled_is_not_begun(client: Client) -> None:
    runs, request, other = EventRuns(ROWS, lambda: client), await begun(client), await begun(client)
    worked: list[str] = []

    async def work(what: str) -> str:
        worked.append(what)
        return what

    await cancelled(runs, request)
    with pytest.raises(ContractError) as refused:
        await runs.unless_cancelled(request.envelope.caused(), work("too late"))
    assert refused.value.fault.code is FaultCode.CANCELLED
    assert await runs.unless_cancelled(other.envelope.caused(), work("in time")) == "in time"
    assert worked == ["in time"]


async def test_a_run_that_is_cancelled_just_before_its_work_begins_is_not_worked_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, request = EventRuns(ROWS, lambda: client), await begun(client)
    ending = RunEnds.ending
    worked: list[str] = []

    async def cancelled_after_the_look(self: RunEnds) -> str | None:
        monkeypatch.setattr(RunEnds, "ending", ending)
        found = await ending(self)
        await cancelled(runs, request)
        return found

    async def work(_end: Envelope, key: str) -> Message:
        worked.append(key)
        await asyncio.Event().wait()
        raise AssertionError("it goes on for ever")

    monkeypatch.setattr(RunEnds, "ending", cancelled_after_the_look)
    async with asyncio.timeout(10):
        await runs.carry(request, work)
    assert worked == []
    assert [each.run for each in await client.headings(subjects.REFINEMENT_REFUSED)] == [
        request.envelope.correlation_id
    ]
