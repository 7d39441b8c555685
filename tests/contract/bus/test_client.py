"""Asks, gathering, events, stores and provisioning against a real broker."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import aclosing
from pathlib import Path

import pytest
from tests.support.builders import describe_service, envelope, feedback_submitted, report_run, solution, solve_problem
from tests.support.services import running

from plancritic.bus import (
    BrokerUnavailable,
    BusSettings,
    Client,
    Conflict,
    NotProvisioned,
    ObjectMissing,
    PayloadTooLarge,
    RequestTimedOut,
    Service,
    ServiceUnavailable,
    provision,
)
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.service import ReportRun, RunReport, ServiceDescription


def coordinator(settings: BusSettings, fault: Fault | None = None) -> Service:
    service = Service("coordinator", settings)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        if fault is not None:
            raise ContractError(fault)
        return RunReport(runs=())

    return service


async def test_an_ask_is_answered_by_one_copy(bus_settings: BusSettings, client: Client) -> None:
    async with running(coordinator(bus_settings), coordinator(bus_settings)):
        assert await client.ask(report_run(), subjects.REPORT_RUN) == RunReport(runs=())


async def test_an_ask_that_is_refused_raises_the_fault(bus_settings: BusSettings, client: Client) -> None:
    fault = Fault(code=FaultCode.UNKNOWN_NAME, message="no run 'x'", remedy="see `plancritic status`")
    async with running(coordinator(bus_settings, fault)):
        with pytest.raises(ContractError) as refused:
            await client.ask(report_run("x"), subjects.REPORT_RUN)
    assert refused.value.fault == fault


async def test_an_ask_that_breaks_the_handler_is_answered_all_the_same(
    bus_settings: BusSettings, client: Client
) -> None:
    service = Service("coordinator", bus_settings)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        raise ZeroDivisionError("oh")

    async with running(service):
        with pytest.raises(ContractError, match="ZeroDivisionError: oh"):
            await client.ask(report_run(), subjects.REPORT_RUN)


async def test_an_ask_nobody_listens_to_names_the_service(client: Client) -> None:
    with pytest.raises(ServiceUnavailable, match="no copy of the service 'coordinator'"):
        await client.ask(report_run(), subjects.REPORT_RUN)


async def test_an_ask_that_takes_too_long_times_out(bus_settings: BusSettings, client: Client) -> None:
    service = Service("coordinator", bus_settings)

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        await asyncio.sleep(1)
        return RunReport(runs=())

    async with running(service):
        with pytest.raises(RequestTimedOut):
            await client.ask(report_run(), subjects.REPORT_RUN, timeout=0.1)


async def test_every_copy_of_every_service_describes_itself(bus_settings: BusSettings, client: Client) -> None:
    services = [Service("planner", bus_settings), Service("planner", bus_settings), Service("scorer", bus_settings)]
    services[2].detail["waterway"] = "model-1"
    async with running(*services):
        answers = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=2, expected=3)
    descriptions = [answer for answer in answers if isinstance(answer, ServiceDescription)]
    assert sorted(one.service for one in descriptions) == ["planner", "planner", "scorer"]
    assert len({one.instance for one in descriptions}) == 3
    assert all(one.ready for one in descriptions)
    assert [one.detail for one in descriptions if one.service == "scorer"] == [{"waterway": "model-1"}]


async def test_gathering_where_nobody_is_finds_nobody(client: Client) -> None:
    assert await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=1) == ()


async def test_an_event_sent_twice_is_stored_once(client: Client) -> None:
    event = feedback_submitted()
    first = await client.publish(event, subjects.FEEDBACK_SUBMITTED)
    second = await client.publish(event, subjects.FEEDBACK_SUBMITTED)
    assert not first.duplicate
    assert second.duplicate
    assert first.seq == second.seq


async def test_a_second_result_of_a_job_does_not_count(client: Client) -> None:
    job = solve_problem()
    await client.publish_result(solution(job), subjects.SOLVED, job.envelope.message_id)
    other = solution(job, envelope=job.envelope.caused("another copy"))
    with pytest.raises(Exception, match="maximum messages per subject exceeded"):
        await client.publish_result(other, subjects.SOLVED, job.envelope.message_id)
    taken = await client.request(job, subjects.SOLVE, timeout=2)
    assert taken.envelope.message_id == job.envelope.caused("result").message_id


async def test_a_message_of_the_wrong_class_is_refused_before_it_is_sent(client: Client) -> None:
    with pytest.raises(TypeError, match="carries SolveProblem, not FeedbackSubmitted"):
        await client.publish(feedback_submitted(), subjects.SOLVE)


async def test_watching_gives_events_from_the_start_and_then_live(client: Client) -> None:
    run = feedback_submitted()
    other = feedback_submitted(envelope=envelope(session="session-2"))
    refused = FeedbackRefused(
        envelope=run.envelope.caused("end"), fault=Fault(code=FaultCode.UNKNOWN_DOMAIN, message="no such domain")
    )
    await client.publish(run, subjects.FEEDBACK_SUBMITTED)
    await client.publish(other, subjects.FEEDBACK_SUBMITTED)
    async with aclosing(client.watch(session=run.envelope.session_id)) as events, asyncio.timeout(5):
        first = await anext(events)
        await client.publish(refused, subjects.FEEDBACK_REFUSED)
        second = await anext(events)
    assert (first.subject, first.message) == (subjects.FEEDBACK_SUBMITTED, run)
    assert (second.subject, second.message) == (subjects.FEEDBACK_REFUSED, refused)
    assert second.sequence > first.sequence


async def test_watching_takes_only_the_rows_and_the_run_asked_for(client: Client) -> None:
    run, later = feedback_submitted(), feedback_submitted()
    end = FeedbackRefused(
        envelope=later.envelope.caused("end"), fault=Fault(code=FaultCode.UNKNOWN_DOMAIN, message="no such domain")
    )
    for event in (run, later):
        await client.publish(event, subjects.FEEDBACK_SUBMITTED)
    await client.publish(end, subjects.FEEDBACK_REFUSED)
    watching = client.watch(correlation=later.envelope.correlation_id, subjects=[subjects.FEEDBACK_REFUSED])
    async with aclosing(watching) as events, asyncio.timeout(5):
        assert (await anext(events)).message == end


async def test_a_bucket_changes_only_what_was_read(client: Client) -> None:
    bucket = await client.kv("runs")
    assert await bucket.get("run") is None
    assert await bucket.keys() == ()
    revision = await bucket.create("run", b"1")
    with pytest.raises(Conflict, match="'run'"):
        await bucket.create("run", b"again")
    revision = await bucket.update("run", b"2", revision)
    with pytest.raises(Conflict):
        await bucket.update("run", b"3", revision - 1)
    entry = await bucket.get("run")
    assert entry is not None
    assert (entry.value, entry.revision) == (b"2", revision)
    await bucket.delete("run")
    assert await bucket.get("run") is None


async def test_watching_a_bucket_gives_what_is_there_and_then_every_change(client: Client) -> None:
    bucket = await client.kv("models")
    await bucket.put("waterway", b"1")
    async with aclosing(bucket.watch()) as changes, asyncio.timeout(5):
        assert (await anext(changes)).value == b"1"
        await bucket.put("waterway", b"2")
        assert (await anext(changes)).value == b"2"
        await bucket.delete("waterway")
        assert (await anext(changes)).deleted


async def test_objects_are_known_by_hash_and_kept_on_disk(
    bus_settings: BusSettings, client: Client, tmp_path: Path
) -> None:
    data = bytes(range(256)) * 10_000
    sha256 = await client.put_object(data)
    assert sha256 == hashlib.sha256(data).hexdigest()
    assert await client.put_object(data) == sha256
    elsewhere = bus_settings.model_copy(update={"cache": tmp_path / "elsewhere"})
    async with Client.connect(elsewhere) as other:
        assert await other.get_object(sha256) == data
        kept = elsewhere.cache / "objects" / sha256
        assert kept.read_bytes() == data
        kept.write_bytes(b"spoilt")
        assert await other.get_object(sha256) == data
        with pytest.raises(ObjectMissing):
            await other.get_object("0" * 64)


async def test_provisioning_twice_changes_nothing_and_a_difference_is_brought_in(bus_settings: BusSettings) -> None:
    assert {change.did for change in await provision(bus_settings)} == {"kept"}
    patient = bus_settings.model_copy(update={"ack_wait": 7.0})
    changes = [change for change in await provision(patient) if change.did != "kept"]
    assert {change.what for change in changes} == {"consumer"}
    assert {change.fields for change in changes} == {("ack_wait",)}
    assert str(changes[0]).startswith("updated consumer default-")
    assert {change.did for change in await provision(patient)} == {"kept"}


async def test_a_stream_changed_by_hand_is_brought_back(bus_settings: BusSettings, client: Client) -> None:
    name = f"{bus_settings.namespace}-results"
    config = (await client.jetstream.stream_info(name)).config
    await client.jetstream.update_stream(config.evolve(max_age=600.0))
    changed = [change for change in await provision(bus_settings) if change.did != "kept"]
    assert [(change.name, change.fields) for change in changed] == [(name, ("max_age",))]
    assert (await client.jetstream.stream_info(name)).config.max_age == 86_400


async def test_without_a_broker_the_error_names_url_and_remedy() -> None:
    settings = BusSettings(nats_url="nats://me:secret@127.0.0.1:1", connect_timeout=0.3)
    with pytest.raises(BrokerUnavailable) as missing:
        async with Client.connect(settings):
            pass
    assert "127.0.0.1:1" in missing.value.fault.message
    assert "secret" not in missing.value.fault.message
    assert "make up" in (missing.value.fault.remedy or "")


async def test_without_provisioning_the_error_names_what_is_missing(bus_settings: BusSettings) -> None:
    elsewhere = bus_settings.model_copy(update={"namespace": "not-there"})
    async with Client.connect(elsewhere) as client:
        with pytest.raises(NotProvisioned, match="not-there-events"):
            await client.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)
        with pytest.raises(NotProvisioned, match="not-there-runs"):
            await client.kv("runs")
        with pytest.raises(NotProvisioned, match="not-there-objects"):
            await client.put_object(b"x")


async def test_an_event_too_large_is_refused_with_size_and_limit(client: Client) -> None:
    with pytest.raises(PayloadTooLarge, match="above the broker's limit of 1048576 bytes"):
        await client.publish(feedback_submitted(shown_plan="x" * 2_000_000), subjects.FEEDBACK_SUBMITTED)
