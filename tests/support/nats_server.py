"""A real nats-server for a test session, and namespaces of their own for tests."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import nats.js.errors

from plancritic.bus import BusSettings, Client
from plancritic.bus.streams import buckets, object_stores, streams
from plancritic.local import Broker


class NatsServer:
    """A broker that outlives the event loops of single tests: it has a loop of its own in a thread."""

    def __init__(self, store: Path | None = None, port: int = 0) -> None:
        self._broker = Broker(store=store, port=port)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="nats-server")

    def start(self) -> str:
        self._thread.start()
        return str(self._do(self._broker.start()))

    def kill(self) -> None:
        self._loop.call_soon_threadsafe(self._broker.kill)

    def stop(self) -> None:
        self._do(self._broker.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Any) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return future.result(timeout=30)


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
