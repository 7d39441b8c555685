"""Attempts at a message, counted by us and fenced by the broker: what comes late does not count."""

from __future__ import annotations

import asyncio

import pytest
from nats.aio.msg import Msg
from tests.support.builders import feedback_submitted, solution, solve_problem, untraced
from tests.support.polling import until
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Conflict, LeaseLost, Service, Superseded, Work
from plancritic.bus.durable.fence import Fence
from plancritic.bus.durable.lease import LeaseHeld, Leases
from plancritic.bus.streams import durable_name, durable_stream
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.subjects import Subject

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow


async def delivered(client: Client, row: Subject, service: str) -> Msg:
    durable = durable_name(client.naming, row, service)
    queue = await client.jetstream.pull_subscribe_bind(durable, durable_stream(client.naming, row))
    (message,) = await queue.fetch(1, timeout=10)
    await queue.unsubscribe()
    return message


async def test_the_answer_of_an_attempt_that_another_has_followed_is_neither_stored_nor_heard(client: Client) -> None:
    job = solve_problem(envelope=Envelope.start())
    waiting = asyncio.create_task(client.request(job, subjects.SOLVE, timeout=10))
    await asyncio.sleep(0.2)
    stale, newer = (Fence(client, subjects.SOLVE, job.envelope) for _ in range(2))
    await stale.begin(await stale.look(), 1)
    await newer.begin(await newer.look(), 2)
    assert newer.failed == 1
    with pytest.raises(Conflict):
        late = solution(job, verdict={"verdict": "no_plan_found", "engine": "none", "reason": "stale"})
        await client.publish_result(late, subjects.SOLVED, job.envelope.message_id, stale.sequence)
    with pytest.raises(Superseded):
        await stale.confirm()
    with pytest.raises(Superseded):
        await stale.give_back()
    await asyncio.sleep(0.2)
    assert not waiting.done()
    expected = solution(job)
    await client.publish_result(expected, subjects.SOLVED, job.envelope.message_id, newer.sequence)
    assert untraced(await waiting) == untraced(expected)


@pytest.mark.slow
@pytest.mark.parametrize("row", [subjects.SOLVE, subjects.FEEDBACK_SUBMITTED], ids=lambda row: row.name)
@pytest.mark.parametrize("stalled", ["first", "second"])
async def test_a_worker_that_was_stalled_acknowledges_nothing(
    stalled: str, row: Subject, bus_settings: BusSettings, client: Client
) -> None:
    """Between its work and its answer another copy claims the message and dies: the message has to come again."""
    message = (solve_problem if row is subjects.SOLVE else feedback_submitted)(envelope=Envelope.start())
    deliveries: list[int] = []
    over = asyncio.Event()
    service = Service(row.consumers[0], bus_settings.model_copy(update={"attempts": 5}))
    calls = 1 if stalled == "first" else 2

    @service.work(row)
    async def take(_message: object, work: Work) -> object:
        deliveries.append(work.attempt)
        if len(deliveries) < calls:
            raise RuntimeError("a hiccup")
        if len(deliveries) == calls:
            other = Fence(client, row, work.envelope)
            await other.begin(await other.look(), work.delivery + 1)
            # Of a first delivery that is quickly done nobody can have followed it.
            await asyncio.sleep(bus_settings.ack_wait * 1.1 if stalled == "first" else 0)
        else:
            over.set()
        return solution(message) if row is subjects.SOLVE else None

    async def nothing_waits() -> bool:
        stream, durable = durable_stream(client.naming, row), durable_name(client.naming, row, service.name)
        waiting = await client.jetstream.consumer_info(stream, durable)
        return waiting.num_ack_pending == waiting.num_pending == 0

    async with running(service):
        await client.publish(message, row)
        await asyncio.wait_for(over.wait(), 15)
        # From then on the broker has nothing to deliver.
        await until(nothing_waits)
    assert deliveries == [*range(1, calls + 1), calls + 2], "the one between is the one of the copy that died"


@pytest.mark.parametrize("row", [subjects.SOLVE, subjects.FEEDBACK_SUBMITTED], ids=lambda row: row.name)
async def test_clean_stops_use_up_no_attempt(row: Subject, bus_settings: BusSettings, client: Client) -> None:
    hasty = bus_settings.model_copy(update={"grace": 0.0})
    message = (solve_problem if row is subjects.SOLVE else feedback_submitted)(envelope=Envelope.start())
    attempts: list[int] = []
    stops = bus_settings.attempts + 2
    over = asyncio.Event()
    await client.publish(message, row)
    for _ in range(stops + 1):
        started = asyncio.Event()
        service = Service(row.consumers[0], hasty)

        @service.work(row)
        async def take(message: object, work: Work, started: asyncio.Event = started) -> object:
            attempts.append(work.attempt)
            started.set()
            if len(attempts) <= stops:
                await asyncio.sleep(60)
            over.set()
            return solution(message) if row is subjects.SOLVE else None

        async with running(service):
            await asyncio.wait_for(started.wait(), 10)
            if len(attempts) > stops:
                await asyncio.wait_for(over.wait(), 5)
                await asyncio.sleep(0.2)
    assert attempts == [1] * (stops + 1)


async def test_a_lease_passes_on_only_once_it_has_run_out(client: Client) -> None:
    first = await Leases(client, "first", seconds=0.6).take("run")
    keeping = asyncio.create_task(first.keep())
    with pytest.raises(LeaseHeld):
        await Leases(client, "second", seconds=0.6).take("run")
    keeping.cancel()
    second = await Leases(client, "second", seconds=0.6).take("run")
    assert second.token > first.token
    # The first one wakes up: whatever it checks, it learns that it has lost the run.
    with pytest.raises(LeaseLost):
        await first.confirm()
    await second.release()
    asked = asyncio.get_running_loop().time()
    third = await Leases(client, "third", seconds=60).take("run")
    assert asyncio.get_running_loop().time() - asked < 5, "a lease that was given back is taken at once"
    await third.confirm()


async def test_copies_read_the_same_time_from_the_broker(client: Client) -> None:
    first = await Leases(client, "first", seconds=60).take("run")
    then = await first.broker_time()
    await asyncio.sleep(0.2)
    assert 0.2 <= (await first.broker_time() - then).total_seconds() < 10
    await first.release()
    second = await Leases(client, "second", seconds=60).take("run")
    assert 0.2 <= (await second.broker_time() - then).total_seconds() < 20
    with pytest.raises(LeaseLost):
        await first.broker_time()


async def test_of_many_who_want_a_lease_that_has_run_out_one_gets_it(client: Client) -> None:
    await Leases(client, "dead", seconds=0.5).take("run")
    copies = [Leases(client, f"copy{number}", seconds=0.5) for number in range(8)]
    taken = await asyncio.gather(*(copy.take("run") for copy in copies), return_exceptions=True)
    alive = []
    for lease in taken:
        if not isinstance(lease, LeaseHeld):
            try:
                await lease.renew()
                alive.append(lease)
            except LeaseLost:
                continue
    assert len(alive) == 1


async def test_a_checkpoint_of_a_copy_that_another_has_followed_is_refused(client: Client) -> None:
    store = client.checkpoints
    stale = await store.put("run", b"first", after=await store.claim("run"))
    newer = await store.claim("run")
    assert newer > stale
    with pytest.raises(Conflict):
        await store.put("run", b"late", after=stale)
    assert await store.get("run") == b"first"
    await store.put("run", b"x" * 300_000, after=newer)
    assert await store.get("run") == b"x" * 300_000
