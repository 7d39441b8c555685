"""Checkpoints of runs: one object a run, replaced as a whole, by whoever has seen the newest one."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
from datetime import UTC, datetime

import nats.errors
import nats.js.errors
from nats.js import JetStreamContext
from nats.js.api import ObjectInfo, ObjectMetaOptions
from nats.js.object_store import ObjectStore

from plancritic.bus.errors import WRONG_LAST_SEQUENCE, Conflict, NotProvisioned
from plancritic.bus.streams import checkpoint_store_name
from plancritic.bus.wire import EXPECTED_LAST
from plancritic.contracts.envelope import new_id
from plancritic.contracts.subjects import Naming

#: How long the pieces of a checkpoint may take, in seconds.
_READ_TIMEOUT = 5.0
#: The pieces that nats-py makes too.
_PIECE = 128 * 1024
_ROLLUP = {"Nats-Rollup": "sub"}


class LostPieces(Exception):
    """An object is listed, but its pieces are gone."""


class Checkpoints:
    """One object a run, replaced as a whole: a reader sees the one before or the one after, never a part.

    The objects are those of a NATS object store. nats-py's `put` cannot say which object it replaces, so `put` here
    writes pieces and entry itself: the broker refuses the entry of a copy that has not seen the newest one.
    """

    def __init__(self, jetstream: JetStreamContext, naming: Naming) -> None:
        self._jetstream = jetstream
        self._name = checkpoint_store_name(naming)
        self._store: ObjectStore | None = None

    async def put(self, run: str, data: bytes, after: int | None = None) -> int:
        """Store a run's checkpoint in place of the one before, and return the sequence of its entry.

        With `after` it is stored only while that is the sequence of the run's entry (0: there is none).

        Raises:
            Conflict: somebody else has stored one, or has claimed the run.
            NotProvisioned: the object store does not exist.
            nats.errors.Error: the broker does not answer.
        """
        await self.open()
        before, pieces = await self._entry(run), new_id()
        parts = [data[place : place + _PIECE] for place in range(0, len(data), _PIECE)]
        for part in parts:
            await self._jetstream.publish(self._piece_subject(pieces), part)
        info = ObjectInfo(
            name=run,
            bucket=self._name,
            nuid=pieces,
            size=len(data),
            chunks=len(parts),
            digest=f"SHA-256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()}",
            mtime=datetime.now(UTC).isoformat(),
            options=ObjectMetaOptions(max_chunk_size=_PIECE),
        )
        try:
            sequence = await self._publish_entry(run, json.dumps(info.as_dict()).encode(), after)
        except Conflict:
            await self._purge(pieces)
            raise
        if before is not None and not before[0].deleted and before[0].nuid:
            await self._purge(before[0].nuid)
        return sequence

    async def claim(self, run: str) -> int:
        """Write the run's entry again as it is: from now on nobody who saw it before can store a checkpoint.

        Return its new sequence; 0 where the run has no entry. Raises as `put`, without Conflict.
        """
        await self.open()
        while True:
            found = await self._entry(run)
            if found is None:
                return 0
            info, sequence = found
            try:
                return await self._publish_entry(run, json.dumps(info.as_dict()).encode(), sequence)
            except Conflict:
                continue

    async def get(self, run: str) -> bytes | None:
        """Return a run's checkpoint, or None where the run has none.

        Raises:
            LostPieces: its pieces are gone.
            NotProvisioned: the object store does not exist.
            nats.errors.Error: the broker does not answer.
        """
        store = await self.open()
        looked_for = None
        while True:
            try:
                pieces = (await store.get_info(run)).nuid
                if pieces == looked_for:
                    raise LostPieces(run)
                looked_for = pieces
                # nats-py waits for ever for pieces that are gone, also of an object that is replaced meanwhile.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_READ_TIMEOUT):
                        return (await store.get(run)).data or b""
            except nats.js.errors.ObjectNotFoundError:
                return None

    async def delete(self, run: str) -> None:
        """Delete a run's checkpoint; a run without one is left as it is. Raises as `put`, without Conflict."""
        store = await self.open()
        try:
            await store.delete(run)
        except nats.js.errors.ObjectNotFoundError:
            return

    async def open(self) -> ObjectStore:
        """Return the object store, looked up once. Raises as `put`."""
        if self._store is None:
            try:
                self._store = await self._jetstream.object_store(self._name)
            except nats.js.errors.NotFoundError:
                raise NotProvisioned(f"the object store {self._name!r}") from None
        return self._store

    async def _entry(self, run: str) -> tuple[ObjectInfo, int] | None:
        """Return a run's entry, also that of a deleted checkpoint, and its sequence."""
        try:
            found = await self._jetstream.get_last_msg(f"OBJ_{self._name}", self._entry_subject(run))
        except nats.js.errors.NotFoundError:
            return None
        assert found.data is not None and found.seq is not None, "an entry has a body and a place"
        return ObjectInfo.from_response(json.loads(found.data)), found.seq

    async def _publish_entry(self, run: str, body: bytes, after: int | None) -> int:
        expected = {} if after is None else {EXPECTED_LAST: str(after)}
        try:
            stored = await self._jetstream.publish(self._entry_subject(run), body, headers={**_ROLLUP, **expected})
        except nats.js.errors.APIError as error:
            if error.err_code == WRONG_LAST_SEQUENCE:
                raise Conflict(self._name, run) from None
            raise
        return stored.seq

    async def _purge(self, pieces: str) -> None:
        await self._jetstream.purge_stream(f"OBJ_{self._name}", subject=self._piece_subject(pieces))

    def _piece_subject(self, pieces: str) -> str:
        return f"$O.{self._name}.C.{pieces}"

    def _entry_subject(self, run: str) -> str:
        return f"$O.{self._name}.M.{base64.urlsafe_b64encode(run.encode()).decode()}"
