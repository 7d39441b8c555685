"""The execution of a session's plan on a real broker: what was done stays, and the rest is planned anew."""

from __future__ import annotations

from typing import Any

from tests.support.feedback_runs import end_of, submit

from plancritic.bus import Client
from plancritic.client import PlancriticClient
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.feedback import PlanRevised, SearchSettings

DEPOT, MILL = "I want van 1 to end up at the depot.", "I want van 1 to end up at the mill."
DRIVER = "I want driver 2 to end up at the depot."


async def turn(client: Client, session: str, *statements: str, **changes: object) -> PlanRevised:
    envelope = await submit(client, *statements, domain="haulage", session=session, settings={"seed": 1}, **changes)
    end = await end_of(client, envelope, limit=60)
    assert isinstance(end, PlanRevised), end
    return end


def progress(end: PlanRevised, through: int, **changes: Any) -> ExecutionProgressed:
    """The steps up to a number are done, by the time at which the last of them ends."""
    time = max(step.start + step.duration for step in end.steps if step.number <= through)
    fields = {"revision": end.revision, "time": time, "through": through} | changes
    return ExecutionProgressed(envelope=Envelope.start(session_id=end.envelope.session_id), **fields)


def deviation(end: PlanRevised, time: float, **changes: Any) -> ExecutionDeviated:
    fields = {"revision": end.revision, "time": time, "settings": SearchSettings(seed=1)} | changes
    return ExecutionDeviated(envelope=Envelope.start(session_id=end.envelope.session_id), **fields)


async def test_look(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    print(first.plan)
    head = await PlancriticClient(haulage).progressed(progress(first, 3))
    print(head.execution)
    second = await turn(haulage, "deliveries", DRIVER)
    print(second.plan, [(o.statement.id, o.verdict, o.explanation) for o in second.statements])
    assert 0
