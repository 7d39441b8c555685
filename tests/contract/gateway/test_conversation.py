"""A conversation of several turns over HTTP: real broker, real services."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from tests.contract.gateway.conftest import OpenGateway
from tests.support.gateways import Received, end_of, is_fault, program, received

from plancritic.contracts.feedback import PlanRevised
from plancritic.contracts.sessions import Revision, SessionReport

pytestmark = pytest.mark.slow

WISH = "Never point the satellite at Star0."
#: Two readings are likely, so the run asks.
ASKED_ABOUT = "Leave Phenomenon4 alone until the star is done."


async def _submit(client: httpx2.AsyncClient, text: str, **fields: Any) -> dict[str, str]:
    body = {"domain": "satellite", "statements": [{"text": text}], "questions": "ask", **fields}
    answered = await client.post("/v1/feedback", json=body)
    assert answered.status_code == 202, answered.text
    accepted: dict[str, str] = answered.json()
    assert answered.headers["Location"] == f"/v1/runs/{accepted['run']}"
    return accepted


async def test_three_turns_an_answer_a_confirmation_and_an_undo(gateway: OpenGateway) -> None:
    async with program(gateway.url, gateway.tokens["default"]) as client:
        first = await _submit(client, WISH)
        standing = (await client.get(f"/v1/runs/{first['run']}")).json()
        assert standing["state"]["session"] == first["session"]
        end = PlanRevised.model_validate((await end_of(client, first["run"])).data)
        assert [each.verdict for each in end.statements] == ["adhered"]

        session = first["session"]
        second = await _submit(client, ASKED_ABOUT, session=session, revision=end.revision)
        assert second["session"] == session
        asked = await _answer(client, second["run"])
        ended = await end_of(client, second["run"])
        assert ended.name == "plan.revised"
        revised = PlanRevised.model_validate(ended.data)
        (statement,) = [each for each in revised.statements if each.statement.text == ASKED_ABOUT]
        assert statement.said_back == asked["choices"][-1]["sentence"]
        again = await client.post(f"/v1/runs/{second['run']}/answer", json={"question": asked["question"], "choice": 1})
        assert again.status_code == 409 and is_fault(again.json(), "invalid_message")

        stale = await client.post(f"/v1/sessions/{session}/accept", json={"revision": end.revision})
        assert stale.status_code == 409 and is_fault(stale.json(), "stale_revision")
        confirmed = await client.post(
            f"/v1/sessions/{session}/confirm", json={"statement": ASKED_ABOUT, "revision": revised.revision}
        )
        assert confirmed.status_code == 200, confirmed.text
        in_force = Revision.model_validate(confirmed.json()).in_force
        assert {each.statement.text: each.reading for each in in_force}[ASKED_ABOUT] == "confirmed"

        undone = Revision.model_validate((await client.post(f"/v1/sessions/{session}/undo")).json())
        assert undone.plan == end.plan
        assert [each.statement.text for each in undone.in_force] == [WISH]

        branched = (await client.post(f"/v1/sessions/{session}/branch", json={"revision": "2"})).json()
        assert branched["session"] != session
        report = SessionReport.model_validate((await client.get(f"/v1/sessions/{session}")).json())
        assert [each.number for each in report.revisions] == [3, 2, 1]
        listed = SessionReport.model_validate((await client.get("/v1/sessions")).json())
        assert {session, branched["session"]} <= {each.session for each in listed.sessions}

        dropped = await client.post(f"/v1/sessions/{session}/drop", json={"statements": ["s1"]})
        assert dropped.status_code == 202, dropped.text
        assert (await end_of(client, dropped.json()["run"])).name == "plan.revised"
        standing = (await client.get(f"/v1/runs/{dropped.json()['run']}")).json()
        assert (standing["state"]["state"], standing["end"]["kind"]) == ("ended", "plan_revised")


async def _answer(client: httpx2.AsyncClient, run: str) -> Any:
    """Answer the question of a run with its first choice, and return the question."""
    async for event in received(client, run):
        assert event.name not in ("plan.revised", "feedback.refused"), "the run asks nothing"
        if event.name == "question.asked":
            break
    asked = event.data
    for given, status in (
        ({"question": "another", "choice": 1}, 404),
        ({"question": asked["question"], "choice": 99}, 422),
        ({"question": asked["question"], "choice": len(asked["choices"])}, 202),
    ):
        answered = await client.post(f"/v1/runs/{run}/answer", json=given)
        assert answered.status_code == status, answered.text
    return asked


async def test_events_are_streamed_and_resumed_after_any_of_them(gateway: OpenGateway) -> None:
    async with program(gateway.url, gateway.tokens["default"]) as client:
        run = (await _submit(client, WISH, settings={"seed": 7}))["run"]
        some: list[Received] = []
        async for event in received(client, run):
            some.append(event)
            if len(some) == 2:
                break
        rest = [each async for each in received(client, run, some[-1].id)]
        whole = [each async for each in received(client, run)]
        assert [*some, *rest] == whole
        assert (whole[0].name, whole[-1].name) == ("feedback.submitted", "plan.revised")
        assert sorted({each.id for each in whole}) == [each.id for each in whole]
        assert {each.data["envelope"]["correlation_id"] for each in whole} == {run}
        # A browser's event source comes back after every end, until it is told that there is nothing more.
        over = await client.get(f"/v1/runs/{run}/events", headers={"Last-Event-ID": str(whole[-1].id)})
        assert (over.status_code, over.content) == (204, b"")


async def test_a_run_is_cancelled(gateway: OpenGateway) -> None:
    async with program(gateway.url, gateway.tokens["default"]) as client:
        run = (await _submit(client, ASKED_ABOUT))["run"]
        async for event in received(client, run):
            if event.name == "question.asked":
                break
        cancelled = await client.post(f"/v1/runs/{run}/cancel")
        assert cancelled.json()["state"] == "cancelled", cancelled.text
        end = await end_of(client, run)
        assert (end.name, end.data["fault"]["code"]) == ("feedback.refused", "cancelled")
        late = await client.post(f"/v1/runs/{run}/answer", json={"question": event.data["question"], "choice": 1})
        assert late.status_code == 409


async def test_execution_is_reported(gateway: OpenGateway) -> None:
    async with program(gateway.url, gateway.tokens["default"]) as client:
        accepted = await _submit(client, WISH)
        end = PlanRevised.model_validate((await end_of(client, accepted["run"])).data)
        address = f"/v1/sessions/{accepted['session']}/execution"
        time = max(step.start + step.duration for step in end.steps if step.number == 1)
        done = {"kind": "progressed", "revision": end.revision, "time": time, "through": 1}
        progressed = await client.post(address, json=done)
        assert progressed.status_code == 200, progressed.text
        execution = Revision.model_validate(progressed.json()).execution
        assert execution is not None and execution.now == pytest.approx(time)
        late = await client.post(address, json={**done, "time": 0.0})
        assert late.status_code in (409, 422) and late.json()["code"] in ("time_passed", "past_contradicted")
        last = max(end.steps, key=lambda step: step.start)
        deviated = {
            "kind": "deviated",
            "revision": end.revision,
            "time": last.start + last.duration,
            "not_done": [{"number": last.number, "action": last.action}],
        }
        replanned = await client.post(address, json=deviated)
        assert replanned.status_code == 202, replanned.text
        assert (await end_of(client, replanned.json()["run"])).name == "plan.revised"


async def test_domains_and_services_are_listed(gateway: OpenGateway) -> None:
    async with program(gateway.url, gateway.tokens["default"]) as client:
        (satellite,) = (await client.get("/v1/domains")).json()["domains"]
        assert satellite["name"] == "satellite" and "1" in satellite["problems"]
        bundle = (await client.get("/v1/domains/satellite")).json()
        assert "(define" in bundle["domain_pddl"] and bundle["context"]["title"] == satellite["title"]
        unknown = await client.get("/v1/domains/nowhere")
        assert unknown.status_code == 404 and is_fault(unknown.json(), "unknown_domain")
        services = (await client.get("/v1/services")).json()["services"]
        assert {"coordinator", "translator", "planner", "validator", "scorer"} <= {each["service"] for each in services}


async def test_another_tenant_sees_neither_runs_nor_sessions(gateway: OpenGateway) -> None:
    async with (
        program(gateway.url, gateway.tokens["default"]) as client,
        program(gateway.url, gateway.tokens["acme"]) as other,
    ):
        accepted = await _submit(client, WISH)
        await end_of(client, accepted["run"])
        for method, address in (
            ("GET", f"/v1/runs/{accepted['run']}"),
            ("GET", f"/v1/runs/{accepted['run']}/events"),
            ("POST", f"/v1/runs/{accepted['run']}/cancel"),
        ):
            refused = await other.request(method, address)
            assert refused.status_code == 404 and is_fault(refused.json(), "unknown_name"), refused.text
        # No coordinator of this tenant runs.
        sessions = await other.get(f"/v1/sessions/{accepted['session']}")
        assert sessions.status_code == 503 and is_fault(sessions.json(), "service_unavailable")
        assert int(sessions.headers["Retry-After"]) > 0
        assert (await other.get("/v1/domains")).json() == {"domains": []}
        own = await _submit(other, WISH)
        waiting = (await other.get(f"/v1/runs/{own['run']}")).json()
        assert (waiting["state"]["state"], waiting["end"]) == ("waiting", None)
        assert (await client.get(f"/v1/runs/{own['run']}")).status_code == 404
