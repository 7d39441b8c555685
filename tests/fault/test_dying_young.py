"""A copy that dies again and again while it is young is started again, after growing pauses, and people are told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.support.builders import describe_service

from plancritic.bus import BusSettings, Client
from plancritic.contracts import subjects
from plancritic.local import Broker, Processes, Supervisor, Trouble
from plancritic.local.supervision import LONGEST_PAUSE_SECONDS, pause

pytestmark = [pytest.mark.fault, pytest.mark.timeout(180)]


async def test_the_only_copy_of_a_service_killed_three_times_while_young_comes_back(tmp_path: Path) -> None:
    async with Broker(store=tmp_path / "store", log_file=tmp_path / "nats.log") as broker:
        settings = BusSettings().model_copy(update={"nats_url": broker.url, "cache": tmp_path / "cache"})
        told: list[tuple[Trouble, ...]] = []
        said: list[str] = []
        processes = Processes(settings, {"dead_letters": 1}, tmp_path / "logs")
        async with processes, Client.connect(settings, "test") as client:
            supervisor = asyncio.create_task(Supervisor(broker, processes, said.append, told.append).run())
            killed = set()
            while len(killed) < 3:
                (child,) = processes.children
                if child.process.returncode is None and child.process.pid not in killed:
                    killed.add(child.process.pid)
                    child.process.kill()
                await asyncio.sleep(0.05)
            async with asyncio.timeout(60):
                while True:
                    found = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.3)
                    if any(one.ready and one.process_id not in killed for one in found):
                        break
                # What was down is told until it has lived for a while.
                while told[-1]:  # noqa: ASYNC110 - it is told by a plain call
                    await asyncio.sleep(0.1)
            assert not supervisor.done(), "nothing is given up"
            supervisor.cancel()
            await asyncio.gather(supervisor, return_exceptions=True)
    down = [trouble for troubles in told for trouble in troubles if trouble.next_start is not None]
    assert max(trouble.deaths for trouble in down) >= 3
    assert "dead_letters-1 is down and is being restarted (signal 9" in down[-1].text
    assert "times in a row" in down[-1].text
    assert any("restarted in 2 s" in line for line in said)


def test_the_pause_grows_with_early_deaths_up_to_a_bound() -> None:
    pauses = [pause(deaths) for deaths in range(2000)]
    assert pauses[:5] == [0, 1, 2, 4, 8]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_SECONDS == 30
