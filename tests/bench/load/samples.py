"""Memory, handles, files and queues while sessions are held, and how they grow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from plancritic.client import PlancriticClient
from plancritic.client.status import StreamDepth
from plancritic.local.processes import Processes

_INTERVAL_SECONDS = 2.0
_MIB = 1024 * 1024


@dataclass
class Samples:
    """What was measured, a row a sample: seconds since the beginning, and the figures."""

    rows: list[dict[str, float]] = field(default_factory=list)

    def told(self) -> dict[str, object]:
        """Return of each figure the first, the last, the greatest, and its growth a minute over the second half.

        The first half is left out of growth: caches fill in it.
        """
        found: dict[str, object] = {}
        names = sorted({name for row in self.rows for name in row} - {"seconds"})
        half = self.rows[len(self.rows) // 2 :]
        for name in names:
            values = [row[name] for row in self.rows if name in row]
            points = [(row["seconds"], row[name]) for row in half if name in row]
            found[name] = {
                "first": round(values[0], 1),
                "last": round(values[-1], 1),
                "greatest": round(max(values), 1),
                "growth_per_minute": round(60 * slope(points), 3),
            }
        return found


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the least-squares line; 0 where there is none."""
    if len(points) < 2:
        return 0.0
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


@asynccontextmanager
async def sampled(client: PlancriticClient, processes: Processes, store: Path) -> AsyncIterator[Samples]:
    """Take samples for the time of the context."""
    samples = Samples()
    task = asyncio.create_task(_sample(samples, client, processes, store))
    try:
        yield samples
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _sample(samples: Samples, client: PlancriticClient, processes: Processes, store: Path) -> None:
    started = time.monotonic()
    while True:
        row = {"seconds": time.monotonic() - started}
        row |= await asyncio.to_thread(_of_processes, processes, store)
        for name, stream in (await client.status()).streams.items():
            if isinstance(stream, StreamDepth) and stream.consumers:
                kind = name.rsplit("_", 1)[-1].lower()
                row[f"waiting in {kind}"] = float(sum(each.waiting for each in stream.consumers.values()))
                row[f"redelivered in {kind}"] = float(sum(each.redelivered for each in stream.consumers.values()))
        samples.rows.append(row)
        await asyncio.sleep(_INTERVAL_SECONDS)


def _of_processes(processes: Processes, store: Path) -> dict[str, float]:
    found: dict[str, float] = {"store MiB": stored_bytes(store) / _MIB}
    handles = 0
    for child in processes.children:
        with suppress(psutil.Error):
            process = psutil.Process(child.process.pid)
            whole = [process, *process.children(recursive=True)]
            memory = sum(each.memory_info().rss for each in whole) / _MIB
            found[f"{child.service} MiB"] = found.get(f"{child.service} MiB", 0.0) + memory
            handles += sum(each.num_fds() for each in whole)
    return found | {"handles": float(handles)}


def stored_bytes(store: Path) -> int:
    """Return the bytes of the broker's files."""
    total = 0
    for file in store.rglob("*"):
        with suppress(OSError):
            total += file.stat().st_size
    return total
