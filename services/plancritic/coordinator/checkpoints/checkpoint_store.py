"""The checkpoints of runs in their object store: one a run, the newest, until the run has ended."""

from __future__ import annotations

import zlib

import nats.errors
import nats.js.errors
import structlog
from pydantic import ValidationError

from plancritic.bus import Client, Conflict, LeaseLost
from plancritic.bus.durable.checkpoints import Checkpoints, LostPieces
from plancritic.bus.durable.lease import Lease
from plancritic.contracts.errors import ContractError
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.threads import in_thread

_log = structlog.get_logger("plancritic.coordinator.checkpoints.checkpoint_store")
#: The judges' reports say much the same again and again: the quickest compression does.
_LEVEL = 1


class HeldCheckpoint:
    """The checkpoint of a run under its lease; the broker refuses one of a copy that another has followed."""

    def __init__(self, checkpoints: Checkpoints, lease: Lease, sequence: int) -> None:
        self._checkpoints = checkpoints
        self._sequence = sequence
        self.lease = lease

    async def keep(self, checkpoint: RunCheckpoint) -> None:
        """Store the checkpoint in place of the run's one before.

        Raises:
            LeaseLost: another copy carries the run.
            NotProvisioned: the object store is missing.
            nats.errors.Error: the broker does not answer; the run can be continued from the checkpoint before.
        """
        packed = await in_thread(lambda: _packed(checkpoint))
        await self.lease.confirm()
        try:
            self._sequence = await self._checkpoints.put(checkpoint.run, packed, self._sequence)
        except Conflict:
            raise LeaseLost(checkpoint.run) from None


class CheckpointStore:
    """Keeps checkpoints, compressed. What the broker raises passes, except where a run is over anyway."""

    def __init__(self, client: Client) -> None:
        self._checkpoints = client.checkpoints

    async def held(self, run: str, lease: Lease) -> HeldCheckpoint:
        """Claim the run's checkpoint for who holds its lease: nobody else can store one from now on.

        Raises:
            NotProvisioned: the object store is missing.
            nats.errors.Error: the broker does not answer.
        """
        return HeldCheckpoint(self._checkpoints, lease, await self._checkpoints.claim(run))

    async def open(self) -> None:
        """Look the object store up. Raises as `held`."""
        await self._checkpoints.open()

    async def newest(self, run: str) -> RunCheckpoint | None:
        """Return the run's newest checkpoint, or None where it has none that this version can read.

        One that cannot be read is logged: the run begins anew. Raises as `held`.
        """
        try:
            data = await self._checkpoints.get(run)
            return None if data is None else await in_thread(lambda: _unpacked(data))
        except (LostPieces, ValidationError, zlib.error) as error:
            _log.warning("a checkpoint cannot be read, its run begins anew", run=run, error=repr(error))
            return None

    async def forget(self, run: str) -> None:
        """Delete the run's checkpoint: it has ended. Where that fails the store's limit of age will do it."""
        try:
            await self._checkpoints.delete(run)
        except (ContractError, nats.errors.Error, nats.js.errors.Error) as error:
            _log.warning("the checkpoint of a run that has ended is left", run=run, error=repr(error))


def _packed(checkpoint: RunCheckpoint) -> bytes:
    return zlib.compress(checkpoint.model_dump_json().encode(), _LEVEL)


def _unpacked(data: bytes) -> RunCheckpoint:
    return RunCheckpoint.model_validate_json(zlib.decompress(data))
