"""Key-value buckets with compare-and-set, and objects by hash with a cache on disk."""

from __future__ import annotations

import asyncio
import hashlib
import os
import tempfile
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import nats.errors
import nats.js.errors
from nats.js import JetStreamContext
from nats.js.api import ObjectInfo
from nats.js.kv import KV_DEL, KV_PURGE, KeyValue
from nats.js.object_store import ObjectStore

from plancritic.bus.errors import WRONG_LAST_SEQUENCE, Conflict, NotProvisioned, ObjectMissing
from plancritic.bus.streams import bucket_name
from plancritic.contracts.subjects import Naming

#: How long the next entry may take while a bucket is read, in seconds.
_READ_TIMEOUT = 5.0
#: How long the pieces of an object that does not stay may take, in seconds.
_OBJECT_TIMEOUT = 30.0


@dataclass(frozen=True)
class Entry:
    """A value of a bucket and the revision to name when changing it; a deleted key's value is empty."""

    key: str
    value: bytes
    revision: int
    deleted: bool = False


class Bucket:
    """A key-value bucket. Keys are tokens with `.`, `-`, `_`, `/`, `=`."""

    def __init__(self, name: str, store: KeyValue, jetstream: JetStreamContext) -> None:
        self.name = name
        self._store = store
        self._jetstream = jetstream

    @classmethod
    async def open(cls, jetstream: JetStreamContext, naming: Naming, bucket: str) -> Bucket:
        """Return the bucket `<namespace>-<bucket>`.

        Raises:
            NotProvisioned: it does not exist.
        """
        name = bucket_name(naming, bucket)
        try:
            return cls(name, await jetstream.key_value(name), jetstream)
        except nats.js.errors.NotFoundError:
            raise NotProvisioned(f"the bucket {name!r}") from None

    async def get(self, key: str) -> Entry | None:
        """Return the current value, or None if the key was never put or is deleted."""
        try:
            entry = await self._store.get(key)
        except nats.js.errors.KeyNotFoundError:
            return None
        return Entry(key, entry.value or b"", entry.revision or 0)

    async def stored_at(self, key: str) -> datetime | None:
        """Return when the broker stored the current value, by the broker's clock; None where the key was never put."""
        try:
            found = await self._jetstream.get_last_msg(f"KV_{self.name}", f"$KV.{self.name}.{key}", direct=True)
        except nats.js.errors.NotFoundError:
            return None
        return found.time

    async def put(self, key: str, value: bytes) -> int:
        """Set the value whatever it was; the new revision."""
        return await self._store.put(key, value)

    async def create(self, key: str, value: bytes) -> int:
        """Set the value of a key that has none.

        Raises:
            Conflict: it has one.
        """
        try:
            return await self._store.create(key, value)
        except nats.js.errors.KeyWrongLastSequenceError:
            raise Conflict(self.name, key) from None

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """Set the value if the key is still at this revision.

        Raises:
            Conflict: it is not.
        """
        try:
            return await self._store.update(key, value, last=revision)
        except nats.js.errors.KeyWrongLastSequenceError:
            raise Conflict(self.name, key) from None

    async def delete(self, key: str, revision: int | None = None) -> None:
        """Delete the value, if the key is still at this revision where one is named; its history stays.

        Raises:
            Conflict: it is not.
        """
        try:
            await self._store.delete(key, revision)
        except nats.js.errors.BadRequestError as error:
            if revision is None or error.err_code != WRONG_LAST_SEQUENCE:
                raise
            raise Conflict(self.name, key) from None

    async def keys(self) -> tuple[str, ...]:
        """Return all keys that have a value."""
        try:
            return tuple(sorted(await self._store.keys()))
        except nats.js.errors.NoKeysError:
            return ()

    async def keys_beginning(self, start: str) -> tuple[str, ...]:
        """The keys that begin so, sorted; needs no consumer. `start` has a dot, and whole tokens before its last one.

        A deleted key counts as long as the bucket keeps the mark of its deletion.
        """
        every = f"$KV.{self.name}."
        tokens = start.rpartition(".")[0]
        found = (await self._jetstream.stream_info(f"KV_{self.name}", subjects_filter=f"{every}{tokens}.>")).state
        keys = (subject.removeprefix(every) for subject in found.subjects or {})
        return tuple(sorted(key for key in keys if key.startswith(start)))

    async def entries(self) -> tuple[Entry, ...]:
        """Current values of all keys, by key: one read of the bucket, however many there are.

        Raises:
            nats.errors.TimeoutError: the broker stopped answering in the middle.
        """
        # Deleted keys come too: with all of them left out, nats-py would not tell the end.
        found = await self._read(await self._store.watchall())
        return tuple(sorted((one for one in found if not one.deleted), key=lambda one: one.key))

    async def history(self, key: str) -> tuple[Entry, ...]:
        """What a key was set to, its deletions among them, oldest first: as many as the bucket keeps of each key.

        Reads the histories of all keys: for buckets with few. Raises as `entries`.
        """
        found = await self._read(await self._store.watch(">", include_history=True))
        return tuple(one for one in found if one.key == key)

    async def _read(self, watcher: KeyValue.KeyWatcher) -> list[Entry]:
        """What the watcher gives of what there is by now."""
        found: list[Entry] = []
        try:
            while True:
                entry = await watcher.updates(timeout=_READ_TIMEOUT)  # type: ignore[no-untyped-call]
                if entry is None:
                    # nats-py says so too where the broker has sent all values and none was handled here yet.
                    if not (await self._store.status()).values:
                        break
                    continue
                gone = entry.operation in (KV_DEL, KV_PURGE)
                found.append(Entry(entry.key, entry.value or b"", entry.revision or 0, deleted=gone))
                if not entry.delta:
                    break
        finally:
            await watcher.stop()  # type: ignore[no-untyped-call]
        return found

    async def watch(self, pattern: str = ">", quiet: float = 60.0) -> AsyncGenerator[Entry, None]:
        """Current values of matching keys, then every change, until the iterator is closed.

        After an outage of the broker what changed meanwhile comes too, `quiet` seconds later at most.
        """
        seen: dict[str, int] = {}
        while True:
            try:
                watcher = await self._store.watch(pattern)
            except (nats.errors.Error, OSError):
                # The broker is away; it may be back by then.
                await asyncio.sleep(quiet)
                continue
            try:
                # nats-py gives up a watch whose broker was away for long, and tells nobody: one that has been quiet
                # is opened anew. All values come again then; those that were seen are left out.
                with suppress(nats.errors.TimeoutError):
                    while True:
                        entry = await watcher.updates(timeout=quiet)  # type: ignore[no-untyped-call]
                        # A None marks the end of what was there before.
                        if entry is not None and seen.get(entry.key) != entry.revision:
                            seen[entry.key] = entry.revision
                            gone = entry.operation in (KV_DEL, KV_PURGE)
                            yield Entry(entry.key, entry.value or b"", entry.revision or 0, deleted=gone)
            finally:
                with suppress(nats.errors.Error):
                    await watcher.stop()  # type: ignore[no-untyped-call]


class Objects:
    """Big payloads under their SHA-256, kept on disk once fetched."""

    def __init__(self, jetstream: JetStreamContext, name: str, cache: Path, kept: float | None = None) -> None:
        """Read and write the object store `name`, which keeps an object for `kept` seconds; None: for ever."""
        self._jetstream = jetstream
        self._name = name
        self._kept_seconds = kept
        self._cache = cache / "objects"
        self._store: ObjectStore | None = None

    async def put(self, data: bytes) -> str:
        """Store the bytes unless they are there; their SHA-256."""
        sha256 = hashlib.sha256(data).hexdigest()
        store = await self._open()
        try:
            wanted = self._is_old(await store.get_info(sha256))
        except nats.js.errors.ObjectNotFoundError:
            wanted = True
        if wanted:
            await store.put(sha256, data)
        await asyncio.to_thread(self._keep, sha256, data)
        return sha256

    async def get(self, sha256: str) -> bytes:
        """Return the bytes with this hash, from the disk or the broker.

        Raises:
            ObjectMissing: neither has them.
        """
        kept = await asyncio.to_thread(self._kept, sha256)
        if kept is not None:
            return kept
        store = await self._open()
        try:
            # nats-py waits for ever for pieces that ran out before the entry that lists them.
            async with asyncio.timeout(None if self._kept_seconds is None else _OBJECT_TIMEOUT) as limit:
                data = (await store.get(sha256)).data or b""
        except nats.js.errors.ObjectNotFoundError:
            raise ObjectMissing(sha256) from None
        except TimeoutError:
            # Errors of nats-py are `TimeoutError` too: a broker that does not answer has lost nothing.
            if not limit.expired():
                raise
            raise ObjectMissing(sha256) from None
        if hashlib.sha256(data).hexdigest() != sha256:
            raise ObjectMissing(sha256)
        await asyncio.to_thread(self._keep, sha256, data)
        return data

    def _is_old(self, info: ObjectInfo) -> bool:
        """Return whether an object has been kept for half its time: whoever needs it now may need it longer."""
        if self._kept_seconds is None or info.mtime is None:
            return False
        age = datetime.now(UTC) - datetime.fromisoformat(info.mtime)
        return age.total_seconds() > self._kept_seconds / 2

    async def _open(self) -> ObjectStore:
        if self._store is None:
            try:
                self._store = await self._jetstream.object_store(self._name)
            except nats.js.errors.NotFoundError:
                raise NotProvisioned(f"the object store {self._name!r}") from None
        return self._store

    def _kept(self, sha256: str) -> bytes | None:
        try:
            data = (self._cache / sha256).read_bytes()
        except OSError:
            return None
        return data if hashlib.sha256(data).hexdigest() == sha256 else None

    def _keep(self, sha256: str, data: bytes) -> None:
        path = self._cache / sha256
        if path.exists() and path.stat().st_size == len(data):
            return
        self._cache.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another copy may read at this moment.
        handle, temporary = tempfile.mkstemp(dir=self._cache)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(path)
