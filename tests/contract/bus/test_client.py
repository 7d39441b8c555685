"""Asks, gathering, events, stores and provisioning against a real broker."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import aclosing, suppress
from pathlib import Path

import nats.errors
import nats.js.errors
import pytest
import structlog
from nats.aio.msg import Msg
from tests.support.builders import (
    describe_service,
    envelope,
    feedback_submitted,
    report_run,
    solution,
    solve_problem,
    untraced,
)
from tests.support.polling import until
from tests.support.services import running

from plancritic.bus import (
    BrokerUnavailable,
    BucketName,
    BusSettings,
    Client,
    Conflict,
    NotProvisioned,
    ObjectMissing,
    PayloadTooLarge,
    RequestTimedOut,
    Service,
    ServiceUnavailable,
    Work,
    provision,
)
from plancritic.bus.stores import Objects
from plancritic.bus.streams import PASSING_KEPT, object_store_name, passing_store_name
from plancritic.bus.wire import FAULT, encode
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.contracts.planning import Solution, SolveProblem
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
    service, given_up = Service("coordinator", bus_settings), asyncio.Event()

    @service.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        # Who were to wait for longer than it may would get an answer.
        with suppress(TimeoutError):
            await asyncio.wait_for(given_up.wait(), 1)
        return RunReport(runs=())

    async with running(service):
        with pytest.raises(RequestTimedOut):
            await client.ask(report_run(), subjects.REPORT_RUN, timeout=0.1)
        given_up.set()


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


async def test_copies_whose_answers_are_unreadable_or_faults_do_not_hide_the_others(
    bus_settings: BusSettings, client: Client
) -> None:
    fault = Fault(code=FaultCode.INVALID_MESSAGE, message="another version", remedy="upgrade")

    async def answer_nonsense(asked: Msg) -> None:
        await client.connection.publish(asked.reply, b"no JSON")

    async def refuse(asked: Msg) -> None:
        await client.connection.publish(asked.reply, encode(fault), headers={FAULT: fault.code.value})

    for stand_in in (answer_nonsense, refuse):
        await client.connection.subscribe(client.naming.subscribe(subjects.DESCRIBE_SERVICE), cb=stand_in)
    async with running(Service("planner", bus_settings), Service("scorer", bus_settings)):
        with structlog.testing.capture_logs() as logged:
            # All four answer; the two that are skipped do not count as expected ones.
            answers = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=2, expected=3)
    assert sorted(one.service for one in answers) == ["planner", "scorer"]
    skipped = [entry["error"] for entry in logged if entry["event"] == "skipped an answer"]
    assert len(skipped) == 2
    assert any("another version" in error for error in skipped)


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
    with pytest.raises(Conflict):
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
    assert (first.subject, untraced(first.message)) == (subjects.FEEDBACK_SUBMITTED, untraced(run))
    assert (second.subject, untraced(second.message)) == (subjects.FEEDBACK_REFUSED, untraced(refused))
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
        assert untraced((await anext(events)).message) == untraced(end)


async def test_what_is_recorded_comes_at_once_also_where_nothing_is(client: Client) -> None:
    run, other = feedback_submitted(), feedback_submitted(envelope=envelope(session="session-2"))
    async with asyncio.timeout(3):
        assert await client.recorded(session=run.envelope.session_id) == ()
        for event in (run, other, run.model_copy(update={"envelope": run.envelope.caused("again")})):
            await client.publish(event, subjects.FEEDBACK_SUBMITTED)
        assert len(await client.recorded(session=run.envelope.session_id)) == 2
        assert len(await client.recorded(session=run.envelope.session_id, subjects=[subjects.FEEDBACK_REFUSED])) == 0
        assert len(await client.recorded()) == 3


async def test_a_watch_says_when_it_has_caught_up(client: Client) -> None:
    run = feedback_submitted()
    await client.publish(run, subjects.FEEDBACK_SUBMITTED)
    caught_up = asyncio.Event()
    async with aclosing(client.watch(session=run.envelope.session_id, caught_up=caught_up)) as events:
        async with asyncio.timeout(3):
            await anext(events)
            assert not caught_up.is_set()
            upcoming = asyncio.ensure_future(anext(events))
            await caught_up.wait()
        upcoming.cancel()
        await asyncio.gather(upcoming, return_exceptions=True)


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


async def test_a_quiet_watch_that_is_opened_anew_tells_nothing_twice(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket = await client.kv("models")
    opened, open_watch = [], bucket._store.watch

    async def watch(pattern: str) -> object:
        opened.append(pattern)
        return await open_watch(pattern)

    monkeypatch.setattr(bucket._store, "watch", watch)
    await bucket.put("satellite", b"1")
    await bucket.put("waterway", b"1")
    async with aclosing(bucket.watch(quiet=0.1)) as changes, asyncio.timeout(5):
        assert {(await anext(changes)).key, (await anext(changes)).key} == {"satellite", "waterway"}
        following = asyncio.ensure_future(anext(changes))
        # Opened a third time, it has been through all that the second one told.
        await until(lambda: len(opened) > 2)
        await bucket.put("waterway", b"2")
        assert (await following).value == b"2"


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


async def test_runs_are_kept_for_a_week_also_in_a_bucket_made_before_that_was_said(
    bus_settings: BusSettings, client: Client
) -> None:
    name = f"{bus_settings.namespace}-runs"
    config = (await client.jetstream.stream_info(f"KV_{name}")).config
    assert (config.max_age, config.max_msgs_per_subject) == (7 * 86_400, 1)
    await client.jetstream.update_stream(config.evolve(max_age=0.0))
    changed = [change for change in await provision(bus_settings) if change.did != "kept"]
    assert [(change.what, change.name, change.fields) for change in changed] == [("bucket", name, ("max_age",))]
    assert (await client.jetstream.stream_info(f"KV_{name}")).config.max_age == 7 * 86_400


@pytest.mark.parametrize("bucket", [BucketName.VERDICTS, BucketName.PLANS])
async def test_a_bucket_that_is_a_cache_is_bounded_and_forgets_its_oldest_entries(
    bucket: BucketName, bus_settings: BusSettings, client: Client
) -> None:
    stream = f"KV_{bus_settings.namespace}-{bucket}"
    config = (await client.jetstream.stream_info(stream)).config
    assert config.max_age and config.max_bytes
    assert config.allow_direct
    await client.jetstream.update_stream(config.evolve(max_bytes=20_000))
    kept = await client.kv(bucket)
    for number in range(10):
        await kept.put(f"default.{number}", b"x" * 5_000)
    assert await kept.get("default.0") is None
    assert await kept.get("default.9") is not None
    changed = [change for change in await provision(bus_settings) if change.did != "kept"]
    assert [(change.what, change.fields) for change in changed] == [("bucket", ("max_bytes",))]


async def test_all_values_of_a_bucket_are_read_at_once(client: Client) -> None:
    bucket = await client.kv(BucketName.RUNS)
    assert await bucket.entries() == ()
    for number in range(600):  # more than nats-py queues of a watch
        await bucket.put(f"run-{number:03}", str(number).encode())
    await bucket.put("run-007", b"again")
    await bucket.delete("run-599")
    entries = await bucket.entries()
    assert [entry.key for entry in entries] == [f"run-{number:03}" for number in range(599)]
    assert entries[7].value == b"again"
    assert await bucket.update("run-007", b"changed", entries[7].revision)


async def test_a_bucket_whose_last_value_was_deleted_is_empty(client: Client) -> None:
    bucket = await client.kv(BucketName.DOMAINS)
    await bucket.put("waterway", b"x")
    await bucket.delete("waterway")
    assert await bucket.entries() == ()


async def test_a_key_is_told_with_what_it_was_before(client: Client) -> None:
    bucket = await client.kv(BucketName.MODELS)
    assert await bucket.history("waterway") == ()
    await bucket.put("waterway", b"1")
    await bucket.put("satellite", b"x")
    await bucket.delete("waterway")
    last = await bucket.put("waterway", b"2")
    history = await bucket.history("waterway")
    assert [(entry.value, entry.deleted) for entry in history] == [(b"1", False), (b"", True), (b"2", False)]
    assert history[-1].revision == last
    assert await bucket.history("courier") == ()


async def test_a_look_up_that_fails_is_not_taken_for_the_end_of_the_time(
    bus_settings: BusSettings, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service("planner", bus_settings)

    @service.work(subjects.SOLVE)
    async def solve(job: SolveProblem, work: Work) -> Solution:
        return solution(job)

    async def failing(*_: object, **__: object) -> None:
        raise nats.errors.TimeoutError

    monkeypatch.setattr(client.jetstream, "get_last_msg", failing)
    async with running(service):
        assert isinstance(await client.request(solve_problem(), subjects.SOLVE, timeout=20), Solution)


async def test_a_time_out_of_the_broker_is_not_told_as_our_own(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> None:
        raise nats.errors.TimeoutError

    monkeypatch.setattr(client, "publish", failing)
    with pytest.raises(nats.errors.TimeoutError):
        await client.request(solve_problem(), subjects.SOLVE, timeout=60)


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


async def test_a_missing_acknowledgement_shows_no_password(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unanswered(*_: object, **__: object) -> None:
        raise nats.errors.TimeoutError

    monkeypatch.setattr(client.jetstream, "publish", unanswered)
    client.settings = client.settings.model_copy(update={"nats_url": "nats://me:secret@broker:4222"})
    with pytest.raises(BrokerUnavailable, match="broker:4222") as missing:
        await client.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)
    assert "secret" not in str(missing.value) + repr(missing.value.fault)


@pytest.mark.parametrize("url", ["nats://me:se/cret@127.0.0.1", "nats://me:secret@[::1", "me:secret@host:cret"])
async def test_a_malformed_url_is_told_without_its_password(url: str) -> None:
    with pytest.raises(BrokerUnavailable, match="malformed") as refused:
        async with Client.connect(BusSettings(nats_url=url)):
            pass
    assert "se/cret" not in refused.value.fault.message and "secret" not in refused.value.fault.message


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
    with pytest.raises(PayloadTooLarge, match="exceeds the broker's limit of 1048576 bytes"):
        await client.publish(feedback_submitted(shown_plan="x" * 2_000_000), subjects.FEEDBACK_SUBMITTED)


async def test_what_only_some_jobs_need_is_kept_for_a_time_and_anew_for_whoever_needs_it_later(
    client: Client, bus_settings: BusSettings, tmp_path: Path
) -> None:
    sha256 = await client.put_passing(b"what is left")
    name = passing_store_name(client.naming)
    elsewhere = bus_settings.model_copy(update={"cache": tmp_path / "elsewhere"})
    async with Client.connect(elsewhere) as other:
        assert await other.get_object(sha256) == b"what is left"
    with pytest.raises(nats.js.errors.ObjectNotFoundError):
        await (await client.jetstream.object_store(object_store_name(client.naming))).get_info(sha256)
    assert (await client.jetstream.stream_info(f"OBJ_{name}")).config.max_age == PASSING_KEPT
    store, hour = await client.jetstream.object_store(name), 3600.0
    first = (await store.get_info(sha256)).nuid
    await Objects(client.jetstream, name, tmp_path, kept=hour).put(b"what is left")
    assert (await store.get_info(sha256)).nuid == first
    await asyncio.sleep(0.1)
    await Objects(client.jetstream, name, tmp_path, kept=0.1).put(b"what is left")
    assert (await store.get_info(sha256)).nuid != first
    assert (await store.get(sha256)).data == b"what is left"
