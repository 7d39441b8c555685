from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from plancritic.bus import BusSettings
from plancritic.local import Processes, ServiceFailed


async def test_every_copy_is_ready_before_start_returns_and_gone_after_stop(
    bus_settings: BusSettings, tmp_path: Path
) -> None:
    processes = Processes(bus_settings, {"coordinator": 2}, tmp_path)
    async with processes:
        assert len(processes.of("coordinator")) == 2
        running = [psutil.Process(child.process.pid) for child in processes.children]
        descriptions = await processes.wait_until_ready()
        assert {one.process_id for one in descriptions} == {process.pid for process in running}
        assert all(one.ready for one in descriptions)
    assert not any(process.is_running() for process in running)
    names = sorted(file.name for file in tmp_path.iterdir())  # noqa: ASYNC240
    assert names == ["coordinator-1.log", "coordinator-2.log"]


async def test_a_service_that_does_not_start_is_told_with_its_log_and_the_others_are_stopped(
    bus_settings: BusSettings, tmp_path: Path
) -> None:
    processes = Processes(bus_settings, {"coordinator": 1, "no_such_service": 1}, tmp_path)
    with pytest.raises(ServiceFailed, match="No module named") as failed:
        await processes.start()
    assert failed.value.service == "no_such_service"
    assert failed.value.log_file == tmp_path / "no_such_service-1.log"
    assert not processes.children
