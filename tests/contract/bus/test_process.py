"""A service as a process of its own: start, health, stop, death, and a broker that goes away."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest
from tests.support.builders import WATERWAY, describe_service, solve_problem
from tests.support.polling import until

from plancritic.bus import BusSettings, Client, provision
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.planning import Solution, SolveProblem
from plancritic.contracts.service import ServiceDescription
from plancritic.local import Broker

ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def process(settings: BusSettings) -> AsyncIterator[asyncio.subprocess.Process]:
    environment = {
        **os.environ,
        "PLANCRITIC_NATS_URL": settings.nats_url,
        "PLANCRITIC_NAMESPACE": settings.namespace,
        "PLANCRITIC_CONNECT_TIMEOUT": str(settings.connect_timeout),
        "PLANCRITIC_LOG_FORMAT": "json",
        "PLANCRITIC_GRACE": str(settings.grace),
        "PLANCRITIC_ATTEMPTS": str(settings.attempts),
        "PYTHONPATH": str(ROOT),
    }
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.echo_planner", env=environment, stderr=asyncio.subprocess.PIPE
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.communicate()


async def ready(client: Client, copies: int = 1) -> list[ServiceDescription]:
    async with asyncio.timeout(20):
        while True:
            answers = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.3, expected=copies)
            described = [one for one in answers if isinstance(one, ServiceDescription) and one.ready]
            if len(described) == copies:
                return described
            await asyncio.sleep(0.05)


async def at_work(client: Client, problem: str) -> None:
    """Return once the one copy has begun the job."""

    async def begun() -> bool:
        answers = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.3, expected=1)
        return any(each.detail.get("begun") == problem for each in answers)

    await until(begun)


def job(problem: str) -> SolveProblem:
    return solve_problem(problem=WATERWAY.model_copy(update={"problem": problem}))


def fetch(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


async def test_sigterm_ends_the_job_in_flight_first_and_the_process_with_0(
    bus_settings: BusSettings, client: Client
) -> None:
    async with process(bus_settings) as planner:
        await ready(client)
        waiting = asyncio.create_task(client.request(job("slow"), subjects.SOLVE, timeout=10))
        await at_work(client, "slow")
        planner.send_signal(signal.SIGTERM)
        assert isinstance(await waiting, Solution)
        assert await asyncio.wait_for(planner.wait(), 10) == 0


@pytest.mark.slow
async def test_sigterm_ends_a_process_that_works_in_a_thread_within_its_grace(
    bus_settings: BusSettings, client: Client
) -> None:
    async with process(bus_settings.model_copy(update={"grace": 1.0})) as planner:
        (description,) = await ready(client)
        waiting = asyncio.create_task(client.request(job("busy"), subjects.SOLVE, timeout=30))
        await at_work(client, "busy")
        assert (await asyncio.to_thread(fetch, f"{description.http}/health/ready"))[0] == 200
        planner.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(planner.wait(), 1.0 + 2.0 + 5.0) == 0, "grace, two seconds, slack"
        waiting.cancel()


async def test_health_and_metrics_are_served_where_the_description_says(
    bus_settings: BusSettings, client: Client
) -> None:
    async with process(bus_settings) as planner:
        (description,) = await ready(client)
        await client.request(job("quick"), subjects.SOLVE, timeout=10)
        assert description.process_id == planner.pid
        assert await asyncio.to_thread(fetch, f"{description.http}/health/live") == (200, "alive\n")
        assert await asyncio.to_thread(fetch, f"{description.http}/health/ready") == (200, "ready\n")
        status, metrics = await asyncio.to_thread(fetch, f"{description.http}/metrics")
    assert status == 200
    assert 'plancritic_messages_handled_total{outcome="answered",subject="job.planner.solve"} 1.0' in metrics
    counted = [line for line in metrics.splitlines() if line.startswith("faststream_received_messages_total{")]
    assert any('handler="job.planner.solve"' in line for line in counted)
    # Neither sessions nor jobs nor inboxes make series of their own.
    series = {name for line in metrics.splitlines() for name in re.findall(r'(?:handler|destination)="([^"]*)"', line)}
    assert series <= {row.name for row in subjects.SUBJECTS} | {"reply", "other"}
    assert 'plancritic_queue_waiting{subject="job.planner.solve"} 0.0' in metrics
    (queue,) = (each for each in description.queues if each.subject == "job.planner.solve")
    assert (queue.waiting, queue.redelivered) == (0, 0)


@pytest.mark.slow
async def test_every_line_of_the_log_is_json_with_run_session_and_message(
    bus_settings: BusSettings, client: Client
) -> None:
    async with process(bus_settings) as planner:
        await ready(client)
        sent = job("quick")
        await client.request(sent, subjects.SOLVE, timeout=10)
        planner.terminate()
        _, log = await planner.communicate()
    lines = [json.loads(line) for line in log.decode().splitlines()]
    (handled,) = [line for line in lines if line["event"] == "handled"]
    assert handled["correlation_id"] == sent.envelope.correlation_id
    assert handled["session_id"] == sent.envelope.session_id
    assert handled["message_id"] == sent.envelope.message_id
    assert handled["service"] == "planner"
    assert [line["event"] for line in lines] == ["ready", "handled", "stopping", "stopped"]


@pytest.mark.fault
async def test_the_job_of_a_killed_worker_goes_to_another(bus_settings: BusSettings, client: Client) -> None:
    async with process(bus_settings) as first:
        await ready(client)
        waiting = asyncio.create_task(client.request(job("slow"), subjects.SOLVE, timeout=20))
        await at_work(client, "slow")
        first.kill()
        await first.wait()
        async with process(bus_settings):
            assert isinstance(await waiting, Solution)


@pytest.mark.fault
async def test_a_job_that_kills_every_worker_ends_in_a_typed_answer(bus_settings: BusSettings, client: Client) -> None:
    waiting = asyncio.create_task(client.request(job("deadly"), subjects.SOLVE, timeout=60))
    for _ in range(bus_settings.attempts):
        async with process(bus_settings) as victim:
            assert await asyncio.wait_for(victim.wait(), 20) == -signal.SIGKILL
    async with process(bus_settings):
        with pytest.raises(ContractError, match="3 workers died while handling") as given_up:
            await waiting
        assert given_up.value.fault.code is FaultCode.WORKER_FAILED


async def test_without_a_broker_the_process_ends_with_3_and_one_line_that_says_why() -> None:
    async with process(BusSettings(nats_url="nats://127.0.0.1:1", connect_timeout=0.3)) as planner:
        _, log = await planner.communicate()
    assert planner.returncode == 3
    (line,) = [json.loads(line) for line in log.decode().splitlines()]
    assert line["event"] == "cannot start"
    assert "127.0.0.1:1" in line["reason"]
    assert "make up" in line["remedy"]


async def test_without_provisioning_the_process_ends_with_3(nats_url: str) -> None:
    async with process(BusSettings(nats_url=nats_url, namespace="never-provisioned")) as planner:
        _, log = await planner.communicate()
    assert planner.returncode == 3
    assert "plancritic provision" in log.decode()


@pytest.mark.fault
async def test_a_broker_that_dies_and_comes_back_loses_no_job_and_no_result(tmp_path: Path) -> None:
    broker = Broker(store=tmp_path / "store", log_file=tmp_path / "nats.log")
    await broker.start()
    port = int(broker.url.rpartition(":")[2])
    settings = BusSettings(nats_url=broker.url, namespace="restart", cache=tmp_path)
    await provision(settings)
    try:
        async with process(settings), Client.connect(settings) as client:
            await ready(client)
            waiting = asyncio.create_task(client.request(job("slow"), subjects.SOLVE, timeout=40))
            await at_work(client, "slow")
            broker.kill()
            await broker.stop()
            broker = Broker(store=tmp_path / "store", port=port, log_file=tmp_path / "nats.log")
            await broker.start()
            assert isinstance(await waiting, Solution)
            assert isinstance(await client.request(job("quick"), subjects.SOLVE, timeout=20), Solution)
    finally:
        await broker.stop()


@pytest.mark.fault
async def test_a_watched_bucket_is_watched_on_when_its_broker_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = Broker(store=tmp_path / "store", log_file=tmp_path / "nats.log")
    await broker.start()
    port = int(broker.url.rpartition(":")[2])
    settings = BusSettings(nats_url=broker.url, namespace="watched", cache=tmp_path)
    await provision(settings)
    try:
        async with Client.connect(settings) as client:
            bucket = await client.kv("models")
            await bucket.put("waterway", b"1")
            gone, opened_while_gone, open_watch = asyncio.Event(), asyncio.Event(), bucket._store.watch

            async def watch(pattern: str) -> object:
                if gone.is_set():
                    opened_while_gone.set()
                return await open_watch(pattern)

            monkeypatch.setattr(bucket._store, "watch", watch)
            async with aclosing(bucket.watch(quiet=0.3)) as changes, asyncio.timeout(20):
                assert (await anext(changes)).value == b"1"
                following = asyncio.ensure_future(anext(changes))
                gone.set()
                broker.kill()
                await broker.stop()
                await opened_while_gone.wait()
                broker = Broker(store=tmp_path / "store", port=port, log_file=tmp_path / "nats.log")
                await broker.start()
                async with Client.connect(settings) as other:
                    await (await other.kv("models")).put("waterway", b"2")
                assert (await following).value == b"2"
    finally:
        await broker.stop()
