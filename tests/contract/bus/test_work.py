"""Durable work against a real broker: answers, refusals, retries, redelivery."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta, tzinfo

import pytest
from tests.support.builders import feedback_submitted, solution, solve_problem, untraced
from tests.support.polling import until
from tests.support.services import running

from plancritic.bus import BusSettings, Client, NotProvisioned, PayloadTooLarge, RequestTimedOut, Service, Work
from plancritic.bus.durable.ended import note_end
from plancritic.bus.durable.work import body_digest
from plancritic.bus.streams import dead_letter_stream
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.planning import Solution, SolveProblem
from plancritic.contracts.service import JobFailed
from plancritic.contracts.subjects import Subject
from plancritic.contracts.validation import Finding

Solve = Callable[[SolveProblem, Work], Awaitable[Solution]]


def planner(settings: BusSettings, solve: Solve, concurrency: int = 1) -> Service:
    service = Service("planner", settings)
    service.work(subjects.SOLVE, concurrency=concurrency)(solve)
    return service


async def test_a_job_gets_its_result(bus_settings: BusSettings, client: Client) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        assert work.delivery == 1
        return solution(job)

    job = solve_problem()
    async with running(planner(bus_settings, solve)):
        result = await client.request(job, subjects.SOLVE, timeout=5)
    assert isinstance(result, Solution)
    assert result.job == job.envelope.message_id
    assert result.envelope.causation_id == job.envelope.message_id
    assert result.envelope.session_id == job.envelope.session_id


async def test_many_jobs_of_one_session_get_each_its_own_result(bus_settings: BusSettings, client: Client) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        return solution(job)

    jobs = [solve_problem() for _ in range(40)]
    async with running(planner(bus_settings, solve, concurrency=4), planner(bus_settings, solve)):
        results = await asyncio.gather(*(client.request(job, subjects.SOLVE, timeout=10) for job in jobs))
    assert [result.job for result in results if isinstance(result, Solution)] == [
        job.envelope.message_id for job in jobs
    ]


async def test_a_job_sent_before_any_worker_is_up_waits_for_one(bus_settings: BusSettings, client: Client) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        return solution(job)

    waiting = asyncio.create_task(client.request(solve_problem(), subjects.SOLVE, timeout=10))
    await until_queued(client, 1)
    async with running(planner(bus_settings, solve)):
        assert isinstance(await waiting, Solution)


async def test_a_result_that_is_there_is_taken_up_without_working_again(
    bus_settings: BusSettings, client: Client
) -> None:
    worked = 0

    async def solve(job: SolveProblem, work: Work) -> Solution:
        nonlocal worked
        worked += 1
        return solution(job)

    job = solve_problem()
    async with running(planner(bus_settings, solve)):
        first = await client.request(job, subjects.SOLVE, timeout=5)
        async with Client.connect(bus_settings, "successor") as successor:
            second = await successor.request(job, subjects.SOLVE, timeout=5)
    assert first == second
    assert worked == 1


async def test_a_job_in_the_queue_whose_result_is_there_is_acknowledged_without_working(
    bus_settings: BusSettings, client: Client
) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        raise AssertionError("worked again")

    job = solve_problem()
    await client.publish_result(solution(job), subjects.SOLVED, job.envelope.message_id)
    await client.publish(job, subjects.SOLVE)
    async with running(planner(bus_settings, solve)):
        await until_no_jobs_are_left(client)


async def test_a_refusal_is_a_typed_answer(bus_settings: BusSettings, client: Client) -> None:
    fault = Fault(code=FaultCode.UNKNOWN_PROBLEM, message="no problem '9'", remedy="take 1 to 4")

    async def solve(job: SolveProblem, work: Work) -> Solution:
        raise ContractError(fault)

    async with running(planner(bus_settings, solve)):
        with pytest.raises(ContractError) as refused:
            await client.request(solve_problem(), subjects.SOLVE, timeout=5)
        await until_no_jobs_are_left(client)
    assert refused.value.fault == fault


async def test_a_failure_is_tried_again(bus_settings: BusSettings, client: Client) -> None:
    deliveries: list[int] = []

    async def solve(job: SolveProblem, work: Work) -> Solution:
        deliveries.append(work.delivery)
        if not work.is_last:
            raise RuntimeError("hiccup")
        return solution(job)

    async with running(planner(bus_settings, solve)):
        assert isinstance(await client.request(solve_problem(), subjects.SOLVE, timeout=10), Solution)
    assert deliveries == [1, 2, 3]


async def test_a_job_that_always_fails_ends_in_a_typed_answer_and_a_dead_letter(
    bus_settings: BusSettings, client: Client
) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        raise RuntimeError("the planner is broken")

    job = solve_problem()
    async with running(planner(bus_settings, solve)):
        with pytest.raises(
            ContractError, match="failed 3 times, the last time with RuntimeError: the planner is broken"
        ) as failed:
            await client.request(job, subjects.SOLVE, timeout=10)
        await until_no_jobs_are_left(client)
    assert failed.value.fault.code is FaultCode.WORKER_FAILED
    letter = await client.jetstream.get_msg(dead_letter_stream(client.naming), seq=1)
    assert untraced(SolveProblem.model_validate_json(letter.data or b"")) == untraced(job)
    assert (letter.headers or {})["Plancritic-Deliveries"] == "3"
    assert "the planner is broken" in (letter.headers or {})["Plancritic-Reason"]


async def test_an_invalid_job_is_answered_with_what_is_wrong(bus_settings: BusSettings, client: Client) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        raise AssertionError("the handler saw an invalid message")

    job = solve_problem()
    body = job.model_dump(mode="json")
    del body["problem"]["bundle"]
    async with running(planner(bus_settings, solve)):
        answer = client.naming.publish(subjects.SOLVED, job.envelope, job.envelope.message_id)
        subscription = await client.connection.subscribe(answer)
        await client.jetstream.publish(client.naming.publish(subjects.SOLVE, job.envelope), json_bytes(body))
        failed = JobFailed.model_validate_json((await subscription.next_msg(timeout=5)).data)
        await until_no_jobs_are_left(client)
    assert failed.fault.code is FaultCode.INVALID_MESSAGE
    assert "bundle: Field required" in failed.fault.message


async def test_rubbish_without_ids_ends_as_a_dead_letter_and_the_service_lives_on(
    bus_settings: BusSettings, client: Client
) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        return solution(job)

    async with running(planner(bus_settings, solve)):
        job = solve_problem()
        await client.jetstream.publish(client.naming.publish(subjects.SOLVE, job.envelope), b"\xff not json")
        assert isinstance(await client.request(job, subjects.SOLVE, timeout=5), Solution)
        await until_no_jobs_are_left(client)
    letter = await client.jetstream.get_msg(dead_letter_stream(client.naming), seq=1)
    assert letter.data == b"\xff not json"


@pytest.mark.parametrize("row", [subjects.SOLVE, subjects.FEEDBACK_SUBMITTED], ids=lambda row: row.name)
async def test_an_unreadable_message_as_large_as_the_broker_takes_is_buried_with_its_body_cut(
    row: Subject, bus_settings: BusSettings, client: Client
) -> None:
    """A letter has more headers than its message: one too large would have the broker close the connection."""
    service = Service(row.consumers[0], bus_settings)

    @service.work(row)
    async def take(message: object, work: Work) -> None:
        raise AssertionError("the handler saw an unreadable message")

    body = b'{"no":"' + b"\xc3\xa4" * ((client.connection.max_payload - 70) // 2)
    letters = dead_letter_stream(client.naming)
    async with running(service):
        await client.jetstream.publish(client.naming.publish(row, feedback_submitted().envelope), body)
        await until(lambda: has_messages(client, letters), 5)
        assert service.client.connection.stats["reconnects"] == 0
    letter = await client.jetstream.get_msg(letters, seq=1)
    assert body.startswith(letter.data or b"-")
    assert (letter.headers or {})["Plancritic-Cut"] == str(len(body))


async def test_headers_that_leave_no_room_for_the_reason_are_left_out_of_the_letter(
    bus_settings: BusSettings, client: Client
) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        raise AssertionError("the handler saw an unreadable message")

    # The broker stores 64 KiB of headers at most.
    huge = {f"Their-{number}": "x" * 10_880 for number in range(6)}
    letters = dead_letter_stream(client.naming)
    async with running(planner(bus_settings, solve)):
        target = client.naming.publish(subjects.SOLVE, solve_problem().envelope)
        await client.jetstream.publish(target, b"no job", headers=huge)
        await until_no_jobs_are_left(client)
    letter = await client.jetstream.get_msg(letters, seq=1)
    assert letter.data == b"no job"
    assert (letter.headers or {})["Plancritic-Subject"] == target
    assert not huge.keys() & (letter.headers or {}).keys()


async def test_a_long_job_is_not_delivered_twice(bus_settings: BusSettings, client: Client) -> None:
    worked = 0

    async def solve(job: SolveProblem, work: Work) -> Solution:
        nonlocal worked
        worked += 1
        await asyncio.sleep(bus_settings.ack_wait * 1.7)
        return solution(job)

    async with running(planner(bus_settings, solve), planner(bus_settings, solve)):
        assert isinstance(await client.request(solve_problem(), subjects.SOLVE, timeout=15), Solution)
    assert worked == 1


async def test_a_stopping_service_finishes_what_it_has(bus_settings: BusSettings, client: Client) -> None:
    started = asyncio.Event()

    async def solve(job: SolveProblem, work: Work) -> Solution:
        started.set()
        # Longer than a stop takes that waits for nobody.
        await asyncio.sleep(0.7)
        return solution(job)

    async with running(planner(bus_settings, solve)):
        waiting = asyncio.create_task(client.request(solve_problem(), subjects.SOLVE, timeout=5))
        await started.wait()
    assert isinstance(await waiting, Solution)


async def test_work_beyond_the_grace_goes_to_another_copy(bus_settings: BusSettings, client: Client) -> None:
    hasty = bus_settings.model_copy(update={"grace": 0.1})
    started = asyncio.Event()

    async def hang(job: SolveProblem, work: Work) -> Solution:
        started.set()
        await asyncio.sleep(60)
        raise AssertionError("not reached")

    async def solve(job: SolveProblem, work: Work) -> Solution:
        return solution(job)

    async with running(planner(hasty, hang)):
        waiting = asyncio.create_task(client.request(solve_problem(), subjects.SOLVE, timeout=10))
        await started.wait()
    async with running(planner(bus_settings, solve)):
        assert isinstance(await waiting, Solution)


async def test_a_result_too_large_for_the_broker_is_a_typed_answer(bus_settings: BusSettings, client: Client) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        huge = Finding(about="form", satisfied=None, explanation="x" * 2_000_000).explanation
        return solution(job, verdict={"verdict": "no_plan_found", "engine": "none", "reason": huge})

    async with running(planner(bus_settings, solve)):
        with pytest.raises(ContractError) as refused:
            await client.request(solve_problem(), subjects.SOLVE, timeout=5)
    assert refused.value.fault.code is FaultCode.PAYLOAD_TOO_LARGE


async def test_a_job_too_large_for_the_broker_is_refused_with_size_and_limit(client: Client) -> None:
    job = solve_problem(problem={"domain": "d" * 2_000_000, "problem": "1", "bundle": "0" * 64})
    with pytest.raises(PayloadTooLarge) as refused:
        await client.request(job, subjects.SOLVE, timeout=5)
    assert refused.value.size > 2_000_000
    assert refused.value.limit == 1_048_576


async def test_without_workers_a_request_says_how_long_it_waited(client: Client) -> None:
    with pytest.raises(RequestTimedOut, match=r"within 0.3 s"):
        await client.request(solve_problem(), subjects.SOLVE, timeout=0.3)


async def test_a_refused_event_is_told_to_the_service(bus_settings: BusSettings, client: Client) -> None:
    reported: asyncio.Queue[tuple[Fault, str]] = asyncio.Queue()
    service = Service("coordinator", bus_settings)

    async def refused(fault: Fault, envelope: object, digest: str) -> None:
        assert digest == body_digest(json_bytes(body))
        await reported.put((fault, envelope.correlation_id))  # type: ignore[attr-defined]

    @service.work(subjects.FEEDBACK_SUBMITTED, refused=refused)
    async def submitted(event: object, work: Work) -> None:
        raise AssertionError("the handler saw an invalid event")

    feedback = feedback_submitted()
    body = feedback.model_dump(mode="json")
    body["statements"] = [{"id": "s1"}]
    async with running(service):
        subject = client.naming.publish(subjects.FEEDBACK_SUBMITTED, feedback.envelope)
        await client.jetstream.publish(subject, json_bytes(body))
        fault, run = await asyncio.wait_for(reported.get(), 5)
    assert fault.code is FaultCode.INVALID_MESSAGE
    assert "statements" in fault.message
    assert run == feedback.envelope.correlation_id


async def test_a_service_without_its_consumer_does_not_start(bus_settings: BusSettings) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        return solution(job)

    elsewhere = bus_settings.model_copy(update={"namespace": f"{bus_settings.namespace}-not-there"})
    with pytest.raises(NotProvisioned, match="default-planner-solve"):
        async with running(planner(elsewhere, solve)):
            pass


async def has_messages(client: Client, stream: str, least: int = 1) -> bool:
    return int((await client.jetstream.stream_info(stream)).state.messages) >= least


async def until_no_jobs_are_left(client: Client) -> None:
    async def none_left() -> bool:
        return not await has_messages(client, f"{client.naming.namespace}-jobs")

    await until(none_left, 5)


async def until_queued(client: Client, jobs: int) -> None:
    await until(lambda: has_messages(client, f"{client.naming.namespace}-jobs", jobs), 5)


class _Later(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return datetime.now(tz) + timedelta(seconds=1.2)


@pytest.fixture
def every_job_has_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the workers' clock say that each job has waited: of one that hardly waited nobody asks."""
    monkeypatch.setattr("plancritic.bus.durable.work.datetime", _Later)


def json_bytes(content: object) -> bytes:
    import json

    return json.dumps(content).encode()


async def test_a_job_of_a_run_that_is_over_is_answered_cancelled_without_working(
    bus_settings: BusSettings, client: Client, every_job_has_waited: None
) -> None:
    worked: list[str] = []

    async def solve(job: SolveProblem, work: Work) -> Solution:
        worked.append(job.envelope.correlation_id)
        return solution(job)

    over, going_on = solve_problem(envelope=Envelope.start()), solve_problem(envelope=Envelope.start())
    waiting = [asyncio.create_task(client.request(job, subjects.SOLVE, timeout=10)) for job in (over, going_on)]
    await until_queued(client, 2)
    await note_end(client, over.envelope, "ended")
    service = planner(bus_settings, solve)
    async with running(service):
        with pytest.raises(ContractError) as cancelled:
            await waiting[0]
        assert isinstance(await waiting[1], Solution)
        await until_no_jobs_are_left(client)
    assert cancelled.value.fault.code is FaultCode.CANCELLED
    assert over.envelope.correlation_id in cancelled.value.fault.message
    assert worked == [going_on.envelope.correlation_id]
    counted = service.registry.get_sample_value(
        "plancritic_messages_handled_total", {"subject": subjects.SOLVE.name, "outcome": "cancelled"}
    )
    assert counted == 1


async def test_the_end_of_another_tenants_run_of_the_same_id_cancels_nothing(
    bus_settings: BusSettings, client: Client, every_job_has_waited: None
) -> None:
    async def solve(job: SolveProblem, work: Work) -> Solution:
        return solution(job)

    job = solve_problem(envelope=Envelope.start())
    other = Client(client.connection, client.settings.model_copy(update={"tenant": "acme"}))
    await note_end(other, job.envelope, "ended")
    waiting = asyncio.create_task(client.request(job, subjects.SOLVE, timeout=10))
    await until_queued(client, 1)
    async with running(planner(bus_settings, solve)):
        assert isinstance(await waiting, Solution)
