"""Fixtures of all suites: a real broker for the session, a namespace of its own for each test."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from tests.support.distribution import LongestFirst, longest_first
from tests.support.examples import FEW_EXAMPLES, fewer
from tests.support.nats_server import NatsServer, remove_namespace

from plancritic.bus import BusSettings, Client, provision
from plancritic.contracts.envelope import new_id

CHECKOUT = Path(__file__).resolve().parents[1]


def pytest_configure(config: pytest.Config) -> None:
    # Under `setsid make test &` children would inherit that SIGINT is ignored, and tests interrupt them.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Everything that is written lies in one folder, and the root of the checkout stays as it is.
    set_hypothesis_home_dir(CHECKOUT / ".plancritic/hypothesis")
    # How fast examples are made says how busy the machine is.
    busy = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("busy", busy)
    settings.register_profile(FEW_EXAMPLES, busy, max_examples=fewer(busy.max_examples))
    settings.load_profile(FEW_EXAMPLES if config.getoption("--few-examples") else "busy")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nats", metavar="URL", default=None, help="run against this broker instead of one of our own")
    parser.addoption("--few-examples", action="store_true", help="a tenth of the examples of each property")
    parser.addoption("--disturbed-runs", type=int, default=5, help="runs in a row of test_everything_killed")


def pytest_xdist_auto_num_workers() -> int:
    """Return the cores and one, 16 at most: tests wait for brokers, children and time limits."""
    return int(os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS") or min(16, 1 + len(os.sched_getaffinity(0))))


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LongestFirst | None:
    """Return what deals out the files of `--dist loadfile`."""
    return LongestFirst(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items[:] = longest_first(items)


@pytest.fixture(scope="session")
def nats_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where a broker with JetStream listens."""
    given = request.config.getoption("--nats")
    if given:
        yield str(given)
        return
    server = NatsServer()
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture
async def bus_settings(nats_url: str, tmp_path: Path) -> AsyncIterator[BusSettings]:
    """Settings of a provisioned namespace that this test has to itself, with quick retries."""
    settings = BusSettings(
        nats_url=nats_url,
        namespace=f"test-{new_id()[:12]}",
        cache=tmp_path / "cache",
        ack_wait=2.0,
        attempts=3,
        retry_delay=0.05,
        grace=5.0,
        # A machine that is busy with other tests stores late.
        publish_timeout=30.0,
        # The broker reserves what the stores may hold, for every test that runs.
        events_bytes=64 * 1024 * 1024,
        dead_letters_bytes=8 * 1024 * 1024,
        verdicts_bytes=16 * 1024 * 1024,
        plans_bytes=8 * 1024 * 1024,
    )
    await provision(settings)
    yield settings
    await remove_namespace(settings)


@pytest.fixture
async def client(bus_settings: BusSettings) -> AsyncIterator[Client]:
    """A program on the bus that is no service."""
    async with Client.connect(bus_settings, "test") as connected:
        yield connected
