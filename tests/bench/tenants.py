"""What tenants cost a broker: accounts, each provisioned; memory, start, provisioning, connections.

.venv/bin/python -m tests.bench.tenants --tenants 1 10 100
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import statistics
import tempfile
import time
from pathlib import Path

import psutil
from tests.bench.sizes import Measured

from plancritic.bus import BusSettings, Client, provision
from plancritic.bus.credentials import AccountLimits, issue, user_settings
from plancritic.local import Broker

_MIB = 1024 * 1024


async def measured(tenants: int) -> Measured:
    """Provision so many tenants one after another, then start the broker again on what they left."""
    folder = Path(tempfile.mkdtemp(prefix="tenants-"))
    names = [f"tenant-{number}" for number in range(tenants)]
    try:
        began = time.monotonic()
        files = issue(folder / "credentials", names, limits=AccountLimits(store_bytes=64 * _MIB)).files
        issued = time.monotonic() - began
        broker = Broker(store=folder / "store", configuration=files.configuration)
        began = time.monotonic()
        await broker.start(timeout=60)
        empty_start = time.monotonic() - began
        empty_memory = _memory(broker)
        provisioned = []
        for name in names:
            settings = BusSettings(
                nats_url=broker.url,
                tenant=name,
                events_bytes=16 * _MIB,
                dead_letters_bytes=2 * _MIB,
                verdicts_bytes=8 * _MIB,
                plans_bytes=2 * _MIB,
            )
            began = time.monotonic()
            await provision(user_settings(settings, files, "operator"))
            provisioned.append(time.monotonic() - began)
        memory = _memory(broker)
        disk = sum(file.stat().st_size for file in (folder / "store").rglob("*") if file.is_file())
        await broker.stop()
        broker = Broker(store=folder / "store", configuration=files.configuration)
        began = time.monotonic()
        await broker.start(timeout=120)
        restarted = time.monotonic() - began
        connected = []
        for name in names[:20]:
            began = time.monotonic()
            settings = BusSettings(nats_url=broker.url, tenant=name)
            async with Client.connect(user_settings(settings, files, "client")):
                connected.append(time.monotonic() - began)
        processor = psutil.Process(broker.process_id)
        processor.cpu_percent()
        await asyncio.sleep(5)
        idle = processor.cpu_percent()
        await broker.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {
        "tenants": tenants,
        "credentials_seconds": round(issued, 2),
        "start_empty_seconds": round(empty_start, 2),
        "memory_empty_mib": round(empty_memory, 1),
        "provisioning_a_tenant_seconds": round(statistics.median(provisioned), 3),
        "provisioning_all_seconds": round(sum(provisioned), 1),
        "memory_mib": round(memory, 1),
        "disk_mib": round(disk / _MIB, 2),
        "start_again_seconds": round(restarted, 2),
        "connect_milliseconds": round(1000 * statistics.median(connected), 1),
        "idle_percent_of_a_core": round(idle, 1),
    }


def _memory(broker: Broker) -> float:
    return float(psutil.Process(broker.process_id).memory_info().rss) / _MIB


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tenants", description=__doc__)
    parser.add_argument("--tenants", type=int, nargs="+", default=[1, 10, 100])
    for count in parser.parse_args().tenants:
        print(json.dumps(asyncio.run(measured(count))), flush=True)


if __name__ == "__main__":
    main()
