"""A real nats-server for a test session, and namespaces of their own for tests."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import nats.js.errors

from plancritic.bus import BusSettings, Client
from plancritic.bus.streams import buckets, object_stores, streams
from plancritic.local import Broker

#: A folder in memory. On a disk a namespace costs the server four times the processor time, and waits.
_IN_MEMORY = Path("/dev/shm")
#: Room there for what the namespaces of a few tests reserve; containers often have 64 MiB.
_ROOM = 4 * 1024**3


class NatsServer:
    """A broker that outlives the event loops of single tests: it has a loop of its own in a thread.

    Without `store` its files lie in memory where there is room.
    """

    def __init__(self, store: Path | None = None, port: int = 0) -> None:
        self._own = _folder_in_memory() if store is None else None
        self._broker = Broker(store=store or (Path(self._own.name) if self._own else None), port=port)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="nats-server")

    def start(self) -> str:
        self._thread.start()
        return str(self._do(self._broker.start(timeout=60)))

    def kill(self) -> None:
        self._loop.call_soon_threadsafe(self._broker.kill)

    def stop(self) -> None:
        self._do(self._broker.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if self._own is not None:
            self._own.cleanup()

    def _do(self, work: Any) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return future.result(timeout=90)


def _folder_in_memory() -> tempfile.TemporaryDirectory[str] | None:
    if not os.access(_IN_MEMORY, os.W_OK) or shutil.disk_usage(_IN_MEMORY).free < _ROOM:
        return None
    return tempfile.TemporaryDirectory(prefix="plancritic-nats-", dir=_IN_MEMORY, ignore_cleanup_errors=True)


async def remove_namespace(settings: BusSettings) -> None:
    """Delete what provisioning made: a broker given by `--nats` is not ours to litter."""
    names = [str(stream.name) for stream in streams(settings)]
    names += [f"KV_{bucket.bucket}" for bucket in buckets(settings)]
    names += [f"OBJ_{store.bucket}" for store in object_stores(settings.naming)]
    async with Client.connect(settings) as client:
        for name in names:
            try:
                await client.jetstream.delete_stream(name)
            except nats.js.errors.NotFoundError:
                continue
