"""Who may send what, and how much; real broker, no service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx2
import pytest
from openapi_spec_validator import validate
from tests.support.gateways import PATIENCE, is_fault, program, received, serving

from plancritic.bus import BusSettings, Client, provision
from plancritic.contracts import subjects
from plancritic.contracts.envelope import new_id
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused
from plancritic.gateway.access.tokens import add_token
from plancritic.gateway.settings import GatewaySettings
from plancritic.local import Broker

FEEDBACK = {"domain": "satellite", "statements": [{"text": "Never point the satellite at Star0."}]}


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    return tmp_path / "tokens.yaml"


@pytest.fixture
def token(tokens: Path, bus_settings: BusSettings) -> str:
    return add_token(tokens, bus_settings.tenant, "known")[1]


@pytest.fixture
def url(bus_settings: BusSettings, tokens: Path, token: str) -> Iterator[str]:
    settings = GatewaySettings(tokens=tokens, largest_request=2048, open_streams=2)
    with serving(bus_settings, settings) as address:
        yield address


@pytest.fixture
async def client(url: str, token: str) -> AsyncIterator[httpx2.AsyncClient]:
    async with program(url, token) as connected:
        yield connected


@pytest.fixture
def local_url(bus_settings: BusSettings) -> Iterator[str]:
    """A gateway without tokens, that takes a few requests at once."""
    with serving(bus_settings, GatewaySettings(requests_per_minute=6, burst=4)) as address:
        yield address


async def test_only_known_tokens_are_taken(url: str, token: str) -> None:
    for authorization in ("", "Bearer", "Bearer wrong", f"Basic {token}", f"Bearer {token}x", f"Bearer x{token}"):
        async with httpx2.AsyncClient(
            base_url=url, timeout=PATIENCE, headers={"Authorization": authorization}
        ) as stranger:
            for method, address in (("POST", "/v1/feedback"), ("GET", "/v1/sessions"), ("GET", "/nowhere")):
                refused = await stranger.request(method, address)
                assert refused.status_code == 401 and is_fault(refused.json(), "unauthorized")
                assert refused.headers["WWW-Authenticate"] == "Bearer"
    async with httpx2.AsyncClient(
        base_url=url, timeout=PATIENCE, headers={"Authorization": f"bearer {token}"}
    ) as known:
        accepted = await known.post("/v1/feedback", json=FEEDBACK)
        assert accepted.status_code == 202
        assert "access-control-allow-origin" not in accepted.headers


async def test_a_token_that_is_taken_back_is_no_longer_known_and_its_streams_stop(
    client: httpx2.AsyncClient, tokens: Path
) -> None:
    run = (await client.post("/v1/feedback", json=FEEDBACK)).json()["run"]
    stream = received(client, run)
    assert (await anext(stream)).name == "feedback.submitted"
    kept = _written(tokens, "tokens: []\n")
    assert [each async for each in stream] == []
    assert (await client.get("/v1/sessions")).status_code == 401
    _written(tokens, kept)
    assert (await client.get(f"/v1/runs/{run}")).status_code == 200
    _written(tokens, kept + "\n", 0o644)
    refused = await client.get("/v1/sessions")
    assert refused.status_code == 503 and is_fault(refused.json(), "service_unavailable")


async def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not(client: httpx2.AsyncClient) -> None:
    body = json.dumps({**FEEDBACK, "statements": [{"text": "x" * 3000}]}).encode()

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(body), 500):
            yield body[start : start + 500]

    for content in (body, pieces()):
        refused = await client.post("/v1/feedback", content=content, headers={"Content-Type": "application/json"})
        assert refused.status_code == 413 and is_fault(refused.json(), "payload_too_large"), refused.text


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({}, "body.domain"),
        ({**FEEDBACK, "statements": [{"text": " "}]}, "body.statements.0.text"),
        ({**FEEDBACK, "statements": [{"text": "x", "strength": "maybe"}]}, "body.statements.0.strength"),
        ({**FEEDBACK, "session": "a.b"}, "body.session"),
        ({**FEEDBACK, "question": "ask"}, "body.question"),
        ({**FEEDBACK, "settings": {"population": 1}}, "body.settings.population"),
        ([], "body"),
    ],
)
async def test_an_invalid_body_is_refused_with_the_place(client: httpx2.AsyncClient, body: object, place: str) -> None:
    refused = await client.post("/v1/feedback", json=body)
    assert refused.status_code == 422 and is_fault(refused.json(), "invalid_message")
    assert refused.json()["message"].startswith(f"{place}: ")


async def test_what_is_no_json_says_nothing_or_names_nothing_is_refused(client: httpx2.AsyncClient) -> None:
    broken = await client.post("/v1/feedback", content=b'{"domain":', headers={"Content-Type": "application/json"})
    assert broken.status_code == 422 and is_fault(broken.json(), "invalid_message")
    untyped = await client.post("/v1/feedback", content=json.dumps(FEEDBACK).encode())
    assert untyped.status_code == 422
    empty = await client.post("/v1/feedback", json={"domain": "satellite"})
    assert empty.status_code == 422 and is_fault(empty.json(), "empty_feedback")
    nowhere = await client.get("/v2/feedback")
    assert nowhere.status_code == 404 and is_fault(nowhere.json(), "not_found")
    wrong = await client.get("/v1/feedback")
    assert wrong.status_code == 405 and is_fault(wrong.json(), "method_not_allowed")
    assert wrong.headers["Allow"] == "POST"
    for address in ("/v1/runs/a.b", "/v1/runs/%2A", f"/v1/runs/{'x' * 65}"):
        assert (await client.get(address)).status_code == 422
    last = await client.get(f"/v1/runs/{new_id()}/events", headers={"Last-Event-ID": "first"})
    assert last.status_code == 422


@pytest.mark.parametrize(
    "content",
    [
        b'{"domain": "satellite", "statements": [{"text": "\\ud800"}]}',
        b'{"domain": "satellite", "statements": [{"text": "x"}], "settings": {"seed": NaN}}',
        b'{"domain": "satellite", "statements": [{"text": "x"}], "settings": {"deadline_seconds": 1e999}}',
        b'{"domain": "\xff"}',
        b"[" * 1500,
        b"\x00",
    ],
)
async def test_what_can_be_no_message_is_a_fault_of_the_request(client: httpx2.AsyncClient, content: bytes) -> None:
    refused = await client.post("/v1/feedback", content=content, headers={"Content-Type": "application/json"})
    assert refused.status_code in (400, 422) and is_fault(refused.json(), "invalid_message"), refused.text


async def test_too_many_requests_are_told_when_to_come_again(local_url: str) -> None:
    async with program(local_url) as client:
        answers = [await client.get(f"/v1/runs/{new_id()}") for _ in range(6)]
        assert [each.status_code for each in answers] == [404] * 4 + [429] * 2
        assert is_fault(answers[-1].json(), "too_many_requests")
        assert 1 <= int(answers[-1].headers["Retry-After"]) <= 10
        assert (await client.get("/health/live")).status_code == 200


async def test_only_so_many_streams_are_open_at_once(client: httpx2.AsyncClient) -> None:
    run = (await client.post("/v1/feedback", json=FEEDBACK)).json()["run"]
    streams = [received(client, run) for _ in range(2)]
    for each in streams:
        await anext(each)
    refused = await client.get(f"/v1/runs/{run}/events")
    assert refused.status_code == 429 and is_fault(refused.json(), "too_many_requests")
    assert int(refused.headers["Retry-After"]) > 0
    assert "plancritic_gateway_open_streams 2.0" in (await client.get("/metrics")).text
    await streams[0].aclose()
    async with asyncio.timeout(5):
        while "plancritic_gateway_open_streams 2.0" in (await client.get("/metrics")).text:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    again = received(client, run)
    assert (await anext(again)).name == "feedback.submitted"
    for each in (streams[1], again):
        await each.aclose()


async def test_without_tokens_no_page_of_a_browser_may_send_requests(local_url: str) -> None:
    async with program(local_url) as client:
        for headers in (
            {"Origin": "https://example.org"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Host": "rebound.example.org"},
        ):
            refused = await client.post("/v1/feedback", json=FEEDBACK, headers=headers)
            assert refused.status_code == 403 and is_fault(refused.json(), "forbidden")
        preflight = await client.options(
            "/v1/feedback", headers={"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
        )
        assert preflight.status_code == 403
        assert (await client.post("/v1/feedback", json=FEEDBACK)).status_code == 202


async def test_the_openapi_document_is_valid_and_names_the_classes_of_the_contracts(url: str) -> None:
    async with program(url) as anybody:
        document = (await anybody.get("/openapi.json")).json()
    validate(document)
    schemas = document["components"]["schemas"]
    assert {"FeedbackSubmitted", "PlanRevised", "FeedbackRefused", "QuestionAsked", "RunProgressed"} <= schemas.keys()
    assert {"Revision", "SessionReport", "RunState", "ServiceDescription", "DomainBundle"} <= schemas.keys()
    operations = [each["operationId"] for path in document["paths"].values() for each in path.values()]
    assert len(operations) == len(set(operations)) and {"submit", "events", "undo"} <= set(operations)
    # Every error has the one shape.
    assert "HTTPValidationError" not in schemas
    accept = document["paths"]["/v1/sessions/{session}/accept"]["post"]["responses"]
    assert accept["200"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Revision"}
    for status in ("401", "404", "409", "413", "422", "429", "503"):
        assert accept[status]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/HttpFault"}
    stream = document["paths"]["/v1/runs/{run}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]
    named = [each["$ref"] for each in stream["itemSchema"]["properties"]["data"]["contentSchema"]["anyOf"]]
    assert "#/components/schemas/PlanRevised" in named


async def test_metrics_count_requests_by_the_pattern_of_their_address(client: httpx2.AsyncClient) -> None:
    await client.get(f"/v1/runs/{new_id()}")
    await client.get(f"/{new_id()}")
    told = (await client.get("/metrics")).text
    counted = 'plancritic_gateway_requests_total{address="%s",method="GET",status="404"} 1.0'
    assert counted % "/v1/runs/{run}" in told
    assert counted % "other" in told


@pytest.mark.slow
async def test_without_a_broker_requests_are_told_to_come_again_until_it_is_back(tmp_path: Path) -> None:
    async with Broker(log_file=tmp_path / "nats.log") as broker:
        port = int(broker.url.rsplit(":", 1)[1])
        bus = BusSettings(nats_url=broker.url, cache=tmp_path, outage_timeout=1.0, connect_timeout=0.5)
        with serving(bus) as url:
            async with program(url) as client:
                await _ready(client, 200)
                await broker.stop()
                await _ready(client, 503)
                for method, address, body in (
                    ("POST", "/v1/feedback", FEEDBACK),
                    ("GET", "/v1/sessions", None),
                    ("GET", f"/v1/runs/{new_id()}/events", None),
                    ("GET", "/v1/domains", None),
                ):
                    refused = await client.request(method, address, json=body)
                    assert refused.status_code == 503 and is_fault(refused.json(), "service_unavailable")
                    assert int(refused.headers["Retry-After"]) > 0
                    assert "broker" in refused.json()["message"]
                assert (await client.get("/health/live")).status_code == 200
                async with Broker(log_file=tmp_path / "nats2.log", port=port):
                    await _ready(client, 200)


@pytest.mark.slow
async def test_a_stream_that_a_restart_of_the_broker_breaks_is_resumed_without_a_loss(tmp_path: Path) -> None:
    store = tmp_path / "store"
    async with Broker(store=store, log_file=tmp_path / "nats.log") as broker:
        port = int(broker.url.rsplit(":", 1)[1])
        bus = BusSettings(nats_url=broker.url, cache=tmp_path, connect_timeout=0.5)
        await provision(bus)
        with serving(bus) as url:
            async with program(url) as client:
                run = (await client.post("/v1/feedback", json=FEEDBACK)).json()["run"]
                stream = received(client, run)
                first = await anext(stream)
                await broker.stop()
                async with Broker(store=store, log_file=tmp_path / "nats2.log", port=port):
                    await _ready(client, 200)
                    async with Client.connect(bus, "coordinator") as coordinator:
                        (submitted,) = await coordinator.recorded(correlation=run)
                        fault = Fault(code=FaultCode.CANCELLED, message="it is over")
                        end = FeedbackRefused(envelope=submitted.message.envelope.caused("end"), fault=fault)
                        await coordinator.publish(end, subjects.FEEDBACK_REFUSED)
                    rest = [each async for each in stream]
                    resumed = rest or [each async for each in received(client, run, first.id)]
                    assert [each.name for each in resumed] == ["feedback.refused"]
                    standing = (await client.get(f"/v1/runs/{run}")).json()
                    assert (standing["state"]["state"], standing["end"]["fault"]["message"]) == (
                        "cancelled",
                        "it is over",
                    )


async def _ready(client: httpx2.AsyncClient, status: int) -> None:
    async with asyncio.timeout(15):
        while (await client.get("/health/ready")).status_code != status:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


def _written(file: Path, text: str, mode: int = 0o600) -> str:
    """Write a file in place, and return what was in it."""
    before = file.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return before
