"""Attacks across and within tenants, on a broker with the users that `plancritic credentials` writes."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import nats
import nats.errors
import nats.js.errors
import pytest
from nats.aio.client import Client as NatsConnection
from nats.aio.msg import Msg
from tests.support.builders import describe_service, feedback_submitted, solve_problem, untraced
from tests.support.feedback_runs import is_recorded
from tests.support.guarded_broker import GuardedBroker, guarded_broker
from tests.support.services import running

from plancritic.bus import BrokerUnavailable, BucketName, Client, Service, Work
from plancritic.bus.connection import close
from plancritic.bus.credentials.accounts import account_users
from plancritic.bus.wire import encode
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, derived_id
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

FEEDBACK_CONSUMER = "coordinator-feedback-submitted"


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[GuardedBroker]:
    async with guarded_broker(tmp_path) as broker:
        yield broker


async def requested(client: Client, subject: str, body: bytes = b"{}", **headers: str) -> Msg | None:
    """The broker's answer; None where it gives none, as to a request that a user may not make."""
    try:
        return await client.connection.request(subject, body, timeout=0.15, headers=headers or None)
    except (nats.errors.TimeoutError, nats.errors.NoRespondersError):
        return None


def consumer_requests(stream: str, name: str, tenant: str) -> list[tuple[str, bytes]]:
    """Requests that make, replace or remove a consumer of this name."""
    found = []
    for filtered in (f"plancritic.v1.{tenant}.event.>", f"plancritic.v1.{tenant}.event.plan.made.>"):
        config = {"name": name, "durable_name": name, "filter_subject": filtered, "ack_policy": "explicit"}
        body = json.dumps({"stream_name": stream, "config": config}).encode()
        found += [
            (f"$JS.API.CONSUMER.CREATE.{stream}.{name}.{filtered}", body),
            (f"$JS.API.CONSUMER.CREATE.{stream}.{name}", body),
            (f"$JS.API.CONSUMER.DURABLE.CREATE.{stream}.{name}", body),
        ]
    found += [(f"$JS.API.CONSUMER.{verb}.{stream}.{name}", b"{}") for verb in ("DELETE", "PAUSE", "RESET")]
    return found + [(f"$JS.API.STREAM.{verb}.{stream}", b"{}") for verb in ("PURGE", "DELETE")]


@pytest.mark.parametrize(("user", "tenant"), [("client", "default"), ("client", "acme"), ("operator", "acme")])
async def test_no_client_and_no_other_tenant_keeps_feedback_from_a_coordinator(
    guarded: GuardedBroker, user: str, tenant: str
) -> None:
    """D1: a consumer replaced by name."""
    taken: asyncio.Queue[object] = asyncio.Queue()
    coordinator = Service("coordinator", guarded.settings("coordinator"))

    @coordinator.work(subjects.FEEDBACK_SUBMITTED)
    async def submitted(event: object, work: Work) -> None:
        await taken.put(event)

    async with Client.connect(guarded.settings(user, tenant)) as attacker, running(coordinator):
        for stream in ("plancritic-service-events", "plancritic-events"):
            for subject, body in consumer_requests(stream, f"default-{FEEDBACK_CONSUMER}", "default"):
                await requested(attacker, subject, body)
        # What waits for the coordinator cannot be taken from it, nor acknowledged for it.
        name = f"plancritic-service-events.default-{FEEDBACK_CONSUMER}"
        async with Client.connect(guarded.settings("client")) as victim:
            feedback = feedback_submitted()
            await victim.publish(feedback, subjects.FEEDBACK_SUBMITTED)
            assert await requested(attacker, f"$JS.API.CONSUMER.MSG.NEXT.{name}", b"1") is None or tenant == "acme"
            await requested(attacker, f"$JS.ACK.{name}.1.1.1.0.0", b"+ACK")
            assert untraced(await asyncio.wait_for(taken.get(), 10)) == untraced(feedback)


@pytest.mark.parametrize("tenant", ["default", "acme"])
async def test_junk_under_the_ids_of_a_run_suppresses_none_of_its_events(guarded: GuardedBroker, tenant: str) -> None:
    """D2: within a tenant ids cannot be guessed, and across tenants they are not compared."""
    feedback = feedback_submitted()
    origin = feedback.envelope
    key = "a key that only the run's checkpoint holds"
    fault = Fault(code=FaultCode.NO_BASE_PLAN, message="none")
    end = FeedbackRefused(envelope=origin.caused("end", key), fault=fault)
    guessed = [derived_id(origin.message_id, purpose) for purpose in ("end", "started", "base", "translated")]
    # A stranger of another tenant may even know the ids; there they are worth nothing.
    known = guessed if tenant == "default" else [*guessed, end.envelope.message_id]
    async with (
        Client.connect(guarded.settings("client", tenant)) as attacker,
        Client.connect(guarded.settings("coordinator")) as coordinator,
    ):
        own = f"plancritic.v1.{tenant}.event.feedback.submitted.{origin.session_id}"
        for guess in known:
            await attacker.jetstream.publish(own, b"junk", headers={"Nats-Msg-Id": guess})
        assert not (await coordinator.publish(end, subjects.FEEDBACK_REFUSED)).duplicate
        assert await is_recorded(coordinator, end, subjects.FEEDBACK_REFUSED)


async def test_an_operator_of_another_tenant_sees_changes_and_fills_nothing_of_one(guarded: GuardedBroker) -> None:
    """D4: subjects, inboxes, buckets, objects and the ledger of one tenant do not exist for the other."""
    heard: list[str] = []

    async def on_message(message: Msg) -> None:
        heard.append(message.subject)

    async with (
        Client.connect(guarded.settings("coordinator")) as coordinator,
        Client.connect(guarded.settings("client")) as victim,
        Client.connect(guarded.settings("operator", "acme")) as operator,
        Client.connect(guarded.settings("client", "acme")) as client,
        Client.connect(guarded.settings("coordinator", "acme")) as other_coordinator,
        Client.connect(guarded.settings("planner", "acme")) as planner,
    ):
        runs, ledger = await coordinator.kv(BucketName.RUNS), await coordinator.kv(BucketName.SESSIONS)
        await runs.put("run", b"running")
        await ledger.put("default.session", b"ledger")
        await coordinator.checkpoints.put("run", b"secret")
        for attacker in (operator, client, other_coordinator, planner):
            user = str(attacker.settings.nats_inbox_prefix).removeprefix("_INBOX_")
            for pattern in ("plancritic.v1.default.>", ">", "_INBOX_client.>", f"_INBOX_{user}.>", "$KV.>"):
                await attacker.connection.subscribe(pattern, cb=on_message)
            for bucket in ("runs", "sessions", "revisions", "verdicts"):
                for key in ("run", "default.session", "default.x"):
                    for headers in ({}, {"Nats-Rollup": "all"}, {"Nats-Rollup": "sub"}, {"KV-Operation": "PURGE"}):
                        await attacker.connection.publish(f"$KV.plancritic-{bucket}.{key}", b"", headers=headers)
            for name in ("KV_plancritic-runs", "OBJ_plancritic-default-checkpoints", "plancritic-events"):
                await requested(attacker, f"$JS.API.STREAM.PURGE.{name}")
            assert await attacker.ping()
        feedback = feedback_submitted()
        await victim.publish(feedback, subjects.FEEDBACK_SUBMITTED)
        assert (entry := await runs.get("run")) is not None and entry.value == b"running"
        assert (entry := await ledger.get("default.session")) is not None and entry.value == b"ledger"
        assert await coordinator.checkpoints.get("run") == b"secret"
        async with aclosing(victim.watch()) as events:
            assert untraced((await asyncio.wait_for(anext(events), 5)).message) == untraced(feedback)
        assert await operator.ping() and await client.ping()
        assert not [subject for subject in heard if "default" in subject and ".event." in subject]
        assert await other_coordinator.checkpoints.get("run") is None
        # Their streams hold nothing of it.
        for name in ("plancritic-events", "KV_plancritic-runs", "KV_plancritic-sessions"):
            state = (await operator.jetstream.stream_info(name, subjects_filter=">")).state
            assert not [subject for subject in state.subjects or {} if subject.endswith(feedback.envelope.session_id)]


@pytest.mark.parametrize("bucket", [BucketName.SESSIONS, BucketName.ENDED])
async def test_no_user_that_writes_single_keys_erases_a_bucket_at_once(
    guarded: GuardedBroker, bucket: BucketName
) -> None:
    """D4: `Nats-Rollup: all`."""
    async with Client.connect(guarded.settings("coordinator")) as coordinator:
        entries = await coordinator.kv(bucket)
        await entries.put("default.first", b"first")
        answer = await requested(
            coordinator, f"$KV.{entries.name}.default.second", b"", **{"Nats-Rollup": "all", "Nats-Msg-Id": "rollup"}
        )
        assert answer is not None and "rollup" in json.loads(answer.data)["error"]["description"]
        assert (kept := await entries.get("default.first")) is not None and kept.value == b"first"


async def test_a_full_tenant_does_not_fill_another(tmp_path: Path) -> None:
    async with guarded_broker(tmp_path) as guarded:
        target = "plancritic.v1.acme.event.feedback.submitted.flood"
        async with Client.connect(guarded.settings("client", "acme")) as flood:
            with pytest.raises(nats.js.errors.APIError, match="maximum bytes"):
                for _ in range(20):
                    await flood.jetstream.publish(target, b"x" * 900_000)
        async with Client.connect(guarded.settings("client")) as client:
            await client.publish(feedback_submitted(), subjects.FEEDBACK_SUBMITTED)


@pytest.mark.parametrize("tenant", ["default", "acme"])
async def test_a_scorer_publishes_no_plans(guarded: GuardedBroker, tenant: str) -> None:
    job = solve_problem()
    end = FeedbackRefused(envelope=Envelope.start(), fault=Fault(code=FaultCode.NO_BASE_PLAN, message="none"))
    targets = [
        f"plancritic.v1.default.event.plan.revised.{end.envelope.session_id}",
        f"plancritic.v1.default.event.feedback.refused.{end.envelope.session_id}",
        f"plancritic.v1.default.result.planner.solved.{job.envelope.session_id}.{job.envelope.message_id}",
        "plancritic.v1.default.job.planner.solve.session",
    ]
    async with (
        Client.connect(guarded.settings("scorer", tenant)) as scorer,
        Client.connect(guarded.settings("operator")) as operator,
    ):
        for target in targets:
            assert await requested(scorer, target, encode(end)) is None
        for stream in ("plancritic-events", "plancritic-results", "plancritic-jobs"):
            assert (await operator.jetstream.stream_info(stream)).state.messages == 0


async def test_who_does_not_sign_in_gets_nothing(guarded: GuardedBroker) -> None:
    url = guarded.broker.url
    stranger = guarded.folder / "stranger.nkey"
    other = guarded_keys(stranger)
    for options in ({}, {"user": "client", "password": "client"}, {"nkeys_seed": str(other)}):
        connection = NatsConnection()
        with pytest.raises((nats.errors.Error, OSError)):
            await connection.connect(url, allow_reconnect=False, connect_timeout=2, **options)
        await close(connection)
    with pytest.raises(BrokerUnavailable):
        async with Client.connect(guarded.settings("client").model_copy(update={"nats_nkey_seed_file": None})):
            pass
    # Not even a subscription on a bare connection.
    host, port = url.removeprefix("nats://").split(":")
    answer = await asyncio.to_thread(spoken, host, int(port), b"CONNECT {}\r\nSUB > 1\r\nPING\r\n")
    assert b"Authorization Violation" in answer
    assert b"PONG" not in answer


def guarded_keys(file: Path) -> Path:
    """A seed of a user that the broker does not know."""
    import nkeys

    file.write_bytes(nkeys.encode_seed(bytes(range(32)), nkeys.PREFIX_BYTE_USER))
    return file


def spoken(host: str, port: int, said: bytes) -> bytes:
    """All that a broker says to these bytes before it hangs up, or within two seconds."""
    answer = b""
    with socket.create_connection((host, port), timeout=2) as connection:
        connection.sendall(said)
        try:
            while piece := connection.recv(4096):
                answer += piece
        except (TimeoutError, ConnectionResetError):
            pass
    return answer


async def test_each_user_has_inboxes_of_its_own(guarded: GuardedBroker) -> None:
    heard: list[str] = []

    async def on_message(message: Msg) -> None:
        heard.append(message.subject)

    async with Client.connect(guarded.settings("client")) as client:
        for user in account_users():
            if user not in ("client", "operator"):
                async with Client.connect(guarded.settings(user)) as other:
                    await other.connection.subscribe("_INBOX_client.>", cb=on_message)
                    await requested(client, "plancritic.v1.default.ask.service.describe", encode(describe_service()))
                    await client.connection.publish("_INBOX_client.secret", b"")
                    assert await other.ping()
        assert not heard


async def test_only_who_answers_asks_replies_to_what_it_got(guarded: GuardedBroker) -> None:
    """A message names any inbox: who may reply may write there."""
    answered: list[str] = []
    async with Client.connect(guarded.settings("operator")) as asking:
        for user in account_users():
            if user == "operator":
                continue
            async with Client.connect(guarded.settings(user)) as other:

                async def reply(message: Msg) -> None:
                    await message.respond(b"reply")

                await other.connection.subscribe(f"_INBOX_{user}.here", cb=reply)
                await other.connection.flush()
                # A busy machine may answer late; the client alone is to have no answer at all.
                for _ in range(3 if user == "client" else 30):
                    if await requested(asking, f"_INBOX_{user}.here") is not None:
                        answered.append(user)
                        break
    assert answered == [user for user in account_users() if user not in ("client", "operator")]


async def test_with_tls_a_plain_connection_is_refused_and_the_authority_must_be_known(tmp_path: Path) -> None:
    async with guarded_broker(tmp_path, ("default",), hosts=("localhost", "127.0.0.1")) as guarded:
        settings = guarded.settings("client")
        assert settings.nats_tls_ca is not None
        async with Client.connect(settings) as client:
            assert await client.ping()
        with pytest.raises(BrokerUnavailable, match=r"TLS|certificate"):
            async with Client.connect(settings.model_copy(update={"nats_tls_ca": None})):
                pass
        host, port = settings.nats_url.removeprefix("nats://").removeprefix("tls://").split(":")
        plain = await asyncio.to_thread(spoken, host, int(port), b'CONNECT {"verbose":true}\r\nPING\r\n')
        assert b"PONG" not in plain
        assert b"Secure Connection" in plain or plain.count(b"\r\n") <= 1
        other = ssl.create_default_context()
        with pytest.raises((nats.errors.Error, OSError)):
            await nats.connect(settings.nats_url, tls=other, allow_reconnect=False, connect_timeout=2)
