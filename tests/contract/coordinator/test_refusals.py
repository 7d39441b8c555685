"""The coordinator alone on a real broker: what it refuses before any worker is asked."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import orjson
import pytest
from tests.support.builders import feedback_submitted, report_run
from tests.support.feedback_runs import end_of, number_of_ends, submit
from tests.support.large_texts import bundle_with, watched_loop
from tests.support.services import running

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, new_id
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.coordinator.app import build_app
from plancritic.coordinator.settings import CoordinatorSettings
from plancritic.domains import load_domain

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow


@pytest.fixture
async def coordinator(bus_settings, client):
    bundle = load_domain("waterway")
    sha256 = await client.put_object(bundle.to_json())
    await (await client.kv("domains")).put("waterway", sha256.encode())
    broken = bundle.model_copy(update={"name": "broken", "problems": {"1": "(define (problem broken"}})
    sha256 = await client.put_object(broken.to_json())
    await (await client.kv("domains")).put("broken", sha256.encode())
    async with running(build_app(CoordinatorSettings(patience_seconds=0.5), bus_settings)) as service:
        yield service


async def refused(client: Client, *statements: str, **changes) -> FeedbackRefused:
    end = await end_of(client, await submit(client, *statements, **changes), limit=20)
    assert isinstance(end, FeedbackRefused)
    return end


async def test_an_unknown_domain_is_refused_with_the_domains_there_are(coordinator, client):
    end = await refused(client, "Go.", domain="atlantis")
    assert end.fault.code is FaultCode.UNKNOWN_DOMAIN
    assert "waterway" in (end.fault.remedy or "")


async def test_an_unknown_problem_is_refused_with_the_problems_there_are(coordinator, client):
    end = await refused(client, "Go.", problem="99")
    assert end.fault.code is FaultCode.UNKNOWN_PROBLEM
    assert "1" in (end.fault.remedy or "")


async def test_malformed_pddl_in_a_bundle_is_refused_with_its_place(coordinator, client):
    end = await refused(client, "Go.", domain="broken")
    assert end.fault.code is FaultCode.SYNTAX_ERROR
    assert end.fault.file and end.fault.line and end.fault.column


async def test_without_workers_the_run_ends_with_the_name_of_what_is_missing(coordinator, client):
    end = await refused(client, "Go.")
    assert end.fault.code is FaultCode.SERVICE_UNAVAILABLE
    assert "planner" in end.fault.message


@pytest.mark.parametrize(
    "spoiled",
    [
        {"statements": [{"id": "s1", "text": "   "}]},
        {"statements": [{"id": "s1", "text": "x" * 5000}]},
        {"statements": [{"id": "not a token", "text": "Go."}]},
        {"domain": ""},
        {"statements": [{"id": "s1", "text": "Go."}, {"id": "s1", "text": "Stop."}]},
    ],
)
async def test_feedback_that_breaks_the_contract_is_refused_and_the_service_lives_on(coordinator, client, spoiled):
    message = feedback_submitted("Go.", envelope=Envelope.start())
    body = {**message.model_dump(mode="json"), **spoiled}
    target = client.naming.publish(subjects.FEEDBACK_SUBMITTED, message.envelope)
    await client.jetstream.publish(target, orjson.dumps(body))
    end = await end_of(client, message.envelope, limit=20)
    assert isinstance(end, FeedbackRefused)
    assert end.fault.code is FaultCode.INVALID_MESSAGE
    assert (await refused(client, "Go.", domain="atlantis")).fault.code is FaultCode.UNKNOWN_DOMAIN


async def test_feedback_that_neither_says_nor_drops_anything_is_refused(coordinator, client):
    assert (await refused(client, statements=())).fault.code is FaultCode.EMPTY_FEEDBACK


async def test_a_run_that_has_ended_is_not_run_again_when_its_event_comes_twice(coordinator, client):
    envelope = await submit(client, "Go.", domain="atlantis")
    await end_of(client, envelope, limit=20)
    again = feedback_submitted("Go.", envelope=envelope, domain="atlantis")
    target = client.naming.publish(subjects.FEEDBACK_SUBMITTED, envelope)
    await client.jetstream.publish(target, again.model_dump_json().encode())
    assert await number_of_ends(client, envelope) == 1


async def test_the_report_tells_how_a_run_ended(coordinator, client):
    envelope = await submit(client, "Go.", problem="99")
    await end_of(client, envelope, limit=20)
    report = await client.ask(report_run(envelope.correlation_id), subjects.REPORT_RUN)
    # The end is decided before it is published, so whoever has seen it finds it reported.
    assert [(run.run, run.state) for run in report.runs] == [(envelope.correlation_id, "refused")]


async def test_a_run_id_used_again_is_refused_and_the_run_keeps_its_own_end(coordinator, client):
    first = await submit(client, "Go.", problem="99")
    await end_of(client, first, limit=20)
    second = Envelope.start(correlation_id=first.correlation_id).model_copy(update={"message_id": new_id()})
    await client.publish(feedback_submitted("Go.", envelope=second), subjects.FEEDBACK_SUBMITTED)
    end = await end_of(client, second, limit=20)
    assert isinstance(end, FeedbackRefused)
    assert end.fault.code is FaultCode.INVALID_MESSAGE
    assert await number_of_ends(client, first) == 1


@pytest.mark.parametrize("copied", ["run", "run and message"])
@pytest.mark.parametrize("readable", [True, False])
async def test_feedback_with_another_s_ids_does_not_end_its_run(coordinator, client, copied, readable):
    victim = await submit(client, "Go.")  # under way until nobody has planned for it
    for _ in range(500):
        if (await client.ask(report_run(victim.correlation_id), subjects.REPORT_RUN)).runs:
            break
        await asyncio.sleep(0.01)
    ids = victim if copied == "run and message" else victim.model_copy(update={"message_id": new_id()})
    body = feedback_submitted("Stop.", envelope=ids, domain="atlantis").model_dump(mode="json")
    if not readable:
        body["statements"] = "Stop."
    # The broker recognises a message sent twice by this header alone, and anyone may write another.
    headers = {"Nats-Msg-Id": new_id()}
    target = client.naming.publish(subjects.FEEDBACK_SUBMITTED, victim)
    await client.jetstream.publish(target, orjson.dumps(body), headers=headers)
    end = await end_of(client, victim, limit=20)
    assert isinstance(end, FeedbackRefused)
    assert end.fault.code is FaultCode.SERVICE_UNAVAILABLE, "its own end, for want of planners"
    assert await number_of_ends(client, victim) == 2, "in the session, the stranger's answer among them"
    async with aclosing(client.watch(session=victim.session_id, subjects=(subjects.FEEDBACK_REFUSED,))) as answers:
        found = [(await asyncio.wait_for(anext(answers), 10)).message for _ in range(2)]
    (stranger,) = [each for each in found if each.envelope.correlation_id != victim.correlation_id]
    assert stranger.fault.code is FaultCode.INVALID_MESSAGE


@pytest.mark.slow
async def test_a_session_has_so_many_runs_at_once_and_takes_others_nothing(bus_settings, client):
    bundle = await client.put_object(load_domain("waterway").to_json())
    await (await client.kv("domains")).put("waterway", bundle.encode())
    settings = CoordinatorSettings(patience_seconds=2, concurrency=4, session_runs=2)
    async with running(build_app(settings, bus_settings)):
        first = await submit(client, "Go.")
        session = first.session_id
        rest = [await submit(client, "Go.", session=session) for _ in range(2)]
        other = await submit(client, "Go.")
        ends = [await end_of(client, each, limit=30) for each in (first, *rest, other)]
        codes = [end.fault.code for end in ends if isinstance(end, FeedbackRefused)]
        assert sorted(codes[:3]) == ["service_unavailable", "service_unavailable", "too_many_runs"]
        assert codes[3] is FaultCode.SERVICE_UNAVAILABLE, "another session is not held up"
        again = await end_of(client, await submit(client, "Go.", session=session), limit=30)
        assert isinstance(again, FeedbackRefused) and again.fault.code is FaultCode.SERVICE_UNAVAILABLE


async def test_an_entry_that_is_no_record_hides_no_other_run(coordinator, client):
    envelope = await submit(client, "Go.", problem="99")
    await end_of(client, envelope, limit=20)
    await (await client.kv("runs")).put("spoiled", b"{}")
    report = await client.ask(report_run(), subjects.REPORT_RUN)
    assert [run.run for run in report.runs] == [envelope.correlation_id]


@pytest.mark.parametrize("where", ["goal", "precondition"])
async def test_a_domain_that_is_too_large_is_refused_with_its_place(where, coordinator, client):
    sha256 = await client.put_object(bundle_with(where).to_json())
    await (await client.kv("domains")).put("broken", sha256.encode())
    async with watched_loop() as loop:
        end = await refused(client, "Go.", domain="broken")
    assert end.fault.code is FaultCode.EXPANSION_TOO_LARGE
    assert end.fault.file and end.fault.line and end.fault.line > 1
    assert loop.longest < 1.5, "health is answered meanwhile"
