"""The whole system for clients of the bus; and the program in a folder of its own, with `plancritic up` running."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.support.program import PROGRAM, Run, program_environment
from tests.support.stack import whole_system

from plancritic.bus import Client
from plancritic.local import LocalStack


@pytest.fixture(scope="session")
def system() -> Iterator[LocalStack]:
    """Broker and services of the session's own."""
    with whole_system({"planner": 2}) as stack:
        yield stack


@pytest.fixture
async def operator(system: LocalStack) -> AsyncIterator[Client]:
    """A program of the operations side, connected to the whole system."""
    async with Client.connect(system.settings, "test") as client:
        yield client


@pytest.fixture(scope="module")
def stack_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which `plancritic up` runs, for the tests of a module."""
    folder = tmp_path_factory.mktemp("stack")
    log = folder / "up.log"
    with log.open("w") as written:
        process = subprocess.Popen(
            [PROGRAM, "up"], cwd=folder, env=program_environment(), stdout=written, stderr=subprocess.STDOUT
        )
    try:
        deadline = time.monotonic() + 90
        while not (folder / ".plancritic/broker.json").exists():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield folder
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130, log.read_text()


@pytest.fixture(scope="module")
def plancritic(stack_folder: Path) -> Run:
    """Run the program, or any other, in the stack's folder."""

    def run(
        *arguments: str, program: Path = PROGRAM, limit: float = 110, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: TID251 - a program that ends by itself, under a limit
            [program, *arguments],
            cwd=stack_folder,
            env={**program_environment(), **environment},
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )

    return run
