"""Dead letters on a real broker: given up, listed, shown, tried again, dropped; and work that is stuck."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from nats.aio.msg import Msg
from tests.support.builders import execution_deviated, feedback_submitted, solution, solve_problem, untraced
from tests.support.guarded_broker import guarded_broker
from tests.support.program import PROGRAM, program_environment
from tests.support.services import running

from plancritic.bus import BucketName, BusSettings, Client, Service, Work, provision
from plancritic.bus.durable.lease import Leases
from plancritic.bus.streams import durable_name, durable_stream, service_events_stream, stream_name
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.reports import ExecutionProgressed
from plancritic.contracts.planning import Solution, SolveProblem
from plancritic.contracts.service import (
    DeadLetterList,
    DropDeadLetter,
    ListDeadLetters,
    ResumeRun,
    RetryDeadLetter,
    RunTakenUp,
    ShowDeadLetter,
)
from plancritic.contracts.subjects import Kind, Subject
from plancritic.coordinator.runs.records import Runs
from plancritic.dead_letters.app import build_app
from plancritic.dead_letters.metrics import StuckMetrics
from plancritic.dead_letters.settings import DeadLetterSettings
from plancritic.dead_letters.watchdog import Watchdog

#: Each takes several seconds: in test-all.
pytestmark = pytest.mark.slow


@pytest.fixture
async def keeping(bus_settings: BusSettings) -> AsyncIterator[None]:
    async with running(build_app(DeadLetterSettings(look_seconds=60), bus_settings)):
        yield


def watchdog(client: Client, requeues: int = 3) -> Watchdog:
    return Watchdog(client, DeadLetterSettings(requeues=requeues), StuckMetrics())


class Broken:
    """A planner that fails until it is mended."""

    def __init__(self, settings: BusSettings) -> None:
        self.mended = False
        self.solved: list[SolveProblem] = []
        self.service = Service("planner", settings)

        @self.service.work(subjects.SOLVE)
        async def solve(job: SolveProblem, work: Work) -> Solution:
            if not self.mended:
                raise RuntimeError("the planner is broken")
            self.solved.append(job)
            return solution(job)


async def listed(client: Client) -> DeadLetterList:
    found: DeadLetterList = await client.ask(
        ListDeadLetters(envelope=Envelope.start()), subjects.LIST_DEAD_LETTERS, timeout=10
    )
    return found


async def jobs_left(client: Client) -> int:
    return int((await client.jetstream.stream_info(stream_name(client.naming, Kind.JOB))).state.messages)


async def until(condition) -> None:
    async with asyncio.timeout(10):
        while not await condition():  # noqa: ASYNC110 - asked of the broker
            await asyncio.sleep(0.05)


async def test_a_job_that_was_given_up_is_listed_shown_refused_where_it_is_tried_again(
    bus_settings: BusSettings, client: Client, keeping: None
) -> None:
    planner, job = Broken(bus_settings), solve_problem(envelope=Envelope.start())
    async with running(planner.service):
        with pytest.raises(ContractError):
            await client.request(job, subjects.SOLVE, timeout=10)
        (letter,) = (await listed(client)).letters
        assert (letter.run, letter.session) == (job.envelope.correlation_id, job.envelope.session_id)
        assert letter.deliveries == bus_settings.attempts
        assert "the planner is broken" in letter.reason
        ask = ShowDeadLetter(envelope=Envelope.start(), letter=letter.id[:6])
        shown = await client.ask(ask, subjects.SHOW_DEAD_LETTER)
        assert untraced(SolveProblem.model_validate_json(shown.body)) == untraced(job)
        planner.mended = True
        # Who asked for the job has its answer, that it was given up.
        with pytest.raises(ContractError, match="nobody is waiting") as refused:
            await client.ask(RetryDeadLetter(envelope=Envelope.start(), letter=letter.id), subjects.RETRY_DEAD_LETTER)
        assert refused.value.fault.code is FaultCode.INVALID_MESSAGE
    assert planner.solved == []
    assert (await listed(client)).total == 1


RETRIED = {
    subjects.FEEDBACK_SUBMITTED: feedback_submitted,
    subjects.EXECUTION_DEVIATED: execution_deviated,
    subjects.EXECUTION_PROGRESSED: lambda **fields: ExecutionProgressed(revision="1-a", time=1.0, **fields),
}


@pytest.mark.parametrize("row", RETRIED, ids=lambda row: row.name)
async def test_generated_users_try_an_event_again_that_was_given_up(tmp_path: Path, row: Subject) -> None:
    taken: list[Message] = []
    async with guarded_broker(tmp_path, ("default",), attempts=1) as guarded:
        coordinator = Service("coordinator", guarded.settings("coordinator"))

        @coordinator.work(row)
        async def take(event: Message, work: Work) -> None:
            taken.append(event)
            if len(taken) == 1:
                raise RuntimeError("the coordinator is broken")

        keeping = build_app(DeadLetterSettings(look_seconds=60), guarded.settings("dead_letters"))
        async with running(coordinator, keeping), Client.connect(guarded.settings("client")) as client:
            event = RETRIED[row](envelope=Envelope.start())
            await client.publish(event, row)

            async def buried() -> bool:
                return bool((await listed(client)).letters)

            await until(buried)
            (letter,) = (await listed(client)).letters
            ask = RetryDeadLetter(envelope=Envelope.start(), letter=letter.id)
            again = await client.ask(ask, subjects.RETRY_DEAD_LETTER)

            async def retried() -> bool:
                return len(taken) == 2

            await until(retried)
            assert (await listed(client)).letters == ()
    old, new = event.envelope, taken[1].envelope
    assert new.correlation_id == again.run
    assert (new.correlation_id == old.correlation_id) == (row is subjects.EXECUTION_PROGRESSED)
    assert new.message_id != old.message_id and new.causation_id == old.message_id


async def test_what_nobody_can_read_is_not_tried_again_and_can_be_dropped(
    bus_settings: BusSettings, client: Client, keeping: None
) -> None:
    job = solve_problem()
    async with running(Broken(bus_settings).service):
        await client.jetstream.publish(client.naming.publish(subjects.SOLVE, job.envelope), b"\xff not json")

        async def buried() -> bool:
            return bool((await listed(client)).letters)

        await until(buried)
    (letter,) = (await listed(client)).letters
    with pytest.raises(ContractError, match="cannot be tried again") as refused:
        await client.ask(RetryDeadLetter(envelope=Envelope.start(), letter=letter.id), subjects.RETRY_DEAD_LETTER)
    assert refused.value.fault.code is FaultCode.INVALID_MESSAGE
    await client.ask(DropDeadLetter(envelope=Envelope.start(), letter=letter.id[:8]), subjects.DROP_DEAD_LETTER)
    with pytest.raises(ContractError) as unknown:
        await client.ask(DropDeadLetter(envelope=Envelope.start(), letter=letter.id), subjects.DROP_DEAD_LETTER)
    assert unknown.value.fault.code is FaultCode.UNKNOWN_NAME


async def test_a_job_that_the_broker_delivers_no_more_is_answered_and_buried(client: Client, tmp_path) -> None:
    """Its workers take it and say nothing: the broker gives up, and says so in an advisory."""
    settings = client.settings.model_copy(update={"deliveries": 2, "ack_wait": 0.3})
    await provision(settings)
    async with running(build_app(DeadLetterSettings(look_seconds=60), settings)):
        job = solve_problem(envelope=Envelope.start())
        waiting = asyncio.create_task(client.request(job, subjects.SOLVE, timeout=10))
        durable = durable_name(client.naming, subjects.SOLVE, "planner")
        queue = await client.jetstream.pull_subscribe_bind(durable, durable_stream(client.naming, subjects.SOLVE))
        for _ in range(2):
            await queue.fetch(1, timeout=5)
        with pytest.raises(ContractError, match="the broker stopped delivering it") as given_up:
            while not waiting.done():
                # The broker notices when it would deliver once more.
                with pytest.raises(TimeoutError):
                    await queue.fetch(1, timeout=0.3)
            await waiting
        assert given_up.value.fault.code is FaultCode.WORKER_FAILED
        assert len((await listed(client)).letters) == 1
    assert await jobs_left(client) == 0


async def test_an_event_that_its_worker_has_buried_is_not_counted_once_more(
    bus_settings: BusSettings, client: Client
) -> None:
    """The broker tells what a worker ends; an event stays in the mirror, where it could be taken for stuck."""
    keeper, coordinator = (
        build_app(DeadLetterSettings(look_seconds=60), bus_settings),
        Service("coordinator", bus_settings),
    )

    @coordinator.work(subjects.FEEDBACK_SUBMITTED)
    async def take(message: object, work: Work) -> None:
        raise AssertionError("the handler saw an unreadable event")

    async with running(keeper, coordinator):
        target = client.naming.publish(subjects.FEEDBACK_SUBMITTED, Envelope.start())
        await client.jetstream.publish(target, b"\xff not json")

        async def buried() -> bool:
            return bool((await listed(client)).letters)

        await until(buried)
        await asyncio.sleep(0.5)
        assert len((await listed(client)).letters) == 1
    assert keeper.registry.get_sample_value("plancritic_stuck_work_total", {"outcome": "buried"}) is None


async def stuck_job(client: Client) -> SolveProblem:
    """A job that was delivered as often as it may be, while nobody heard the broker say so."""
    await provision(client.settings.model_copy(update={"deliveries": 1, "ack_wait": 0.2}))
    job = solve_problem(envelope=Envelope.start())
    await client.publish(job, subjects.SOLVE)
    durable = durable_name(client.naming, subjects.SOLVE, "planner")
    queue = await client.jetstream.pull_subscribe_bind(durable, durable_stream(client.naming, subjects.SOLVE))
    await queue.fetch(1, timeout=5)
    await asyncio.sleep(0.3)
    with pytest.raises(TimeoutError):
        await queue.fetch(1, timeout=0.5)
    await queue.unsubscribe()
    return job


async def test_a_job_that_is_neither_acknowledged_nor_delivered_goes_back_into_its_queue(
    bus_settings: BusSettings, client: Client
) -> None:
    job, dog = await stuck_job(client), watchdog(client)
    planner = Broken(bus_settings)
    planner.mended = True
    await dog.look()
    assert await jobs_left(client) == 1
    await dog.look()
    await provision(bus_settings)
    async with running(planner.service):
        assert isinstance(await client.request(job, subjects.SOLVE, timeout=10), Solution)
    assert [untraced(each) for each in planner.solved] == [untraced(job)]
    assert await jobs_left(client) == 0


async def test_a_job_that_is_stuck_again_and_again_is_given_up_with_an_answer(
    bus_settings: BusSettings, client: Client
) -> None:
    job, dog = await stuck_job(client), watchdog(client, requeues=0)
    for _ in range(2):
        await dog.look()
    with pytest.raises(ContractError, match="stuck in its queue"):
        await client.request(job, subjects.SOLVE, timeout=5)
    async with running(build_app(DeadLetterSettings(look_seconds=60), bus_settings)):
        assert len((await listed(client)).letters) == 1
    assert await jobs_left(client) == 0


async def test_a_job_that_a_worker_has_in_hand_is_left_alone(bus_settings: BusSettings, client: Client) -> None:
    started, over = asyncio.Event(), asyncio.Event()
    service = Service("planner", bus_settings)

    @service.work(subjects.SOLVE)
    async def solve(job: SolveProblem, work: Work) -> Solution:
        started.set()
        await over.wait()
        return solution(job)

    async with running(service):
        waiting = asyncio.create_task(client.request(solve_problem(), subjects.SOLVE, timeout=10))
        await started.wait()
        dog = watchdog(client)
        for _ in range(3):
            await dog.look()
        assert await jobs_left(client) == 1
        over.set()
        assert isinstance(await waiting, Solution)


ROWS = {subjects.FEEDBACK_SUBMITTED: feedback_submitted, subjects.EXECUTION_DEVIATED: execution_deviated}


@contextmanager
def resumed(settings: BusSettings) -> Iterator[tuple[Service, list[ResumeRun]]]:
    """A coordinator that only says that it carries on what it is asked to."""
    asked: list[ResumeRun] = []
    coordinator = Service("coordinator", settings)

    @coordinator.ask(subjects.RESUME_RUN)
    async def resume(ask: ResumeRun) -> RunTakenUp:
        asked.append(ask)
        return RunTakenUp(run=ask.run)

    yield coordinator, asked


async def acknowledged(client: Client, row: Subject, *events: Message) -> list[int]:
    """Publish the events, and acknowledge them as somebody does who dies before the end of their runs."""
    for each in events:
        await client.publish(each, row)
    durable = durable_name(client.naming, row, "coordinator")
    queue = await client.jetstream.pull_subscribe_bind(durable, service_events_stream(client.naming))
    messages: list[Msg] = []
    while len(messages) < len(events):
        messages += await queue.fetch(len(events) - len(messages), timeout=5)
    for message in messages:
        await message.ack_sync()
    await queue.unsubscribe()
    return [message.metadata.sequence.stream for message in messages]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_a_run_that_has_neither_an_end_nor_a_copy_is_given_to_a_coordinator(
    bus_settings: BusSettings, client: Client, row: Subject
) -> None:
    lost, carried, waiting = (ROWS[row](envelope=Envelope.start()) for _ in range(3))
    place, _ = await acknowledged(client, row, lost, carried)
    await client.publish(waiting, row)
    assert await Runs(client).begin(feedback_submitted(envelope=lost.envelope))
    lease = await Leases(client, "copy", seconds=0.6).take(carried.envelope.correlation_id)
    living = asyncio.create_task(lease.keep())
    with resumed(bus_settings) as (coordinator, asked):
        async with running(coordinator):
            await watchdog(client).look()
    living.cancel()
    assert [(ask.run, ask.sequence) for ask in asked] == [(lost.envelope.correlation_id, place)]


async def test_a_run_that_cannot_be_looked_at_hides_no_other(bus_settings: BusSettings, client: Client) -> None:
    hidden, lost = (feedback_submitted(envelope=Envelope.start()) for _ in range(2))
    await acknowledged(client, subjects.FEEDBACK_SUBMITTED, hidden, lost)
    await (await client.kv(BucketName.RUNS)).put(hidden.envelope.correlation_id, b'{"other": "shape"}')
    metrics = StuckMetrics()
    with resumed(bus_settings) as (coordinator, asked):
        async with running(coordinator):
            await Watchdog(client, DeadLetterSettings(), metrics).look()
    assert [ask.run for ask in asked] == [lost.envelope.correlation_id]
    assert metrics.failed._value.get() == 1


async def test_the_watchdog_outlives_an_error_of_any_kind(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics, looks = StuckMetrics(), asyncio.Queue[None]()
    dog = Watchdog(client, DeadLetterSettings(look_seconds=0.01), metrics)

    async def look() -> None:
        looks.put_nowait(None)
        raise ZeroDivisionError

    monkeypatch.setattr(dog, "look", look)
    watching = asyncio.create_task(dog.watch())
    async with asyncio.timeout(5):
        for _ in range(3):
            await looks.get()
    watching.cancel()
    assert metrics.failed._value.get() >= 2


@pytest.mark.slow
async def test_the_commands_say_what_they_did(bus_settings: BusSettings, client: Client, keeping: None) -> None:
    async with running(Broken(bus_settings).service):
        for _ in range(2):
            with pytest.raises(ContractError):
                await client.request(solve_problem(envelope=Envelope.start()), subjects.SOLVE, timeout=10)
    code, out, _ = await command(bus_settings, "list", "--json")
    letters = json.loads(out)["letters"]
    assert (code, len(letters)) == (0, 2)
    first = letters[0]["id"]
    assert (await command(bus_settings, "show", first[:8]))[0] == 0
    code, _, error = await command(bus_settings, "retry", first)
    assert code == 2 and "nobody is waiting" in error
    coordinator = Service("coordinator", bus_settings)

    @coordinator.work(subjects.FEEDBACK_SUBMITTED)
    async def fail(event: Message, work: Work) -> None:
        raise RuntimeError("the coordinator is broken")

    async with running(coordinator):
        await client.publish(feedback_submitted(envelope=Envelope.start()), subjects.FEEDBACK_SUBMITTED)

        async def buried() -> bool:
            return (await listed(client)).total == 3

        await until(buried)
    newest = (await listed(client)).letters[0]
    code, out, _ = await command(bus_settings, "retry", newest.id, "--json")
    assert code == 0 and json.loads(out)["run"] != newest.run
    code, _, error = await command(bus_settings, "drop", "0" * 12)
    assert code == 2 and "no dead letter's id begins with" in error
    code, out, _ = await command(bus_settings, "drop", letters[1]["id"][:10])
    assert code == 0 and "is removed" in out


async def command(settings: BusSettings, *arguments: str) -> tuple[int | None, str, str]:
    environment = program_environment() | {
        "PLANCRITIC_NATS_URL": settings.nats_url,
        "PLANCRITIC_NAMESPACE": settings.namespace,
    }
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        PROGRAM, "dead-letters", *arguments, env=environment, stdout=pipe, stderr=pipe
    )
    out, error = await process.communicate()
    return process.returncode, out.decode(), error.decode()
