"""Where verdicts and plans are kept: in a key-value bucket of the bus.

It is a cache: whoever uses it through `DispensableStore` goes on without it when it gives trouble, and says so.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import nats.errors
import nats.js.errors
import structlog

from plancritic.bus import Bucket, BucketName, Client, Conflict, PayloadTooLarge
from plancritic.bus.observability.metrics import StoreMetrics
from plancritic.bus.wire import guard_size
from plancritic.contracts.errors import ContractError

_log = structlog.get_logger("plancritic.verdicts.cache.stores")
_TROUBLE = (ContractError, Conflict, nats.errors.Error, nats.js.errors.Error, TimeoutError, OSError)
_ATTEMPTS = 8
Value = TypeVar("Value")

Change = Callable[[bytes | None], bytes]


class Store(Protocol):
    """Values by key. Keys are tokens with dots between; values fit one message of the broker."""

    async def get(self, key: str) -> bytes | None:
        """Return the value, or None where there is none (any more)."""

    async def put(self, key: str, value: bytes) -> None:
        """Keeps a value, whatever was there."""

    async def change(self, key: str, change: Change) -> None:
        """Replaces a value by what `change` makes of it; nobody else's change is lost."""


class BucketStore:
    """A key-value bucket of the bus, shared by every copy of every service.

    Raises what the bus raises: `NotProvisioned` where the bucket is missing, errors of nats-py where the broker does
    not answer, `PayloadTooLarge` for a value above the broker's limit.
    """

    def __init__(self, client: Client, bucket: BucketName) -> None:
        self._client = client
        self._bucket = bucket

    async def get(self, key: str) -> bytes | None:
        """Return the value, or None: one read of the broker."""
        entry = await (await self._open()).get(key)
        return entry.value if entry else None

    async def put(self, key: str, value: bytes) -> None:
        """Keeps a value."""
        self._guard(key, value)
        await (await self._open()).put(key, value)

    async def change(self, key: str, change: Change) -> None:
        """Replaces a value by compare-and-set; raises `Conflict` where others are always faster."""
        bucket = await self._open()
        for attempt in range(_ATTEMPTS):
            entry = await bucket.get(key)
            value = change(entry.value if entry else None)
            if entry is not None and value == entry.value:
                return
            self._guard(key, value)
            try:
                if entry is None:
                    await bucket.create(key, value)
                else:
                    await bucket.update(key, value, entry.revision)
                return
            except Conflict:
                if attempt + 1 == _ATTEMPTS:
                    raise

    async def _open(self) -> Bucket:
        return await self._client.kv(self._bucket)

    def _guard(self, key: str, value: bytes) -> None:
        guard_size(self._client.connection, f"{self._bucket}.{key}", value)


class DispensableStore:
    """A store that its user can do without: `get` finds nothing and writing does nothing while there is trouble.

    Trouble (a bucket that is missing, a broker that does not answer within `patience` seconds) is logged once, when
    it begins, and counted each time; for `pause` seconds after it the store is not asked at all, so that a slow
    broker does not slow everything.
    """

    def __init__(
        self, store: Store, name: str, metrics: StoreMetrics | None = None, patience: float = 0.5, pause: float = 30.0
    ) -> None:
        self._store = store
        self._name = name
        self._uses = (metrics or StoreMetrics()).uses
        self._patience = patience
        self._pause = pause
        self._paused_until = 0.0
        self._trouble = False

    async def get(self, key: str) -> bytes | None:
        """Return the value, or None where there is none or the store gives trouble."""

        async def read() -> bytes | None:
            value = await self._store.get(key)
            self._count("miss" if value is None else "hit")
            return value

        return await self._tried(read, None)

    async def put(self, key: str, value: bytes) -> None:
        """Keeps a value if it can."""
        await self._written(lambda: self._store.put(key, value))

    async def change(self, key: str, change: Change) -> None:
        """Replaces a value if it can."""
        await self._written(lambda: self._store.change(key, change))

    async def _written(self, write: Callable[[], Awaitable[None]]) -> None:
        async def stored() -> None:
            await write()
            self._count("stored")

        await self._tried(stored, None)

    async def _tried(self, use: Callable[[], Awaitable[Value]], otherwise: Value) -> Value:
        if time.monotonic() < self._paused_until:
            self._count("skipped")
            return otherwise
        try:
            async with asyncio.timeout(self._patience):
                found = await use()
        except PayloadTooLarge as error:
            # The store is well; this one value is not for it.
            self._count("too_large")
            _log.warning("not kept", store=self._name, reason=error.fault.message)
            return otherwise
        except _TROUBLE as error:
            self._count("unavailable")
            self._paused_until = time.monotonic() + self._pause
            if not self._trouble:
                self._trouble = True
                reason = str(error) or f"no answer within {self._patience:g} s"
                _log.warning("going on without a store", store=self._name, reason=reason, asked_again_after=self._pause)
            return otherwise
        if self._trouble:
            self._trouble = False
            _log.info("the store answers again", store=self._name)
        return found

    def _count(self, outcome: str) -> None:
        self._uses.labels(store=self._name, outcome=outcome).inc()
