"""The users of deploy/nats/users.conf on a real broker: what they need works, the rest is refused."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import nats.errors
import nats.js.errors
import pytest
from nats.aio.msg import Msg
from pydantic import SecretStr
from tests.contract.client.stand_in import coordinating, progress, refuse, run_state, seen_of
from tests.support.builders import describe_service, feedback_submitted, report_run, solution, solve_problem, untraced
from tests.support.feedback_runs import is_recorded
from tests.support.services import running

from plancritic.bus import (
    BrokerUnavailable,
    BucketName,
    BusSettings,
    Client,
    RequestTimedOut,
    Service,
    ServiceUnavailable,
    Work,
    provision,
)
from plancritic.bus.permissions import permissions, users_configuration
from plancritic.bus.wire import decode, encode
from plancritic.client import PlancriticClient, StreamHidden, make_feedback
from plancritic.client.readings import preview_reading
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, SearchSettings
from plancritic.contracts.planning import Solution, SolveProblem
from plancritic.contracts.runs import RunProgressed
from plancritic.contracts.service import ReportRun, RunReport
from plancritic.contracts.subjects import Naming
from plancritic.contracts.translation import PreviewReading, ReadingPreviewed, StatementReadings
from plancritic.local import Broker

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

USERS_FILE = Path(__file__).parents[3] / "deploy" / "nats" / "users.conf"
USERS = (
    "client",
    "coordinator",
    "dead_letters",
    "operator",
    "planner",
    "refiner",
    "schema_library",
    "scorer",
    "translator",
    "validator",
)


def test_the_written_users_are_up_to_date() -> None:
    expected = users_configuration(Naming())
    assert USERS_FILE.read_text(encoding="utf-8") == expected, "run `python -m plancritic.bus.permissions`"


@pytest.fixture
async def guarded_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    for user in USERS:
        monkeypatch.setenv(f"PLANCRITIC_{user.upper()}_PASSWORD", f"{user}-secret")
    configuration = tmp_path / "guarded.conf"
    # Included files are looked for beside the file that includes them.
    (tmp_path / "users.conf").write_bytes(USERS_FILE.read_bytes())
    configuration.write_text('include "users.conf"\n')
    async with Broker(configuration=configuration, log_file=tmp_path / "nats.log") as broker:
        await provision(as_user("operator", broker.url, tmp_path))
        yield broker.url


def as_user(user: str, url: str, folder: Path, password: str | None = None) -> BusSettings:
    return BusSettings(
        nats_url=url,
        nats_user=user,
        nats_password=SecretStr(password or f"{user}-secret"),
        nats_inbox_prefix=f"_INBOX_{user}",
        cache=folder / user,
        publish_timeout=1.0,
        connect_timeout=2.0,
    )


async def test_each_user_can_do_its_part_of_the_main_job(guarded_url: str, tmp_path: Path) -> None:
    planner = Service("planner", as_user("planner", guarded_url, tmp_path))

    @planner.work(subjects.SOLVE)
    async def solve(job: SolveProblem, work: Work) -> Solution:
        assert await work.client.get_object(job.problem.bundle) == b"bundle"
        return solution(job)

    coordinator = Service("coordinator", as_user("coordinator", guarded_url, tmp_path))
    handled: asyncio.Queue[Solution] = asyncio.Queue()

    @coordinator.work(subjects.FEEDBACK_SUBMITTED)
    async def submitted(event: object, work: Work) -> None:
        names = await work.client.kv("domains")
        assert await names.keys() == ("waterway",)
        entry = await names.get("waterway")
        assert entry is not None
        job = solve_problem(problem={"domain": "waterway", "problem": "1", "bundle": entry.value.decode()})
        result = await work.client.request(job, subjects.SOLVE, timeout=5)
        assert isinstance(result, Solution)
        await (await work.client.kv("runs")).create("run", b"checkpoint")
        await handled.put(result)

    @coordinator.ask(subjects.REPORT_RUN)
    async def report(ask: ReportRun) -> RunReport:
        return RunReport(runs=())

    async with Client.connect(as_user("operator", guarded_url, tmp_path)) as operator:
        await (await operator.kv("domains")).put("waterway", (await operator.put_object(b"bundle")).encode())
    async with running(planner, coordinator), Client.connect(as_user("client", guarded_url, tmp_path)) as client:
        assert len(await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=2, expected=2)) == 2
        assert await client.ask(report_run(), subjects.REPORT_RUN) == RunReport(runs=())
        feedback = feedback_submitted()
        await client.publish(feedback, subjects.FEEDBACK_SUBMITTED)
        async with aclosing(client.watch(session=feedback.envelope.session_id)) as events, asyncio.timeout(5):
            assert untraced((await anext(events)).message) == untraced(feedback)
        assert isinstance(await asyncio.wait_for(handled.get(), 10), Solution)


async def test_a_client_has_a_translator_read_by_a_draft(guarded_url: str, tmp_path: Path) -> None:
    translator = Service("translator", as_user("translator", guarded_url, tmp_path))

    @translator.ask(subjects.PREVIEW_READING)
    async def preview(ask: PreviewReading) -> ReadingPreviewed:
        return ReadingPreviewed(reading=StatementReadings(statement="preview", reason=f"{ask.draft} {ask.text}"))

    async with running(translator), Client.connect(as_user("client", guarded_url, tmp_path)) as client:
        assert (await preview_reading(client, "{}", "1", "Go.")).reason == "{} Go."


async def test_a_client_needs_no_right_to_read_jobs_and_results(guarded_url: str, tmp_path: Path) -> None:
    async def carry(feedback: FeedbackSubmitted, work: Work) -> None:
        await progress(feedback, work, "planner", 2, 1)
        await refuse(feedback, work)

    async with (
        coordinating(as_user("coordinator", guarded_url, tmp_path), carry, lambda ask: (run_state(ask.run or "r1"),)),
        PlancriticClient.connect(as_user("client", guarded_url, tmp_path)) as client,
    ):
        feedback = make_feedback("waterway", "1", ["Go."], SearchSettings(), session="morning")
        events = await asyncio.wait_for(seen_of((await client.submit(feedback)).follow()), 20)
        assert [type(event) for event in events] == [FeedbackSubmitted, RunProgressed, FeedbackRefused]
        assert (await client.find_run("r1")).run == "r1"
        assert [each.run for each in await client.latest_runs()] == ["r1"]
        assert (await client.head("morning")).session == "morning"
        for changed in (client.accept("morning"), client.undo("morning"), client.branch("morning")):
            assert (await changed).session == "morning"
        found = await client.status()
        assert [copy.service for copy in found.services] == ["coordinator"]
        assert set(map(type, found.streams.values())) == {StreamHidden}


async def test_a_client_hears_no_event_that_the_broker_refused(guarded_url: str, tmp_path: Path) -> None:
    heard: list[str] = []

    async def on_message(message: Msg) -> None:
        heard.append(message.subject)

    async with (
        Client.connect(as_user("coordinator", guarded_url, tmp_path)) as coordinator,
        Client.connect(as_user("client", guarded_url, tmp_path)) as client,
    ):
        await client.connection.subscribe(f"{client.naming.prefix}.event.>", cb=on_message)
        assert await client.ping()
        ends = f"{client.naming.base(subjects.FEEDBACK_REFUSED)}.session"
        with pytest.raises(nats.js.errors.APIError, match="wrong last sequence"):
            await coordinator.jetstream.publish(ends, b"", headers={"Nats-Expected-Last-Subject-Sequence": "7"})
        assert await client.ping()
    assert not heard


async def test_a_client_cannot_read_jobs_and_results(guarded_url: str, tmp_path: Path) -> None:
    job = solve_problem()
    heard: list[str] = []

    async def on_message(message: Msg) -> None:
        heard.append(message.subject)

    async with (
        Client.connect(as_user("coordinator", guarded_url, tmp_path)) as coordinator,
        Client.connect(as_user("planner", guarded_url, tmp_path)) as planner,
        Client.connect(as_user("client", guarded_url, tmp_path)) as client,
    ):
        prefix = client.naming.prefix
        for pattern in (f"{prefix}.job.>", f"{prefix}.result.>", f"{prefix}.>", ">"):
            await client.connection.subscribe(pattern, cb=on_message)
        assert await client.ping()
        await coordinator.publish(job, subjects.SOLVE)
        await planner.publish_result(solution(job), subjects.SOLVED, job.envelope.message_id)
        assert await client.ping()
    assert not heard
    for kind in ("job", "result"):
        assert not [each for each in permissions(Naming(), "client").subscribe if f".{kind}." in each]


async def test_a_service_cannot_speak_for_another(guarded_url: str, tmp_path: Path) -> None:
    job = solve_problem()
    async with Client.connect(as_user("scorer", guarded_url, tmp_path)) as scorer:
        with pytest.raises(BrokerUnavailable):
            await scorer.publish_result(solution(job), subjects.SOLVED, job.envelope.message_id)
    async with Client.connect(as_user("client", guarded_url, tmp_path)) as client:
        with pytest.raises(BrokerUnavailable):
            await client.publish(job, subjects.SOLVE)


@pytest.mark.slow
async def test_only_planners_write_verdicts_and_only_those_of_their_tenant(guarded_url: str, tmp_path: Path) -> None:
    async with Client.connect(as_user("planner", guarded_url, tmp_path)) as planner:
        for name in (BucketName.VERDICTS, BucketName.PLANS):
            bucket = await planner.kv(name)
            await bucket.put("default.key", b"known")
            assert await bucket.get("default.key") is not None
            with pytest.raises(nats.errors.TimeoutError):
                await asyncio.wait_for(bucket.put("another.key", b"forged"), 2)
        with pytest.raises(nats.errors.TimeoutError):
            await (await planner.kv(BucketName.VERDICTS)).get("another.key")
    async with Client.connect(as_user("coordinator", guarded_url, tmp_path)) as coordinator:
        verdicts = await coordinator.kv(BucketName.VERDICTS)
        entry = await verdicts.get("default.key")
        assert entry is not None and entry.value == b"known"
        with pytest.raises(nats.errors.TimeoutError):
            await verdicts.put("default.key", b"forged")
        with pytest.raises(nats.errors.TimeoutError):
            await coordinator.kv(BucketName.PLANS)
    async with Client.connect(as_user("scorer", guarded_url, tmp_path)) as scorer:
        with pytest.raises(nats.errors.TimeoutError):
            await scorer.kv(BucketName.VERDICTS)


async def test_a_coordinator_may_ask_which_services_run(guarded_url: str, tmp_path: Path) -> None:
    async with Client.connect(as_user("coordinator", guarded_url, tmp_path)) as coordinator:
        with pytest.raises(ServiceUnavailable):  # allowed, and nobody is there
            await coordinator.ask(describe_service(), subjects.DESCRIBE_SERVICE, timeout=5)
    async with Client.connect(as_user("scorer", guarded_url, tmp_path)) as scorer:
        with pytest.raises(RequestTimedOut):  # refused by the broker, which tells the sender nothing
            await scorer.ask(describe_service(), subjects.DESCRIBE_SERVICE, timeout=1)


async def test_a_coordinator_finds_an_end_behind_a_later_one_of_its_session(guarded_url: str, tmp_path: Path) -> None:
    fault = Fault(code=FaultCode.NO_BASE_PLAN, message="none")
    first, second, third = (FeedbackRefused(envelope=Envelope.start("shared"), fault=fault) for _ in range(3))
    async with Client.connect(as_user("coordinator", guarded_url, tmp_path)) as coordinator:
        for end in (first, second):
            await coordinator.publish(end, subjects.FEEDBACK_REFUSED)
        found = [await is_recorded(coordinator, end, subjects.FEEDBACK_REFUSED) for end in (first, second, third)]
    assert found == [True, True, False]


async def test_a_coordinator_stores_problems_that_planners_read(guarded_url: str, tmp_path: Path) -> None:
    async with (
        Client.connect(as_user("coordinator", guarded_url, tmp_path), "coordinator") as coordinator,
        Client.connect(as_user("planner", guarded_url, tmp_path), "planner") as planner,
    ):
        sha256 = await coordinator.put_passing(b"(define (problem left))")
        assert await planner.get_object(sha256) == b"(define (problem left))"
        with pytest.raises(nats.errors.Error):
            await planner.put_object(b"(define (problem forged))")


async def test_only_the_coordinator_of_its_tenant_sees_the_checkpoints_of_runs(
    guarded_url: str, tmp_path: Path
) -> None:
    async with Client.connect(as_user("coordinator", guarded_url, tmp_path)) as coordinator:
        for content in (b"before", b"after" * 100_000):
            await coordinator.checkpoints.put("run", content)
            assert await coordinator.checkpoints.get("run") == content
        await coordinator.checkpoints.delete("run")
        assert await coordinator.checkpoints.get("run") is None
        await coordinator.checkpoints.put("run", b"secret")
    for user in ("client", "planner"):
        async with Client.connect(as_user(user, guarded_url, tmp_path)) as other:
            with pytest.raises(nats.errors.TimeoutError):
                await asyncio.wait_for(other.checkpoints.get("run"), 2)
    elsewhere = as_user("operator", guarded_url, tmp_path).model_copy(update={"tenant": "elsewhere"})
    await provision(elsewhere)
    of_another = as_user("coordinator", guarded_url, tmp_path).model_copy(update={"tenant": "elsewhere"})
    async with Client.connect(of_another) as coordinator:
        with pytest.raises(nats.errors.TimeoutError):
            await asyncio.wait_for(coordinator.checkpoints.put("run", b"forged"), 2)


async def test_a_client_of_one_tenant_sees_nothing_of_another(guarded_url: str, tmp_path: Path) -> None:
    def as_client(tenant: str) -> BusSettings:
        return as_user("client", guarded_url, tmp_path).model_copy(update={"tenant": tenant})

    elsewhere = as_user("operator", guarded_url, tmp_path).model_copy(update={"tenant": "elsewhere"})
    async with Client.connect(elsewhere) as other, Client.connect(as_client("default")) as client:
        event = feedback_submitted()
        await other.publish(event, subjects.FEEDBACK_SUBMITTED)
        assert await client.ping()
        heard: list[str] = []

        async def on_message(message: Msg) -> None:
            heard.append(message.subject)

        for pattern in ("plancritic.v1.*.event.>", "plancritic.v1.elsewhere.event.>"):
            await client.connection.subscribe(pattern, cb=on_message)
        await other.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)
        assert await client.ping()
        assert not heard
        stream = "plancritic-events"
        for request, body in (
            (f"$JS.API.CONSUMER.CREATE.{stream}.spy", b"{}"),
            (f"$JS.API.CONSUMER.CREATE.{stream}", b"{}"),
            (f"$JS.API.DIRECT.GET.{stream}", b'{"seq": 1}'),
            (f"$JS.API.STREAM.MSG.GET.{stream}", b'{"seq": 1}'),
        ):
            with pytest.raises(nats.errors.TimeoutError):
                await client.connection.request(request, body, timeout=0.2)
    async with Client.connect(as_client("elsewhere")) as stranger:
        with pytest.raises((nats.errors.Error, nats.js.errors.Error)):
            async with aclosing(stranger.watch()) as events:
                await anext(events)


def test_only_streams_hold_all_tenants() -> None:
    naming = Naming(tenant="a")
    for user in USERS:
        if user != "operator":
            allowed = permissions(naming, user)
            found = (*allowed.publish, *allowed.subscribe)
            others = [one for one in found if re.search(r"plancritic\.(?:v\d+|\*)\.(?!a\.)", one)]
            assert not others, user
            assert [one for one in found if "plancritic.v1.a." in one], "else nothing was looked at"


async def test_a_wrong_password_is_told_plainly(guarded_url: str, tmp_path: Path) -> None:
    with pytest.raises(BrokerUnavailable) as refused:
        async with Client.connect(as_user("planner", guarded_url, tmp_path, password="guess")):
            pass
    assert "guess" not in refused.value.fault.message
    assert "user" in refused.value.fault.message.lower() or "Authorization" in refused.value.fault.message


async def _attacked(client: Client, tenant: str) -> None:
    """Every request by which a client could touch a coordinator's consumer; each is refused or does nothing to it."""
    name = f"{tenant}-coordinator-feedback-submitted"
    everything, feedback = f"plancritic.v1.{tenant}.event.>", f"plancritic.v1.{tenant}.event.feedback.submitted.>"
    for stream in ("plancritic-service-events", "plancritic-events"):
        for filtered in (everything, feedback, f"plancritic.v1.{tenant}.event.plan.made.>"):
            for deliver in ({}, {"deliver_subject": "_INBOX_client.stolen"}):
                config = {"name": name, "durable_name": name, "filter_subject": filtered, "ack_policy": "explicit"}
                body = json.dumps({"stream_name": stream, "config": config | deliver}).encode()
                for request in (
                    f"$JS.API.CONSUMER.CREATE.{stream}.{name}.{filtered}",
                    f"$JS.API.CONSUMER.CREATE.{stream}.{name}",
                    f"$JS.API.CONSUMER.CREATE.{stream}",
                    f"$JS.API.CONSUMER.DURABLE.CREATE.{stream}.{name}",
                ):
                    await _requested(client, request, body)
        for request in (
            f"$JS.API.CONSUMER.DELETE.{stream}.{name}",
            f"$JS.API.CONSUMER.PAUSE.{stream}.{name}",
            f"$JS.API.STREAM.PURGE.{stream}",
            f"$JS.API.STREAM.DELETE.{stream}",
        ):
            await _requested(client, request, b"{}")


async def _requested(client: Client, subject: str, body: bytes) -> None:
    try:
        await client.connection.request(subject, body, timeout=0.05)
    except (nats.errors.TimeoutError, nats.errors.NoRespondersError):
        return


@pytest.mark.slow
@pytest.mark.parametrize("tenant", ["default", "acme"])
async def test_a_client_cannot_cut_a_coordinator_off(guarded_url: str, tmp_path: Path, tenant: str) -> None:
    await provision(as_user("operator", guarded_url, tmp_path).model_copy(update={"tenant": tenant}))
    consumer = f"{tenant}-coordinator-feedback-submitted"
    feedback = feedback_submitted()
    async with Client.connect(as_user("operator", guarded_url, tmp_path)) as operator:
        before = (await operator.jetstream.consumer_info("plancritic-service-events", consumer)).config
        async with Client.connect(as_user("client", guarded_url, tmp_path)) as client:
            await _attacked(client, tenant)
            target = client.naming.publish(subjects.FEEDBACK_SUBMITTED, feedback.envelope).replace("default", tenant)
            publisher = operator if tenant != "default" else client
            await publisher.connection.publish(target, encode(feedback))
            await publisher.ping()
            for request in (
                f"$JS.API.CONSUMER.MSG.NEXT.plancritic-service-events.{consumer}",
                f"$JS.ACK.plancritic-service-events.{consumer}.1.1.1.0.0",
            ):
                await _requested(client, request, b"1")
            await _attacked(client, tenant)
        assert (await operator.jetstream.consumer_info("plancritic-service-events", consumer)).config == before
        taken = await operator.jetstream.pull_subscribe_bind(
            consumer, "plancritic-service-events", inbox_prefix=b"_INBOX_operator."
        )
        (message,) = await taken.fetch(1, timeout=5)
        assert message.subject == target
        assert message.metadata.num_delivered == 1
        assert decode(type(feedback), message.data, message.subject) == feedback


async def test_feedback_is_taken_though_a_client_has_consumers_of_every_name(guarded_url: str, tmp_path: Path) -> None:
    taken: asyncio.Queue[object] = asyncio.Queue()
    coordinator = Service("coordinator", as_user("coordinator", guarded_url, tmp_path))

    @coordinator.work(subjects.FEEDBACK_SUBMITTED)
    async def submitted(event: object, work: Work) -> None:
        await taken.put(event)

    async with running(coordinator), Client.connect(as_user("client", guarded_url, tmp_path)) as client:
        await _attacked(client, "default")
        feedback = feedback_submitted()
        await client.publish(feedback, subjects.FEEDBACK_SUBMITTED)
        assert untraced(await asyncio.wait_for(taken.get(), 10)) == untraced(feedback)
