"""The server as a process: who is let in, what it tells of itself, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from pathlib import Path

import httpx2
import pytest
from tests.support.mcp_clients import COMMAND, TOKEN, environment_for, http_server, over_http, over_standard_input

from plancritic.bus import BusSettings
from plancritic.local import LocalStack

NOBODY = BusSettings(nats_url="nats://127.0.0.1:9")
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
ACCEPTED = {"Accept": "application/json, text/event-stream"}


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer wrong",
        f"Basic {TOKEN}",
        TOKEN,
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        "Bearer é",
    ],
)
async def test_who_has_not_the_token_is_not_let_in(url: str, authorization: str | None) -> None:
    headers = ACCEPTED | ({} if authorization is None else {"Authorization": authorization})
    async with httpx2.AsyncClient(timeout=60) as http:
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        answer = await http.post(url, json=INITIALIZE, headers=encoded)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["fault"]["remedy"]


async def test_who_has_the_token_is_let_in(url: str) -> None:
    async with httpx2.AsyncClient(timeout=60) as http:
        answer = await http.post(url, json=INITIALIZE, headers=ACCEPTED | {"Authorization": f"bearer {TOKEN}"})
    assert answer.status_code == 200
    assert "Never call `answer`" in answer.text


async def test_a_page_of_another_site_is_not_let_in_even_with_the_token(url: str) -> None:
    for stranger in ({"Host": "attacker.example"}, {"Origin": "http://attacker.example"}):
        headers = ACCEPTED | {"Authorization": f"Bearer {TOKEN}"} | stranger
        async with httpx2.AsyncClient(timeout=60) as http:
            answer = await http.post(url, json=INITIALIZE, headers=headers)
        assert answer.status_code in (403, 421)


async def test_health_and_metrics_are_told_without_a_token(url: str) -> None:
    root = url.removesuffix("/mcp")
    async with httpx2.AsyncClient(timeout=60) as http:
        assert (await http.get(f"{root}/health/live")).text == "alive\n"
        assert (await http.get(f"{root}/health/ready")).text == "ready\n"
        assert "process_cpu_seconds_total" in (await http.get(f"{root}/metrics")).text


async def test_a_server_without_a_broker_says_so_and_ends_in_order() -> None:
    with http_server(NOBODY) as address:
        async with httpx2.AsyncClient(timeout=60) as http:
            assert (await http.get(address.removesuffix("/mcp") + "/health/ready")).status_code == 503
        async with over_http(address) as talk:
            fault = await talk.refusal("domains")
            assert (fault["code"], "PLANCRITIC_NATS_URL" in fault["remedy"]) == ("service_unavailable", True)


async def test_the_token_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("another-token-of-enough-characters\n")
    done = _tried("--http", PLANCRITIC_MCP_TOKEN_FILE=str(file), PLANCRITIC_MCP_TOKEN=TOKEN)
    assert (done.returncode, "two bearer tokens" in done.stderr) == (2, True)
    with http_server(NOBODY, token_file=file) as address:
        async with over_http(address, file.read_text().strip()) as talk:
            assert "plan" in await talk.tools()


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"PLANCRITIC_MCP_HOST": "0.0.0.0"}, "no bearer token"),
        ({"PLANCRITIC_MCP_HOST": "example.org"}, "no bearer token"),
        ({"PLANCRITIC_MCP_TOKEN": "short"}, "shorter than 16"),
        ({"PLANCRITIC_MCP_TOKEN_FILE": "/nowhere/token"}, "No such file"),
        ({"PLANCRITIC_MCP_PORT": "eighty"}, "port"),
    ],
)
def test_a_setting_that_cannot_be_used_ends_the_start_with_2(environment: dict[str, str], told: str) -> None:
    done = _tried("--http", **environment)
    assert (done.returncode, told in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_a_server_over_standard_input_in_order(system: LocalStack, number: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment_for(system.settings),
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
    answer = json.loads(await asyncio.wait_for(process.stdout.readline(), 20))
    assert answer["result"]["serverInfo"]["name"] == "plancritic"
    process.send_signal(number)
    _, rest = await asyncio.wait_for(process.communicate(), 20)
    assert (process.returncode, b"Traceback" in rest) == (0, False), rest


async def test_a_server_over_standard_input_ends_with_its_client(system: LocalStack) -> None:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment_for(system.settings)
    )
    output, _ = await asyncio.wait_for(process.communicate(b""), 20)
    assert (process.returncode, output) == (0, b"")


async def test_tools_tell_the_assistant_whose_words_and_answers_they_are(system: LocalStack) -> None:
    async with over_standard_input(system.settings, "--write") as talk:
        described = {each.name: each for each in (await talk.client.list_tools()).tools}
        assert "Only the person answers" in (described["answer"].description or "")
        assert "own words" in (described["submit"].description or "")
        assert all(each.description and each.input_schema for each in described.values())
        hints = {name: each.annotations and each.annotations.read_only_hint for name, each in described.items()}
        assert hints["explain"] is True and hints["submit"] is False
        assert "The person answers questions" in (talk.client.instructions or "")


def _tried(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PLANCRITIC_")}
    return subprocess.run(  # noqa: TID251 - it ends by itself
        [*COMMAND, *arguments], env={**kept, **environment}, capture_output=True, text=True, timeout=60, check=False
    )
