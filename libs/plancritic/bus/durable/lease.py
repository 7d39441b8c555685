"""Leases: which copy carries what, in a bucket whose revisions are the fence.

A lease is renewed while its copy lives, each time by naming the revision before. Whoever wants one that is held watches
it: where its revision has not changed for as long as it lasts, by the watcher's own clock, it has run out. Clocks of
different copies are never compared.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

import nats.errors
import nats.js.errors
import structlog
from pydantic import BaseModel, ConfigDict

from plancritic.bus.durable.work import Postponed
from plancritic.bus.errors import Conflict, LeaseLost
from plancritic.bus.streams import BucketName

if TYPE_CHECKING:
    from plancritic.bus.client import Client
    from plancritic.bus.stores import Bucket, Entry

_log = structlog.get_logger("plancritic.bus.durable.lease")
#: Renewals, and looks at a lease that somebody else holds, in the time that it lasts.
_OFTEN = 3
_LOOKS = 10


class LeaseHeld(Postponed):
    """Another copy holds the lease, and lives: the message is to be delivered again later."""


class _Held(BaseModel):
    """The value of a lease."""

    model_config = ConfigDict(frozen=True)

    holder: str
    seconds: float
    released: bool = False


class Lease:
    """A lease that this copy has taken. `token` is greater than that of every lease on the key before."""

    def __init__(self, bucket: Bucket, key: str, held: _Held, revision: int, asked: float) -> None:
        self._bucket = bucket
        self._held = held
        self._revision = revision
        self._renewing = asyncio.Lock()
        #: When the last renewal that succeeded was asked for: it lasts from then at least.
        self._renewed = asked
        self.key = key
        self.token = revision
        self.lost = False

    async def confirm(self) -> None:
        """Return if the lease is surely held; where it may have run out, renew it first.

        Raises:
            LeaseLost: another copy has it.
            nats.errors.Error: the broker does not answer.
        """
        if self.lost:
            raise LeaseLost(self.key)
        if time.monotonic() - self._renewed >= self._held.seconds / 2:
            await self.renew()

    async def renew(self) -> None:
        """Make the lease last anew. Raises as `confirm`."""
        async with self._renewing:
            if self.lost:
                raise LeaseLost(self.key)
            asked = time.monotonic()
            await self._write(self._held)
            self._renewed = asked

    async def broker_time(self) -> datetime:
        """Renew the lease, and return the time at the broker: the one clock that all copies can compare.

        Raises:
            LeaseLost: another copy has it.
            nats.errors.Error, nats.js.errors.Error: the broker does not answer.
        """
        await self.renew()
        stored = await self._bucket.stored_at(self.key)
        if stored is None:
            raise LeaseLost(self.key)
        return stored

    async def keep(self) -> None:
        """Renew it until it is lost; while the broker is away nobody else can take it either."""
        while True:
            await asyncio.sleep(self._held.seconds / _OFTEN)
            try:
                await self.renew()
            except LeaseLost:
                _log.warning("lost the lease", key=self.key)
                return
            except (nats.errors.Error, nats.js.errors.Error) as error:
                _log.warning("lease not renewed", key=self.key, error=repr(error))

    async def release(self) -> None:
        """Let another copy have it at once. Where that fails it runs out by itself."""
        async with self._renewing:
            if not self.lost:
                with suppress(LeaseLost, nats.errors.Error, nats.js.errors.Error):
                    await self._write(self._held.model_copy(update={"released": True}))
                self.lost = True

    async def _write(self, held: _Held) -> None:
        while True:
            try:
                self._revision = await self._bucket.update(self.key, held.model_dump_json().encode(), self._revision)
            except Conflict:
                entry = await self._bucket.get(self.key)
                # A write whose acknowledgement was lost has changed the revision; nobody else has our name.
                if entry is not None and entry.revision != self._revision and _held(entry).holder == held.holder:
                    self._revision = entry.revision
                    continue
                self.lost = True
                raise LeaseLost(self.key) from None
            return


class Leases:
    """The leases of one copy, `holder`, on runs of its tenant; each lasts `seconds` after its last renewal."""

    def __init__(self, client: Client, holder: str, seconds: float | None = None) -> None:
        self._client = client
        self._holder = holder
        self._seconds = seconds or client.settings.lease

    async def take(self, run: str) -> Lease:
        """Take the lease of a run: at once where it is free, once it has run out where its holder has died.

        Raises:
            LeaseHeld: its holder lives.
            nats.errors.Error: the broker does not answer.
        """
        bucket = await self._client.kv(BucketName.LEASES)
        key = f"{self._client.settings.tenant}.{run}"
        # A holder's name is used for one lease: the same copy may come back to a run that it has lost.
        held = _Held(holder=f"{self._holder}.{time.monotonic_ns()}", seconds=self._seconds)
        while True:
            entry = await bucket.get(key)
            if entry is not None and not _held(entry).released:
                await self._outlast(bucket, entry)
            asked, value = time.monotonic(), held.model_dump_json().encode()
            try:
                revision = await (bucket.update(key, value, entry.revision) if entry else bucket.create(key, value))
            except Conflict:
                continue
            return Lease(bucket, key, held, revision, asked)

    async def is_alive(self, run: str) -> bool:
        """Return whether somebody holds the run's lease, by watching it for as long as it lasts."""
        bucket = await self._client.kv(BucketName.LEASES)
        entry = await bucket.get(f"{self._client.settings.tenant}.{run}")
        if entry is None or _held(entry).released:
            return False
        try:
            await self._outlast(bucket, entry)
        except LeaseHeld:
            return True
        return False

    async def _outlast(self, bucket: Bucket, entry: Entry) -> None:
        """Return once the lease has not changed for as long as it lasts.

        Raises:
            LeaseHeld: it was renewed meanwhile.
        """
        seconds = _held(entry).seconds
        over = time.monotonic() + seconds
        while time.monotonic() < over:
            await asyncio.sleep(seconds / _LOOKS)
            now = await bucket.get(entry.key)
            if now is None or _held(now).released:
                return
            if now.revision != entry.revision:
                raise LeaseHeld(seconds)


def _held(entry: Entry) -> _Held:
    return _Held.model_validate_json(entry.value)
